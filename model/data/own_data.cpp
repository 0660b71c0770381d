#include "model/data/own_data.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include "model/data/dataset.h"
#include "model/data/image_source.h"
#include "model/data/text_data.h"
#include "model/data/text_files.h"
#include "model/files/error.h"
#include "model/files/files.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr size_t rowsShown = 3, charactersShown = 70;
// Of texts of one's own: enough for a few thousand of them, and soon learned.
constexpr int ownVocabulary = 5000, longestOwnText = 512;

bool endsIn(const std::string& path, std::initializer_list<const char*> suffixes) {
    std::string name = fs::path(path).filename().string();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::any_of(suffixes.begin(), suffixes.end(), [&](const char* s) { return name.ends_with(s); });
}

bool isTable(const std::string& path) { return endsIn(path, {".csv", ".tsv", ".tab", ".txt"}); }

/// Whole characters of UTF-8.
std::string shortenedRow(const std::string& row) {
    if (row.size() <= charactersShown) return row;
    size_t end = charactersShown;
    while (end > 0 && (static_cast<unsigned char>(row[end]) & 0xC0U) == 0x80U) --end;
    return row.substr(0, end) + "…";
}

/// Whether the lines are "numbers;numbers"; a first one without a digit is a header.
bool looksLikePairs(const std::string& text) {
    std::istringstream lines(text);
    int seen = 0;
    for (std::string line; seen < 5 && std::getline(lines, line); ++seen) {
        const bool numbers = line.find_first_not_of("0123456789 ,;\t\r") == std::string::npos;
        const bool header = seen == 0 && line.find_first_of("0123456789") == std::string::npos;
        if (!header && (!numbers || line.find(';') == std::string::npos)) return false;
    }
    return seen > 1 || (seen == 1 && text.find_first_of("0123456789") != std::string::npos);
}

OwnData pairsAt(const std::string& path, const std::string& text) {
    OwnData found{.kind = OwnData::Kind::Pairs, .config = presetByName("reverse")};
    DataConfig& data = found.config.data;
    data.rule = LabelRule::Csv;
    data.csvPath = path;
    std::istringstream lines(text);
    int64_t largest = 0, longest = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_of("0123456789") == std::string::npos) continue;
        ++found.rows;
        if (found.firstRows.size() < rowsShown) found.firstRows.push_back(shortenedRow(line));
        std::replace_if(
            line.begin(), line.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
        std::istringstream numbers(line);
        int64_t count = 0;
        for (int64_t token = 0; numbers >> token; ++count) largest = std::max(largest, token);
        longest = std::max(longest, (count + 1) / 2);
    }
    constexpr int64_t most = 100'000;
    data.numCategories = static_cast<int>(std::clamp<int64_t>(largest + 1, 2, most));
    data.length = static_cast<int>(std::clamp<int64_t>(longest, 1, most));
    tieNetworkToData(found.config);
    (void)makeSequenceData(data);  // says what is wrong, with the line
    found.kinds = data.numCategories;
    return found;
}

OwnData textsAt(const std::string& path) {
    const TextFiles files = readTextFiles(path);
    OwnData found{.kind = OwnData::Kind::Texts, .config = presetByName("text-demo")};
    DataConfig& data = found.config.data;
    data.path = path;
    data.vocabulary = ownVocabulary;
    const DataSet made = makeTextData(data);
    if (made.textLengths) data.length = std::clamp(made.textLengths->suggested, 1, longestOwnText);
    tieNetworkToData(found.config);
    const auto classes = static_cast<int>(files.classes.size());
    found.config.network.numClasses = classes == 2 ? 1 : classes;
    for (int label = 0; label < std::min(classes, static_cast<int>(rowsShown)); ++label)  // one of each class
        for (const LabelledText& text : files.train)
            if (text.label == label) {
                found.firstRows.push_back(files.classes[static_cast<size_t>(label)] + ": " +
                                          shortenedRow(text.text));
                break;
            }
    found.rows = static_cast<int64_t>(files.train.size() + files.validation.size() + files.test.size());
    found.kinds = classes;
    found.note = files.note;
    return found;
}

OwnData picturesAt(const std::string& path) {
    const ImageSource source = findImages(path);
    OwnData found{.kind = OwnData::Kind::Pictures, .config = presetByName("anomaly-shapes")};
    found.config.data.path = path;
    tieNetworkToData(found.config);
    for (const std::string& name : source.folder.classes)
        if (found.firstRows.size() < rowsShown) found.firstRows.push_back(shortenedRow(name));
    found.rows = static_cast<int64_t>(source.folder.train.size() + source.folder.test.size());
    found.kinds = static_cast<int>(source.folder.classes.size());
    found.note = source.folder.note;
    return found;
}

}  // namespace

std::optional<OwnData> ownDataAt(const std::string& path) {
    std::error_code failed;
    const bool folder = fs::is_directory(path, failed);
    if (folder ? fs::exists(fs::path(path) / "run.json") || fs::exists(fs::path(path) / "model.safetensors")
               : !isTable(path) && !endsIn(path, {".zip", ".tar", ".tar.gz", ".tgz"}))
        return std::nullopt;
    std::string problems;
    const auto attempt = [&](const char* as, const auto& read) -> std::optional<OwnData> {
        try {
            return read();
        } catch (const Error& error) {
            problems += std::string(problems.empty() ? "" : " ") + "As " + as + ": " + error.what();
            return std::nullopt;
        }
    };
    if (isTable(path) && !folder) {
        const std::string text = readFile(path);
        if (looksLikePairs(text)) {
            if (auto found = attempt("pairs", [&] { return pairsAt(path, text); })) return found;
        } else if (auto found = attempt("texts", [&] { return textsAt(path); })) {
            return found;
        }
    } else {
        if (auto found = attempt("texts", [&] { return textsAt(path); })) return found;
        if (folder ||
            fs::path(path).filename().string().find("cifar") != std::string::npos)  // of no other archive
            if (auto found = attempt("pictures", [&] { return picturesAt(path); })) return found;
    }
    if (folder || !isTable(path)) return std::nullopt;  // who opens networks says what it is not
    throw inputError(fs::path(path).filename().string() + " cannot be used as data. " + problems);
}

}  // namespace attx
