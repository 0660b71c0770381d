// Heads through training: what kind of head each one was at every snapshot, measured in the background when
// it is requested.
#pragma once
#include <QVariantMap>
#include <QWidget>
#include <functional>

#include "model/heads/head_history.h"
#include "ui/state/kept.h"
#include "ui/state/run_model.h"
#include "ui/views/curve_view.h"

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace attx {

class FigureFrame;

class HeadCurves : public QWidget {
    Q_OBJECT
public:
    /// `framed` puts the curves into a frame of the page. What is chosen and measured is `kept`.
    HeadCurves(RunModel& model, Kept& kept, const std::function<FigureFrame*(CurveView*)>& framed,
               QWidget* parent);

    [[nodiscard]] FigureFrame* frame() const { return frame_; }
    [[nodiscard]] Study<HeadHistory>& study() const { return *study_; }
    void saveTo(QVariantMap& controls) const;
    void restoreFrom(const QVariantMap& controls);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void measure();
    void showState();
    void showCurves();

    /// What was chosen here, kept while it is built again in another language.
    struct Choice {
        int quantity = 0;
        bool logX = false;
        std::vector<Snapshot> measured;  ///< The snapshots that the newest question is about
        CurveView::Ranges ranges;
    };

    RunModel& model_;
    Choice& choice_;
    Study<HeadHistory>* study_;
    QComboBox* quantity_;
    QToolButton* logX_;
    QPushButton* measure_;
    QLabel* summary_;
    CurveView* view_;
    FigureFrame* frame_;
};

}  // namespace attx
