// Tables of text, fields separated by commas, semicolons or tabs and quoted where they hold one (RFC 4180).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attx {

/// Whether quotes enclose fields, or are characters like any other.
enum class Quotes { Syntax, Text };

/// Reads one row at a call. A quoted field may hold separators, line ends and doubled quotes; a field is
/// quoted if it begins with one. Between tabs, \" is a quote too, as the review sets of Kaggle write it.
class CsvReader {
public:
    /// `text` must stay alive. `source` names it in messages.
    CsvReader(std::string_view text, char separator, std::string source, Quotes quotes = Quotes::Syntax);

    /// False at the end. Blank lines are skipped. Throws Error::Kind::Input with the line for a quote that
    /// never closes, for text behind a closing quote, and for more than mostFields fields.
    [[nodiscard]] bool next(std::vector<std::string>& fields);
    /// Behind the line that the last row begins in, which next() could not read.
    void skipLine();
    [[nodiscard]] int64_t line() const { return rowLine_; }  ///< Line in which the last row begins, from 1
    /// "reviews.csv: line 7: what"
    [[nodiscard]] std::string where() const;

    /// Tab, semicolon, comma or bar: of those that the first line holds the one that gives most of the first
    /// rows the same number of fields, of equals the first of these; a comma where there is none.
    [[nodiscard]] static char separatorOf(std::string_view text);
    /// Between tabs few programs quote: there, quotes are text unless they enclose whole fields throughout. A
    /// field of several lines is no such one where each line alone has the fields of the first.
    [[nodiscard]] static Quotes quotesOf(std::string_view text, char separator);

    static constexpr size_t mostFields = 100'000;  ///< Most fields of a row

private:
    [[nodiscard]] std::string quotedField();

    std::string_view rest_, row_;  ///< What next() has not read yet; and the text from the last row on
    char separator_;
    std::string source_;
    Quotes quotes_;
    int64_t line_ = 1, rowLine_ = 1;
};

/// How many fields most of the first rows of `text` have (of equals as many as the first row), and which
/// share of them has so many.
struct RowWidth {
    size_t fields = 0;
    double share = 0;
};
[[nodiscard]] RowWidth rowWidthOf(std::string_view text, char separator, Quotes quotes);

/// `text` as a field between commas: quoted where that is needed.
[[nodiscard]] std::string csvField(const std::string& text);

}  // namespace attx
