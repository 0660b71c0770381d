#include "app/options/folder_text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/data/text_data.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/published_model.h"
#include "model/inspect/inspector.h"
#include "model/text/tokenizer_folder.h"

namespace attx {
bool readsByTokenizer(const OpenedRun& run) {
    return run.names.vocabulary.tokenizer() || (isModelFolder(run.path) && hasTokenizer(run.path));
}

InspectInput textByTokenizer(const OpenedRun& run, const std::string& text,
                             const std::optional<std::string>& second, Output& output) {
    const NetworkConfig& network = run.config.network;
    std::optional<Tokenizer> other;  // one that was not taken, which is named by what it cannot do
    if (!run.names.vocabulary.tokenizer()) other = openTokenizer(run.path);
    const Tokenizer& tokenizer = other ? *other : *run.names.vocabulary.tokenizer();
    std::vector<Token> tokens = tokenizer.encode(text, second);
    if (tokens.empty()) throw inputError("--text: its tokenizer makes no token of it. Give a longer text.");
    const auto wrong =
        std::ranges::find_if(tokens, [&](const Token& token) { return token.id >= network.inputDim; });
    if (wrong != tokens.end())
        throw inputError(run.path + ": its tokenizer does not fit its network: \"" +
                         shortened(onOneLine(tokenizer.piece(wrong->id))) + "\" has the id " +
                         std::to_string(wrong->id) + ", and the table has rows 0 to " +
                         std::to_string(network.inputDim - 1) + ".");
    if (other)
        throw inputError(run.path + ": its tokenizer does not fit its network: it has " +
                         std::to_string(tokenizer.size()) + " pieces, and the network has " +
                         std::to_string(network.inputDim) + " rows for them. Give --tokens instead.");
    const auto most = size_t(network.limitsPositions() ? network.maxPositions : Inspector::longestSequence);
    if (tokens.size() > most) {
        output.warning("--text: the network reads " + std::to_string(most) + " of " +
                       counted(tokens.size(), "token") + "; the end" + (second ? " of the longer text" : "") +
                       " was cut off.");
        tokens = cutTo(tokens, most);
    }
    if (!second) {
        TextReading reading = readingOf(run.config, run.names.vocabulary, text);
        reading.words = std::min(reading.words, reading.read);  // what was cut is said
        if (const std::string unread = readingText(reading); !unread.empty()) output.warning(unread);
    }
    InspectInput input;
    input.table.rows = 1;
    input.table.length = int(tokens.size());
    input.lengths = {input.table.length};
    input.words.emplace_back();
    for (const Token& token : tokens) {
        input.table.tokens.push_back(token.id);
        if (network.tokenTypes > 0) input.table.types.push_back(std::min(token.type, network.tokenTypes - 1));
        input.words.back().push_back(tokenizer.piece(token.id));
    }
    return input;
}

}  // namespace attx
