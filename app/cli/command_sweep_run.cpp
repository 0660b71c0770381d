// sweep run: trains what a sweep has planned.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <thread>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "app/sweeps/sweep_runner.h"
#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/files/text.h"
#include "model/run/records.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr int mostJobs = 1024;

/// "3/8": job 3 of 8, from 0.
void readPart(const std::string& text, SweepTask& task) {
    int length = 0;
    if (std::sscanf(text.c_str(), "%9d/%9d%n", &task.part, &task.parts, &length) != 2 ||
        size_t(length) != text.size() || task.part < 0 || task.part >= task.parts)
        throw inputError("--part: expected I/K with I from 0 to K - 1, as in 0/4, found \"" + text + "\".");
}

/// Those that are still to begin; nothing where there is room for them.
void requireDisk(const Sweep& sweep, const SweepTask& task) {
    int64_t bytes = 0;
    for (const SweepRun* run : partOf(sweep, task.part, task.parts))
        if (!isRunFolder(task.folder + "/" + run->name)) bytes += diskBytes(configOf(sweep, *run));
    if (const auto free = freeDisk(task.folder); free && bytes > *free)
        throw inputError("The runs that are to begin would take about " + memoryText(bytes) +
                         " on disk, and " + memoryText(*free) +
                         " are free. Make room, or train a part of them: --part I/K.");
}

/// The line that is printed of a run; empty for news that need none.
std::string sentenceOf(const SweepNews& news, const SweepTask& task) {
    switch (news.kind) {
        case SweepNews::Kind::Begun:
        case SweepNews::Kind::Time:
            return {};
        case SweepNews::Kind::Resumed:
            return "is resumed";
        case SweepNews::Kind::Waits:
            return "another process trains it (" + task.folder + "/" + news.run->name +
                   "/lock says which); it is waited for";
        case SweepNews::Kind::Elsewhere:
            return "was finished by another process";
        case SweepNews::Kind::Finished:
            return formatted("validation accuracy %.4f, %.1f s", news.row.result->validationAccuracy,
                             news.row.result->seconds);
        case SweepNews::Kind::Failed:
            return "failed: " + news.row.problem;
        case SweepNews::Kind::Stopped:
            return "was stopped, and can be resumed";
        case SweepNews::Kind::Other:
            return "is not counted: " + task.folder + "/" + news.run->name +
                   " was trained with other settings than sweep.json says (" + news.row.problem + ")";
    }
    return {};
}

int runSweepRun(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    SweepTask task;
    task.folder = arguments.positional();
    task.instructionSet = arguments.text("--isa").value_or("");
    const Sweep sweep = readSweep(task.folder);
    if (const auto part = arguments.text("--part")) readPart(*part, task);
    const int cores = int(std::max(1U, std::thread::hardware_concurrency()));
    task.cores = int(arguments.integer("--cores", 1, mostJobs).value_or(cores));
    task.jobs = int(arguments.integer("--jobs", 1, mostJobs).value_or(task.cores));
    const size_t runs = partOf(sweep, task.part, task.parts).size();
    requireDisk(sweep, task);
    std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away must not cost the runs

    const auto begin = std::chrono::steady_clock::now();
    size_t ended = 0;
    const auto tell = [&](const SweepNews& news) {
        const size_t number = news.finished;
        if (const std::string sentence = sentenceOf(news, task); !sentence.empty()) {
            const std::string settings = textOf(sweep, *news.run);
            std::string line = "[";
            line += std::to_string(number) + "/" + std::to_string(runs) + "] " + news.run->name;
            if (!settings.empty()) line += " (" + settings + ")";
            output.line(line + ": " + sentence);
        }
        ended += news.kind == SweepNews::Kind::Finished;
        if (!output.terminal()) return;
        std::string bar = std::to_string(number) + " of " + std::to_string(runs) + " finished, " +
                          std::to_string(news.training) + " training";
        if (ended > 0) {
            const std::chrono::duration<double> so = std::chrono::steady_clock::now() - begin;
            bar += ", " + durationText(so / double(ended) * double(runs - number)).toStdString() + " left";
        }
        output.progress(bar);
    };
    const SweepOutcome outcome = runSweep(sweep, task, tell);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

    std::string line = std::to_string(outcome.finished()) + " of " +
                       counted(outcome.runs, "run is", "runs are") + " finished, " +
                       std::to_string(outcome.trained) + " of them now";
    if (!outcome.failed.empty()) line += ", " + std::to_string(outcome.failed.size()) + " failed";
    if (!outcome.other.empty()) line += ", " + std::to_string(outcome.other.size()) + " not counted";
    output.line(line + ".");
    if (!outcome.other.empty())
        output.line(
            "Move the folders of runs with other settings away to train these as planned, or plan another "
            "sweep.");
    if (outcome.finished() + outcome.other.size() < outcome.runs)
        output.line(std::string(outcome.interrupted ? "Interrupted; the" : "The") +
                    " same command continues with what is left.");
    if (output.json()) {
        Json failed = Json::array();
        for (const auto& [one, error] : outcome.failed)
            failed.push_back({{"run", one->name}, {"error", error}});
        Json other = Json::array();
        for (const auto& [one, difference] : outcome.other)
            other.push_back({{"run", one->name}, {"difference", difference}});
        output.object({{"sweep", task.folder},
                       {"runs", outcome.runs},
                       {"finished", outcome.finished()},
                       {"trained", outcome.trained},
                       {"failed", failed},
                       {"other_settings", other},
                       {"interrupted", outcome.interrupted},
                       {"seconds", took.count()}});
    }
    return outcome.complete() ? 0 : 1;
}

}  // namespace

Command sweepRunCommand() {
    return {
        {"sweep run",
         "SWEEP",
         "Trains the runs of a sweep, several at a time, each by a process of its own into SWEEP/NAME. What "
         "is finished is skipped, what was interrupted is resumed, what failed is tried again. A run with "
         "other settings than SWEEP/sweep.json says is named, and not counted.",
         {{"--jobs", "N",
           "Runs at a time, each with cores / N threads; default: as many as there are cores."},
          {"--cores", "N", "Processor cores that may be used; default: all."},
          {"--part", "I/K",
           "Every K-th run, from number I on (0 to K - 1): one of K jobs that share the work."},
          isaOption,
          jsonOption},
         false,
         false,
         "Ctrl+C stops cleanly: what was under way is saved, and the same command resumes it. The trainings "
         "end\n"
         "with this command, also when it is killed. A run that another process trains is waited for. What "
         "a\n"
         "training says is in SWEEP/logs/NAME.log. Exit status 0: every run of the part is finished; 1: some "
         "failed,\n"
         "were interrupted or have other settings.\n"
         "\n"
         "Examples\n"
         "  attention-explorer sweep run heads\n"
         "  attention-explorer sweep run heads --jobs 2\n"
         "  attention-explorer sweep run heads --part 0/2      on one computer,\n"
         "  attention-explorer sweep run heads --part 1/2      on another that shares the disk\n"},
        runSweepRun};
}

}  // namespace attx
