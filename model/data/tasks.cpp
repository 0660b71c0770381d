#include "model/data/tasks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/config/label_rule.h"
#include "model/config/task.h"
#include "model/data/language_data.h"
#include "model/data/pair_data.h"
#include "model/data/picture_data.h"
#include "model/data/set_data.h"
#include "model/data/set_task.h"
#include "model/data/text_data.h"
#include "model/files/error.h"

namespace attx {
namespace {

Error noSample(const char* what, int64_t number, int64_t count) {
    return inputError(std::string("There is no ") + what + " " + std::to_string(number) + ": the data have " +
                      std::to_string(count) + ", counted from 0.");
}

// --- Sequences and texts: a row of tokens is a sample ---

std::vector<int32_t> rowsAlone(const Table&, const DataConfig&, std::vector<int32_t> rows, int,
                               PhiloxSequence) {
    return rows;
}

Sample sampleOfTokens(const RunConfig& config, const DataSet& data, const SampleRow& row) {
    const Table& table = tableOf(data, row.source);
    if (row.row < 0 || row.row >= table.rows) throw noSample("sample", row.row, table.rows);
    Sample sample = sampleOf(tokensOfRow(config.network, table, row.row), {}, sampleKind(config.data));
    sample.from = row;
    const int64_t labelled = std::ssize(table.labels) / table.rows;  // one for each position, or one for all
    const auto begin = table.labels.begin() + row.row * labelled;
    sample.expected.assign(begin, begin + labelled);
    if (labelled > 1) sample.expected.resize(sample.tokens.size());  // Labels of padding are cut off, too
    const auto at = size_t(row.row);
    if (!table.lengths.empty()) sample.valid = table.lengths[at];
    if (at < table.texts.size()) sample.text = table.texts[at];
    functionsOf(config.data.task).nameWords(sample, data.names.vocabulary);
    return sample;
}

/// 0 1 2 … and again from 0, or a row of a rule that wants its own; for a published network a sentence that
/// many papers look at (Uszkoreit 2017).
Sample placeholderOfTokens(const RunConfig& config, const DataNames& names) {
    if (names.vocabulary.tokenizer()) {
        const std::string text = "The animal didn't cross the street because it was too tired.";
        return typedSample(config, names, tokensOfText(config, names.vocabulary, text), text);
    }
    std::vector<int32_t> tokens(size_t(std::max(config.data.length, 1)));
    if (isDrawnByRule(config.data) &&
        (config.data.maskShare > 0 || !infoOf(config.data.rule).isDrawnEvenly)) {
        DataConfig one = config.data;
        one.trainSize = one.validationSize = one.testSize = 1;
        if (check(config).empty())
            return typedSample(config, names,
                               tokensOfRow(config.network, makeSequenceData(one).validation, 0));
    }
    for (size_t i = 0; i < tokens.size(); ++i)
        tokens[i] = int32_t(i % size_t(std::max(config.data.numCategories, 1)));
    return typedSample(config, names, std::move(tokens));
}

std::vector<int32_t> labelsByRule(const DataConfig& data, const std::vector<int32_t>& tokens) {
    return isPairs(data) ? std::vector<int32_t>() : applyRule(data, tokens);
}

std::vector<int> positionsByRule(const DataConfig& data, std::span<const int32_t> tokens) {
    if (data.maskShare == 0) return infoOf(data.rule).positions(data, tokens);
    // What is hidden in one half stands in the other.
    const size_t half = tokens.size() / 2;
    const std::vector<int> from = infoOf(data.rule).positions(data, tokens.first(half));
    std::vector<int> positions(from.empty() ? 0 : tokens.size(), -1);
    for (size_t i = 0; i < from.size(); ++i) {
        positions[half + i] = from[i];
        positions[from[i]] = int(half + i);
    }
    return positions;
}

void noWords(Sample&, const Vocabulary&) {}

void wordsOfPair(Sample& sample, const Vocabulary& vocabulary) {
    sample.words = vocabulary.wordsOf(sample.tokens);
}

void wordsOfText(Sample& sample, const Vocabulary& vocabulary) {
    sample.words = vocabulary.wordsOf(sample.tokens, sample.text);
    if (!vocabulary.tokenizer())
        sample.valid = sample.length() - paddingBehind(sample.tokens);
    else if (!sample.valid)
        sample.valid = sample.length();
}

/// The beginning of a vocabulary again and again; the two reserved tokens are of no text.
Sample placeholderOfLanguage(const RunConfig& config, const DataNames& names) {
    std::vector<int32_t> tokens(size_t(std::max(config.data.length, 1)));
    constexpr size_t different = 10;
    for (size_t i = 0; i < tokens.size(); ++i)
        tokens[i] = std::min(int32_t(i % different) + Vocabulary::reserved, config.network.inputDim - 1);
    return typedSample(config, names, std::move(tokens));
}

// --- Sets: several rows are a sample ---

/// The rows of a sample lie together.
std::vector<int32_t> rowsTogether(const Table& table, const DataConfig&, std::vector<int32_t> rows, int,
                                  PhiloxSequence) {
    const size_t samples = rows.size();
    const int each = table.rowsPerSample;
    rows.resize(samples * size_t(each));
    for (size_t i = samples; i-- > 0;) {  // The last one first, so that none is overwritten before it is read
        const int32_t first = rows[i] * each;
        for (int row = 0; row < each; ++row) rows[i * size_t(each) + size_t(row)] = first + row;
    }
    return rows;
}

std::vector<int32_t> drawnSets(const Table& table, const DataConfig& data, std::vector<int32_t> odd,
                               int draws, PhiloxSequence random) {
    if (table.rowsPerSample > 1) return rowsTogether(table, data, std::move(odd), draws, random);  // new sets
    const auto once = std::ssize(odd);
    for (odd.reserve(odd.size() * size_t(draws)); draws > 1; --draws)
        odd.insert(odd.end(), odd.begin(), odd.begin() + once);
    return drawSets(table.classes, odd, data.setSize, data.shufflePlace, random);
}

Sample sampleOfSets(const RunConfig& config, const DataSet& data, const SampleRow& row) {
    const bool isTest = row.source == SampleSource::Test;
    const std::vector<int32_t> rows =
        evaluationRows(tableOf(data, row.source), config.data, isTest ? config.data.testDraws : 1);
    const auto size = size_t(config.data.setSize);
    if (row.row < 0 || size_t(row.row) >= rows.size() / size)
        throw noSample("set", row.row, int64_t(rows.size() / size));
    return setOf(data, std::span(rows).subspan(size_t(row.row) * size, size), row);
}

Sample blankSet(const RunConfig& config, const DataNames&) {
    const auto members = size_t(config.data.setSize);
    Sample blank = setOf(std::vector<float>(members * size_t(config.network.inputDim)), config.data.setSize);
    // What another program's network answers to zeros alone says nothing.
    const bool isDrawn = !answersTask(config);
    PhiloxSequence random(config.data.seed, RandomStream::Sets);
    for (float& value : blank.features)
        if (isDrawn) value = std::round(100 * random.normal()) / 100;
    for (size_t i = 1; i <= members; ++i)
        blank.words.push_back((isDrawn ? "drawn " : "blank ") + std::to_string(i));
    return blank;
}

// --- Pictures: patches are the rows of a sample ---

Sample sampleOfPictures(const RunConfig& config, const DataSet& data, const SampleRow& row) {
    Sample sample = pictureOf(tableOf(data, row.source), row);
    sample.words = namesOfPatches(config.data);
    return sample;
}

Sample greyPicture(const RunConfig& config, const DataNames&) {
    constexpr uint8_t grey = 128;
    const auto side = size_t(config.data.pictureSize);
    return pictureOf(config.data, std::vector<uint8_t>(side * side * 3, grey));
}

// --- None of these ---

std::vector<int32_t> noLabels(const DataConfig&, const std::vector<int32_t>&) { return {}; }
std::vector<int> noPositions(const DataConfig&, std::span<const int32_t>) { return {}; }

constexpr std::array functionTable{
    TaskFunctions{.task = TaskKind::Sequences,
                  .make =
                      [](const DataConfig& data, const DataNames& known) {
                          return isPairs(data) ? makePairData(data, known) : makeSequenceData(data);
                      },
                  .sequences = rowsAlone,
                  .sample = sampleOfTokens,
                  .placeholder = placeholderOfTokens,
                  .nameWords = wordsOfPair,
                  .labels = labelsByRule,
                  .positions = positionsByRule},
    TaskFunctions{.task = TaskKind::Sets,
                  .make = [](const DataConfig& data, const DataNames&) { return makeSetData(data); },
                  .sequences = drawnSets,
                  .sample = sampleOfSets,
                  .placeholder = blankSet,
                  .nameWords = noWords,
                  .labels = noLabels,
                  .positions = noPositions},
    TaskFunctions{.task = TaskKind::Text,
                  .make = makeTextData,
                  .sequences = rowsAlone,
                  .sample = sampleOfTokens,
                  .placeholder = placeholderOfTokens,
                  .nameWords = wordsOfText,
                  .labels = noLabels,
                  .positions = noPositions},
    TaskFunctions{
        .task = TaskKind::Language,
        .make = makeLanguageData,
        .sequences = rowsAlone,
        .sample = sampleOfTokens,
        .placeholder = placeholderOfLanguage,
        .nameWords = wordsOfPair,
        .labels = [](const DataConfig&, const std::vector<int32_t>& tokens) { return nextTokens(tokens); },
        .positions = noPositions},
    TaskFunctions{.task = TaskKind::Pictures,
                  .make = makePictureData,
                  .sequences = rowsTogether,
                  .sample = sampleOfPictures,
                  .placeholder = greyPicture,
                  .nameWords = noWords,
                  .labels = noLabels,
                  .positions = noPositions},
};

constexpr bool everyTaskHasItsFunctions() {
    for (size_t i = 0; i < functionTable.size(); ++i) {
        const TaskFunctions& row = functionTable[i];
        if (row.task != static_cast<TaskKind>(i) || !row.make || !row.sequences || !row.sample ||
            !row.placeholder || !row.nameWords || !row.labels || !row.positions)
            return false;
    }
    return functionTable.size() == taskTable.size();
}
#ifndef __SANITIZE_ADDRESS__  // GCC 12 takes no address of a lambda for a constant with a sanitizer
static_assert(everyTaskHasItsFunctions(), "a row for each TaskKind, in their order, with nothing left out");
#endif

}  // namespace

const TaskFunctions& functionsOf(TaskKind task) { return functionTable[size_t(infoOf(task).task)]; }

}  // namespace attx
