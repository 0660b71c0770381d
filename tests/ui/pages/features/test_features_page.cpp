// The page Features: vectors that are typed and those of files, for a network that answers no task.
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <cmath>

#include "model/files/files.h"
#include "model/files/npy.h"
#include "runner.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/features/features_page.h"
#include "ui/pages/sample_number.h"
#include "ui/pages/sets/sets_page.h"

using namespace attx;

namespace test_features_page {

class TestFeaturesPage : public QObject, PageTest<FeaturesPage> {
    Q_OBJECT
    QTemporaryDir folder_;

    [[nodiscard]] std::vector<double> shownProbabilities() const {
        std::vector<double> shown;
        const auto* answers = named<QTableWidget>(*page_, "Answers");
        for (int row = 0; row < answers->rowCount(); ++row)
            shown.push_back(answers->item(row, 2)->text().toDouble());
        return shown;
    }
    [[nodiscard]] std::vector<double> probabilities() const {
        std::vector<double> found;
        for (const float value : classProbabilities(run_->model.inspection().logits))
            found.push_back(static_cast<double>(value));
        std::sort(found.rbegin(), found.rend());
        return found;
    }
    [[nodiscard]] bool answersAreThoseOfTheNetwork() const {
        const std::vector<double> shown = shownProbabilities(), found = probabilities();
        bool same = shown.size() == 3 && found.size() == 3;
        for (size_t i = 0; same && i < 3; ++i) same = std::abs(shown[i] - found[i]) < 6e-4;
        return same;
    }
    [[nodiscard]] QPlainTextEdit* vectors() const { return named<QPlainTextEdit>(*page_, "Vectors"); }
    [[nodiscard]] QSpinBox* number() const { return named<QSpinBox>(*page_, "Set"); }
    [[nodiscard]] QString said() const { return named<QLabel>(*page_, "Message")->text(); }

private Q_SLOTS:
    void init() {
        run_ = std::make_unique<RunFixture>("anomaly-shapes");
        NetworkConfig& network = run_->config.network;
        network.output = OutputKind::Pooled;
        network.inputDim = 4;
        network.numClasses = 3;
        run_->data.reset();
        run_->show();
        page_ = std::make_unique<FeaturesPage>(run_->model);
        page_->resize(900, 600);
        page_->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
    }
    void cleanup() { close(); }

    void itIsForNetworksThatAnswerNoTask() {
        QVERIFY(page_->suits(run_->config) && page_->leads(run_->config));
        QVERIFY(!EvaluatePage(run_->model).suits(run_->config) && !SetsPage(run_->model).suits(run_->config));
        QVERIFY(!page_->suits(presetByName("anomaly-shapes")) && !page_->suits(presetByName("reverse")));
        QVERIFY(!page_->suits(presetByName("patches")));
    }

    void whatIsShownFirstIsDrawnAndSaysSo() {
        const Sample& sample = run_->model.sample();
        QCOMPARE(sample.words.front(), std::string("drawn 1"));
        QVERIFY(std::ranges::any_of(sample.features, [&](float x) { return x != sample.features.front(); }));
        QVERIFY2(said().contains(QStringLiteral("These numbers are drawn")), qPrintable(said()));
        QCOMPARE(parseVectors(vectors()->toPlainText(), 4).values, sample.features);
        QVERIFY(answersAreThoseOfTheNetwork());
        SampleNumber number(run_->model);
        number.show();
        QVERIFY(!number.findChild<QSpinBox*>()->isVisible());  // there is no other sample
    }

    void typedVectorsAreAnswered() {
        vectors()->setPlainText(QStringLiteral("1, 2, 3, 4\n\n-1e-1 0 0.5;2"));
        QCOMPARE(run_->model.sample().features, (std::vector<float>{1, 2, 3, 4, -0.1F, 0, 0.5F, 2}));
        QCOMPARE(run_->model.sample().length(), 2);
        QVERIFY(answersAreThoseOfTheNetwork());
        QVERIFY(said().isEmpty());
        const std::vector<float> before = run_->model.sample().features;
        vectors()->setPlainText(QStringLiteral("1 2 3 4\n1 2 3"));
        QVERIFY2(said().contains(QStringLiteral("Line 2: expected 4 numbers, found 3.")), qPrintable(said()));
        vectors()->setPlainText(QStringLiteral("1 2 x 4"));
        QVERIFY(said().contains(QStringLiteral("found \"x\"")));
        vectors()->clear();
        QVERIFY(said().contains(QStringLiteral("Type a vector of 4 numbers")));
        QCOMPARE(run_->model.sample().features, before);
    }

    void setsOfAFileAreChosen() {
        std::vector<float> values(2 * 3 * 4);
        for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 8;
        const QString file = folder_.filePath("two.npy");
        writeFileAtomically(file.toStdString(), npyBytes({"x", {2, 3, 4}, values}));
        QVERIFY(!number()->isVisible());
        page_->openFile(file);
        QVERIFY(number()->isVisible());
        QCOMPARE(run_->model.sample().length(), 3);
        QCOMPARE(run_->model.sample().features.front(), 0.0F);
        QVERIFY2(said().contains(QStringLiteral("2 sets of 3 vectors of 4 numbers")), qPrintable(said()));
        number()->setValue(2);
        QCOMPARE(run_->model.sample().features.front(), 1.5F);
        QVERIFY(vectors()->toPlainText().startsWith(QStringLiteral("1.5 1.625 1.75 1.875\n")));
        QVERIFY(answersAreThoseOfTheNetwork());
        writeFileAtomically(file.toStdString(), npyBytes({"x", {2, 5}, std::vector<float>(10)}));
        page_->openFile(file);
        QVERIFY2(said().contains(QStringLiteral("found [2, 5]")), qPrintable(said()));
        QCOMPARE(run_->model.sample().features.front(), 1.5F);
    }

    void linesThatCannotBeReadAreLeftOutAndSaid() {
        const QString file = folder_.filePath("some.csv");
        writeFileAtomically(file.toStdString(), "0,1,2,3,4,5,6,7\n0,x,2,3,4,5,6,7\n8,1,2,3,4,5,6,7\n");
        page_->openFile(file);  // a set in each line
        QVERIFY2(said().startsWith(QStringLiteral("⚠ ")) && said().contains("2 sets of 2 vectors") &&
                     said().contains("line 2: expected numbers, found \"x\""),
                 qPrintable(said()));
        number()->setValue(2);
        QCOMPARE(run_->model.sample().features.front(), 8.0F);
        run_->config.data.setSize = 2;
        run_->show();
        writeFileAtomically(file.toStdString(), "0,1,2,3\n0,x,2,3\n4,1,2,3\n");
        page_->openFile(file);  // a vector in each line: without one, the next is in another set
        QVERIFY2(said().contains("in other sets"), qPrintable(said()));
        QVERIFY(!number()->isVisible());
    }

    /// Several are the window's, which says that one can be opened at a time.
    void onlyOneFileIsTaken() {
        QMimeData data;
        for (const bool isTaken : {true, false}) {
            data.setUrls(data.urls() << QUrl::fromLocalFile(folder_.filePath("some.npy")));
            QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            enter.ignore();
            QApplication::sendEvent(page_.get(), &enter);
            QCOMPARE(enter.isAccepted(), isTaken);
        }
    }
};

TEST_CLASS(TestFeaturesPage, QApplication)

}  // namespace test_features_page
#include "test_features_page.moc"
