// What a file or folder of a person's own can be trained on, found out without settings: for those who drop
// it on the window.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/config/config.h"

namespace attx {

struct OwnData {
    enum class Kind { Pairs, Texts, Pictures };
    Kind kind = Kind::Pairs;
    RunConfig config;  ///< of a preset, fitted to the data: task, path, tokens, length and classes
    int64_t rows = 0;  ///< pairs, texts or pictures
    int kinds = 0;     ///< of tokens, or classes
    std::vector<std::string> firstRows =
        {};                 ///< at most three, shortened; of texts one of each class, of pictures the classes
    std::string note = {};  ///< what a person should know though the data were read; a sentence or empty
};

/// - a table (.csv, .tsv, .txt, .tab) of pairs ("input;output" of numbers) or of texts with their classes
/// - a folder, or an archive (.zip, .tar, .tar.gz, .tgz), of texts or of pictures, each class in a folder of
/// its own Nothing where `path` is none of these. Throws Error::Kind::Input for a table that cannot be read,
/// with the reason.
[[nodiscard]] std::optional<OwnData> ownDataAt(const std::string& path);

}  // namespace attx
