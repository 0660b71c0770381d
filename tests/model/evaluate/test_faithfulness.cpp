// Faithfulness: how many inputs are removed, what is never removed, and what comes out for networks whose
// answers are known.
#include "model/evaluate/faithfulness_file.h"
#include "runner.h"

#include <QtTest>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>
#include <thread>

#include "model/attribute/removal.h"
#include "model/config/task.h"
#include "model/files/files.h"
#include "model/network/program.h"
#include "model/run/run_folder.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_faithfulness {

std::shared_ptr<const std::vector<float>> freshParameters(const RunConfig& config) {
    return std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(config.network, config.data.positions()), config.seed));
}

Subject subjectOf(RunConfig config) {
    const bool sets = config.data.task == TaskKind::Sets;
    config.data.setSize = 4;
    config.data.trainSize = sets ? 3000 : 200;
    config.data.validationSize = config.data.testSize = sets ? 400 : 40;
    config.training.batchSize = 10;
    tieNetworkToData(config);
    const auto data = std::make_shared<const DataSet>(makeData(config.data));
    return {config, freshParameters(config), data, {}};
}

const MethodFaithfulness& named(const Faithfulness& found, const std::string& name) {
    return *std::find_if(found.methods.begin(), found.methods.end(),
                         [&](const MethodFaithfulness& m) { return m.name == name; });
}

std::optional<Faithfulness> measured(const Subject& subject, const FaithfulnessOptions& options) {
    const std::atomic<bool> interrupt{false};
    return measureFaithfulness(subject, options, {}, interrupt);
}

bool isConclusive(int64_t samples, int64_t cases, const BandedMean& accuracy, double chance) {
    Faithfulness found;
    found.samples = samples;
    found.cases = cases;
    found.accuracy = accuracy.mean;
    found.accuracyBand = accuracy.band;
    found.chance = chance;
    return found.isConclusive();
}

class TestFaithfulness : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsAreWholeNumbersAndAtLeastOne() {
        QCOMPARE(countOfPercent(1, 20), 1);
        QCOMPARE(countOfPercent(5, 20), 1);
        QCOMPARE(countOfPercent(10, 16), 2);
        QCOMPARE(countOfPercent(50, 7), 4);
        QCOMPARE(countOfPercent(100, 13), 13);
        QCOMPARE(countOfPercent(0, 13), 0);
    }

    void earlierPositionsComeFirstAmongEquals() {
        const std::vector<float> scores{0.5F, 2, 0.5F, 2, -1};
        QCOMPARE(orderOf(scores, 5), (std::vector<int>{1, 3, 0, 2, 4}));
        QCOMPARE(orderOf(scores, 4, 1), (std::vector<int>{3, 0, 2}));
    }

    void maskedKeysAreThoseOfAnAblation() {  // moved behind the length, or hidden where they stand
        const RunConfig config = presetWith("reverse-deep", "network.num_layers=2");
        Inspector inspector(config.network);
        inspector.setParameters(freshParameters(config));
        const Sample sample = sampleOf({3, 1, 4, 1, 5, 9, 2, 6});
        const Inspection whole = inspector.inspect(sample);
        const std::vector<int> order{5, 0, 7, 2, 1, 3, 4, 6};
        const RankedCase one{4, order};
        const RemovalCurves curves = removalCurves(inspector, sample, std::span(&one, 1)).front();
        for (size_t step = 0; step < curves.deletion.size(); ++step) {
            const int k = std::min(countOfPercent(static_cast<int>(step) * 5, 8), 7);
            inspector.setAblation({{}, {order.begin(), order.begin() + k}});
            const std::vector<float> logits = inspector.inspect(sample).logits;
            const float expected = classProbabilities(
                std::span(logits).subspan(40, 10))[static_cast<size_t>(whole.prediction[4])];
            QVERIFY2(std::abs(curves.deletion[step] - expected) < 1e-5F, qPrintable(QString::number(step)));
        }
        QVERIFY(std::abs(curves.deletion.front() - curves.whole) < 1e-6F);
        QVERIFY(std::abs(curves.insertion.back() - curves.whole) < 1e-6F);
    }

    void equalWordsAreComputedOnce_data() {
        QTest::addColumn<bool>("masked");
        QTest::newRow("padding is read") << false;
        QTest::newRow("padding is masked") << true;
    }
    void equalWordsAreComputedOnce() {  // and answered as if each had been
        QFETCH(bool, masked);
        RunConfig config = presetWith("text-demo", "network.num_layers=2");
        config.network.maskPadding = masked;
        Inspector inspector(config.network);
        inspector.setParameters(freshParameters(config));
        Sample sample = sampleOf({5, 7, 5, 9, 9, 5, 3, 11, 2, 0, 0, 0}, {}, SampleKind::Text);
        sample.valid = 9;
        if (masked) sample.tokens.resize(9);  // as a network that masks padding is asked
        const auto predicted = static_cast<size_t>(inspector.inspect(sample).prediction.front());
        const RankedCase one{0, {3, 0, 7, 2, 8, 1, 4, 6, 5}};
        const RemovalCurves curves = removalCurves(inspector, sample, std::span(&one, 1)).front();
        for (size_t step = 0; step < curves.deletion.size(); ++step) {
            Sample without = sample;
            for (int i = 0; i < countOfPercent(static_cast<int>(step) * 5, 9); ++i)
                without.tokens[static_cast<size_t>(one.order[static_cast<size_t>(i)])] = Vocabulary::unknown;
            const float expected = classProbabilities(inspector.inspect(without).logits)[predicted];
            QVERIFY2(std::abs(curves.deletion[step] - expected) < 1e-5F, qPrintable(QString::number(step)));
        }
        QVERIFY(std::abs(curves.deletion.back() - curves.whole) > 1e-4F);  // it is about something
        QVERIFY(std::abs(curves.insertion.back() - curves.whole) < 1e-6F);
    }

    void theAnswersOwnMemberStays() {
        const RunConfig config = presetWith(
            "anomaly-shapes", "network.model_dim=16 network.dim_feedforward=16 network.input_dim=4");
        Inspector inspector(config.network);
        inspector.setParameters(freshParameters(config));
        std::vector<float> features(20);
        for (size_t i = 0; i < features.size(); ++i) features[i] = static_cast<float>(i * 7 % 5) - 2;
        const Sample sample = setOf(features, 5);
        const int own = inspector.inspect(sample).prediction.front();
        const std::vector<float> scores{1, 5, 4, 3, 2};
        const RankedCase good{0, orderOf(scores, 5, own)}, bad{0, orderOf(scores, 5)};
        const RemovalCurves curves = removalCurves(inspector, sample, std::span(&good, 1)).front();
        QCOMPARE(curves.deletion.back(), 1.0F);  // it is alone, and the softmax has nothing else
        QCOMPARE(curves.insertion.front(), 1.0F);
        QVERIFY(std::abs(curves.insertion.back() - curves.whole) < 1e-6F);
        VERIFY_SAYS(thrownMessage([&] { (void)removalCurves(inspector, sample, std::span(&bad, 1)); }),
                    QStringLiteral("own member"));
    }

    void membersAreLeftOutOfOneAnswerForAllToo() {
        RunConfig config = presetWith(
            "anomaly-shapes",
            "network.model_dim=16 network.dim_feedforward=16 network.input_dim=4 network.output=pooled");
        config.network.numClasses = 7;  // more than there are members
        Inspector inspector(config.network);
        inspector.setParameters(freshParameters(config));
        std::vector<float> features(20);
        for (size_t i = 0; i < features.size(); ++i) features[i] = static_cast<float>(i * 7 % 5) - 2;
        const Sample sample = setOf(features, 5);
        const auto predicted = static_cast<size_t>(inspector.inspect(sample).prediction.front());
        const RankedCase one{0, {1, 0, 2, 4, 3}};
        const RemovalCurves curves = removalCurves(inspector, sample, std::span(&one, 1)).front();
        const Sample last = setOf({features.begin() + 12, features.begin() + 16}, 1);  // one stays
        const float expected = classProbabilities(inspector.inspect(last).logits)[predicted];
        QVERIFY(std::abs(curves.deletion.back() - expected) < 1e-6F);
        QVERIFY(std::abs(curves.deletion.back() - curves.whole) > 1e-4F);
        QVERIFY(std::abs(curves.insertion.back() - curves.whole) < 1e-6F);
    }

    void theKnownAnswerIsFound() {
        const Subject subject = subjectOf(presetByName("reverse-by-hand"));
        const auto found = measured(subject, {.samples = 12});
        QVERIFY(found.has_value());
        QCOMPARE(found->samples, int64_t{12});
        QCOMPARE(found->cases, int64_t{12 * 16});
        QCOMPARE(found->accuracy, 1.0);
        QVERIFY(found->isConclusive());
        QCOMPARE(found->methods.size(), size_t{7});
        const double best = named(*found, "rule").comprehensiveness.mean,
                     worst = named(*found, "random").comprehensiveness.mean;
        QVERIFY(best > worst + 0.2);
        const MethodFaithfulness& method = named(*found, "value_zeroing");
        QVERIFY(method.ruleRate.value_or(0) > 0.95 && method.ruleShare.value_or(0) > 0.9);
        QVERIFY(std::abs(method.comprehensiveness.mean - best) < 0.05);
        QCOMPARE(method.deletion.size(), size_t{curveSteps + 1});
        QVERIFY(!named(*found, "random").ruleShare);
        for (size_t i = 1; i < found->methods.size(); ++i)
            QVERIFY(found->methods[i - 1].comprehensiveness.mean >= found->methods[i].comprehensiveness.mean);
        const QString csv = QString::fromStdString(toCsv(*found));
        QCOMPARE(csv.count('\n'), 10);  // the last are chance and the inputs of each column
        QVERIFY2(csv.contains(QStringLiteral("\nchance,,,,,,,0.")) &&
                     csv.contains(QStringLiteral("\ninputs,,,,,,,0,1,2,3,4,")),
                 qPrintable(csv));
        QCOMPARE(found->inputs, 16.0);
        QCOMPARE(found->deletion.inputs.size(), size_t{curveSteps + 1});
        QCOMPARE(found->deletion.inputs.back(), 15.0);  // one key always stays
        QCOMPARE(found->insertion.inputs.front(), 1.0);
        QCOMPARE(found->insertion.inputs.back(), 16.0);
        QCOMPARE(found->deletion.chance, std::vector<double>(curveSteps + 1, found->chance));
        QVERIFY(csv.startsWith(QStringLiteral("method,comprehensiveness,")));
    }

    /// Positions of a sequence and orders of a sample depend on each other: the band is one over samples.
    /// What a sample says by itself follows from the means with it and without it.
    void bandsAreOverSamples() {
        const Subject subject = subjectOf(presetByName("reverse"));
        constexpr int samples = 6;
        const std::vector<ExplainMethod> methods{ExplainMethod::Rollout};
        for (const char* name : {"rollout", "random"}) {
            std::vector<double> values;
            double before = 0;
            Faithfulness found;
            for (int n = 1; n <= samples; ++n) {
                found = *measured(subject, {.samples = n, .methods = methods});
                const double sum = n * named(found, name).comprehensiveness.mean;
                values.push_back(sum - before);
                before = sum;
            }
            double squares = 0;
            for (const double value : values) squares += std::pow(value - before / samples, 2);
            const double expected = 1.96 * std::sqrt(squares / (samples - 1) / samples);
            QVERIFY(expected > 0);
            const double band = named(found, name).comprehensiveness.band;
            QVERIFY2(std::abs(band - expected) < 1e-9,
                     qPrintable(
                         QStringLiteral("%1: %2, not %3").arg(QLatin1String(name)).arg(band).arg(expected)));
        }
    }

    /// Texts are dealt class by class: what lies between the classes is no chance. The value of a sample as
    /// above.
    void bandsOfTextsAreWithinTheirClasses() {
        const Subject subject = subjectOf(presetByName("text-demo"));
        constexpr int samples = 8;
        std::vector<double> values;
        double before = 0;
        Faithfulness found;
        for (int n = 1; n <= samples; ++n) {
            found = *measured(subject, {.samples = n, .methods = {ExplainMethod::Rollout}});
            values.push_back(n * named(found, "rollout").comprehensiveness.mean - before);
            before += values.back();
        }
        std::map<int32_t, std::vector<double>> classes;
        for (int i = 0; i < samples; ++i) {
            const int64_t all = subject.data->validation.samples();
            int64_t step = std::llround(0.618 * static_cast<double>(all));
            while (std::gcd(step, all) != 1) --step;
            const auto row = static_cast<size_t>(i * step % all);
            classes[subject.data->validation.labels[row]].push_back(values[static_cast<size_t>(i)]);
        }
        QVERIFY(classes.size() > 1);
        double variance = 0;
        for (const auto& [label, own] : classes) {
            const auto n = static_cast<double>(own.size());
            QVERIFY(n > 1);
            const double mean = std::accumulate(own.begin(), own.end(), 0.0) / n;
            for (const double value : own) variance += n / (n - 1) * std::pow(value - mean, 2);
        }
        const double expected = 1.96 * std::sqrt(variance) / samples,
                     band = named(found, "rollout").comprehensiveness.band;
        QVERIFY2(std::abs(band - expected) < 1e-9,
                 qPrintable(QStringLiteral("%1, not %2").arg(band).arg(expected)));
    }

    void nothingIsConcludedOfOneThatAlwaysSaysTheSame() {
        Subject subject = subjectOf(presetByName("text-demo"));
        DataSet data = *subject.data;
        std::fill(data.validation.labels.begin(), data.validation.labels.end(), 1);
        std::fill_n(data.validation.labels.begin(), 4, 0);  // 0.9 of 40 are of class 1
        subject.data = std::make_shared<const DataSet>(data);
        std::vector<float> parameters = *subject.parameters;
        parameters.back() += 100;  // the bias of the only logit
        subject.parameters = std::make_shared<const std::vector<float>>(parameters);
        const auto found = measured(subject, {.samples = 40, .methods = {ExplainMethod::Rollout}});
        QCOMPARE(found->accuracy, 0.9);
        QCOMPARE(found->chance, 0.9);
        QVERIFY(!found->isConclusive());
    }

    void fewSamplesConcludeLittle() {
        QVERIFY(isConclusive(10, 160, {0.3, 0.05}, 0.1));
        QVERIFY(!isConclusive(10, 160, {0.3, 0.25}, 0.1));  // right everywhere in three samples
        QVERIFY(!isConclusive(2, 2, {1, 0}, 0.5));
        QVERIFY(!isConclusive(1, 16, {1, 0}, 0.1));
    }

    void threadsChangeNothing() {
        const Subject subject = subjectOf(presetByName("reverse"));
        const auto one = measured(subject, {.samples = 6, .threads = 1}),
                   three = measured(subject, {.samples = 6, .threads = 3});
        QCOMPARE(toCsv(*one), toCsv(*three));
        QVERIFY(!one->isConclusive());  // nothing has been learned yet
    }

    void everyTaskHasIt_data() {
        QTest::addColumn<QString>("preset");
        QTest::newRow("sets") << "anomaly-shapes";
        QTest::newRow("texts") << "text-demo";
    }
    void everyTaskHasIt() {
        QFETCH(QString, preset);
        RunConfig config = presetByName(preset.toStdString());
        const Subject subject = subjectOf(config);
        int64_t told = 0;
        const std::atomic<bool> interrupt{false};
        const auto found = measureFaithfulness(
            subject, {.samples = 5}, [&](int64_t done, int64_t all) { told += done == all ? 1 : 0; },
            interrupt);
        QCOMPARE(told, int64_t{1});
        QCOMPARE(found->cases, int64_t{5});
        QCOMPARE(found->methods.size(), size_t{6});  // no rule names a position
        const bool sets = preset == QStringLiteral("anomaly-shapes");
        for (size_t step = 0; sets && step <= curveSteps;
             ++step) {  // of four members one is the answer's own
            const int removed = std::min((static_cast<int>(step) * 4 + 19) / 20, 3);
            QCOMPARE(found->deletion.inputs[step], static_cast<double>(removed));
            QCOMPARE(found->insertion.inputs[step], 1.0 + removed);
            QCOMPARE(found->deletion.chance[step], 1.0 / (4 - removed));
            QCOMPARE(found->insertion.chance[step], 1.0 / (1 + removed));
        }
        if (!sets) {  // no word has to stay
            QCOMPARE(found->deletion.inputs.back(), found->inputs);
            QCOMPARE(found->insertion.inputs.front(), 0.0);
        }
        for (const MethodFaithfulness& method : found->methods)
            for (const BandedMean& value : method.deletion)
                QVERIFY(value.mean >= 0 && value.mean <= 1 && std::isfinite(value.band));
    }

    void isOfTheNetworkWithoutItsAblatedHeads() {
        Subject subject = subjectOf(presetByName("reverse-by-hand"));
        const FaithfulnessOptions options{.samples = 3, .methods = {ExplainMethod::StandardLast}};
        const std::string method = infoOf(ExplainMethod::StandardLast).name;
        const auto whole = measured(subject, options);
        QCOMPARE(whole->accuracy, 1.0);
        QVERIFY(named(*whole, method).comprehensiveness.mean > 0.1);
        // Without its heads it cannot see the other positions: it answers by chance, and no key is missed.
        subject.ablation.headGates.assign(
            static_cast<size_t>(subject.config.network.numLayers * subject.config.network.numHeads), 0.0F);
        const auto without = measured(subject, options);
        QVERIFY2(without->accuracy < 0.5, std::to_string(without->accuracy).c_str());
        QVERIFY(std::abs(named(*without, method).comprehensiveness.mean) < 1e-5);
    }

    void answersWithoutALabelAreNoCases() {
        Subject subject = subjectOf(presetByName("reverse"));
        DataSet data = *subject.data;
        for (size_t i = 0; i < data.validation.labels.size(); ++i)
            if (i % 16 != 15) data.validation.labels[i] = -1;
        subject.data = std::make_shared<const DataSet>(std::move(data));
        const auto found = measured(subject, {.samples = 3, .methods = {ExplainMethod::Rollout}});
        QCOMPARE(found->cases, 3);
        const auto all =
            measured(subjectOf(presetByName("reverse")), {.samples = 3, .methods = {ExplainMethod::Rollout}});
        QCOMPARE(all->cases, 3 * 16);
    }

    void zerosPointNowhere() {
        // A network of zeros answers alike whatever it reads: no gradient, and no relevance anywhere.
        Subject subject = subjectOf(presetByName("reverse"));
        subject.parameters = std::make_shared<const std::vector<float>>(subject.parameters->size());
        const auto found = measured(subject, {.samples = 3, .methods = {ExplainMethod::AttentionXGradient}});
        const MethodFaithfulness& method = named(*found, infoOf(ExplainMethod::AttentionXGradient).name);
        QCOMPARE(method.ruleRate, std::optional(0.0));
        QCOMPARE(method.ruleShare, std::optional(0.0));
    }

    void isKeptWithItsRun() {
        const QTemporaryDir folder;
        const std::string run = folder.path().toStdString();
        Subject subject = subjectOf(presetByName("reverse"));
        const auto found = measured(subject, {.samples = 3});
        QVERIFY(!keptFaithfulness(run, subject));
        std::filesystem::create_symlink("elsewhere", run + "/" + faithfulnessFileName);
        VERIFY_SAYS(thrownMessage([&] { keepFaithfulness(run, subject, *found); }), "expected no link");
        QVERIFY(!std::filesystem::exists(run + "/elsewhere"));
        std::filesystem::remove(run + "/" + faithfulnessFileName);
        keepFaithfulness(run, subject, *found);
        const auto kept = keptFaithfulness(run, subject);
        QVERIFY(kept);
        QCOMPARE(toJson(*kept), toJson(*found));
        QCOMPARE(toCsv(*kept), toCsv(*found));
        // Of another network, other heads or other data it says nothing.
        Subject other = subject;
        other.ablation.headGates = {0};
        QVERIFY(!keptFaithfulness(run, other));
        other = subject;
        std::vector<float> changed = *subject.parameters;
        changed.back() += 1;
        other.parameters = std::make_shared<const std::vector<float>>(changed);
        QVERIFY(!keptFaithfulness(run, other));
        RunConfig reseeded = presetByName("reverse");
        reseeded.data.seed += 1;
        other = subject;
        other.data = subjectOf(reseeded).data;
        QVERIFY(!keptFaithfulness(run, other));
        const std::string file = run + "/" + faithfulnessFileName, whole = readFile(file);
        // A later version may have measured more: what is known here is read.
        std::string later = whole;
        const std::string known = "\"" + found->methods.front().name + "\": {";
        later.replace(later.find(known), known.size(), "\"nonsense<b>\": {");
        writeFileAtomically(file, later);
        const auto some = keptFaithfulness(run, subject);
        QVERIFY(some);
        QCOMPARE(some->methods.size(), found->methods.size() - 1);
        for (const MethodFaithfulness& method : some->methods) QVERIFY(method.name != "nonsense<b>");
        for (const std::string& damaged :
             {whole.substr(0, whole.size() / 2), std::string("[]"), std::string()}) {
            writeFileAtomically(file, damaged);
            QVERIFY(!keptFaithfulness(run, subject));
        }
    }

    void endsInTheMiddleOfASample() {
        RunConfig config = presetWith("reverse", "network.num_layers=2");
        config.data.length = 256;  // a sample of which takes seconds
        const Subject subject = subjectOf(config);
        std::atomic<bool> interrupt{false};
        int64_t told = 0;
        std::thread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            interrupt = true;
        });
        const auto found = measureFaithfulness(
            subject, {.samples = 1, .threads = 1}, [&](int64_t, int64_t) { ++told; }, interrupt);
        later.join();
        QVERIFY(!found);
        QVERIFY(told <= 1);
    }

    void endsWhenInterrupted() {
        const std::atomic<bool> interrupt{true};
        QVERIFY(!measureFaithfulness(subjectOf(presetByName("reverse")), {.samples = 5}, {}, interrupt));
    }

    void refusals() {
        const Subject subject = subjectOf(presetByName("reverse"));
        VERIFY_SAYS(thrownMessage([&] {
                        (void)measured(subject, {.samples = 2, .methods = {ExplainMethod::ScoreTerms}});
                    }),
                    QStringLiteral("does not rank inputs"));
        const RunConfig tooLong = presetWith("reverse", "data.length=65");
        VERIFY_SAYS(thrownMessage([&] {
                        (void)measured(subjectOf(tooLong), {.samples = 2, .methods = {ExplainMethod::Flow}});
                    }),
                    QStringLiteral("at most 64 tokens"));
    }
};

TEST_CLASS(TestFaithfulness, NoApplication)

}  // namespace test_faithfulness
#include "test_faithfulness.moc"
