#include "model/sweeps/run_groups.h"

#include <cmath>
#include <limits>
#include <map>

namespace attx {

bool isSeed(const std::string& key) { return key == "seed" || key == "data.seed"; }

std::vector<RunGroup> groupsOf(const RunTable& table, const std::string& by) {
    std::vector<RunGroup> groups;
    std::map<std::string, size_t> known;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        if (!table.rows[row].config) continue;
        std::string name;
        std::vector<std::pair<std::string, std::string>> values;
        for (size_t k = 0; k < table.keys.size(); ++k) {
            const std::string& key = table.keys[k];
            if (by.empty() ? isSeed(key) : key != by) continue;
            name += (name.empty() ? "" : ", ") + key.substr(key.rfind('.') + 1) + "=" + table.values[row][k];
            values.emplace_back(key, table.values[row][k]);
        }
        const auto [place, isNew] = known.emplace(name, groups.size());
        if (isNew) groups.push_back({name, {}, std::move(values)});
        groups[place->second].rows.push_back(row);
    }
    return groups;
}

MeanCurve meanCurve(const std::vector<std::pair<std::vector<double>, std::vector<double>>>& curves) {
    std::map<double, std::vector<double>> values;
    for (const auto& [x, y] : curves)
        for (size_t i = 0; i < x.size(); ++i)
            if (std::isfinite(y[i])) values[x[i]].push_back(y[i]);
    MeanCurve curve;
    for (const auto& [x, ys] : values) {
        const auto n = double(ys.size());
        double sum = 0, squares = 0;
        for (const double y : ys) sum += y;
        for (const double y : ys) squares += (y - sum / n) * (y - sum / n);
        curve.x.push_back(x);
        curve.mean.push_back(sum / n);
        curve.spread.push_back(n > 1 ? std::sqrt(squares / (n - 1))
                                     : std::numeric_limits<double>::quiet_NaN());
    }
    return curve;
}

}  // namespace attx
