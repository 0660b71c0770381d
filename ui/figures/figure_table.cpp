#include "ui/figures/figure_table.h"
#include "model/config/task.h"
#include "ui/figures/network/architecture_figure.h"

#include <algorithm>
#include <utility>

#include "model/files/error.h"
#include "model/heads/spectrum.h"
#include "model/network/chance.h"
#include "ui/figures/curves/head_history_figure.h"
#include "ui/figures/evaluate/figures_of_evaluation.h"
#include "ui/figures/evaluate/figures_of_sets.h"
#include "ui/figures/maps/explanation_figure.h"
#include "ui/figures/maps/patching_figure.h"
#include "ui/figures/network/pair_figure.h"
#include "ui/figures/network/parameter_figure.h"
#include "ui/figures/network/steps_figure.h"
#include "ui/figures/picture/picture_shading.h"
#include "ui/figures/runs/figures_of_runs.h"
#include "ui/figures/runs/interval_figure.h"
#include "ui/figures/runs/parallel_figure.h"
#include "ui/figures/runs/scatter_figure.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

template <class T>
std::unique_ptr<Figure> boxed(T&& figure) {
    return std::make_unique<std::remove_cvref_t<T>>(std::forward<T>(figure));
}

bool shows(const RunConfig& config, SampleKind kind) {
    return sampleKind(config.data) == kind && answersTask(config);
}
const char* ofSets(const RunConfig& config) {
    return shows(config, SampleKind::Set) ? nullptr : "needs a run of the task sets";
}
const char* ofTexts(const RunConfig& config) {
    return shows(config, SampleKind::Text) ? nullptr : "needs a run of the task text";
}
const char* ofPictures(const RunConfig& config) {
    return shows(config, SampleKind::Picture) ? nullptr : "needs a run of the task pictures";
}
const char* ofSequences(const RunConfig& config) {
    return shows(config, SampleKind::Sequence) ? nullptr : "needs a run of the task sequences";
}
const char* ofFewClasses(const RunConfig& config) {
    return isLanguage(config.data) ? "needs a network with few classes; a language model has too many tokens"
                                   : nullptr;
}
const char* patched(const RunConfig& config) { return whyNoPatching(config.network); }
const char* ofTwoClasses(const RunConfig& config) {
    return chanceClasses(config) == 2 ? nullptr : "needs a network with two classes";
}

std::unique_ptr<Figure> explanations(const FigureSources& s) {
    AttentionOptions options = s.attention;
    options.scale.mode = ScaleMode::PerMap;
    return boxed(explanationFigure(*s.explanation, s.methods, options));
}

std::unique_ptr<Figure> text(const FigureSources& s) {
    const Inspection& inspection = s.inspection;
    if (needsExplanation(s.shade) && !s.explanation)
        throw inputError("figure text: this shade needs an explanation of the sample");
    QString written = QString::fromStdString(inspection.sample.text);
    if (written.isEmpty()) {  // typed as tokens: their words
        QStringList words;
        for (const std::string& word : inspection.sample.words) words << QString::fromStdString(word);
        written = words.join(QLatin1Char(' '));
    }
    const ShownText shown =
        shownText(written, s.names.vocabulary, s.config.data.length, inspection.sample.second);
    TextFigure figure = textFigure(shown, inspection, s.explanation ? &*s.explanation : nullptr,
                                   {s.shade, s.layer, s.head, -1});
    const std::vector<float> shares = classProbabilities(inspection.logits);
    const auto best = std::ranges::max_element(shares);
    figure.setTitle(classText(s.config.data, s.names, size_t(best - shares.begin())));
    QStringList verdict{QStringLiteral("%1 %").arg(double(100 * *best), 0, 'f', 1)};
    verdict << unreadParts(shown);
    figure.verdict = verdict.join(QStringLiteral(" · "));
    return boxed(std::move(figure));
}

/// Of several methods the first; the layer is that of attention, and of methods with a map for each.
std::unique_ptr<Figure> picture(const FigureSources& s) {
    PictureShading shading{{}, s.layer, s.head, -1};
    if (!s.methods.empty() && s.explanation) shading.method = s.methods.front();
    PictureFigure figure = pictureFigure(s.config, s.names, s.inspection.sample, s.inspection,
                                         s.explanation ? &*s.explanation : nullptr, shading);
    figure.setTitle(s.inspection.sample.from.row < 0
                        ? QString()
                        : QObject::tr("Picture %1").arg(s.inspection.sample.from.row + 1));
    return boxed(std::move(figure));
}

std::unique_ptr<Figure> steps(const FigureSources&) {
    StepsFigure figure;
    figure.setInput(attentionExamples().front().input);
    return boxed(std::move(figure));
}

template <auto figure, auto source>
std::unique_ptr<Figure> drawn(const FigureSources& s) {
    return boxed(figure(*(s.*source)));
}

template <auto figure>
std::unique_ptr<Figure> metricCurves(const FigureSources& s) {
    return boxed(figure(s.config, s.metrics, s.earlier, s.known));
}

template <class Shown>
std::unique_ptr<Figure> ofProgram(const FigureSources& s) {
    return boxed(Shown(buildProgram(s.config.network, s.config.data.positions())));
}

template <RunQuantity quantity>
std::unique_ptr<Figure> runCurves(const FigureSources& s) {
    return boxed(runCurvesFigure(*s.runs, {.quantity = quantity}));
}

using S = FigureSources;
constexpr FigureNeeds needsMetrics{.metrics = true, .known = true};
constexpr NamedFigure namedFigures[] = {
    {"attention",
     {.inspection = true, .maps = true},
     [](const S& s) { return boxed(attentionFigure(s.config.network, s.inspection, s.attention)); }},
    {"attention-head",
     {.inspection = true, .head = true, .maps = true},
     [](const S& s) {
         return boxed(headFigure(s.config.network, s.inspection, s.layer, std::max(s.head, 0), s.attention));
     }},
    {"pair",
     {.inspection = true, .pair = true, .head = true},
     [](const S& s) { return boxed(pairFigure(*s.pair, s.names, s.config.data)); }},
    {"patching",
     {.inspection = true, .patching = true},
     drawn<patchedPositionsFigure, &S::patching>,
     patched},
    {"patching-heads",
     {.inspection = true, .patching = true},
     drawn<patchedHeadsFigure, &S::patching>,
     patched},
    {"explanations", {.inspection = true, .explanation = true, .maps = true}, explanations},
    {"ablation", {.ablation = true}, drawn<ablationFigure, &S::ablation>},
    {"text", {.inspection = true, .head = true}, text, ofTexts},
    {"picture", {.inspection = true, .head = true}, picture, ofPictures},
    {"sets", {.inspection = true, .sets = true}, [](const S& s) { return s.sets->clone(); }, ofSets},
    {"set-links",
     {.inspection = true, .sets = true, .head = true},
     [](const S& s) {
         return boxed(setLinksFigure(s.inspection, s.layer, std::max(s.head, 0), s.attention.images));
     },
     ofSets},
    {"set-confusion",
     {.answers = true},
     [](const S& s) { return boxed(setConfusionFigure(*s.answers, s.classes, s.names.classes)); },
     ofSets},
    {"confusion",
     {.evaluation = true},
     [](const S& s) {
         return boxed(confusionFigure(*s.evaluation, s.names.classes, classTexts(s.config.data, s.names)));
     },
     ofFewClasses},
    {"reliability", {.evaluation = true}, drawn<reliabilityFigure, &S::evaluation>},
    {"position-accuracy", {.evaluation = true}, drawn<positionAccuracyFigure, &S::evaluation>, ofSequences},
    {"thresholds",
     {.evaluation = true},
     [](const S& s) {
         return boxed(thresholdFigure(*s.evaluation, s.names.classes, classTexts(s.config.data, s.names)));
     },
     ofTwoClasses},
    {"faithfulness", {.faithfulness = true}, drawn<faithfulnessFigure, &S::faithfulness>},
    {"heads",
     {.history = true},
     [](const S& s) { return boxed(headHistoryFigure(*s.history, s.headQuantity)); }},
    {"places",
     {.places = true, .head = true},
     [](const S& s) { return boxed(placesFigure(*s.places, s.placeColor, s.names, &s.config.data)); }},
    {"spectrum",
     {.embedding = true},
     [](const S& s) { return boxed(spectrumFigure(*s.embedding, s.config)); },
     whyNoSpectrum},
    {"loss", needsMetrics, metricCurves<lossFigure>},
    {"accuracy", needsMetrics, metricCurves<accuracyFigure>},
    {"learning-rate", needsMetrics, metricCurves<learningRateFigure>},
    {"gradient-norm", needsMetrics, metricCurves<gradientNormFigure>},
    {"positional-encoding", {}, [](const S&) { return boxed(positionalEncodingFigure()); }},
    {"positional-similarity", {}, [](const S&) { return boxed(positionalSimilarityFigure()); }},
    {"positional-waves", {}, [](const S&) { return boxed(positionalWavesFigure()); }},
    {"schedule",
     {.known = true},
     [](const S& s) { return boxed(scheduleFigure(s.config, s.known.trainRows)); }},
    {"architecture", {.network = true}, ofProgram<ArchitectureFigure>},
    {"parameters", {.network = true}, ofProgram<ParameterFigure>},
    {"steps", {}, steps},
    {"runs-loss", {.runs = true}, runCurves<RunQuantity::ValidationLoss>},
    {"runs-accuracy", {.runs = true}, runCurves<RunQuantity::ValidationAccuracy>},
    {"runs-train-loss", {.runs = true}, runCurves<RunQuantity::TrainLoss>},
    {"runs-learning-rate", {.runs = true}, runCurves<RunQuantity::LearningRate>},
    {"runs-gradient-norm", {.runs = true}, runCurves<RunQuantity::GradientNorm>},
    {"parallel-coordinates", {.runs = true}, drawn<parallelFigure, &S::runs>},
    {"runs-scatter", {.runs = true}, [](const S& s) { return boxed(scatterFigure(*s.runs)); }},
    {"runs-importance", {.runs = true}, drawn<importanceFigure, &S::runs>},
    {"runs-comparison", {.runs = true}, [](const S& s) { return boxed(comparisonFigure(*s.runs)); }},
};

/// The sentence of what is not there; empty: all is.
std::string missing(const FigureNeeds& needs, const FigureSources& s) {
    if (needs.inspection && s.inspection.attention.empty())
        return "needs a sample that was looked at; choose one";
    if (needs.explanation && (!s.explanation || s.explanation->maps.size() != s.methods.size()))
        return "needs an explanation of the sample; choose its methods";
    if (needs.metrics && s.metrics.steps.empty())
        return "needs the metrics of a run, and there are none; give a run folder that holds metrics.csv";
    if (needs.ablation && !s.ablation) return "needs the importance of each head; measure it first";
    if (needs.sets && !s.sets) return "needs the images of the sets";
    if (needs.runs && !s.runs) return "needs several runs; give a folder that holds them";
    if (needs.evaluation && !s.evaluation) return "needs the network's answers to the validation data";
    if (needs.faithfulness && !s.faithfulness) return "needs the faithfulness of the explanations";
    if (needs.places && !s.places) return "needs vectors of the network in their plane";
    if (needs.embedding && !s.embedding) return "needs the vectors of the embedding";
    if (needs.pair && !s.pair) return "needs a pair of an attention map; choose one";
    if (needs.patching && !s.patching) return "needs a second input, the clean one; give it as --patch-from";
    if (needs.history && !s.history) return "needs the heads at every snapshot; measure them first";
    if (needs.answers && !s.answers) return "needs the network's answers to the sets";
    return {};
}

}  // namespace

FigureNeeds& FigureNeeds::operator|=(const FigureNeeds& other) {
    for (const auto need :
         {&FigureNeeds::metrics, &FigureNeeds::known, &FigureNeeds::inspection, &FigureNeeds::explanation,
          &FigureNeeds::ablation, &FigureNeeds::sets, &FigureNeeds::answers, &FigureNeeds::evaluation,
          &FigureNeeds::faithfulness, &FigureNeeds::history, &FigureNeeds::pair, &FigureNeeds::places,
          &FigureNeeds::embedding, &FigureNeeds::patching, &FigureNeeds::runs, &FigureNeeds::network,
          &FigureNeeds::head, &FigureNeeds::maps})
        this->*need = this->*need || other.*need;
    return *this;
}

std::span<const NamedFigure> figureTable() { return namedFigures; }

std::string figureNames(bool ofRuns) {
    std::string names;
    for (const NamedFigure& figure : namedFigures)
        if (figure.needs.runs == ofRuns) names += (names.empty() ? "" : ", ") + std::string(figure.name);
    return names;
}

const NamedFigure& figureNamed(const std::string& name) {
    for (const NamedFigure& figure : namedFigures)
        if (name == figure.name) return figure;
    throw inputError("figure: expected one of " + figureNames(false) + ", " + figureNames(true) +
                     ", found \"" + name + "\"");
}

std::unique_ptr<Figure> figureByName(const std::string& name, const FigureSources& sources) {
    const NamedFigure& figure = figureNamed(name);
    if (const char* why = figure.whyNot(sources.config)) throw inputError("figure " + name + ": " + why);
    if (const std::string lacks = missing(figure.needs, sources); !lacks.empty())
        throw inputError("figure " + name + ": " + lacks);
    std::unique_ptr<Figure> made = figure.draw(sources);
    if (auto* curves = dynamic_cast<CurveFigure*>(made.get()); curves && figure.needs.metrics && sources.step)
        curves->marker = double(*sources.step);
    if (figure.needs.isComputed()) sayAblated(*made, {sources.attention.gates, {}}, sources.config.network);
    writeQuestion(*made);
    return made;
}

}  // namespace attx
