#include "model/data/language_data.h"

#include <algorithm>
#include <set>
#include <utility>

#include "model/data/generated_reviews.h"
#include "model/data/language_tokens.h"
#include "model/files/encoding.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"

namespace attx {
namespace {

// Its draws of RandomStream::Data are others than those of dataset.cpp and text_data.cpp.
enum LanguageSequence : uint32_t { WrittenTrain = 21, WrittenValidation = 22, WrittenTest = 23 };

/// The three parts of a text.
struct TextParts {
    std::string_view train, validation, test;
};

/// Tokens that so many windows take, with the one behind the last.
size_t tokensFor(const DataConfig& config, int64_t windows) {
    return size_t(windows) * size_t(config.length) + 1;
}

/// So many lines that there are characters or words enough; pieces are not fewer than words.
std::string writtenLines(const DataConfig& config, int windows, LanguageSequence sequence) {
    const size_t wanted = tokensFor(config, windows);
    constexpr int64_t fewestLines = 64;
    for (int64_t lines = fewestLines;; lines *= 2) {
        std::string text;
        for (const LabelledText& review : generatedReviews(int(lines), config.seed, sequence))
            text.append(review.text).append("\n");
        const std::vector<std::string_view> units = unitsOf(config.tokens, text);
        if (units.size() < wanted) continue;
        const std::string_view last = units[wanted - 1];
        text.resize(size_t(last.data() - text.data()) + last.size());
        return text;
    }
}

TextParts partsOf(const DataConfig& config, const std::string& text) {
    const size_t fewest = tokensFor(config, 1);
    std::vector<std::string_view> units = unitsOf(config.tokens, text);
    PairTokens counted = config.tokens;
    // Pieces are as many as words or more; where nothing parts words, characters are what can be counted
    // before the pieces are learned.
    if (counted == PairTokens::Pieces && units.size() < 3 * fewest) {
        counted = PairTokens::Characters;
        units = unitsOf(counted, text);
    }
    const size_t all = units.size();
    const auto tooShort = [&](const std::string& needs) {
        return inputError(config.path + ": the text has " + std::to_string(all) +
                          (counted == PairTokens::Characters ? " characters" : " words") + ", and " + needs +
                          "; lower data.length or take a longer text.");
    };
    if (all < 3 * fewest)
        throw tooShort("windows of " + std::to_string(config.length) +
                       " tokens (data.length) need at least " + std::to_string(3 * fewest) +
                       ", for one window each to train, validate and test");
    const auto part = [&](double share, int size) {
        return std::max(share > 0 ? size_t(share * double(all)) : tokensFor(config, size), fewest);
    };
    const size_t validation = part(config.validationShare, config.validationSize),
                 test = part(config.testShare, config.testSize);
    if (validation + test + fewest > all)
        throw tooShort("validation and test would take " + std::to_string(validation + test) +
                       " of them (data.validation_share, data.test_share, or the sizes)");
    const auto placeOf = [&](size_t unit) { return size_t(units[unit].data() - text.data()); };
    const size_t second = placeOf(all - test - validation), third = placeOf(all - test);
    const std::string_view whole = text;
    return {whole.substr(0, second), whole.substr(second, third - second), whole.substr(third)};
}

/// `most`: windows; what is behind them is left. `unknown` counts the labels that the vocabulary lacks.
Table windowsOf(const DataConfig& config, std::string_view text, int64_t most, LanguageReader& reader,
                size_t& unknown) {
    const std::vector<LanguageToken> tokens = reader.read(text);
    const auto T = size_t(config.length);
    Table table;
    table.length = config.length;
    if (tokens.size() <= T)
        throw inputError(config.path + ": a part of the text (to train, validate or test) has " +
                         counted(tokens.size(), "piece") + ", and a window of " +
                         counted(config.length, "token") + " (data.length) needs " + std::to_string(T + 1) +
                         "; lower data.length or take a longer text.");
    table.rows = std::min(int64_t((tokens.size() - 1) / T), most);
    requireDataFit(config, table.rows, config.path);
    const size_t read = size_t(table.rows) * T;
    for (size_t i = 0; i < read; ++i) {
        table.tokens.push_back(tokens[i].id);
        table.labels.push_back(tokens[i + 1].id);
        if (tokens[i + 1].id == reader.unknown()) ++unknown;
    }
    const std::string_view answered = text.substr(tokens[1].begin, tokens[read].end - tokens[1].begin);
    table.characters = std::ssize(unitsOf(PairTokens::Characters, answered));
    return table;
}

std::string percentText(double share) {
    std::string digits = std::to_string(share * 100);
    digits.resize(digits.find('.') + 2);
    return digits + " %";
}

/// The text of config.path, and in `data` what is to be said of it.
std::string textOfFile(const DataConfig& config, DataSet& data) {
    DecodedText decoded = decodedText(readFile(config.path), config.path, config.encoding);
    if (decoded.text.find('\0') != std::string::npos)
        throw inputError(config.path + ": expected a text, found bytes of zero, which no text has.");
    int64_t replaced = 0;
    std::string text = validUtf8(std::move(decoded.text), &replaced);
    if (text.empty()) throw inputError(config.path + ": the file is empty; expected a text to learn from.");
    if (replaced > 0)
        data.note = counted(replaced, "byte is", "bytes are") + " no " + nameOf(decoded.encoding) +
                    "; each was read as the character U+FFFD.";
    data.recognised = config;
    data.recognised->encoding = decoded.encoding;
    data.recognisedText = config.path + " is written in " + nameOf(decoded.encoding) + ".";
    return text;
}

/// A text that a published network reads, no part of which trains it.
DataSet wholeText(const DataConfig& config, const DataNames& known) {
    DataSet data;
    data.names = known;
    const std::string text = textOfFile(config, data);
    const std::vector<LanguageToken> tokens = LanguageReader(config.tokens, known.vocabulary).read(text);
    if (tokens.size() < 2)
        throw inputError(config.path + ": the text has " + counted(tokens.size(), "token") +
                         ", and each is asked for its next one; take a longer text.");
    Table& table = data.validation;
    const size_t answered = tokens.size() - 1, T = std::min(size_t(config.length), answered);
    table.length = int(T);
    table.rows = int64_t((answered + T - 1) / T);
    requireDataFit(config, table.rows, config.path);
    table.tokens.assign(size_t(table.rows) * T, Vocabulary::padding);
    table.labels.assign(table.tokens.size(), -1);
    for (size_t i = 0; i < answered; ++i) {
        table.tokens[i] = tokens[i].id;
        table.labels[i] = tokens[i + 1].id;
    }
    if (answered % T != 0) {
        table.lengths.assign(table.rows, table.length);
        table.lengths.back() = int32_t(answered % T);
    }
    table.characters =
        std::ssize(unitsOf(PairTokens::Characters, std::string_view(text).substr(tokens[1].begin)));
    data.train.length = table.length;
    data.test = table;
    return data;
}

}  // namespace

DataSet makeLanguageData(const DataConfig& config, const DataNames& known) {
    if (known.isPublished && known.vocabulary.tokenizer()) return wholeText(config, known);
    DataSet data;
    std::string train, validation, test;
    TextParts parts;
    const bool isWritten = config.path.empty();
    if (isWritten) {
        train = writtenLines(config, config.trainSize, WrittenTrain);
        validation = writtenLines(config, config.validationSize, WrittenValidation);
        test = writtenLines(config, config.testSize, WrittenTest);
        parts = {train, validation, test};
    } else {
        train = textOfFile(config, data);
        parts = partsOf(config, train);
        const auto share = [&](std::string_view part) {
            return percentText(double(part.size()) / double(train.size()));
        };
        data.dealing = "in the order of the text, " + share(parts.train) + " to train, then " +
                       share(parts.validation) + " to validate, then " + share(parts.test) + " to test";
    }
    Vocabulary& vocabulary = data.names.vocabulary;
    vocabulary = known.vocabulary.empty() ? learnTokens(config.tokens, parts.train, config.vocabulary)
                                          : known.vocabulary;
    for (int32_t id = 0; id < vocabulary.size(); ++id)
        data.names.classes.push_back(vocabulary.tokenizer()      ? onOneLine(vocabulary.word(id))
                                     : id == Vocabulary::padding ? "[PAD]"
                                                                 : vocabulary.word(id));
    LanguageReader reader(config.tokens, vocabulary);
    size_t unknown = 0;
    const auto windows = [&](std::string_view text, double share, int size) {
        return windowsOf(config, text, isWritten || share == 0 ? size : INT32_MAX, reader, unknown);
    };
    data.train = windows(parts.train, 1, config.trainSize);
    data.validation = windows(parts.validation, config.validationShare, config.validationSize);
    data.test = windows(parts.test, config.testShare, config.testSize);
    if (unknown > 0) {
        const auto all =
            double(data.train.labels.size() + data.validation.labels.size() + data.test.labels.size());
        addSentence(data.note, counted(unknown, "token") + " of the text (" +
                                   percentText(double(unknown) / all) +
                                   (unknown == 1 ? ") is not in the vocabulary and is read as unknown."
                                                 : ") are not in the vocabulary and are read as unknown."));
    }
    return data;
}

LanguageInput languageInput(PairTokens kind, const Vocabulary& vocabulary, std::string_view text) {
    LanguageInput input;
    constexpr size_t mostNamed = 5;
    std::set<std::string> seen;
    std::string names;
    size_t unknown = 0;
    LanguageReader reader(kind, vocabulary);
    for (const LanguageToken& token : reader.read(text)) {
        input.tokens.push_back(token.id);
        if (token.id != reader.unknown()) continue;
        ++unknown;
        const std::string shown = shownToken(text.substr(token.begin, token.end - token.begin));
        if (seen.insert(shown).second && seen.size() <= mostNamed) names += " " + shown;
    }
    if (unknown > 0)
        input.note = std::to_string(unknown) + " of " + std::to_string(input.tokens.size()) +
                     " tokens of the text are unknown to the network, which reads them as [UNK]:" + names +
                     (seen.size() > mostNamed ? " …" : ".");
    return input;
}

std::vector<int32_t> nextTokens(const std::vector<int32_t>& tokens) {
    std::vector<int32_t> labels(tokens.size(), -1);
    if (!tokens.empty()) std::copy(tokens.begin() + 1, tokens.end(), labels.begin());
    return labels;
}

}  // namespace attx
