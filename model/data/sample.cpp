#include "model/data/sample.h"

#include <algorithm>
#include <utility>

#include "model/config/task.h"
#include "model/data/set_task.h"
#include "model/files/error.h"

namespace attx {
namespace {

/// Words, and what is no padding, once tokens and text are there.
void nameWords(Sample& sample, const RunConfig& config, const Vocabulary& vocabulary) {
    if (!isText(config.data)) return;
    sample.words = vocabulary.wordsOf(sample.tokens, sample.text);
    sample.valid = sample.length() - paddingBehind(sample.tokens);
}

}  // namespace

Table Sample::table(bool labelled) const {
    if (!members.empty() || !features.empty()) {
        Table table = setTable(features, members.size());
        if (labelled && expected.size() == 1 && expected[0] >= 0 && expected[0] < length()) {
            table.classes.assign(members.size(), 0);  // the class that no other has makes the odd one
            table.classes[static_cast<size_t>(expected[0])] = 1;
        }
        return table;
    }
    Table table;
    table.rows = 1;
    table.length = length();
    table.tokens = tokens;
    if (labelled) table.labels = expected;
    return table;
}

Sample sampleOf(std::vector<int32_t> tokens, std::vector<int32_t> expected) {
    Sample sample;
    sample.tokens = std::move(tokens);
    sample.expected = std::move(expected);
    return sample;
}

Sample setOf(std::vector<float> features, int members) {
    Sample sample;
    sample.features = std::move(features);
    sample.members.resize(static_cast<size_t>(members));
    return sample;
}

Sample typedSample(const RunConfig& config, const DataNames& names, std::vector<int32_t> tokens,
                   std::string text) {
    Sample sample = sampleOf(std::move(tokens));
    sample.text = std::move(text);
    if (isDrawnByRule(config.data)) sample.expected = applyRule(config.data, sample.tokens);
    nameWords(sample, config, names.vocabulary);
    return sample;
}

Sample sampleOf(const RunConfig& config, const DataSet& data, const SampleRow& row) {
    const Table& table = tableOf(data, row.source);
    if (table.tokens.empty()) {
        const bool isTest = row.source == SampleSource::Test;
        const std::vector<int32_t> rows =
            evaluationRows(table, config.data, isTest ? config.data.testDraws : 1);
        const auto size = static_cast<size_t>(config.data.setSize);
        if (row.row < 0 || static_cast<size_t>(row.row) >= rows.size() / size)
            throw inputError("There is no set " + std::to_string(row.row) + ": the data have " +
                             std::to_string(rows.size() / size) + ", counted from 0.");
        return setOf(data, std::span(rows).subspan(static_cast<size_t>(row.row) * size, size), row);
    }
    Sample sample = sampleOf(tokensOfRow(config.network, table, row.row));
    sample.from = row;
    const int64_t labelled = std::ssize(table.labels) / table.rows;  // one for each position, or one for all
    const auto begin = table.labels.begin() + row.row * labelled;
    sample.expected.assign(begin, begin + labelled);
    if (labelled > 1) sample.expected.resize(sample.tokens.size());  // without those of the padding
    const auto at = static_cast<size_t>(row.row);
    if (!table.lengths.empty()) sample.valid = table.lengths[at];
    if (at < table.texts.size()) sample.text = table.texts[at];
    nameWords(sample, config, data.names.vocabulary);
    return sample;
}

Sample setOf(const DataSet& data, std::span<const int32_t> rows, const SampleRow& from) {
    const Table& table = tableOf(data, from.source);
    Sample sample;
    sample.from = from;
    std::vector<int32_t> classes;
    for (const int32_t row : rows) {
        const auto first = table.features.begin() + int64_t{row} * table.featureDim;
        sample.members.push_back({from.source, row});
        sample.features.insert(sample.features.end(), first, first + table.featureDim);
        classes.push_back(table.classes[static_cast<size_t>(row)]);
        sample.words.push_back(data.names.classes[static_cast<size_t>(classes.back())]);
    }
    if (const int32_t odd = oddOneOut(classes); odd >= 0) sample.expected = {odd};
    return sample;
}

Sample placeholderSample(const RunConfig& config, const DataNames& names) {
    if (isSets(config.data)) {
        const auto members = static_cast<size_t>(config.data.setSize);
        Sample blank = setOf(std::vector<float>(members * static_cast<size_t>(config.network.inputDim)),
                             config.data.setSize);
        for (size_t i = 1; i <= members; ++i) blank.words.push_back("blank " + std::to_string(i));
        return blank;
    }
    std::vector<int32_t> tokens(static_cast<size_t>(std::max(config.data.length, 1)));
    for (size_t i = 0; i < tokens.size(); ++i)
        tokens[i] = static_cast<int32_t>(i % static_cast<size_t>(std::max(config.data.numCategories, 1)));
    return typedSample(config, names, std::move(tokens));
}

Sample translated(Sample sample, const Vocabulary& from, const RunConfig& config, const Vocabulary& to) {
    if (sample.tokens.empty()) return sample;
    if (sample.valid) {
        sample.tokens = paddedFor(config, std::move(sample.tokens), *sample.valid);
        if (!sample.expected.empty() && config.network.output == OutputKind::Positions)
            sample.expected.resize(sample.tokens.size(), -1);
    }
    if (!from.empty() && !to.empty() && from != to) {
        const std::vector<Word> words = wordsOf(sample.text, sample.tokens.size());
        for (size_t i = 0; i < sample.tokens.size(); ++i)
            if (int32_t& token = sample.tokens[i]; token != Vocabulary::padding)
                token = to.id(i < words.size() ? words[i].word : from.word(token));
    }
    sample.words = to.wordsOf(sample.tokens, sample.text);
    return sample;
}

const Table& tableOf(const DataSet& data, SampleSource source) {
    return source == SampleSource::Test ? data.test : data.validation;
}

}  // namespace attx
