#include "model/data/image_source.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "model/data/cifar.h"
#include "model/data/fingerprint.h"
#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr size_t mostImages = 1'000'000;
constexpr size_t testShare = 5;  // every fifth picture, where nothing tells training from test

bool isPicture(const fs::path& path) {
    static constexpr std::array endings{".png",  ".jpg", ".jpeg", ".bmp", ".gif",
                                        ".webp", ".ppm", ".tif",  ".tiff"};
    const std::string ending = lowered(path.extension().string());
    return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

/// Files of these kinds keep their size when another picture takes the place of one.
bool isUncompressed(const fs::path& path) {
    const std::string ending = lowered(path.extension().string());
    return ending == ".bmp" || ending == ".ppm" || ending == ".tif" || ending == ".tiff";
}

/// What lies in `folder`. What leads nowhere is passed over by whoever looks at it.
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

/// The pictures of each class folder in `root`, sorted.
std::map<std::string, std::vector<std::string>> classesIn(const fs::path& root, size_t& total) {
    std::map<std::string, std::vector<std::string>> classes;
    std::error_code ignored;
    for (const fs::directory_entry& folder : entriesOf(root)) {
        const std::string name = onOneLine(folder.path().filename().string());
        if (!folder.is_directory(ignored) || name.starts_with('.')) continue;
        for (const fs::directory_entry& file : entriesOf(folder)) {
            if (!file.is_regular_file(ignored) || !isPicture(file.path())) continue;
            classes[name].push_back(file.path().string());
            if (++total > mostImages)
                throw inputError(root.string() + ": more than " + std::to_string(mostImages) +
                                 " pictures; take fewer.");
        }
    }
    for (auto& [name, files] : classes) std::sort(files.begin(), files.end());
    return classes;
}

ImageFolder listFolder(const fs::path& root) {
    size_t total = 0;
    std::error_code ignored;
    const bool parted = fs::is_directory(root / "train", ignored) && fs::is_directory(root / "test", ignored);
    const auto trainClasses = classesIn(parted ? root / "train" : root, total);
    if (trainClasses.size() < 2)
        throw inputError(
            root.string() +
            ": expected CIFAR-100 (train.bin and test.bin, or their .tar.gz) or a folder of pictures with a "
            "sub-folder for each of at least two classes, found " +
            (trainClasses.empty() ? "no such sub-folder"
                                  : "only the class \"" + trainClasses.begin()->first + "\"") +
            ".");
    ImageFolder result;
    result.testInFiles = parted;
    Fingerprint fingerprint;
    const auto add = [&](std::vector<ImageFile>& to, const std::string& file, int32_t label) {
        fingerprint.add(fs::path(file).lexically_relative(root).string());
        if (isUncompressed(file))
            fingerprint.add(readFile(file));
        else
            fingerprint.add(std::to_string(InputFile(file).size()));
        to.push_back({file, label});
    };
    for (const auto& [name, files] : trainClasses) {
        const auto label = static_cast<int32_t>(result.classes.size());
        result.classes.push_back(name);
        for (size_t i = 0; i < files.size(); ++i)
            add(!parted && i % testShare == testShare - 1 ? result.test : result.train, files[i], label);
    }
    if (parted)
        for (const auto& [name, files] : classesIn(root / "test", total)) {
            const auto at = std::find(result.classes.begin(), result.classes.end(), name);
            if (at == result.classes.end())
                throw inputError((root / "test" / name).string() +
                                 ": expected one of the classes of train/, found \"" + name + "\".");
            for (const std::string& file : files)
                add(result.test, file, static_cast<int32_t>(at - result.classes.begin()));
        }
    result.fingerprint = fingerprint.text();
    return result;
}

}  // namespace

ImageSource findImages(const std::string& path) {
    const fs::path given(path);
    std::error_code ignored;
    if (!fs::exists(given, ignored))
        throw inputError(path + ": there is no such folder or archive of images.");
    if (!fs::is_directory(given, ignored)) {
        if (!isArchiveName(path))
            throw inputError(
                path +
                ": expected a folder of images or the .tar.gz of CIFAR-100, found another kind of file.");
        return {path, {}, given.has_parent_path() ? given.parent_path().string() : "."};
    }
    if (looksLikeCifar(path)) return {path, {}, path};
    if (const std::string inner = (given / "cifar-100-binary").string(); looksLikeCifar(inner))
        return {inner, {}, path};
    std::vector<std::string> archives;
    for (const fs::directory_entry& entry : entriesOf(given))
        if (entry.path().filename().string().starts_with("cifar-100") && isArchiveName(entry.path().string()))
            archives.push_back(entry.path().string());
    if (archives.size() > 1)
        throw inputError(path + ": holds several archives of CIFAR-100; give the path of one of them.");
    if (archives.size() == 1) return {archives.front(), {}, path};
    return {{}, listFolder(given), path};
}

}  // namespace attx
