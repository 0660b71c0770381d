#include "ui/pages/runs/runs_read.h"

#include <algorithm>

#include "model/config/task.h"
#include "model/files/error.h"
#include "ui/form/run_estimate.h"

namespace attx {
namespace {

/// With the rows that it was trained on, where they are known; of sets, the images are counted instead.
RunConfig countedConfig(const RunRow& row) {
    if (!row.data || isSets(row.config->data)) return *row.config;
    return withRows(*row.config, {row.data->train.rows, row.data->validation.rows, row.data->test.rows});
}

}  // namespace

std::optional<RunsRead> readRuns(const std::string& folder, const std::shared_ptr<const RunTable>& known,
                                 const Study<RunsRead>::Report& report, const std::atomic<bool>& interrupt) {
    RunsRead read;
    if (isSweepFolder(folder)) read.sweep = QString::fromStdString(folder);
    try {
        std::vector<RunRow> rows = collectRuns(
            {folder},
            [&](size_t count) {
                report({count, nullptr, {}, {}});
                return !interrupt;
            },
            known ? std::span<const RunRow>(known->rows) : std::span<const RunRow>());
        if (interrupt) return std::nullopt;
        read.rows = rows.size();
        read.table = std::make_shared<const RunTable>(tableOf(std::move(rows)));
    } catch (const Error& problem) {  // no runs are no mishap
        read.table = std::make_shared<const RunTable>();
        read.problem = QString::fromUtf8(problem.what());
    }
    return read;
}

double speedOf(const RunTable& table) {
    constexpr size_t asked = 20;
    std::vector<double> speeds;
    for (auto row = table.rows.rbegin(); row != table.rows.rend() && speeds.size() < asked; ++row)
        if (row->state == RunStatus::Finished && row->config && row->result && row->result->msPerStep > 0)
            speeds.push_back(estimateTime(countedConfig(*row), 1).flopsPerStep * 1e3 /
                             row->result->msPerStep);
    if (speeds.empty()) return 0;
    std::nth_element(speeds.begin(), speeds.begin() + std::ssize(speeds) / 2, speeds.end());
    return speeds[speeds.size() / 2];
}

}  // namespace attx
