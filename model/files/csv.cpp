#include "model/files/csv.h"

#include <algorithm>

#include "model/files/error.h"

namespace attx {

CsvReader::CsvReader(std::string_view text, char separator, std::string source, Quotes quotes)
    : rest_(text), separator_(separator), source_(std::move(source)), quotes_(quotes) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);  // the mark that some editors put first
}

char CsvReader::separatorOf(std::string_view text) {
    const std::string_view first = text.substr(0, text.find('\n'));
    for (const char candidate : {'\t', ';', ','})
        if (first.find(candidate) != std::string_view::npos) return candidate;
    return ',';
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
    if (rest_.empty()) return false;
    rowLine_ = line_;
    while (true) {
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

std::string CsvReader::quotedField() {
    const int64_t opened = line_;
    std::string field;
    for (rest_.remove_prefix(1);;) {
        const size_t at = rest_.find('"');
        if (at == std::string_view::npos)
            throw inputError(source_ + ": line " + std::to_string(opened) +
                             ": the quote that opens in this line never closes; close it, or double the "
                             "quotes that stand inside a field");
        line_ += std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
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
