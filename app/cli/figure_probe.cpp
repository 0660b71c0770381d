#include "app/cli/figure_probe.h"

#include <algorithm>

#include "app/cli/inspect_record.h"
#include "app/cli/patch_option.h"
#include "app/options/explain_options.h"
#include "app/options/shared_options.h"
#include "app/sources/image_loader.h"
#include "model/data/set_data.h"
#include "model/data/vectoriser.h"
#include "model/evaluate/set_answers.h"
#include "model/files/error.h"
#include "model/inspect/answers.h"
#include "model/inspect/subject.h"
#include "model/run/checkpoint.h"
#include "model/run/records.h"
#include "ui/figures/evaluate/figures_of_sets.h"

namespace attx {
namespace {

/// The sets of the validation data from number `first` on, with their images; not answered yet.
SetsShown setsFrom(const OpenedRun& opened, const DataSet& data, int64_t first) {
    constexpr int64_t setsShown = 8;
    const SplitImages images = imagesOfSets(opened.config.data);
    SetsShown result;
    result.samples.push_back(validationSample(opened.config, data, first));
    const int64_t past = std::min(first + setsShown, data.validation.rows);
    for (int64_t number = first + 1; number < past; ++number)
        result.samples.push_back(validationSample(opened.config, data, number));
    for (const Sample& set : result.samples) {
        ShownSet shown;
        shown.caption = QStringLiteral("Set %1").arg(set.from.row + 1);
        shown.odd = set.expected.empty() ? -1 : set.expected.front();
        for (const std::string& name : set.words) shown.names << QString::fromStdString(name);
        for (const SampleRow& member : set.members) shown.images << imageOf(images, member).copy();
        result.shown.push_back(std::move(shown));
    }
    return result;
}

}  // namespace

FigureProbe::FigureProbe(const Arguments& arguments, const OpenedRun& opened, const FigureNeeds& needs,
                         bool ofText, Output& output)
    : arguments_(arguments),
      opened_(opened),
      output_(output),
      needs_(needs),
      ablation_(ablatedHeads(arguments, opened.config.network)),
      firstQueryBelow_(arguments.oneOf("--first-query", {"above", "below"}) == 1),
      test_(arguments.oneOf("--split", {"validation", "test"}) == 1),
      inspector_(opened.config.network),
      data_(opened, output) {
    inspector_.setAblation(ablation_);
    if (needs_.sets) sets_ = setsFrom(opened, data_.get(), sampleNumber());
    if (needs_.evaluation && arguments.has("--split") && data_.get().isOnePart)
        output.warning("--split: the data name no splits, so the figure shows all of them.");
    if (!needs_.inspection) return;
    sample_ = needs_.sets ? sets_.samples.front() : sampleWanted(arguments, opened, data_);
    if (const auto shade = arguments.text("--shade"); shade && ofText) shade_ = textShadeNamed(*shade);
    std::vector<ExplainMethod> methods = methodsOf(arguments);
    if (methods.empty() && needs_.explanation) {
        output.line("Explained by every method but flow, which is slow; --explain flow draws it.");
        for (const ExplainMethodInfo& info : mapMethods())
            if (info.method != ExplainMethod::Flow) methods.push_back(info.method);
    }
    if (const auto method = methodOf(shade_);
        ofText && method && std::ranges::find(methods, *method) == methods.end())
        methods.push_back(*method);
    for (const ExplainMethod method : methods)
        if (infoOf(method).shape == ExplainShape::Terms)
            throw inputError(std::string("--explain: ") + infoOf(method).name +
                             " is no map that could be drawn; the command inspect writes its numbers.");
    explain_ = explainOptionsOf(arguments, std::move(methods), opened.config.network.numLayers);
    if (!explain_.methods.empty()) target_ = targetOf(arguments, sample_.table(), opened.config.network);
}

KnownData FigureProbe::known() {
    if (needs_.data()) return knownOf(opened_.config, data_.get());
    const bool named = arguments_.has("--data");
    const std::vector<StepRecord>& steps = opened_.metrics.steps;
    const auto second =
        std::ranges::find_if(steps, [](const StepRecord& record) { return record.epoch == 2; });
    KnownData told;
    if (second != steps.end() && !named && !opened_.config.training.fullBatch)
        told.trainRows = (second->step - 1) * opened_.config.training.batchSize;
    if (told.trainRows && !canPreferAnswer(opened_.config.network)) return told;
    try {
        return knownOf(opened_.config, makeData(opened_.config.data, opened_.names));
    } catch (const Error& problem) {
        if (problem.kind() != Error::Kind::Input || named) throw;
        output_.line(std::string("The chance level is that of equally frequent classes") +
                     (told.trainRows ? ": " : ", and the run's steps are guessed from data.train_size: ") +
                     problem.what());
        return told;
    }
}

void FigureProbe::fill(FigureSources& sources, const std::shared_ptr<const std::vector<float>>& parameters) {
    inspector_.setParameters(parameters);
    sources.attention.gates = ablation_.headGates;
    sources.attention.originBelow = firstQueryBelow_;
    sources.shade = shade_;
    sources.methods = explain_.methods;
    if (needs_.inspection) look(sources);
    if (needs_.pair) sources.pair = pairOf(sources);
    if (needs_.patching && arguments_.has("--patch-from"))
        sources.patching = patched(arguments_, inspector_, sources.inspection.sample, output_);
    if (needs_.sets) fillSets(sources);
    const auto subject = [&] {
        return Subject{opened_.config,
                       parameters,
                       std::shared_ptr<const DataSet>(std::shared_ptr<void>(), &data_.get()),
                       {ablation_.headGates, {}}};
    };
    if (needs_.evaluation) {
        sources.evaluation = evaluateSplit(subject(), test_, {}, never_);
        sources.names = data_.get().names;
    }
    if (needs_.faithfulness) {
        FaithfulnessOptions options;
        options.threads = opened_.config.threads;
        sources.faithfulness = measureFaithfulness(subject(), options, {}, never_);
    }
    if (needs_.places) sources.places = placesOf(subject(), sources);
    if (needs_.embedding) sources.embedding = vectorCloud(subject(), {CloudKind::Embeddings}, never_);
    if (needs_.history) sources.history = history(subject());
    if (needs_.answers) {
        sources.answers = answerSplit(subject(), false, [](const SetAnswers&) { return true; });
        sources.classes = data_.get().validation.classes;
        sources.names = data_.get().names;
    }
    if (needs_.ablation)
        sources.ablation = ablateHeads(opened_.config, *parameters, data_.get(), ablation_, output_);
}

int64_t FigureProbe::sampleNumber() const { return arguments_.integer("--sample", 0, INT32_MAX).value_or(0); }

void FigureProbe::look(FigureSources& sources) {
    if (explain_.methods.empty()) {
        sources.inspection = inspector_.inspect(sample_);
    } else {
        sources.explanation = explain(inspector_, sample_, target_, explain_);
        sources.inspection = sources.explanation->inspection;
    }
    output_.warning(whyNoNumbers(sources.inspection.logits));
    if (const Sample& s = sources.inspection.sample; s.kind() == SampleKind::Text)  // No padding
        sources.attention.positions = std::max(1, s.valid.value_or(s.length()));
}

std::optional<HeadHistory> FigureProbe::history(const Subject& subject) {
    const auto progress = [this](const HeadHistory& soFar) {
        output_.progress("Snapshot", std::ssize(soFar.moments), int64_t(soFar.snapshots));
    };
    return headHistory(subject, opened_.path, opened_.snapshots, progress, never_);
}

std::optional<Places> FigureProbe::placesOf(const Subject& subject, const FigureSources& sources) {
    CloudQuestion question{CloudKind::Hidden, sources.layer, std::max(sources.head, 0)};
    if (const auto kind = arguments_.text("--vectors")) question.kind = cloudKindNamed(*kind);
    if (!axes_ && !opened_.snapshots.empty())
        axes_ = std::make_shared<const std::vector<float>>(
            openCheckpoint(snapshotPath(opened_.path, opened_.snapshots.back())).parameters);
    return whereThingsLie(subject, axes_, question, never_);
}

PairDetail FigureProbe::pairOf(const FigureSources& sources) {
    const auto place = [&](const char* option) -> std::optional<int> {
        const auto at = arguments_.integer(option, 0, sources.inspection.sample.length() - 1);
        return at ? std::optional(int(*at)) : std::nullopt;
    };
    PairIndex pair =
        strongestPair(sources.inspection, sources.layer, std::max(sources.head, 0), place("--query"));
    pair.key = place("--key").value_or(pair.key);
    return pairUpClose(inspector_, sources.inspection.sample, pair);
}

void FigureProbe::fillSets(FigureSources& sources) {
    auto figure = std::make_shared<SetFigure>();
    figure->setName(QStringLiteral("sets"));
    figure->setTitle(QStringLiteral("Sets"));
    figure->sets = sets_.shown;
    for (size_t i = 0; i < sets_.samples.size(); ++i)
        figure->sets[i].probabilities = setProbabilities(inspector_.inspect(sets_.samples[i]).logits);
    figure->facts = dataFacts(data_.get().isOnePart, false, std::ssize(figure->sets));
    sources.attention.images = sets_.shown.front().images;
    sources.sets = figure;
}

void FigureProbe::describe(Json& object) const {
    if (!explain_.methods.empty())
        object["target"] = aboutTarget(target_, explain_, opened_.config.network.numLayers);
}

}  // namespace attx
