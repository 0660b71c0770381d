// tokenize: texts as the token ids that a network reads, with the pieces and where each is in its text.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "app/runs/run_store.h"
#include "model/config/settings.h"
#include "model/config/task.h"
#include "model/data/language_tokens.h"
#include "model/data/vectoriser.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/text.h"
#include "model/text/tokenizer_folder.h"
#include "model/text/unicode.h"

namespace attx {
namespace {

/// What turns texts into tokens, and what an id stands for.
struct TextReader {
    std::string kind;
    std::function<std::vector<Token>(const std::string& text, const std::optional<std::string>& second)>
        encode;
    std::function<std::string(int32_t id)> piece;
};

TextReader readerBy(const Vocabulary& vocabulary) {
    const Tokenizer* const tokenizer = vocabulary.tokenizer();
    return {tokenizer->kind(),
            [tokenizer, vocabulary](const std::string& text, const std::optional<std::string>& second) {
                return tokenizer->encode(text, second);
            },
            [tokenizer, vocabulary](int32_t id) { return tokenizer->piece(id); }};
}

/// The words, characters or pieces that a network of our own has learnt, all of them: it reads the first
/// data.length alone.
TextReader readerOfRun(const std::string& path) {
    const OpenedRun opened = openRun(path);
    const auto vocabulary = std::make_shared<const Vocabulary>(opened.names.vocabulary);
    if (vocabulary->empty())
        throw inputError(path +
                         ": holds no vocabulary. Expected a run or checkpoint that was trained on texts, or "
                         "a folder with a tokenizer.");
    if (vocabulary->tokenizer()) return readerBy(*vocabulary);
    const bool isOneText = isLanguage(opened.config.data);
    const PairTokens kind = opened.config.data.tokens;
    RunConfig config = opened.config;
    return {isOneText ? valueText("data.tokens", config) : "words",
            [vocabulary, path, isOneText, kind](const std::string& text,
                                                const std::optional<std::string>& second) {
                if (second)
                    throw inputError(path + ": --text-pair: this network reads one text, not a pair.");
                std::vector<Token> tokens;
                if (isOneText)
                    for (const LanguageToken& token : LanguageReader(kind, *vocabulary).read(text))
                        tokens.push_back({token.id, token.begin, token.end});
                for (const Word& word : isOneText ? std::vector<Word>() : wordsOf(text))
                    tokens.push_back({vocabulary->id(word.word), word.begin, word.end});
                return tokens;
            },
            [vocabulary](int32_t id) { return vocabulary->word(id); }};
}

TextReader readerOf(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored) && hasTokenizer(path)
               ? readerBy(Vocabulary(std::make_shared<const Tokenizer>(openTokenizer(path))))
               : readerOfRun(path);
}

/// A text in JSON on each line.
std::vector<std::string> textsIn(const std::string& path) {
    const std::string file = readFile(path);
    std::vector<std::string> texts;
    for (size_t at = 0; at < file.size();) {
        const size_t end = std::min(file.find('\n', at), file.size());
        const std::string line = file.substr(at, end - at),
                          where = path + ": line " + std::to_string(texts.size() + 1);
        try {
            const Json text = parseJson<Json>(line);
            if (!text.is_string())
                throw inputError(where + ": expected a text in quotes, as JSON writes it.");
            texts.push_back(text.get<std::string>());
        } catch (const Json::exception& problem) {
            throw inputError(
                where + ": expected a text in quotes, as JSON writes it: " + jsonProblem(problem.what()));
        }
        at = end + 1;
    }
    if (texts.empty()) throw inputError(path + ": holds no text. Expected one in quotes on each line.");
    return texts;
}

std::vector<std::string> textsOf(const Arguments& arguments) {
    const auto text = arguments.text("--text"), file = arguments.text("--file");
    if (text.has_value() == file.has_value())
        throw inputError("Give --text TEXT or --file LINES.jsonl, one of them.");
    if (file && arguments.has("--text-pair"))
        throw inputError("--text-pair: goes with --text; of --file each line is a text by itself.");
    return file ? textsIn(*file) : std::vector<std::string>{*text};
}

int runTokenize(const Arguments& arguments, CommandContext& context) {
    const std::vector<std::string> texts = textsOf(arguments);
    const std::optional<std::string> second = arguments.text("--text-pair");
    const std::string path = arguments.positional();
    const TextReader reader = readerOf(path);
    Output& output = context.output;
    Json ids = Json::array(), pieces = Json::array(), ranges = Json::array(), types = Json::array();
    size_t invalid = invalidBytes(second.value_or(""));
    for (size_t i = 0; i < texts.size(); ++i) {
        invalid += invalidBytes(texts[i]);
        Json &idsOfText = ids.emplace_back(Json::array()), &piecesOfText = pieces.emplace_back(Json::array()),
             &rangesOfText = ranges.emplace_back(Json::array()),
             &typesOfText = types.emplace_back(Json::array());
        const std::vector<Token> tokens = reader.encode(texts[i], second);
        if (!output.json())
            output.line("Text " + std::to_string(i) + ", " + counted(tokens.size(), "token") + ":");
        for (const Token& token : tokens) {
            const std::string piece = reader.piece(token.id);
            idsOfText.push_back(token.id);
            piecesOfText.push_back(piece);
            rangesOfText.push_back({token.begin, token.end});
            typesOfText.push_back(token.type);
            if (!output.json())
                output.line("  " + std::to_string(token.id) + " " + onOneLine(piece) +
                            (token.isAdded ? " (added)"
                                           : " (bytes " + std::to_string(token.begin) + " to " +
                                                 std::to_string(token.end) + ")"));
        }
    }
    if (invalid > 0)
        output.warning(counted(invalid, "byte is", "bytes are") +
                       " no UTF-8; each was read as the character U+FFFD.");
    if (!output.json()) return 0;
    Json object{{"run", path},
                {"tokenizer", reader.kind},
                {"ids", std::move(ids)},
                {"pieces", std::move(pieces)},
                {"ranges", std::move(ranges)}};
    if (second) object["token_types"] = std::move(types);
    output.object(object);
    return 0;
}

}  // namespace

Command tokenizeCommand() {
    return {
        {"tokenize",
         "RUN|CHECKPOINT|FOLDER",
         "Writes the tokens that a network reads of texts: ids, pieces, and where they are in the text.",
         {{"--text", "TEXT", "A text."},
          {"--text-pair", "TEXT", "The second text of a pair, for a network that reads pairs."},
          {"--file", "LINES.jsonl", "Texts in JSON, one in quotes on each line."},
          jsonOption},
         false,
         false,
         "FOLDER is one with the tokenizer of a published network: vocab.txt, vocab.json and merges.txt, or\n"
         "tokenizer.json. What its tokenizer adds, such as [CLS] and [SEP], is there too, with the range 0 "
         "to 0; special\ntokens are found in a text as they are written. Nothing is cut. Ranges count the "
         "bytes of UTF-8, from 0, up to\nthe byte behind, and are of whole characters: where one character "
         "is several pieces, each has all of its bytes.\nOf a pair each range is in its own text.\n"},
        runTokenize};
}

}  // namespace attx
