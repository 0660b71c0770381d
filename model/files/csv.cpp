#include "model/files/csv.h"

#include <algorithm>
#include <map>

#include "model/files/error.h"

namespace attx {

CsvReader::CsvReader(std::string_view text, char separator, std::string source, Quotes quotes)
    : rest_(text), separator_(separator), source_(std::move(source)), quotes_(quotes) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);  // the mark that some editors put first
}

char CsvReader::separatorOf(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    const std::string_view first = text.substr(0, text.find('\n'));
    char best = 0;
    double share = 0;
    for (const char candidate : {'\t', ';', ',', '|'}) {
        if (first.find(candidate) == std::string_view::npos) continue;
        const RowWidth width = rowWidthOf(text, candidate, candidate == '\t' ? Quotes::Text : Quotes::Syntax);
        const double found = width.fields > 1 ? width.share : 0;
        if (best != 0 && found <= share) continue;
        best = candidate;
        share = found;
    }
    return best == 0 ? ',' : best;
}

RowWidth rowWidthOf(std::string_view text, char separator, Quotes quotes) {
    constexpr size_t looked = size_t{1} << 18, mostRows = 1000;
    const bool isCut = text.size() > looked;
    CsvReader reader(text.substr(0, looked), separator, {}, quotes);
    std::map<size_t, size_t> widths;  // Number of rows for each number of fields
    size_t rows = 0, first = 0, last = 0;
    for (std::vector<std::string> fields; rows < mostRows;) {
        try {
            if (!reader.next(fields)) break;
            last = fields.size();
            first = rows == 0 ? last : first;
            ++widths[last];
        } catch (const Error&) {
            reader.skipLine();
        }
        ++rows;
    }
    if (isCut && rows > 1 && rows < mostRows && widths.contains(last)) --widths[last], --rows;
    RowWidth most{first, 0};
    for (const auto& [fields, count] : widths)
        if (count > widths[most.fields]) most.fields = fields;
    if (rows > 0) most.share = double(widths[most.fields]) / double(rows);
    return most;
}

Quotes CsvReader::quotesOf(std::string_view text, char separator) {
    if (separator != '\t') return Quotes::Syntax;
    std::vector<std::string> fields;
    bool hasLines = false;
    try {
        for (CsvReader quoted(text, separator, {}); quoted.next(fields);)
            for (const std::string& field : fields) hasLines |= field.find('\n') != std::string::npos;
    } catch (const Error&) {
        return Quotes::Text;
    }
    if (!hasLines) return Quotes::Syntax;
    CsvReader plain(text, separator, {}, Quotes::Text);
    if (!plain.next(fields)) return Quotes::Syntax;
    for (const size_t columns = fields.size(); plain.next(fields);)
        if (fields.size() != columns) return Quotes::Syntax;
    return Quotes::Text;
}

std::string CsvReader::where() const { return source_ + ": line " + std::to_string(rowLine_); }

bool CsvReader::next(std::vector<std::string>& fields) {
    fields.clear();
    while (!rest_.empty() && (rest_.front() == '\n' || rest_.front() == '\r')) {
        line_ += rest_.front() == '\n';
        rest_.remove_prefix(1);
    }
    row_ = rest_;
    if (rest_.empty()) return false;
    rowLine_ = line_;
    while (true) {
        if (fields.size() == mostFields)
            throw inputError(where() + ": expected at most " + std::to_string(mostFields) +
                             " fields, found more; is it a table of texts?");
        if (quotes_ == Quotes::Syntax && rest_.starts_with('"')) {
            fields.push_back(quotedField());
        } else {
            const char ends[] = {separator_, '\n'};
            const size_t end = std::min(rest_.find_first_of({ends, 2}), rest_.size());
            std::string_view field = rest_.substr(0, end);
            rest_.remove_prefix(end);
            if (field.ends_with('\r') && !rest_.starts_with(separator_)) field.remove_suffix(1);
            fields.emplace_back(field);
        }
        const bool more = rest_.starts_with(separator_);
        if (!rest_.empty()) {
            line_ += rest_.front() == '\n';
            rest_.remove_prefix(1);
        }
        if (!more) return true;
    }
}

void CsvReader::skipLine() {
    rest_ = row_;
    rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    line_ = rowLine_;
}

std::string CsvReader::quotedField() {
    const int64_t opened = line_;
    std::string field;
    for (rest_.remove_prefix(1);;) {
        const size_t at = rest_.find('"');
        if (at == std::string_view::npos)
            throw inputError(source_ + ": line " + std::to_string(opened) +
                             ": the quote that opens in this line never closes; close it, or double the "
                             "quotes that stand inside a field");
        line_ += std::count(rest_.begin(), rest_.begin() + at, '\n');
        field += rest_.substr(0, at);
        rest_.remove_prefix(at + 1);
        if (separator_ == '\t' && field.ends_with('\\')) {
            field.back() = '"';
        } else if (rest_.starts_with('"')) {
            field += '"';
            rest_.remove_prefix(1);
        } else {
            break;
        }
    }
    if (rest_.starts_with("\r\n") || rest_ == "\r") rest_.remove_prefix(1);
    if (!rest_.empty() && rest_.front() != separator_ && rest_.front() != '\n')
        throw inputError(source_ + ": line " + std::to_string(line_) +
                         ": text stands behind a closing quote (" +
                         std::string(rest_.substr(0, std::min<size_t>(rest_.find('\n'), 20))) +
                         "); quotes inside a quoted field are doubled");
    return field;
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

}  // namespace attx
