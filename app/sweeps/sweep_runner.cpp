#include "app/sweeps/sweep_runner.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <filesystem>
#include <map>
#include <set>

#include "app/sweeps/child_processes.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/run/run_lock.h"

namespace attx {
namespace {

using Kind = SweepNews::Kind;

// Another process's end is not heard of: its lock is looked at.
constexpr std::chrono::milliseconds lookInterval{500}, tickInterval{1000};
constexpr std::chrono::seconds oneRequest{1};  // Same time as for a training, app/options/signals.h

/// Of a training that has said nothing of its end.
std::string sentenceOf(int status) {
    std::string text = "The training ended ";
    if (status >= 0)
        return text.append("with status ").append(std::to_string(status)).append(" and without a result.");
    text.append("by signal ")
        .append(std::to_string(-status))
        .append(" (")
        .append(strsignal(-status))
        .append(").");
    if (status == -SIGKILL) text += " The system does that where memory is short: try fewer --jobs.";
    return text;
}

class Runner {
public:
    Runner(const Sweep& sweep, const SweepTask& task, const std::function<void(const SweepNews&)>& tell)
        : sweep_(sweep), task_(task), tell_(tell) {
        const std::vector<const SweepRun*> runs = partOf(sweep, task.part, task.parts);
        outcome_.runs = runs.size();
        // As many threads whatever is done already: the bits of a run depend on them.
        const int together = std::clamp(int(runs.size()), 1, task.jobs);
        threads_ = std::max(1, task.cores / together);
        for (const SweepRun* run : runs) {
            if (!isSettled(*run, outcome_.before)) waiting_.push_back(run);
        }
    }

    SweepOutcome run() {
        tell(Kind::Time);
        for (const auto& [run, difference] : outcome_.other) tellOther(*run, difference);
        while (true) {
            while (!outcome_.interrupted && children_.running() < size_t(task_.jobs) && startNext()) {
            }
            const bool idle = children_.running() == 0;
            if (idle && (waiting_.empty() || outcome_.interrupted)) return std::move(outcome_);
            const ChildProcesses::Event event = children_.wait(held_.empty() ? tickInterval : lookInterval);
            if (event.kind == ChildProcesses::Kind::Ended) ended(event);
            if (event.kind == ChildProcesses::Kind::Signal) interrupt();
            if (event.kind == ChildProcesses::Kind::Timeout) tell(Kind::Time);
        }
    }

private:
    [[nodiscard]] std::string folderOf(const SweepRun& run) const { return task_.folder + "/" + run.name; }
    [[nodiscard]] std::string logOf(const SweepRun& run) const {
        return sweepLogPath(task_.folder, run.name);
    }
    [[nodiscard]] RunRow rowOf(const SweepRun& run) const { return readRunOf(sweep_, run, task_.folder); }

    /// A run that needs no training joins `finished`, or those of other settings, which must not be resumed.
    bool isSettled(const SweepRun& run, size_t& finished) {
        if (!isRunFolder(folderOf(run))) return false;
        const RunRow row = rowOf(run);
        if (row.config)
            if (std::string difference = differenceFromPlan(sweep_, run, *row.config); !difference.empty()) {
                outcome_.other.emplace_back(&run, std::move(difference));
                return true;
            }
        if (row.state != RunStatus::Finished) return false;
        ++finished;
        return true;
    }

    void tellOther(const SweepRun& run, const std::string& difference) const {
        RunRow row;
        row.problem = difference;
        tell(Kind::Other, &run, std::move(row));
    }

    void tell(Kind kind, const SweepRun* run = nullptr, RunRow row = {}) const {
        tell_({kind, run, std::move(row), outcome_.finished(), children_.running()});
    }

    /// Signals that come within a second ask for one end.
    void interrupt() {
        const auto now = std::chrono::steady_clock::now();
        if (!outcome_.interrupted) {
            interruptedAt_ = now;
            children_.signalAll(SIGTERM);
        } else if (now - interruptedAt_ > oneRequest) {
            children_.signalAll(SIGKILL);
        }
        outcome_.interrupted = true;
    }

    /// Starts the first run that no other process trains; false if there is none.
    bool startNext() {
        for (auto next = waiting_.begin(); next != waiting_.end(); ++next) {
            const SweepRun& run = **next;
            if (isLocked(folderOf(run))) {
                if (held_.insert(&run).second) tell(Kind::Waits, &run);
                continue;
            }
            const bool wasHeld = held_.erase(&run) > 0;
            waiting_.erase(next);
            const size_t others = outcome_.other.size();
            if (wasHeld && isSettled(run, outcome_.elsewhere)) {
                if (outcome_.other.size() > others)
                    tellOther(run, outcome_.other.back().second);
                else
                    tell(Kind::Elsewhere, &run);
                return true;
            }
            start(run);
            return true;
        }
        return false;
    }

    void start(const SweepRun& run) {
        const bool resumes = isRunFolder(folderOf(run));
        std::vector<std::string> words =
            resumes ? std::vector<std::string>{"train", "--resume", folderOf(run), "--json"}
                    : trainWords(sweep_, run, task_.folder, threads_);
        if (!task_.instructionSet.empty()) words.insert(words.end(), {"--isa", task_.instructionSet});
        try {
            const std::string log = logOf(run);
            for (const std::string& own :
                 {folderOf(run), log, std::filesystem::path(log).parent_path().string()})
                requireNoLink(own);  // the sweep may be a stranger's
            running_[children_.start(task_.program, words, log)] = &run;
        } catch (const Error& problem) {  // those that train go on
            return fail(run, rowOf(run), problem.what());
        }
        tell(resumes ? Kind::Resumed : Kind::Begun, &run);
    }

    void ended(const ChildProcesses::Event& event) {
        const SweepRun& run = *running_.at(event.child);
        running_.erase(event.child);
        std::string error = errorInLog(logOf(run));
        if (event.status != 0 && (isLocked(folderOf(run)) || saysHeld(error))) {
            waiting_.push_back(&run);  // another process was faster
            held_.insert(&run);
            tell(Kind::Waits, &run);
            return;
        }
        RunRow row = rowOf(run);
        if (row.state == RunStatus::Finished) {
            ++(event.status == 0 ? outcome_.trained : outcome_.elsewhere);
            tell(event.status == 0 ? Kind::Finished : Kind::Elsewhere, &run, std::move(row));
            return;
        }
        if (outcome_.interrupted || (error.empty() && row.state == RunStatus::Stopped))
            return tell(Kind::Stopped, &run, std::move(row));
        if (error.empty()) {
            error = sentenceOf(event.status);
            keepError(run, error);
        }
        fail(run, std::move(row), error);
    }

    void fail(const SweepRun& run, RunRow row, const std::string& error) {
        row.problem = error;
        outcome_.failed.emplace_back(&run, error);
        tell(Kind::Failed, &run, std::move(row));
    }

    /// In the log, where the table finds it.
    void keepError(const SweepRun& run, const std::string& error) const {
        std::error_code failed;
        const uintmax_t size = std::filesystem::file_size(logOf(run), failed);
        if (!failed)
            appendToFile(logOf(run), size,
                         std::string("\n").append(jsonText(nlohmann::json{{"error", error}})).append("\n"));
    }

    const Sweep& sweep_;
    const SweepTask& task_;
    const std::function<void(const SweepNews&)>& tell_;
    int threads_ = 1;
    std::deque<const SweepRun*> waiting_;
    std::set<const SweepRun*> held_;  ///< Waiting runs that other processes hold
    std::map<pid_t, const SweepRun*> running_;
    SweepOutcome outcome_;
    std::chrono::steady_clock::time_point interruptedAt_;
    ChildProcesses children_;
};

}  // namespace

std::vector<std::string> trainWords(const Sweep& sweep, const SweepRun& run, const std::string& sweepFolder,
                                    int threads) {
    std::vector<std::string> words{"train", "--config", sweepFolder + "/" + sweepFileName};
    if (sweep.bases.size() > 1) words.insert(words.end(), {"--preset", run.base});
    const bool givesThreads = threads > 0 && configOf(sweep, run).threads == 0;
    for (const auto& [key, value] : run.settings)
        if (!givesThreads || key != "threads") words.insert(words.end(), {"--set", key + "=" + value});
    if (givesThreads) words.insert(words.end(), {"--set", "threads=" + std::to_string(threads)});
    words.insert(words.end(), {"--out", sweepFolder + "/" + run.name, "--json"});
    return words;
}

SweepOutcome runSweep(const Sweep& sweep, const SweepTask& task,
                      const std::function<void(const SweepNews&)>& tell) {
    return Runner(sweep, task, tell).run();
}

}  // namespace attx
