// A study shows the newest answer: none that is late, none of another question, and a whole one until the
// next is whole.
#include <QTest>

#include "runner.h"
#include "ui/asked.h"

using namespace attx;

class TestStudy : public QObject {
    Q_OBJECT

    static void ask(Study<int>& study, const Subject& subject = {}, std::optional<int> atFirst = {}) {
        study.ask(
            subject, [](const Subject&, const auto&, const auto&) { return std::optional(1); }, atFirst);
    }

private Q_SLOTS:
    void lateAnswersAreIgnored() {
        Study<int> study;
        Asked asked(study);
        ask(study);
        ask(study);
        asked.answer(0, 10);
        QVERIFY(!study.answer() && study.isAsking());
        asked.answer(1, 11);
        QCOMPARE(*study.answer(), 11);
        asked.answer(1, 12);  // repeated
        QCOMPARE(*study.answer(), 11);
        study.forget();
        asked.answer(1, 13);
        QVERIFY(!study.answer());
    }

    void aWholeAnswerStaysUntilTheNextIsWhole() {
        Study<int> study;
        Asked asked(study);
        ask(study, {}, 0);
        QCOMPARE(*study.answer(), 0);
        asked.answer(0, 1, false);
        QCOMPARE(*study.answer(), 1);
        asked.answer(0, 2);
        ask(study, {}, 0);
        QCOMPARE(*study.answer(), 2);
        asked.answer(1, 3, false);
        QCOMPARE(*study.answer(), 2);
        study.cancel();
        QCOMPARE(*study.answer(), 2);
        ask(study);
        study.fail(asked.tag(2), QStringLiteral("no"));
        QCOMPARE(*study.answer(), 2);
        QVERIFY(!study.isAsking());
    }

    void partOfAnAnswerGoesWithItsQuestion() {
        Study<int> study;
        Asked asked(study);
        ask(study, {}, 0);
        study.cancel();
        QVERIFY(!study.answer());
        ask(study, {}, 0);
        study.fail(asked.tag(1), QStringLiteral("no"));
        QVERIFY(!study.answer());
    }

    void knowsWhatItWasAskedWith() {
        Study<int> study;
        Subject subject{.parameters = std::make_shared<const std::vector<float>>(3, 1.0F)};
        QVERIFY(study.isOutdated(subject));
        ask(study, subject);
        QVERIFY(!study.isOutdated(subject));
        Subject ablated = subject;
        ablated.ablation.headGates = {1, 0};
        QVERIFY(study.isOutdated(ablated));
        subject.parameters = std::make_shared<const std::vector<float>>(3, 1.0F);  // another moment
        QVERIFY(study.isOutdated(subject));
    }
};

TEST_CLASS(TestStudy, QCoreApplication)
#include "test_study.moc"
