// Rows that a trained network is to answer, whose classes may be unknown.
#pragma once
#include "model/data/dataset.h"

namespace attx {

struct NewRows {
    Table table;  ///< All rows in their order; labels that are unknown are -1, or there are none.
    std::vector<std::string> files = {};  ///< [rows] paths in the folder opened; empty for tables and lines
    std::string recognised = {};  ///< how a table is written and what is read of it; a sentence or empty
    std::string note = {};        ///< what a person should know though the rows were read
};

/// The rows at `path` for a network of `config`, which names words and classes by `names`:
/// - texts: a table, whose columns are those of `config` where it has them, else the longest one, without a
///   class; a folder of .txt files, by their names, below folders of classes or not, links followed; or plain
///   lines;
/// - pictures: a folder of them, by their names, below folders of classes or not, or one picture; they are
///   decoded as decodePicturesBy says;
/// - sets: vectors in a file, see newSets();
/// - sequences: a table of pairs, or of inputs alone, or lines of tokens.
/// `asked`: how this table is written and which columns are taken, where --set names it; the rest of
/// it is recognised. Throws Error::Kind::Input as readTextFiles and makePairData do.
[[nodiscard]] NewRows newRows(const RunConfig& config, const DataNames& names, const std::string& path,
                              const DataConfig& asked = {});
/// The same of lines, a text or an input each; `source` names them in messages.
[[nodiscard]] NewRows newRowsOf(const RunConfig& config, const DataNames& names, const std::string& source,
                                std::string bytes, const DataConfig& asked = {});

}  // namespace attx
