// Attention step by step on the real page: typed numbers, clicked keys, keyboard, hover and export.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <cmath>

#include "runner.h"
#include "ui/export/export.h"
#include "ui/named.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/views/steps_view.h"

using namespace attx;

class TestStepsPage : public QObject {
    Q_OBJECT

    RunModel model_;  // without a network
    std::unique_ptr<StepsPage> page_;

    [[nodiscard]] QPoint centre(Step step, int row, int col) const {
        return page_->view()->rectOf({step, row, col}).center().toPoint();
    }
    [[nodiscard]] QPoint keyName(int key) const { return centre(Step::K, key, -1); }
    [[nodiscard]] double value(Step step, int row, int col) const {
        return page_->view()->figure().steps().of(step).at(row, col);
    }
    [[nodiscard]] QSpinBox* size(const char* name) const { return named<QSpinBox>(*page_, name); }
    [[nodiscard]] QComboBox* exampleBox() const { return named<QComboBox>(*page_, "example"); }
    [[nodiscard]] QString note() const { return named<QLabel>(*page_, "Note")->text(); }
    [[nodiscard]] QString calculation() const { return named<QLabel>(*page_, "Calculation")->text(); }

private Q_SLOTS:
    void init() {
        page_ = std::make_unique<StepsPage>(model_);
        page_->resize(980, 660);
        page_->show();
        page_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(page_.get()));
    }
    void cleanup() { page_.reset(); }

    void examplesShowTheirPrintedNumbers_data() {
        const Rows<int, double> row("index", "firstOutput");
        row("JAX", 0, 0.376226);
        row("PyTorch", 1, 0.5698);
        row("laboratory", 2, -0.4815);
    }
    void examplesShowTheirPrintedNumbers() {
        QFETCH(int, index);
        QFETCH(double, firstOutput);
        QCOMPARE(exampleBox()->currentIndex(), 0);  // never empty
        exampleBox()->setCurrentIndex(index);
        Q_EMIT exampleBox()->activated(index);
        QVERIFY(std::abs(value(Step::Output, 0, 0) - firstOutput) < 1e-4);
        QVERIFY2(note().contains(QStringLiteral("agree with the notebook")), qPrintable(note()));
    }

    void aNumberIsTypedInItsCell() {
        QTest::mouseClick(page_->view(), Qt::LeftButton, {}, centre(Step::Q, 0, 1));
        QLineEdit* editor = page_->view()->editor();
        QVERIFY(editor->isVisible());
        QCOMPARE(editor->text(), QStringLiteral("0.70056266"));
        QTest::keyClicks(editor, QStringLiteral("-2,5"));
        QCOMPARE(value(Step::Q, 0, 1), -2.5);  // at once, a comma too
        QCOMPARE(value(Step::Products, 0, 0), -0.6613315 * 1.7257481 - 2.5 * 0.35568172);
        QCOMPARE(exampleBox()->currentText(), QStringLiteral("Own numbers"));
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(!editor->isVisible());
        QCOMPARE(page_->input().q.at(0, 1), -2.5);
        // An example in between loses nothing.
        Q_EMIT exampleBox()->activated(1);
        QCOMPARE(page_->input().q.at(0, 1), 0.1288);
        Q_EMIT exampleBox()->activated(3);
        QCOMPARE(page_->input().q.at(0, 1), -2.5);
    }
    void escTakesBackWhatWasTyped() {
        QTest::mouseClick(page_->view(), Qt::LeftButton, {}, centre(Step::V, 2, 0));
        QTest::keyClicks(page_->view()->editor(), QStringLiteral("7"));
        QCOMPARE(page_->input().v.at(2, 0), 7.0);
        QTest::keyClick(page_->view()->editor(), Qt::Key_Escape);
        QCOMPARE(page_->input(), attentionExamples().front().input);
        QCOMPARE(exampleBox()->currentIndex(), 0);
    }
    void whatIsNoNumberIsSaid() {
        QTest::mouseClick(page_->view(), Qt::LeftButton, {}, centre(Step::K, 1, 0));
        QTest::keyClicks(page_->view()->editor(), QStringLiteral("1x"));
        QCOMPARE(page_->input().k.at(1, 0), 1.0);  // the last number stays
        QVERIFY2(note().contains(QStringLiteral("1x")), qPrintable(note()));
        QTest::keyClick(page_->view()->editor(), Qt::Key_Backspace);
        QVERIFY(!note().contains(QStringLiteral("1x")));
    }
    void cellsAreParsed_data() {
        const Rows<QString, double> row("text", "number");
        row("comma", " -0,5", -0.5);
        row("minus sign", "−3", -3.0);
        row("exponent", "5e-1", 0.5);
        row("empty", {}, double(NAN));
        row("word", "nan", double(NAN));
        row("infinite", "inf", double(NAN));
        row("too large", "1001", double(NAN));
    }
    void cellsAreParsed() {
        QFETCH(QString, text);
        QFETCH(double, number);
        const std::optional<double> parsed = parseCell(text);
        QCOMPARE(parsed.has_value(), !std::isnan(number));
        if (parsed) QCOMPARE(*parsed, number);
    }

    void tabAndArrowsMove() {
        StepsView& view = *page_->view();
        view.setFocus(Qt::TabFocusReason);
        QCOMPARE(view.current(), (StepCell{Step::Q, 0, 0}));
        QTest::keyClick(&view, Qt::Key_Tab);
        QCOMPARE(view.current(), (StepCell{Step::Q, 0, 1}));
        QTest::keyClick(&view, '4');  // typing starts at once
        QTRY_VERIFY(view.editor()->hasFocus());
        QTest::keyClick(view.editor(), '2');
        QCOMPARE(page_->input().q.at(0, 1), 42.0);
        QTest::keyClick(view.editor(), Qt::Key_Tab);
        QCOMPARE(view.current(), (StepCell{Step::Q, 1, 0}));
        QTest::keyClick(view.editor(), Qt::Key_Down);
        QTest::keyClick(view.editor(), Qt::Key_Right);
        QCOMPARE(view.current(), (StepCell{Step::Q, 2, 1}));
        QTest::keyClick(view.editor(), Qt::Key_Right);  // over the edge
        QCOMPARE(view.current(), (StepCell{Step::K, 2, 0}));
        QTest::keyClick(view.editor(), Qt::Key_Return);
        for (int i = 0; i < 2; ++i) QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.current(), (StepCell{Step::Products, 2, 0}));
        QVERIFY2(calculation().startsWith(QStringLiteral("P[q₃, k₁] = ")), qPrintable(calculation()));
        QTest::keyClick(&view, Qt::Key_M);
        QCOMPARE(page_->input().masked, (std::vector<bool>{true, false, false}));
    }
    void tabLeavesAfterTheLastNumber() {
        StepsView& view = *page_->view();
        view.setFocus(Qt::BacktabFocusReason);
        QCOMPARE(view.current(), (StepCell{Step::V, 2, 1}));
        QTest::keyClick(&view, Qt::Key_Tab);
        QVERIFY(!view.hasFocus());
    }

    void aClickOnAKeyMasksIt() {
        QTest::mouseClick(page_->view(), Qt::LeftButton, {}, keyName(1));
        QCOMPARE(page_->input().masked, (std::vector<bool>{false, true, false}));
        QCOMPARE(value(Step::Weights, 0, 1), 0.0);
        QVERIFY(std::isinf(value(Step::Logits, 2, 1)));
        // By the name of a column too, and back.
        QTest::mouseClick(page_->view(), Qt::LeftButton, {}, centre(Step::Weights, columnName, 1));
        QCOMPARE(page_->input().masked, (std::vector<bool>{false, false, false}));
        for (int key = 0; key < 3; ++key) QTest::mouseClick(page_->view(), Qt::LeftButton, {}, keyName(key));
        QVERIFY(std::isnan(value(Step::Output, 0, 0)));
        QVERIFY2(note().contains(QStringLiteral("Every key is masked")), qPrintable(note()));
        QVERIFY(!renderImage(page_->view()->figure(), {}).isNull());
        for (auto* button : page_->findChildren<QPushButton*>())
            if (button->text().startsWith(QStringLiteral("Unmask"))) button->click();
        QCOMPARE(page_->input(), attentionExamples().front().input);
    }

    void aCausalMaskHidesWhatComesLater() {
        named<QCheckBox>(*page_, "Causal mask")->click();
        QCOMPARE(value(Step::Weights, 0, 0), 1.0);
        QCOMPARE(value(Step::Weights, 1, 2), 0.0);
        QVERIFY(value(Step::Weights, 2, 2) > 0);
        QVERIFY2(page_->view()
                     ->figure()
                     .calculation({Step::Logits, 0, 2})
                     .contains(QStringLiteral("key 3 comes after")),
                 qPrintable(page_->view()->figure().calculation({Step::Logits, 0, 2})));
        QCOMPARE(exampleBox()->currentIndex(), 0);  // still that example …
        QVERIFY(note().isEmpty());                  // … but not what is printed
        QTest::mouseClick(page_->view(), Qt::LeftButton, {}, keyName(0));
        QVERIFY2(note().contains(QStringLiteral("query 1")), qPrintable(note()));
        const std::vector<NamedArray> data = page_->frames().front()->figure()->data();
        QCOMPARE(data.back().name, std::string("causal_mask"));
        QCOMPARE(data.back().values, (std::vector<float>{0, 1, 1, 0, 0, 1, 0, 0, 0}));
    }

    void scalingAndTemperature() {
        named<QCheckBox>(*page_, "Scale by 1/√d")->click();
        QCOMPARE(value(Step::Logits, 1, 1), value(Step::Products, 1, 1));
        named<QDoubleSpinBox>(*page_, "temperature")->setValue(0);
        for (int i = 0; i < 3; ++i) {
            double largest = 0;
            for (int j = 0; j < 3; ++j) largest = std::max(largest, value(Step::Weights, i, j));
            QCOMPARE(largest, 1.0);
        }
        QCOMPARE(exampleBox()->currentIndex(), 0);  // it is still that example …
        QVERIFY(note().isEmpty());                  // … but not what is printed
    }

    void sizesKeepWhatIsThere() {
        size("keys")->setValue(6);
        size("width d")->setValue(4);
        size("of values")->setValue(1);
        QCOMPARE(page_->input().k.rows, 6);
        QCOMPARE(page_->input().q.cols, 4);
        QCOMPARE(page_->input().v.cols, 1);
        QCOMPARE(page_->input().k.at(1, 1), 1.2873708);
        QVERIFY(page_->input().k.at(5, 3) != 0);
        QCOMPARE(page_->input().masked.size(), size_t(6));
        QCOMPARE(page_->view()->figure().steps().of(Step::Weights).cols, 6);
    }
    void everySizeIsPainted() {
        for (const int n : {1, 2, 6}) {
            for (const char* name : {"queries", "keys", "width d", "of values"}) size(name)->setValue(n);
            for (const QSize at : {QSize(520, 360), QSize(980, 640), QSize(1640, 920)}) {
                const StepsLayout place =
                    page_->view()->figure().layout(QRectF(QPointF(), QSizeF(at)), FigureStyle::light());
                for (const Step step : page_->view()->figure().shownSteps()) {
                    QVERIFY(QRectF(QPointF(), QSizeF(at)).contains(place.of(step).cells));
                    for (const Step other : page_->view()->figure().shownSteps())
                        QVERIFY(step == other || !place.of(step).cells.intersects(place.of(other).cells));
                }
                const ExportOptions options{.size = at};
                QVERIFY(!renderImage(page_->view()->figure(), options).isNull());
            }
        }
    }

    void hoverShowsWhereANumberComesFrom() {
        QSignalSpy readouts(page_.get(), &Page::readout);
        QTest::mouseMove(page_->view(), centre(Step::Products, 1, 2));
        QTRY_COMPARE(page_->view()->figure().lit, (StepCell{Step::Products, 1, 2}));
        QCOMPARE(calculation(), QStringLiteral("P[q₂, k₃] = 0.082 · 1.687 + (−1.779) · (−0.571) = 1.156"));
        QCOMPARE(readouts.back().front().toString(), QStringLiteral("Products, query 2, key 3: 1.155781"));
        const std::pair<Step, QString> others[]{
            {Step::Logits, QStringLiteral("L[q₂, k₃] = 1.156 / √2 = 0.817")},
            {Step::Exponentials, QStringLiteral("E[q₂, k₃] = exp(0.817 − 0.817) = 1.000")},
            {Step::Weights, QStringLiteral("A[q₂, k₃] = 1.000 / (0.312 + 0.094 + 1.000) = 0.711")}};
        for (const auto& [step, text] : others)
            QCOMPARE(page_->view()->figure().calculation({step, 1, 2}), text);
        QCOMPARE(page_->view()->figure().calculation({Step::Output, 1, 0}),
                 QStringLiteral("O[q₂, 1] = 0.222 · 1.513 + 0.067 · 0.279 + 0.711 · (−1.100) = −0.428"));
    }

    void theFigureGivesEveryMatrix() {
        QTest::mouseMove(page_->view(), centre(Step::Products, 1, 2));
        const std::unique_ptr<Figure> figure = page_->frames().front()->figure();
        QCOMPARE(figure->name(), QStringLiteral("attention-step-by-step"));
        const std::vector<NamedArray> data = figure->data();
        QCOMPARE(data.size(), size_t(8 + 1));
        for (const NamedArray& array : data)
            QCOMPARE(static_cast<int64_t>(array.values.size()), elementCount(array.shape));
        QCOMPARE(data[6].name, std::string("weights"));
        QCOMPARE(data[6].values[1], 0.54049295f);
        const QString csv = QString::fromStdString(figure->csv());
        QVERIFY(csv.contains(QStringLiteral("\nV,3,1,-1.1003422\n")));
        QCOMPARE(csv.count(QLatin1Char('\n')), 1 + 3 * 6 + 4 * 9 + 6 + 3);
        QVERIFY(csv.endsWith(QStringLiteral("\nmask,1,3,0\n")));
    }

    void controlsAreRestored() {
        size("keys")->setValue(5);
        named<QDoubleSpinBox>(*page_, "temperature")->setValue(0.25);
        named<QCheckBox>(*page_, "Causal mask")->click();
        QTest::mouseClick(page_->view(), Qt::LeftButton, {}, keyName(4));
        StepsPage other(model_);
        other.restoreControls(page_->controls());
        QCOMPARE(other.input(), page_->input());
        QVariantMap broken = page_->controls();
        broken[QStringLiteral("q")] = QVariantList{1.0};
        other.restoreControls(broken);
        other.restoreControls({});
        QCOMPARE(other.input(), page_->input());
    }
};

TEST_CLASS(TestStepsPage, QApplication)
#include "test_steps_page.moc"
