#include "model/sweeps/counted_runs.h"

#include <optional>
#include <unordered_map>

#include "model/config/settings.h"
#include "model/files/text.h"
#include "model/run/records.h"

namespace attx {
namespace {

/// Texts that are equal for the same runs of a table.
class Identity {
public:
    Identity(const RunTable& table, SameRun same) : table_(table), same_(same) {
        for (const std::string& key : table.keys) keys_.push_back(&keyInfo(key));
    }

    [[nodiscard]] std::string of(size_t row) const {
        const RunRow& run = table_.rows[row];
        std::string text;
        const auto add = [&text](const std::string& part) { text.append(part).append("\n"); };
        if (run.data) {
            for (const DataFingerprint::Split* split :
                 {&run.data->train, &run.data->validation, &run.data->test})
                add(split->hash);
            for (const std::string* part : {&run.data->classes, &run.data->vocabulary, &run.data->dealing})
                add(*part);
        }
        for (size_t k = 0; k < keys_.size(); ++k) {
            const bool counts = keys_[k]->path != "preset" && !(run.data && isPlaceOfData(*keys_[k])) &&
                                changesLearning(*keys_[k], *run.config);
            add(counts ? table_.values[row][k] : std::string());
        }
        if (same_ == SameRun::Repetition) return text;
        const RunResult none, &result = run.result ? *run.result : none;
        add(run.created);
        add(std::to_string(result.steps));
        for (const double number : {result.seconds, result.validationAccuracy, result.trainLoss})
            add(shortest(number));
        return text;
    }

private:
    const RunTable& table_;
    SameRun same_;
    std::vector<const KeyInfo*> keys_;
};

/// For each of `rows` the one of them that stands for it.
std::vector<size_t> standing(const RunTable& table, const std::vector<size_t>& rows, SameRun same) {
    const Identity identity(table, same);
    std::unordered_map<std::string, size_t> first;
    std::vector<std::optional<std::string>> texts;
    for (const size_t row : rows) {
        const RunRow& run = table.rows[row];
        const bool hasRun = run.state != RunStatus::Waiting && run.state != RunStatus::Damaged;
        texts.push_back(run.config && hasRun ? std::optional(identity.of(row)) : std::nullopt);
        if (!texts.back()) continue;
        const auto [known, isNew] = first.emplace(*texts.back(), row);
        if (!isNew && run.state == RunStatus::Finished &&
            table.rows[known->second].state != RunStatus::Finished)
            known->second = row;
    }
    std::vector<size_t> standing;
    for (size_t i = 0; i < rows.size(); ++i) standing.push_back(texts[i] ? first.at(*texts[i]) : rows[i]);
    return standing;
}

std::vector<size_t> allRows(const RunTable& table) {
    std::vector<size_t> rows(table.rows.size());
    for (size_t row = 0; row < rows.size(); ++row) rows[row] = row;
    return rows;
}

}  // namespace

std::vector<size_t> representatives(const RunTable& table, SameRun same) {
    return standing(table, allRows(table), same);
}

CountedRuns countedRuns(const RunTable& table, const std::vector<size_t>& rows) {
    CountedRuns counted;
    std::vector<size_t> some;
    for (const size_t row : rows) {
        const RunRow& run = table.rows[row];
        if (run.state != RunStatus::Finished)
            ++counted.unfinished[run.state];
        else if (run.config && run.result && run.result->epochs > 0)
            some.push_back(row);
        else
            ++counted.unvalidated;
    }
    const std::vector<size_t> of = standing(table, some, SameRun::Repetition);
    for (size_t i = 0; i < some.size(); ++i)
        if (of[i] == some[i]) counted.rows.push_back(some[i]);
    counted.repeated = some.size() - counted.rows.size();
    return counted;
}

CountedRuns countedRuns(const RunTable& table) { return countedRuns(table, allRows(table)); }

DistinctTable distinctTableOf(std::vector<RunRow> rows) {
    DistinctTable distinct{tableOf(std::move(rows)), {}};
    const std::vector<size_t> of = representatives(distinct.table, SameRun::Copy);
    std::vector<RunRow> kept;
    for (size_t row = 0; row < of.size(); ++row)
        if (of[row] != row)
            distinct.copies.emplace_back(distinct.table.rows[row].path, distinct.table.rows[of[row]].path);
    if (distinct.copies.empty()) return distinct;
    for (size_t row = 0; row < of.size(); ++row)
        if (of[row] == row) kept.push_back(std::move(distinct.table.rows[row]));
    distinct.table = tableOf(std::move(kept));
    return distinct;
}

std::string copyText(const std::pair<std::string, std::string>& copy) {
    return copy.first + " is left out: it is a copy of " + copy.second + ".";
}

}  // namespace attx
