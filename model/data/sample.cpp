#include "model/data/sample.h"

#include <algorithm>
#include <utility>

#include "model/config/task.h"
#include "model/data/set_task.h"
#include "model/data/tasks.h"
#include "model/data/text_data.h"
#include "model/text/tokenizer.h"

namespace attx {

Table Sample::table(bool labelled) const {
    if (kind_ == SampleKind::Picture) {
        const size_t patches = members.size() - (classToken ? 1 : 0);
        Table table = setTable(features, patches);
        table.rowsPerSample = table.length;
        if (labelled && expected.size() == 1) table.labels.assign(patches, expected[0]);
        return table;
    }
    if (kind_ == SampleKind::Set) {
        Table table = setTable(features, members.size());
        if (labelled && expected.size() == 1 && expected[0] >= 0 && expected[0] < length()) {
            table.classes.assign(members.size(), 0);  // the class that no other has makes the odd one
            table.classes[expected[0]] = 1;
        }
        return table;
    }
    Table table;
    table.rows = 1;
    table.tokens.assign(tokens.begin() + (classToken ? 1 : 0), tokens.end());
    table.length = int(table.tokens.size());
    table.types = types;  // none of a class token
    if (labelled) table.labels = expected;
    return table;
}

Sample sampleOf(std::vector<int32_t> tokens, std::vector<int32_t> expected, SampleKind kind) {
    Sample sample(kind);
    sample.tokens = std::move(tokens);
    sample.expected = std::move(expected);
    return sample;
}

Sample setOf(std::vector<float> features, int members) {
    Sample sample(SampleKind::Set);
    sample.features = std::move(features);
    sample.members.resize(members);
    return sample;
}

Sample seenBy(const NetworkConfig& network, Sample sample) {
    if (!network.classToken || sample.classToken || sample.length() == 0) return sample;
    sample.classToken = true;
    if (sample.tokens.empty())
        sample.members.insert(sample.members.begin(), SampleRow());
    else
        sample.tokens.insert(sample.tokens.begin(), -1);
    if (!sample.words.empty()) sample.words.insert(sample.words.begin(), "[class]");
    if (sample.valid) ++*sample.valid;
    return sample;
}

Sample typedSample(const RunConfig& config, const DataNames& names, std::vector<int32_t> tokens,
                   std::string text) {
    const TaskFunctions& task = functionsOf(config.data.task);
    Sample sample = sampleOf(std::move(tokens), {}, sampleKind(config.data));
    sample.text = std::move(text);
    if (!names.vocabulary.tokenizer() && fitsRule(config))
        sample.expected = task.labels(config.data, sample.tokens);
    task.nameWords(sample, names.vocabulary);
    return sample;
}

Sample pairedSample(const RunConfig& config, const DataNames& names, const std::string& text,
                    const std::optional<std::string>& second) {
    std::vector<int32_t> tokens, types;
    for (const Token& token : cutTo(names.vocabulary.tokensOf(text, second), size_t(config.data.length))) {
        tokens.push_back(token.id);
        types.push_back(std::min(token.type, std::max(config.network.tokenTypes, 1) - 1));
    }
    if (tokens.empty()) tokens = tokensOfText(config, names.vocabulary, text);
    Sample sample = typedSample(config, names, std::move(tokens), text);
    if (second && config.network.tokenTypes > 1) sample.types = std::move(types);
    sample.second = second;
    return sample;
}

Sample sampleOf(const RunConfig& config, const DataSet& data, const SampleRow& row) {
    Sample sample = functionsOf(config.data.task).sample(config, data, row);
    sample.isOfAll = data.isOnePart;
    return sample;
}

Sample setOf(const DataSet& data, std::span<const int32_t> rows, const SampleRow& from) {
    const Table& table = tableOf(data, from.source);
    Sample sample(SampleKind::Set);
    sample.from = from;
    std::vector<int32_t> classes;
    for (const int32_t row : rows) {
        const auto first = table.features.begin() + int64_t{row} * table.featureDim;
        sample.members.push_back({from.source, row});
        sample.features.insert(sample.features.end(), first, first + table.featureDim);
        classes.push_back(table.classes[row]);
        sample.words.push_back(data.names.classes[classes.back()]);
    }
    if (const int32_t odd = oddOneOut(classes); odd >= 0) sample.expected = {odd};
    return sample;
}

Sample placeholderSample(const RunConfig& config, const DataNames& names) {
    return functionsOf(config.data.task).placeholder(config, names);
}

Sample translated(Sample sample, const Vocabulary& from, const RunConfig& config, const Vocabulary& to) {
    if (sample.kind() == SampleKind::Set || sample.kind() == SampleKind::Picture) return sample;
    if (sample.valid) {
        sample.tokens = paddedFor(config, std::move(sample.tokens), *sample.valid);
        if (!sample.expected.empty() && sample.kind() == SampleKind::Sequence)
            sample.expected.resize(sample.tokens.size(), -1);
    }
    if (from != to && (from.tokenizer() || to.tokenizer()) && !sample.text.empty()) {
        sample.tokens = tokensOfText(config, to, sample.text);
        sample.valid = to.tokenizer() ? sample.length() : sample.length() - paddingBehind(sample.tokens);
    } else if (!from.empty() && !to.empty() && from != to) {
        const std::vector<Word> words = sample.kind() == SampleKind::Text
                                            ? wordsOf(sample.text, sample.tokens.size())
                                            : std::vector<Word>();
        for (size_t i = 0; i < sample.tokens.size(); ++i)
            if (int32_t& token = sample.tokens[i]; token != Vocabulary::padding)
                token = to.id(i < words.size() ? words[i].word : from.word(token));
    }
    sample.words =
        to.wordsOf(sample.tokens, sample.kind() == SampleKind::Text ? sample.text : std::string_view());
    return sample;
}

const Table& tableOf(const DataSet& data, SampleSource source) {
    return source == SampleSource::Test ? data.test : data.validation;
}

}  // namespace attx
