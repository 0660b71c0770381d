// What a file or folder of a person's own can be trained on, found out without settings: for those who drop
// it on the window.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/data/dataset.h"
#include "model/data/table_file.h"

namespace attx {

struct OwnData {
    enum class Kind { Pairs, Texts, Pictures };
    Kind kind = Kind::Pairs;
    /// A preset whose task, path, columns, tokens, length and classes are those of the data. Of texts the
    /// length is what 95 % of them do not exceed, but 512 words at most, the vocabulary has 5000 words at
    /// most, and few texts are seen so often that there are a thousand steps.
    RunConfig config;
    int64_t rows = 0;  ///< pairs, texts or pictures; 0 for sets of packed images, which are not read
    int kinds = 0;     ///< How many kinds of tokens, or classes
    /// At most three rows, shortened: pairs, a text of each class, or the names of classes of pictures.
    std::vector<std::string> firstRows = {};
    std::string recognised = {};  ///< sentences: how a table is written, which columns are taken, the length
    std::string note = {};     ///< A sentence that a person should know though the data were read, or empty
    bool textsAreCut = false;  ///< Whether more than 5 % of the texts are longer than data.length
};

/// What is not to be found out: the kind, and what `data` says of tables.
struct OwnWish {
    DataConfig data = {};
    std::optional<OwnData::Kind> kind = {};
    bool tokensAsked = false;  ///< what data.tokens says
};

/// What `path` is:
/// - a table (see table_file.h) of texts with their classes, or of pairs ("input;output")
/// - a folder, or an archive (.zip, .tar, .tar.gz, .tgz), of texts or of pictures, each class in a folder of
/// its own, or CIFAR or MNIST; pictures are for the task pictures unless `wish` has the task sets
/// - nothing, where it is none of these. Throws Error::Kind::Input for a table that cannot be read,
/// with the reason.
[[nodiscard]] std::optional<OwnData> ownDataAt(const std::string& path, const OwnWish& wish = {});

/// The first rows of a table and what its columns are taken for, for a person who may know better.
struct TablePreview {
    std::vector<std::string> names;  ///< Column names: as the header has them, else "1", "2" ...
    /// At most three rows behind the header, a field for each column, shortened.
    std::vector<std::vector<std::string>> rows;
    TableColumns taken;
    bool header = false;
    std::string separator, encoding;  ///< Their names, "commas" and "UTF-8"
};
/// As `data` says, or as it is found out where that says nothing; nothing: `path` is no table. Throws
/// Error::Kind::Input as readTableFile().
[[nodiscard]] std::optional<TablePreview> previewOf(const std::string& path, const DataConfig& data);

/// What the files of `data` say comes into `config`: what was recognised in a table, as many classes of texts
/// as there are, as many numbers of an image as its features have; but for keys that `isChosen`.
void followData(const DataSet& data, const std::function<bool(const char* key)>& isChosen, RunConfig& config);

}  // namespace attx
