#include "app/cli/patch_option.h"

#include "app/cli/inspect_record.h"
#include "model/config/task.h"
#include "model/files/error.h"

namespace attx {

Patching patched(const Arguments& arguments, Inspector& inspector, const Sample& corrupted, Output& output) {
    const NetworkConfig& network = inspector.network();
    const std::vector<int32_t> clean = tokensOf("--patch-from", *arguments.text("--patch-from"), network);
    if (clean.size() != corrupted.tokens.size())
        throw inputError("--patch-from: expected as many tokens as the other input has, " +
                         std::to_string(corrupted.tokens.size()) + ", found " + std::to_string(clean.size()) +
                         ".");
    PatchingMetric metric;
    const CrossEntropy answers = buildProgram(network, corrupted.length()).loss();
    const auto position = arguments.integer("--position", 0, answers.rows - 1);
    if (!position && answers.rows > 1)
        throw inputError("--patch-from: expected --position P, where the answer is read, 0 to " +
                         std::to_string(answers.rows - 1) + ".");
    metric.position = int(position.value_or(0));
    if (const auto chosen = arguments.integer("--class", 0, std::max(answers.classes, 2) - 1))
        metric.secondClass = int(*chosen);
    Patching found = patchActivations(inspector, corrupted, sampleOf(clean, {}, corrupted.kind()), metric);
    if (const char* why = whyPatchingSaysLittle(found)) output.warning(why);
    return found;
}

void patch(SafeTensors& file, Json& about, const Arguments& arguments, const OpenedRun& run,
           const InspectInput& input, const Ablation& ablation, Output& output) {
    if (!arguments.has("--tokens"))
        throw inputError("--patch-from: expected the input that is patched as --tokens, found none.");
    Inspector inspector(run.config.network, Inspector::Gradients::No);
    inspector.setParameters(run.parameters);
    inspector.setAblation(ablation);
    const Patching found =
        patched(arguments, inspector, sampleOf(input.table.tokens, {}, sampleKind(run.config.data)), output);
    putTensor(file, "patching", "batch,layer,position", {1, found.layers + 1, found.length}, found.positions);
    putTensor(file, "patching_heads", "batch,layer,head", {1, found.layers, found.heads}, found.ofHeads);
    putTensor(file, "metric_clean", "batch", {1}, std::vector<float>{found.clean});
    putTensor(file, "metric_corrupted", "batch", {1}, std::vector<float>{found.corrupted});
    about["patching"] = {{"clean_tokens", found.cleanInput.table().tokens},
                         {"position", found.position},
                         {"class", found.cleanClass},
                         {"second_class", found.secondClass},
                         {"answered_alike", found.answeredAlike},
                         {"metric", "logit of class minus logit of second_class"}};
}

}  // namespace attx
