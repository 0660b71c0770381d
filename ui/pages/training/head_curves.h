// Heads through training: what kind of head each one was at every snapshot, measured in the background when
// it is asked for.
#pragma once
#include <QVariantMap>
#include <QWidget>
#include <functional>

#include "model/heads/head_history.h"
#include "ui/state/run_model.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace attx {

class CurveView;
class FigureFrame;

class HeadCurves : public QWidget {
    Q_OBJECT
public:
    /// `framed` puts the curves into a frame of the page.
    HeadCurves(RunModel& model, const std::function<FigureFrame*(CurveView*)>& framed, QWidget* parent);

    [[nodiscard]] FigureFrame* frame() const { return frame_; }
    [[nodiscard]] CurveView* view() const { return view_; }
    [[nodiscard]] Study<HeadHistory>& study() const { return *study_; }
    [[nodiscard]] QComboBox* quantityCombo() const { return quantity_; }
    [[nodiscard]] QPushButton* measureButton() const { return measure_; }
    [[nodiscard]] QString summary() const;
    void saveTo(QVariantMap& controls) const;
    void restoreFrom(const QVariantMap& controls);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void measure();
    void showState();
    void showCurves();

    RunModel& model_;
    Study<HeadHistory>* study_;
    std::vector<Snapshot> measured_;  ///< that the newest question is about
    QComboBox* quantity_;
    QPushButton* measure_;
    QLabel* summary_;
    CurveView* view_;
    FigureFrame* frame_;
};

}  // namespace attx
