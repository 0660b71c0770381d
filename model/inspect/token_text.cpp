#include "model/inspect/token_text.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include "model/config/task.h"
#include "model/data/language_data.h"
#include "model/data/language_tokens.h"
#include "model/data/vectoriser.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/published_model.h"
#include "model/foreign/text_settings.h"
#include "model/run/run_folder.h"
#include "model/text/tokenizer_folder.h"

namespace attx {
namespace {

/// Of a folder that does not say it.
constexpr int usualContext = 1024;

/// `said`: as many as the folder, or the data that it was trained on, say; 0: they do not.
int contextOf(const NetworkConfig& network, int said) {
    if (network.limitsPositions()) return network.maxPositions;
    return said > 0 ? said : usualContext;
}

TokenText textByTokenizer(const Vocabulary& vocabulary, const WritingLimits& limits, const std::string& path,
                          const NetworkConfig& network) {
    // A copy shares the tokenizer, which lasts as long as one of them.
    const auto held = std::make_shared<const Vocabulary>(vocabulary);
    const std::shared_ptr<const Tokenizer> tokenizer(held, held->tokenizer());
    const int V = network.inputDim;
    TokenText text;
    text.kind = tokenizer->kind();
    text.read = [tokenizer, limits, path, V](const std::string& given) {
        ReadText read;
        std::vector<Token> tokens = tokenizer->encode(given);
        while (!tokens.empty() && tokens.back().isAdded && tokens.size() > 1) tokens.pop_back();
        for (const Token& token : tokens) read.ids.push_back(token.id);
        if (read.ids.empty() && !limits.begin.empty()) {
            read.ids = {limits.begin.front()};
            read.note = "The prompt is empty; the text begins behind the token \"" +
                        onOneLine(tokenizer->piece(read.ids.front())) + "\", as its folder says.";
        }
        const auto wrong = std::ranges::find_if(read.ids, [V](int32_t id) { return id >= V; });
        if (wrong != read.ids.end())
            throw inputError(path + ": its tokenizer does not fit its network: \"" +
                             shortened(onOneLine(tokenizer->piece(*wrong))) + "\" has the id " +
                             std::to_string(*wrong) + ", and the table has rows 0 to " +
                             std::to_string(V - 1) + ".");
        if (const size_t invalid = invalidBytes(given); invalid > 0)
            read.note = counted(invalid, "byte") + " of the prompt " + (invalid == 1 ? "is" : "are") +
                        " no UTF-8; each was read as the character U+FFFD.";
        return read;
    };
    text.piece = [tokenizer](int32_t id) { return tokenizer->piece(id); };
    text.bytes = [tokenizer](int32_t id) { return tokenizer->bytesOf(id); };
    text.beginsWithBlank = tokenizer->beginsWithBlank();
    text.context = contextOf(network, limits.context);
    text.ends = limits.ends;
    return text;
}

/// Tokens that are numbers, between blanks or commas.
ReadText readNumbers(const std::string& given, int categories) {
    ReadText read;
    const char *at = given.data(), *const end = at + given.size();
    while (at != end) {
        if (*at == ' ' || *at == ',') {
            ++at;
            continue;
        }
        int32_t token = 0;
        const auto [last, problem] = std::from_chars(at, end, token);
        const bool isWhole = last == end || *last == ' ' || *last == ',';
        if (problem != std::errc() || !isWhole || token < 0 || token >= categories)
            throw inputError("The prompt: this network reads numbers from 0 to " +
                             std::to_string(categories - 1) + " between blanks, such as \"3 1 4\", found \"" +
                             shortened(onOneLine(std::string(at, end))) + "\".");
        read.ids.push_back(token);
        at = last;
    }
    return read;
}

TokenText textOfLanguage(const RunConfig& config, const DataNames& names) {
    const auto words = std::make_shared<const Vocabulary>(names.vocabulary);
    TokenText text;
    text.kind = config.data.tokens == PairTokens::Characters ? "characters"
                : config.data.tokens == PairTokens::Words    ? "words"
                                                             : "byte-level BPE";
    // A table of positions may be longer; what is behind the windows has learned nothing.
    text.context = config.data.positions();
    text.read = [words, kind = config.data.tokens](const std::string& given) {
        LanguageInput input = languageInput(kind, *words, given);
        return ReadText{std::move(input.tokens), std::move(input.note)};
    };
    text.piece = [words](int32_t id) { return id == Vocabulary::padding ? "[PAD]" : words->word(id); };
    text.bytes = [words](int32_t id) { return bytesOfToken(*words, id); };
    return text;
}

}  // namespace

TokenText tokenTextOf(const std::string& path, const RunConfig& config, const DataNames& names) {
    const NetworkConfig& network = config.network;
    if (!isRunFolder(path) && isModelFolder(path))
        return textByTokenizer(Vocabulary(std::make_shared<const Tokenizer>(openTokenizer(path))),
                               writingLimits(path), path, network);
    if (names.vocabulary.tokenizer()) return textByTokenizer(names.vocabulary, {}, path, network);
    if (isLanguage(config.data) && !names.vocabulary.empty()) return textOfLanguage(config, names);
    TokenText text;
    text.kind = "numbers";
    text.context = contextOf(network, config.data.positions());
    text.read = [categories = network.inputDim](const std::string& given) {
        return readNumbers(given, categories);
    };
    text.piece = [words = names.vocabulary](int32_t id) {
        return words.empty() ? std::to_string(id) : words.word(id);
    };
    text.bytes = [](int32_t id) { return " " + std::to_string(id); };
    text.beginsWithBlank = true;
    return text;
}

std::string textOfTokens(const TokenText& text, std::span<const int32_t> ids, bool isBegun) {
    std::string bytes;
    for (const int32_t id : ids) bytes += text.bytes(id);
    if (!isBegun && text.beginsWithBlank && bytes.starts_with(' ')) bytes.erase(0, 1);
    return validUtf8(std::move(bytes));
}

}  // namespace attx
