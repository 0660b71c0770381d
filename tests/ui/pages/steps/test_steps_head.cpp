// A head of the network on the page Step by step: the numbers are the network's, they follow it, what is cut
// is said, and the typed numbers come back.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <cmath>

#include "runner.h"
#include "ui/asked.h"
#include "ui/export/export.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/views/steps_view.h"

using namespace attx;

class TestStepsHead : public QObject, PageTest<StepsPage> {
    Q_OBJECT

    [[nodiscard]] const StepsFigure& figure() const { return page_->view()->figure(); }
    /// Between the page's weights and the attention that the model shows of a head.
    [[nodiscard]] double difference(int layer, int head) const {
        const std::vector<double>& weights = figure().steps().of(Step::Weights).values;
        const std::vector<float>& attention = run_->model.inspection().attention[static_cast<size_t>(layer)];
        double largest = 0;
        for (size_t i = 0; i < weights.size(); ++i) {
            const double there =
                static_cast<double>(attention[static_cast<size_t>(head) * weights.size() + i]);
            largest = std::max(largest, std::abs(weights[i] - there));
        }
        return largest;
    }
    [[nodiscard]] QSpinBox* first(const char* name) const { return named<QSpinBox>(*page_, name); }
    [[nodiscard]] QComboBox* exampleBox() const { return named<QComboBox>(*page_, "example"); }
    [[nodiscard]] QComboBox* partBox() const { return named<QComboBox>(*page_, "Show"); }
    static QPushButton* backButton(const StepsPage& page) {
        return named<QPushButton>(page, "Back to typed numbers");
    }
    [[nodiscard]] QString note() const { return named<QLabel>(*page_, "Note")->text(); }
    [[nodiscard]] QString calculation() const { return named<QLabel>(*page_, "Calculation")->text(); }

private Q_SLOTS:
    void init() {
        run_ = std::make_unique<RunFixture>("reverse-deep");  // 4 layers of 4 heads, 16 tokens, d 8 of 32
        page_ = std::make_unique<StepsPage>(run_->model);
        answerAtOnce(page_->study());
        run_->showOn(*page_, {980, 660});
    }
    void cleanup() { close(); }

    void theNumbersAreTheNetworks() {
        QSignalSpy sources(page_.get(), &StepsPage::sourceChanged);
        QVERIFY(!page_->followsTraining());
        page_->showHead(2, 3);
        QVERIFY(page_->followsTraining());
        QVERIFY(!page_->reading().contains(QStringLiteral("edited")));
        QCOMPARE(sources.size(), 1);
        QCOMPARE(figure().steps().of(Step::Weights).rows, 16);
        QVERIFY(difference(2, 3) < 1e-5);
        QVERIFY(difference(2, 1) > 1e-5);
        QVERIFY2(note().contains(QStringLiteral("agree with the network")), qPrintable(note()));
        QCOMPARE(exampleBox()->currentText(), QStringLiteral("Layer 3, head 4"));
        QVERIFY(figure().title().contains(QStringLiteral("layer 3, head 4")));
        // Another head, and another sample.
        page_->showHead(0, 1);
        QVERIFY(difference(0, 1) < 1e-5);
        run_->model.chooseRow(5);
        QVERIFY(difference(0, 1) < 1e-5);
        run_->model.shown().toggleToken(2);
        QVERIFY(page_->input().masked[2]);
        QVERIFY(difference(0, 1) < 1e-5);
        // Training goes on.
        run_->train(3);
        QVERIFY(difference(0, 1) < 1e-5);
    }

    void theTypedNumbersComeBack() {
        named<QDoubleSpinBox>(*page_, "temperature")->setValue(0.5);
        const AttentionInput typed = page_->input();
        QVariantMap before = page_->controls();
        page_->showHead(1, 0);
        QVERIFY(page_->input() != typed);
        backButton(*page_)->click();
        QCOMPARE(page_->input(), typed);
        QCOMPARE(page_->controls(), before);
        QVERIFY(!page_->followsTraining() && !backButton(*page_)->isVisible());
        QCOMPARE(exampleBox()->count(), static_cast<int>(attentionExamples().size()) + 1);
        // So do they by an example.
        page_->showHead(1, 0);
        Q_EMIT exampleBox()->activated(1);
        QCOMPARE(page_->input(), attentionExamples()[1].input);
        QVERIFY(!figure().head());
    }

    void whatIsTooLargeIsCutAndSaysSo() {
        page_->showHead(0, 0);
        QVERIFY(figure().isCut());
        QVERIFY2(note().contains(QStringLiteral("Shown in part")), qPrintable(note()));
        QCOMPARE(first("from query")->suffix(), QStringLiteral(" of 16"));
        QCOMPARE(first("dimension")->suffix(), QStringLiteral(" of 8"));
        QCOMPARE(figure().shownRows(Step::Weights), (std::vector<int>{0, 1, 2, 3, 4, 5}));
        // The first query's strongest key is in view.
        const SmallMatrix& weights = figure().steps().of(Step::Weights);
        const auto strongest = static_cast<int>(
            std::max_element(weights.values.begin(), weights.values.begin() + 16) - weights.values.begin());
        QVERIFY(figure().shows({Step::Weights, 0, strongest}));
        first("from query")->setValue(11);
        first("key")->setValue(3);
        QCOMPARE(figure().shownRows(Step::Weights), (std::vector<int>{10, 11, 12, 13, 14, 15}));
        QCOMPARE(figure().shownColumns(Step::Weights), (std::vector<int>{2, 3, 4, 5, 6, 7}));
        QVERIFY(!figure().shows({Step::Weights, 0, 3}));
        const QPoint cell = page_->view()->rectOf({Step::Weights, 12, 4}).center().toPoint();
        QTest::mouseMove(page_->view(), cell);
        QTRY_COMPARE(figure().lit, (StepCell{Step::Weights, 12, 4}));
        QVERIFY2(calculation().startsWith(QStringLiteral("A[q₁₃, k₅] = ")) &&
                     calculation().contains(QStringLiteral("… (16 terms)")),
                 qPrintable(calculation()));
        // What is saved is whole.
        size_t matrices = 0;
        for (const NamedArray& array : figure().data()) {
            QCOMPARE(static_cast<int64_t>(array.values.size()), elementCount(array.shape));
            if (array.name == "weights") QCOMPARE(array.shape, (std::vector<int64_t>{16, 16}));
            if (array.name == "w_q") QCOMPARE(array.shape, (std::vector<int64_t>{32, 8}));
            if (array.name == "b_o") QCOMPARE(array.shape, (std::vector<int64_t>{1, 32}));
            ++matrices;
        }
        QCOMPARE(matrices, stepCount + 4 + 1);  // biases apart, and the mask
        const QString csv = QString::fromStdString(figure().csv());
        QVERIFY(csv.contains(QStringLiteral("\nA,16,16,")) && csv.contains(QStringLiteral("\nb_Q,1,8,")));
    }

    void sixHundredTokensAreShown() {
        std::vector<int32_t> tokens(600);
        for (size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<int32_t>(i % 7);
        run_->model.shown().chooseSample(sampleOf(tokens));
        page_->showHead(3, 2);
        QCOMPARE(figure().steps().of(Step::Weights).rows, 600);
        QVERIFY(difference(3, 2) < 1e-5);
        QCOMPARE(first("key")->maximum(), 595);
        first("key")->setValue(595);
        QVERIFY(figure().shows({Step::Products, 0, 599}));
        QVERIFY(!renderImage(figure(), {}).isNull());
    }

    void everyPartIsPaintedWhole_data() {
        QTest::addColumn<int>("part");
        QTest::newRow("projections") << 0;
        QTest::newRow("attention") << 1;
        QTest::newRow("heads joined") << 2;
    }
    void everyPartIsPaintedWhole() {
        QFETCH(int, part);
        page_->showHead(1, 2);
        partBox()->setCurrentIndex(part);
        QCOMPARE(static_cast<int>(figure().part), part);
        const std::vector<Step> shown = figure().shownSteps();
        QCOMPARE(shown.size(), (std::vector<size_t>{7, 8, 4})[static_cast<size_t>(part)]);
        for (const QSize at : {QSize(520, 360), QSize(980, 640), QSize(1640, 920)}) {
            const QRectF all{QPointF(), QSizeF(at)};
            const StepsLayout place = figure().layout(all, FigureStyle::light());
            for (const Step step : shown) {
                QVERIFY(all.contains(place.of(step).cells));
                for (const Step other : shown)
                    QVERIFY(step == other || !place.of(step).cells.intersects(place.of(other).cells));
                // Every shown number says where it comes from.
                for (const int row : place.of(step).rows)
                    for (const int col : place.of(step).columns) {
                        QVERIFY(figure().cellAt(place, place.cellRect(step, row, col).center()) ==
                                (StepCell{step, row, col}));
                        QVERIFY(!figure().calculation({step, row, col}).isEmpty());
                    }
            }
            const ExportOptions options{.size = at};
            QVERIFY(!renderImage(figure(), options).isNull());
        }
    }

    void theCalculationOfAProjectionIsWritten() {
        page_->showHead(0, 0);
        const QString text = figure().calculation({Step::Q, 1, 2});
        QVERIFY2(text.startsWith(QStringLiteral("Q[q₂, 3] = ")) &&
                     text.contains(QStringLiteral("… (32 terms) + ")),
                 qPrintable(text));
        partBox()->setCurrentIndex(2);
        QVERIFY2(
            figure().calculation({Step::Joined, 1, 2}).startsWith(QStringLiteral("H[q₂, 3] = O[q₂, 3] = ")),
            qPrintable(figure().calculation({Step::Joined, 1, 2})));
        QVERIFY(figure().calculation({Step::Joined, 1, 9}).contains(QStringLiteral("from head 2")));
        QCOMPARE(figure().readout({Step::OutputWeights, 32, 0}).section(QLatin1Char(','), 1, 1),
                 QStringLiteral(" bias"));
    }

    void theNumbersOfANetworkAreNotTyped() {
        page_->showHead(0, 0);
        const AttentionInput before = page_->input();
        QTest::mouseClick(page_->view(), Qt::LeftButton, {},
                          page_->view()->rectOf({Step::Q, 1, 1}).center().toPoint());
        QVERIFY(!page_->view()->editor()->isVisible());
        QTest::keyClicks(page_->view(), QStringLiteral("4"));
        QCOMPARE(page_->input(), before);
        // Arrows stay in what is shown.
        partBox()->setCurrentIndex(0);
        page_->view()->setFocus(Qt::TabFocusReason);
        for (int i = 0; i < 40; ++i) QTest::keyClick(page_->view(), i % 3 ? Qt::Key_Right : Qt::Key_Down);
        QVERIFY(figure().shows(page_->view()->current()));
    }

    void whatIfIsSaid() {
        page_->showHead(0, 0);
        named<QCheckBox>(*page_, "Causal mask")->click();
        QCOMPARE(figure().steps().of(Step::Weights).at(0, 0), 1.0);
        QVERIFY2(note().startsWith(QStringLiteral("Changed by hand")), qPrintable(note()));
        // It stays while the network learns, and goes with the head.
        run_->train(2);
        QVERIFY(page_->input().causal);
        page_->showHead(0, 1);
        QVERIFY(!page_->input().causal);
        backButton(*page_)->click();
        QCOMPARE(page_->input(), attentionExamples().front().input);
    }

    void aHeadIsRemembered() {
        page_->showHead(2, 1);
        partBox()->setCurrentIndex(2);
        StepsPage other(run_->model);
        answerAtOnce(other.study());
        other.show();
        other.restoreControls(page_->controls());
        QVERIFY(other.view()->figure().head());
        QCOMPARE(other.view()->figure().head()->layer, 2);
        QCOMPARE(other.view()->figure().head()->head, 1);
        QCOMPARE(other.view()->figure().part, StepsPart::Joining);
        backButton(other)->click();
        QCOMPARE(other.input(), attentionExamples().front().input);
    }

    void aNetworkWithoutThatHeadBringsTheTypedNumbersBack() {
        page_->showHead(3, 3);
        QVERIFY(figure().head());
        run_->config.network.numLayers = 2;
        run_->show();
        QVERIFY(!figure().head());
        QCOMPARE(page_->input(), attentionExamples().front().input);
    }
};

TEST_CLASS(TestStepsHead, QApplication)
#include "test_steps_head.moc"
