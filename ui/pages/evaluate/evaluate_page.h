// How good the network is and where it errs; and how far its explanations can be believed.
#pragma once
#include "model/evaluate/evaluation.h"
#include "model/evaluate/faithfulness.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"
#include "ui/state/study.h"
#include "ui/views/curve_view.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTableWidget;

namespace attx {

class HeatMapView;

class EvaluatePage : public Page {
    Q_OBJECT
public:
    explicit EvaluatePage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("evaluate"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    // For tests.
    [[nodiscard]] Study<Evaluation>& evaluation() const { return *evaluation_; }
    [[nodiscard]] Study<Faithfulness>& faithfulness() const { return *faithfulness_; }
    [[nodiscard]] HeatMapView* confusion() const { return confusion_; }
    [[nodiscard]] QTableWidget* pairs() const { return pairs_; }
    [[nodiscard]] QLabel* pairsTitle() const { return pairsTitle_; }
    [[nodiscard]] QTableWidget* examples() const { return examples_; }
    [[nodiscard]] QTableWidget* methods() const { return methods_; }
    [[nodiscard]] QComboBox* question() const { return question_; }
    [[nodiscard]] QSpinBox* samples() const { return samples_; }
    [[nodiscard]] QPushButton* chosen() const { return chosen_; }
    [[nodiscard]] QPushButton* askButton() const { return ask_; }
    [[nodiscard]] QString summary() const;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QWidget* makeEvaluation();
    [[nodiscard]] QWidget* makeFaithfulness();
    [[nodiscard]] bool asksForTruth() const;  ///< of explanations
    [[nodiscard]] bool test() const;
    /// Whether an answer about `answered` is one about what is shown now.
    [[nodiscard]] bool isAbout(const Subject& answered) const;
    void ask();        ///< again, or end what is under way
    void askIfIdle();  ///< when the page is looked at and nothing trains
    void evaluate();
    void lookUp();
    [[nodiscard]] std::string keepingFolder() const;
    [[nodiscard]] std::vector<ExplainMethod> chosenMethods() const;
    void measure();
    void showAnswer();
    void showMore();  ///< below the calibration, below each other where they have no room beside
    void showFaithfulness();
    void showState();
    /// The answers of one cell of the confusion matrix; -1, -1: all mistakes.
    void listExamples(int truth, int predicted);
    void openExample(int row);
    [[nodiscard]] QString className(int answer) const;

    static constexpr int leastCurve = 170;  ///< px at zoom 1

    /// Outlives the page.
    struct Choice {
        int question = 0, split = 0, samples = FaithfulnessOptions().samples;
        std::vector<ExplainMethod> methods = FaithfulnessOptions().methods;
        Subject evaluated, measured;     ///< The subjects of the whole answers
        int truth = -1, predicted = -1;  ///< The cell whose examples are listed; -1: all mistakes
        int pair = -1, example = -1;     ///< The rows that are marked in the tables
        const void* listedOf = nullptr;  ///< The answer whose cell and rows these are
        CurveView::Ranges reliability, more, curves;
    };

    RunModel& model_;
    Choice& choice_;
    Study<Evaluation>* evaluation_;
    Study<Faithfulness>* faithfulness_;
    QComboBox *question_ = nullptr, *split_ = nullptr;
    QPushButton* chosen_ = nullptr;  ///< of the methods, a menu
    QSpinBox* samples_ = nullptr;
    QPushButton* ask_ = nullptr;
    QLabel *samplesLabel_ = nullptr, *summary_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QHBoxLayout* figures_ = nullptr;  ///< the matrix and the curves
    HeatMapView* confusion_ = nullptr;
    CurveView *reliability_ = nullptr, *more_ = nullptr, *curves_ = nullptr;
    FigureFrame *confusionFrame_ = nullptr, *reliabilityFrame_ = nullptr, *moreFrame_ = nullptr,
                *curvesFrame_ = nullptr;
    QTableWidget *pairs_ = nullptr, *examples_ = nullptr, *methods_ = nullptr;
    QLabel *pairsTitle_ = nullptr, *examplesTitle_ = nullptr, *removed_ = nullptr;
    CurveFigure moreCurves_;             ///< of more_, as they are where there is room
    const void* shownAnswer_ = nullptr;  ///< in figures and tables
    std::vector<GivenAnswer> listed_;    ///< the rows of examples_
};

}  // namespace attx
