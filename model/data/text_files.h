// Texts and their classes as people keep them: the aclImdb folder or archive, any folder with a sub-folder
// for each class, or a table with a column of texts and one of classes. Nothing is made of them here.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/config/config.h"

namespace attx {

struct LabelledText {
    std::string text;   ///< valid UTF-8: bytes that were not became U+FFFD
    int32_t label = 0;  ///< index into TextFiles::classes
};

struct TextFiles {
    std::vector<std::string> classes;  ///< sorted by bytes, as Keras numbers them: neg 0, pos 1
    /// In the order of the classes and, within one, of the file names (or of the rows of a table).
    /// `validation` and `test` are empty where the source does not tell them from `train`.
    std::vector<LabelledText> train, validation, test;
    std::string note;  ///< what a person should know though the texts were read; a sentence or empty
    /// Of a table: the configuration with what was recognised in it, and the same as a sentence.
    std::optional<DataConfig> recognised;
    std::string recognisedText;
};

/// A folder or archive (.tar, .tar.gz, .tgz, .zip) of `[train|test|val/]CLASS/NAME.txt`, whatever lies around
/// it; folders named `unsup` are left out. Or a table (table_file.h), packed or not, whose columns are those
/// that `config` names or columnsOf() finds; a column named split tells train from test. Texts that are not
/// in UTF-8 are read as decodedText() says. Throws Error::Kind::Input that says what, where, expected and
/// found for: nothing of that kind; fewer than two classes; a class without a text; a text that is not text
/// (zero bytes) or longer than 16 MiB; lines of a table that cannot be read, unless config.skipBadLines.
[[nodiscard]] TextFiles readTextFiles(const DataConfig& config);

}  // namespace attx
