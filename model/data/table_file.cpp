#include "model/data/table_file.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <unordered_set>
#include <utility>

#include "model/config/task.h"
#include "model/data/vectoriser.h"
#include "model/files/archive.h"
#include "model/files/encoding.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr size_t mostColumns = 1000;  // more are numbers for each row, not texts and classes
constexpr size_t mostKinds = 1000;    // Different values of a column of classes, as in text_files.cpp
constexpr int64_t fewRows = 20;       // Fewer do not tell by their values which column the classes are
constexpr size_t longestName = 40, mostListed = 10;
constexpr size_t lookedAt = 4096;  // bytes from the beginning, for zeros
constexpr std::initializer_list<const char*> textNames{"text",    "review",   "sentence", "comment",
                                                       "content", "document", "body",     "message"};
constexpr std::initializer_list<const char*> classNames{"label",    "sentiment", "class",
                                                        "category", "target",    "topic"};

std::string suffixOf(const std::string& path) {
    std::string name = lowered(fs::path(path).filename().string());
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    return fs::path(name).extension().string();
}

struct SeparatorName {
    char character;
    const char *name, *plural;
};
constexpr SeparatorName separatorNames[] = {{'\t', "tab", ATTX_TR("model", "tabs")},
                                            {',', "comma", ATTX_TR("model", "commas")},
                                            {';', "semicolon", ATTX_TR("model", "semicolons")},
                                            {'|', "bar", ATTX_TR("model", "bars")}};

std::string separatorText(char separator) {
    for (const SeparatorName& known : separatorNames)
        if (known.character == separator) return known.name;
    return {separator};
}

char separatorIn(const std::string& text, const std::string& wanted) {
    for (const SeparatorName& known : separatorNames)
        if (wanted == known.name) return known.character;
    return wanted.size() == 1 ? wanted[0] : CsvReader::separatorOf(text);
}

/// The only table in an archive; empty where it holds folders of texts.
std::string tableIn(const std::string& path) {
    std::vector<std::string> tables, others;
    bool hasFolders = false;
    for (ArchiveReader archive(path); archive.next();) {
        const std::string& name = archive.name();
        const std::string base = lowered(fs::path(name).filename().string());
        if (base.starts_with('.') || name.starts_with("__MACOSX/") || base.starts_with("readme") ||
            base.starts_with("license"))
            continue;
        const std::string suffix = suffixOf(name);
        if (suffix == ".csv" || suffix == ".tsv" || suffix == ".tab")
            tables.push_back(name);
        else if (suffix.empty() || suffix == ".txt")
            others.push_back(name);
        hasFolders |= suffix == ".txt" && name.find('/') != std::string::npos;
    }
    if (tables.empty() && (hasFolders || others.size() != 1)) return {};
    const std::vector<std::string>& found = tables.empty() ? others : tables;
    if (found.size() == 1) return found.front();
    std::string names;
    for (size_t i = 0; i < std::min(found.size(), mostListed); ++i)
        names += (names.empty() ? "" : ", ") + shortened(found[i], longestName);
    throw inputError(path + ": expected one table, found " + std::to_string(found.size()) + " (" + names +
                     "). Unpack the archive and name one of them.");
}

std::string bytesIn(const std::string& path, const std::string& name) {
    for (ArchiveReader archive(path); archive.next();)
        if (archive.name() == name) return archive.read();
    throw inputError(path + ": the archive has no file " + name + " any more.");
}

/// Whether the first row alone has a field less than the others, none of them empty: R writes the names of
/// columns so where rows have names.
bool hasShortHeader(const TableFile& table) {
    CsvReader reader(table.text, table.separator, table.source, table.quotes);
    std::vector<std::string> row;
    try {
        if (!reader.next(row) || table.columns < 3 || row.size() + 1 != table.columns) return false;
        const bool isFull =
            std::ranges::none_of(row, [](const std::string& name) { return trimmedField(name).empty(); });
        return isFull && reader.next(row) && row.size() == table.columns;
    } catch (const Error&) {
        return false;
    }
}

/// What tells columns apart.
struct ColumnLook {
    double length = 0;  ///< Sum of the lengths of all entries, in bytes
    int64_t filled = 0;
    std::unordered_set<size_t> values;  ///< hashes; at most mostKinds + 1
    bool hasLetters = false;
    void add(const std::string& entry) {
        length += double(entry.size());
        filled += entry.empty() ? 0 : 1;
        hasLetters |= hasLetter(entry);
        if (values.size() <= mostKinds) values.insert(std::hash<std::string>()(entry));
    }
    [[nodiscard]] bool holds(const std::string& entry) const {
        return values.contains(std::hash<std::string>()(entry));
    }
    static bool hasLetter(const std::string& entry) {
        return std::ranges::any_of(entry, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
        });
    }
};

/// A table behind its first row.
struct TableLook {
    std::vector<std::string> first;
    std::vector<ColumnLook> columns;
    int64_t rows = 0;
    int64_t splits = 0;  ///< rows that name one in the column that the first row calls split
    std::optional<size_t> split;
};

bool isSplitName(const std::string& entry) {
    for (const char* name : {"train", "training", "val", "validation", "valid", "dev", "test"})
        if (lowered(entry) == name) return true;
    return false;
}

std::optional<size_t> columnCalled(const std::vector<std::string>& names,
                                   std::initializer_list<const char*> known) {
    for (const char* name : known)
        for (size_t i = 0; i < names.size(); ++i)
            if (lowered(names[i]) == name) return i;
    return std::nullopt;
}

TableLook lookAt(const TableFile& table) {
    TableLook look;
    look.columns.resize(table.columns);
    CsvReader reader(table.text, table.separator, table.source, table.quotes);
    for (std::vector<std::string> fields;;) {
        try {
            if (!reader.next(fields)) break;
        } catch (const Error&) {
            reader.skipLine();
            continue;
        }
        if (look.first.empty() && table.firstIsShort) fields.insert(fields.begin(), std::string());
        if (fields.size() != table.columns) continue;
        for (std::string& field : fields) field = trimmedField(field);
        if (look.first.empty()) {
            look.first = fields;
            look.split = columnCalled(fields, {"split"});
            continue;
        }
        for (size_t i = 0; i < fields.size(); ++i) look.columns[i].add(fields[i]);
        look.splits += look.split && isSplitName(fields[*look.split]) ? 1 : 0;
        ++look.rows;
    }
    if (2 * look.splits < look.rows) look.split.reset();  // a word of their own
    return look;
}

/// The other column with the fewest different values.
std::optional<size_t> classesOf(const TableLook& look, const std::vector<size_t>& texts) {
    std::optional<size_t> best;
    for (size_t i = 0; i < look.columns.size(); ++i) {
        const ColumnLook& column = look.columns[i];
        const auto kinds = int64_t(column.values.size());
        if (std::ranges::find(texts, i) != texts.end() || i == look.split || kinds < 2 ||
            kinds > int64_t(mostKinds) || 2 * kinds > look.rows || 2 * column.filled < look.rows)
            continue;
        if (!best || column.values.size() < look.columns[*best].values.size()) best = i;
    }
    return best;
}

/// A column of numbers is no text where another one has letters, however long its numbers are.
size_t longestColumn(const TableLook& look, const std::optional<size_t>& except) {
    std::optional<size_t> best;
    for (size_t i = 0; i < look.columns.size(); ++i) {
        if (i == except || i == look.split) continue;
        const ColumnLook& column = look.columns[i];
        if (!best || std::pair(column.hasLetters, column.length) >
                         std::pair(look.columns[*best].hasLetters, look.columns[*best].length))
            best = i;
    }
    return best.value_or(0);
}

/// Whether the first row is unlike the others.
bool beginsWithNames(const TableLook& look, const std::optional<size_t>& classes) {
    if (look.first.empty() || look.rows == 0) return !look.first.empty();
    if (columnCalled(look.first, textNames) || columnCalled(look.first, classNames) || look.split)
        return true;
    for (size_t i = 0; i < look.columns.size(); ++i)
        if (ColumnLook::hasLetter(look.first[i]) && !look.columns[i].hasLetters && look.columns[i].filled > 0)
            return true;
    if (classes) return !look.first[*classes].empty() && !look.columns[*classes].holds(look.first[*classes]);
    return columnCalled(look.first, {"input", "source", "src", "question", "output", "answer", "tgt"})
        .has_value();
}

std::optional<size_t> columnNamed(const TableFile& table, const std::string& wanted) {
    for (size_t i = 0; i < table.names.size(); ++i)
        if (table.names[i] == wanted) return i;
    for (size_t i = 0; i < table.names.size(); ++i)
        if (lowered(table.names[i]) == lowered(wanted)) return i;
    const size_t number = wanted.size() < 5 ? numberIn<size_t>(wanted).value_or(0) : 0;
    return number >= 1 && number <= table.columns ? std::optional(number - 1) : std::nullopt;
}

size_t requireColumn(const TableFile& table, const std::string& wanted, const char* key) {
    if (const auto found = columnNamed(table, trimmedField(wanted))) return *found;
    std::string names;
    for (size_t i = 0; i < std::min(table.columns, mostListed); ++i)
        names += (names.empty() ? "" : ", ") + shortened(table.nameOf(i), longestName);
    throw inputError(table.source + ": expected the column \"" + shortened(wanted, longestName) + "\" (" +
                     key + "), found " + counted(table.columns, "column") + ": " + names +
                     (table.columns > mostListed ? " and so on." : ".") + " Name one, or its number from 1.");
}

std::vector<size_t> requireColumns(const TableFile& table, const std::string& wanted, const char* key) {
    if (const auto one = columnNamed(table, trimmedField(wanted))) return {*one};
    std::vector<size_t> found;
    for (size_t at = 0; at <= wanted.size();) {
        const size_t end = std::min(wanted.find('+', at), wanted.size());
        found.push_back(requireColumn(table, wanted.substr(at, end - at), key));
        at = end + 1;
    }
    return found;
}

}  // namespace

bool isTableName(const std::string& path) {
    const std::string suffix = suffixOf(path);
    return suffix.empty() || suffix == ".csv" || suffix == ".tsv" || suffix == ".tab" || suffix == ".txt";
}

std::string trimmedField(const std::string& field) {
    constexpr const char* blanks = " \t\r\n\v\f";
    const size_t first = field.find_first_not_of(blanks);
    return first == std::string::npos ? std::string()
                                      : field.substr(first, field.find_last_not_of(blanks) - first + 1);
}

std::string TableFile::nameOf(size_t column) const {
    const bool isOwn =
        column < names.size() && !names[column].empty() && std::ranges::count(names, names[column]) == 1;
    return isOwn ? names[column] : std::to_string(column + 1);
}

std::string TableFile::titleOf(size_t column) const {
    const std::string name = nameOf(column);
    return column < names.size() && name == names[column] ? "the column " + shortened(name, longestName)
                                                          : "column " + name;
}

std::string TableFile::separatorName() const {
    for (const SeparatorName& known : separatorNames)
        if (known.character == separator) return known.plural;
    return "\"" + separatorText(separator) + "\"";
}

std::string TableFile::formText() const {
    return "a table of " + counted(columns, "column") + " separated by " + separatorName() + ", " +
           (firstIsShort && header ? "with a header that leaves the first of them without a name"
            : header               ? "with a header"
                                   : "without a header") +
           ", in " + attx::nameOf(encoding);
}

std::optional<TableFile> readTableFile(const std::string& path, const DataConfig& wanted) {
    if (isArchiveName(path) && tableIn(path).empty()) return std::nullopt;
    TableBytes file = tableBytes(path);
    return tableOfBytes(file.source, std::move(file.bytes), wanted);
}

TableBytes tableBytes(const std::string& path) {
    if (!isArchiveName(path))
        return {path, lowered(path).ends_with(".gz") ? unpackedFile(path) : readFile(path)};
    const std::string name = tableIn(path);
    if (name.empty()) throw inputError(path + ": expected a table in the archive, found none.");
    return {path + "/" + name, bytesIn(path, name)};
}

TableFile tableOfBytes(const std::string& source, std::string bytes, const DataConfig& wanted) {
    if (bytes.empty()) throw inputError(source + ": expected a table of texts, found an empty file.");
    return tableOfText(source, decodedText(std::move(bytes), source, wanted.encoding), wanted);
}

TableFile tableOfText(const std::string& source, DecodedText decoded, const DataConfig& wanted) {
    TableFile table;
    table.source = source;
    table.text = std::move(decoded.text);
    table.encoding = decoded.encoding;
    if (table.text.find_first_not_of("\r\n") == std::string::npos)
        throw inputError(source + ": expected a table of texts, found blank lines only.");
    const std::string_view begin = std::string_view(table.text).substr(0, lookedAt);
    const auto controls = std::ranges::count_if(begin, [](char c) {
        return std::string_view("\t\n\v\f\r\x1b").find(c) == std::string_view::npos && c >= 0 && c < ' ';
    });
    if (controls > 16 && controls * 20 > std::ssize(begin))
        throw inputError(source +
                         ": expected a table of texts, found zero bytes or other control characters, as in "
                         "a file that is no text.");
    if (table.text.find('\n') == std::string::npos)  // Lines end in CR alone, as on old systems
        std::ranges::replace(table.text, '\r', '\n');
    table.separator = separatorIn(table.text, wanted.separator);
    table.quotes = CsvReader::quotesOf(table.text, table.separator);
    table.columns = rowWidthOf(table.text, table.separator, table.quotes).fields;
    std::vector<std::string> first;
    if (table.columns == 0 && CsvReader(table.text, table.separator, source, table.quotes).next(first))
        table.columns = first.size();
    table.firstIsShort = first.empty() && hasShortHeader(table);
    return table;
}

TableColumns columnsOf(TableFile& table, const DataConfig& wanted) {
    if (table.columns > mostColumns)
        throw inputError(table.source + ": expected at most " + std::to_string(mostColumns) +
                         " columns, found at least " + std::to_string(table.columns) +
                         "; take those of the texts and the classes out into a table of their own.");
    const TableLook look = lookAt(table);
    TableColumns columns;
    std::optional<size_t> classes, texts;
    // The header first, since columns may be named by it.
    texts = longestColumn(look, std::nullopt);
    classes = classesOf(look, {*texts});
    table.header = wanted.header == HeaderLine::Auto ? table.firstIsShort || beginsWithNames(look, classes)
                                                     : wanted.header == HeaderLine::True;
    if (table.header) {
        table.names = look.first;
        CsvReader reader(table.text, table.separator, table.source, table.quotes);
        std::vector<std::string> fields;
        if (reader.next(fields))
            for (const std::string& field : fields)
                table.trimmedNames += trimmedField(field) != field ? 1 : 0;
        columns.split = look.split;
    }
    if (!wanted.classColumn.empty()) {
        columns.classes = requireColumn(table, wanted.classColumn, "data.class_column");
        if (columns.split == columns.classes) columns.split.reset();
    }
    if (!wanted.textColumn.empty())
        columns.texts = requireColumns(table, wanted.textColumn, "data.text_column");
    const auto isInput = [&](const std::optional<size_t>& column) {
        return column && std::ranges::find(columns.texts, *column) != columns.texts.end();
    };
    if (isText(wanted) && isInput(columns.classes))
        throw inputError(table.source + ": the column \"" + table.nameOf(*columns.classes) +
                         "\" is named as text and as class. Name two columns (data.text_column, "
                         "data.class_column).");
    if (columns.texts.empty() && !columns.classes && !classes)  // too few rows to tell by them
        if (const auto text = columnCalled(table.names, textNames)) columns.texts = {*text};
    if (columns.texts.empty()) columns.texts = {longestColumn(look, columns.classes)};
    if (!columns.classes) columns.classes = classesOf(look, columns.texts);
    if (!columns.classes) {
        const auto called = columnCalled(table.names, classNames);
        const auto mayBeClasses = [&](size_t column) {  // "target" of a table of translations is not
            const auto kinds = int64_t(look.columns[column].values.size());
            return look.rows < fewRows || isText(wanted) ||
                   (kinds <= int64_t(mostKinds) && 2 * kinds <= look.rows);
        };
        if (called && !isInput(called) && mayBeClasses(*called)) columns.classes = called;
    }
    return columns;
}

void keepRecognised(const TableFile& table, const TableColumns& columns, DataConfig& data) {
    data.textColumn.clear();
    for (const size_t column : columns.texts)
        data.textColumn += (data.textColumn.empty() ? "" : "+") + table.nameOf(column);
    data.classColumn = columns.classes ? table.nameOf(*columns.classes) : std::string();
    data.header = table.header ? HeaderLine::True : HeaderLine::False;
    data.separator = separatorText(table.separator);
    data.encoding = table.encoding;
}

void BadLines::add(int64_t line, const std::string& what) {
    if (count_++ == 0)
        first_ = "line " + std::to_string(line) + ": " + what;
    else if (lines_.size() < mostListed)
        lines_.push_back(line);
}

std::string BadLines::text() const {
    std::string text = first_;
    if (count_ == 1) return text;
    text += count_ == 2
                ? std::string(" It is not the only one: there is 1 more, in line ")
                : " It is not the only one: there are " + std::to_string(count_ - 1) + " more, in the lines ";
    for (size_t i = 0; i < lines_.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(lines_[i]);
    return text + (count_ - 1 > std::ssize(lines_) ? " and so on." : ".");
}

void BadLines::finish(const TableFile& table, bool skipped) const {
    if (count_ > 0 && !skipped)
        throw inputError(table.source + ": " + text() +
                         " Mend them, or leave them out (data.skip_bad_lines, --skip-bad-lines).");
}

std::string BadLines::note(const TableFile& table) const {
    if (count_ == 0) return {};
    return table.source + ": " + std::to_string(count_) +
           (count_ == 1 ? " line that cannot be read was left out: "
                        : " lines that cannot be read were left out: ") +
           text();
}

TableRows::TableRows(const TableFile& table)
    : table_(table), reader_(table.text, table.separator, table.source, table.quotes) {}

bool TableRows::next(std::vector<std::string>& fields, BadLines& bad) {
    while (true) {
        try {
            if (!reader_.next(fields)) return false;
        } catch (const Error& problem) {
            std::string what = problem.what();  // "table.csv: line 7: ..."
            if (const size_t line = what.find(": line ");
                what.starts_with(table_.source) && line == table_.source.size())
                what.erase(0, what.find(": ", line + 2) + 2);
            bad.add(reader_.line(), what + ".");
            reader_.skipLine();
            continue;
        }
        const bool isFirst = !begun_;
        if (fields.size() == table_.columns || (isFirst && table_.firstIsShort)) {
            begun_ = true;
            if (isFirst && table_.header) continue;
            if (fields.size() == table_.columns) return true;
        }
        bad.add(reader_.line(), "expected " + std::to_string(table_.columns) + " fields, as in " +
                                    (table_.header ? "the header" : "most rows") + ", found " +
                                    std::to_string(fields.size()) +
                                    ". A text that holds a separator or a line end stands in quotes.");
    }
}

}  // namespace attx
