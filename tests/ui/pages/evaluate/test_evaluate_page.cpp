// The page Evaluate: asks by itself when nothing trains, and lists what is behind a cell.
#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <algorithm>
#include <array>

#include "runner.h"
#include "ui/asked.h"
#include "ui/figures/evaluate/figures_of_evaluation.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/sample_number.h"
#include "ui/views/curve_view.h"
#include "ui/views/heat_map_view.h"

using namespace attx;

class TestEvaluatePage : public QObject, PageTest<EvaluatePage> {
    Q_OBJECT

    std::unique_ptr<QSignalSpy> evaluations_;

    [[nodiscard]] QTableWidget* pairs() const {
        return named<QTableWidget>(*page_, "Most frequent confusions");
    }
    [[nodiscard]] QTableWidget* examples() const { return named<QTableWidget>(*page_, "Examples"); }
    [[nodiscard]] QPushButton* askButton() const { return named<QPushButton>(*page_, "Evaluate"); }
    [[nodiscard]] HeatMapView* confusion() const { return page_->findChild<HeatMapView*>(); }
    [[nodiscard]] QString summary() const { return named<QLabel>(*page_, "Result")->text(); }

private Q_SLOTS:
    void init() {
        make("reverse", {900, 600});
        evaluations_ = std::make_unique<QSignalSpy>(&page_->evaluation(), &StudyBase::asked);
        page_->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
    }
    void cleanup() { close(); }

    void dataOfOnePartHaveNoOtherToChoose() {
        QVERIFY(page_->findChild<QComboBox*>()->isVisible());
        auto whole = std::make_shared<DataSet>(*run_->data);
        whole->isOnePart = true;
        run_->data = whole;
        run_->show();
        QVERIFY(!page_->findChild<QComboBox*>()->isVisible());
        SampleNumber number(run_->model);
        QCOMPARE(number.findChild<QSpinBox*>()->toolTip(),
                 QStringLiteral("Which sample of the data is looked at"));
    }

    void aLowPageScrollsRatherThanSqueezeItsCurves() {
        page_->resize(900, 300);
        workOut(page_->evaluation(), *evaluations_);
        QTRY_COMPARE(page_->height(), 300);
        for (int turn = 0; turn < 3; ++turn)
            QCoreApplication::processEvents();  // One layout may ask for another
        for (const CurveView* view : page_->findChildren<CurveView*>())
            if (view->isVisible())
                QVERIFY2(view->height() >= 170, qPrintable(QString::number(view->height())));
    }

    /// Which data, how many answers, bins and class: in the picture and in the file.
    void figuresSayWhatTheyAreOf() {
        Evaluation evaluation{.output = OutputKind::Pooled, .test = true, .classes = 2};
        evaluation.answers = {{0, 0, 1, 1, 0.9F, 0.9F},
                              {1, 0, 1, 1, 0.8F, 0.8F},
                              {2, 0, 0, 1, 0.7F, 0.7F},
                              {3, 0, 0, 0, 0.6F, 0.4F}};
        const std::vector<std::string> names{"bad", "good"};
        const QString data = QStringLiteral("test data, n = 4");
        const HeatMapFigure confusion = confusionFigure(evaluation, names);
        QCOMPARE(confusion.note(), data);
        QCOMPARE(QString::fromStdString(confusion.csv()),
                 QStringLiteral("row,bad,good,split,n\nbad,1,1,test,4\ngood,0,2,test,4\n"));
        evaluation.answers.push_back({4, 0, 1, 0, 0.6F, 0.4F});  // now each cell has an answer
        QCOMPARE(confusionFigure(evaluation, names).ranges().front().lo, 0.0F);
        evaluation.answers.pop_back();
        const CurveFigure reliability = reliabilityFigure(evaluation);
        QVERIFY(reliability.panels.front().title.endsWith(QStringLiteral("15 bins · ") + data));
        const QString table = QString::fromStdString(reliability.csv());
        QVERIFY2(table.startsWith("panel,curve,x,y,split,n,bins,expected_calibration_error,answers_by_bin\n"),
                 qPrintable(table));
        QVERIFY2(table.contains(",test,4,15,0.3") && table.contains(",0 0 0 0 0 0 0 0 0 1 1 0 1 1 0\n"),
                 qPrintable(table));
        QVERIFY2(table.contains("\ncalibration,share-of-answers,0.8"), qPrintable(table));
        const CurveFigure thresholds = thresholdFigure(evaluation, names);
        QVERIFY(thresholds.panels[0].title.endsWith(QStringLiteral("positive: good · ") + data));
        const QString points = QString::fromStdString(thresholds.csv());
        QVERIFY2(points.contains("\nprecision-recall,base-rate,1,0.5,test,4,good,1,1,0.5\n"),
                 qPrintable(points));
    }

    void whatIsShownIsEvaluatedByItself() {
        QCOMPARE(evaluations_->size(), 1);
        workOut(page_->evaluation(), *evaluations_);
        QCOMPARE(evaluations_->size(), 1);  // answered: nothing more to ask
        const Evaluation& answer = *page_->evaluation().answer();
        QCOMPARE(answer.answers.size(), size_t{8 * 16});
        QVERIFY(summary().contains(QStringLiteral("of 128 right")));
        std::array<int, 10> truths{};
        for (const GivenAnswer& given : answer.answers) ++truths.at(static_cast<size_t>(given.truth));
        const double most = *std::max_element(truths.begin(), truths.end());
        QVERIFY(most > 12.8);  // few labels are never equally frequent
        QVERIFY2(summary().contains(QStringLiteral("chance %1 %").arg(100 * most / 128, 0, 'f', 1)),
                 qPrintable(summary()));
        QCOMPARE(page_->frames().size(), size_t{3});
        for (const FigureFrame* frame : page_->frames()) QVERIFY(!frame->figure()->data().empty());
    }

    /// Zeros would be taken for a result.
    void withoutAnswersThereAreNoFigures() {
        for (const FigureFrame* frame : page_->frames()) QVERIFY(frame->isHidden());
        QVERIFY(page_->pairsTitle()->isHidden() && pairs()->isHidden() && examples()->isHidden());
        QVERIFY(!page_->isOfEarlierState());
        workOut(page_->evaluation(), *evaluations_);
        for (const FigureFrame* frame : page_->frames()) QVERIFY(frame->isVisible());
    }

    void aRunThatTrainsIsEvaluatedOnceItPauses() {
        workOut(page_->evaluation(), *evaluations_);
        run_->model.setState(RunState::Training);
        run_->show();
        QVERIFY(!page_->evaluation().answer());
        QCOMPARE(evaluations_->size(), 1);
        QCOMPARE(summary(), QStringLiteral("not evaluated yet"));
        run_->model.setState(RunState::Paused);
        QCOMPARE(evaluations_->size(), 2);
        workOut(page_->evaluation(), *evaluations_);
        QVERIFY2(summary().contains(QStringLiteral("of 128 right")), qPrintable(summary()));
    }

    void anEmptyTableSaysWhy() {
        QCOMPARE(page_->pairsTitle()->text(), QStringLiteral("Most frequent confusions"));
        Evaluation perfect{.output = OutputKind::Positions, .classes = 10, .examples = 1};
        perfect.answers.push_back({0, 0, 3, 3, 0.9F, 0});
        const auto query = evaluations_->back()[0].value<Query>();
        page_->evaluation().take(query.tag, std::make_shared<const Evaluation>(perfect), true);
        QCOMPARE(pairs()->rowCount(), 0);
        QVERIFY(page_->pairsTitle()->text().endsWith(QStringLiteral("none, each answer is right")));
        QVERIFY(pairs()->isHidden() && examples()->isHidden());
        Q_EMIT confusion()->cellClicked(0, 3, 3);
        QCOMPARE(examples()->rowCount(), 1);
        QVERIFY(!examples()->isHidden());
    }

    void aCellListsItsExamples() {
        workOut(page_->evaluation(), *evaluations_);
        const Evaluation& answer = *page_->evaluation().answer();
        const ConfusedPair worst = worstPairs(answer).front();
        QCOMPARE(confusion()->readout(0, worst.truth, worst.predicted),
                 QStringLiteral("true %1 → predicted %2: %3")
                     .arg(worst.truth)
                     .arg(worst.predicted)
                     .arg(worst.count));
        Q_EMIT confusion()->cellClicked(0, worst.truth, worst.predicted);
        QCOMPARE(examples()->rowCount(), static_cast<int>(worst.count));
        for (int i = 0; i < examples()->rowCount(); ++i) {
            QCOMPARE(examples()->item(i, 2)->text(), QString::number(worst.truth));
            QCOMPARE(examples()->item(i, 3)->text(), QString::number(worst.predicted));
        }
        const int example = examples()->item(0, 0)->text().toInt();
        examples()->setCurrentCell(0, 0);
        QCOMPARE(run_->model.sampleRow(), example - 1);
        QVERIFY(page_->goBack());
        QCOMPARE(examples()->rowCount(),
                 static_cast<int>(static_cast<int64_t>(answer.answers.size()) - answer.correct()));
        pairs()->setCurrentCell(0, 0);
        QCOMPARE(examples()->rowCount(), static_cast<int>(worst.count));
    }

    void aTrainingIsNotEvaluatedUnasked() {
        workOut(page_->evaluation(), *evaluations_);
        run_->train(2);
        QCOMPARE(evaluations_->size(), 1);
        QVERIFY(summary().contains(QStringLiteral("another state")));
        QTest::mouseClick(askButton(), Qt::LeftButton);
        QCOMPARE(evaluations_->size(), 2);
        QCOMPARE(askButton()->text(), QStringLiteral("Stop"));
        QTest::mouseClick(askButton(), Qt::LeftButton);
        QVERIFY(!page_->evaluation().isAsking());
        run_->model.setState(RunState::Finished);
        QCOMPARE(evaluations_->size(), 3);  // at rest, by itself again
    }
};

TEST_CLASS(TestEvaluatePage, QApplication)
#include "test_evaluate_page.moc"
