// A run's folder as a stranger may send it: whatever is done with the run, nothing outside of its folder
// changes. The input describes the folder: a line "+file NAME", "+link NAME TARGET" or "+folder NAME" begins
// an entry, the lines behind "+file" are its content, and @ROOT@ in them stands for the folder around the
// run's.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/runs/resume_point.h"
#include "app/runs/run_store.h"
#include "fuzz_input.h"
#include "model/files/files.h"
#include "model/network/program.h"
#include "model/run/metrics_file.h"
#include "model/run/run_lock.h"
#include "model/run/snapshots.h"
#include "model/sweeps/run_notes.h"

namespace {

namespace fs = std::filesystem;
using namespace attx;

constexpr const char* snapshotName = "snapshots/epoch-0001-step-00000001.safetensors";

/// The folder around the run's, with a sibling that has the same names. It goes with everything in it.
class Place {
public:
    Place() {
        std::string name = (fs::temp_directory_path() / "attx-run-folder-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) std::abort();
        root_ = name;
        fs::create_directories(root_ / "victim/snapshots");
        for (const char* file : {"run.json", "model.safetensors", "last.safetensors", "metrics.csv", "lock",
                                 "notes.json", "files.txt", snapshotName})
            writeFileAtomically((root_ / "victim" / file).string(), "the sibling's");
        fs::create_directory(run());
    }
    ~Place() {
        std::error_code ignored;
        fs::remove_all(root_, ignored);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    [[nodiscard]] std::string run() const { return (root_ / "run").string(); }
    /// Every file outside of the run's folder, with its content.
    [[nodiscard]] std::map<std::string, std::string> others() const {
        std::map<std::string, std::string> found;
        for (auto at = fs::recursive_directory_iterator(root_); at != fs::recursive_directory_iterator();
             ++at) {
            if (at->path() == root_ / "run")
                at.disable_recursion_pending();
            else
                found[at->path().string()] = at->is_regular_file() ? readFile(at->path().string()) : "";
        }
        return found;
    }
    void fill(std::string_view input) const {
        std::string content;
        std::vector<std::string> words;
        const auto finish = [&] {
            if (!words.empty()) make(words, content);
            words.clear();
            content.clear();
        };
        while (!input.empty()) {
            const std::string_view line = input.substr(0, std::min(input.find('\n'), input.size() - 1) + 1);
            input.remove_prefix(line.size());
            if (line.starts_with("+file ") || line.starts_with("+link ") || line.starts_with("+folder ")) {
                finish();
                words = wordsOf(line);
            } else {
                content += line;
            }
        }
        finish();
    }

private:
    static std::vector<std::string> wordsOf(std::string_view line) {
        std::vector<std::string> words(1);
        for (const char c : line.substr(0, line.find('\n'))) {
            if (c == ' ' && words.size() < 3)
                words.emplace_back();
            else
                words.back() += c;
        }
        return words;
    }
    /// An entry that would not be in the run's folder is passed over: it is the program that is tried.
    void make(const std::vector<std::string>& words, const std::string& content) const {
        if (words.size() < 2 || words[1].find('\0') != std::string::npos) return;
        const fs::path name = fs::path(words[1]).lexically_normal();
        if (name.empty() || name.is_absolute() || *name.begin() == "..") return;
        std::error_code failed;
        fs::path place = run();
        for (const fs::path& part : name.parent_path()) {
            place /= part;
            if (fs::is_symlink(place)) return;
            fs::create_directory(place, failed);
        }
        place = fs::path(run()) / name;
        if (words[0] == "+folder") fs::create_directory(place, failed);
        if (words[0] == "+link" && words.size() == 3) fs::create_symlink(filled(words[2]), place, failed);
        if (words[0] != "+file" || fs::exists(fs::symlink_status(place, failed))) return;
        std::ofstream(place, std::ios::binary) << filled(content);
    }
    [[nodiscard]] std::string filled(std::string text) const {
        constexpr std::string_view mark = "@ROOT@";
        for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos;)
            text.replace(at, mark.size(), root_.string());
        return text;
    }

    fs::path root_;
};

/// What a window does with a run that it resumes, and then discards.
void session(const std::string& run) {
    const RunConfig config = presetByName("reverse");
    const std::vector<float> parameters = initialParameters(buildProgram(config.network, 4), 1);
    const RunLock lock(run);
    const ResumePoint point(run);
    RunFolder folder = RunFolder::create(run, config, "native", isRunFolder(run));
    folder.beginSession(0, {}, 1);
    folder.writeBest(parameters);
    MetricsFile metrics(folder.metricsPath());
    metrics.write({{{1, 1}}, {}});
    metrics.write({{{1, 1}, {2, 1}}, {}});
    SnapshotWriter snapshots(run, 0, uint64_t{1} << 30);
    snapshots.write(config, parameters, 1, 1);
    point.restore();
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const Place place;
    place.fill({reinterpret_cast<const char*>(data), size});
    const auto before = place.others();
    const std::string run = place.run();
    const int result = fuzzed(data, size, [&](std::string_view) { (void)openRun(run); });
    const bool refused = fuzzRefused;
    const auto attempt = [&](const auto& work) {
        try {
            work();
        } catch (const Error&) {  // refused, or the folder does not take it
        }
    };
    attempt([&] { session(run); });
    attempt([&] { writeNotes(run, {"a name", "a note", true}); });
    attempt([&] { writeNotes(run, {}); });
    (void)isLocked(run);
    (void)RunStore::remove(QString::fromStdString(run));
    fuzzRefused = refused;
    if (place.others() != before) std::abort();
    return result;
}
