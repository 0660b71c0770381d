// Sequence data: made from random tokens and a rule, or read from a CSV file of pairs; and what the data of
// every task have in common: their size, and the rows of an epoch.
#include "model/data/dataset.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include "model/config/label_rule.h"
#include "model/config/split.h"
#include "model/config/task.h"
#include "model/data/philox.h"
#include "model/data/tasks.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"
#include "model/files/naming.h"

namespace attx {
namespace {

// Which draws of RandomStream::Data: each table has its own, so that the size of one never changes
// another; the lines of a CSV file are dealt by the last.
enum DataSequence : uint32_t { TrainTokens = 0, ValidationTokens = 1, TestTokens = 2, CsvOrder = 3 };

constexpr int32_t noLabel = -1;
constexpr size_t maxPairs = 10'000'000;  // as config.cpp allows for the sizes

Table randomTable(const DataConfig& config, int rows, DataSequence sequence) {
    const int T = config.length;
    Table table;
    table.rows = rows;
    table.length = T;
    table.tokens.resize(static_cast<size_t>(rows) * T);
    table.labels.resize(table.tokens.size());
    PhiloxSequence random(config.seed, RandomStream::Data, sequence);
    for (int32_t& token : table.tokens)
        token = static_cast<int32_t>(random.below(static_cast<uint32_t>(config.numCategories)));
    const LabelRuleInfo& rule = infoOf(config.rule);
    const auto length = static_cast<size_t>(T);
    for (size_t at = 0; at < table.tokens.size(); at += length)
        rule.fill(config, Tokens(table.tokens).subspan(at, length), Labels(table.labels).subspan(at, length));
    return table;
}

/// Fisher-Yates: every order of 0 ... rows - 1 is equally likely.
std::vector<int32_t> shuffled(int64_t rows, PhiloxSequence random) {
    std::vector<int32_t> order(static_cast<size_t>(rows));
    std::iota(order.begin(), order.end(), 0);
    for (size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<uint32_t>(i))]);
    return order;
}

// --- CSV ---

/// Pairs one after the other: row r has tokens[first[r] ... first[r + 1]), and as many labels.
struct Pairs {
    std::vector<int32_t> tokens, labels;
    std::vector<size_t> first{0};
    [[nodiscard]] size_t rows() const { return first.size() - 1; }
    [[nodiscard]] size_t length(size_t row) const { return first[row + 1] - first[row]; }
};

class PairReader {
public:
    explicit PairReader(const DataConfig& config) : config_(config) {}

    [[nodiscard]] Pairs read(std::string_view rest) {
        if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // the mark that some editors put first
        while (!rest.empty()) {
            const size_t end = std::min(rest.find('\n'), rest.size());
            ++line_;
            readLine(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        constexpr size_t fewest = 3;  // one for each table
        if (pairs_.rows() < fewest)
            throw inputError(config_.csvPath +
                             ": expected at least 3 pairs, one each to train, validate and test; found " +
                             std::to_string(pairs_.rows()));
        return std::move(pairs_);
    }

private:
    [[nodiscard]] Error fail(const std::string& what) const {
        return inputError(config_.csvPath + ": line " + std::to_string(line_) + ": " + what);
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
        readTokens(line.substr(0, semicolon), "input", pairs_.tokens);
        readTokens(line.substr(semicolon + 1), "output", pairs_.labels);
        const size_t inputs = pairs_.tokens.size() - pairs_.first.back();
        const size_t outputs = pairs_.labels.size() - pairs_.first.back();
        if (inputs != outputs)
            throw fail("expected an output as long as the input, found " + std::to_string(inputs) +
                       " tokens and " + std::to_string(outputs));
        if (inputs > static_cast<size_t>(config_.length))
            throw fail("expected at most " + std::to_string(config_.length) +
                       " tokens (data.length), found " + std::to_string(inputs) +
                       "; raise the length or shorten the pair");
        pairs_.first.push_back(pairs_.tokens.size());
    }

    void readTokens(std::string_view text, const char* side, std::vector<int32_t>& into) {
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
                throw fail("expected whole numbers as the " + std::string(side) + ", found \"" +
                           std::string(word.substr(0, 40)) + "\"");
            if (error != std::errc{} || token < 0 || token >= config_.numCategories)
                throw fail("expected tokens from 0 to " + std::to_string(config_.numCategories - 1) +
                           " (data.num_categories), found " + std::string(word.substr(0, 40)));
            into.push_back(static_cast<int32_t>(token));
        }
        if (into.size() == before) throw fail("expected tokens as the " + std::string(side) + ", found none");
    }

    const DataConfig& config_;
    Pairs pairs_;
    size_t line_ = 0;  // from 1
    bool seenText_ = false;
};

/// The pairs numbered rows[0 ... count), padded to T. withLengths: some pair of the file is shorter than T.
Table tableOf(const Pairs& pairs, const int32_t* rows, size_t count, int T, bool withLengths) {
    Table table;
    table.rows = static_cast<int64_t>(count);
    table.length = T;
    table.tokens.assign(count * static_cast<size_t>(T), 0);
    table.labels.assign(table.tokens.size(), noLabel);
    for (size_t i = 0; i < count; ++i) {
        const auto row = static_cast<size_t>(rows[i]);
        const size_t to = i * static_cast<size_t>(T), length = pairs.length(row);
        std::copy_n(pairs.tokens.data() + pairs.first[row], length, table.tokens.data() + to);
        std::copy_n(pairs.labels.data() + pairs.first[row], length, table.labels.data() + to);
        if (withLengths) table.lengths.push_back(static_cast<int32_t>(length));
    }
    return table;
}

}  // namespace

DataSet pairsFromCsv(const DataConfig& config, std::string_view text) {
    const Pairs pairs = PairReader(config).read(text);
    const size_t rows = pairs.rows();
    requireDataFit(config, static_cast<int64_t>(rows), config.csvPath);
    bool anyShort = false;
    for (size_t row = 0; row < rows; ++row)
        anyShort |= pairs.length(row) < static_cast<size_t>(config.length);
    const auto [validation, test] = dealtRows(config, rows);
    const auto order =
        shuffled(static_cast<int64_t>(rows), PhiloxSequence(config.seed, RandomStream::Data, CsvOrder));
    const int32_t* at = order.data();
    const auto deal = [&](size_t count) {
        const int32_t* from = at;
        at += count;
        return tableOf(pairs, from, count, config.length, anyShort);
    };
    DataSet data;
    data.test = deal(test);
    data.validation = deal(validation);
    data.train = deal(rows - test - validation);
    data.dealing = dealingText(config);
    return data;
}

Table setTable(std::vector<float> features, size_t members) {
    if (members == 0 || features.empty() || features.size() % members != 0)
        throw inputError("A set of " + std::to_string(members) + " members needs a vector of each; found " +
                         std::to_string(features.size()) + " numbers.");
    Table table;
    table.rows = static_cast<int64_t>(members);
    table.length = static_cast<int>(members);
    table.featureDim = static_cast<int>(features.size() / members);
    table.features = std::move(features);
    return table;
}

std::vector<int32_t> tokensOfRow(const NetworkConfig& network, const Table& table, int64_t row) {
    const bool cut = network.maskPadding && !table.lengths.empty();
    const auto begin = table.tokens.begin() + row * table.length;
    return {begin, begin + (cut ? table.lengths[static_cast<size_t>(row)] : table.length)};
}

std::vector<int32_t> paddedFor(const RunConfig& config, std::vector<int32_t> tokens, int valid) {
    tokens.resize(static_cast<size_t>(std::max(valid, 1)));
    if (!config.network.maskPadding)
        tokens.resize(std::max(tokens.size(), static_cast<size_t>(config.data.length)), Vocabulary::padding);
    return tokens;
}

bool hasLabels(const Table& table, OutputKind output) {
    return output == OutputKind::Set ? !table.classes.empty() : !table.labels.empty();
}

DataSet makeSequenceData(const DataConfig& config) {
    if (config.rule == LabelRule::Csv) return pairsFromCsv(config, readFile(config.csvPath));
    return {randomTable(config, config.trainSize, TrainTokens),
            randomTable(config, config.validationSize, ValidationTokens),
            randomTable(config, config.testSize, TestTokens)};
}

bool isDrawnByRule(const DataConfig& config) { return isSequences(config) && !isPairs(config); }

std::vector<int32_t> applyRule(const DataConfig& config, const std::vector<int32_t>& tokens) {
    std::vector<int32_t> labels(tokens.size());
    infoOf(config.rule).fill(config, tokens, labels);
    return labels;
}

void requireDataFit(const DataConfig& config, int64_t rows, const std::string& source) {
    if (const int64_t most = maxDataBytes / rowBytes(config); rows > most)
        throw inputError(source + ": " + std::to_string(rows) + " rows of " + std::to_string(config.length) +
                         " tokens would take " + std::to_string(rows * rowBytes(config) >> 30) +
                         " GiB of memory, and " + std::to_string(maxDataBytes >> 30) +
                         " GiB are the limit; lower data.length or take fewer.");
    requireMemory(rows * rowBytes(config),
                  source + ": " + std::to_string(rows) + " rows of " + std::to_string(config.length) +
                      " tokens: making tables of them",
                  "Lower data.length or take fewer.");
}

std::string splitText(const DataSet& data) {
    return std::to_string(data.train.rows) + " rows to train, " + std::to_string(data.validation.rows) +
           " to validate, " + std::to_string(data.test.rows) + " to test" +
           (data.dealing.empty() ? "" : " (" + data.dealing + ")");
}

int64_t bytesToMake(const DataConfig& config) {
    constexpr int64_t reviewBytes = 320;           // of a generated text, with what its string and list take
    constexpr int64_t pictureBytes = 3 * 32 * 32;  // of a drawn image
    const int64_t tables = dataSetBytes(config);
    if (isPairs(config)) return 2 * tables;  // as they were read, and dealt to the tables
    if (readsRows(config)) return 0;         // what reads the files asks for their size
    if (isSets(config))                      // features of all images, and dealt to the tables
        return 2 * tables + (drawnCount(config.trainSize) + drawnCount(config.testSize)) * pictureBytes;
    const int64_t rows = int64_t{config.trainSize} + config.validationSize + config.testSize;
    return tables + (isText(config) ? rows * reviewBytes : 0);
}

DataSet makeData(const DataConfig& config, const DataNames& known) {
    requireMemory(bytesToMake(config), "Making the data",
                  std::string("Use fewer") + infoOf(config.task).fewer + " (data.train_size).");
    return naming(isPairs(config) ? config.csvPath : config.path,
                  [&] { return functionsOf(config.task).make(config, known); });
}

void requireClasses(const NetworkConfig& network, const DataNames& names) {
    if (network.output != OutputKind::Pooled || names.classes.empty()) return;
    const auto classes = static_cast<int>(names.classes.size());
    const bool yesOrNo = network.numClasses == 1 && classes == 2;
    if (yesOrNo || network.numClasses == classes) return;
    std::string listed;
    for (const std::string& name : names.classes) listed += (listed.empty() ? "" : ", ") + name;
    throw inputError("network.num_classes: the data have " + std::to_string(classes) + " classes (" +
                     listed.substr(0, 200) + "), found " + std::to_string(network.numClasses) +
                     "; set it to " +
                     (classes == 2 ? "1, a binary output, or to 2" : std::to_string(classes)));
}

std::vector<int32_t> trainingRows(const Table& table, const DataConfig& config, uint64_t seed, int epoch) {
    const PhiloxSequence random(seed, RandomStream::Sets, static_cast<uint32_t>(epoch));
    return functionsOf(config.task).sequences(table, config, epochOrder(table.rows, seed, epoch), 1, random);
}

std::vector<int32_t> evaluationRows(const Table& table, const DataConfig& config, int draws) {
    std::vector<int32_t> order(static_cast<size_t>(table.rows));
    std::iota(order.begin(), order.end(), 0);
    const PhiloxSequence random(config.seed, RandomStream::FixedSets);
    return functionsOf(config.task).sequences(table, config, std::move(order), draws, random);
}

std::vector<int32_t> epochOrder(int64_t rows, uint64_t seed, int epoch) {
    return shuffled(rows, PhiloxSequence(seed, RandomStream::Shuffle, static_cast<uint32_t>(epoch)));
}

}  // namespace attx
