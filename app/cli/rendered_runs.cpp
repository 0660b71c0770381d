#include "app/cli/rendered_runs.h"

#include <algorithm>

#include "model/sweeps/counted_runs.h"
#include "ui/figures/runs/interval_figure.h"
#include "ui/figures/runs/run_axis.h"

namespace attx {

std::shared_ptr<const RunTable> renderedRuns(const std::string& folder, Output& output) {
    DistinctTable runs = distinctTableOf(collectRuns({folder}));
    for (const RunRow& row : runs.table.rows)
        if (row.state == RunStatus::Damaged) output.warning("Left out: " + row.path + ": " + row.problem);
    for (const auto& copy : runs.copies) output.warning(copyText(copy));
    return std::make_shared<const RunTable>(std::move(runs.table));
}

void sayUnfinished(const RunTable& runs, const Figure& figure, Output& output) {
    const std::map<RunStatus, size_t> counts = stillOpen(runs);
    if (!counts.empty() && !dynamic_cast<const IntervalFigure*>(&figure))
        output.warning("Runs that are not finished are shown as far as they are: " +
                       statesText(counts).toStdString() + ".");
}

void sayNoValues(const Figure& figure, Output& output) {
    const auto* values = dynamic_cast<const IntervalFigure*>(&figure);
    const std::vector<NamedArray> numbers = figure.data();
    if (!values && std::ranges::all_of(numbers, [](const NamedArray& a) { return a.values.empty(); }))
        output.warning("No run has numbers for this figure yet, so it is empty.");
    if (!values || !values->rows.empty()) return;
    for (const QString& sentence : values->sentences) output.warning(sentence.toStdString());
}

Json numbersOf(const Figure& drawn) {
    Json object = Json::object();
    const auto* values = dynamic_cast<const IntervalFigure*>(&drawn);
    if (!values) return object;
    const IntervalFigure& figure = *values;
    object = {
        {"sentences", Json::array()}, {"measure", figure.valueName.toStdString()}, {"rows", Json::array()}};
    for (const QString& sentence : figure.sentences) object["sentences"].push_back(sentence.toStdString());
    for (const IntervalFigure::Row& row : figure.rows)
        object["rows"].push_back({{"name", row.name.toStdString()},
                                  {"value", row.value},
                                  {"low", row.interval ? Json(row.interval->first) : Json()},
                                  {"high", row.interval ? Json(row.interval->second) : Json()},
                                  {"values", row.dots}});
    for (const auto& [fact, value] : figure.facts) {
        const std::string text = value.toStdString();
        object[fact.toStdString()] = Json::accept(text) ? Json::parse(text) : Json(text);
    }
    return object;
}

Json listed(const QStringList& files, Output& output, bool eachIsSaid) {
    Json list = Json::array();
    for (const QString& file : files) {
        list.push_back(file.toStdString());
        if (eachIsSaid) output.line("Written to " + file.toStdString());
    }
    return list;
}

}  // namespace attx
