// One question after another to networks that change in between: what fits is answered, what does not is
// refused by name, and the next is answered all the same.
#include <QTest>
#include <algorithm>

#include "model/attribute/subject_inspector.h"
#include "model/network/program.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_subject_inspector {

Subject subjectOf(const NetworkConfig& network, int length) {
    Subject subject;
    subject.config.network = network;
    subject.parameters =
        std::make_shared<const std::vector<float>>(initialParameters(buildProgram(network, length), 1));
    return subject;
}

NetworkConfig setNetwork() { return with(presetByName("anomaly-shapes").network, "input_dim=6"); }

class TestSubjectInspector : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void followsAnotherNetwork() {
        SubjectInspector inspector;
        const Inspection first = inspector.answer(subjectOf({}, 4), sampleOf({0, 7, 6, 4}), {}).inspection;
        QCOMPARE(first.sample.tokens, (std::vector<int32_t>{0, 7, 6, 4}));
        QCOMPARE(first.logits.size(), size_t{4 * 10});
        QCOMPARE(first.attention.size(), size_t{1});
        QCOMPARE(first.attention[0].size(), size_t{4 * 4});
        const NetworkConfig wide = with(NetworkConfig(), "model_dim=64 num_heads=4");
        const Inspection second = inspector.answer(subjectOf(wide, 4), sampleOf({1, 2, 3}), {}).inspection;
        QCOMPARE(second.heads, 4);
        QCOMPARE(second.attention[0].size(), size_t{4 * 3 * 3});
    }

    void followsParametersAndAblation() {
        SubjectInspector inspector;
        Subject subject = subjectOf({}, 4);
        const Sample sample = sampleOf({0, 7, 6, 4});
        const auto logits = [&] { return inspector.answer(subject, sample, {}).inspection.logits; };
        const std::vector<float> before = logits();
        std::vector<float> other = *subject.parameters;
        for (float& value : other) value *= 1.5F;
        subject.parameters = std::make_shared<const std::vector<float>>(other);
        const std::vector<float> moved = logits();
        QVERIFY(moved != before);
        subject.ablation.headGates = {0};
        const std::vector<float> ablated = logits();
        QVERIFY(ablated != moved);
        subject.ablation = {{}, {3}};
        QVERIFY(logits() != moved && logits() != ablated);
        subject.ablation = {};
        QCOMPARE(logits(), moved);
    }

    void wrongQuestionsAreRefusedAndTheNextIsAnswered() {
        SubjectInspector inspector;
        const Subject good = subjectOf({}, 4);
        VERIFY_SAYS(thrownMessage([&] {
                        (void)inspector.answer(good, sampleOf({1, 10}), {});
                    }),
                    QStringLiteral("10"));
        Subject truncated = good;
        truncated.parameters = std::make_shared<const std::vector<float>>(3);
        VERIFY_SAYS(thrownMessage([&] { (void)inspector.answer(truncated, sampleOf({1}), {}); }),
                    QStringLiteral("parameters"));
        QCOMPARE(inspector.answer(good, sampleOf({1}), {}).inspection.prediction.size(), size_t{1});
    }

    void featuresOfAnotherWidthAreRefused_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("twice as wide") << 2 * 6;
        QTest::newRow("half as wide") << 6 / 2;
        QTest::newRow("one more") << 6 + 1;
        QTest::newRow("none") << 0;
    }
    void featuresOfAnotherWidthAreRefused() {
        QFETCH(int, width);
        constexpr int members = 4;
        const Subject subject = subjectOf(setNetwork(), members);
        const Sample sample =
            setOf(std::vector<float>(static_cast<size_t>(std::max(members * width, 1)), 0.5F), members);
        ExplainQuestion relevance;
        relevance.options.methods = {ExplainMethod::Relevance};
        for (const std::optional<ExplainQuestion>& question :
             {std::optional<ExplainQuestion>{}, {relevance}}) {
            SubjectInspector inspector;
            VERIFY_SAYS(
                thrownMessage([&] { (void)inspector.answer(subject, sample, question); }),
                width > 0
                    ? QString("reads vectors of width 6 (network.input_dim), the data has %1").arg(width)
                    : QString("A set of 4 members needs a vector of each"));
        }
    }

    void theLossOfASetIsExplained() {
        constexpr int members = 4;
        const Subject subject = subjectOf(setNetwork(), members);
        std::vector<float> features;
        for (int i = 0; i < members * subject.config.network.inputDim; ++i)
            features.push_back(static_cast<float>(i * 37 % 101) / 50 - 1);
        const auto mapOf = [&](ExplainTarget::Score score, int32_t odd) {
            Sample sample = setOf(features, members);
            sample.expected = {odd};
            ExplainQuestion question;
            question.target.score = score;
            question.options.methods = {ExplainMethod::AttentionXGradient};
            return SubjectInspector().answer(subject, sample, question).explanation->maps.front().values;
        };
        using Score = ExplainTarget::Score;
        const std::vector<float> first = mapOf(Score::Loss, 0), last = mapOf(Score::Loss, 3);
        QVERIFY(!first.empty() && first != last && first != mapOf(Score::Logit, 0));
    }
};

TEST_CLASS(TestSubjectInspector, QCoreApplication)

}  // namespace test_subject_inspector
#include "test_subject_inspector.moc"
