// How good the network is and where it errs.
#pragma once
#include "model/config/vector_network.h"
#include "model/evaluate/evaluation.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"
#include "ui/state/study.h"
#include "ui/views/curve_view.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QTableWidget;

namespace attx {

class HeatMapView;

class EvaluatePage : public Page {
    Q_OBJECT
public:
    explicit EvaluatePage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("evaluate"); }
    [[nodiscard]] QString title() const override { return tr("Evaluate"); }
    [[nodiscard]] QString reading() const override;
    /// No data have answers to vectors of another program's network.
    [[nodiscard]] bool suits(const RunConfig& config) const override { return !isOutsideTasks(config); }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    [[nodiscard]] bool isOfEarlierState() const override;
    [[nodiscard]] QSize readableSize() const override { return {480, 420}; }
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    // For tests.
    [[nodiscard]] Study<Evaluation>& evaluation() const { return *evaluation_; }
    [[nodiscard]] QLabel* pairsTitle() const { return pairsTitle_; }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QWidget* makeEvaluation();
    [[nodiscard]] bool test() const;
    void ask();        ///< again, or end what is under way
    void askIfIdle();  ///< Asks if the page is visible, nothing trains and the answer is outdated
    void evaluate();
    void showAnswer();
    void showMore();  ///< Shows moreCurves_ in as many columns as have room
    void showState();
    /// The answers of one cell of the confusion matrix; -1, -1: all mistakes.
    void listExamples(int truth, int predicted);
    void openExample(int row);
    [[nodiscard]] QString className(int answer) const;

    static constexpr int leastCurve = 220;  ///< px at zoom 1

    struct Choice {
        int split = 0;
        Subject evaluated;               ///< The subject of the whole answer.
        int truth = -1, predicted = -1;  ///< The cell whose examples are listed; -1: all mistakes
        int pair = -1, example = -1;     ///< The rows that are marked in the tables
        const void* listedOf = nullptr;  ///< The answer whose cell and rows these are
        CurveView::Ranges reliability, more;
    };

    RunModel& model_;
    Choice& choice_;
    Study<Evaluation>* evaluation_;
    QComboBox* split_ = nullptr;
    QPushButton* ask_ = nullptr;
    QLabel* summary_ = nullptr;
    QHBoxLayout* figures_ = nullptr;  ///< the matrix and the curves
    HeatMapView* confusion_ = nullptr;
    CurveView *reliability_ = nullptr, *more_ = nullptr;
    FigureFrame *confusionFrame_ = nullptr, *reliabilityFrame_ = nullptr, *moreFrame_ = nullptr;
    QTableWidget *pairs_ = nullptr, *examples_ = nullptr;
    QLabel *pairsTitle_ = nullptr, *examplesTitle_ = nullptr;
    CurveFigure moreCurves_;             ///< Curves of more_, before they are fitted to its width
    const void* shownAnswer_ = nullptr;  ///< Answer that is shown, only compared; null: none
    std::vector<GivenAnswer> listed_;    ///< the rows of examples_
};

}  // namespace attx
