#include "model/data/own_data.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "model/config/settings.h"
#include "model/config/task.h"
#include "model/data/dataset.h"
#include "model/data/image_source.h"
#include "model/data/packed_images.h"
#include "model/data/pair_data.h"
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

bool nothingIsChosen(const char* /*key*/) { return false; }

/// Whole characters of UTF-8.
std::string shortenedRow(const std::string& row) {
    if (row.size() <= charactersShown) return row;
    size_t end = charactersShown;
    while (end > 0 && (static_cast<unsigned char>(row[end]) & 0xC0U) == 0x80U) --end;
    return row.substr(0, end) + "…";
}

/// Few rows come in small batches and are seen often, so that there are some steps to learn by.
void takeSteps(int64_t rows, TrainingConfig& training) {
    constexpr int64_t fewestSteps = 1000, mostEpochs = 100, fewestBatches = 8;
    training.batchSize = int(std::clamp<int64_t>(rows / fewestBatches, 1, training.batchSize));
    const int64_t steps = std::max<int64_t>(1, rows / training.batchSize);
    training.epochs =
        int(std::clamp<int64_t>((fewestSteps + steps - 1) / steps, training.epochs, mostEpochs));
}

/// Whether a table has classes next to texts, or is so bad that only the reader of texts can say why. Numbers
/// are no texts.
bool holdsTexts(const std::string& path, const DataConfig& wish) {
    TableBytes file = tableBytes(path);
    TableFile table = tableOfBytes(file.source, std::move(file.bytes), wish);
    const TableColumns columns = columnsOf(table, wish);
    if (!columns.classes) return false;
    if (!wish.classColumn.empty()) return true;
    BadLines ignored;
    TableRows rows(table);
    int64_t letters = 0, count = 0;
    for (std::vector<std::string> row; count < 1000 && rows.next(row, ignored); ++count)
        letters +=
            std::any_of(row[columns.texts.front()].begin(), row[columns.texts.front()].end(),
                        [](char c) {
                            return std::string_view("0123456789 ,;+-.\t").find(c) == std::string_view::npos;
                        })
                ? 1
                : 0;
    return 2 * letters > count;
}

OwnData pairsAt(const std::string& path, const OwnWish& wish) {
    OwnPairs own = ownPairs(path, wish.data, wish.tokensAsked);
    OwnData found{.kind = OwnData::Kind::Pairs, .config = std::move(own.config)};
    followData(own.data, nothingIsChosen, found.config);
    tieNetworkToData(found.config);
    takeSteps(own.data.train.rows, found.config.training);
    for (const std::string& row : own.firstRows) found.firstRows.push_back(shortenedRow(row));
    found.rows = own.data.train.rows + own.data.validation.rows + own.data.test.rows;
    found.kinds =
        found.config.data.numCategories - (own.data.names.vocabulary.empty() ? 0 : Vocabulary::reserved);
    found.note = own.data.note;
    found.recognised = own.recognised + " " + counted(found.rows, "pair") + " of " +
                       valueText("data.tokens", found.config) + ", " + counted(found.kinds, "token") +
                       "; data.length=" + std::to_string(found.config.data.length) + ": all of them fit.";
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

OwnData textsAt(const std::string& path, const DataConfig& wish) {
    OwnData found{.kind = OwnData::Kind::Texts, .config = presetByName("own-texts")};
    DataConfig& data = found.config.data;
    takeTable(wish, data);
    data.path = path;
    const DataSet made = makeTextData(data);
    if (made.textLengths) data.length = std::clamp(made.textLengths->suggested, 1, longestOwnText);
    followData(made, nothingIsChosen, found.config);
    tieNetworkToData(found.config);
    takeSteps(made.train.rows, found.config.training);
    const auto classes = std::ssize(made.names.classes);
    for (int32_t label = 0; label < std::min<int64_t>(classes, rowsShown); ++label)  // one of each class
        for (size_t i = 0; i < made.validation.texts.size(); ++i)
            if (made.validation.labels[i] == label) {
                found.firstRows.push_back(made.names.className(size_t(label)) + ": " +
                                          shortenedRow(made.validation.texts[i]));
                break;
            }
    found.rows = made.train.rows + made.validation.rows + made.test.rows;
    found.kinds = int(classes);
    found.note = made.note;
    found.textsAreCut = made.textLengths && made.textLengths->suggested > data.length;
    found.recognised = made.recognisedText + (made.recognisedText.empty() ? "" : " ") +
                       counted(found.rows, "text") + " of " + counted(classes, "class", "classes") +
                       "; data.length=" + std::to_string(data.length) +
                       (found.textsAreCut ? ": there are longer texts, which are cut there."
                                          : ": 95 % of the texts have at most so many words.");
    return found;
}

OwnData picturesAt(const std::string& path, const DataConfig& wish) {
    const ImageSource source = findImages(path);
    OwnData found{.kind = OwnData::Kind::Pictures,
                  .config = presetByName(isSets(wish) ? "anomaly-shapes" : "patches-cifar")};
    DataConfig& data = found.config.data;
    data.path = path;
    std::vector<std::string> classes = source.folder.classes;
    found.rows = int64_t(source.folder.train.size() + source.folder.test.size());
    if (!source.packed.empty() && !isSets(wish)) {
        const ImageData images = readPackedImages(source.packed);
        classes = images.classes;
        found.rows = images.train.count + images.test.count;
        if (const int side = images.train.width; side == images.train.height && side % data.patchSize == 0)
            data.pictureSize = side;
    }
    tieNetworkToData(found.config);
    for (const std::string& name : classes)
        if (found.firstRows.size() < rowsShown) found.firstRows.push_back(shortenedRow(name));
    found.kinds = int(classes.size());
    found.note = source.folder.note;
    if (isSets(wish)) return found;
    found.config.network.numClasses = found.kinds == 2 ? 1 : found.kinds;
    takeSteps(found.rows, found.config.training);
    found.recognised = counted(found.rows, "picture") + " of " + counted(found.kinds, "class", "classes") +
                       ", scaled and cropped to " + std::to_string(data.pictureSize) + " x " +
                       std::to_string(data.pictureSize) + " pixels (data.picture_size) in patches of " +
                       std::to_string(data.patchSize) + " (data.patch_size).";
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
    if (isTable && wish.kind == OwnData::Kind::Pictures) return std::nullopt;
    if (!folder) (void)InputFile(path);  // whether it can be read at all
    std::string problems;
    const auto attempt = [&](OwnData::Kind kind, const char* as, const auto& read) -> std::optional<OwnData> {
        if (wish.kind && *wish.kind != kind) return std::nullopt;
        try {
            return read();
        } catch (const Error& error) {
            if (wish.kind) throw;
            problems += std::string(problems.empty() ? "" : " ") + "As " + as + ": " + error.what();
            if (!problems.ends_with('.')) problems += '.';
            return std::nullopt;
        }
    };
    const auto texts = [&] {
        return attempt(OwnData::Kind::Texts, "texts", [&] { return textsAt(path, wish.data); });
    };
    if (isTable) {
        const bool asTexts = wish.kind ? *wish.kind == OwnData::Kind::Texts : holdsTexts(path, wish.data);
        if (auto found = asTexts ? texts() : attempt(OwnData::Kind::Pairs, "pairs", [&] {
                return pairsAt(path, wish);
            }))
            return found;
    } else {
        if (auto found = texts()) return found;
        const std::string name = lowered(fs::path(path).filename().string());
        if (folder || name.find("cifar") != std::string::npos ||
            name.find("mnist") != std::string::npos)  // Only these archives are tried as pictures
            if (auto found =
                    attempt(OwnData::Kind::Pictures, "pictures", [&] { return picturesAt(path, wish.data); }))
                return found;
    }
    if (folder || !isTable) return std::nullopt;  // who opens networks says what it is not
    throw inputError(fs::path(path).filename().string() + " cannot be used as data. " + problems +
                     " A text without classes is for a language model: name the preset characters or words.");
}

std::optional<TablePreview> previewOf(const std::string& path, const DataConfig& data) {
    std::error_code failed;
    if (fs::is_directory(path, failed) || !isTableName(path)) return std::nullopt;
    std::optional<TableFile> table = readTableFile(path, data);
    if (!table) return std::nullopt;
    TablePreview preview;
    preview.taken = columnsOf(*table, data);
    preview.header = table->header;
    preview.separator = table->separatorName();
    preview.encoding = nameOf(table->encoding);
    for (size_t column = 0; column < table->columns; ++column) preview.names.push_back(table->nameOf(column));
    BadLines ignored;
    TableRows rows(*table);
    for (std::vector<std::string> row; preview.rows.size() < rowsShown && rows.next(row, ignored);) {
        for (std::string& field : row) field = shortenedRow(field);
        preview.rows.push_back(row);
    }
    return preview;
}

void followData(const DataSet& data, const std::function<bool(const char* key)>& isChosen,
                RunConfig& config) {
    if (data.recognised) {
        const DataConfig asked = std::exchange(config.data, *data.recognised);
        config.data.length = asked.length;
        config.data.path = asked.path;
        config.data.csvPath = asked.csvPath;
    }
    const int classes = int(data.names.classes.size());
    if (isPairs(config.data)) tieNetworkToData(config);
    if (isSets(config.data) && data.train.featureDim > 0 && !isChosen("network.input_dim"))
        config.network.inputDim = data.train.featureDim;
    if (((isText(config.data) && !config.data.path.empty()) || isPictures(config.data)) && classes >= 2 &&
        !isChosen("network.num_classes"))
        config.network.numClasses = classes == 2 && config.network.numClasses != 2 ? 1 : classes;
}

}  // namespace attx
