// sweep slurm and sweep parallel: a sweep for programs that start jobs.
#include <unistd.h>

#include <filesystem>

#include "app/cli/commands.h"
#include "model/files/error.h"
#include "model/sweeps/sweep.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

/// As one word of a POSIX shell.
std::string shellWord(const std::string& text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string wholePath(const std::string& path) {
    std::error_code ignored;
    return fs::weakly_canonical(path, ignored).string();
}

/// "'/usr/bin/attention-explorer' sweep run '/data/heads'"
std::string runCommand(const std::string& folder) {
    return shellWord(wholePath("/proc/self/exe")) + " sweep run " + shellWord(wholePath(folder));
}

void requireOneLine(const std::string& what, const std::string& text) {
    if (text.find_first_of("\n\r") != std::string::npos)
        throw inputError(what + ": expected one line, found several.");
}

int slurm(const Arguments& arguments, CommandContext& context) {
    const std::string& folder = arguments.positional();
    const Sweep sweep = readSweep(folder);
    (void)arguments.required("--array");
    const auto runs = static_cast<int64_t>(sweep.runs.size());
    const int64_t parts = arguments.integer("--array", 1, runs).value();
    const std::string more = arguments.text("--sbatch").value_or(""), path = wholePath(folder);
    requireOneLine("--sbatch", more);
    requireOneLine("SWEEP", path);
    const std::string name = fs::path(path).filename().string();
    std::string script =
        "#!/bin/bash\n"
        "# " +
        std::to_string(runs) + " runs in " + std::to_string(parts) +
        " jobs; what is finished is skipped, so that the same script goes on after a failure.\n"
        "#SBATCH --job-name=" +
        shellWord(name) +
        "\n"
        "#SBATCH --array=0-" +
        std::to_string(parts - 1) +
        "\n"
        "#SBATCH --output=" +
        shellWord(path + "/slurm-%A_%a.out") + "\n";
    if (!more.empty()) script += "#SBATCH " + more + "\n";
    script += "exec " + runCommand(folder) + " --part \"${SLURM_ARRAY_TASK_ID:?}/" + std::to_string(parts) +
              "\" --cores \"${SLURM_CPUS_PER_TASK:-1}\"\n";
    if (context.output.json())
        context.output.object({{"sweep", folder}, {"jobs", parts}, {"runs", runs}, {"script", script}});
    else
        std::fputs(script.c_str(), stdout);
    return 0;
}

int parallel(const Arguments& arguments, CommandContext& context) {
    const std::string& folder = arguments.positional();
    const Sweep sweep = readSweep(folder);
    requireOneLine("SWEEP", folder);
    const std::string cores = std::to_string(arguments.integer("--cores", 1, 1024).value_or(1));
    Json commands = Json::array();
    for (size_t i = 0; i < sweep.runs.size(); ++i) {
        const std::string command = runCommand(folder) + " --part " + std::to_string(i) + "/" +
                                    std::to_string(sweep.runs.size()) + " --cores " + cores;
        if (context.output.json())
            commands.push_back(command);
        else
            std::printf("%s\n", command.c_str());
    }
    if (context.output.json()) context.output.object({{"sweep", folder}, {"commands", commands}});
    return 0;
}

}  // namespace

const Command& sweepSlurmCommand() {
    static const Command command{
        {"sweep slurm",
         "SWEEP",
         "Prints a job script for sbatch: an array of jobs that share the runs of a sweep.",
         {{"--array", "K",
           "How many jobs; each takes every K-th run, so that short runs share one allocation."},
          {"--sbatch", "OPTIONS", "Further options of sbatch, as in \"--time=1:00:00 --partition=p\"."},
          jsonOption},
         false,
         false,
         "The script names the program and the sweep by their whole paths, which must be the same where it "
         "runs. A job\n"
         "uses the cores of --cpus-per-task (1 where it is not given), a run at a time on each.\n"
         "\n"
         "Example\n"
         "  attention-explorer sweep slurm heads --array 8 --sbatch \"--time=1:00:00 --cpus-per-task=4\" > "
         "job.sh\n"
         "  sbatch job.sh\n"
         "  attention-explorer collect heads --out heads.csv\n"},
        slurm};
    return command;
}

const Command& sweepParallelCommand() {
    static const Command command{
        {"sweep parallel",
         "SWEEP",
         "Prints a command for each run of a sweep, one a line, for GNU parallel.",
         {{"--cores", "N", "Cores that each command may use; default 1."}, jsonOption},
         false,
         false,
         "Example\n"
         "  attention-explorer sweep parallel heads | parallel -j 4 --resume --joblog heads/joblog\n"},
        parallel};
    return command;
}

}  // namespace attx
