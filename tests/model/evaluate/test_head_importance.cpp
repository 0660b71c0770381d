// What ablated heads cost on the validation data: values, progress, interruption, the session that is kept.
#include <QTest>
#include <numeric>

#include "model/evaluate/head_importance.h"
#include "model/native/native_session.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_head_importance {

Subject subjectOf(int sequences) {
    Subject subject{.config = presetByName("reverse-deep")};
    subject.config.data.trainSize = 128;
    subject.config.data.testSize = 8;
    subject.config.data.validationSize = sequences;
    subject.parameters = std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(subject.config.network, subject.config.data.length), 4));
    subject.data = std::make_shared<const DataSet>(makeSequenceData(subject.config.data));
    return subject;
}

class TestHeadImportance : public QObject {
    Q_OBJECT
    const std::atomic<bool> wanted_{false};

private Q_SLOTS:
    void measuresWholeAndAblated() {
        Subject subject = subjectOf(300);
        subject.ablation.headGates.assign(16, 1.0F);
        subject.ablation.headGates[5] = 0.0F;
        HeadImportance measure;
        const auto effect = measure.effect(subject, wanted_);
        QVERIFY(effect);

        const auto session = NativeBackend().compile(
            buildProgram(subject.config.network, subject.config.data.length), {.batch = 300, .train = false});
        session->writeParameters(*subject.parameters);
        session->bind(subject.data->validation);
        std::vector<int32_t> rows(300);
        std::iota(rows.begin(), rows.end(), 0);
        const EvaluationSums whole = session->evaluate(rows);
        session->setAblation(subject.ablation);
        const EvaluationSums ablated = session->evaluate(rows);
        QVERIFY(std::abs(effect->whole.loss - whole.loss) < 1e-6 * whole.loss);
        QVERIFY(std::abs(effect->ablated.loss - ablated.loss) < 1e-6 * ablated.loss);
        QCOMPARE(effect->ablated.counted, int64_t{300 * 16});
        QVERIFY(effect->ablated.loss != effect->whole.loss);

        // Other parameters are another network, even in the same session.
        std::vector<float> others = *subject.parameters;
        for (float& value : others) value *= 0.5F;
        subject.parameters = std::make_shared<const std::vector<float>>(others);
        const auto other = measure.effect(subject, wanted_);
        QVERIFY(other && other->whole.loss != effect->whole.loss);
    }

    void sweepsWithProgress() {
        size_t before = 0, reports = 0;
        const auto sweep = HeadImportance().sweep(
            subjectOf(400),
            [&](const HeadAblation& soFar) {
                ++reports;
                QVERIFY(soFar.without.size() >= before);
                before = soFar.without.size();
            },
            wanted_);
        QVERIFY(sweep);
        QVERIFY(reports >= 16);
        QCOMPARE(sweep->layers, 4);
        QCOMPARE(sweep->heads, 4);
        QCOMPARE(sweep->without.size(), size_t{16});
        QCOMPARE(sweep->whole.counted, int64_t{400 * 16});
    }

    void anInterruptedQuestionHasNoAnswer() {
        std::atomic<bool> interrupt{false};
        HeadImportance measure;
        size_t known = 0;
        const Subject subject = subjectOf(400);
        QVERIFY(!measure.sweep(
            subject,
            [&](const HeadAblation& soFar) {
                known = soFar.without.size();
                interrupt = known == 3;
            },
            interrupt));
        QCOMPARE(known, size_t{3});
        // And the next question is answered.
        interrupt = false;
        Subject next = subject;
        next.ablation.headGates.assign(16, 0.0F);
        QVERIFY(measure.effect(next, interrupt));
    }

    void wrongQuestionsFail() {
        Subject subject = subjectOf(10);
        subject.ablation.headGates.assign(3, 0.0F);
        VERIFY_SAYS(thrownMessage([&] { (void)HeadImportance().effect(subject, wanted_); }), "16 heads");
    }
};

TEST_CLASS(TestHeadImportance, QCoreApplication)

}  // namespace test_head_importance
#include "test_head_importance.moc"
