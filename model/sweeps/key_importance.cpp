#include "model/sweeps/key_importance.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>

#include "model/config/settings.h"
#include "model/sweeps/run_groups.h"

namespace attx {
namespace {

constexpr double logarithmicFrom = 20;

/// Each run's value as the number of its bin.
std::vector<size_t> binsOf(const RunTable& table, size_t key, const std::vector<size_t>& rows) {
    std::set<std::string> different;
    for (const size_t row : rows) different.insert(table.values[row][key]);
    std::vector<size_t> bins;
    if (different.size() <= mostImportanceBins || !isNumber(keyInfo(table.keys[key]))) {
        for (const size_t row : rows)
            bins.push_back(static_cast<size_t>(
                std::distance(different.begin(), different.find(table.values[row][key]))));
        return bins;
    }
    std::vector<double> values;
    for (const size_t row : rows) values.push_back(std::strtod(table.values[row][key].c_str(), nullptr));
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    if (*low > 0 && *high >= logarithmicFrom * *low)
        for (double& value : values) value = std::log(value);
    const double least = *low, width = (*high - least) / static_cast<double>(mostImportanceBins);
    for (const double value : values)
        bins.push_back(std::min(static_cast<size_t>((value - least) / width), mostImportanceBins - 1));
    return bins;
}

}  // namespace

KeyImportance keyImportance(const RunTable& table) {
    std::vector<size_t> rows;
    std::vector<double> results;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const RunRow& run = table.rows[row];
        if (!run.config || !run.result || run.result->epochs == 0) continue;
        rows.push_back(row);
        results.push_back(run.result->validationAccuracy);
    }
    KeyImportance importance;
    importance.runs = rows.size();
    if (rows.empty()) return importance;
    std::vector<double> sorted = results;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const auto n = static_cast<double>(rows.size());
    const double least = sorted[static_cast<size_t>(std::ceil(bestShare * n)) - 1];
    importance.best = static_cast<size_t>(
        std::count_if(results.begin(), results.end(), [&](double result) { return result >= least; }));
    const auto best = static_cast<double>(importance.best);
    double sum = 0;
    for (size_t key = 0; key < chosenKeys(table); ++key) {
        if (isSeed(table.keys[key])) continue;
        const std::vector<size_t> bins = binsOf(table, key, rows);
        std::map<size_t, std::pair<double, double>> counts;  // of all runs, of the best
        for (size_t i = 0; i < rows.size(); ++i) {
            ++counts[bins[i]].first;
            if (results[i] >= least) ++counts[bins[i]].second;
        }
        double divergence = 0;
        for (const auto& [bin, count] : counts) {
            const double p = count.first / n, ratio = count.second / best / p;
            divergence += p * (ratio - 1) * (ratio - 1);
        }
        const double value = best / n * (best / n) * divergence;
        importance.rows.push_back({table.keys[key], value});
        sum += value;
    }
    constexpr double noise = 1e-12;  // what rounding leaves where all runs are equally good
    for (KeyImportance::Row& row : importance.rows) row.share = sum > noise ? row.share / sum : 0;
    std::stable_sort(importance.rows.begin(), importance.rows.end(),
                     [](const auto& a, const auto& b) { return a.share > b.share; });
    return importance;
}

}  // namespace attx
