// The buttons that start, hold and end a run.
#pragma once
#include <QWidget>

#include "ui/state/run_model.h"

class QPushButton;
class QToolButton;

namespace attx {

class RunControls : public QWidget {
    Q_OBJECT
public:
    explicit RunControls(QWidget* parent = nullptr);

    /// `problems`: what keeps the configuration from being trained, in lines; empty: nothing.
    void setState(RunState state, const QString& problems);
    /// Train would go on with the run shown, which was stopped.
    void setGoesOn(bool goesOn);
    /// Something is prepared or opened, which can be stopped.
    void setWaiting(bool waits);
    [[nodiscard]] QPushButton* trainButton() const { return trainButton_; }

    /// Train or, while it trains, pause.
    void toggleTraining();
    void step();

Q_SIGNALS:
    void trainClicked();
    void pauseClicked();
    void stepClicked();
    void stopClicked();
    void restartClicked(bool newSeed);

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QToolButton* addButton(const char* icon, const QString& name, const QString& tip);
    void drawTrainIcon();
    void showStop();

    bool waits_ = false, goesOn_ = false;
    QString problems_;
    RunState state_ = RunState::Idle;
    QPushButton* trainButton_ = nullptr;
    QToolButton* pauseButton_ = nullptr;
    QToolButton* stepButton_ = nullptr;
    QToolButton* stopButton_ = nullptr;
    QToolButton* restartButton_ = nullptr;
};

}  // namespace attx
