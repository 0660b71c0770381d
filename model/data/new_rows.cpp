#include "model/data/new_rows.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "model/config/task.h"
#include "model/data/image_source.h"
#include "model/data/new_sets.h"
#include "model/data/pair_data.h"
#include "model/data/picture_data.h"
#include "model/data/sample.h"
#include "model/data/table_file.h"
#include "model/data/text_data.h"
#include "model/files/archive.h"
#include "model/files/encoding.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"
#include "model/files/walked_folder.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

/// Gathers rows as the network reads them.
class RowMaker {
public:
    RowMaker(const RunConfig& config, const DataNames& names) : config_(config), names_(names) {
        rows_.table.length = config.data.length;
        unit_ = unitOf(config.data, names.vocabulary);
    }

    /// Why a row is none; empty: it was taken. `answer`: its class or output, empty if unknown.
    std::string add(const std::string& given, const std::string& answer) {
        const std::string text = validUtf8(given);
        return isText(config_.data) ? addText(text, answer) : addSequence(text, answer);
    }
    [[nodiscard]] NewRows finish(const std::string& source) {
        if (rows_.table.rows == 0) throw inputError(source + ": expected rows to answer, found none.");
        if (!isKnown_) rows_.table.labels.clear();
        if (names_.vocabulary.tokenizer()) shorten(rows_.table);
        if (cut_ > 0)
            note(source + ": " + std::to_string(cut_) + " of " + std::to_string(rows_.table.rows) +
                 " texts have more than " + counted(config_.data.length, unit_.substr(0, unit_.size() - 1)) +
                 " (data.length) and are cut there.");
        if (empty_ > 0)
            note(source + ": " + std::to_string(empty_) + (empty_ == 1 ? " text has" : " texts have") +
                 " no " + unit_.substr(0, unit_.size() - 1) + " that the network knows; " +
                 (empty_ == 1 ? "its answer is that to none." : "their answers are those to none."));
        if (numbered_ > 0)
            note(source + ": " + std::to_string(numbered_) +
                 (numbered_ == 1 ? " class is taken by its number: 0 is "
                                 : " classes are taken by their numbers: 0 is ") +
                 names_.classes.front() + ".");
        if (unknownClasses_ > 0)
            note(source + ": " + std::to_string(unknownClasses_) +
                 (unknownClasses_ == 1 ? " row has" : " rows have") +
                 " a class that is none of the network's.");
        return std::move(rows_);
    }
    void note(const std::string& sentence) { addSentence(rows_.note, sentence); }
    NewRows& rows() { return rows_; }

private:
    std::string addText(const std::string& text, const std::string& answer) {
        const TextReading reading = readingOf(config_, names_.vocabulary, text);
        cut_ += reading.read < reading.words ? 1 : 0;
        empty_ += reading.known == 0 ? 1 : 0;
        std::vector<int32_t> tokens = names_.vocabulary.idsOf(text, config_.data.length);
        const auto named = std::ranges::find(names_.classes, answer);
        const auto label = classNumber(names_.classes, answer, names_.vocabulary.tokenizer() != nullptr);
        unknownClasses_ += !answer.empty() && !label ? 1 : 0;
        isKnown_ |= label.has_value();
        numbered_ += label && named == names_.classes.end() ? 1 : 0;
        rows_.table.labels.push_back(label.value_or(-1));
        close(std::move(tokens));
        return {};
    }
    std::string addSequence(const std::string& text, const std::string& answer) {
        const auto most = size_t(config_.data.length);
        std::vector<int32_t> sides[2];
        for (const auto& [side, given] : {std::pair{0, &text}, std::pair{1, &answer}}) {
            if (names_.vocabulary.empty()) {
                if (std::string problem = numbersProblem(config_.data, *given, "input", sides[side]);
                    !problem.empty() && (side == 0 || !trimmedField(*given).empty()))
                    return problem;
            } else {
                for (const std::string& token : pairTokens(config_.data.tokens, *given))
                    sides[side].push_back(names_.vocabulary.id(token));
            }
            if (sides[side].size() > most)
                return "expected at most " + counted(most, "token") + " (data.length), found " +
                       std::to_string(sides[side].size());
        }
        if (sides[0].empty()) return "expected tokens as the input, found none";
        std::vector<int32_t> labels =
            isDrawnByRule(config_.data) ? applyRule(config_.data, sides[0]) : sides[1];
        isKnown_ |= !labels.empty();
        const bool pads = !names_.vocabulary.empty();  // an output may be longer than its input
        const size_t length = pads ? most : sides[0].size();
        const bool once = answersOf(config_.data) == OutputKind::Pooled;  // one label for the whole
        if (!labels.empty() && !once) labels.resize(length, pads ? Vocabulary::padding : -1);
        labels.resize(once ? 1 : most, -1);
        rows_.table.labels.insert(rows_.table.labels.end(), labels.begin(), labels.end());
        sides[0].resize(length, Vocabulary::padding);
        close(std::move(sides[0]));
        return {};
    }
    void close(std::vector<int32_t> tokens) {
        Table& table = rows_.table;
        table.lengths.push_back(std::max(1, int32_t(tokens.size())));
        tokens.resize(config_.data.length, Vocabulary::padding);
        table.tokens.insert(table.tokens.end(), tokens.begin(), tokens.end());
        ++table.rows;
    }

    /// Rows as long as the longest: a published network reads hundreds of tokens, which most texts do not
    /// have.
    static void shorten(Table& table) {
        const int longest = *std::ranges::max_element(table.lengths);
        std::vector<int32_t> tokens;
        for (int64_t row = 0; row < table.rows; ++row) {
            const auto begin = table.tokens.begin() + row * table.length;
            tokens.insert(tokens.end(), begin, begin + longest);
        }
        table.tokens = std::move(tokens);
        table.length = longest;
    }

    const RunConfig& config_;
    const DataNames& names_;
    NewRows rows_;
    bool isKnown_ = false;
    int64_t cut_ = 0, empty_ = 0, unknownClasses_ = 0, numbered_ = 0;
    std::string unit_;  ///< What data.length counts.
};

bool hasColumn(const TableFile& table, const std::string& name) {
    return !name.empty() && std::ranges::find(table.names, name) != table.names.end();
}

/// Whether the first row has a name that the network's columns have.
bool beginsWithColumns(const TableFile& table, const DataConfig& data) {
    CsvReader reader(table.text, table.separator, table.source, table.quotes);
    std::vector<std::string> first;
    try {
        if (!reader.next(first)) return false;
    } catch (const Error&) {
        return false;  // it is one of the lines that are listed
    }
    return data.header == HeaderLine::True && std::ranges::any_of(first, [&](const std::string& name) {
               const std::string trimmed = trimmedField(name);
               return !trimmed.empty() && (trimmed == data.textColumn || trimmed == data.classColumn);
           });
}

/// `asked`: columns that are named for these rows.
NewRows rowsOfTable(const RunConfig& config, const DataNames& names, TableFile table,
                    const DataConfig& asked) {
    DataConfig wanted = config.data;
    // Columns that the network was trained on are looked for; new rows have no others.
    DataConfig open = wanted;
    open.textColumn.clear();
    open.classColumn.clear();
    if (beginsWithColumns(table, wanted)) open.header = wanted.header = HeaderLine::True;
    const TableColumns found = columnsOf(table, open);
    size_t input = isText(config.data) ? found.texts.front() : 0;
    std::optional<size_t> answer;
    const auto numbered = [&](const std::string& name) {
        return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos && !table.header;
    };
    std::vector<size_t> inputs{input};
    const bool sameColumns =
        hasColumn(table, wanted.textColumn) || hasColumn(table, wanted.classColumn) ||
        (numbered(wanted.textColumn) && numbered(wanted.classColumn) && table.columns > 1);
    if (sameColumns || wanted.textColumn.find('+') != std::string::npos) {
        if (!hasColumn(table, wanted.classColumn) && !numbered(wanted.classColumn))
            wanted.classColumn.clear();
        const TableColumns known = columnsOf(table, wanted);
        inputs = known.texts;
        if (!wanted.classColumn.empty()) answer = known.classes;
    } else if (names.vocabulary.tokenizer()) {  // trained on no table that is known here
        answer = found.classes;
    } else if (!isText(config.data) && table.columns > 1) {
        answer = 1;
    }
    if (!asked.textColumn.empty() || !asked.classColumn.empty()) {
        DataConfig named = open;
        named.textColumn = asked.textColumn;
        named.classColumn = asked.classColumn;
        const TableColumns columns = columnsOf(table, named);
        if (!asked.textColumn.empty()) inputs = columns.texts;
        if (!asked.classColumn.empty()) answer = columns.classes;
        if (answer && std::ranges::find(inputs, *answer) != inputs.end()) answer.reset();
    }
    RowMaker maker(config, names);
    BadLines bad;
    TableRows lines(table);
    for (std::vector<std::string> row; lines.next(row, bad);) {
        std::string text;
        for (const size_t column : inputs) text += (column == inputs.front() ? "" : " ") + row[column];
        const std::string problem = maker.add(text, answer ? trimmedField(row[*answer]) : std::string());
        if (!problem.empty()) bad.add(lines.line(), problem + ".");
    }
    bad.finish(table, config.data.skipBadLines);
    maker.note(bad.note(table));
    maker.rows().recognised =
        table.source + ": " + table.formText() + "; what is answered is " + table.titleOf(inputs.front()) +
        (answer ? ", the truth is " + table.titleOf(*answer) + "." : ", of unknown truth.");
    return maker.finish(table.source);
}

constexpr size_t mostFiles = 1'000'000;

/// The class of the folder that a file lies in; empty: its folder is no class.
std::string classOfFile(const DataNames& names, const fs::path& file) {
    const std::string folder = file.parent_path().filename().string();
    return classNumber(names.classes, folder, names.vocabulary.tokenizer() != nullptr) ? folder
                                                                                       : std::string();
}

NewRows rowsOfFolder(const RunConfig& config, const DataNames& names, const std::string& path) {
    WalkedFolder walked = filesBelow(
        path, [](const std::string& name) { return lowered(name).ends_with(".txt"); }, mostFiles);
    RowMaker maker(config, names);
    for (const std::string& file : walked.files) {
        const std::string place = (fs::path(path) / file).string();
        (void)maker.add(decodedText(readFile(place), place).text, classOfFile(names, place));
    }
    maker.note(walked.note);
    maker.rows().recognised =
        path + ": " + counted(walked.files.size(), "file") + ", answered by their names.";
    maker.rows().files = std::move(walked.files);
    return maker.finish(path);
}

/// Throws Error::Kind::Input for a language model, which has one text and no rows.
void requireRows(const RunConfig& config, const std::string& source) {
    if (isLanguage(config.data))
        throw inputError(source +
                         ": predict answers the test part of a language model's own text. evaluate measures "
                         "it on another text (--data), and generate goes on with one (--prompt).");
}

/// One picture, or those below a folder.
NewRows rowsOfPictures(const RunConfig& config, const DataNames& names, const std::string& path) {
    std::error_code ignored;
    const bool isFolder = fs::is_directory(path, ignored);
    WalkedFolder walked;
    if (isFolder)
        walked = filesBelow(path, isPictureName, mostFiles);
    else
        walked.files = {fs::path(path).filename().string()};
    if (walked.files.empty()) throw inputError(path + ": expected pictures to answer, found none.");
    ImageSource source;
    const fs::path folder = isFolder ? fs::path(path) : fs::path(path).parent_path();
    bool isKnown = false;
    for (const std::string& file : walked.files) {
        const std::string place = (folder / file).string(), found = classOfFile(names, place);
        const auto label = int32_t(std::ranges::find(names.classes, found) - names.classes.begin());
        source.folder.train.push_back({place, found.empty() ? -1 : label});
        isKnown |= !found.empty();
    }
    source.folder.classes = names.classes;
    const ImageSet pictures = decodedPictures(source, config.data.pictureSize).train;
    std::vector<int32_t> all(size_t(pictures.count));
    std::iota(all.begin(), all.end(), 0);
    NewRows rows{tableOfPictures(pictures, all, config.data)};
    if (!isKnown) rows.table.labels.clear();
    rows.recognised = path + ": " + std::to_string(walked.files.size()) +
                      (walked.files.size() == 1 ? " picture" : " pictures") + ", scaled and cropped to " +
                      std::to_string(config.data.pictureSize) + " x " +
                      std::to_string(config.data.pictureSize) + " pixels, answered by their names.";
    rows.note = walked.note;
    rows.files = std::move(walked.files);
    return rows;
}

}  // namespace

NewRows newRowsOf(const RunConfig& config, const DataNames& names, const std::string& source,
                  std::string bytes, const DataConfig& asked) {
    requireRows(config, source);
    const std::string text = decodedText(std::move(bytes), source, asked.encoding).text;
    RowMaker maker(config, names);
    int64_t line = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        const std::string given = trimmedField(std::string(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++line;
        if (given.empty()) continue;
        if (const std::string problem = maker.add(given, {}); !problem.empty())
            throw inputError(source + ": line " + std::to_string(line) + ": " + problem + ".");
    }
    return maker.finish(source);
}

NewRows newRows(const RunConfig& config, const DataNames& names, const std::string& path,
                const DataConfig& asked) {
    requireRows(config, path);
    if (isText(config.data) && names.vocabulary.empty())
        throw inputError(path +
                         ": expected a network that reads sequences or texts by their words, found one "
                         "that does not.");
    std::error_code ignored;
    if (!fs::exists(path, ignored)) throw inputError(path + ": there is no such file or folder.");
    if (isPictures(config.data)) return rowsOfPictures(config, names, path);
    if (isSets(config.data)) return newSets(config, path, asked);
    if (fs::is_directory(path, ignored)) {
        if (isText(config.data)) return rowsOfFolder(config, names, path);
        throw inputError(path + ": expected a file of sequences, found a folder.");
    }
    if (!isArchiveName(path) && !isTableName(path))
        throw inputError(path +
                         ": expected a table, a folder or lines of text, found a file of another kind.");
    TableBytes file = tableBytes(path);
    DataConfig form = config.data;
    form.header = asked.header;
    form.separator = asked.separator;
    form.encoding = asked.encoding;
    TableFile table = tableOfBytes(file.source, file.bytes, form);
    // Lines of text have commas here and there.
    const bool areLines =
        table.columns < 2 || rowWidthOf(table.text, table.separator, table.quotes).share < 1;
    const bool isPlain = lowered(path).ends_with(".txt") || fs::path(path).extension().empty();
    if ((areLines && isPlain && !beginsWithColumns(table, config.data)) ||
        (!isText(config.data) && table.text.find(';') == std::string::npos && table.separator == ',' &&
         config.data.separator != "comma" && !beginsWithColumns(table, config.data)))
        return newRowsOf(config, names, file.source, std::move(file.bytes), asked);
    RunConfig own = config;
    if (asked.header != HeaderLine::Auto || !beginsWithColumns(table, config.data))
        own.data.header = form.header;
    own.data.separator = form.separator;
    own.data.encoding = form.encoding;
    return rowsOfTable(own, names, std::move(table), asked);
}

}  // namespace attx
