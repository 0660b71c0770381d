// How well a language model predicts, against sums over the logits that a session gives.
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>

#include "model/data/language_data.h"
#include "model/evaluate/evaluation.h"
#include "model/inspect/subject.h"
#include "model/native/native_session.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

namespace test_language_measures {

class TestLanguageMeasures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void areThoseOfTheLogits() {
        const RunConfig config =
            presetWith("words", "data.train_size=50 data.validation_size=6 data.test_size=4");
        const auto data = std::make_shared<const DataSet>(makeLanguageData(config.data));
        const Program program = buildProgram(config.network, config.data.length);
        const auto parameters = std::make_shared<const std::vector<float>>(initialParameters(program, 3));
        const std::atomic<bool> never{false};
        const Evaluation evaluation =
            evaluateSplit({config, parameters, data, {}}, false, nullptr, never).value();
        const LanguageMeasures found = evaluation.language().value();

        const SessionOptions options{.batch = 6, .keepTensors = true, .train = false};
        const auto session = NativeBackend().compile(program, options);
        session->writeParameters(*parameters);
        session->bind(data->validation);
        std::vector<int32_t> rows(6);
        std::iota(rows.begin(), rows.end(), 0);
        session->forward(rows);
        const std::vector<float> logits = session->read(program.logits);
        const auto V = static_cast<size_t>(config.network.numClasses);
        const std::vector<int32_t>& labels = data->validation.labels;
        double nats = 0, five = 0;
        float least = 1;
        for (size_t i = 0; i < labels.size(); ++i) {
            const float *first = logits.data() + i * V, *own = first + labels[i];
            double sum = 0;
            for (size_t k = 0; k < V; ++k) sum += std::exp(static_cast<double>(first[k]));
            nats -= static_cast<double>(*own) - std::log(sum);
            least = std::min(least, static_cast<float>(std::exp(static_cast<double>(*own)) / sum));
            five += std::count_if(first, first + V, [&](float other) { return other > *own; }) < 5;
        }
        const auto count = static_cast<double>(labels.size());
        const auto near = [](double one, double other) { return std::abs(one - other) < 1e-5 * other; };
        QVERIFY(near(found.loss, nats / count));
        QVERIFY(near(found.perplexity, std::exp(nats / count)));
        QVERIFY(near(*found.bitsPerCharacter,
                     nats / std::numbers::ln2 / static_cast<double>(data->validation.characters)));
        QVERIFY(std::abs(found.amongFive - five / count) < 3 / count);               // ties aside
        QVERIFY(data->validation.characters > static_cast<int64_t>(labels.size()));  // words are longer

        const std::vector<GivenAnswer> places = mostSurprising(evaluation, 20);
        QCOMPARE(places.size(), size_t{20});
        QVERIFY(near(static_cast<double>(places[0].ofTruth), static_cast<double>(least)));
        QVERIFY(std::is_sorted(places.begin(), places.end(),
                               [](const auto& a, const auto& b) { return a.ofTruth < b.ofTruth; }));
        QCOMPARE(mostSurprising(evaluation, 1'000'000).size(), labels.size());
    }
    void areOfLanguageModelsOnly() {
        Evaluation other;
        other.answers.resize(3);
        QVERIFY(!other.language());
        other.isLanguage = true;
        QVERIFY(!other.language()->bitsPerCharacter);
    }
};

}  // namespace test_language_measures

using test_language_measures::TestLanguageMeasures;
TEST_CLASS(TestLanguageMeasures, NoApplication)
#include "test_language_measures.moc"
