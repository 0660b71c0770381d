// The keys of the data: names, limits, help, and what the form has of them.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "model/config/config_keys.h"
#include "model/config/split.h"
#include "model/config/task.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

// As in keys.cpp: far above what the tasks of this program need.
constexpr double maxRows = 10'000'000;
constexpr double maxShare = 0.9;

bool ofSequences(const RunConfig& c) { return isSequences(c.data); }
bool ofCategories(const RunConfig& c) {
    const bool two = isSequences(c.data) && infoOf(c.data.rule).inputs == rule::two;
    return infoOf(c.data.task).inputs == &DataConfig::numCategories && !two;
}
bool ofVocabulary(const RunConfig& c) { return infoOf(c.data.task).inputs == &DataConfig::vocabulary; }
bool ofSets(const RunConfig& c) { return isSets(c.data); }
bool ofPictures(const RunConfig& c) { return isPictures(c.data); }
/// Of texts in folders nothing reads these; that is said when they are read.
bool ofTables(const RunConfig& c) { return isPairs(c.data) || (isText(c.data) && !c.data.path.empty()); }
/// What is read as text, in some encoding.
bool ofCharacters(const RunConfig& c) { return ofTables(c) || (isLanguage(c.data) && !c.data.path.empty()); }
bool ofLength(const RunConfig& c) { return infoOf(c.data.task).positions == &DataConfig::length; }

constexpr const char* channelNumbers = "one number, or three separated by blanks";
constexpr const char* channelDeviations = "one number above 0, or three separated by blanks";
bool isChannelNumbers(const std::string& text) { return !numbersOfChannels(text).empty(); }
bool isChannelDeviations(const std::string& text) {
    const std::vector<float> numbers = numbersOfChannels(text);
    return !numbers.empty() && std::ranges::all_of(numbers, [](float n) { return n >= 1e-6F; });
}

/// Rows are made as many as asked for.
bool drawsRows(const DataConfig& data) { return isSequences(data) || data.path.empty(); }
bool dealsByRatio(const DataConfig& data) { return isPairs(data) && data.earlierSplit; }
bool dealsByShares(const RunConfig& c) { return readsRows(c.data) && !c.data.earlierSplit; }
/// A part that has the share `share`, or a size.
bool takesSize(const DataConfig& data, double share) {
    return readsRows(data) ? dealsByRatio(data) || (!data.earlierSplit && share == 0) : drawsRows(data);
}

}  // namespace

template <>
const std::vector<Key<DataConfig>>& keysOf() {
    using C = DataConfig;
    static const std::vector<Key<C>> keys{
        {"task", &C::task, 0, 0,
         ATTX_TR("model", "What is learned from; it decides what the network reads and answers."),
         ATTX_TR("model", "task")},
        {"rule", &C::rule, 0, 0,
         ATTX_TR("model",
                 "What has to be learned: to reverse, copy, sort or rotate, the pairs of a file, or what "
                 "needs a circuit, such as induction."),
         ATTX_TR("model", "label rule"), 0, ofSequences},
        {"num_categories", &C::numCategories, 2, 100'000,
         ATTX_TR("model", "How many different tokens there are; they are numbered from 0."),
         ATTX_TR("model", "categories"), 1, ofCategories},
        {"length", &C::length, 1, 4096,
         ATTX_TR("model", "How many tokens a sequence has; the attention maps grow with its square."),
         ATTX_TR("model", "length"), 1, ofLength},
        {"rotate_by", &C::rotateBy, 0, 4096,
         ATTX_TR("model",
                 "For the rule rotate: how many places to the left the sequence moves, its start returning "
                 "at the end."),
         ATTX_TR("model", "rotate by"), 1,
         [](const RunConfig& c) { return isSequences(c.data) && c.data.rule == LabelRule::Rotate; }},
        {"mask_share", &C::maskShare, 0, maxShare,
         ATTX_TR("model",
                 "The share of an input and its output that is masked and asked for (Devlin et al. 2018); 0: "
                 "the output is asked for."),
         ATTX_TR("model", "mask share"), 0.05,
         [](const RunConfig& c) { return isSequences(c.data) && infoOf(c.data.rule).isMap; }},
        {"train_size", &C::trainSize, 1, maxRows,
         ATTX_TR("model",
                 "How many sequences the network learns from; of own files it is what validation and test "
                 "leave."),
         ATTX_TR("model", "training set"), 1000,
         [](const RunConfig& c) { return readsRows(c.data) ? dealsByRatio(c.data) : drawsRows(c.data); }},
        {"validation_size", &C::validationSize, 1, maxRows,
         ATTX_TR("model",
                 "How many sequences measure progress after each epoch and choose the best weights."),
         ATTX_TR("model", "validation set"), 100,
         [](const RunConfig& c) {
             // A tenth of the drawn shapes to train with is taken away to validate.
             return takesSize(c.data, c.data.validationShare) &&
                    (readsRows(c.data) || (!isSets(c.data) && !isPictures(c.data)));
         }},
        {"test_size", &C::testSize, 1, maxRows,
         ATTX_TR("model", "How many sequences, never seen before, give the final accuracy."),
         ATTX_TR("model", "test set"), 1000,
         [](const RunConfig& c) { return takesSize(c.data, c.data.testShare); }},
        {"validation_share", &C::validationShare, 0, maxShare,
         ATTX_TR("model",
                 "Own rows and images: the share that measures progress, where the files set none apart; 0 "
                 "takes data.validation_size rows."),
         ATTX_TR("model", "validation share"), 0.05, dealsByShares},
        {"test_share", &C::testShare, 0, maxShare,
         ATTX_TR("model",
                 "Own rows and images: the share that gives the final accuracy, where the files set none "
                 "apart; 0 takes data.test_size rows."),
         ATTX_TR("model", "test share"), 0.05, dealsByShares},
        {"earlier_split", &C::earlierSplit, 0, 0,
         ATTX_TR("model",
                 "Deals own pairs, texts and images in the fixed parts that earlier versions took: their "
                 "runs keep it."),
         ATTX_TR("model", "earlier split"), 0,
         [](const RunConfig& c) { return readsRows(c.data) && c.data.earlierSplit; }},
        {"seed", &C::seed, 0, 0,
         ATTX_TR(
             "model",
             "The number from which the data are drawn: the same number, the same data on every machine."),
         ATTX_TR("model", "data seed")},
        {"csv_path", &C::csvPath, 0, 0,
         ATTX_TR("model",
                 "For the rule csv: a file with one pair a line, input and output separated by a semicolon."),
         ATTX_TR("model", "CSV file"), 0, [](const RunConfig& c) { return isPairs(c.data); }},
        {"path", &C::path, 0, 0,
         ATTX_TR("model",
                 "Where the images or texts are: a folder, an archive or a file; empty takes those that the "
                 "program makes itself."),
         ATTX_TR("model", "files"), 0,
         [](const RunConfig& c) { return infoOf(c.data.task).files != nullptr; }},
        {"extractor", &C::extractor, 0, 0,
         ATTX_TR("model",
                 "What turns images into features: an ONNX network, pixels (a plain descriptor), or empty: "
                 "those beside the images."),
         ATTX_TR("model", "features by"), 0, ofSets},
        {"set_size", &C::setSize, 3, 64,
         ATTX_TR("model", "How many images a set has; one of them does not belong."),
         ATTX_TR("model", "set size"), 1, ofSets},
        {"shuffle_place", &C::shufflePlace, 0, 0,
         ATTX_TR("model",
                 "Puts the odd image anywhere in its set; otherwise it comes last, which the network cannot "
                 "see."),
         ATTX_TR("model", "shuffle places"), 0, ofSets},
        {"test_draws", &C::testDraws, 1, 20,
         ATTX_TR("model",
                 "In how many sets of the test each image is the odd one: the accuracy of one draw is a "
                 "matter of luck, that of several less so."),
         ATTX_TR("model", "test draws"), 1, ofSets},
        {"picture_size", &C::pictureSize, 1, 1024,
         ATTX_TR("model",
                 "How many pixels a side of a picture has; others are scaled until the shorter side fits and "
                 "cropped to the middle."),
         ATTX_TR("model", "picture size"), 4, ofPictures},
        {"patch_size", &C::patchSize, 1, 256,
         ATTX_TR("model",
                 "How many pixels a side of a patch has; each patch is one position, and attention grows "
                 "with the square of their number."),
         ATTX_TR("model", "patch size"), 1, ofPictures},
        {"channels", &C::channels, 1, 3,
         ATTX_TR("model", "How many numbers a pixel has: 3, red, green and blue, or 1, grey."),
         ATTX_TR("model", "channels"), 2, ofPictures},
        {"pixel_mean", &C::pixelMean, 0, 0,
         ATTX_TR("model",
                 "What is taken from a pixel's values from 0 to 1, one number or one for each channel."),
         ATTX_TR("model", "pixel mean"), 0, ofPictures, isChannelNumbers, channelNumbers},
        {"pixel_deviation", &C::pixelDeviation, 0, 0,
         ATTX_TR("model", "What they are divided by then, one number or one for each channel."),
         ATTX_TR("model", "pixel deviation"), 0, ofPictures, isChannelDeviations, channelDeviations},
        {"vocabulary", &C::vocabulary, 3, 1'000'000,
         ATTX_TR(
             "model",
             "How many tokens the texts' words become: padding, unknown, and then the most frequent words."),
         ATTX_TR("model", "vocabulary"), 100, ofVocabulary},
        {"text_column", &C::textColumn, 0, 0,
         ATTX_TR("model",
                 "The column of texts, or of the input: its name or number, several joined by +; empty: the "
                 "longest entries."),
         ATTX_TR("model", "text column"), 0, ofTables},
        {"class_column", &C::classColumn, 0, 0,
         ATTX_TR("model",
                 "The column of classes, or of the output: its name or number; empty: the fewest different "
                 "values."),
         ATTX_TR("model", "class column"), 0, ofTables},
        {"header", &C::header, 0, 0, ATTX_TR("model", "Whether the first row of a table names its columns."),
         ATTX_TR("model", "header"), 0, ofTables},
        {"separator", &C::separator, 0, 0,
         ATTX_TR("model",
                 "What stands between the columns of a table: auto, tab, comma, semicolon, bar, or the "
                 "character itself."),
         ATTX_TR("model", "separator"), 0, ofTables, isSeparatorName,
         "auto, tab, comma, semicolon, bar or one character"},
        {"encoding", &C::encoding, 0, 0,
         ATTX_TR("model",
                 "How the characters of a table or text are written: UTF-8, UTF-16 or Windows-1252."),
         ATTX_TR("model", "encoding"), 0, ofCharacters},
        {"skip_bad_lines", &C::skipBadLines, 0, 0,
         ATTX_TR("model", "Leaves lines of a table out that cannot be read, and says how many they were."),
         ATTX_TR("model", "skip bad lines"), 0, ofTables},
        {"tokens", &C::tokens, 0, 0,
         ATTX_TR(
             "model",
             "What the tokens are: whole numbers, words, single characters, or of a language model pieces "
             "of words that it learns."),
         ATTX_TR("model", "tokens"), 0,
         [](const RunConfig& c) { return isPairs(c.data) || isLanguage(c.data); }},
    };
    return keys;
}

std::vector<float> numbersOfChannels(const std::string& text) {
    std::vector<float> numbers;
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        while (at != end && (*at == ' ' || *at == ',')) ++at;
        if (at == end) break;
        float number = 0;
        const auto [rest, error] = std::from_chars(at, end, number);
        if (error != std::errc{} || !std::isfinite(number) || (rest != end && *rest != ' ' && *rest != ','))
            return {};
        numbers.push_back(number);
        at = rest;
    }
    return numbers.size() == 1 || numbers.size() == 3 ? numbers : std::vector<float>();
}

bool isSeparatorName(const std::string& text) {
    for (const char* name : {"auto", "tab", "comma", "semicolon", "bar"})
        if (text == name) return true;
    return text.size() == 1 && text[0] != '"' && text[0] != '\n' && text[0] != '\r';
}

}  // namespace attx
