// What a figure of render is drawn from, as far as it depends on the parameters: those of a run's model, or
// of one of its snapshots.
#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "app/options/arguments.h"
#include "app/options/inspect_input.h"
#include "app/options/output.h"
#include "app/runs/run_store.h"
#include "model/attribute/explain.h"
#include "model/inspect/inspector.h"
#include "ui/figures/figure_table.h"

namespace attx {

/// Of a run on sets, side by side.
struct SetsShown {
    std::vector<Sample> samples;
    std::vector<ShownSet> shown;
};

/// Data are made only for the figures that show them.
class FigureProbe {
public:
    /// `ofText`: the words of a text are drawn. Throws Error::Kind::Input for options that ask for what the
    /// network or its data have not.
    FigureProbe(const Arguments& arguments, const OpenedRun& opened, const FigureNeeds& needs, bool ofText,
                Output& output);
    /// What the curves of the training show of the data. The run itself tells its rows once it has begun its
    /// second epoch, which is all where the data cannot be made, or where a network has no answer to prefer.
    [[nodiscard]] KnownData known();
    /// Throws Error::Kind::Input.
    void fill(FigureSources& sources, const std::shared_ptr<const std::vector<float>>& parameters);
    /// Into the object of --json: of what explanations are, where the figure has any.
    void describe(Json& object) const;

private:
    [[nodiscard]] int64_t sampleNumber() const;
    void look(FigureSources& sources);
    [[nodiscard]] std::optional<HeadHistory> history(const Subject& subject);
    /// In the plane of the run's last snapshot, as in the window.
    [[nodiscard]] std::optional<Places> placesOf(const Subject& subject, const FigureSources& sources);
    [[nodiscard]] PairDetail pairOf(const FigureSources& sources);
    void fillSets(FigureSources& sources);

    const std::atomic<bool> never_{false};  ///< Nothing interrupts a command
    const Arguments& arguments_;
    const OpenedRun& opened_;
    Output& output_;
    const FigureNeeds needs_;
    const Ablation ablation_;
    const bool firstQueryBelow_;  ///< Query × key maps have the first query at the bottom
    const bool test_;             ///< Answers are those to the test data
    Inspector inspector_;
    LazyData data_;
    Sample sample_;
    SetsShown sets_;
    ExplainOptions explain_;
    ExplainTarget target_;
    TextShade shade_ = TextShade::Attention;
    std::shared_ptr<const std::vector<float>> axes_;  ///< parameters of the last snapshot
};

}  // namespace attx
