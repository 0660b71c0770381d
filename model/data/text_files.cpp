#include "model/data/text_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "model/data/vectoriser.h"
#include "model/files/archive.h"
#include "model/files/csv.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr int deepestFolder = 4;          // aclImdb/train/pos and one around it; a whole home is not searched
constexpr size_t mostTexts = 10'000'000;  // as config.cpp allows for the sizes
constexpr size_t mostClasses = 1000;      // more are a column of something else, not of classes
constexpr size_t mostTextBytes = size_t{4} << 30;
constexpr size_t askEvery = size_t{128} << 20;  // bytes of texts; then memory is asked for as much again

enum class Split { Train, Validation, Test };

std::optional<Split> splitNamed(const std::string& name) {
    static const std::map<std::string, Split> names{
        {"train", Split::Train},      {"training", Split::Train},
        {"val", Split::Validation},   {"validation", Split::Validation},
        {"valid", Split::Validation}, {"dev", Split::Validation},
        {"test", Split::Test}};
    const auto found = names.find(lowered(name));
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

/// One text with the words that a source has for its class.
struct NamedText {
    std::string text, className, where;
    Split split = Split::Train;
};

/// Takes texts in their order, and watches over what they are.
class Collector {
public:
    explicit Collector(std::string source) : source_(std::move(source)) {}

    void add(NamedText&& item) {
        if (item.text.size() > static_cast<size_t>(longestText))
            throw inputError(item.where + ": a text has at most " + std::to_string(longestText >> 20) +
                             " MiB, found " + std::to_string(item.text.size() >> 20) +
                             " MiB. Is it one text, or several in one file?");
        if (item.text.find('\0') != std::string::npos)
            throw inputError(
                item.where +
                ": expected text in UTF-8, found zero bytes, as in UTF-16 or in a file that is no "
                "text. Save it as UTF-8, or take it out of the folder.");
        if ((bytes_ + item.text.size()) / askEvery != bytes_ / askEvery)
            requireMemory(askEvery, source_ + ": reading more of its texts", "Take fewer.");
        bytes_ += item.text.size();
        if (bytes_ > mostTextBytes || items_.size() == mostTexts)
            throw inputError(source_ + ": more than " + std::to_string(mostTexts) +
                             " texts or 4 GiB of them; take fewer.");
        item.className = onOneLine(validUtf8(std::move(item.className)));
        int64_t bad = 0;
        item.text = validUtf8(std::move(item.text), &bad);
        if (bad > 0 && badTexts_++ == 0) firstBad_ = item.where;
        if (wordsOf(item.text, 1).empty() && emptyTexts_++ == 0) firstEmpty_ = item.where;
        items_.push_back(std::move(item));
    }

    /// A text that lies where none of its class is looked for.
    void leaveOut(const std::string& where) {
        if (leftOut_++ == 0) firstLeftOut_ = where;
    }

    [[nodiscard]] TextFiles finish() {
        TextFiles result;
        result.classes = classes();
        std::stable_sort(items_.begin(), items_.end(),
                         [](const NamedText& a, const NamedText& b) { return a.className < b.className; });
        for (NamedText& item : items_) {
            const auto at = std::lower_bound(result.classes.begin(), result.classes.end(), item.className);
            auto& part = item.split == Split::Train        ? result.train
                         : item.split == Split::Validation ? result.validation
                                                           : result.test;
            part.push_back({std::move(item.text), static_cast<int32_t>(at - result.classes.begin())});
        }
        result.note = note();
        return result;
    }

private:
    /// Of the training texts; those of the other splits must be among them.
    [[nodiscard]] std::vector<std::string> classes() const {
        std::set<std::string> found;
        std::map<std::string, bool> hasWords;
        for (const NamedText& item : items_)
            if (item.split == Split::Train) {
                found.insert(item.className);
                hasWords[item.className] |= !wordsOf(item.text, 1).empty();
            }
        if (found.size() > mostClasses)
            throw inputError(source_ + ": expected at most " + std::to_string(mostClasses) +
                             " classes, found " + std::to_string(found.size()) +
                             " different ones. Is the column or folder of classes the right one?");
        if (found.size() < 2)
            throw inputError(
                source_ + ": expected texts of at least two classes to tell apart, found " +
                (found.empty() ? "no text to train on" : "only \"" + *found.begin() + "\"") +
                ". Each class is a folder with .txt files, or a value in the column of classes.");
        for (const auto& [name, words] : hasWords)
            if (!words)
                throw inputError(source_ + ": every text of the class \"" + name +
                                 "\" is empty; there is nothing to learn it from.");
        for (const NamedText& item : items_)
            if (!found.contains(item.className))
                throw inputError(item.where + ": the class \"" + item.className.substr(0, 60) +
                                 "\" is not among those of the training texts.");
        return {found.begin(), found.end()};
    }

    [[nodiscard]] std::string note() const {
        const auto counted = [](int64_t count, const char* what, const std::string& first) {
            return std::to_string(count) + (count == 1 ? " text " : " texts ") + what + " (first: " + first +
                   "). ";
        };
        std::string text;
        if (badTexts_ > 0)
            text += counted(badTexts_, "not wholly in UTF-8; what is not was replaced by U+FFFD", firstBad_);
        if (emptyTexts_ > 0) text += counted(emptyTexts_, "without a word, read as padding", firstEmpty_);
        if (leftOut_ > 0)
            text += counted(leftOut_, "left out, because most lie at another depth, or below train and test",
                            firstLeftOut_);
        if (!text.empty()) text = source_ + ": " + text.substr(0, text.size() - 1);
        return text;
    }

    std::string source_;
    std::vector<NamedText> items_;
    size_t bytes_ = 0;
    int64_t badTexts_ = 0, emptyTexts_ = 0, leftOut_ = 0;
    std::string firstBad_, firstEmpty_, firstLeftOut_;
};

// --- folders and archives ---

struct FoundFile {
    std::vector<std::string> folders;  ///< that it lies in, outermost first
    std::string name;
    std::string bytes;  ///< of an archive's; empty for a folder's, which are read when their place is known
};

std::vector<std::string> partsOf(const std::string& path) {
    std::vector<std::string> parts;
    for (size_t at = 0; at <= path.size();) {
        const size_t end = std::min(path.find('/', at), path.size());
        if (const std::string part = path.substr(at, end - at); !part.empty() && part != ".")
            parts.push_back(part);
        at = end + 1;
    }
    return parts;
}

bool isWanted(const std::vector<std::string>& parts) {
    return !parts.empty() && lowered(parts.back()).ends_with(".txt") && !parts.back().starts_with('.') &&
           std::find(parts.begin(), parts.end(), "unsup") == parts.end();
}

/// Files of [split/]CLASS/NAME.txt, whatever folder lies around: the class is the folder that a file lies in.
/// Most decide: if they lie below a split, the others (README.txt, urls_pos.txt) are left out; else those
/// that lie at another depth than most.
TextFiles arrange(std::vector<FoundFile> files, const std::string& source) {
    std::sort(files.begin(), files.end(), [](const FoundFile& a, const FoundFile& b) {
        return std::tie(a.folders, a.name) < std::tie(b.folders, b.name);
    });
    const auto splitOf = [](const FoundFile& file) -> std::optional<Split> {
        const size_t depth = file.folders.size();
        return depth < 2 ? std::nullopt : splitNamed(file.folders[depth - 2]);
    };
    const auto below = static_cast<size_t>(std::count_if(files.begin(), files.end(), splitOf));
    const bool hasSplits = below > 0 && below >= files.size() - below;
    std::map<size_t, size_t> atDepth;
    for (const FoundFile& file : files)
        if (!file.folders.empty()) ++atDepth[file.folders.size()];
    size_t depth = 0;  // the classes lie side by side
    for (const auto& [candidate, count] : atDepth)
        if (count > atDepth[depth]) depth = candidate;

    Collector collector(source);
    std::error_code ignored;
    for (FoundFile& file : files) {
        const std::optional<Split> split = splitOf(file);
        std::string where = source;
        for (const std::string& folder : file.folders) where += "/" + folder;
        where += "/" + file.name;
        if (hasSplits ? !split : file.folders.size() != depth || depth == 0) {
            // Above the classes lie the words of those who made the data.
            if (hasSplits ? file.folders.size() >= depth : !file.folders.empty()) collector.leaveOut(where);
            continue;
        }
        if (file.bytes.empty() && fs::is_directory(source, ignored)) file.bytes = readFile(where);
        collector.add({std::move(file.bytes), file.folders.back(), where, split.value_or(Split::Train)});
    }
    return collector.finish();
}

/// What may not be seen would be missing without a word.
void requireReadable(const fs::path& folder) {
    if (::faccessat(AT_FDCWD, folder.c_str(), R_OK | X_OK, AT_EACCESS) != 0)
        throw inputError(folder.string() +
                         ": you have no right to read this folder; change its permissions, or move it away "
                         "from the texts.");
}

TextFiles readFolder(const std::string& path) {
    requireReadable(path);
    std::vector<FoundFile> files;
    std::error_code problem;
    auto at = fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, problem);
    for (; !problem && at != fs::recursive_directory_iterator(); at.increment(problem)) {
        std::vector<std::string> parts = partsOf(at->path().lexically_relative(path).generic_string());
        if (at->is_directory(problem)) {
            if (at.depth() + 1 >= deepestFolder || parts.back() == "unsup" || parts.back().starts_with('.'))
                at.disable_recursion_pending();
            else
                requireReadable(at->path());
            continue;
        }
        if (!isWanted(parts) || !at->is_regular_file(problem)) continue;
        std::string name = std::move(parts.back());
        parts.pop_back();
        files.push_back({std::move(parts), std::move(name), {}});
        if (files.size() > mostTexts)
            throw inputError(path + ": more than " + std::to_string(mostTexts) + " texts; take fewer.");
    }
    if (problem) throw inputError(path + ": the folder cannot be read: " + problem.message());
    return arrange(std::move(files), path);
}

TextFiles readArchive(const std::string& path) {
    std::vector<FoundFile> files;
    ArchiveReader archive(path);
    while (archive.next()) {
        std::vector<std::string> parts = partsOf(archive.name());
        if (!isWanted(parts)) continue;
        std::string name = std::move(parts.back());
        parts.pop_back();
        files.push_back({std::move(parts), std::move(name), archive.read()});
    }
    return arrange(std::move(files), path);
}

// --- tables ---

/// The column whose name is one of `names`; the first of them that there is.
std::optional<size_t> columnNamed(const std::vector<std::string>& header,
                                  std::initializer_list<const char*> names) {
    for (const char* name : names)
        for (size_t i = 0; i < header.size(); ++i)
            if (lowered(header[i]) == name) return i;
    return std::nullopt;
}

struct WrongRow {
    int64_t line;
    size_t fields;
};

/// Says of all rows at once that they have other fields than the header.
std::string wrongRowsText(const std::vector<WrongRow>& rows, size_t fields) {
    constexpr size_t most = 10;
    std::string text = "line " + std::to_string(rows.front().line) + ": expected " + std::to_string(fields) +
                       " fields, as in the header, found " + std::to_string(rows.front().fields) + ".";
    if (rows.size() > 1) text += " So it is with " + std::to_string(rows.size() - 1) + " more, in the lines ";
    for (size_t i = 1; i < std::min(rows.size(), most); ++i)
        text += (i > 1 ? ", " : "") + std::to_string(rows[i].line);
    if (rows.size() > 1) text += rows.size() > most ? " and so on." : ".";
    return text + " A text that holds a separator or a line end stands in quotes.";
}

TextFiles readTable(const std::string& path) {
    const std::string bytes = readFile(path);
    if (bytes.empty()) throw inputError(path + ": expected a table of texts, found an empty file.");
    const char separator = CsvReader::separatorOf(bytes);
    const Quotes quotes = CsvReader::quotesOf(bytes, separator);
    CsvReader reader(bytes, separator, path, quotes);
    std::vector<std::string> header, row;
    if (!reader.next(header)) throw inputError(path + ": expected a table of texts, found blank lines only.");
    const auto text = columnNamed(
        header, {"text", "review", "sentence", "comment", "content", "document", "body", "message"});
    const auto label = columnNamed(header, {"label", "sentiment", "class", "category", "target", "topic"});
    const auto split = columnNamed(header, {"split"});
    if (!text || !label) {
        std::string found;
        for (const std::string& name : header) found += (found.empty() ? "" : ", ") + name.substr(0, 30);
        throw inputError(reader.where() +
                         ": expected a header that names a column of texts (text, review, sentence, comment, "
                         "content, document, body or message) and one of classes (label, sentiment, class, "
                         "category, target or topic), found " +
                         found.substr(0, 200) + ".");
    }
    Collector collector(path);
    std::vector<WrongRow> wrong;
    while (reader.next(row)) {
        if (row.size() != header.size()) {
            wrong.push_back({reader.line(), row.size()});
            continue;
        }
        const auto part = split ? splitNamed(row[*split]) : Split::Train;
        if (!part)
            throw inputError(reader.where() +
                             ": expected train, validation or test in the column split, found \"" +
                             row[*split].substr(0, 40) + "\".");
        if (row[*label].empty()) throw inputError(reader.where() + ": the class is missing.");
        collector.add({std::move(row[*text]), std::move(row[*label]), reader.where(), *part});
    }
    if (!wrong.empty()) throw inputError(path + ": " + wrongRowsText(wrong, header.size()));
    TextFiles files = collector.finish();
    if (quotes == Quotes::Text)
        files.note += (files.note.empty() ? "" : " ") + path +
                      ": its quotes are read as text, as they do not enclose whole fields.";
    return files;
}

}  // namespace

TextFiles readTextFiles(const std::string& path) {
    std::error_code problem;
    if (fs::is_directory(path, problem)) return readFolder(path);
    if (!fs::exists(path, problem))
        throw inputError(
            path +
            ": there is no such file or folder of texts. Name their place (files in the form, --data "
            "DIR on the command line).");
    if (isArchiveName(path)) return readArchive(path);
    const std::string name = lowered(path);
    for (const char* suffix : {".csv", ".tsv", ".tab", ".txt"})
        if (name.ends_with(suffix)) return readTable(path);
    throw inputError(
        path +
        ": expected a folder with a sub-folder for each class, an archive (.tar, .tar.gz, .tgz, .zip) of "
        "one, or a table (.csv, .tsv), found a file of another kind.");
}

}  // namespace attx
