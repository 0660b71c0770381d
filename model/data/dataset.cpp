// Sequence data that are made from random tokens and a rule; and what the data of every task have in common:
// their size, and the rows of an epoch.
#include "model/data/dataset.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "model/config/label_rule.h"
#include "model/config/split.h"
#include "model/config/task.h"
#include "model/data/pair_data.h"
#include "model/data/philox.h"
#include "model/data/rule_rows.h"
#include "model/data/tasks.h"
#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/files/naming.h"
#include "model/files/text.h"

namespace attx {
namespace {

// Which draws of RandomStream::Data: each table has its own, so that the size of one never changes
// another; the lines of a CSV file are dealt by number 3 (pair_data.cpp).
enum DataSequence : uint32_t { TrainTokens = 0, ValidationTokens = 1, TestTokens = 2 };

Table randomTable(const DataConfig& config, int rows, DataSequence sequence) {
    const int T = config.length;
    Table table;
    table.rows = rows;
    table.length = T;
    table.tokens.resize(size_t(rows) * T);
    const LabelRuleInfo& rule = infoOf(config.rule);
    const auto length = size_t(T), answers = rule.answers == OutputKind::Pooled ? 1 : length;
    table.labels.resize(size_t(rows) * answers);
    PhiloxSequence random(config.seed, RandomStream::Data, sequence);
    for (size_t row = 0; row < size_t(rows); ++row) {
        const auto tokens = std::span(table.tokens).subspan(row * length, length);
        const auto labels = Labels(table.labels).subspan(row * answers, answers);
        if (config.maskShare > 0) {
            (void)drawRow(config, random, tokens.first(length / 2));
            maskRow(config, random, tokens, labels);
            continue;
        }
        const int valid = drawRow(config, random, tokens);
        rule.fill(config, tokens.first(valid), labels);
        if (rule.hasLengths) table.lengths.push_back(valid);
    }
    return table;
}

}  // namespace

Table setTable(std::vector<float> features, size_t members) {
    if (members == 0 || features.empty() || features.size() % members != 0)
        throw inputError("A set of " + counted(members, "member") + " needs a vector of each; found " +
                         counted(features.size(), "number") + ".");
    Table table;
    table.rows = int64_t(members);
    table.length = int(members);
    table.featureDim = int(features.size() / members);
    table.features = std::move(features);
    return table;
}

std::vector<int32_t> tokensOfRow(const NetworkConfig& network, const Table& table, int64_t row) {
    const bool cut = network.maskPadding && !table.lengths.empty();
    const auto begin = table.tokens.begin() + row * table.length;
    return {begin, begin + (cut ? table.lengths[row] : table.length)};
}

std::vector<int32_t> paddedFor(const RunConfig& config, std::vector<int32_t> tokens, int valid) {
    tokens.resize(std::max(valid, 1));
    if (!config.network.maskPadding)
        tokens.resize(std::max(tokens.size(), size_t(config.data.length)), Vocabulary::padding);
    return tokens;
}

bool hasLabels(const Table& table, OutputKind output) {
    return output == OutputKind::Set ? !table.classes.empty() : !table.labels.empty();
}

DataSet makeSequenceData(const DataConfig& config) {
    if (config.rule == LabelRule::Csv) return makePairData(config);
    if (config.rule == LabelRule::AdditionMod) return allSums(config);
    return {randomTable(config, config.trainSize, TrainTokens),
            randomTable(config, config.validationSize, ValidationTokens),
            randomTable(config, config.testSize, TestTokens)};
}

bool isDrawnByRule(const DataConfig& config) { return isSequences(config) && !isPairs(config); }

bool fitsRule(const RunConfig& config) {
    return !isDrawnByRule(config.data) ||
           std::ranges::none_of(check(config), [](const ConfigProblem& problem) {
               return problem.key == "network.num_classes" || problem.key == "network.input_dim" ||
                      problem.key == "network.output";
           });
}

std::vector<int32_t> applyRule(const DataConfig& config, const std::vector<int32_t>& tokens) {
    if (config.maskShare > 0) return {};
    const LabelRuleInfo& rule = infoOf(config.rule);
    std::vector<int32_t> labels(rule.answers == OutputKind::Pooled ? 1 : tokens.size());
    rule.fill(config, tokens, labels);
    return labels;
}

void requireDataFit(const DataConfig& config, int64_t rows, const std::string& source) {
    if (const int64_t most = maxDataBytes / rowBytes(config); rows > most)
        throw inputError(source + ": " + counted(rows, "row") + " of " + counted(config.length, "token") +
                         " would take " + std::to_string(rows * rowBytes(config) >> 30) +
                         " GiB of memory, and " + std::to_string(maxDataBytes >> 30) +
                         " GiB are the limit; lower data.length or take fewer.");
    requireMemory(rows * rowBytes(config),
                  source + ": " + counted(rows, "row") + " of " + counted(config.length, "token") +
                      ": making tables of them",
                  "Lower data.length or take fewer.");
}

std::string splitText(const DataSet& data) {
    return std::to_string(data.train.samples()) + (data.train.rowsPerSample > 1 ? " pictures" : " rows") +
           " to train, " + std::to_string(data.validation.samples()) + " to validate, " +
           std::to_string(data.test.samples()) + " to test" +
           (data.dealing.empty() ? "" : " (" + data.dealing + ")");
}

int64_t bytesToMake(const DataConfig& config) {
    constexpr int64_t reviewBytes = 320;         // A generated text with its std::string, in a list
    constexpr int64_t drawnBytes = 3 * 32 * 32;  // Bytes of a drawn image: 3 channels of 32 × 32 pixels
    const int64_t tables = dataSetBytes(config);
    if (isPairs(config)) return 2 * tables;  // Held twice: as they were read, and dealt to the tables
    if (readsRows(config)) return 0;         // what reads the files asks for their size
    if (isSets(config))                      // features of all images, and dealt to the tables
        return 2 * tables + (drawnCount(config.trainSize) + drawnCount(config.testSize)) * drawnBytes;
    if (isPictures(config))
        return tables + (drawnCount(config.trainSize) + drawnCount(config.testSize)) * drawnBytes;
    const int64_t rows = int64_t{config.trainSize} + config.validationSize + config.testSize;
    return tables + (isText(config) ? rows * reviewBytes : 0);
}

DataSet makeData(const DataConfig& config, const DataNames& known) {
    requireMemory(bytesToMake(config), "Making the data",
                  std::string("Use fewer") + infoOf(config.task).fewer + " (data.train_size).");
    DataSet data = naming(isPairs(config) ? config.csvPath : config.path,
                          [&] { return functionsOf(config.task).make(config, known); });
    const Table &validation = data.validation, &test = data.test;
    data.isOnePart = known.isPublished && test.tokens == validation.tokens &&
                     test.features == validation.features && test.labels == validation.labels;
    return data;
}

void requireClasses(const NetworkConfig& network, const DataNames& names) {
    if (network.input == InputKind::Tokens && names.vocabulary.size() > network.inputDim &&
        !names.vocabulary.empty() && network.output == OutputKind::Positions)
        throw inputError("data.num_categories, or of a language model data.vocabulary: the data have " +
                         std::to_string(names.vocabulary.size()) +
                         " tokens with padding and unknown ones, found " + std::to_string(network.inputDim) +
                         "; set it to " + std::to_string(names.vocabulary.size()));
    if (network.output != OutputKind::Pooled || names.classes.empty()) return;
    const auto classes = int(names.classes.size());
    const bool yesOrNo = network.numClasses == 1 && classes == 2;
    if (yesOrNo || network.numClasses == classes) return;
    std::string listed;
    for (const std::string& name : names.classes) listed += (listed.empty() ? "" : ", ") + name;
    throw inputError("network.num_classes: the data have " + counted(classes, "class", "classes") + " (" +
                     listed.substr(0, 200) + "), found " + std::to_string(network.numClasses) +
                     "; set it to " +
                     (classes == 2 ? "1, a binary output, or to 2" : std::to_string(classes)));
}

std::vector<int32_t> trainingRows(const Table& table, const DataConfig& config, uint64_t seed, int epoch) {
    const PhiloxSequence random(seed, RandomStream::Sets, uint32_t(epoch));
    return functionsOf(config.task)
        .sequences(table, config, epochOrder(table.samples(), seed, epoch), 1, random);
}

std::vector<int32_t> evaluationRows(const Table& table, const DataConfig& config, int draws) {
    std::vector<int32_t> order(size_t(table.samples()));
    std::iota(order.begin(), order.end(), 0);
    const PhiloxSequence random(config.seed, RandomStream::FixedSets);
    return functionsOf(config.task).sequences(table, config, std::move(order), draws, random);
}

std::vector<int32_t> epochOrder(int64_t rows, uint64_t seed, int epoch) {
    return shuffledRows(rows, PhiloxSequence(seed, RandomStream::Shuffle, uint32_t(epoch)));
}

}  // namespace attx
