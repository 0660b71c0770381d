// collect: runs as the rows of a table.
#include <map>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"
#include "model/sweeps/counted_runs.h"
#include "model/sweeps/output_place.h"

namespace attx {
namespace {

int runCollect(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    const std::string file = outFile(arguments);
    const bool csv = file.ends_with(".csv");
    if (!csv && !file.ends_with(".json"))
        throw inputError("--out: expected a file that ends in .csv or .json, found \"" + file + "\".");
    const auto [table, copies] = distinctTableOf(collectRuns(arguments.positionals(), [&](size_t rows) {
        if (rows % 100 == 0) output.progress(counted(rows, "run") + " read");
        return true;
    }));
    for (const RunRow& row : table.rows)
        if (row.config) requireOutsideData(file, *row.config);
    writeFileAtomically(file, csv ? toCsv(table) : toJson(table));

    std::map<RunStatus, size_t> counts;
    for (const RunRow& row : table.rows) ++counts[row.state];
    std::string states;
    Json byState = Json::object();
    for (const auto& [state, count] : counts) {
        states += (states.empty() ? "" : ", ") + std::to_string(count) + " " + toString(state);
        byState[toString(state)] = count;
    }
    output.line(counted(std::ssize(table.rows), "run") + ": " + states + ". The table is in " + file + ".");
    for (const RunRow& row : table.rows)
        if (row.state == RunStatus::Damaged || (row.state == RunStatus::Finished && !row.problem.empty()))
            output.warning(row.path + ": " + row.problem);
    Json copied = Json::array();
    for (const auto& copy : copies) {
        output.warning(copyText(copy));
        copied.push_back({{"run", copy.first}, {"copy_of", copy.second}});
    }
    output.object({{"out", file},
                   {"runs", table.rows.size()},
                   {"states", byState},
                   {"keys", table.keys},
                   {"copies", copied}});
    return 0;
}

}  // namespace

Command collectCommand() {
    return {{"collect",
             "FOLDER...",
             "Writes a table of runs, a row each: the keys in which they differ, and what came of them.",
             {{"--out", "FILE", "The table, by the end of its name: .csv or .json."}, jsonOption},
             false,
             true,
             "A FOLDER is a run's, a sweep's (the runs that wait have rows, too), or one that holds such "
             "folders. State is\n"
             "waiting, running, interrupted, stopped, failed, finished or damaged; what is damaged has a row "
             "like the\n"
             "others. Of runs that have not ended the numbers are those so far. A folder has one row where "
             "several\n"
             "FOLDERs hold it, and a copy of a run in another folder has none, which is said.\n"
             "\n"
             "Examples\n"
             "  attention-explorer collect heads --out heads.csv\n"
             "  attention-explorer collect runs/*-reverse heads drawn --out all.json\n"},
            runCollect};
}

}  // namespace attx
