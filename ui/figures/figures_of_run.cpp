#include "ui/figures/figures_of_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "model/config/config.h"
#include "model/config/presets.h"
#include "model/config/settings.h"
#include "model/config/task.h"
#include "model/network/positions.h"
#include "model/network/schedule.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

// A long schedule is drawn from this many points: more than a 4K screen has columns.
constexpr int64_t schedulePoints = 8192;
constexpr int mostMarkedPositions = 64;          // More dots would hide their line
constexpr int mutedColor = 6;                    // FigureStyle::series ends with a grey
constexpr int comparedColor = 2;                 // The next colour is for its validation
constexpr std::array earlierColors{4, 3, 2, 5};  // not 0, which is of the run shown, nor what is like 4
constexpr qsizetype mostDifferences = 2;         // Most differences named for an earlier run
constexpr int mostNoted = 2;  // earlier runs in the legend, the last ones; none beside one that is compared
constexpr float noValue = std::numeric_limits<float>::quiet_NaN();

QString layerName(int layer) { return tr("Layer %1").arg(layer + 1); }
QString headName(int head) { return tr("Head %1").arg(head + 1); }
QString mapName(int layer, int head) { return tr("Layer %1, Head %2").arg(layer + 1).arg(head + 1); }

/// The map of one head, or an empty one of the size that it will have.
HeatMap headMap(const NetworkConfig& network, const Inspection& inspection, int layer, int head,
                const AttentionOptions& options) {
    HeatMap map;
    const size_t length = std::max<size_t>(size_t(inspection.sample.length()), 1);
    const size_t cells = length * length;
    map.rows = map.cols = int(length);
    const auto l = size_t(layer), h = size_t(head);
    if (l < inspection.attention.size() && inspection.attention[l].size() >= (h + 1) * cells) {
        const float* first = inspection.attention[l].data() + h * cells;
        map.values.assign(first, first + cells);
    } else {
        map.values.assign(cells, noValue);
    }
    map.title = mapName(layer, head);
    map.key = QStringLiteral("layer-%1-head-%2").arg(layer + 1).arg(head + 1);
    map.xLabel = tr("key");
    map.yLabel = tr("query");
    map.xTickLabels = map.yTickLabels = positionLabels(inspection.sample);
    if (inspection.sample.kind() == SampleKind::Set) map.tickTexts = positionTexts(inspection.sample);
    if (options.images.size() == map.rows) map.tickImages = options.images;
    map.originBelow = options.originBelow;
    if (network.causal) {
        map.missing = QCoreApplication::translate("attx", "comes after the query");
        for (int query = 0; query < map.rows; ++query)
            std::fill_n(map.values.begin() + query * map.cols + query + 1, map.cols - query - 1, noValue);
    }
    if (options.positions > 0) map.keepFirst(options.positions);
    const auto gate = size_t(layer) * size_t(inspection.heads) + h;
    map.off = gate < options.gates.size() && options.gates[gate] == 0;
    return map;
}

constexpr const char* chanceLevel = QT_TRANSLATE_NOOP("attx", "chance level");

struct Curve {
    const char* name;
    double (*ofStep)(const StepRecord&);
    double (*ofEpoch)(const EpochReport&) = nullptr;
};

/// "learning rate" -> "learning-rate"
QString fileKey(const char* name) {
    return QString::fromLatin1(name).replace(QLatin1Char(' '), QLatin1Char('-'));
}

CurveSeries stepSeries(const Curve& curve, const std::vector<StepRecord>& steps) {
    CurveSeries series;
    series.name = tr(curve.name);
    series.key = fileKey(curve.name);
    series.x.reserve(steps.size());
    series.y.reserve(steps.size());
    for (const StepRecord& record : steps) {
        series.x.push_back(double(record.step));
        series.y.push_back(curve.ofStep(record));
    }
    return series;
}

CurveSeries epochSeries(const Curve& curve, const std::vector<EpochReport>& epochs) {
    CurveSeries series;
    series.name = tr("validation");
    series.key = QStringLiteral("validation");
    series.color = 1;
    series.markers = true;
    for (const EpochReport& report : epochs) {
        series.x.push_back(double(report.step));
        series.y.push_back(curve.ofEpoch(report));
    }
    return series;
}

/// A dashed line over the whole run at a value that is worth knowing.
CurveSeries referenceLine(const char* name, double value, int64_t steps) {
    CurveSeries series;
    series.name = tr(name);
    series.key = fileKey(name);
    series.x = {0, double(steps)};
    series.y = {value, value};
    series.color = mutedColor;
    series.dashed = true;
    return series;
}

Chance chanceFor(const RunConfig& config, const KnownData& known) {
    return known.chance.value_or(chanceOf(config, {}));
}

/// "learning rate 10, schedule constant": in what a run differs from the one shown; of another preset its
/// title. Its folder's name seldom says what it was.
QString differenceText(RunConfig run, RunConfig shown) {
    const auto preset = presets().find(run.preset);
    if (run.preset != shown.preset && preset != presets().end() && preset->second.network == run.network &&
        preset->second.data == run.data && preset->second.training == run.training)
        return modelText(presetTitle(run.preset));
    run.preset = shown.preset;  // only a name
    QStringList texts;
    for (const bool isOfTraining : {true, false})  // What is tried out most stands first
        for (const KeyInfo& key : runConfigKeys()) {
            const std::string value = valueText(key, run);
            if (key.path.starts_with("training.") != isOfTraining || !changesLearning(key, run)) continue;
            if (value == valueText(key, shown) || key.path == "network.input_dim") continue;
            texts << keyText(key) + QLatin1Char(' ') + valueText(key, value);
        }
    if (texts.size() > mostDifferences)
        texts = texts.mid(0, mostDifferences) << tr("%1 more").arg(texts.size() - mostDifferences);
    return texts.join(QStringLiteral(", "));
}

CurveFigure metricFigure(const RunConfig& config, int64_t plannedSteps, const char* name,
                         const QString& title, const QString& yLabel, const Curve& curve,
                         const RunMetrics& metrics, std::span<const EarlierRun> earlier,
                         const std::optional<CurveSeries>& reference) {
    CurveFigure figure;
    figure.setName(QString::fromLatin1(name));
    figure.setTitle(title);
    CurvePanel panel;
    panel.title = title, panel.key = figure.name(), panel.xLabel = tr("step");
    panel.yLabel = yLabel;
    panel.series.push_back(stepSeries(curve, metrics.steps));
    if (curve.ofEpoch) panel.series.push_back(epochSeries(curve, metrics.epochs));
    if (reference) panel.series.push_back(*reference);
    for (const EarlierRun& run : earlier) {
        if (run.config.data.task != config.data.task) continue;  // its losses are of another kind
        CurveSeries series = stepSeries(curve, run.metrics.steps);
        series.name = series.key = run.name;
        series.faint = !run.compared;
        series.color =
            run.compared ? comparedColor : earlierColors[size_t(run.number) % earlierColors.size()];
        if (!run.compared) series.note = differenceText(run.config, config);
        if (!series.note.isEmpty()) series.name += QStringLiteral(" (%1)").arg(series.note);
        panel.series.push_back(std::move(series));
        if (!run.compared || !curve.ofEpoch) continue;
        CurveSeries validation = epochSeries(curve, run.metrics.epochs);
        validation.name = tr("%1, validation").arg(run.name);
        validation.key = run.name + QStringLiteral(", validation");
        validation.color = comparedColor + 1;
        panel.series.push_back(std::move(validation));
    }
    // Those that differ in the same way have one line in the legend and one colour, the rest a grey one.
    std::map<QString, int> colors;
    const int most = std::ranges::any_of(earlier, &EarlierRun::compared) ? 0 : mostNoted;
    bool isGreyNamed = false;
    for (auto place = panel.series.rbegin(); place != panel.series.rend(); ++place) {
        CurveSeries& series = *place;
        if (!series.faint) continue;
        if (const auto same = colors.find(series.note); same != colors.end()) {
            series.color = same->second;
            series.note.clear();
        } else if (series.note.isEmpty() || std::ssize(colors) == most) {
            series.color = mutedColor;
            series.note = std::exchange(isGreyNamed, true) ? QString() : tr("earlier runs");
        } else {
            colors.emplace(series.note, series.color);
        }
    }
    // The whole run from its start, so that a live curve grows into its place.
    panel.xHi = double(std::max<int64_t>(plannedSteps, 1));
    for (const CurveSeries& series : panel.series)
        if (!series.x.empty()) panel.xHi = std::max(panel.xHi, series.x.back());
    figure.panels.push_back(std::move(panel));
    return figure;
}

/// The factor at about schedulePoints of the first `shown` steps and the one after them, with the end of the
/// warm-up among them.
CurveSeries scheduleSeries(const RunConfig& config, std::optional<int64_t> trainRows, int64_t shown) {
    const TrainingConfig& training = config.training;
    const int64_t total = scheduleSteps(training, trainRows.value_or(config.data.trainSize));
    CurveSeries series;
    series.name = tr("factor");
    const int64_t points = std::min(shown + 1, schedulePoints);
    const auto add = [&](int64_t step) {
        series.x.push_back(double(step));
        series.y.push_back(scheduleFactor(training.schedule, step, training.warmup, total));
    };
    bool peakShown = training.warmup <= 0 || training.warmup >= shown;
    for (int64_t i = 0; i < points; ++i) {
        const int64_t step = points > 1 ? i * shown / (points - 1) : 0;
        if (!peakShown && step >= training.warmup) {
            if (step > training.warmup) add(training.warmup);  // never lost between two points
            peakShown = true;
        }
        add(step);
    }
    return series;
}

constexpr Curve lossCurve{QT_TRANSLATE_NOOP("attx", "training"),
                          [](const StepRecord& r) { return double(r.loss); },
                          [](const EpochReport& r) { return r.validationLoss; }};
constexpr Curve accuracyCurve{QT_TRANSLATE_NOOP("attx", "training"),
                              [](const StepRecord& r) { return double(r.accuracy); },
                              [](const EpochReport& r) { return r.validationAccuracy; }};
constexpr Curve rateCurve{QT_TRANSLATE_NOOP("attx", "learning rate"),
                          [](const StepRecord& r) { return double(r.learningRate); }};
constexpr Curve normCurve{QT_TRANSLATE_NOOP("attx", "gradient norm"),
                          [](const StepRecord& r) { return double(r.gradNorm); }};

QStringList countedFromOne(int count) {
    QStringList labels;
    for (int i = 1; i <= count; ++i) labels << QString::number(i);
    return labels;
}

}  // namespace

QStringList positionLabels(const Sample& sample) {
    QStringList labels;
    for (const std::string& word : sample.words) labels << QString::fromStdString(word);
    if (labels.isEmpty())
        for (const int32_t token : sample.tokens)
            labels << (token < 0 ? QStringLiteral("[class]") : QString::number(token));
    return labels;
}

QStringList positionTexts(const Sample& sample) {
    QStringList texts = positionLabels(sample);
    if (sample.kind() == SampleKind::Set)
        for (QString& text : texts) text = drawnText(text);
    return texts;
}

HeatMapGridFigure attentionFigure(const NetworkConfig& network, const Inspection& inspection,
                                  const AttentionOptions& options) {
    HeatMapGridFigure figure;
    figure.setName(QStringLiteral("attention"));
    figure.setTitle(tr("Attention of every layer and head"));
    figure.gridRows = network.numLayers;
    figure.gridCols = network.numHeads;
    figure.scale = options.scale;
    figure.valueLabel = tr("attention weight");
    if (options.heads) {
        for (const ShownHead& shown : *options.heads) {
            HeatMap map = headMap(network, inspection, shown.head / network.numHeads,
                                  shown.head % network.numHeads, options);
            if (!shown.note.isEmpty()) map.title += QStringLiteral(" · ") + shown.note;
            figure.maps.push_back(std::move(map));
        }
        const int count = std::max(1, int(figure.maps.size()));
        figure.gridCols = std::max(1, int(std::ceil(std::sqrt(count))));
        figure.gridRows = (count + figure.gridCols - 1) / figure.gridCols;
        sayInspected(figure, inspection);
        return figure;
    }
    for (int layer = 0; layer < network.numLayers; ++layer) figure.rowTitles << layerName(layer);
    for (int head = 0; head < network.numHeads; ++head) figure.columnTitles << headName(head);
    for (int layer = 0; layer < network.numLayers; ++layer)
        for (int head = 0; head < network.numHeads; ++head)
            figure.maps.push_back(headMap(network, inspection, layer, head, options));
    sayInspected(figure, inspection);
    return figure;
}

HeatMapGridFigure ablationFigure(const HeadAblation& ablation) {
    HeatMapGridFigure figure;
    figure.setName(QStringLiteral("ablation"));
    figure.setTitle(tr("Head importance"));
    figure.scale.mode = ScaleMode::PerMap;  // loss and accuracy have units of their own
    figure.scale.map = ColorMap::BlueRed;
    figure.scale.symmetric = true;
    figure.valueLabel = tr("when the head is ablated");
    figure.gridRows = 2;
    const auto add = [&](const char* key, const QString& title, NamedArray costs) {
        HeatMap map;
        map.rows = ablation.layers;
        map.cols = ablation.heads;
        map.values = std::move(costs.values);
        map.title = title;
        map.key = QLatin1String(key);
        map.xLabel = tr("head");
        map.yLabel = tr("layer");
        map.xTickLabels = countedFromOne(ablation.heads);
        map.yTickLabels = countedFromOne(ablation.layers);
        map.numbers = true;
        figure.maps.push_back(std::move(map));
    };
    add("increase-of-loss", tr("Increase of validation loss"), ablation.lossCosts());
    add("decrease-of-accuracy", tr("Decrease of accuracy"), ablation.accuracyCosts());
    const EvaluationSums& whole = ablation.whole;
    if (whole.counted == 0) return figure;
    const auto exact = [](double value) { return QString::fromStdString(csvNumber(value)); };
    figure.facts = {{QStringLiteral("baseline_loss"), exact(whole.meanLoss())},
                    {QStringLiteral("baseline_accuracy"), exact(whole.accuracy())},
                    {QStringLiteral("n"), QString::number(whole.counted)}};
    figure.notes << tr("baseline: loss %1, accuracy %2, n = %3")
                        .arg(whole.meanLoss(), 0, 'f', 4)
                        .arg(whole.accuracy(), 0, 'f', 4)
                        .arg(whole.counted);
    return figure;
}

HeatMapFigure headFigure(const NetworkConfig& network, const Inspection& inspection, int layer, int head,
                         const AttentionOptions& options) {
    HeatMapFigure figure(headMap(network, inspection, layer, head, options), options.scale);
    // One range with the other heads, so that a head keeps its colours when it is enlarged.
    const HeatMapGridFigure all = attentionFigure(network, inspection, options);
    figure.wholeRange = colorRange(options.scale, all.maps, 0);
    figure.setName(QStringLiteral("attention-layer-%1-head-%2").arg(layer + 1).arg(head + 1));
    figure.setTitle(tr("Attention of layer %1, head %2").arg(layer + 1).arg(head + 1));
    figure.setChoice(
        {QStringLiteral("--layer"), QString::number(layer), QStringLiteral("--head"), QString::number(head)});
    figure.valueLabel = tr("attention weight");
    sayInspected(figure, inspection);
    return figure;
}

CurveFigure lossFigure(const RunConfig& config, const RunMetrics& metrics,
                       std::span<const EarlierRun> earlier, const KnownData& known) {
    const int64_t steps = plannedSteps(config, known.trainRows);
    return metricFigure(config, steps, "loss", tr("Loss"), tr("cross-entropy (nats)"), lossCurve, metrics,
                        earlier, referenceLine(chanceLevel, chanceFor(config, known).loss, steps));
}

CurveFigure accuracyFigure(const RunConfig& config, const RunMetrics& metrics,
                           std::span<const EarlierRun> earlier, const KnownData& known) {
    const int64_t steps = plannedSteps(config, known.trainRows);
    CurveFigure figure =
        metricFigure(config, steps, "accuracy", tr("Accuracy"), modelText(infoOf(config.data.task).accuracy),
                     accuracyCurve, metrics, earlier,
                     referenceLine(chanceLevel, chanceFor(config, known).accuracy, steps));
    figure.panels.front().yHi = 1.02;  // room for a line at 1
    return figure;
}

CurveFigure learningRateFigure(const RunConfig& config, const RunMetrics& metrics,
                               std::span<const EarlierRun> earlier, const KnownData& known) {
    const int64_t steps = plannedSteps(config, known.trainRows);
    CurveSeries planned = scheduleSeries(config, known.trainRows, std::max<int64_t>(steps - 1, 0));
    planned.name = tr("planned");
    planned.key = QStringLiteral("planned");
    planned.color = mutedColor;
    planned.dashed = true;
    for (double& factor : planned.y) factor *= config.training.learningRate;
    for (double& step : planned.x) ++step;  // steps done are counted from 1, those of a schedule from 0
    return metricFigure(config, steps, "learning-rate", tr("Learning rate"), tr("learning rate"), rateCurve,
                        metrics, earlier, planned);
}

CurveFigure gradientNormFigure(const RunConfig& config, const RunMetrics& metrics,
                               std::span<const EarlierRun> earlier, const KnownData& known) {
    const int64_t steps = plannedSteps(config, known.trainRows);
    std::optional<CurveSeries> reference;
    if (config.training.clipNorm > 0)
        reference =
            referenceLine(QT_TRANSLATE_NOOP("attx", "clipped above"), config.training.clipNorm, steps);
    return metricFigure(config, steps, "gradient-norm", tr("Gradient norm"), tr("norm before clipping"),
                        normCurve, metrics, earlier, reference);
}

HeatMapFigure positionalEncodingFigure(int length, int dim) {
    const std::vector<float> table = positionalEncoding(length, dim);  // [length, dim]
    HeatMap map;
    map.rows = dim;
    map.cols = length;
    map.values.resize(table.size());
    for (int position = 0; position < length; ++position)
        for (int d = 0; d < dim; ++d)
            map.values[size_t(d) * size_t(length) + size_t(position)] =
                table[size_t(position) * size_t(dim) + size_t(d)];
    map.title = tr("Positional encoding");
    map.xLabel = tr("Position in sequence");
    map.yLabel = tr("Hidden dimension");
    map.xTickLabels = countedFromOne(length);
    map.yTickLabels = countedFromOne(dim);
    map.squareCells = false;
    ColorScale scale;
    scale.mode = ScaleMode::Fixed;
    scale.map = ColorMap::BlueRed;
    scale.lo = -1.f;
    scale.hi = 1.f;
    HeatMapFigure figure(std::move(map), scale);
    figure.setName(QStringLiteral("positional-encoding"));
    figure.setTitle(tr("Positional encoding over hidden dimensions"));
    figure.valueLabel = tr("positional encoding");
    return figure;
}

HeatMapFigure positionalSimilarityFigure(int length, int dim) {
    const std::vector<float> table = positionalEncoding(length, dim);  // [length, dim]
    const auto encoding = [&](int position) {
        return std::span(table).subspan(size_t(position) * size_t(dim), size_t(dim));
    };
    HeatMap map;
    map.rows = map.cols = length;
    for (int i = 0; i < length; ++i)
        for (int j = 0; j < length; ++j) {
            const auto a = encoding(i), b = encoding(j);
            map.values.push_back(std::inner_product(a.begin(), a.end(), b.begin(), 0.0F));
        }
    map.title = tr("Similarity of positions, P Pᵀ");
    map.xLabel = map.yLabel = tr("Position in sequence");
    map.xTickLabels = map.yTickLabels = countedFromOne(length);
    HeatMapFigure figure(std::move(map), ColorScale{});
    figure.setName(QStringLiteral("positional-similarity"));
    figure.setTitle(tr("Similarity of positions, P Pᵀ"));
    figure.valueLabel = tr("dot product of two encodings");
    return figure;
}

CurveFigure positionalWavesFigure(const std::vector<int>& dims, int positions, int dim) {
    const std::vector<float> table = positionalEncoding(positions, dim);
    CurveFigure figure;
    figure.setName(QStringLiteral("positional-waves"));
    figure.setTitle(tr("Positional encoding in chosen hidden dimensions"));
    figure.columns = dims.size() > 1 ? 2 : 1;
    int color = 0;
    for (int d : dims) {
        CurvePanel panel;
        panel.title = tr("Hidden dimension %1").arg(d);
        panel.key = QStringLiteral("dimension-%1").arg(d);
        panel.xLabel = tr("Position in sequence");
        panel.yLabel = tr("Positional encoding");
        panel.xLo = 0.5;  // whole dots at the ends
        panel.xHi = positions + 0.5;
        panel.yLo = -1.2;
        panel.yHi = 1.2;
        CurveSeries series;
        series.name = tr("dimension %1").arg(d);
        series.key = QStringLiteral("encoding");
        series.color = color++;
        series.markers = positions <= mostMarkedPositions;
        for (int position = 0; position < positions; ++position) {
            series.x.push_back(position + 1);
            series.y.push_back(double(table[size_t(position) * size_t(dim) + size_t(d - 1)]));
        }
        panel.series.push_back(std::move(series));
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

CurveFigure scheduleFigure(const RunConfig& config, std::optional<int64_t> trainRows) {
    CurveFigure figure;
    figure.setName(QStringLiteral("schedule"));
    figure.setTitle(tr("Learning rate schedule"));
    CurvePanel panel;
    panel.title = figure.title();
    panel.key = figure.name();
    panel.xLabel = tr("step");
    panel.yLabel = tr("learning-rate factor");
    panel.yLo = 0;
    panel.yHi = 1.05;
    // The others stay below the one that is chosen.
    const KeyInfo& key = keyInfo("training.schedule");
    const auto chosen = size_t(config.training.schedule);
    for (size_t i = 0; i < key.choices.size(); ++i) {
        RunConfig other = config;
        setByPath(other, key.path + "=" + key.choices[i]);
        CurveSeries series = scheduleSeries(other, trainRows, plannedSteps(config, trainRows));
        series.name = modelText(key.form.choices[i]);
        series.key = QString::fromStdString(key.choices[i]);
        series.color = int(i);
        series.dashed = i != chosen;
        series.bold = i == chosen;
        panel.series.push_back(std::move(series));
    }
    std::rotate(panel.series.begin() + chosen, panel.series.begin() + std::ptrdiff_t(chosen) + 1,
                panel.series.end());
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace attx
