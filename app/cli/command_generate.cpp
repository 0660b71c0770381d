// generate: what a language model writes behind a text.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "app/runs/run_store.h"
#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/files/text.h"
#include "model/inspect/text_writer.h"
#include "model/inspect/token_text.h"

namespace attx {
namespace {

constexpr int usualTokens = 100;
constexpr int mostTokens = 1000000;

Sampling samplingOf(const Arguments& arguments) {
    Sampling sampling;
    const bool isDrawn = arguments.has("--seed") || arguments.has("--top-k");
    sampling.temperature = arguments.number("--temperature", 0, 100).value_or(isDrawn ? 1 : 0);
    sampling.topK = int(arguments.integer("--top-k", 1, INT32_MAX).value_or(0));
    sampling.seed = arguments.seed("--seed").value_or(0);
    return sampling;
}

Json bitsOf(const std::optional<double>& bits) { return bits && std::isfinite(*bits) ? Json(*bits) : Json(); }

Json aboutToken(const WrittenToken& token, const TokenText& text) {
    Json likely = Json::array();
    for (const LikelyToken& other : token.likeliest)
        likely.push_back(
            {{"id", other.id}, {"piece", text.piece(other.id)}, {"probability", other.probability}});
    Json about{{"id", token.id}, {"piece", text.piece(token.id)}};
    about["probability"] = token.probability ? Json(*token.probability) : Json();
    about["surprise"] = bitsOf(token.surprise());
    about["likeliest"] = std::move(likely);
    return about;
}

std::vector<int32_t> idsOf(std::span<const WrittenToken> tokens) {
    std::vector<int32_t> ids;
    for (const WrittenToken& token : tokens) ids.push_back(token.id);
    return ids;
}

void warnOfDropped(const TextWriter& writer, Output& output) {
    if (writer.dropped().empty()) return;
    std::string places;
    constexpr size_t named = 5;
    for (size_t i = 0; i < std::min(named, writer.dropped().size()); ++i)
        places += (i > 0 ? ", " : "") + std::to_string(writer.dropped()[i].at);
    if (writer.dropped().size() > named) places += " …";
    output.warning("The network reads " + std::to_string(writer.context()) +
                   " tokens at most: the oldest half of them went in front of token " + places +
                   " (from 0, the prompt's included), and the rest was read again.");
}

int runGenerate(const Arguments& arguments, CommandContext& context) {
    // An empty one is a prompt too, where the folder says what a text begins with.
    const std::string prompt =
        arguments.has("--prompt") ? arguments.text("--prompt").value_or("") : arguments.required("--prompt");
    const auto count = int(arguments.integer("--tokens", 1, mostTokens).value_or(usualTokens));
    const Sampling sampling = samplingOf(arguments);
    Output notes(true);  // standard output holds the text alone, or the object
    Output& output = context.output.json() ? context.output : notes;
    for (const char* option : {"--seed", "--top-k"})
        if (sampling.temperature == 0 && arguments.has(option))
            output.warning(std::string(option) +
                           ": --temperature 0 takes the likeliest token each time, so it changes nothing.");
    if (sampling.topK == 1 && arguments.has("--seed"))
        output.warning("--seed: --top-k 1 leaves one token to choose, so it changes nothing.");
    if (sampling.topK == 1 && sampling.temperature != 0 && arguments.has("--temperature"))
        output.warning("--temperature: --top-k 1 leaves one token to choose, so it changes nothing.");
    const OpenedRun opened = openFor(arguments, output, networkKeys());
    const NetworkConfig& network = opened.config.network;
    requireValid(network);
    if (const std::string why = whyNotDecoder(network); !why.empty())
        throw inputError(opened.path + ": " + why);
    const TokenText text = tokenTextOf(opened.path, opened.config, opened.names);
    ReadText read = text.read(prompt);
    output.warning(read.note);
    if (read.ids.empty())
        throw inputError("--prompt: expected a text that the network goes on from, found none.");
    const auto most = size_t(text.context);
    if (read.ids.size() > most)
        output.warning("--prompt: the network reads " + std::to_string(most) + " of " +
                       counted(read.ids.size(), "token") + "; the oldest go.");
    requireMemory(Decoder::memoryBytes(network, text.context), "Writing " + counted(text.context, "token"),
                  "Close other programs.");
    TextWriter writer(network, opened.parameters, text.context);
    writer.give(read.ids);
    const size_t given = writer.tokens().size();
    bool isAtEnd = false;
    const bool isPlain = !context.output.json();
    if (isPlain) std::printf("%s", prompt.c_str());
    for (int i = 0; i < count && !isAtEnd; ++i) {
        const int32_t id = writer.write(sampling).id;
        isAtEnd = std::ranges::find(text.ends, id) != text.ends.end();
        if (!isPlain || isAtEnd) continue;
        std::printf("%s", text.bytes(id).c_str());
        std::fflush(stdout);
    }
    if (isPlain) std::printf("\n");
    warnOfDropped(writer, output);
    if (isAtEnd)
        output.warning("The text is at its end: the network wrote \"" +
                       onOneLine(text.piece(writer.tokens().back().id)) + "\" after " +
                       std::to_string(writer.tokens().size() - given) + " of " + counted(count, "token") +
                       ".");
    if (isPlain) return 0;
    const std::span<const WrittenToken> all = writer.tokens();
    std::vector<int32_t> ids = idsOf(all.subspan(given));
    if (isAtEnd) ids.pop_back();  // it is no text
    const std::string written = textOfTokens(text, ids, true);
    Json promptTokens = Json::array(), tokens = Json::array(), dropped = Json::array();
    for (size_t i = 0; i < all.size(); ++i)
        (i < given ? promptTokens : tokens).push_back(aboutToken(all[i], text));
    for (const DroppedTokens& gone : writer.dropped())
        dropped.push_back({{"before", gone.at}, {"tokens", gone.tokens}});
    output.object({{"run", opened.path},
                   {"tokenizer", text.kind},
                   {"prompt", prompt},
                   {"text", prompt + written},
                   {"written", written},
                   {"temperature", sampling.temperature},
                   {"top_k", sampling.topK},
                   {"seed", sampling.seed},
                   {"context", writer.context()},
                   {"ended", isAtEnd},
                   {"dropped", std::move(dropped)},
                   {"prompt_tokens", std::move(promptTokens)},
                   {"tokens", std::move(tokens)}});
    return 0;
}

}  // namespace

Command generateCommand() {
    return {
        {"generate",
         "RUN|CHECKPOINT|FOLDER",
         "Goes on with a text: what a causal network, a language model, writes token after token.",
         {{"--prompt", "TEXT", "The text to go on from; of a network of numbers these, as in \"3 1 4\"."},
          {"--tokens", "N", "So many tokens; default: 100. A token that ends a text ends it earlier."},
          {"--temperature", "T",
           "Divides the logits: 0 takes the likeliest token, above 1 is more random; default: 1 with --seed "
           "or --top-k, else 0."},
          {"--top-k", "K", "Draws among so many of the likeliest tokens only."},
          {"--seed", "S", "Of what is drawn; default: 0. The same seed writes the same text."},
          setOption,
          isaOption,
          jsonOption},
         false,
         false,
         "FOLDER is one of a published network, such as GPT-2 or Llama, with its tokenizer. --json has text, "
         "the tokens\nwith piece, probability, surprise (-log2 of the probability, in bits) and the five "
         "likeliest at their place; these\nprobabilities are the network's own, whatever the temperature. "
         "Keys and values of what was read are kept. Where the\nnetwork's context is full, the oldest half "
         "of it goes, which is said.\n"},
        runGenerate};
}

}  // namespace attx
