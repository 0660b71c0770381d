#include "model/data/own_data.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

#include "model/config/task.h"
#include "model/data/dataset.h"
#include "model/data/image_source.h"
#include "model/data/table_file.h"
#include "model/data/text_data.h"
#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr size_t rowsShown = 3, charactersShown = 70;
constexpr int longestOwnText = 512;

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

/// What was asked of tables, whatever the preset says of them.
void takeTable(const DataConfig& wish, DataConfig& data) {
    data.textColumn = wish.textColumn;
    data.classColumn = wish.classColumn;
    data.header = wish.header;
    data.separator = wish.separator;
    data.encoding = wish.encoding;
    data.skipBadLines = wish.skipBadLines;
}

/// Few rows come in small batches and are seen often, so that there are some steps to learn by.
void takeSteps(int64_t rows, TrainingConfig& training) {
    constexpr int64_t fewestSteps = 1000, mostEpochs = 100, fewestBatches = 8;
    training.batchSize = static_cast<int>(std::clamp<int64_t>(rows / fewestBatches, 1, training.batchSize));
    const int64_t steps = std::max<int64_t>(1, rows / training.batchSize);
    training.epochs =
        static_cast<int>(std::clamp<int64_t>((fewestSteps + steps - 1) / steps, training.epochs, mostEpochs));
}

OwnData textsAt(const std::string& path, const DataConfig& wish) {
    OwnData found{.kind = OwnData::Kind::Texts, .config = presetByName("own-texts")};
    DataConfig& data = found.config.data;
    takeTable(wish, data);
    data.path = path;
    const DataSet made = makeTextData(data);
    if (made.textLengths) data.length = std::clamp(made.textLengths->suggested, 1, longestOwnText);
    followData(made, false, found.config);
    tieNetworkToData(found.config);
    takeSteps(made.train.rows, found.config.training);
    const auto classes = std::ssize(made.names.classes);
    for (int32_t label = 0; label < std::min<int64_t>(classes, rowsShown); ++label)  // one of each class
        for (size_t i = 0; i < made.validation.texts.size(); ++i)
            if (made.validation.labels[i] == label) {
                found.firstRows.push_back(made.names.className(static_cast<size_t>(label)) + ": " +
                                          shortenedRow(made.validation.texts[i]));
                break;
            }
    found.rows = made.train.rows + made.validation.rows + made.test.rows;
    found.kinds = static_cast<int>(classes);
    found.note = made.note;
    found.recognised = made.recognisedText + (made.recognisedText.empty() ? "" : " ") +
                       std::to_string(found.rows) + " texts of " + std::to_string(classes) +
                       " classes; data.length=" + std::to_string(data.length) +
                       (made.textLengths && made.textLengths->suggested > data.length
                            ? ": there are longer texts, which are cut there."
                            : ": 95 % of the texts have at most so many words.");
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

std::optional<OwnData> ownDataAt(const std::string& path, const OwnWish& wish) {
    std::error_code failed;
    const bool folder = fs::is_directory(path, failed);
    const bool isTable = !folder && isTableName(path);
    if (folder ? fs::exists(fs::path(path) / "run.json") || fs::exists(fs::path(path) / "model.safetensors")
               : (!isTable && !isArchiveName(path)) || !fs::exists(path, failed))
        return std::nullopt;
    std::string problems;
    const auto attempt = [&](OwnData::Kind kind, const char* as, const auto& read) -> std::optional<OwnData> {
        if (wish.kind && *wish.kind != kind) return std::nullopt;
        try {
            return read();
        } catch (const Error& error) {
            if (wish.kind) throw;
            problems += std::string(problems.empty() ? "" : " ") + "As " + as + ": " + error.what();
            return std::nullopt;
        }
    };
    const auto texts = [&] {
        return attempt(OwnData::Kind::Texts, "texts", [&] { return textsAt(path, wish.data); });
    };
    if (isTable) {
        const std::string text = lowered(path).ends_with(".gz") ? unpackedFile(path) : readFile(path);
        const bool namesColumns = !wish.data.textColumn.empty() || !wish.data.classColumn.empty();
        const auto pairs = [&] {
            return attempt(OwnData::Kind::Pairs, "pairs", [&] { return pairsAt(path, text); });
        };
        if (!namesColumns && looksLikePairs(text)) {
            if (auto found = pairs()) return found;
        } else if (auto found = texts()) {
            return found;
        }
    } else {
        if (auto found = texts()) return found;
        if (folder ||
            fs::path(path).filename().string().find("cifar") != std::string::npos)  // of no other archive
            if (auto found = attempt(OwnData::Kind::Pictures, "pictures", [&] { return picturesAt(path); }))
                return found;
    }
    if (folder || !isTable) return std::nullopt;  // who opens networks says what it is not
    throw inputError(fs::path(path).filename().string() + " cannot be used as data. " + problems);
}

void followData(const DataSet& data, bool keepClasses, RunConfig& config) {
    if (data.recognised) {
        const DataConfig asked = std::exchange(config.data, *data.recognised);
        config.data.length = asked.length;
        config.data.path = asked.path;
    }
    const int classes = static_cast<int>(data.names.classes.size());
    if (isText(config.data) && !config.data.path.empty() && !keepClasses && classes >= 2)
        config.network.numClasses = classes == 2 && config.network.numClasses != 2 ? 1 : classes;
}

}  // namespace attx
