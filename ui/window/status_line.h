// The line below the pages: the value under the pointer, the device, how far the run is in words.
#pragma once
#include <QTimer>
#include <QWidget>

#include "ui/state/run_model.h"

class QLabel;

namespace attx {

class ElidedLabel;
class OrientationLine;

/// How far a run is, 0 to 1.
[[nodiscard]] double shareOf(const TrainProgress& progress);

class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(const RunModel& model, QWidget* parent = nullptr);

    /// Empty: the line says where things stand.
    void showReadout(const QString& text);
    /// The same for some seconds: of something that was done.
    void showBriefly(const QString& text);
    [[nodiscard]] OrientationLine& orientation() const { return *orientation_; }
    void showProgress();
    /// What the program is busy with before anything can be shown or trained; empty: nothing.
    void setWaiting(const QString& text);
    [[nodiscard]] const QString& waiting() const { return waiting_; }
    [[nodiscard]] QString words() const;  ///< the progress

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    const RunModel& model_;
    OrientationLine* orientation_ = nullptr;
    ElidedLabel* readout_ = nullptr;
    QLabel *device_ = nullptr, *words_ = nullptr;
    QString waiting_;
    QTimer ends_;  ///< Runs while something is shown briefly
};

}  // namespace attx
