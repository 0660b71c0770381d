#include "ui/window/shown_command.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>

#include "model/config/settings.h"
#include "model/files/text.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/figures/figure_table.h"
#include "ui/figures/figures_of_run.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/figures/text/text_figure.h"
#include "ui/look/color_map.h"

namespace attx {
namespace {

/// "0.1,2.3": ablated heads as --ablate takes them, layer.head from 0; empty: none.
QString headsOption(const NetworkConfig& network, const Ablation& ablation) {
    QStringList heads;
    for (size_t i = 0; i < ablation.headGates.size(); ++i)
        if (ablation.headGates[i] == 0)
            heads << QStringLiteral("%1.%2")
                         .arg(i / size_t(network.numHeads))
                         .arg(i % size_t(network.numHeads));
    return heads.join(QLatin1Char(','));
}

/// Collects the words of the line.
class Writer {
    Q_DECLARE_TR_FUNCTIONS(attx::Writer)
public:
    Writer(const RunModel& model, const Figure& figure, QString place, const QStringList& how,
           QString program)
        : model_(model), figure_(figure), place_(std::move(place)), how_(how), program_(std::move(program)) {}

    ShownCommand write() {
        const bool isHead = figure_.name().startsWith(QLatin1String("attention-layer-")),
                   isHistory = figure_.name().startsWith(QLatin1String("heads-"));
        const std::string name = isHead      ? "attention-head"
                                 : isHistory ? "heads"
                                             : figure_.name().toStdString();
        const auto known = figureTable();
        const auto found =
            std::ranges::find_if(known, [&](const NamedFigure& entry) { return name == entry.name; });
        if (found == known.end()) return {};
        const FigureNeeds& needs = found->needs;
        add({program_.toStdString(), "render", sourceFor(needs).toStdString(), "--figure", name});
        for (const QString& word : figure_.choice()) add({word.toStdString()});
        if (needs.runs) {
            leave(tr("which runs are chosen, how they are grouped, and the axes of the page"));
        } else {
            addAnswers();
        }
        if (needs.inspection) addSample();
        if (needs.explanation) addExplanation();
        if (needs.changes() && !needs.metrics) addAblation();
        addColors(name == "explanations" ? ScaleMode::PerMap : ScaleMode::Shared);
        leaveChoices(name);
        if (model_.firstQueryBelow() && needs.maps) add({"--first-query", "below"});
        if (model_.isRunning() && needs.changes())
            leave(tr("the current weights: the command takes those that the run has saved"));
        std::string file = name;  // a sum would make GCC 12 warn of an overflow (bug 105651)
        file.append(".png");
        if (how_.isEmpty()) add({"--out", file});
        for (const QString& word : how_) add({word.toStdString()});
        QStringList quoted;
        for (const std::string& word : words_) quoted << QString::fromStdString(shellWord(word));
        result_.line = quoted.join(QLatin1Char(' '));
        return std::move(result_);
    }

private:
    void add(const std::vector<std::string>& words) {
        words_.insert(words_.end(), words.begin(), words.end());
    }
    void leave(const QString& what) { result_.unsaid << what; }

    /// The snapshot's own file where the network is looked at as it was; curves need the run.
    QString sourceFor(const FigureNeeds& needs) {
        const std::optional<Snapshot>& snapshot = model_.shown().snapshot();
        if (!snapshot || !QFileInfo(place_).isDir()) return place_;
        if (!needs.metrics) return QString::fromStdString(snapshotPath(place_.toStdString(), *snapshot));
        leave(tr("the mark at the snapshot's step"));
        return place_;
    }
    /// What was answered when a checkpoint of another program was opened.
    void addAnswers() {
        if (QFileInfo(place_).isDir() || place_.endsWith(QLatin1String(".safetensors"))) return;
        RunConfig config = model_.config(), assumed;
        const auto set = [this](const std::string& key, const std::string& value) {
            add({"--set", key + "=" + value});
        };
        for (const char* key : {"network.num_heads", "network.output"}) set(key, valueText(key, config));
        // A file has the table of sines and cosines or none: the question is asked in these words.
        set("network.positional_encoding", config.network.positions == Positions::None ? "false" : "true");
        for (const char* key : {"network.mask_padding", "network.layer_norm_eps"})
            set(key, valueText(key, config));
        for (const char* key : {"network.norm_first", "network.causal", "network.activation"})
            if (valueText(key, config) != valueText(key, assumed)) set(key, valueText(key, config));
    }
    void addSample() {
        const Sample& sample = model_.sample();
        if (const int64_t row = model_.sampleRow(); row >= 0) {
            if (row > 0) add({"--sample", std::to_string(row)});
        } else if (!sample.text.empty()) {
            add({"--text", sample.text});
        } else if (sample.kind() == SampleKind::Picture) {
            leave(
                tr("the picture: it is none of the validation data, and the line takes the first of these"));
        } else if (sample.kind() != SampleKind::Set) {
            std::string tokens;
            for (const int32_t token : sample.tokens)
                tokens.append(tokens.empty() ? "" : " ").append(std::to_string(token));
            add({"--tokens", tokens});
            if (sample.from.source == SampleSource::Test && sample.from.row >= 0)
                leave(tr("that the sequence is one of the test data, and its labels"));
        } else {
            leave(tr("the set: it is none of the validation data, and the line takes the first of these"));
        }
        if (model_.shown().showsPadding()) leave(tr("the padding behind the text"));
    }
    void addExplanation() {
        const std::optional<ExplainQuestion>& question = model_.shown().wantedExplanation();
        if (!question) return;
        const ExplainOptions &options = question->options, usual;
        for (const ExplainMethod method : options.methods) add({"--explain", infoOf(method).name});
        if (question->target.score == ExplainTarget::Score::Loss) leave(tr("that the loss is explained"));
        if (question->target.position) add({"--position", std::to_string(*question->target.position)});
        if (question->target.outputClass) add({"--class", std::to_string(*question->target.outputClass)});
        const auto asks = [&](ExplainMethod method) {
            return std::ranges::count(options.methods, method) > 0;
        };
        if (options.firstLayer != usual.firstLayer || options.lastLayer != usual.lastLayer) {
            const int past = options.lastLayer > 0 ? options.lastLayer : model_.config().network.numLayers;
            add({"--layers", std::to_string(options.firstLayer) + ":" + std::to_string(past - 1)});
        }
        if (asks(ExplainMethod::Rollout)) {
            if (options.rollout.residualShare != usual.rollout.residualShare)
                add({"--residual", numberText(options.rollout.residualShare)});
            if (options.rollout.fusion != usual.rollout.fusion)
                add({"--fuse", headFusionNames.at(size_t(options.rollout.fusion))});
        }
        if (options.part != usual.part && asks(ExplainMethod::AttentionXGradient)) add({"--signed"});
        if (options.relevanceWithoutIdentity && asks(ExplainMethod::Relevance)) add({"--without-identity"});
    }
    void addAblation() {
        const QString heads = headsOption(model_.config().network, model_.ablation());
        if (!heads.isEmpty()) add({"--ablate", heads.toStdString()});
        if (!model_.ablation().maskedTokens.empty()) leave(tr("the masked tokens"));
    }
    /// What was chosen on the page beside the sample.
    void leaveChoices(const std::string& name) {
        if (name == "sets")
            leave(tr("which sets are listed: it draws eight of the validation data, from this one on"));
        if (const auto* text = dynamic_cast<const TextFigure*>(&figure_); text && text->chosen >= 0)
            leave(tr("the word that asks"));
        if (const auto* curves = dynamic_cast<const CurveFigure*>(&figure_)) {
            if (curves->smoothing > 0) leave(tr("the smoothing"));
            if (std::ranges::any_of(curves->panels, [](const CurvePanel& p) { return p.logX || p.logY; }))
                leave(tr("the logarithmic axes"));
        }
        const auto* grid = dynamic_cast<const HeatMapGridFigure*>(&figure_);
        if (name == "explanations" && grid && grid->scale.symmetric)
            leave(tr("that one method is subtracted"));
        if (name != "attention" || !grid) return;
        const HeatMapGridFigure usual = attentionFigure(model_.config().network, model_.inspection());
        if (!std::equal(usual.maps.begin(), usual.maps.end(), grid->maps.begin(), grid->maps.end(),
                        [](const HeatMap& a, const HeatMap& b) {
                            const auto head = [](const HeatMap& map) {
                                return map.title.section(QStringLiteral(" · "), 0, 0);
                            };
                            return head(a) == head(b);  // what is known of it may follow
                        }))
            leave(tr("the choice and order of the heads"));
    }
    /// `usual`: the scale that the command has.
    void addColors(ScaleMode usual) {
        const auto* grid = dynamic_cast<const HeatMapGridFigure*>(&figure_);
        if (!grid || grid->scale.symmetric) return;
        const auto map = size_t(grid->scale.map);
        if (map > 0 && map < colorMapKeys.size() && !how_.contains(QLatin1String("--color-map")))
            add({"--color-map", colorMapKeys[map]});
        if (how_.contains(QLatin1String("--range"))) return;
        const ScaleMode mode = grid->scale.mode;
        if (mode == ScaleMode::Fixed)
            add({"--range", numberText(double(grid->scale.lo)) + ":" + numberText(double(grid->scale.hi))});
        if (!grid->heldRanges.empty())
            leave(grid->areOfBoth ? tr("the colours shared with the other network")
                                  : tr("the colours held over the steps seen"));
        if (mode != usual && mode != ScaleMode::Fixed)
            leave(tr("the scale of the colours (%1)").arg(scaleModeName(grid->scale)));
    }

    const RunModel& model_;
    const Figure& figure_;
    const QString place_;
    const QStringList how_;
    const QString program_;
    std::vector<std::string> words_;
    ShownCommand result_;
};

}  // namespace

ShownCommand shownCommand(const RunModel& model, const Figure& figure, const QString& place,
                          const QStringList& how, const QString& program) {
    return Writer(model, figure, place, how, program).write();
}

}  // namespace attx
