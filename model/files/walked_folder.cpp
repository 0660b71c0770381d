#include "model/files/walked_folder.h"

#include <algorithm>
#include <filesystem>

#include "model/files/error.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

class Walk {
public:
    Walk(const fs::path& root, bool (*wanted)(const std::string&), size_t most)
        : root_(root), wanted_(wanted), most_(most) {}

    void into(const fs::path& folder) {
        std::error_code problem;
        const fs::path place = fs::canonical(folder, problem);
        if (!problem && std::ranges::find(around_, place) != around_.end()) {
            leaveOut(folder);
            return;
        }
        std::vector<fs::path> inside;
        fs::directory_iterator at(folder, problem);
        for (; !problem && at != fs::directory_iterator(); at.increment(problem))
            inside.push_back(at->path());
        if (problem)
            throw inputError(folder.string() + ": the folder cannot be read: " + problem.message() +
                             ". Change its permissions, or move it away.");
        std::ranges::sort(inside);
        around_.push_back(place);
        for (const fs::path& path : inside) {
            const std::string name = path.filename().string();
            if (name.starts_with('.')) continue;
            std::error_code ignored;
            if (!fs::exists(path, ignored))
                leaveOut(path);
            else if (fs::is_directory(path, ignored))
                into(path);
            else if (fs::is_regular_file(path, ignored) && wanted_(name))
                take(path);
        }
        around_.pop_back();
    }
    [[nodiscard]] WalkedFolder finish() {
        std::ranges::sort(found_.files);
        if (leftOut_ > 0)
            found_.note =
                root_.string() + ": " + std::to_string(leftOut_) + (leftOut_ == 1 ? " link" : " links") +
                " left out, which lead nowhere or back to a folder around them (first: " + firstLeftOut_ +
                ").";
        return std::move(found_);
    }

private:
    void take(const fs::path& path) {
        if (found_.files.size() == most_)
            throw inputError(root_.string() + ": more than " + std::to_string(most_) + " files; take fewer.");
        found_.files.push_back(path.lexically_relative(root_).string());
    }
    void leaveOut(const fs::path& path) {
        if (leftOut_++ == 0) firstLeftOut_ = path.string();
    }

    const fs::path root_;
    bool (*const wanted_)(const std::string&);
    const size_t most_;
    std::vector<fs::path> around_;  ///< The folders that are walked through, without links
    WalkedFolder found_;
    size_t leftOut_ = 0;
    std::string firstLeftOut_;
};

}  // namespace

WalkedFolder filesBelow(const std::string& folder, bool (*wanted)(const std::string& name), size_t most) {
    Walk walk(folder, wanted, most);
    walk.into(folder);
    return walk.finish();
}

}  // namespace attx
