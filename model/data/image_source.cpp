#include "model/data/image_source.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "model/data/feature_file.h"
#include "model/data/fingerprint.h"
#include "model/data/packed_images.h"
#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr size_t mostImages = 1'000'000;
constexpr size_t testShare = 5;  // every fifth picture, where nothing tells training from test

// Of a picture that is compressed its size and its end tell it from others: there a PNG has the checksum of
// its pixels, unless long texts stand behind them.
constexpr uint64_t endBytes = 4096;

/// Files of these kinds keep their size when another picture takes the place of one.
bool isUncompressed(const fs::path& path) {
    const std::string ending = lowered(path.extension().string());
    return ending == ".bmp" || ending == ".ppm" || ending == ".tif" || ending == ".tiff";
}

/// What lies in `folder`. What leads nowhere is passed over by code that looks at it.
std::vector<fs::directory_entry> entriesOf(const fs::path& folder) {
    std::error_code problem;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
        entries.push_back(*at);
    if (problem)
        throw inputError(folder.string() + ": the folder cannot be read: " + problem.message() +
                         ". Change its permissions, or move it away from the images.");
    return entries;
}

std::string endOf(const std::string& path) {
    const InputFile file(path);
    std::string end(size_t(std::min(file.size(), endBytes)), '\0');
    file.read(file.size() - end.size(), end.data(), end.size());
    return std::to_string(file.size()) + ' ' + end;
}

/// What lies beside the pictures of the classes.
struct LeftOut {
    size_t files = 0, folders = 0;
    std::string first;

    void add(const fs::directory_entry& entry) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.') || name == "Thumbs.db" || name == "desktop.ini") return;
        std::error_code ignored;
        ++(entry.is_directory(ignored) ? folders : files);
        if (first.empty() || entry.path().string() < first) first = entry.path().string();
    }
    [[nodiscard]] std::string note(const fs::path& root) const {
        if (first.empty()) return {};
        const auto counted = [](size_t count, const char* what) {
            return count == 0 ? std::string() : std::to_string(count) + what + (count == 1 ? "" : "s");
        };
        return root.string() + ": left out, as no pictures in folders of classes, were " +
               counted(files, " file") + (files > 0 && folders > 0 ? " and " : "") +
               counted(folders, " folder") + ", beginning with " +
               onOneLine(fs::path(first).lexically_relative(root).string()) + ".";
    }
};

/// The pictures of each class folder in `root`, sorted.
std::map<std::string, std::vector<std::string>> classesIn(const fs::path& root, size_t& total,
                                                          LeftOut& leftOut) {
    std::map<std::string, std::vector<std::string>> classes;
    std::error_code ignored;
    for (const fs::directory_entry& folder : entriesOf(root)) {
        const std::string name = onOneLine(folder.path().filename().string());
        if (!folder.is_directory(ignored)) {
            if (isPictureName(folder.path().string())) leftOut.add(folder);  // Not in a class's folder
            continue;
        }
        if (name.starts_with('.')) continue;
        const size_t before = total + leftOut.files + leftOut.folders;
        for (const fs::directory_entry& file : entriesOf(folder)) {
            if (!file.is_regular_file(ignored) || !isPictureName(file.path().string())) {
                leftOut.add(file);
                continue;
            }
            classes[name].push_back(file.path().string());
            if (++total > mostImages)
                throw inputError(root.string() + ": more than " + std::to_string(mostImages) +
                                 " pictures; take fewer.");
        }
        if (total + leftOut.files + leftOut.folders == before) leftOut.add(folder);  // empty
    }
    for (auto& [name, files] : classes) std::ranges::sort(files);
    return classes;
}

/// Throws what is wrong with pictures, all at once, of many the first ones.
void throwUnread(const std::vector<std::string>& problems) {
    constexpr size_t mostListed = 20;
    if (problems.empty()) return;
    std::string text = problems.size() == 1 ? problems.front()
                                            : std::to_string(problems.size()) + " pictures cannot be read:";
    for (size_t i = 0; i < std::min(problems.size(), mostListed) && problems.size() > 1; ++i)
        text += "\n" + problems[i];
    if (problems.size() > mostListed)
        text += "\nand " + std::to_string(problems.size() - mostListed) + " more.";
    throw inputError(text);
}

ImageFolder listFolder(const fs::path& root) {
    size_t total = 0;
    LeftOut leftOut;
    std::error_code ignored;
    const bool parted = fs::is_directory(root / "train", ignored) && fs::is_directory(root / "test", ignored);
    const auto trainClasses = classesIn(parted ? root / "train" : root, total, leftOut);
    if (trainClasses.size() < 2)
        throw inputError(
            root.string() +
            ": expected CIFAR or MNIST (the files or their archive), or a folder of pictures with a "
            "sub-folder for each of at least two classes, found " +
            (trainClasses.empty() ? "no such sub-folder"
                                  : "only the class \"" + trainClasses.begin()->first + "\"") +
            ".");
    ImageFolder result;
    result.testInFiles = parted;
    Fingerprint fingerprint;
    std::vector<std::string> unread;
    const auto add = [&](std::vector<ImageFile>& to, const std::string& file, int32_t label) {
        fingerprint.add(fs::path(file).lexically_relative(root).string());
        try {
            fingerprint.add(isUncompressed(file) ? readFile(file) : endOf(file));
        } catch (const Error& problem) {
            unread.emplace_back(problem.what());
        }
        to.push_back({file, label});
    };
    for (const auto& [name, files] : trainClasses) {
        const auto label = int32_t(result.classes.size());
        result.classes.push_back(name);
        for (size_t i = 0; i < files.size(); ++i)
            add(!parted && i % testShare == testShare - 1 ? result.test : result.train, files[i], label);
    }
    for (const fs::directory_entry& entry : entriesOf(root))
        if (parted && entry.is_directory(ignored) && entry.path().filename() != "train" &&
            entry.path().filename() != "test")
            leftOut.add(entry);
    if (parted)
        for (const auto& [name, files] : classesIn(root / "test", total, leftOut)) {
            const auto at = std::ranges::find(result.classes, name);
            if (at == result.classes.end())
                throw inputError((root / "test" / name).string() +
                                 ": expected one of the classes of train/, found \"" + name + "\".");
            for (const std::string& file : files)
                add(result.test, file, int32_t(at - result.classes.begin()));
        }
    throwUnread(unread);
    result.fingerprint = pictureMark + fingerprint.text();
    result.note = leftOut.note(root);
    return result;
}

}  // namespace

bool isPictureName(const std::string& name) {
    static constexpr std::array endings{".png",  ".jpg", ".jpeg", ".bmp", ".gif",
                                        ".webp", ".ppm", ".tif",  ".tiff"};
    return std::ranges::find(endings, lowered(fs::path(name).extension().string())) != endings.end();
}

ImageSource findImages(const std::string& path) {
    const fs::path given(path);
    std::error_code ignored;
    if (!fs::exists(given, ignored))
        throw inputError(path + ": there is no such folder or archive of images.");
    if (!fs::is_directory(given, ignored)) {
        if (!isArchiveName(path))
            throw inputError(
                path +
                ": expected a folder of images, or an archive of CIFAR or MNIST, found another kind of "
                "file.");
        return {path, {}, given.has_parent_path() ? given.parent_path().string() : "."};
    }
    if (looksPacked(path)) return {path, {}, path};
    for (const char* name : {"cifar-100-binary", "cifar-10-batches-bin", "raw", "MNIST/raw"})
        if (const std::string inner = (given / name).string(); looksPacked(inner)) return {inner, {}, path};
    std::vector<std::string> archives;
    for (const fs::directory_entry& entry : entriesOf(given))
        if (entry.path().filename().string().starts_with("cifar-10") && isArchiveName(entry.path().string()))
            archives.push_back(entry.path().string());
    if (archives.size() > 1)
        throw inputError(path + ": holds several archives of CIFAR; give the path of one of them.");
    if (archives.size() == 1) return {archives.front(), {}, path};
    return {{}, listFolder(given), path};
}

}  // namespace attx
