// The page on which a language model writes: the text, what was likely, going on from another token, shades,
// and what it says of an earlier network.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QtTest>
#include <atomic>
#include <cmath>

#include "model/data/language_data.h"
#include "model/network/program.h"
#include "runner.h"
#include "ui/asked.h"
#include "ui/named.h"
#include "ui/pages/write/likely_table.h"
#include "ui/pages/write/write_page.h"
#include "ui/views/text_view.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_write_page {

class TestWritePage : public QObject {
    Q_OBJECT
    RunConfig config_ = presetByName("characters");
    std::shared_ptr<const DataSet> data_;
    std::shared_ptr<const std::vector<float>> parameters_;
    std::unique_ptr<RunModel> model_;
    std::unique_ptr<Looks> looks_;
    std::unique_ptr<WritePage> page_;

    [[nodiscard]] const TextFigure& figure() const { return view()->figure(); }
    [[nodiscard]] const WrittenText& written() const { return *page_->study().answer(); }
    [[nodiscard]] QString likely(int row) const { return likely()->item(row, 0)->text(); }
    [[nodiscard]] TextView* view() const { return page_->findChild<TextView*>(); }
    [[nodiscard]] QPlainTextEdit* prompt() const { return named<QPlainTextEdit>(*page_, "Prompt"); }
    [[nodiscard]] QDoubleSpinBox* temperature() const { return named<QDoubleSpinBox>(*page_, "Temperature"); }
    [[nodiscard]] QSpinBox* topK() const { return named<QSpinBox>(*page_, "Top-k"); }
    [[nodiscard]] QSpinBox* seed() const { return named<QSpinBox>(*page_, "Seed"); }
    [[nodiscard]] QComboBox* shade() const { return named<QComboBox>(*page_, "Shading"); }
    [[nodiscard]] LikelyTable* likely() const { return page_->findChild<LikelyTable*>(); }
    [[nodiscard]] QString about() const { return named<QLabel>(*page_, "About the text")->text(); }

private Q_SLOTS:
    void initTestCase() {
        config_.data.trainSize = 50;
        config_.data.validationSize = config_.data.testSize = 5;
        config_.data.length = 24;
        config_.network.modelDim = 16;
        config_.network.numLayers = 2;
        config_.network.maxPositions = 24;
        data_ = std::make_shared<const DataSet>(makeLanguageData(config_.data));
        parameters_ = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(config_.network, config_.data.length), 3));
    }
    void init() {
        model_ = std::make_unique<RunModel>();
        looks_ = std::make_unique<Looks>(*model_, Looks::Answered::AtOnce);
        page_ = std::make_unique<WritePage>(*model_);
        answerAtOnce(page_->study());
        page_->resize(1000, 640);
        page_->show();
        model_->showNetwork(config_, parameters_, data_);
    }
    void cleanup() { page_.reset(); }

    void writesBehindTheFirstTokensOfTheSample() {
        QVERIFY(page_->suits(config_) && page_->leads(config_));
        QVERIFY(!page_->suits(presetByName("reverse")));
        QVERIFY(!prompt()->toPlainText().isEmpty());
        QVERIFY(page_->study().answer());
        QCOMPARE(written().promptTokens, size_t{12});
        QCOMPARE(written().tokens.size(), size_t{212});
        QVERIFY(figure().text.startsWith(prompt()->toPlainText()));
        QCOMPARE(figure().tokens.size(), size_t{212});
        QVERIFY2(about().contains("200 tokens behind a prompt of 12"), qPrintable(about()));
        QVERIFY2(about().contains("reads 24 tokens at most"), qPrintable(about()));
        // Surprise is the shade.
        QCOMPARE(figure().values.size(), size_t{212});
        QCOMPARE(figure().values[50], static_cast<float>(*written().tokens[50].surprise()));
        QVERIFY(std::isnan(figure().values[0]));
    }
    void theSameSeedTheSameText() {
        const QString first = figure().text;
        seed()->setValue(9);
        QVERIFY(figure().text != first);
        seed()->setValue(0);
        QCOMPARE(figure().text, first);
        temperature()->setValue(0);
        const QString likeliest = figure().text;
        seed()->setValue(9);
        QCOMPARE(figure().text, likeliest);
        named<QSpinBox>(*page_, "Tokens")->setValue(30);
        QCOMPARE(written().tokens.size(), size_t{42});
        prompt()->setPlainText("The");
        named<QPushButton>(*page_, "Write")->click();
        QCOMPARE(written().tokens.size(), size_t{33});
    }
    void theLikeliestAreListed() {
        QVERIFY(page_->likelyTitle().startsWith("The next token"));
        QCOMPARE(likely()->rowCount(), 5);
        view()->setChosen(40);
        Q_EMIT view()->tokenChosen(40);
        QVERIFY2(page_->likelyTitle().startsWith("Token 41, “"), qPrintable(page_->likelyTitle()));
        QVERIFY(page_->likelyTitle().contains("bits"));
        QCOMPARE(likely()->rowCount(), 5);
        QCOMPARE(likely(0),
                 QString::fromStdString(data_->names.vocabulary.word(written().tokens[40].likeliest[0].id)));
        QVERIFY(page_->goBack());
        QVERIFY(!page_->goBack());
    }
    void itGoesOnFromAnotherToken() {
        view()->setChosen(40);
        Q_EMIT view()->tokenChosen(40);
        const QString before = figure().text.left(40);
        const int32_t other =
            written()
                .tokens[40]
                .likeliest[written().tokens[40].id == written().tokens[40].likeliest[1].id ? 2 : 1]
                .id;
        const int row = written().tokens[40].likeliest[1].id == other ? 1 : 2;
        Q_EMIT likely()->cellClicked(row, 0);
        QCOMPARE(written().tokens[40].id, other);
        QVERIFY(written().tokens[40].isGiven);
        QCOMPARE(written().tokens.size(), size_t{212});
        QCOMPARE(figure().text.left(40), before);
        // Behind the end it grows.
        const int32_t next = written().next[0].id;
        Q_EMIT likely()->cellClicked(0, 0);
        QCOMPARE(written().tokens[212].id, next);
        QVERIFY(written().tokens.size() > 212);
    }
    void attentionOfAToken() {
        shade()->setCurrentIndex(1);
        view()->setChosen(20);
        Q_EMIT view()->tokenChosen(20);
        QVERIFY2(figure().valueLabel.contains("attention from token 21, layer 1"),
                 qPrintable(figure().valueLabel));
        double sum = 0;
        for (int i = 0; i <= 20; ++i) sum += static_cast<double>(figure().values[static_cast<size_t>(i)]);
        QVERIFY(std::abs(sum - 1) < 1e-4);
        QVERIFY(std::isnan(figure().values[21]));
    }
    void anotherStateIsSaid() {
        model_->setState(RunState::Training);
        auto later = std::make_shared<std::vector<float>>(*parameters_);
        (*later)[5] += 1;
        model_->shown().setLatest(later);
        shade()->setCurrentIndex(1);
        shade()->setCurrentIndex(0);
        QVERIFY2(about().contains("of another state"), qPrintable(about()));
        model_->setState(RunState::Finished);  // then it writes again
        QVERIFY2(!about().contains("of another state"), qPrintable(about()));
    }
    void controlsAreKept() {
        temperature()->setValue(1.5);
        topK()->setValue(3);
        prompt()->setPlainText("A cat");
        const QVariantMap controls = page_->controls();
        page_->restoreControls({});
        QCOMPARE(topK()->value(), 0);
        page_->restoreControls(controls);
        QCOMPARE(temperature()->value(), 1.5);
        QCOMPARE(topK()->value(), 3);
        QCOMPARE(prompt()->toPlainText(), QString("A cat"));
    }
};

}  // namespace test_write_page

using test_write_page::TestWritePage;
TEST_CLASS(TestWritePage, QApplication)
#include "test_write_page.moc"
