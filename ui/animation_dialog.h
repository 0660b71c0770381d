// Saves a figure of a page at every moment of the run: asks how and where, then scrubs through the moments,
// taking the page's figure at each. The page is seen doing so; it can be cancelled.
#pragma once
#include <QDialog>
#include <memory>
#include <vector>

#include "ui/animation.h"
#include "ui/figure_frame.h"
#include "ui/run_model.h"

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QSpinBox;

namespace attx {

class AnimationDialog : public QDialog {
    Q_OBJECT
public:
    /// `frames`: of the page that is shown, which must stay so; at least one.
    AnimationDialog(RunModel& model, std::vector<FigureFrame*> frames, double framesPerSecond,
                    QWidget* parent = nullptr);
    ~AnimationDialog() override;

    [[nodiscard]] QString path() const;
    [[nodiscard]] ExportOptions options() const;
    [[nodiscard]] const QStringList& written() const { return written_; }
    [[nodiscard]] bool isSaving() const { return writer_ != nullptr; }

    /// Begins to save; the dialog closes when it is done, and stays open with a sentence if it fails.
    void accept() override;
    /// Cancels; nothing is left behind.
    void reject() override;

private:
    void chooseFile();
    void kindChosen();
    void showProblem();
    void askNext();
    void takeFrame();
    void end(const QString& problem);

    RunModel& model_;
    const std::vector<FigureFrame*> figures_;
    QComboBox* figureCombo_ = nullptr;
    QComboBox* kindCombo_ = nullptr;
    QLineEdit* pathEdit_ = nullptr;
    QSpinBox* widthSpin_ = nullptr;
    QSpinBox* heightSpin_ = nullptr;
    QDoubleSpinBox* scaleSpin_ = nullptr;
    QDoubleSpinBox* speedSpin_ = nullptr;
    QComboBox* styleCombo_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* errorLabel_ = nullptr;
    QDialogButtonBox* buttons_ = nullptr;

    // While it saves
    std::unique_ptr<AnimationWriter> writer_;
    std::vector<Snapshot> moments_;
    size_t next_ = 0;                 ///< of moments_: asked for, not yet taken
    std::optional<Snapshot> before_;  ///< what was looked at; none: now
    QStringList written_;
};

}  // namespace attx
