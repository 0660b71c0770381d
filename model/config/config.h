// What a person chooses: plain values that turn into JSON and back. Every key of every struct is
// declared once, in config.cpp's tables; JSON, `--set`, checking and the messages derive from them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/config/activation.h"

namespace attx {

enum class Encoding;
enum class TaskKind;

enum class InputKind { Tokens, Features };
/// What the network answers for a sequence of T positions.
enum class OutputKind {
    Positions,  ///< a class for each position: logits [T, num_classes]
    Set,        ///< The odd member of a set: a logit for each, softmax over the set: logits [T, 1]
    Pooled,     ///< a class for the whole: positions are pooled (PoolingKind), then a linear layer: logits
                ///< [num_classes]; one logit is a binary output
};
/// What layers normalise their states by. Each has its row in norm.h.
enum class NormKind {
    Layer,        ///< (x - mean) / sqrt(variance + eps) weight + bias (Ba et al. 2016)
    LayerNoBias,  ///< (x - mean) / sqrt(variance + eps) weight (Chowdhery et al. 2022)
    Rms,          ///< x / sqrt(mean of x² + eps) weight (Zhang & Sennrich 2019)
    None,         ///< The last one; no operation has it.
};
/// How the network knows where its positions are.
enum class Positions {
    Sinusoidal,  ///< a table of sines and cosines is added (Vaswani et al. 2017)
    None,
    Learned,  ///< a table of parameters is added (Devlin et al. 2018)
    Rotary,   ///< queries and keys are turned by their positions (Su et al. 2021)
    Alibi,    ///< scores fall with the distance (Press et al. 2022)
};
/// Whether a norm stands behind the last layer.
enum class FinalNorm {
    Auto,  ///< A final norm exactly where the layers are pre-norm
    True,
    False,
};
/// Pooled: what a linear layer of C outputs between pooling and classifier ends with.
enum class Pooler {
    None,  ///< There is no such layer
    Tanh,  ///< Devlin et al. 2018
    Relu,  ///< Sanh et al. 2019
    Gelu,  ///< These as Activation has them
    GeluTanh,
    Silu,
};
enum class Initialisation {
    PyTorch,  ///< nn.Linear's own; Xavier for the attention, as in the reference notebooks
    Keras,    ///< Glorot uniform with zero biases
    ByHand,   ///< none: weights by construction that reverse a sequence; see network/by_hand.h
};
enum class Optimiser {
    Adam,
    AdamW,
    RmsProp,        ///< g / (sqrt(v) + epsilon): tf.keras up to 2.10, and PyTorch
    RmsPropKeras3,  ///< g / sqrt(v + epsilon): tf.keras from 2.11 on, and Keras 3
    AdamL2,         ///< Adam of g + weight_decay p, as torch.optim.Adam decays
    Sgd,            ///< p - learning_rate g
};
[[nodiscard]] constexpr bool isRmsProp(Optimiser value) {
    return value == Optimiser::RmsProp || value == Optimiser::RmsPropKeras3;
}
[[nodiscard]] constexpr bool isAdam(Optimiser value) { return !isRmsProp(value) && value != Optimiser::Sgd; }
enum class Schedule {
    Constant,
    CosineWarmup,       ///< the reference notebooks': 0.5 (1 + cos(pi t / total)), at first times t / warmup
    WarmupCosineDecay,  ///< optax's: linear to the peak in `warmup` steps, then half a cosine down to 0
    LinearWarmup,       ///< linear to the peak in `warmup` steps, then constant
};
/// What a person looks at.
enum class SampleKind {
    Sequence,  ///< Tokens in a row.
    Set,       ///< Members without an order, each a vector.
    Text,      ///< Words.
    Picture,   ///< Patches of one picture, each a vector, in their order.
};
/// Each has its row in label_rule.h. Count: how many there are.
enum class LabelRule {
    Reverse,
    Copy,
    Sort,
    Rotate,
    Csv,
    AdditionMod,
    Induction,
    Recall,
    Brackets,
    Parity,
    FirstUnique,
    Histogram,
    Palindrome,
    Sum,
    Count
};

/// Whether the first row of a table names its columns.
enum class HeaderLine {
    Auto,  ///< Decided by the values of the first rows
    True,
    False,
};
/// What the tokens of pairs and of a language model are.
enum class PairTokens {
    Numbers,     ///< whole numbers from 0 on, which stand for themselves
    Words,       ///< Separated by blanks; of a language model with the blank in front of them
    Characters,  ///< each character of UTF-8, blanks inside too
    Pieces,      ///< Parts of words that byte pair encoding learns (Sennrich et al. 2016); Language only
};

/// The network: input net, positional encoding, encoder layers, output net.
struct NetworkConfig {
    InputKind input = InputKind::Tokens;
    OutputKind output = OutputKind::Positions;
    int inputDim = 10;  ///< number of categories, or width of a feature vector
    int modelDim = 32;  ///< d_model
    int numClasses = 10;
    int numHeads = 1;
    int kvHeads = 0;  ///< heads of keys and values, shared by groups of heads of queries; 0: one for each
    int keyDim = 0;   ///< width of a head's queries, keys and values; 0: model_dim / num_heads
    int numLayers = 1;
    int dimFeedforward = 64;  ///< 0: attention only, without the second norm (Elhage et al. 2021)
    Activation activation = Activation::Relu;
    NormKind norm = NormKind::Layer;
    bool normFirst = false;  ///< x + f(norm(x)), "pre-norm" (Xiong et al. 2020), not norm(x + f(x))
    FinalNorm finalNorm = FinalNorm::Auto;
    bool embeddingNorm = false;              ///< a LayerNorm on embedding and positions (Devlin et al. 2018)
    bool causal = false;                     ///< a query looks at no later position (Radford et al. 2018)
    bool bias = true;                        ///< Whether the encoder layers' linear maps have biases
    double dropout = 0.0;                    ///< Dropout rate in the encoder layers and in the output net
    double inputDropout = 0.0;               ///< Dropout rate on the input of the input net
    double poolDropout = 0.0;                ///< Pooled only: on what was pooled, before the last layer
    PoolingKind pooling = PoolingKind::Max;  ///< Pooled only
    Pooler pooler = Pooler::None;            ///< Pooled only
    int poolerDim = 0;        ///< Width of the pooler's layer; 0: modelDim. Without a pooler it has no effect
    bool classToken = false;  ///< Pooled only: a learned vector stands at position 0, in front of the input
    Positions positions = Positions::Sinusoidal;
    double rotaryBase = 10000;  ///< Rotary: of the angles, t base^(-2i / head dimension)
    /// Rows of a learned table of positions, and the positions that Flatten joins, a class token among them;
    /// see tieNetworkToData. Else 0
    int maxPositions = 0;
    bool embeddingTable = false;  ///< nn.Embedding (no bias) instead of one-hot and nn.Linear
    int unknownToken = 1;         ///< stands for words that are unknown, or taken out to see what they do
    int tokenTypes = 0;           ///< rows of a table that is added by the type of each token; 0: none
    bool linearOutput = false;    ///< logits by one linear layer at each position; Pooled always has one
    bool tiedOutput = false;      ///< logits = x embedding.weightᵀ, goes before linearOutput
    /// Positions with a linear or tied output: a layer, the activation and a LayerNorm in front of it, as
    /// BERT's head for masked words has them (Devlin et al. 2018); a tied output then has a bias.
    bool outputTransform = false;
    bool maskPadding = true;  ///< positions past a sequence's length are no keys, and are not pooled
    Initialisation initialisation = Initialisation::PyTorch;
    double layerNormEps = 1e-5;  ///< PyTorch 1e-5, Flax 1e-6, Keras 1e-3

    /// Whether heads of queries share heads of keys and values (Ainslie et al. 2023).
    [[nodiscard]] bool sharesKeys() const { return kvHeads > 0 && kvHeads != numHeads; }
    /// Whether the answer is made of all positions side by side.
    [[nodiscard]] bool joinsPositions() const {
        return output == OutputKind::Pooled && pooling == PoolingKind::Flatten;
    }
    /// Whether no sequence may have more positions than maxPositions.
    [[nodiscard]] bool limitsPositions() const { return positions == Positions::Learned || joinsPositions(); }
    /// How many numbers the last layer of a pooled answer reads.
    [[nodiscard]] int pooledWidth() const {
        if (pooler == Pooler::None) return joinsPositions() ? maxPositions * modelDim : modelDim;
        return poolerDim > 0 ? poolerDim : modelDim;
    }
    /// Positions of the network for so many of the input.
    [[nodiscard]] int positionsFor(int given) const { return given + (classToken ? 1 : 0); }
    [[nodiscard]] int headDim() const { return keyDim > 0 ? keyDim : modelDim / numHeads; }
    [[nodiscard]] bool hasFinalNorm() const {
        return norm != NormKind::None &&
               (finalNorm == FinalNorm::Auto ? normFirst : finalNorm == FinalNorm::True);
    }
    bool operator==(const NetworkConfig&) const = default;
};

/// Sequences: `numCategories` random tokens in sequences of `length`, labelled by `rule`.
/// Sets: images, or the drawn ones that come with the program, in sets of `setSize`.
/// Text: texts with a class each, or the generated ones, cut or padded to `length` tokens.
/// Language: a text, or the generated ones, in windows of `length` tokens; see language_data.h.
/// Pictures: images with a class each, or the drawn ones, scaled and cropped to squares of `pictureSize`.
struct DataConfig {
    static constexpr int usualLength = 16;
    TaskKind task{};  ///< Sequences, or as task.h has them
    LabelRule rule = LabelRule::Reverse;
    int numCategories = 10;
    int length = usualLength;
    int rotateBy = 1;  ///< rule Rotate: label[t] = token[(t + rotateBy) mod length]
    /// Rules that map tokens to as many: the share of a row, made of input and output, that is hidden and
    /// asked for (Devlin et al. 2018). 0: nothing is hidden, and the answer is the whole output.
    double maskShare = 0;
    int trainSize = 50000;
    int validationSize = 1000;
    int testSize = 10000;
    /// Of pairs and texts of one's own, see split.h; 0: validationSize or testSize rows.
    double validationShare = 0.1, testShare = 0.1;
    bool earlierSplit = false;  ///< dealt as versions did that had no shares
    uint64_t seed = 42;
    std::string csvPath;        ///< rule Csv: a file of pairs; see dataset.h
    std::string path;           ///< Sets, Text, Language: a folder, archive or file; empty: the built-in data
    std::string extractor;      ///< Sets: an ONNX network, or empty: the features beside the images
    int setSize = 10;           ///< Sets: members
    bool shufflePlace = false;  ///< Sets: the odd one stands anywhere, not last
    int testDraws = 1;          ///< Sets: in how many sets of the test each image is the odd one
    int pictureSize = 32;       ///< Pictures: pixels of a side, of whole patches
    int patchSize = 4;          ///< Pictures: pixels of a patch's side
    int channels = 3;           ///< Pictures: 3, red, green and blue, or 1, grey
    /// Pictures: a pixel is (value / 255 - mean) / deviation; one number, or one for each channel.
    std::string pixelMean = "0.5", pixelDeviation = "0.5";
    int vocabulary = 20000;  ///< Text: tokens, with the reserved ones for padding and unknown words
    /// Of tables of texts or pairs, see table.h: names of columns, or their numbers from 1 on; several
    /// columns of texts are joined by "+". Of pairs they are the input and the output. Empty: found.
    std::string textColumn, classColumn;
    HeaderLine header = HeaderLine::Auto;
    std::string separator = "auto";           ///< auto, tab, comma, semicolon, bar, or the character itself
    Encoding encoding{};                      ///< Auto, or as files/encoding.h has them
    bool skipBadLines = false;                ///< leaves out lines that cannot be read, and counts them
    PairTokens tokens = PairTokens::Numbers;  ///< Csv: those of the pairs; Language: those of the text

    /// Positions of the network's input: tokens in a row, members of a set, patches of a picture.
    [[nodiscard]] int positions() const;
    /// Pictures: patches of a side; at least one.
    [[nodiscard]] int patchesAcross() const {
        return patchSize > 0 ? std::max(pictureSize / patchSize, 1) : 1;
    }
    /// Pictures: numbers of a patch.
    [[nodiscard]] int patchNumbers() const { return channels * patchSize * patchSize; }
    bool operator==(const DataConfig&) const = default;
};

/// The one or three numbers of `text`; none where it is not of that kind.
[[nodiscard]] std::vector<float> numbersOfChannels(const std::string& text);

/// Whether both make the same tables. In how many sets the test shows an image is no part of these.
[[nodiscard]] bool sameTables(DataConfig a, const DataConfig& b);

struct TrainingConfig {
    Optimiser optimiser = Optimiser::Adam;
    double learningRate = 5e-4;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double rho = 0.9;  ///< RMSprop only, of either kind
    double epsilon = 1e-8;
    double weightDecay = 0.01;  ///< AdamW (decoupled) and AdamL2 (added to the gradient)
    double labelSmoothing = 0;  ///< share of a label that is spread evenly over all classes, in training
    Schedule schedule = Schedule::CosineWarmup;
    int warmup = 50;      ///< steps
    double clipNorm = 1;  ///< global norm; 0: no clipping
    int batchSize = 128;
    bool fullBatch = false;         ///< each step takes the whole training set, whatever batchSize is
    int epochs = 10;                ///< 0: no training, or maxSteps steps
    int maxSteps = 0;               ///< ends training after so many steps; 0: no such end
    double targetAccuracy = 0;      ///< stop once validation accuracy reaches it; 0: never
    int patience = 0;               ///< stop after so many epochs without gain; 0: never
    int snapshots = 40;             ///< besides those of epochs, most of them early; 0: epochs only
    int snapshotEvery = 0;          ///< steps between snapshots; 0: as `snapshots` says
    int snapshotMegabytes = 256;    ///< Limit for all snapshots of a run, in 10^6 bytes; 0 keeps none
    double checkpointSeconds = 30;  ///< Seconds between saves that a run resumes from; 0: after epochs only
    std::string startFrom;          ///< a network whose weights the run begins with; empty: drawn ones
    int frozenLayers = 0;           ///< embeddings and so many encoder layers are not trained; 0: all are
    bool operator==(const TrainingConfig&) const = default;
};

/// Sequences that each step takes of `trainRows` to train with, or sets of them: at least 1.
[[nodiscard]] int batchOf(const TrainingConfig& training, int64_t trainRows);

struct RunConfig {
    std::string preset;  ///< the preset it came from; only a name
    NetworkConfig network;
    DataConfig data;
    TrainingConfig training;
    uint64_t seed = 42;           ///< initial weights, shuffling, dropout
    std::string device = "auto";  ///< auto, cpu, vulkan, vulkan:N
    int threads = 0;              ///< native execution; 0: one for each core
    bool operator==(const RunConfig&) const = default;
};

/// One thing wrong with a configuration: the key's path ("network.num_heads") and a sentence.
struct ConfigProblem {
    std::string key;
    std::string message;
};

/// Everything that is wrong with `config`, in the order of the form; empty if it can be trained.
/// The size of a CSV file is not known here: that it fills a batch is for the trainer to check.
[[nodiscard]] std::vector<ConfigProblem> check(const RunConfig& config);
[[nodiscard]] std::vector<ConfigProblem> check(const NetworkConfig& config);

/// "1, 2, 4 or 8": the numbers of heads that share `width` numbers evenly.
[[nodiscard]] std::string headCounts(int width);
/// Clears the files that the task and rule do not read; check() refuses them.
void dropUnreadFiles(DataConfig& data);

/// Throws Error::Kind::Input with all problems, one a line, if there are any.
void requireValid(const RunConfig& config);
void requireValid(const NetworkConfig& config);

/// JSON with snake_case keys, two spaces of indentation.
[[nodiscard]] std::string toJson(const RunConfig& config);
[[nodiscard]] std::string toJson(const NetworkConfig& config);

/// Missing keys keep the value of `base`, except that sizes of validation and test that are named without
/// their shares set these to 0, and that network.input, output, input_dim and num_classes follow the data
/// where the file does not name them (tieNetworkToData). Unknown and repeated keys, wrong types, numbers out
/// of range and impossible combinations throw Error::Kind::Input that names `source` and the key.
[[nodiscard]] RunConfig runConfigFromJson(const std::string& json, const std::string& source,
                                          const RunConfig& base = {});
/// What a run, a checkpoint or the settings keep, of earlier versions too, which let files stand that nothing
/// read. Throws as runConfigFromJson does.
[[nodiscard]] RunConfig storedRunConfig(const std::string& json, const std::string& source);
[[nodiscard]] NetworkConfig networkConfigFromJson(const std::string& json, const std::string& source);

/// Sets one key by its path, as `--set network.num_heads=4` does. A size of validation or test sets its share
/// to 0. Only the key itself is checked here (existence, type, range); combinations are left to requireValid.
/// `preset` cannot be set: it is only a name. Throws Error::Kind::Input.
void setByPath(RunConfig& config, const std::string& assignment);

/// Keeps what is tied together in step after an edit: the task decides what the network reads and
/// answers; categories of the data are the inputs and the classes of the network, its vocabulary the inputs,
/// sets have one logit for each member, and a learned table of positions has a row for each, at least. Called
/// by code that edits a configuration (form, --set).
void tieNetworkToData(RunConfig& config);

/// Presets shipped with the program (resources/presets), by name: "reverse", "anomaly" ...
[[nodiscard]] const std::map<std::string, RunConfig>& presets();
/// Throws Error::Kind::Input that lists the names there are.
[[nodiscard]] RunConfig presetByName(const std::string& name);

[[nodiscard]] const char* toString(Optimiser value);
[[nodiscard]] const char* toString(Schedule value);
[[nodiscard]] const char* toString(LabelRule value);
[[nodiscard]] const char* toString(InputKind value);
[[nodiscard]] const char* toString(OutputKind value);
[[nodiscard]] const char* toString(TaskKind value);

}  // namespace attx
