// Loss, accuracy, learning rate and gradient norm of the run under way, live; or its heads through training.
#pragma once
#include <array>

#include "model/run/records.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"
#include "ui/views/curve_view.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QSlider;
class QStackedWidget;
class QToolButton;

namespace attx {

class Comparison;
class HeadCurves;

class TrainingPage : public Page {
    Q_OBJECT
public:
    explicit TrainingPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);
    /// Shows the curves of the run that is compared, once there is one. Outlives the page.
    void setComparison(Comparison& comparison);
    [[nodiscard]] QComboBox* subjectCombo() const { return subject_; }

    [[nodiscard]] QString id() const override { return QStringLiteral("training"); }
    [[nodiscard]] QString title() const override { return tr("Training"); }
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    [[nodiscard]] CurveView* view(size_t index) const { return views_[index]; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The curves in two columns, or in one where two have no room.
    void arrange();
    [[nodiscard]] CurveFigure figureOf(size_t view) const;
    void showAll();
    void showHint();
    void appendSteps();
    void appendEpoch(const EpochReport& report);
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] bool showsHeads() const;

    struct Choice {
        int smoothing = 0, subject = 0;
        bool logScale = false, legend = true, earlier = true;
        std::array<CurveView::Ranges, 4> ranges;
    };

    RunModel& model_;
    Choice& choice_;
    Comparison* comparison_ = nullptr;
    std::array<CurveView*, 4> views_{};
    std::array<FigureFrame*, 4> frames_{};
    QGridLayout* grid_ = nullptr;
    int columns_ = 0;  ///< Columns of the curves now; 0: not arranged yet
    QComboBox* subject_ = nullptr;
    QWidget* ofCurves_ = nullptr;  ///< the controls of the run's curves
    QStackedWidget* stack_ = nullptr;
    HeadCurves* heads_ = nullptr;
    QSlider* smoothing_ = nullptr;
    QToolButton* logScale_ = nullptr;
    QToolButton* legend_ = nullptr;
    QToolButton* earlier_ = nullptr;
    QLabel* hint_ = nullptr;  ///< Hint over curves that are empty
    size_t shownSteps_ = 0;
    bool ended_ = false;  ///< the run, when its state was last heard
};

}  // namespace attx
