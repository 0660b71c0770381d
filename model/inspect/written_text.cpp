#include "model/inspect/written_text.h"

#include <algorithm>
#include <span>
#include <utility>

#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/inspect/subject.h"

namespace attx {
namespace {

WrittenText asFarAs(const TextWriter& writer, WrittenText about) {
    about.tokens = writer.tokens();
    about.dropped = writer.dropped();
    about.next = writer.next();
    return about;
}

}  // namespace

std::optional<WrittenText> writeText(const Subject& subject, const WritingQuestion& question,
                                     const std::function<void(const WrittenText& soFar)>& report,
                                     const std::atomic<bool>& interrupt) {
    const NetworkConfig& network = subject.config.network;
    if (const std::string why = whyNotDecoder(network); !why.empty()) throw inputError(why);
    WrittenText about;
    about.text = tokenTextOf(question.path, subject.config, question.names);
    about.context = about.text.context;
    about.layers = network.numLayers;
    about.heads = network.numHeads;
    std::vector<int32_t> given = question.chosen;
    about.promptTokens = question.promptTokens;
    if (given.empty()) {
        ReadText read = about.text.read(question.prompt);
        given = std::move(read.ids);
        about.promptTokens = given.size();
        about.note = std::move(read.note);
    }
    if (given.empty()) throw inputError("The prompt has no token to go on from; type a text.");
    requireMemory(Decoder::memoryBytes(network, about.context), "Writing", "Close other programs.");
    TextWriter writer(network, subject.parameters, about.context, true);
    constexpr size_t atOnce = Decoder::mostAtOnce;
    for (size_t first = 0; first < given.size() && !interrupt; first += atOnce)
        writer.give(std::span(given).subspan(first, std::min(atOnce, given.size() - first)));
    const size_t length =
        question.length > 0 ? std::max(question.length, given.size()) : given.size() + question.count;
    const auto endsText = [&](int32_t id) {
        return std::ranges::find(about.text.ends, id) != about.text.ends.end();
    };
    about.isAtEnd = given.size() > about.promptTokens && endsText(given.back());
    while (writer.tokens().size() < length && !about.isAtEnd && !interrupt) {
        about.isAtEnd = endsText(writer.write(question.sampling).id);
        if (report) report(asFarAs(writer, about));
    }
    if (interrupt) return std::nullopt;
    return asFarAs(writer, std::move(about));
}

}  // namespace attx
