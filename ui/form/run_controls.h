// The buttons that start, hold and end a run.
#pragma once
#include <QWidget>
#include <optional>

#include "ui/state/run_model.h"

class QHBoxLayout;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace attx {

class RunControls : public QWidget {
    Q_OBJECT
public:
    explicit RunControls(QWidget* parent = nullptr);

    /// `problems`: what keeps the configuration from being trained, in lines; empty: nothing.
    void setState(RunState state, const QString& problems);
    /// Train would go on with the run shown, which was stopped; `steps`: Step would, also past its end.
    void setGoesOn(bool goesOn, bool steps);
    [[nodiscard]] bool goesOn() const { return goesOn_; }
    /// Train builds another network than the one shown: a dot on its button says so.
    void setDiffers(bool differs);
    [[nodiscard]] bool canStep() const;
    /// Something is prepared or opened, which can be stopped.
    void setWaiting(bool waits);
    /// Of a run under way, 0 to 1, and the same in words; nothing: none is.
    void setProgress(std::optional<double> share, const QString& words = {});
    [[nodiscard]] QPushButton* trainButton() const { return trainButton_; }

    /// Train or, while it trains, pause.
    void toggleTraining();
    void step();

Q_SIGNALS:
    void trainTextChanged(const QString& text);
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

    bool waits_ = false, goesOn_ = false, steps_ = false, differs_ = false;
    QString problems_;
    RunState state_ = RunState::Idle;
    QHBoxLayout* row_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QPushButton* trainButton_ = nullptr;
    QToolButton* pauseButton_ = nullptr;
    QToolButton* stepButton_ = nullptr;
    QToolButton* stopButton_ = nullptr;
    QToolButton* restartButton_ = nullptr;
};

}  // namespace attx
