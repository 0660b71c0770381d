#include "app/cli/faithfulness_option.h"

#include <cstdio>

#include "app/options/explain_options.h"
#include "app/options/shared_options.h"
#include "app/options/signals.h"
#include "model/config/task.h"
#include "model/evaluate/faithfulness_file.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/network/ablation.h"

namespace attx {
namespace {

constexpr int64_t mostSamples = 10'000'000;

void tell(const Faithfulness& found, Output& output) {
    char text[200];
    std::snprintf(text, sizeof text,
                  "Faithfulness on %lld samples (%lld cases), accuracy %.4f +- %.4f, chance %.4f:",
                  static_cast<long long>(found.samples), static_cast<long long>(found.cases), found.accuracy,
                  found.accuracyBand, found.chance);
    output.line(text);
    output.line(
        "method                 comprehensiveness     sufficiency           share, rate at the rule's");
    for (const MethodFaithfulness& method : found.methods) {
        int used =
            std::snprintf(text, sizeof text, "%-22s %8.4f +- %.4f    %8.4f +- %.4f", method.name.c_str(),
                          method.comprehensiveness.mean, method.comprehensiveness.band,
                          method.sufficiency.mean, method.sufficiency.band);
        if (method.ruleShare)
            std::snprintf(text + used, sizeof text - size_t(used), "   %.4f, %.4f", *method.ruleShare,
                          *method.ruleRate);
        output.line(text);
    }
    output.line(
        "+-: 1.96 s/sqrt(samples), s over the means of the samples, of texts and pictures within their");
    output.line("classes (95 % of a normal distribution).");
}

}  // namespace

std::optional<FaithfulnessOptions> faithfulnessWanted(const Arguments& arguments) {
    for (const OptionSpec& option : {samplesOption, faithfulMethodOption, faithfulTableOption})
        if (arguments.has(option.name) && !arguments.has("--faithfulness"))
            throw inputError(std::string(option.name) +
                             " is about --faithfulness. Add it, or leave this out.");
    if (!arguments.has("--faithfulness")) return std::nullopt;
    if (arguments.has("--out")) (void)outFile(arguments);  // Refused before the long work
    FaithfulnessOptions options;
    options.samples = int(arguments.integer("--samples", 1, mostSamples).value_or(options.samples));
    if (arguments.has("--explain")) options.methods = methodsOf(arguments);
    return options;
}

void addFaithfulness(Json& object, const Arguments& arguments, FaithfulnessOptions options,
                     const OpenedRun& run, const DataSet& data, const Ablation& ablation, Output& output) {
    options.threads = run.config.threads;
    const SignalGuard guard;
    const Subject subject{run.config, run.parameters,
                          std::shared_ptr<const DataSet>(std::shared_ptr<void>(), &data), ablation};
    const auto found = measureFaithfulness(
        subject, options,
        [&](int64_t done, int64_t all) {
            if (output.terminal())
                output.progress("Faithfulness: sample " + std::to_string(done) + " of " +
                                std::to_string(all));
        },
        signalCaught);
    if (!found) throw workError("Interrupted: the explanations have not been measured to the end.");
    object.update(Json::parse(toJson(*found)));
    object["faithfulness_of"]["removed"] = removedMeans(sampleKind(run.config.data));
    if (options.samples > found->samples)
        output.line("There are only " + std::to_string(found->samples) + " samples of " +
                    (found->isOfAll ? "data." : "validation data."));
    if (!output.json()) tell(*found, output);
    if (!found->isConclusive())
        output.warning(
            "The network answers these samples no better than by chance: nothing can be concluded about its "
            "explanations.");
    if (arguments.has("--out")) {
        const std::string out = outFile(arguments);
        writeFileAtomically(out, toCsv(*found, ablatedText(run.config.network, ablation)));
        output.line("Written to " + out);
    }
}

}  // namespace attx
