#include "app/options/idle_options.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/options/explain_options.h"
#include "model/files/text.h"
#include "model/heads/vector_cloud.h"
#include "ui/figures/text/text_shading.h"

namespace attx {
namespace {

using Options = std::vector<const char*>;

CloudKind vectorsOf(const Arguments& arguments) {
    const auto kind = arguments.text("--vectors");
    return kind ? cloudKindNamed(*kind) : CloudKind::Hidden;
}

/// Whether the network computes something for it from sequences.
bool computes(const Arguments& arguments, const FigureNeeds& needs) {
    return needs.inspection || needs.ablation || needs.answers || needs.evaluation || needs.faithfulness ||
           needs.history || (needs.places && !isOfTables(vectorsOf(arguments)));
}

/// Whether words are shaded by what a method of explanation says.
bool isShadedByMethod(const Arguments& arguments) {
    const auto shade = arguments.text("--shade");
    return shade && methodOf(textShadeNamed(*shade));
}

/// Whether one of `methods` shades the words.
bool shadesBy(const Arguments& arguments, const std::vector<ExplainMethod>& methods) {
    const auto shade = arguments.text("--shade");
    const auto shown = shade ? methodOf(textShadeNamed(*shade)) : std::nullopt;
    return shown && std::ranges::find(methods, *shown) != methods.end();
}

/// Places have a layer and a head by the kind of their vectors, of which those before the first layer know no
/// head; words have them by what shades them.
Options idleOfHeads(const Arguments& arguments, const std::string& name, const FigureNeeds& needs) {
    Options idle;
    if (!computes(arguments, needs) || needs.history) idle = {"--ablate"};
    const CloudKind vectors = vectorsOf(arguments);
    const bool hasHead = vectors == CloudKind::QueriesAndKeys,
               hasLayer = hasHead || vectors == CloudKind::Hidden,
               isFirst = !hasLayer || arguments.text("--layer").value_or("0") == "0";
    if (name == "places" && isFirst) idle = {"--ablate"};
    const bool isShaded = name == "text" && arguments.text("--shade").value_or("attention") != "attention";
    if (!needs.head || isShaded || (name == "places" && !hasLayer)) idle.push_back("--layer");
    if (!needs.head || isShaded || (name == "places" && !hasHead)) idle.push_back("--head");
    return idle;
}

}  // namespace

bool readsData(const Arguments& arguments, const FigureNeeds& needs) {
    const bool own = !needs.sets && (arguments.has("--tokens") || arguments.has("--text"));
    const bool ofSample = needs.inspection && !needs.ablation && !needs.answers && !needs.evaluation;
    return needs.known || (computes(arguments, needs) && !(ofSample && own));
}

KeysRead keysOf(const Arguments& arguments, const FigureNeeds& needs) {
    KeysRead keys;
    const bool computed = computes(arguments, needs);
    if (computed || needs.places || needs.embedding || needs.network)
        keys = networkKeys(computed && arguments.has("--tokens") && !readsData(arguments, needs));
    if (computed) keys.insert(keys.end(), {"threads", "training.batch_size"});
    if (computed && readsData(arguments, needs)) keys.emplace_back("data.");
    if (needs.known)  // how many steps are planned, and chance
        keys.insert(keys.end(),
                    {"training.epochs", "training.batch_size", "training.full_batch", "training.max_steps"});
    if (arguments.text("--figure") == "schedule")  // How many rows there are to train with is all it asks
        keys.insert(keys.end(), {"training.schedule", "training.warmup", "data.task", "data.rule",
                                 "data.train_size", "data.validation_s", "data.test_s", "data.earlier_split",
                                 "data.csv_path", "data.path", "data.text_column", "data.class_column",
                                 "data.header", "data.separator", "data.encoding", "data.skip_bad_lines"});
    else if (needs.known)
        keys.emplace_back("data.");
    return keys;
}

void warnOfIdleOptions(const Arguments& arguments, const std::string& name, const FigureNeeds& needs,
                       bool ofText, Output& output) {
    const auto idle = [&](const Options& options, const std::string& what) {
        for (const char* option : options)
            if (arguments.has(option))
                output.warning(std::string(option) + ": " + what + " does not depend on it.");
    };
    const std::string figure = "the figure " + name;
    if (!needs.inspection) idle({"--sample"}, figure);
    if (!needs.inspection || needs.sets) idle({"--tokens", "--text"}, figure);
    const bool explains = needs.explanation || (ofText && isShadedByMethod(arguments));
    if (!explains || (name == "text" && !shadesBy(arguments, methodsOf(arguments))))
        idle({"--explain"}, figure);
    if (!explains && !needs.patching) idle({"--position", "--class"}, figure);
    if (explains) {
        std::vector<ExplainMethod> methods = methodsOf(arguments);
        if (const auto shade = arguments.text("--shade"); shade && ofText)
            if (const auto method = methodOf(textShadeNamed(*shade))) methods.push_back(*method);
        if (!methods.empty()) {  // All are drawn where none is named
            warnOfIdleTarget(arguments, methods, output);
            warnOfIdleMethodOptions(arguments, methods, output);
        }
    } else {
        idle({layersOption.name, residualOption.name, fuseOption.name, signedOption.name,
              withoutIdentityOption.name},
             figure);
    }
    if (!needs.patching) idle({"--patch-from"}, figure);
    if (!ofText) idle({"--shade"}, figure);
    if (!needs.pair) idle({"--query", "--key"}, figure);
    if (!needs.history) idle({"--measure"}, figure);
    if (!needs.evaluation) idle({"--split"}, figure);
    if (!needs.places) idle({"--vectors", "--color"}, figure);
    const char* const known = vectorsOf(arguments) == CloudKind::Embeddings ? "token" : "position";
    if (needs.places && isOfTables(vectorsOf(arguments)) &&
        arguments.text("--color").value_or(known) != known)
        output.warning("--color: of the vectors " + arguments.required("--vectors") + " only the " + known +
                       " is known, so all have one colour.");
    idle(idleOfHeads(arguments, name, needs), figure);
    if (!needs.maps) idle({"--first-query"}, figure);

    const std::string out = arguments.required("--out"),
                      suffix = lowered(std::filesystem::path(out).extension().string());
    if (name == "all" || arguments.has("--animation")) return;
    if (suffix == ".csv" || suffix == ".npy")
        idle({"--size", "--scale", "--mm", "--columns", "--dpi", "--font-size", "--min-font", "--font",
              "--title", "--color-map", "--range", "--theme", "--first-query"},
             "a file of numbers");
    if (suffix == ".npy") idle({"--color"}, "a file of numbers without names");
    if (suffix == ".svg" || suffix == ".pdf") idle({"--scale", "--dpi"}, "a file without pixels");
}

}  // namespace attx
