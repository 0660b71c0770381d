// The page Samples: every sequence with its answers, those with mistakes alone, and the one looked at.
#include <QComboBox>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <memory>
#include <set>

#include "runner.h"
#include "ui/asked.h"
#include "ui/figures/evaluate/sequences_figure.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/samples/samples_page.h"

using namespace attx;

class TestSamplesPage : public QObject, PageTest<SamplesPage> {
    Q_OBJECT

    std::unique_ptr<QSignalSpy> asked_;

    /// One that is right but for the first two positions of the second sequence.
    void answerWith(int mistakes) const {
        Evaluation made;
        made.output = OutputKind::Positions;
        made.classes = 10;
        made.positions = 16;
        made.test = named<QComboBox>(*page_, "Data")->currentIndex() == 1;
        for (int example = 0; example < 8; ++example)
            for (int position = 0; position < 16; ++position)
                made.answers.push_back(
                    {example, position, 3, example == 1 && position < mistakes ? 4 : 3, 0.9F, 0});
        made.examples = 8;
        const auto query = asked_->back()[0].value<Query>();
        page_->study().take(query.tag, std::make_shared<const Evaluation>(made), true);
    }
    [[nodiscard]] SequencesFigure figure() const {
        const std::unique_ptr<Figure> shown = page_->frames().front()->figure();
        return dynamic_cast<const SequencesFigure&>(*shown);
    }
    [[nodiscard]] QListView* list() const { return named<QListView>(*page_, "Sequences"); }
    [[nodiscard]] QString summary() const { return named<QLabel>(*page_, "Summary")->text(); }

private Q_SLOTS:
    void init() {
        make("reverse", {900, 1200});
        asked_ = std::make_unique<QSignalSpy>(&page_->study(), &StudyBase::asked);
        page_->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
        QCOMPARE(asked_->size(), 1);
    }
    void cleanup() { close(); }

    void whileItTrainsThePageSaysWhenAnswersCome() {
        workOut(page_->study(), *asked_);
        const QString before = summary();
        run_->train(3);
        QCOMPARE(summary(), before + QStringLiteral(" · of another state of the network"));
        page_->study().forget();
        QCOMPARE(summary(), QStringLiteral("The answers come when the training pauses or ends."));
    }

    void everySequenceHasItsAnswers() {
        workOut(page_->study(), *asked_);
        QCOMPARE(list()->model()->rowCount(), 8);
        QCOMPARE(asked_->size(), 1);
        const SequencesFigure shown = figure();
        QVERIFY(!shown.sequences.empty());
        const ShownSequence& first = shown.sequences.front();
        QCOMPARE(first.number, 1);
        QCOMPARE(first.tokens.size(), 16);
        QCOMPARE(first.answers.size(), size_t{16});
        QCOMPARE(first.tokens[15], QString::number(first.answers[0].truth));  // reversed
        QVERIFY(summary().contains(QStringLiteral("of 8 sequences have mistakes")));
    }

    void thoseWithMistakesAlone() {
        answerWith(2);
        QCOMPARE(list()->model()->rowCount(), 8);
        page_->showCombo()->setCurrentIndex(1);
        QCOMPARE(list()->model()->rowCount(), 1);
        QCOMPARE(figure().sequences.front().number, 2);
        QCOMPARE(figure().sequences.front().wrong(), 2);
        list()->setCurrentIndex(list()->model()->index(0, 0));
        QCOMPARE(run_->model.sampleRow(), int64_t{1});
        page_->showCombo()->setCurrentIndex(0);
        QCOMPARE(list()->currentIndex().row(), 1);  // it is still the one looked at
        run_->model.chooseRow(5);
        QCOMPARE(list()->currentIndex().row(), 5);
    }

    void nothingWrongIsSaid() {
        answerWith(0);
        QCOMPARE(summary(), QStringLiteral("all 8 sequences are right"));
    }

    void anotherSplitIsAnotherQuestion() {
        workOut(page_->study(), *asked_);
        named<QComboBox>(*page_, "Data")->setCurrentIndex(1);
        QCOMPARE(asked_->size(), 2);
        answerWith(1);
        QCOMPARE(list()->model()->rowCount(), 8);
    }

    void numbersAndPictureSayTheSame() {
        answerWith(2);
        const SequencesFigure shown = figure();
        const std::vector<NamedArray> arrays = shown.data();
        const QStringList lines =
            QString::fromStdString(shown.csv()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.front(), QStringLiteral("example,input,position,true,predicted,probability,split,n"));
        QCOMPARE(lines.size() - 1, static_cast<qsizetype>(arrays[0].values.size()));
        for (qsizetype i = 1; i < lines.size(); ++i) {
            const QStringList cells = lines[i].split(QLatin1Char(','));
            const auto at = static_cast<size_t>(i - 1);
            QCOMPARE(cells[0].toFloat(), arrays[0].values[at]);
            QCOMPARE(cells[2].toFloat(), arrays[1].values[at]);
            QCOMPARE(cells[3].toFloat(), arrays[2].values[at]);
            QCOMPARE(cells[4].toFloat(), arrays[3].values[at]);
            QCOMPARE(cells[5].toFloat(), arrays[4].values[at]);
        }
        const std::set<float> predicted(arrays[3].values.begin(), arrays[3].values.end());
        QCOMPARE(predicted, (std::set<float>{3, 4}));
    }
};

TEST_CLASS(TestSamplesPage, QApplication)
#include "test_samples_page.moc"
