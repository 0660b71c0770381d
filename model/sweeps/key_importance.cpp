#include "model/sweeps/key_importance.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "model/config/settings.h"
#include "model/data/philox.h"
#include "model/sweeps/parzen.h"
#include "model/sweeps/run_groups.h"

namespace attx {
namespace {

/// A setting in those of the runs that depend on it.
struct Setting {
    std::string key;
    std::vector<size_t> runs;  ///< Their numbers among the runs that count.
    ValueGrid grid;            ///< [runs]
    std::vector<double> all;   ///< The probability of each place of the grid.
};

ValueGrid gridOf(const KeyInfo& key, const std::vector<std::string>& values) {
    if (!isNumber(key)) return choiceGrid(values);
    RunConfig scratch;
    std::vector<double> numbers;
    for (const std::string& value : values) numbers.push_back(std::strtod(value.c_str(), nullptr));
    return numberGrid(numbers, !std::holds_alternative<double*>(key.place(scratch)));
}

/// `rows` are the runs that count.
Setting settingOf(const RunTable& table, size_t key, const std::vector<size_t>& rows) {
    Setting setting{table.keys[key], {}, {}, {}};
    const KeyInfo& info = keyInfo(setting.key);
    std::vector<std::string> values;
    for (size_t run = 0; run < rows.size(); ++run) {
        if (!changesLearning(info, *table.rows[rows[run]].config)) continue;
        setting.runs.push_back(run);
        values.push_back(table.values[rows[run]][key]);
    }
    setting.grid = gridOf(info, values);
    std::vector<size_t> counts(setting.grid.size);
    for (const size_t place : setting.grid.places) ++counts[place];
    if (setting.grid.size > 1) setting.all = parzen(counts, setting.grid.ordered);
    return setting;
}

/// V, where `isBest` [runs] says which ones are the best.
double valueOf(const Setting& setting, const std::vector<char>& isBest, double best) {
    std::vector<size_t> counts(setting.grid.size);
    size_t inside = 0;
    for (size_t i = 0; i < setting.runs.size(); ++i) {
        if (!isBest[setting.runs[i]]) continue;
        ++counts[setting.grid.places[i]];
        ++inside;
    }
    if (inside == 0) return 0;
    const auto runs = double(isBest.size());
    const double gamma = best / runs, ofBest = double(inside) / best,
                 ofAll = double(setting.runs.size()) / runs;
    return gamma * gamma * ofBest * ofBest / ofAll *
           pearsonDivergence(parzen(counts, setting.grid.ordered), setting.all);
}

/// The worst result that is still one of the best.
double leastOfBest(std::vector<double> results) {
    std::ranges::sort(results, std::greater<>());
    const auto n = double(results.size());
    const auto quarter = size_t(std::ceil(bestShare * n)), half = size_t(std::ceil(n / 2));
    return results[std::max(quarter, std::min(enoughBest, half)) - 1];
}

/// [settings]: the quantile of V over the permutations.
std::vector<double> chanceOf(const std::vector<Setting>& settings, size_t runs, size_t best,
                             size_t permutations) {
    if (permutations == 0) return std::vector<double>(settings.size());
    PhiloxSequence random(0, RandomStream::Shuffle);
    std::vector<size_t> order(runs);
    std::iota(order.begin(), order.end(), size_t{0});
    std::vector<std::vector<double>> values(settings.size());
    for (size_t permutation = 0; permutation < permutations; ++permutation) {
        std::vector<char> isBest(runs);
        for (size_t i = 0; i < best; ++i) {
            std::swap(order[i], order[i + random.below(uint32_t(runs - i))]);
            isBest[order[i]] = 1;
        }
        for (size_t i = 0; i < settings.size(); ++i)
            values[i].push_back(valueOf(settings[i], isBest, double(best)));
    }
    std::vector<double> quantiles;
    for (std::vector<double>& ofSetting : values) {
        const auto place =
            ofSetting.begin() + std::ptrdiff_t(std::ceil(chanceQuantile * double(permutations))) - 1;
        std::nth_element(ofSetting.begin(), place, ofSetting.end());
        quantiles.push_back(*place);
    }
    return quantiles;
}

}  // namespace

KeyImportance keyImportance(const RunTable& table, size_t permutations) {
    KeyImportance importance;
    importance.runs = countedRuns(table);
    const std::vector<size_t>& rows = importance.runs.rows;
    if (rows.size() < leastRuns) return importance;
    std::vector<double> results;
    for (const size_t row : rows) results.push_back(table.rows[row].result->validationAccuracy);
    const double least = leastOfBest(results);
    std::vector<char> isBest;
    for (const double result : results) isBest.push_back(result >= least);
    importance.best = size_t(std::ranges::count(isBest, 1));
    std::vector<Setting> settings;
    for (size_t key = 0; key < chosenKeys(table); ++key) {
        if (isSeed(table.keys[key])) continue;
        Setting setting = settingOf(table, key, rows);
        if (setting.runs.empty())
            importance.idle.push_back(setting.key);
        else if (setting.grid.size < 2)
            importance.constant.push_back(setting.key);
        else
            settings.push_back(std::move(setting));
    }
    const std::vector<double> chance = chanceOf(settings, rows.size(), importance.best, permutations);
    double sum = 0;
    for (size_t i = 0; i < settings.size(); ++i) {
        const double value = valueOf(settings[i], isBest, double(importance.best));
        importance.rows.push_back({settings[i].key, value, 0, chance[i]});
        sum += value;
    }
    for (KeyImportance::Row& row : importance.rows) {
        row.share = sum > 0 ? row.value / sum : 0;
        row.chance = sum > 0 ? row.chance / sum : 0;
    }
    std::ranges::stable_sort(importance.rows, [](const auto& a, const auto& b) { return a.share > b.share; });
    return importance;
}

}  // namespace attx
