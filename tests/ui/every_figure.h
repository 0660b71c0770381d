// Every figure of the figure table: of a network of each task, and of a few runs.
#pragma once
#include <QColor>

#include "model/config/presets.h"
#include "model/data/text_data.h"
#include "model/evaluate/evaluation.h"
#include "model/inspect/inspector.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "ui/figures/figure_table.h"
#include "ui/window_fixture.h"

namespace attx {

struct NamedDrawing {
    QString of;  ///< Task and name in the table: "sequences, attention".
    std::unique_ptr<Figure> figure;
};

class EveryFigure {
public:
    /// `folder`: of the runs, which are made there.
    explicit EveryFigure(const QString& folder) : folder_(folder) {
        makeRuns();
        sequences_.config.network.numLayers = sequences_.config.network.numHeads = 2;
        for (RunFixture* run : {&sequences_, &texts_, &sets_, &pictures_, &numbers_}) run->show();
        learn(6);
    }

    /// From the initial weights.
    void learn(int steps) {
        steps_ = steps;
        for (RunFixture* run : {&sequences_, &texts_, &sets_, &pictures_}) run->train(steps);
    }

    /// In the language of now.
    [[nodiscard]] std::vector<NamedDrawing> draw() {
        std::vector<NamedDrawing> all;
        add(all, "sequences", sequences_, ofSequences());
        add(all, "text", texts_, ofText());
        add(all, "sets", sets_, ofSets());
        add(all, "pictures", pictures_, sourcesOf(pictures_, pictures_.model.sample()));
        all.push_back({QStringLiteral("numbers, spectrum"), figureByName("spectrum", ofNumbers())});
        FigureSources runs;
        runs.runs = std::make_shared<const RunTable>(tableOf(collectRuns({folder_.toStdString()})));
        for (const NamedFigure& named : figureTable())
            if (named.needs.runs)
                all.push_back({QStringLiteral("runs, %1").arg(QLatin1String(named.name)),
                               figureByName(named.name, runs)});
        return all;
    }

private:
    static void add(std::vector<NamedDrawing>& all, const char* task, const RunFixture& run,
                    const FigureSources& sources) {
        for (const NamedFigure& named : figureTable())
            if (!named.needs.runs && !named.whyNot(run.config) && (!named.needs.patching || sources.patching))
                all.push_back({QStringLiteral("%1, %2").arg(QLatin1String(task), QLatin1String(named.name)),
                               figureByName(named.name, sources)});
    }

    /// What every task has.
    FigureSources sourcesOf(RunFixture& run, const Sample& sample) {
        FigureSources sources{.config = run.config, .names = run.data->names, .metrics = run.model.metrics()};
        sources.metrics.epochs = {
            {.epoch = 1, .step = steps_, .validationLoss = 2, .validationAccuracy = 0.25}};
        sources.known = knownOf(run.config, *run.data);
        EarlierRun earlier{"earlier", run.config, sources.metrics}, compared = earlier;
        earlier.config.training.learningRate = 10;
        compared.name = QStringLiteral("compared");
        compared.compared = true;
        sources.earlier = {earlier, compared};
        sources.step = 3;
        Inspector inspector(run.config.network);
        inspector.setParameters(run.model.parameters());
        ExplainOptions options;
        for (const ExplainMethodInfo& info : mapMethods())
            if (info.method != ExplainMethod::Flow) options.methods.push_back(info.method);
        sources.methods = options.methods;
        sources.explanation = explain(inspector, sample, {}, options);
        sources.inspection = sources.explanation->inspection;
        const NetworkConfig& network = run.config.network;
        const auto heads = static_cast<size_t>(network.numLayers * network.numHeads);
        HeadAblation ablation{network.numLayers, network.numHeads, {2.0, 3, 4}, {}};
        HeadHistory history{.layers = network.numLayers, .heads = network.numHeads};
        for (size_t head = 0; head < heads; ++head)
            ablation.without.push_back({2.5 + static_cast<double>(head), 2, 4});
        for (const int64_t step : {0, 10, 40, 100}) {
            HeadMoment& moment = history.moments.emplace_back();
            moment.step = step;
            for (size_t head = 0; head < heads; ++head) {
                HeadKind kind;
                kind.entropy =
                    static_cast<float>(head) + (step > steps_ ? 0.5F : 0.01F * static_cast<float>(step));
                moment.kinds.push_back(kind);
                moment.importance.push_back(0.5);
            }
        }
        sources.ablation = ablation;
        sources.history = history;
        const std::atomic<bool> never{false};
        sources.evaluation = evaluateSplit(run.model.subject(), false, {}, never);
        const FaithfulnessOptions few{.samples = 4};
        sources.faithfulness = measureFaithfulness(run.model.subject(), few, {}, never);
        sources.pair = pairUpClose(inspector, sample, {0, 0, 1, 2});
        sources.places = whereThingsLie(run.model.subject(), nullptr, {}, never);
        // As at an earlier snapshot, whose points the plane of the last one does not hold.
        for (float& end : sources.places->range) end *= 0.75F;
        return sources;
    }
    FigureSources ofSequences() {
        FigureSources sources = sourcesOf(sequences_, sequences_.model.sample());
        Inspector inspector(sequences_.config.network);
        inspector.setParameters(sequences_.model.parameters());
        sources.patching = patchActivations(inspector, typedSample(sequences_.config, {}, {1, 2, 3}),
                                            typedSample(sequences_.config, {}, {1, 2, 4}), {});
        return sources;
    }
    /// Of numbers that are added there is one figure that no other task has.
    FigureSources ofNumbers() {
        FigureSources sources{.config = numbers_.config};
        sources.embedding =
            vectorCloud(numbers_.model.subject(), {CloudKind::Embeddings}, std::atomic<bool>(false));
        return sources;
    }
    FigureSources ofText() {
        const std::string text = "a qqzz good film, and then something of which nobody has heard so far";
        const DataNames& names = texts_.data->names;
        FigureSources sources = sourcesOf(
            texts_,
            typedSample(texts_.config, names, tokensOfText(texts_.config, names.vocabulary, text), text));
        sources.attention.positions = std::max(1, sources.inspection.sample.valid.value_or(1));
        return sources;
    }
    FigureSources ofSets() {
        FigureSources sources = sourcesOf(sets_, sets_.model.sample());
        ShownSet shown{.odd = 2, .caption = QStringLiteral("Set 1")};
        for (int i = 0; i < sets_.config.data.setSize; ++i) {
            QImage image(12, 12, QImage::Format_RGB32);
            image.fill(QColor::fromHsv(30 * i, 200, 200));
            shown.images << image;
            shown.names << QStringLiteral("red circle");
            shown.probabilities.push_back(i == 2 ? 0.5F : 0.05F);
        }
        sources.attention.images = shown.images;
        SetFigure sets;
        sets.setName(QStringLiteral("sets"));
        sets.setTitle(QStringLiteral("Sets"));
        sets.sets = {shown, shown};
        sources.sets = std::make_shared<const SetFigure>(sets);
        sources.answers = answerSplit(sets_.model.subject(), false, [](const SetAnswers&) { return true; });
        sources.classes = sets_.data->validation.classes;
        return sources;
    }

    /// Two rates, two optimisers, each twice; the last run has not ended.
    void makeRuns() const {
        int number = 0;
        for (const double rate : {1e-4, 1e-2})
            for (const Optimiser optimiser : {Optimiser::Adam, Optimiser::AdamW})
                for (const uint64_t seed : {1, 2, 3}) {
                    RunConfig config = presetByName("reverse");
                    config.training.learningRate = rate;
                    config.training.optimiser = optimiser;
                    config.seed = seed;
                    RunFolder folder = RunFolder::create(
                        QStringLiteral("%1/run%2").arg(folder_).arg(number).toStdString(), config, "native");
                    folder.beginSession(0, {}, 1);
                    RunMetrics metrics;
                    for (int step = 1; step <= 20; ++step)
                        metrics.steps.push_back(
                            {step, 1 + step / 11, 2.0F / static_cast<float>(step + number), 0.5F, 1e-3F, 2});
                    metrics.epochs = {{1, 10, 1, 0.5, 0.75, 0.6 + 0.01 * number, true},
                                      {2, 20, 1, 0.5, 0.5, 0.7 + 0.03 * number, true}};
                    MetricsFile(folder.metricsPath()).write(metrics);
                    if (++number == 12) return;
                    RunResult result;
                    result.steps = 20;
                    result.epochs = 2;
                    result.seconds = 3 + number;
                    result.validationAccuracy = 0.7 + 0.03 * number;
                    folder.writeResult(result);
                }
    }

    QString folder_;
    int steps_ = 0;  ///< Learned.
    RunFixture sequences_{"reverse"}, texts_{"text-demo"}, sets_{"anomaly-shapes"}, pictures_{"patches"},
        numbers_{"addition-mod"};
};

}  // namespace attx
