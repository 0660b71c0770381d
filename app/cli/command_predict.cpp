// predict: what a trained network answers to every example of its test data, or to new rows, as CSV.
#include <filesystem>
#include <iostream>
#include <iterator>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "app/options/shown_data.h"
#include "app/options/signals.h"
#include "app/sources/picture_describer.h"
#include "model/config/task.h"
#include "model/data/new_rows.h"
#include "model/data/new_sets.h"
#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"
#include "model/inspect/inspector.h"
#include "model/inspect/predictions.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

/// Whether --data names other rows than those of the run: standard input, or another file or folder than
/// the run's own, which may have moved.
bool namesNewRows(const Arguments& arguments, const OpenedRun& run) {
    namespace fs = std::filesystem;
    const DataConfig& data = run.config.data;
    const auto given = arguments.text("--data");
    if (!given) return false;
    if (isSets(data) && *given != "-")
        return fs::is_directory(*given) ? pictureSetsAt(*given, data.setSize, run.names.classes).has_value()
                                        : fs::exists(*given) && !isArchiveName(*given);
    if (*given == "-" || isDrawnByRule(data) || run.names.isPublished) return true;
    const fs::path own = fs::path(isPairs(data) ? data.csvPath : data.path).lexically_normal();
    if (own.empty()) return true;  // drawn or generated data have no place
    std::error_code ignored;
    const fs::path named = fs::path(*given).lexically_normal();
    const auto nameOf = [](const fs::path& path) {
        return path.has_filename() ? path.filename() : path.parent_path().filename();
    };
    // Another file or folder of the same name is the run's own only where that has gone.
    const fs::path inside = named / nameOf(own);
    if (fs::exists(own, ignored) && fs::exists(named, ignored))
        return !fs::equivalent(own, named, ignored) &&
               !(fs::exists(inside, ignored) && fs::equivalent(own, inside, ignored));
    return nameOf(named) != nameOf(own) && !fs::exists(inside, ignored);
}

NewRows newRowsNamed(const Arguments& arguments, const OpenedRun& run, Output& output) {
    const std::string path = arguments.required("--data");
    RunConfig config = run.config;
    config.data.skipBadLines |= arguments.has("--skip-bad-lines");
    DataConfig asked;  // what was recognised of the run's own table says nothing of another one
    if (isSet(arguments, "data.text_column")) asked.textColumn = config.data.textColumn;
    if (isSet(arguments, "data.class_column")) asked.classColumn = config.data.classColumn;
    if (isSet(arguments, "data.header")) asked.header = config.data.header;
    if (isSet(arguments, "data.separator")) asked.separator = config.data.separator;
    if (isSet(arguments, "data.encoding")) asked.encoding = config.data.encoding;
    KeysRead read = keysOfNewRows();
    if (path == "-")  // one text or sequence a line, whatever it holds
        std::erase_if(read, [](std::string_view key) {
            return key == "data.header" || key == "data.separator" || key.ends_with("_column");
        });
    RunConfig named = config;
    (isPairs(named.data) ? named.data.csvPath : named.data.path) = path;
    warnOfUnread(arguments, named, "data.", read, output);
    NewRows rows;
    std::error_code ignored;
    if (isSets(config.data) && std::filesystem::is_directory(path, ignored)) {
        const SignalGuard guard;
        const auto sets = pictureSetsAt(path, config.data.setSize, run.names.classes);
        rows = newPictureSets(config, path, *sets, [&](int64_t done, int64_t total) {
            output.progress("Features of " + std::to_string(done) + " of " + counted(total, "image"));
            return !signalCaught;
        });
        if (signalCaught) throw workError("Interrupted: no predictions have been written.");
    } else if (path == "-") {
        if (isSets(config.data) || isPictures(config.data))
            throw inputError(
                "--data -: expected a network that reads texts or sequences, found one that reads " +
                std::string(isPictures(config.data)
                                ? "pictures. Name a folder of them, or one."
                                : "vectors. Name an .npz, an .npy or a table of them, or a folder of "
                                  "pictures, each sub-folder of which is a set."));
        if (isText(config.data) && run.names.vocabulary.empty())
            throw inputError("--data -: " + run.path + " holds no vocabulary, so texts cannot be read.");
        const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
        rows = newRowsOf(config, run.names, "standard input", bytes, asked);
    } else {
        rows = newRows(config, run.names, path, asked);
    }
    output.line(rows.recognised);
    output.warning(rows.note);
    return rows;
}

int runPredict(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    const std::string out = outFile(arguments);
    OpenedRun opened = openFor(arguments, output, {"network.", "data.", "threads"});
    RunConfig& config = opened.config;
    const bool isNew = namesNewRows(arguments, opened);
    NewRows rows;
    DataNames names = opened.names;
    if (isNew) {
        if (answersTask(config))
            requireValid(config);
        else
            requireValid(config.network);
        rows = newRowsNamed(arguments, opened, output);
        if (rows.table.length > Inspector::longestSequence)
            throw inputError(arguments.required("--data") + ": expected at most " +
                             std::to_string(Inspector::longestSequence) + " members in a set, found " +
                             std::to_string(rows.table.length) + ".");
        requireClasses(config.network, names);
    } else {
        applyDataFolder(arguments, config);
        requireSuited(opened);
        DataSet data = dataOfRunShown(opened, output);
        if (data.test.rows == 0)
            throw inputError(opened.path + ": the data of this run have no test examples to predict.");
        rows.table = std::move(data.test);
        names = std::move(data.names);
    }
    const SignalGuard guard;
    const auto found = predictEach(NativeBackend(), config, *opened.parameters, rows.table, names,
                                   ablatedHeads(arguments, config.network), isNew ? 1 : config.data.testDraws,
                                   signalCaught, rows.files);
    if (!found) throw workError("Interrupted: no predictions have been written.");
    writeFileAtomically(out, found->csv);
    const double accuracy = found->known > 0 ? double(found->correct) / double(found->known) : 0.0;
    if (output.json()) {
        Json object{{"run", opened.path},
                    {"out", out},
                    {"split", isNew ? "all" : "test"},
                    {"examples", found->examples},
                    {"answers", found->answers},
                    {"test_acc", found->known > 0 ? Json(accuracy) : Json(nullptr)}};
        if (!rows.recognised.empty()) object["recognised"] = rows.recognised;
        if (found->sequenceAccuracy) object["test_sequence_acc"] = *found->sequenceAccuracy;
        output.object(object);
        return 0;
    }
    const std::string kind =
        std::string(isSets(config.data) ? "set" : "row") + (found->examples == 1 ? "" : "s");
    output.line(
        found->known > 0
            ? formatted("%lld %s, %lld of %lld answers right (%.6f)", static_cast<long long>(found->examples),
                        isNew ? kind.c_str() : "test examples", static_cast<long long>(found->correct),
                        static_cast<long long>(found->known), accuracy)
            : std::to_string(found->examples) + " " + kind +
                  (found->examples == 1 ? ", whose true class is not known"
                                        : ", whose true classes are not known"));
    output.line("Written to " + out);
    return 0;
}

}  // namespace

Command predictCommand() {
    return {
        {"predict",
         "RUN|CHECKPOINT",
         "Writes what a trained network answers to every example of its test data; or to all rows of another "
         "table or folder that --data names, labelled or not, or to lines of standard input (--data -). Sets "
         "are folders of as many pictures each, or vectors in an .npz, .npy or table.",
         {{"--out", "FILE.csv",
           "The table to write: example, of sequences the position (both from 0), true class, prediction and "
           "probabilities."},
          ablateOption,
          dataOption,
          skipBadLinesOption,
          setOption,
          isaOption,
          jsonOption}},
        runPredict};
}

}  // namespace attx
