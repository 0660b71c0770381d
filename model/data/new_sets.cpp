#include "model/data/new_sets.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "model/data/feature_file.h"
#include "model/data/image_source.h"
#include "model/data/table_file.h"
#include "model/files/error.h"
#include "model/files/named_array.h"
#include "model/files/text.h"
#include "model/files/walked_folder.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr size_t mostPictures = 1'000'000;

std::optional<float> finiteIn(const std::string& field) {
    const auto value = numberIn<float>(trimmedField(field));
    return value && std::isfinite(*value) ? value : std::nullopt;
}

bool hasHeader(const TableFile& table) {
    CsvReader reader(table.text, table.separator, table.source, table.quotes);
    std::vector<std::string> first;
    try {
        return reader.next(first) && std::ranges::any_of(first, [](const auto& f) { return !finiteIn(f); });
    } catch (const Error&) {
        return false;  // It is one of the lines that are listed.
    }
}

/// A table of numbers as [rows, columns].
NamedArray numbersOfTable(const RunConfig& config, const std::string& path, const DataConfig& asked,
                          NewRows& rows) {
    TableBytes file = tableBytes(path);
    TableFile table = tableOfBytes(file.source, std::move(file.bytes), asked);
    table.header = asked.header == HeaderLine::Auto ? hasHeader(table) : asked.header == HeaderLine::True;
    NamedArray array{table.source, {0, int64_t(table.columns)}, {}};
    BadLines bad;
    TableRows lines(table);
    for (std::vector<std::string> fields; lines.next(fields, bad);) {
        std::vector<float> numbers;
        for (const std::string& field : fields)
            if (const auto number = finiteIn(field)) numbers.push_back(*number);
        if (numbers.size() != fields.size()) {
            const auto wrong = std::ranges::find_if(fields, [](const auto& f) { return !finiteIn(f); });
            bad.add(lines.line(), "expected numbers, found \"" + shortened(*wrong) + "\".");
            continue;
        }
        array.values.insert(array.values.end(), numbers.begin(), numbers.end());
        ++array.shape[0];
    }
    bad.finish(table, config.data.skipBadLines);
    rows.note = bad.note(table);
    rows.recognised = table.source + ": " + table.formText() + "; ";
    return array;
}

}  // namespace

Table tableOfSets(std::vector<float> values, int members, int dim) {
    Table table;
    table.rows = std::ssize(values) / dim;
    table.rowsPerSample = table.length = members;
    table.featureDim = dim;
    table.features = std::move(values);
    return table;
}

NewRows newSets(const RunConfig& config, const std::string& path, const DataConfig& asked) {
    const int64_t D = config.network.inputDim;
    NewRows rows;
    const std::string name = lowered(path);
    NamedArray array = name.ends_with(".npz") || name.ends_with(".npy")
                           ? readFeatureArray(path)
                           : numbersOfTable(config, path, asked, rows);
    const std::vector<int64_t>& shape = array.shape;
    const bool areVectors = shape.size() == 2 && shape[1] == D,
               areFlat = shape.size() == 2 && shape[1] > D && shape[1] % D == 0;
    if (array.values.empty() || !(areVectors || areFlat || (shape.size() == 3 && shape[2] == D)))
        throw inputError(path + ": expected sets of vectors of " + counted(D, "number") +
                         ", as the network reads them: [sets, members, " + std::to_string(D) +
                         "], or [vectors, " + std::to_string(D) +
                         "] with data.set_size of them for a set; found " + shapeText(shape) + ".");
    const int64_t members = areVectors ? config.data.setSize : areFlat ? shape[1] / D : shape[1];
    if (areVectors && members > 1 && !rows.note.empty())
        throw inputError(
            rows.note +
            " Where several lines are a set this is refused: the vectors behind would be in other "
            "sets. Mend the table, or write each set in one line.");
    if (areVectors && shape[0] % members != 0)
        throw inputError(path + ": expected whole sets of " + counted(members, "vector") +
                         " (data.set_size), found " + counted(shape[0], "vector") +
                         ". Say how many are a set with --set data.set_size=N.");
    rows.table = tableOfSets(std::move(array.values), int(members), int(D));
    rows.recognised += (rows.recognised.empty() ? path + ": " : "") + std::to_string(rows.table.samples()) +
                       (rows.table.samples() == 1 ? " set of " : " sets of ") + counted(members, "vector") +
                       " of " + counted(D, "number") +
                       (areVectors ? ", one after the other (data.set_size)" : "") + ", of unknown truth.";
    return rows;
}

std::optional<PictureSets> pictureSetsAt(const std::string& path, int setSize,
                                         const std::vector<std::string>& classes) {
    const WalkedFolder walked = filesBelow(path, isPictureName, mostPictures);
    std::map<std::string, std::vector<std::string>> folders;
    for (const std::string& file : walked.files)
        folders[fs::path(file).parent_path().string()].push_back((fs::path(path) / file).string());
    // Training, validation and test need sets of one class each, but for the odd one.
    const size_t enough = 3 * (size_t(std::max(setSize, 2)) - 1);
    bool areEnough = folders.size() > 1;
    for (const auto& [name, files] : folders) {
        const fs::path folder(name);
        const std::string top = folder.empty() ? std::string() : folder.begin()->string();
        if (top == "train" || top == "test" ||
            std::ranges::find(classes, folder.filename().string()) != classes.end())
            return std::nullopt;
        areEnough &= files.size() >= enough;
    }
    if (folders.empty() || areEnough) return std::nullopt;
    PictureSets sets;
    sets.note = walked.note;
    const auto& [firstName, firstFiles] = *folders.begin();
    sets.members = int(firstFiles.size());
    for (const auto& [name, files] : folders) {
        if (files.size() != firstFiles.size())
            throw inputError(path + ": expected as many pictures in each folder, which is a set, found " +
                             std::to_string(firstFiles.size()) + " in \"" + shortened(firstName) + "\" and " +
                             std::to_string(files.size()) + " in \"" + shortened(name) +
                             "\". To draw sets from classes instead, each needs at least " +
                             counted(enough, "picture") + ".");
        sets.names.push_back(name.empty() ? fs::absolute(path).lexically_normal().filename().string() : name);
        sets.files.insert(sets.files.end(), files.begin(), files.end());
    }
    return sets;
}

}  // namespace attx
