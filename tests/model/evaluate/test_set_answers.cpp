// What a network answers to many sets: filters, orders, the table of confusions, answers in batches; and
// which texts it gets wrong.
#include <QtTest>
#include <cmath>

#include "model/data/philox.h"
#include "model/evaluate/mistakes.h"
#include "model/evaluate/set_answers.h"
#include "model/inspect/inspector.h"
#include "model/native/native_session.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

namespace test_set_answers {

// Rows 0 to 3 are of class 0, 4 and 5 of class 1, 6 of class 2.
const std::vector<int32_t> classes{0, 0, 0, 0, 1, 1, 2};

/// Four sets of three, the last without an answer: right and sure; wrong; right, barely.
SetAnswers threeAnswers() {
    SetAnswers answers;
    answers.size = 3;
    answers.rows = {0, 1, 4, 2, 5, 3, 6, 4, 5, 0, 6, 2};
    answers.probabilities = {0.05F, 0.05F, 0.9F, 0.7F, 0.2F, 0.1F, 0.4F, 0.3F, 0.3F};
    answers.odd = {2, 1, 0, 1};
    return answers;
}

using Numbers = std::vector<int32_t>;

NetworkConfig smallNetwork() {
    return with(NetworkConfig(), "input_dim=5 model_dim=8 num_heads=2 dim_feedforward=12");
}

std::unique_ptr<Session> sessionOf(const NetworkConfig& network, int length, int batch) {
    const SessionOptions options{.batch = batch, .threads = 1, .keepTensors = true};
    auto session = NativeBackend().compile(buildProgram(network, length), options);
    session->writeParameters(initialParameters(session->program(), 4));
    return session;
}

/// Drawn shapes and fresh weights, with the first `ablatedHeads` heads ablated.
Subject drawnSubject(int ablatedHeads) {
    static const RunConfig config = presetByName("anomaly-shapes");
    static const auto data = std::make_shared<const DataSet>(makeData(config.data));
    Subject subject{.config = config, .data = data};
    subject.parameters = std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(config.network, config.data.setSize), 1));
    if (ablatedHeads > 0) {
        subject.ablation.headGates.assign(
            static_cast<size_t>(config.network.numLayers * config.network.numHeads), 1.0F);
        std::fill_n(subject.ablation.headGates.begin(), ablatedHeads, 0.0F);
    }
    return subject;
}

std::vector<float> featuresOf(const Table& table, std::span<const int32_t> rows) {
    std::vector<float> features;
    for (const int32_t row : rows) {
        const auto from = table.features.begin() + int64_t{row} * table.featureDim;
        features.insert(features.end(), from, from + table.featureDim);
    }
    return features;
}

class TestSetAnswers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersAreRead() {
        const SetAnswers answers = threeAnswers();
        QCOMPARE(answers.count(), 4);
        QCOMPARE(answers.answered(), 3);
        QCOMPARE(answers.predicted(1), 0);
        QCOMPARE(answers.loss(1), -std::log(0.2F));
        SetAnswers unknown = answers;
        unknown.odd[1] = -1;
        QCOMPARE(unknown.loss(1), 0.0F);
    }

    void filters() {
        const SetAnswers answers = threeAnswers();
        const auto passing = [&](const SetFilter& filter) { return filteredSets(answers, classes, filter); };
        QCOMPARE(passing({}), (Numbers{0, 1, 2, 3}));  // those without an answer too
        QCOMPARE(passing({.mistakesOnly = true}), Numbers{1});
        QCOMPARE(passing({.cls = 0}), (Numbers{0, 1, 3}));  // of the others
        QCOMPARE(passing({.cls = 2}), (Numbers{2, 3}));     // of the odd one
        QCOMPARE(passing({.cls = 1}), (Numbers{0, 1, 2}));
        QCOMPARE(passing({.leastSure = 0.6F}), (Numbers{0, 1}));
        QCOMPARE(passing({.mostSure = 0.8F}), (Numbers{1, 2}));
        QCOMPARE(passing({.order = SetFilter::Order::ByLoss}), (Numbers{1, 2, 0}));
        QCOMPARE(passing({.order = SetFilter::Order::ByConfidence}), (Numbers{2, 1, 0}));
        QCOMPARE(passing({.mistakesOnly = true, .cls = 2}), Numbers());
    }

    void confusions() {
        const std::vector<float> wrong = setConfusion(threeAnswers(), classes, 3);
        QCOMPARE(wrong.size(), size_t{9});
        QCOMPARE(wrong[3], 0.5F);  // class 1 among class 0: one of two is wrong
        QCOMPARE(wrong[7], 0.0F);  // class 2 among class 1
        for (const size_t cell : {0, 1, 2, 4, 5, 6, 8}) QVERIFY(std::isnan(wrong[cell]));
    }

    void sessionsAnswerInBatches() {
        const NetworkConfig network =
            with(smallNetwork(), "input=features output=set num_classes=1 positions=none");
        Table table{.rows = 7, .length = 3, .featureDim = 5, .classes = classes};
        PhiloxSequence random(1, RandomStream::Data);
        for (int i = 0; i < 35; ++i) table.features.push_back(random.uniform(-1, 1));
        const Numbers rows{0, 1, 4, 2, 5, 3, 6, 4, 5, 0, 6, 2, 1, 3, 5};
        const auto session = sessionOf(network, 3, 2);
        SetAnswers answers = setsWithoutAnswers(table, rows, 3);
        QCOMPARE(answers.odd, (Numbers{2, 1, 0, 1, 2}));
        std::vector<int64_t> told;
        const auto upTo = [&](int64_t most) {
            return [&told, most](const SetAnswers& so) {
                told.push_back(so.answered());
                return so.answered() < most;
            };
        };
        QVERIFY(!answerSets(*session, table, 2, answers, upTo(2)));
        QVERIFY(answerSets(*session, table, 2, answers, upTo(100)));  // goes on where it was
        QCOMPARE(told, (std::vector<int64_t>{2, 4, 5}));
        // They are those of the evaluation.
        int64_t correct = 0;
        float loss = 0;
        EvaluationSums sums;
        for (int64_t set = 0; set < 5; ++set) {
            correct += answers.predicted(set) == answers.odd[static_cast<size_t>(set)];
            loss += answers.loss(set);
            sums += session->evaluate(std::span(rows).subspan(static_cast<size_t>(set) * 3, 3));
        }
        QCOMPARE(sums.correct, correct);
        QCOMPARE(sums.counted, 5);
        QVERIFY(std::abs(static_cast<float>(sums.loss) - loss) < 1e-4F);
    }

    void aWholeSplit_data() {
        QTest::addColumn<bool>("ablated");
        QTest::newRow("whole") << false;
        QTest::newRow("a head ablated") << true;
    }
    void aWholeSplit() {
        QFETCH(bool, ablated);
        const Subject subject = drawnSubject(ablated ? 1 : 0);
        const auto answers = answerSplit(subject, true, [](const SetAnswers&) { return true; });
        QVERIFY(answers);
        QCOMPARE(answers->count(), subject.data->test.rows);
        QCOMPARE(answers->answered(), subject.data->test.rows);
        // The last set alone.
        Inspector inspector(subject.config.network);
        inspector.setParameters(subject.parameters);
        const std::vector<float> features = featuresOf(subject.data->test, std::span(answers->rows).last(10));
        const std::vector<float> whole = setProbabilities(inspector.inspect(setOf(features, 10)).logits);
        inspector.setAblation(subject.ablation);
        const std::vector<float> alone = setProbabilities(inspector.inspect(setOf(features, 10)).logits);
        QCOMPARE(alone != whole, ablated);
        for (size_t i = 0; i < 10; ++i)
            QVERIFY(std::abs(alone[i] - answers->probabilities[answers->probabilities.size() - 10 + i]) <
                    1e-6F);
        QVERIFY(!answerSplit(subject, true, [](const SetAnswers&) { return false; }));
    }

    void orderDoesNotMatter() {
        Subject subject = drawnSubject(0);
        const std::vector<float> features =
            featuresOf(subject.data->test, Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 300});
        const Numbers order{9, 3, 1, 0, 2, 8, 7, 4, 5, 6};
        const Equivariance whole = checkEquivariance(subject, features, order);
        QCOMPARE(whole.order, order);
        QVERIFY(whole.error < 1e-5F);
        QVERIFY(std::abs(whole.after[0] - whole.before[9]) < 1e-5F);
        subject.ablation.headGates.assign(
            static_cast<size_t>(subject.config.network.numLayers * subject.config.network.numHeads), 0.0F);
        QVERIFY(checkEquivariance(subject, features, order).before != whole.before);
    }

    void mistakesOfASubject() {
        Subject subject{.config = presetByName("text-demo")};
        subject.config.data.trainSize = subject.config.data.validationSize = subject.config.data.testSize =
            64;
        subject.data = std::make_shared<const DataSet>(makeData(subject.config.data));
        subject.parameters = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(subject.config.network, subject.config.data.length), 1));
        std::atomic<bool> interrupt{false};
        int64_t asked = 0;
        const auto progress = [&](const FoundMistakes& soFar) { asked = soFar.asked; };
        const auto whole = findMistakes(subject, progress, interrupt);
        QVERIFY(whole && !whole->mistakes.empty());  // fresh weights are wrong about many texts
        QCOMPARE(asked, 64);
        QCOMPARE(whole->asked, 64);
        subject.ablation.headGates.assign(
            static_cast<size_t>(subject.config.network.numLayers * subject.config.network.numHeads), 0.0F);
        const auto ablated = findMistakes(subject, progress, interrupt);
        QVERIFY(ablated && ablated->mistakes != whole->mistakes);
        interrupt = true;
        QVERIFY(!findMistakes(subject, progress, interrupt));
    }

    void mistakesOfTexts() {
        const NetworkConfig network = with(smallNetwork(), "output=pooled num_classes=3");
        Table table{.rows = 20, .length = 4};
        PhiloxSequence random(2, RandomStream::Data);
        for (int i = 0; i < 80; ++i) table.tokens.push_back(static_cast<int32_t>(random.below(5)));
        for (int i = 0; i < 20; ++i) table.labels.push_back(static_cast<int32_t>(random.below(3)));
        Numbers rows(20);
        for (int32_t i = 0; i < 20; ++i) rows[static_cast<size_t>(i)] = i;
        const auto session = sessionOf(network, 4, 20);
        session->bind(table);
        session->forward(rows);
        const std::vector<float> logits = session->read(session->program().logits);
        std::vector<Mistake> expected;
        for (size_t i = 0; i < 20; ++i) {
            const std::vector<float> shares = setProbabilities(std::span(logits).subspan(3 * i, 3));
            const float truth = shares[static_cast<size_t>(table.labels[i])];
            if (truth < *std::max_element(shares.begin(), shares.end()))
                expected.push_back({static_cast<int64_t>(i), truth});
        }
        QVERIFY(!expected.empty() && expected.size() < 20);
        std::stable_sort(expected.begin(), expected.end(),
                         [](const Mistake& a, const Mistake& b) { return a.truth < b.truth; });
        std::vector<int64_t> told;
        const auto found = findMistakes(*session, rows, [&](int64_t done) { told.push_back(done); });
        QVERIFY(found.has_value());
        QCOMPARE(found->size(), expected.size());
        for (size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE((*found)[i].sequence, expected[i].sequence);
            QVERIFY(std::abs((*found)[i].truth - expected[i].truth) < 1e-5F);
        }
        QCOMPARE(told.size(), size_t{20});
        QCOMPARE(told.back(), 20);
        const std::atomic<bool> interrupt{true};
        QVERIFY(!findMistakes(*session, rows, {}, &interrupt));
    }
};

TEST_CLASS(TestSetAnswers, NoApplication)

}  // namespace test_set_answers
#include "test_set_answers.moc"
