// Data sets: a resident table of rows, and batches that are only row indices into it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/config/data_size.h"
#include "model/data/vectoriser.h"

namespace attx {

/// Rows that stay on the device. Tokens: N sequences of T tokens; a batch names one row for each
/// sequence. Features: N vectors of D floats; a batch names T rows for each sequence, the members of a set or
/// the patches of a picture.
struct Table {
    int64_t rows = 0;             ///< N
    int rowsPerSample = 1;        ///< Rows of a sample, which lie together: the patches of a picture
    int length = 0;               ///< T, positions of a sequence
    std::vector<int32_t> tokens;  ///< [N, T]; empty for features
    std::vector<int32_t> types;   ///< [N, T], types of the tokens, from 0; empty: each is of type 0
    /// -1: none, not in the loss. OutputKind::Positions: [N, T]; Pooled: [N], each patch of a picture has its
    /// picture's; Set: empty, see classes.
    std::vector<int32_t> labels;
    std::vector<int32_t> lengths;  ///< [N], valid tokens of the sequence that begins with this row; empty: T
    /// [N, T]: as how many keys of attention a token counts, at least 0; empty: each as one. For questions to
    /// a network of texts without positions, where equal tokens are equal at every layer; only the processor
    /// takes it.
    std::vector<float> counts;
    int featureDim = 0;              ///< D
    std::vector<float> features;     ///< [N, D]; empty for tokens
    std::vector<int32_t> classes;    ///< [N], what each vector shows, from 0; -1: unknown. Empty for tokens
    std::vector<std::string> texts;  ///< [N], as they were written; empty where they are not read
    int64_t characters = 0;          ///< Characters of the text that a language model's labels stand for

    /// Sequences, texts or pictures; of sets, the images each of which is the odd one of a set.
    [[nodiscard]] int64_t samples() const { return rows / rowsPerSample; }
};

/// What the numbers of a data set stand for, as far as they have names. Checkpoints keep it.
struct DataNames {
    std::vector<std::string> classes;  ///< Name of each class, indexed by label; may be empty
    Vocabulary vocabulary;             ///< The words of texts, or shownTokens (language_tokens.h).
    bool isPublished = false;          ///< The network was trained elsewhere: no row of data trains it
    /// "class 7" where it has no name.
    [[nodiscard]] std::string className(size_t label) const {
        return label < classes.size() ? classes[label] : "class " + std::to_string(label);
    }
    bool operator==(const DataNames&) const = default;
};

/// One set of `members` vectors, [members, D] as `features` says; a session decides whether it reads such.
/// Throws Error::Kind::Input unless they are whole vectors.
[[nodiscard]] Table setTable(std::vector<float> features, size_t members);
/// The tokens of a row as a network is asked about it: without padding, unless the network sees the padding.
[[nodiscard]] std::vector<int32_t> tokensOfRow(const NetworkConfig& network, const Table& table, int64_t row);

/// `tokens`, of which the first `valid` are no padding, as another network of the task is asked about them.
[[nodiscard]] std::vector<int32_t> paddedFor(const RunConfig& config, std::vector<int32_t> tokens, int valid);
/// Whether a loss can be computed from `table` for a network that answers `output`.
[[nodiscard]] bool hasLabels(const Table& table, OutputKind output);

/// How the texts to train with fit the rows of data.length tokens that they were put into.
struct TextLengths {
    int64_t texts = 0, cut = 0;  ///< all of them, and those with more words than fit
    double padding = 0;          ///< share of the rows' tokens that stands for no word
    int suggested = 1;           ///< words that 95 % of the texts do not exceed: a data.length for them
    const char* unit = "words";  ///< What is counted, as unitOf() says.
};

/// The three splits of a task.
struct DataSet {
    Table train, validation, test;
    DataNames names = {};
    std::string dealing = {};  ///< how rows of one's own came into the splits (split.h); empty: no such rows
    std::string note = {};     ///< what a person should know though the data were read; a sentence or empty
    std::optional<TextLengths> textLengths = {};  ///< How long the texts are; nothing for other tasks
    /// Of a table: the configuration with what was recognised in it for what was left open.
    std::optional<DataConfig> recognised = {};
    std::string recognisedText = {};  ///< the same as a sentence: how the table is written, which columns
    bool isOnePart =
        false;  ///< Validation and test are the same rows, all that there are: no splits are named

    /// What JSON and figures call `validation`.
    [[nodiscard]] const char* validationName() const { return isOnePart ? "all" : "validation"; }
};

/// Makes or reads the data of `config`; the same seed gives the same tokens on every machine.
/// Csv: one pair a line, "input;output", tokens separated by blanks or commas (a first line
/// without a number among its fields is a header); input and output of a line have the same length; rows may
/// be shorter than `length` (then `lengths` is filled and the rest padded with token 0, label -1). The lines
/// are dealt, by the seed, into test, validation and train (dealtRows). `config` must have passed check().
/// Throws Error::Kind::Input with file and line for tokens outside the categories, rows too long ...
[[nodiscard]] DataSet makeSequenceData(const DataConfig& config);
/// Of LabelRule::Csv: the pairs in `text`, the content of config.csvPath, dealt to the three tables. Throws
/// Error::Kind::Input with the line.
[[nodiscard]] DataSet pairsFromCsv(const DataConfig& config, std::string_view text);

/// Whether the data are sequences under a rule other than Csv: drawn, each split by itself, with labels that
/// follow from the tokens.
[[nodiscard]] bool isDrawnByRule(const DataConfig& config);
/// False where the rule of drawn sequences has answers that the network cannot give: it stands in for the
/// task of another program's network, which the file does not say, and none of the rules fits.
[[nodiscard]] bool fitsRule(const RunConfig& config);
/// The labels of a token row [T] under a rule other than Csv (which throws), for any T: [T], or [1] where the
/// rule answers once. None of rows that are masked: they do not say what they hide.
[[nodiscard]] std::vector<int32_t> applyRule(const DataConfig& config, const std::vector<int32_t>& tokens);

/// Throws Error::Kind::Input that names `source` if `rows` rows of tokens, found in a file, take more than
/// maxDataBytes, or than the memory that is available.
void requireDataFit(const DataConfig& config, int64_t rows, const std::string& source);

/// "1600 rows to train, 200 to validate, 200 to test (10 % of the rows to validate, 10 % of the rows to
/// test)"
[[nodiscard]] std::string splitText(const DataSet& data);

/// What makeData takes at its worst, in bytes; of files of texts or images nothing, which are looked at
/// first.
[[nodiscard]] int64_t bytesToMake(const DataConfig& config);
/// The data of any task, by config.task. `known`: see makeTextData. Throws Error::Kind::Input where the
/// memory for them is not available.
[[nodiscard]] DataSet makeData(const DataConfig& config, const DataNames& known = {});
/// Throws Error::Kind::Input if the network has no answer for some class of the data, naming both counts.
void requireClasses(const NetworkConfig& network, const DataNames& names);

/// The rows of a whole training epoch, sequence after sequence: what Session::train takes. Tokens: each row
/// once, in the epoch's order. Sets: `table.rows` sets of config.setSize rows; each vector is once the odd
/// one, the others are of one other class, drawn again in each epoch without replacement.
/// Throws Error::Kind::Input for fewer than two classes, or classes too small for a set.
[[nodiscard]] std::vector<int32_t> trainingRows(const Table& table, const DataConfig& config, uint64_t seed,
                                                int epoch);
/// The rows of all sequences that measure: those of the table in order; sets as for training, but always the
/// same ones, drawn by config.seed. Of sets `draws` times as many: more draws begin with the sets of fewer.
[[nodiscard]] std::vector<int32_t> evaluationRows(const Table& table, const DataConfig& config,
                                                  int draws = 1);

/// Order of the `rows` training rows in epoch `epoch`: a Fisher-Yates shuffle from (seed, epoch).
[[nodiscard]] std::vector<int32_t> epochOrder(int64_t rows, uint64_t seed, int epoch);

}  // namespace attx
