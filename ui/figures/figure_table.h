// Every figure by its name, with what it is drawn from: `render` writes them without a window.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/evaluate/evaluation.h"
#include "model/evaluate/faithfulness.h"
#include "model/evaluate/set_answers.h"
#include "model/heads/head_history.h"
#include "model/heads/pair.h"
#include "model/heads/patching.h"
#include "model/run/records.h"
#include "model/sweeps/run_table.h"
#include "ui/figures/evaluate/set_figure.h"
#include "ui/figures/figures_of_run.h"
#include "ui/figures/network/places_figure.h"
#include "ui/figures/text/text_shading.h"

namespace attx {

/// What a figure is drawn from beside the configuration; the names are those of FigureSources.
struct FigureNeeds {
    bool metrics = false, known = false, inspection = false, explanation = false, ablation = false,
         sets = false, answers = false, evaluation = false;
    bool faithfulness = false, history = false;  ///< Both take long
    bool pair = false, places = false, embedding = false;
    bool patching = false;  ///< Needs a second input, which cannot be guessed
    bool runs = false;      ///< several, instead of one
    bool network = false;   ///< how it is made, not what it computes
    bool head = false;      ///< a layer and a head are chosen
    bool maps = false;      ///< query × key maps, whose first query is above or below
    FigureNeeds& operator|=(const FigureNeeds& other);
    [[nodiscard]] bool takesLong() const { return faithfulness || history; }
    /// It is not drawn unless it is requested by its name.
    [[nodiscard]] bool isOnRequest() const { return takesLong() || patching; }
    /// It is drawn from the data, of which a published network may have none.
    [[nodiscard]] bool data() const { return ablation || sets || answers || evaluation || places; }
    /// The network computes it, so that it differs where heads are ablated.
    [[nodiscard]] bool isComputed() const { return inspection || data() || takesLong() || pair || patching; }
    /// It is another figure at every snapshot of the training.
    [[nodiscard]] bool changes() const {
        return metrics || inspection || explanation || ablation || sets || answers || evaluation || pair ||
               places || embedding || patching;
    }
};

/// Only what the figure needs must be there.
struct FigureSources {
    RunConfig config;
    DataNames names;
    RunMetrics metrics;
    KnownData known;
    std::vector<EarlierRun> earlier;
    std::optional<int64_t> step = std::nullopt;  ///< The step looked at: curves of metrics mark it
    Inspection inspection;
    AttentionOptions attention;
    int layer = 0, head = -1;  ///< counted from 0; head -1: the first, of a text the mean of all
    std::optional<Explanation> explanation;
    std::vector<ExplainMethod> methods;  ///< The methods that the explanation was asked for
    TextShade shade = TextShade::Attention;
    std::optional<HeadAblation> ablation;
    std::shared_ptr<const SetFigure> sets;
    std::optional<SetAnswers> answers;     ///< Answers to every set of the validation data
    std::vector<int32_t> classes;          ///< Classes of the images of the validation data
    std::optional<Evaluation> evaluation;  ///< Made on the validation or the test data
    std::optional<Faithfulness> faithfulness;
    std::optional<HeadHistory> history;
    std::optional<PairDetail> pair;
    std::optional<Patching> patching;
    std::optional<Places> places;
    std::optional<VectorCloud> embedding;  ///< CloudKind::Embeddings
    PlaceColor placeColor{};
    size_t headQuantity = 0;  ///< Index in headQuantities(), for a history
    std::shared_ptr<const RunTable> runs;
};

struct NamedFigure {
    const char* name;
    FigureNeeds needs;
    std::unique_ptr<Figure> (*draw)(const FigureSources& sources);
    /// Nothing, or why there is no such figure of a run of this configuration.
    const char* (*whyNot)(const RunConfig& config) = [](const RunConfig&) -> const char* { return nullptr; };
};

[[nodiscard]] std::span<const NamedFigure> figureTable();
/// "attention, attention-head, ...": those of one run, or of several.
[[nodiscard]] std::string figureNames(bool ofRuns);
/// Throws Error::Kind::Input that lists the names there are.
[[nodiscard]] const NamedFigure& figureNamed(const std::string& name);
/// Throws Error::Kind::Input as figureNamed, or says what the run lacks for this figure.
[[nodiscard]] std::unique_ptr<Figure> figureByName(const std::string& name, const FigureSources& sources);

}  // namespace attx
