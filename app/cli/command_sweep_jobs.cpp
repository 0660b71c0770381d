// sweep slurm and sweep parallel: a sweep for programs that start jobs.
#include <cstdio>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "model/sweeps/command_lines.h"

namespace attx {
namespace {

/// This program, also where it was found by PATH.
std::string thisProgram() { return wholePath("/proc/self/exe"); }

int slurm(const Arguments& arguments, CommandContext& context) {
    const std::string& folder = arguments.positional();
    const Sweep sweep = readSweep(folder);
    (void)arguments.required("--array");
    const auto runs = int64_t(sweep.runs.size());
    const int64_t parts = arguments.integer("--array", 1, runs).value();
    const std::string script =
        slurmScript(sweep, wholePath(folder), thisProgram(), parts, arguments.text("--sbatch").value_or(""));
    if (context.output.json())
        context.output.object({{"sweep", folder}, {"jobs", parts}, {"runs", runs}, {"script", script}});
    else
        std::fputs(script.c_str(), stdout);
    return 0;
}

int parallel(const Arguments& arguments, CommandContext& context) {
    const std::string& folder = arguments.positional();
    const std::vector<std::string> commands =
        parallelCommands(readSweep(folder), wholePath(folder), thisProgram(),
                         arguments.integer("--cores", 1, 1024).value_or(1));
    if (context.output.json()) {
        context.output.object({{"sweep", folder}, {"commands", commands}});
        return 0;
    }
    for (const std::string& command : commands) std::printf("%s\n", command.c_str());
    return 0;
}

}  // namespace

Command sweepSlurmCommand() {
    return {
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
}

Command sweepParallelCommand() {
    return {{"sweep parallel",
             "SWEEP",
             "Prints a command for each run of a sweep, one a line, for GNU parallel.",
             {{"--cores", "N", "Cores that each command may use; default 1."}, jsonOption},
             false,
             false,
             "Example\n"
             "  attention-explorer sweep parallel heads | parallel -j 4 --resume --joblog heads/joblog\n"},
            parallel};
}

}  // namespace attx
