// Saves a figure of a page at every snapshot of the run: asks how and where, then scrubs through them,
// taking the page's figure at each. The page is seen doing so; it can be cancelled.
#pragma once
#include <memory>
#include <vector>

#include "ui/controls/save_dialog.h"
#include "ui/export/animation.h"
#include "ui/state/run_model.h"
#include "ui/views/figure_frame.h"

class QProgressBar;

namespace attx {

class AnimationDialog : public SaveDialog {
    Q_OBJECT
public:
    /// `frames`: of the page that is shown, which must stay so; at least one.
    AnimationDialog(RunModel& model, std::vector<FigureFrame*> frames, double framesPerSecond,
                    QWidget* parent = nullptr);

    [[nodiscard]] const QStringList& written() const { return written_; }
    /// Snapshots that could not be shown, and are missing in what was written.
    [[nodiscard]] int leftOut() const { return leftOut_; }
    [[nodiscard]] bool isSaving() const { return writer_ != nullptr; }

    /// Begins to save, after it has asked where a film would be replaced; the dialog closes when it is done,
    /// and stays open with a sentence if it fails.
    void accept() override;
    /// Cancels; nothing is left behind.
    void reject() override;

private:
    void kindChosen();
    void checkPlace();
    void askNext();
    void takeFrame();
    void noteFailure();
    void end(const QString& problem);

    RunModel& model_;
    const std::vector<FigureFrame*> figures_;
    QComboBox* figureCombo_ = nullptr;
    QComboBox* kindCombo_ = nullptr;
    QDoubleSpinBox* speedSpin_ = nullptr;
    QProgressBar* progress_ = nullptr;

    // While it saves
    std::unique_ptr<AnimationWriter> writer_;
    std::vector<Snapshot> moments_;
    size_t next_ = 0;      ///< Index into moments_ of the snapshot asked for, not yet taken
    bool failed_ = false;  ///< the page cannot show that moment
    int leftOut_ = 0;
    std::optional<Snapshot> before_;  ///< what was looked at; none: now
    QStringList written_;
};

}  // namespace attx
