#include "model/data/text_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/config/split.h"
#include "model/config/task.h"
#include "model/data/generated_reviews.h"
#include "model/data/language_data.h"
#include "model/data/pair_data.h"
#include "model/data/philox.h"
#include "model/data/text_files.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"
#include "model/text/tokenizer.h"

namespace attx {
namespace {

// Which draws of RandomStream::Data, beside those of dataset.cpp.
enum TextSequence : uint32_t {
    GeneratedTrain = 16,
    GeneratedValidation = 17,
    GeneratedTest = 18,
    DealTest = 19,
    DealValidation = 20
};

constexpr size_t earlierTextShare = 5;  // Earlier versions: one of five texts left of each class

TextFiles generated(const DataConfig& config) {
    TextFiles files;
    files.classes = generatedClasses();
    files.train = generatedReviews(config.trainSize, config.seed, GeneratedTrain);
    files.validation = generatedReviews(config.validationSize, config.seed, GeneratedValidation);
    files.test = generatedReviews(config.testSize, config.seed, GeneratedTest);
    return files;
}

std::vector<size_t> membersOf(const std::vector<LabelledText>& texts, size_t classes) {
    std::vector<size_t> members(classes);
    for (const LabelledText& item : texts) ++members[item.label];
    return members;
}

/// Moves counts[c] texts of each class c of `from` to the result; both keep their order.
std::vector<LabelledText> dealt(std::vector<LabelledText>& from, const std::vector<size_t>& counts,
                                const std::string& source, PhiloxSequence random) {
    std::vector<bool> taken(from.size());
    for (size_t cls = 0; cls < counts.size(); ++cls) {
        std::vector<size_t> members;
        for (size_t i = 0; i < from.size(); ++i)
            if (from[i].label == int32_t(cls)) members.push_back(i);
        if (members.size() <= counts[cls])
            throw inputError(source +
                             ": expected at least three texts of each class, one each to train, "
                             "validate and test; one class has fewer.");
        for (size_t i = 0; i < counts[cls]; ++i) {  // the start of a Fisher-Yates shuffle
            std::swap(members[i], members[i + random.below(uint32_t(members.size() - i))]);
            taken[members[i]] = true;
        }
    }
    std::vector<LabelledText> result, rest;
    for (size_t i = 0; i < from.size(); ++i) (taken[i] ? result : rest).push_back(std::move(from[i]));
    from = std::move(rest);
    return result;
}

/// Fills the parts that the files do not tell from training.
void deal(TextFiles& files, const DataConfig& config) {
    const std::vector<size_t> all = membersOf(files.train, files.classes.size());
    const auto take = [&](double share, int size, const char* key, TextSequence sequence) {
        std::vector<size_t> counts;
        if (config.earlierSplit)
            for (const size_t left : membersOf(files.train, files.classes.size()))
                counts.push_back(std::max<size_t>(1, left / earlierTextShare));
        else
            counts = dealtByClass(share, size, key, all);
        return dealt(files.train, counts, config.path,
                     PhiloxSequence(config.seed, RandomStream::Data, sequence));
    };
    if (files.test.empty()) files.test = take(config.testShare, config.testSize, "data.test_size", DealTest);
    if (files.validation.empty())
        files.validation =
            take(config.validationShare, config.validationSize, "data.validation_size", DealValidation);
}

/// Labels as `known` numbers the classes of `files`; `byNumber`: also where these are numbers themselves.
void renumber(TextFiles& files, const std::vector<std::string>& known, bool byNumber,
              const std::string& source) {
    const std::vector<int32_t> numbers =
        classNumbers(files.classes, known, byNumber, source, "texts", files.note);
    for (auto* part : {&files.train, &files.validation, &files.test})
        for (LabelledText& item : *part) item.label = numbers[item.label];
    files.classes = known;
}

/// "word" of "words".
std::string singular(std::string_view unit) { return std::string(unit.substr(0, unit.size() - 1)); }

/// `words`: of each text in turn.
TextLengths lengthsOf(std::vector<int64_t> words, int length) {
    TextLengths lengths{std::ssize(words)};
    if (words.empty()) return lengths;
    int64_t kept = 0;
    for (const int64_t count : words) {
        lengths.cut += count > length ? 1 : 0;
        kept += std::min<int64_t>(count, length);
    }
    lengths.padding = 1 - double(kept) / (double(words.size()) * double(length));
    const auto at = words.begin() + (std::ssize(words) * 95 + 99) / 100 - 1;  // 95 % of them are no longer
    std::nth_element(words.begin(), at, words.end());
    lengths.suggested = int(std::clamp<int64_t>(*at, 1, std::numeric_limits<int>::max()));
    return lengths;
}

/// `words`, if given, gets how many words each text has, those that are cut off among them.
Table tableOf(std::vector<LabelledText>& texts, const DataNames& names, int length, bool keepTexts,
              std::vector<int64_t>* words = nullptr) {
    const Vocabulary& vocabulary = names.vocabulary;
    const bool isPublished = names.isPublished;
    Table table;
    table.rows = std::ssize(texts);
    table.length = length;
    std::vector<std::vector<int32_t>> read;  // Ids of a published network's rows, padded below
    const auto put = [&table](size_t row, const std::vector<int32_t>& ids) {
        std::ranges::copy(ids, table.tokens.begin() + std::ptrdiff_t(row) * table.length);
    };
    if (!isPublished) table.tokens.assign(texts.size() * size_t(length), Vocabulary::padding);
    for (size_t row = 0; row < texts.size(); ++row) {
        const int most = words ? std::numeric_limits<int>::max() : length;
        std::vector<int32_t> ids = vocabulary.idsOf(texts[row].text, most);
        if (words) words->push_back(std::ssize(ids));
        // Of a pair of texts the longer one is cut, and what stands behind a text stays.
        if (vocabulary.tokenizer() && std::ssize(ids) > length)
            ids = vocabulary.idsOf(texts[row].text, length);
        ids.resize(std::min(ids.size(), size_t(length)));
        table.labels.push_back(texts[row].label);
        table.lengths.push_back(std::max(1, int32_t(ids.size())));  // attention needs a key
        if (isPublished)
            read.push_back(std::move(ids));
        else
            put(row, ids);
        if (keepTexts) table.texts.push_back(std::move(texts[row].text));
    }
    if (!isPublished) return table;
    table.length = table.lengths.empty() ? 1 : *std::ranges::max_element(table.lengths);
    table.tokens.assign(texts.size() * size_t(table.length), Vocabulary::padding);
    for (size_t row = 0; row < read.size(); ++row) put(row, read[row]);
    return table;
}

/// The rows of a published network, which none of them trains: those that the source keeps apart, or all.
void keepAll(TextFiles& files) {
    if (files.validation.empty()) files.validation = files.test.empty() ? files.train : files.test;
    if (files.test.empty()) files.test = files.validation;
    files.train.clear();
}

}  // namespace

std::optional<int32_t> classNumber(const std::vector<std::string>& classes, const std::string& name,
                                   bool byNumber) {
    const auto at = std::ranges::find(classes, name);
    if (at != classes.end()) return int32_t(at - classes.begin());
    constexpr size_t digits = 6;
    const auto number = byNumber && name.size() <= digits ? numberIn<uint32_t>(name) : std::nullopt;
    return number && *number < classes.size() ? std::optional(int32_t(*number)) : std::nullopt;
}

std::vector<int32_t> classNumbers(const std::vector<std::string>& classes,
                                  const std::vector<std::string>& known, bool byNumber,
                                  const std::string& source, const char* what, std::string& note) {
    std::vector<int32_t> numbers;
    bool isNumbered = false;
    for (const std::string& name : classes) {
        const std::optional<int32_t> at = classNumber(known, name, byNumber);
        isNumbered |= at && known[*at] != name;
        if (!at) {
            std::string names;
            for (const std::string& k : known) names += (names.empty() ? "" : ", ") + k;
            throw inputError(source + ": the network was trained on the classes " + names.substr(0, 200) +
                             ", found " + what + " of the class \"" + name + "\".");
        }
        numbers.push_back(*at);
    }
    if (!isNumbered) return numbers;
    std::string taken;
    for (size_t i = 0; i < numbers.size(); ++i)
        taken += (i > 0 ? ", " : "") + classes[i] + " as " + known[numbers[i]];
    addSentence(note, source + ": its classes are taken by their numbers: " + taken.substr(0, 200) + ".");
    return numbers;
}

DataSet makeTextData(const DataConfig& config, const DataNames& known) {
    const std::string& source = config.path;
    TextFiles files = source.empty() ? generated(config) : readTextFiles(config);
    requireDataFit(config, int64_t(files.train.size() + files.validation.size() + files.test.size()), source);
    const bool hasValidation = !files.validation.empty(), hasTest = !files.test.empty();
    const bool isPublished = known.isPublished;
    if (isPublished)
        keepAll(files);
    else
        deal(files, config);
    DataSet data;
    data.recognised = files.recognised;
    data.recognisedText = files.recognisedText;
    if (!source.empty() && !isPublished) data.dealing = dealingText(config, hasValidation, hasTest);
    if (known.vocabulary.empty()) {
        std::vector<std::string_view> texts;
        for (const LabelledText& item : files.train) texts.emplace_back(item.text);
        data.names = {files.classes, Vocabulary::learn(texts, config.vocabulary)};
    } else {
        data.names = known;
        if (known.classes.empty())
            data.names.classes = files.classes;
        else
            renumber(files, known.classes, isPublished, source);
    }
    data.note = files.note;
    std::vector<int64_t> words;
    data.train = tableOf(files.train, data.names, config.length, false, &words);
    data.textLengths = lengthsOf(std::move(words), config.length);
    data.textLengths->unit = unitOf(config, data.names.vocabulary);
    std::vector<int64_t> pieces;
    std::vector<int64_t>* const ofTexts = isPublished ? &pieces : nullptr;
    data.validation = tableOf(files.validation, data.names, config.length, true, ofTexts);
    data.test = tableOf(files.test, data.names, config.length, true,
                        hasValidation && hasTest ? ofTexts : nullptr);  // Same texts otherwise
    if (const TextLengths lengths = lengthsOf(std::move(pieces), config.length); lengths.cut > 0)
        addSentence(data.note, std::to_string(lengths.cut) + " of " + std::to_string(lengths.texts) +
                                   " texts have more than " + counted(config.length, "token") +
                                   " (data.length) and are cut there.");
    return data;
}

const char* unitOf(const DataConfig& config, const Vocabulary& vocabulary) {
    if (vocabulary.tokenizer()) return "tokens";
    if (isText(config)) return "words";
    switch (config.tokens) {
        case PairTokens::Numbers:
            return "numbers";
        case PairTokens::Words:
            return "words";
        case PairTokens::Characters:
            return "characters";
        case PairTokens::Pieces:
            break;
    }
    return "tokens";
}

std::string lengthsText(const TextLengths& lengths, int length) {
    const std::string unit = singular(lengths.unit);
    return std::to_string(lengths.cut) + " of " + std::to_string(lengths.texts) +
           " texts to train with have more than " + counted(length, unit) +
           " (data.length) and are cut there; " + std::to_string(std::lround(100 * lengths.padding)) +
           " % of what the network reads is padding. 95 % of the texts have at most " +
           counted(lengths.suggested, unit) + ": data.length=" + std::to_string(lengths.suggested) +
           " would hold those.";
}

std::string toJson(const TextLengths& lengths) {
    return jsonText(nlohmann::ordered_json{{"count", lengths.texts},
                                           {"cut", lengths.cut},
                                           {"padding", lengths.padding},
                                           {"suggested_length", lengths.suggested}});
}

std::vector<int32_t> tokensOfText(const RunConfig& config, const Vocabulary& vocabulary,
                                  std::string_view text) {
    std::vector<int32_t> tokens;
    if (isText(config.data) || vocabulary.tokenizer())
        tokens = vocabulary.idsOf(text, config.data.length);
    else if (isLanguage(config.data)) {
        tokens = languageInput(config.data.tokens, vocabulary, text).tokens;
        tokens.resize(std::min(tokens.size(), size_t(config.data.length)));
        if (tokens.empty()) tokens.push_back(Vocabulary::padding);
        return tokens;
    } else
        for (const std::string& token : pairTokens(config.data.tokens, text))
            if (std::ssize(tokens) < config.data.length) tokens.push_back(vocabulary.id(token));
    // The output of a pair may be longer than its input.
    const bool isShort = vocabulary.tokenizer() || (isText(config.data) && config.network.maskPadding);
    const int least = isShort ? 1 : config.data.length;
    if (tokens.size() < size_t(least)) tokens.resize(least, Vocabulary::padding);
    return tokens;
}

TextReading readingOf(const RunConfig& config, const Vocabulary& vocabulary, std::string_view text) {
    const char* const unit = unitOf(config.data, vocabulary);
    if (vocabulary.tokenizer()) {
        const std::vector<Token> tokens = vocabulary.tokensOf(text),
                                 seen = cutTo(tokens, size_t(config.data.length));
        const auto isUnknown = [&](const Token& token) {
            return token.id == vocabulary.tokenizer()->unknown();
        };
        if (std::ranges::all_of(tokens, &Token::isAdded)) return {.unit = unit};
        // What a tokenizer adds is known, and says nothing of the text.
        const bool isAnyKnown = std::ranges::any_of(
            seen, [&](const Token& token) { return !token.isAdded && !isUnknown(token); });
        const auto unknown = size_t(std::ranges::count_if(seen, isUnknown));
        return {tokens.size(), seen.size(), isAnyKnown ? seen.size() - unknown : 0, unit};
    }
    const std::vector<int32_t> ids = isText(config.data) ? vocabulary.idsOf(text, config.data.length)
                                                         : tokensOfText(config, vocabulary, text);
    const auto unknown = std::ranges::count(ids, Vocabulary::unknown);
    if (isText(config.data)) return {wordsOf(text).size(), ids.size(), ids.size() - size_t(unknown), unit};
    const size_t written = isLanguage(config.data)
                               ? languageInput(config.data.tokens, vocabulary, text).tokens.size()
                               : pairTokens(config.data.tokens, text).size(),
                 read = std::min(written, ids.size());
    return {written, read, read - std::min(read, size_t(unknown)), unit};
}

std::string readingText(const TextReading& reading) {
    const std::string units = reading.unit, unit = singular(reading.unit);
    if (reading.words == 0) return "The text has no " + unit + "; the answer is the one to an empty text.";
    std::string text;
    if (reading.read < reading.words)
        text = "The text has " + counted(reading.words, unit) + ", of which the network reads the first " +
               std::to_string(reading.read) + " (data.length); the rest is not read.";
    if (reading.known == 0)
        addSentence(text, "The vocabulary has no " + unit +
                              " of the text; the answer is the one to unknown " + units + ".");
    return text;
}

}  // namespace attx
