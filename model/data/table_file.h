// A table of text as another program wrote it: how its characters, columns and quotes are written is found
// out, or as the configuration says.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/files/csv.h"
#include "model/files/encoding.h"

namespace attx {

/// Whether the name is one of a table: .csv, .tsv, .tab, .txt or no suffix, also with .gz behind it.
[[nodiscard]] bool isTableName(const std::string& path);

/// The columns that are read, counted from 0.
struct TableColumns {
    std::vector<size_t> texts;      ///< joined by blanks; of pairs the input
    std::optional<size_t> classes;  ///< Column of the classes, or of a pair's output; nothing: there is none
    std::optional<size_t> split;    ///< train, validation or test
};

/// A table in memory, whose rows TableRows goes through.
struct TableFile {
    std::string source;  ///< Name for messages: the file, or "texts.zip/texts.csv"
    std::string text;    ///< UTF-8, as far as the file is
    Encoding encoding = Encoding::Utf8;
    char separator = ',';
    Quotes quotes = Quotes::Syntax;
    size_t columns = 0;
    bool header = false;
    bool firstIsShort = false;       ///< the first row leaves the first column out, as R writes a header
    std::vector<std::string> names;  ///< Column names, without blank edges; empty without a header
    size_t trimmedNames = 0;         ///< Number of names that had blank edges

    /// "review" or, without a name of its own, "3".
    [[nodiscard]] std::string nameOf(size_t column) const;
    /// "the column review", "the 3rd ...": for sentences.
    [[nodiscard]] std::string titleOf(size_t column) const;
    /// "separated by commas, with a header, UTF-8"
    [[nodiscard]] std::string formText() const;
    [[nodiscard]] std::string separatorName()
        const;  ///< In the plural, "commas", or itself in quotation marks
};

/// Reads the table `path`, packed (.gz) or not, or the only table in an archive; `wanted` says what is not to
/// be found out. Nothing for an archive that holds folders. Throws Error::Kind::Input for no text, no row.
[[nodiscard]] std::optional<TableFile> readTableFile(const std::string& path, const DataConfig& wanted);

/// The same of a file's bytes, or of its text.
[[nodiscard]] TableFile tableOfBytes(const std::string& source, std::string bytes, const DataConfig& wanted);
[[nodiscard]] TableFile tableOfText(const std::string& source, DecodedText text, const DataConfig& wanted);

/// The bytes of a table, unpacked.
struct TableBytes {
    std::string source;  ///< the file, or "texts.zip/texts.csv"
    std::string bytes;
};
/// Throws Error::Kind::Input for an archive that has no table.
[[nodiscard]] TableBytes tableBytes(const std::string& path);

/// Lines that cannot be read, whatever is wrong with them.
class BadLines {
public:
    /// `what` continues "table.csv: line 7: ".
    void add(int64_t line, const std::string& what);
    /// Throws Error::Kind::Input that names all lines, unless there are none or they are `skipped`.
    void finish(const TableFile& table, bool skipped) const;
    /// "3 lines that cannot be read were left out ..."; empty if there are none.
    [[nodiscard]] std::string note(const TableFile& table) const;
    [[nodiscard]] bool empty() const { return count_ == 0; }

private:
    [[nodiscard]] std::string text() const;

    int64_t count_ = 0;
    std::string first_;
    std::vector<int64_t> lines_;  ///< Numbers of the next bad lines after the first one, from 1; at most ten
};

/// The rows that have a field for each column, behind the header.
class TableRows {
public:
    explicit TableRows(const TableFile& table);
    /// False at the end. What is wrong with other rows is added to `bad`.
    [[nodiscard]] bool next(std::vector<std::string>& fields, BadLines& bad);
    [[nodiscard]] int64_t line() const { return reader_.line(); }
    [[nodiscard]] std::string where() const { return reader_.where(); }

private:
    const TableFile& table_;
    CsvReader reader_;
    bool begun_ = false;
};

/// Finds the header of `table` and the columns, where `wanted` names none:
/// - the texts are the column with the longest entries, on average;
/// - the classes are the other column with the fewest different values: at least two, each at least twice on
/// average. One that is mostly empty is none, nor is one named split that tells train from test.
/// `classes` stays empty where there is no such column, unless the header calls one so (label, class ...).
/// Throws Error::Kind::Input for columns that are named and are not there, and for more columns than any
/// table of texts has.
[[nodiscard]] TableColumns columnsOf(TableFile& table, const DataConfig& wanted);

/// Keeps in `data` what was recognised.
void keepRecognised(const TableFile& table, const TableColumns& columns, DataConfig& data);

/// ASCII blanks at both ends are cut off.
[[nodiscard]] std::string trimmedField(const std::string& field);

}  // namespace attx
