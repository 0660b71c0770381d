#include "model/data/pair_data.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "model/config/split.h"
#include "model/config/task.h"
#include "model/data/philox.h"
#include "model/data/table_file.h"
#include "model/files/encoding.h"
#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

constexpr int32_t noLabel = -1;
constexpr size_t maxPairs = 10'000'000;  // Limit of data.train_size, see maxRows in data_keys.cpp
constexpr uint32_t pairOrder = 3;  // Its draws of RandomStream::Data are others than those of dataset.cpp.
constexpr size_t mostTokens = 100'000;  // Limit of data.num_categories, see data_keys.cpp
constexpr std::string_view pairBlanks = " \t\r\n\v\f";

/// Pairs one after the other: row r has tokens[first[r] ... first[r + 1]), and labels in the same way.
struct Pairs {
    std::vector<int32_t> tokens, labels;
    std::vector<size_t> first{0}, firstLabel{0};
    [[nodiscard]] size_t rows() const { return first.size() - 1; }
    [[nodiscard]] size_t inputs(size_t row) const { return first[row + 1] - first[row]; }
    [[nodiscard]] size_t outputs(size_t row) const { return firstLabel[row + 1] - firstLabel[row]; }
    void close() {
        first.push_back(tokens.size());
        firstLabel.push_back(labels.size());
    }
    /// Forgets what came behind the last pair.
    void drop() {
        tokens.resize(first.back());
        labels.resize(firstLabel.back());
    }
};

void requireThree(size_t pairs, const std::string& source) {
    constexpr size_t fewest = 3;  // one for each table
    if (pairs < fewest)
        throw inputError(source +
                         ": expected at least 3 pairs, one each to train, validate and test; found " +
                         std::to_string(pairs));
}

std::string lengthProblem(const DataConfig& config, size_t inputs, size_t outputs) {
    if (config.tokens == PairTokens::Numbers && inputs != outputs)
        return "expected an output as long as the input, found " + counted(inputs, "token") + " and " +
               std::to_string(outputs) + "; data.tokens=words pads the shorter one";
    if (const size_t length = std::max(inputs, outputs); length > size_t(config.length))
        return "expected at most " + counted(config.length, "token") + " (data.length), found " +
               std::to_string(length) + "; raise the length or shorten the pair";
    return {};
}

/// Numbers, a pair a line: "1 2 3;3 2 1".
class PairReader {
public:
    PairReader(const DataConfig& config, std::string source) : config_(config), source_(std::move(source)) {}

    [[nodiscard]] Pairs read(std::string_view rest) {
        while (!rest.empty()) {
            const size_t end = std::min(rest.find('\n'), rest.size());
            ++line_;
            readLine(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return std::move(pairs_);
    }

private:
    [[nodiscard]] Error fail(const std::string& what) const {
        return inputError(source_ + ": line " + std::to_string(line_) + ": " + what);
    }

    /// Whether some field begins as a number does.
    static bool hasNumber(std::string_view line) {
        bool begins = true;
        for (const char c : line) {
            if (begins && c >= '0' && c <= '9') return true;
            begins = std::string_view(" \t\r,;+-").find(c) != std::string_view::npos;
        }
        return false;
    }

    void readLine(std::string_view line) {
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
        const bool mayBeHeader = !seenText_;
        seenText_ = true;
        if (mayBeHeader && !hasNumber(line)) return;
        const size_t semicolon = line.find(';');
        if (semicolon == std::string_view::npos)
            throw fail("expected input;output, as in 1 2 3;3 2 1, found no semicolon");
        if (line.find(';', semicolon + 1) != std::string_view::npos)
            throw fail("expected one semicolon, between input and output, found more");
        if (pairs_.rows() == maxPairs) throw fail("expected at most 10000000 pairs, found more");
        for (const std::string& problem :
             {numbersProblem(config_, line.substr(0, semicolon), "input", pairs_.tokens),
              numbersProblem(config_, line.substr(semicolon + 1), "output", pairs_.labels),
              lengthProblem(config_, pairs_.tokens.size() - pairs_.first.back(),
                            pairs_.labels.size() - pairs_.firstLabel.back())})
            if (!problem.empty()) throw fail(problem);
        pairs_.close();
    }

    const DataConfig& config_;
    const std::string source_;
    Pairs pairs_;
    size_t line_ = 0;  // Number of the line that is being read, from 1
    bool seenText_ = false;
};

/// Whether the lines are read as PairReader does, whatever a table would make of them.
bool areLinesOfNumbers(const DataConfig& config, const std::string& text) {
    if (config.tokens != PairTokens::Numbers || config.separator != DataConfig().separator ||
        config.header != HeaderLine::Auto || !config.textColumn.empty() || !config.classColumn.empty() ||
        config.skipBadLines || text.find('"') != std::string::npos)
        return false;
    const char separator = CsvReader::separatorOf(text);
    return text.find(';') != std::string::npos || (separator != '\t' && separator != '|');
}

/// The columns of input and output.
TableColumns pairColumns(TableFile& table, const DataConfig& config) {
    if (table.columns < 2)
        throw inputError(table.source +
                         ": expected two columns, input and output, found one. Name what stands between them "
                         "(data.separator).");
    TableColumns columns = columnsOf(table, config);
    if (config.textColumn.empty())
        columns.texts = {columns.classes == 0U && !config.classColumn.empty() ? 1U : 0U};
    if (config.classColumn.empty()) columns.classes = columns.texts.front() == 1 ? 0 : 1;
    columns.split.reset();
    return columns;
}

std::string pairsText(const TableFile& table, const TableColumns& columns) {
    return table.source + ": " + table.formText() + "; the input is " + table.titleOf(columns.texts.front()) +
           ", the output " + table.titleOf(columns.classes.value()) + ".";
}

/// Numbers tokens in the order in which they are met.
class TokenNumbers {
public:
    int32_t of(const std::string& token) {
        const auto [at, isNew] = ids_.emplace(token, int32_t(tokens_.size()));
        if (isNew) tokens_.push_back(token);
        return at->second;
    }
    [[nodiscard]] const std::vector<std::string>& tokens() const { return tokens_; }

private:
    std::unordered_map<std::string, int32_t> ids_;
    std::vector<std::string> tokens_;
};

struct TablePairs {
    Pairs pairs;
    TokenNumbers numbers;  ///< Number of each word or character; unused for PairTokens::Numbers
    std::string note;
};

TablePairs pairsIn(const TableFile& table, const TableColumns& columns, const DataConfig& config) {
    TablePairs read;
    Pairs& pairs = read.pairs;
    BadLines bad;
    TableRows rows(table);
    for (std::vector<std::string> row; rows.next(row, bad);) {
        std::string input;
        for (const size_t column : columns.texts)
            input += (column == columns.texts.front() ? "" : " ") + row[column];
        const std::string& output = row[columns.classes.value()];
        if (trimmedField(input).empty() && trimmedField(output).empty()) continue;
        if (pairs.rows() == maxPairs)
            throw inputError(rows.where() + ": expected at most 10000000 pairs, found more");
        std::string problem;
        const auto side = [&](const std::string& text, const char* name, std::vector<int32_t>& into) {
            if (!problem.empty()) return;
            if (config.tokens == PairTokens::Numbers) {
                problem = numbersProblem(config, text, name, into);
                return;
            }
            const std::vector<std::string> tokens = pairTokens(config.tokens, validUtf8(text));
            if (tokens.empty()) problem = "expected tokens as the " + std::string(name) + ", found none";
            for (const std::string& token : tokens) into.push_back(read.numbers.of(token));
        };
        side(input, "input", pairs.tokens);
        side(output, "output", pairs.labels);
        if (problem.empty())
            problem = lengthProblem(config, pairs.tokens.size() - pairs.first.back(),
                                    pairs.labels.size() - pairs.firstLabel.back());
        if (problem.empty()) {
            pairs.close();
            continue;
        }
        pairs.drop();
        bad.add(rows.line(), problem + ".");
    }
    bad.finish(table, config.skipBadLines);
    read.note = bad.note(table);
    return read;
}

/// The tokens of the pairs `rows`, the most frequent first; of those as frequent as each other the first by
/// bytes.
Vocabulary learned(const TablePairs& read, std::span<const int32_t> rows) {
    std::vector<int64_t> counts(read.numbers.tokens().size());
    for (const int32_t row : rows) {
        const auto at = size_t(row);
        for (size_t i = read.pairs.first[at]; i < read.pairs.first[at + 1]; ++i)
            ++counts[read.pairs.tokens[i]];
        for (size_t i = read.pairs.firstLabel[at]; i < read.pairs.firstLabel[at + 1]; ++i)
            ++counts[read.pairs.labels[i]];
    }
    std::vector<std::pair<int64_t, std::string>> order;
    for (size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) order.emplace_back(-counts[i], read.numbers.tokens()[i]);
    std::ranges::sort(order);
    if (order.size() > mostTokens - Vocabulary::reserved) order.resize(mostTokens - Vocabulary::reserved);
    std::vector<std::string> words;
    for (auto& [count, word] : order) words.push_back(std::move(word));
    return {std::move(words), "the pairs"};
}

void renumbered(std::vector<int32_t>& ids, const std::vector<int32_t>& numbers) {
    for (int32_t& id : ids) id = numbers[id];
}

/// `rows` of the pairs, padded to T. `behind`: the label of a position behind the output.
Table tableOf(const Pairs& pairs, std::span<const int32_t> rows, int T, bool withLengths, int32_t behind) {
    Table table;
    table.rows = std::ssize(rows);
    table.length = T;
    table.tokens.assign(rows.size() * size_t(T), 0);
    table.labels.assign(table.tokens.size(), behind);
    for (size_t i = 0; i < rows.size(); ++i) {
        const auto row = size_t(rows[i]);
        const auto to = std::ptrdiff_t(i * size_t(T));
        std::copy_n(pairs.tokens.data() + pairs.first[row], pairs.inputs(row), table.tokens.begin() + to);
        std::copy_n(pairs.labels.data() + pairs.firstLabel[row], pairs.outputs(row),
                    table.labels.begin() + to);
        if (withLengths) table.lengths.push_back(int32_t(pairs.inputs(row)));
    }
    return table;
}

/// The pairs dealt to the three tables; `rows` are all of them, in the order of dealing. Where the padding is
/// an answer, all of it is seen: a mask as long as the output would tell how long that is.
void fill(DataSet& data, const Pairs& pairs, std::span<const int32_t> rows, DealtRows dealt,
          const DataConfig& config, int32_t behind) {
    bool anyShort = false;
    for (size_t row = 0; row < pairs.rows(); ++row)
        anyShort |= behind == noLabel && pairs.inputs(row) < size_t(config.length);
    const auto part = [&](size_t from, size_t count) {
        return tableOf(pairs, rows.subspan(from, count), config.length, anyShort, behind);
    };
    data.test = part(0, dealt.test);
    data.validation = part(dealt.test, dealt.validation);
    data.train = part(dealt.test + dealt.validation, rows.size() - dealt.test - dealt.validation);
    data.dealing = dealingText(config);
}

std::vector<int32_t> orderOf(const DataConfig& config, size_t rows) {
    return shuffledRows(int64_t(rows), PhiloxSequence(config.seed, RandomStream::Data, pairOrder));
}

DataSet pairsOfBytes(const DataConfig& config, const std::string& source, std::string bytes,
                     const DataNames& known) {
    DecodedText decoded = decodedText(std::move(bytes), source, config.encoding);
    DataSet data;
    if (areLinesOfNumbers(config, decoded.text)) {
        const Pairs pairs = PairReader(config, source).read(decoded.text);
        requireThree(pairs.rows(), source);
        requireDataFit(config, int64_t(pairs.rows()), source);
        fill(data, pairs, orderOf(config, pairs.rows()), dealtRows(config, pairs.rows()), config, noLabel);
        return data;
    }
    TableFile table = tableOfText(source, std::move(decoded), config);
    const TableColumns columns = pairColumns(table, config);
    TablePairs read = pairsIn(table, columns, config);
    const size_t rows = read.pairs.rows();
    requireThree(rows, source);
    requireDataFit(config, int64_t(rows), source);
    const DealtRows dealt = dealtRows(config, rows);
    const std::vector<int32_t> order = orderOf(config, rows);
    data.recognised = config;
    keepRecognised(table, columns, *data.recognised);
    data.note = read.note;
    int32_t behind = noLabel;
    if (config.tokens != PairTokens::Numbers) {
        const auto train = std::span(order).subspan(dealt.test + dealt.validation);
        data.names.vocabulary = known.vocabulary.empty() ? learned(read, train) : known.vocabulary;
        std::vector<int32_t> numbers;
        for (const std::string& token : read.numbers.tokens())
            numbers.push_back(data.names.vocabulary.id(token));
        renumbered(read.pairs.tokens, numbers);
        renumbered(read.pairs.labels, numbers);
        for (int32_t id = 0; id < data.names.vocabulary.size(); ++id)
            data.names.classes.push_back(id == Vocabulary::padding ? "[PAD]"
                                                                   : data.names.vocabulary.word(id));
        data.recognised->numCategories = data.names.vocabulary.size();
        behind = Vocabulary::padding;
    }
    if (!(*data.recognised == config)) data.recognisedText = pairsText(table, columns);
    fill(data, read.pairs, order, dealt, config, behind);
    return data;
}

}  // namespace

std::string numbersProblem(const DataConfig& config, std::string_view text, const char* side,
                           std::vector<int32_t>& into) {
    const std::string_view separators = " \t\r,";
    const size_t before = into.size();
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
        if (text.empty()) break;
        const std::string_view word = text.substr(0, text.find_first_of(separators));
        text.remove_prefix(word.size());
        int64_t token = 0;
        const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), token);
        if (error == std::errc::invalid_argument || rest != word.data() + word.size())
            return "expected whole numbers as the " + std::string(side) + ", found \"" +
                   std::string(word.substr(0, 40)) + "\"; data.tokens=words or characters reads others";
        const int kinds =
            std::max(inputsOf(config), config.numCategories);  // a rule may have more of its own
        if (error != std::errc{} || token < 0 || token >= kinds)
            return "expected tokens from 0 to " + std::to_string(kinds - 1) +
                   (kinds == config.numCategories ? " (data.num_categories)" : "") + ", found " +
                   std::string(word.substr(0, 40));
        into.push_back(int32_t(token));
    }
    return into.size() == before ? "expected tokens as the " + std::string(side) + ", found none"
                                 : std::string();
}

std::vector<std::string> pairTokens(PairTokens kind, std::string_view text) {
    std::vector<std::string> tokens;
    if (kind != PairTokens::Characters) {
        while (true) {
            text.remove_prefix(std::min(text.find_first_not_of(pairBlanks), text.size()));
            if (text.empty()) return tokens;
            const size_t end = std::min(text.find_first_of(pairBlanks), text.size());
            tokens.emplace_back(text.substr(0, end));
            text.remove_prefix(end);
        }
    }
    const std::string whole = trimmedField(std::string(text));
    for (size_t at = 0; at < whole.size();) {
        const size_t size = std::max<size_t>(1, characterSize(std::string_view(whole).substr(at)));
        const std::string token = whole.substr(at, size);
        tokens.push_back(pairBlanks.find(token) != std::string_view::npos ? "␣" : token);
        at += size;
    }
    return tokens;
}

DataSet pairsFromCsv(const DataConfig& config, std::string_view text) {
    return pairsOfBytes(config, config.csvPath, std::string(text), {});
}

DataSet makePairData(const DataConfig& config, const DataNames& known) {
    TableBytes file = tableBytes(config.csvPath);
    return pairsOfBytes(config, file.source, std::move(file.bytes), known);
}

OwnPairs ownPairs(const std::string& path, const DataConfig& wish, bool asked) {
    OwnPairs own{presetByName("own-pairs"), {}, {}, {}};
    DataConfig& data = own.config.data;
    for (std::string DataConfig::*key :
         {&DataConfig::textColumn, &DataConfig::classColumn, &DataConfig::separator})
        data.*key = wish.*key;
    data.header = wish.header;
    data.encoding = wish.encoding;
    data.skipBadLines = wish.skipBadLines;
    data.tokens = wish.tokens;
    data.csvPath = path;
    data.length = 4096;  // the largest there may be, until the pairs are known
    data.numCategories = int(mostTokens);
    TableBytes file = tableBytes(path);
    TableFile table = tableOfBytes(file.source, file.bytes, data);
    const TableColumns columns = pairColumns(table, data);
    // What the tokens are: numbers if all are and both sides are as long, else words where most have blanks.
    BadLines ignored;
    TableRows rows(table);
    bool areNumbers = true;
    int64_t count = 0, withBlanks = 0;
    size_t longest = 0, largest = 0;
    const auto look = [&](std::vector<std::string>& row, bool measure) {
        const std::string &input = row[columns.texts.front()], &output = row[columns.classes.value()];
        if (measure) {
            longest = std::max(
                {longest, pairTokens(data.tokens, input).size(), pairTokens(data.tokens, output).size()});
            return;
        }
        ++count;
        withBlanks += trimmedField(input).find(' ') != std::string::npos ? 1 : 0;
        std::vector<int32_t> tokens, labels;
        areNumbers &= numbersProblem(data, input, "", tokens).empty() &&
                      numbersProblem(data, output, "", labels).empty() && tokens.size() == labels.size();
        for (const auto* ids : {&tokens, &labels})
            for (const int32_t id : *ids) largest = std::max(largest, size_t(id));
        if (areNumbers) longest = std::max(longest, tokens.size());
        if (own.firstRows.size() < 3) own.firstRows.push_back(input + table.separator + output);
    };
    for (std::vector<std::string> row; rows.next(row, ignored);) look(row, false);
    if (!asked)
        data.tokens = areNumbers               ? PairTokens::Numbers
                      : 2 * withBlanks > count ? PairTokens::Words
                                               : PairTokens::Characters;
    if (data.tokens != PairTokens::Numbers) {
        longest = 0;
        TableRows again(table);
        for (std::vector<std::string> row; again.next(row, ignored);) look(row, true);
    }
    data.numCategories = int(std::clamp<size_t>(largest + 1, 2, mostTokens));
    data.length = int(std::clamp<size_t>(longest, 1, 4096));
    if (!areLinesOfNumbers(data, table.text) || table.separator != ';') keepRecognised(table, columns, data);
    own.recognised = pairsText(table, columns);
    own.data = makePairData(data);
    return own;
}

}  // namespace attx
