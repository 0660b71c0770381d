// convert: any checkpoint that can be opened, as safetensors.
#include <filesystem>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/answer_layer.h"
#include "model/run/checkpoint.h"
#include "model/sweeps/output_place.h"

namespace attx {
namespace {

int runConvert(const Arguments& arguments, CommandContext& context) {
    const std::string out = outFile(arguments);
    const OpenedRun opened = openFor(arguments, context.output, everyKey(), FileKnows::Everything);
    requireOutsideData(out, opened.config);
    const std::string ending = lowered(std::filesystem::path(out).extension().string());
    if (!ending.empty() && ending != ".safetensors")
        throw inputError("--out " + out +
                         ": expected a name that ends in .safetensors, which is what is written.");
    requireValid(opened.config.network);
    const std::vector<ConfigProblem> problems = check(opened.config);
    if (!problems.empty())
        context.output.warning("The file describes the network alone, not what it was trained on" +
                               (opened.names.isPublished
                                    ? std::string(", which a published network does not say.")
                                    : ": " + problems.front().key + ": " + problems.front().message + "."));
    SafeTensorsView file = toSafeTensors(opened.config, *opened.parameters, opened.names);
    if (opened.answers != AnswerLayer::Logits)
        file.metadata[answersMetadata] = answerLayerNames[size_t(opened.answers)];
    if (!opened.uncertain.empty()) file.metadata[assumedMetadata] = assumedJson(opened.uncertain);
    writeSafeTensors(out, file);
    context.output.line("Written to " + out +
                        (opened.names.vocabulary.tokenizer() ? ", with the folder's tokenizer" : ""));
    context.output.object({{"run", opened.path}, {"file", out}, {"parameters", opened.parameters->size()}});
    return 0;
}

}  // namespace

Command convertCommand() {
    return {{"convert",
             "RUN|CHECKPOINT",
             "Writes a checkpoint of PyTorch, Lightning, Flax, Keras or this program as safetensors.",
             {{"--out", "FILE", "The file to write; it opens here and in PyTorch."}, setOption, jsonOption}},
            runConvert};
}

}  // namespace attx
