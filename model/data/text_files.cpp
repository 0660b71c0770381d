#include "model/data/text_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "model/data/table_file.h"
#include "model/data/vectoriser.h"
#include "model/files/archive.h"
#include "model/files/encoding.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr int deepestFolder = 4;          // aclImdb/train/pos and one around it; a whole home is not searched
constexpr size_t mostTexts = 10'000'000;  // Limit of data.train_size, see maxRows in data_keys.cpp
constexpr size_t mostClasses = 1000;      // more are a column of something else, not of classes
constexpr int64_t longestText = 16 << 20;  // bytes; the longest review of IMDB has 14,000
constexpr size_t mostTextBytes = size_t{4} << 30;
constexpr size_t askEvery = size_t{128} << 20;  // Bytes of texts between two checks of memory

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

/// How many texts have something in common, and where the first one is.
struct Noted {
    int64_t count = 0;
    std::string first;
    void add(const std::string& where) {
        if (count++ == 0) first = where;
    }
};

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
        if (item.text.size() > size_t(longestText))
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
        if (bad > 0) bad_.add(item.where);
        if (wordsOf(item.text, 1).empty()) empty_.add(item.where);
        items_.push_back(std::move(item));
    }

    /// A text that lies where none of its class is looked for.
    void leaveOut(const std::string& where) { leftOut_.add(where); }

    /// A text of a file of its own that was not written in UTF-8.
    void countOther(Encoding encoding, const std::string& where) { others_[encoding].add(where); }

    [[nodiscard]] TextFiles finish() {
        TextFiles result;
        result.classes = classes();
        std::ranges::stable_sort(
            items_, [](const NamedText& a, const NamedText& b) { return a.className < b.className; });
        for (NamedText& item : items_) {
            const auto at = std::ranges::lower_bound(result.classes, item.className);
            auto& part = item.split == Split::Train        ? result.train
                         : item.split == Split::Validation ? result.validation
                                                           : result.test;
            part.push_back({std::move(item.text), int32_t(at - result.classes.begin())});
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
        std::string text;
        const auto say = [&](const Noted& texts, const std::string& what) {
            if (texts.count > 0)
                text += counted(texts.count, "text") + " " + what + " (first: " + texts.first + "). ";
        };
        say(bad_, "not wholly in UTF-8; what is not was replaced by U+FFFD");
        say(empty_, "without a word, read as padding");
        for (const auto& [encoding, texts] : others_) say(texts, std::string("read as ") + nameOf(encoding));
        say(leftOut_, "left out, because most lie at another depth, or below train and test");
        if (!text.empty()) text = source_ + ": " + text.substr(0, text.size() - 1);
        return text;
    }

    std::string source_;
    std::vector<NamedText> items_;
    size_t bytes_ = 0;
    Noted bad_, empty_, leftOut_;
    std::map<Encoding, Noted> others_;
};

// --- folders and archives ---

struct FoundFile {
    std::vector<std::string> folders;  ///< Names of the folders around it, below the source, outermost first
    std::string name;
    std::string bytes;  ///< Read from an archive; empty for a folder's file, read when its place is known
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
           std::ranges::find(parts, "unsup") == parts.end();
}

/// Files of [split/]CLASS/NAME.txt, whatever folder lies around: the class is the folder that a file lies in.
/// Most decide: if they lie below a split, the others (README.txt, urls_pos.txt) are left out; else those
/// that lie at another depth than most.
TextFiles arrange(std::vector<FoundFile> files, const std::string& source) {
    std::ranges::sort(files, [](const FoundFile& a, const FoundFile& b) {
        return std::tie(a.folders, a.name) < std::tie(b.folders, b.name);
    });
    const auto splitOf = [](const FoundFile& file) -> std::optional<Split> {
        const size_t depth = file.folders.size();
        return depth < 2 ? std::nullopt : splitNamed(file.folders[depth - 2]);
    };
    const auto below = size_t(std::count_if(files.begin(), files.end(), splitOf));
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
        DecodedText decoded = decodedText(std::move(file.bytes), where);
        if (decoded.encoding != Encoding::Utf8) collector.countOther(decoded.encoding, where);
        collector.add({std::move(decoded.text), file.folders.back(), where, split.value_or(Split::Train)});
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

bool leadsNowhere(const fs::path& link) {
    std::error_code problem;
    return !fs::exists(link, problem);
}

/// Whether a link leads to a folder that it lies in: a loop.
bool leadsAround(const fs::path& link) {
    std::error_code problem;
    const fs::path target = fs::canonical(link, problem);
    const fs::path place = fs::canonical(link.parent_path(), problem);
    if (problem) return true;
    return std::mismatch(target.begin(), target.end(), place.begin(), place.end()).first == target.end();
}

TextFiles readFolder(const std::string& path) {
    requireReadable(path);
    std::vector<FoundFile> files;
    std::vector<std::string> leftOut;
    std::error_code problem;
    constexpr auto options =
        fs::directory_options::skip_permission_denied | fs::directory_options::follow_directory_symlink;
    auto at = fs::recursive_directory_iterator(path, options, problem);
    for (; !problem && at != fs::recursive_directory_iterator(); at.increment(problem)) {
        std::vector<std::string> parts = partsOf(at->path().lexically_relative(path).generic_string());
        std::error_code ignored;
        if (at->is_symlink(ignored) && (leadsNowhere(at->path()) || leadsAround(at->path()))) {
            leftOut.push_back(at->path().string());
            at.disable_recursion_pending();
            continue;
        }
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
    TextFiles result = arrange(std::move(files), path);
    if (!leftOut.empty())
        addSentence(result.note,
                    path + ": " + counted(leftOut.size(), "link") +
                        " left out, which lead nowhere or back to a folder around them (first: " +
                        leftOut.front() + ").");
    return result;
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

/// Why a row is none; empty: it is one.
std::string rowProblem(const std::string& text, const std::string& className,
                       const std::optional<Split>& split, const std::string& splitName) {
    if (text.find('\0') != std::string::npos || className.find('\0') != std::string::npos)
        return "expected text in UTF-8, found zero bytes.";
    if (text.size() > size_t(longestText))
        return "a text has at most " + std::to_string(longestText >> 20) + " MiB, found " +
               std::to_string(text.size() >> 20) + " MiB.";
    if (!split)
        return "expected train, validation or test in the column split, found \"" + shortened(splitName, 40) +
               "\".";
    return className.empty() ? "the class is missing." : std::string();
}

std::string columnsText(const TableFile& table, const TableColumns& columns) {
    std::string texts;
    for (const size_t column : columns.texts) texts += (texts.empty() ? "" : " and ") + table.titleOf(column);
    return "texts are " + texts + ", classes are " + table.titleOf(columns.classes.value()) +
           (columns.split ? ", " + table.titleOf(*columns.split) + " tells train from test" : "");
}

TextFiles readTable(TableFile table, const DataConfig& config) {
    const TableColumns columns = columnsOf(table, config);
    if (!columns.classes || columns.classes == columns.texts.front()) {
        std::string names;
        for (size_t i = 0; i < std::min<size_t>(table.columns, 10); ++i)
            names += (names.empty() ? "" : ", ") + shortened(table.nameOf(i), 30);
        throw inputError(
            table.source + ": found no column of classes: expected one next to the texts (" +
            table.titleOf(columns.texts.front()) +
            ") with at least two different values, each at least twice on average. The columns "
            "are " +
            names +
            ". Name it (--set data.class_column=NAME, or its number), or train on pairs (--preset "
            "own-pairs).");
    }
    Collector collector(table.source);
    BadLines bad;
    TableRows rows(table);
    Noted trimmed;
    for (std::vector<std::string> row; rows.next(row, bad);) {
        const auto part = columns.split ? splitNamed(trimmedField(row[*columns.split])) : Split::Train;
        std::string text, className = trimmedField(row[*columns.classes]);
        for (const size_t column : columns.texts)
            text += (column == columns.texts.front() ? "" : " ") + row[column];
        const std::string problem =
            rowProblem(text, className, part, columns.split ? row[*columns.split] : "");
        if (!problem.empty()) {
            bad.add(rows.line(), problem);
            continue;
        }
        if (className.size() != row[*columns.classes].size()) trimmed.add(rows.where());
        collector.add({std::move(text), std::move(className), rows.where(), *part});
    }
    bad.finish(table, config.skipBadLines);
    TextFiles files = collector.finish();
    const auto also = [&files](const std::string& sentence) { addSentence(files.note, sentence); };
    also(bad.note(table));
    if (table.quotes == Quotes::Text && table.text.find('"') != std::string::npos)
        also(table.source + ": its quotes are read as text, as they do not enclose whole fields.");
    if (trimmed.count > 0)
        also(table.source + ": blanks at the edges of " + counted(trimmed.count, "class", "classes") +
             " were cut off (first: " + trimmed.first + ").");
    if (table.trimmedNames > 0) also(table.source + ": so were those of the names of columns.");
    files.recognised = config;
    keepRecognised(table, columns, *files.recognised);
    if (*files.recognised == config) return files;  // nothing was left open
    files.recognisedText = table.source + ": " + table.formText() + "; " + columnsText(table, columns) + ".";
    return files;
}

void requireNoColumns(const DataConfig& config) {
    for (const auto& [key, column] : {std::pair{"data.text_column", &config.textColumn},
                                      std::pair{"data.class_column", &config.classColumn}})
        if (!column->empty())
            throw inputError(config.path + ": " + key + " names the column " + shortened(*column, 40) +
                             ", and folders of texts have none. Leave it out, or name a table.");
}

}  // namespace

TextFiles readTextFiles(const DataConfig& config) {
    const std::string& path = config.path;
    std::error_code problem;
    if (fs::is_directory(path, problem)) {
        requireNoColumns(config);
        return readFolder(path);
    }
    if (!fs::exists(path, problem))
        throw inputError(
            path +
            ": there is no such file or folder of texts. Name their place (files in the form, --data "
            "DIR on the command line).");
    if (isArchiveName(path) || isTableName(path)) {
        if (std::optional<TableFile> table = readTableFile(path, config))
            return readTable(std::move(*table), config);
        requireNoColumns(config);
        return readArchive(path);
    }
    throw inputError(
        path +
        ": expected a folder with a sub-folder for each class, an archive (.tar, .tar.gz, .tgz, .zip) of "
        "one, or a table (.csv, .tsv, .tab, .txt or without a suffix, also packed as .gz or .zip), found a "
        "file of another kind.");
}

}  // namespace attx
