#include "app/options/folder_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/published_model.h"
#include "model/inspect/inspector.h"
#include "model/text/tokenizer_folder.h"

namespace attx {
namespace {

/// The first tokens of each text, so many that `most` are left in all: what the tokenizer adds stays, and of
/// a pair the longer text gives way.
std::vector<Token> cutTo(const std::vector<Token>& tokens, size_t most) {
    std::array<size_t, 2> kept{};
    size_t left = tokens.size();
    const auto sideOf = [](const Token& token) { return token.type > 0 ? size_t{1} : size_t{0}; };
    for (const Token& token : tokens)
        if (!token.isAdded) ++kept[sideOf(token)];
    for (; left > most && kept[0] + kept[1] > 0; --left) --*std::max_element(kept.begin(), kept.end());
    std::vector<Token> result;
    for (const Token& token : tokens) {
        size_t* more = token.isAdded ? nullptr : &kept[sideOf(token)];
        if (more && *more == 0) continue;
        if (more) --*more;
        result.push_back(token);
    }
    result.resize(std::min(result.size(), most));
    return result;
}

}  // namespace

bool readsByTokenizer(const OpenedRun& run) { return isModelFolder(run.path) && hasTokenizer(run.path); }

InspectInput textByTokenizer(const OpenedRun& run, const std::string& text,
                             const std::optional<std::string>& second, Output& output) {
    const NetworkConfig& network = run.config.network;
    const Tokenizer tokenizer = openTokenizer(run.path);
    std::vector<Token> tokens = tokenizer.encode(text, second);
    if (tokens.empty()) throw inputError("--text: its tokenizer makes no token of it. Give a longer text.");
    const auto wrong = std::find_if(tokens.begin(), tokens.end(),
                                    [&](const Token& token) { return token.id >= network.inputDim; });
    if (wrong != tokens.end())
        throw inputError(run.path + ": its tokenizer does not fit its network: \"" +
                         shortened(onOneLine(tokenizer.piece(wrong->id))) + "\" has the id " +
                         std::to_string(wrong->id) + ", and the table has rows 0 to " +
                         std::to_string(network.inputDim - 1) + ".");
    const auto most = static_cast<size_t>(
        network.positions == Positions::Learned ? network.maxPositions : Inspector::longestSequence);
    if (tokens.size() > most) {
        output.warning("--text: the network reads " + std::to_string(most) + " of " +
                       std::to_string(tokens.size()) + " tokens; the end" +
                       (second ? " of the longer text" : "") + " was cut off.");
        tokens = cutTo(tokens, most);
    }
    InspectInput input;
    input.table.rows = 1;
    input.table.length = static_cast<int>(tokens.size());
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
