// render: the figures of a run as files, without a window.
#include <QApplication>
#include <QEventLoop>
#include <QTemporaryDir>
#include <algorithm>
#include <clocale>
#include <filesystem>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/figure_probe.h"
#include "app/cli/patch_option.h"
#include "app/options/explain_options.h"
#include "app/options/idle_options.h"
#include "app/options/print_options.h"
#include "app/options/shared_options.h"
#include "app/runs/run_store.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/run/checkpoint.h"
#include "model/run/records.h"
#include "model/sweeps/counted_runs.h"
#include "model/sweeps/output_place.h"
#include "ui/export/animation.h"
#include "ui/export/export.h"
#include "ui/figures/figure_table.h"
#include "ui/figures/runs/interval_figure.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr double usualSpeed = 5;  // snapshots a second

/// What the help of `render` says of these figures.
constexpr const char* runFiguresHelp =
    "Figures of a folder of runs\n"
    "  runs-importance is how much the values of a setting in the best runs differ from those in all\n"
    "  runs (PED-ANOVA by Parzen estimators, Watanabe et al. 2023), as a share of the sum over the\n"
    "  settings. The best runs are half of up to 40 runs, of more a quarter, but at least 20: the\n"
    "  quantile gamma. 95 % of 500 permutations of the results over the runs stay below the band at\n"
    "  each bar. It needs 8 finished runs.\n"
    "  runs-comparison counts the distinct seeds of a group: n.\n"
    "  Both count finished runs; they say how many others there are. The other figures have the numbers\n"
    "  of these so far.\n"
    "  A run whose settings, seeds and data are those of another one counts once, which is said. With\n"
    "  --json numbers and sentences of both are in the object, too.\n";

/// Qt for what paints, on machines without a screen too.
class WithoutDisplay {
public:
    explicit WithoutDisplay(CommandContext& context) {
        if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
        // Qt looks for the folder of the login, and without one warns and makes its own.
        if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR"))
            qputenv("XDG_RUNTIME_DIR", runtime_.path().toUtf8());
        application_.emplace(context.argc, context.argv);
        std::setlocale(LC_NUMERIC, "C");  // Qt has set the system's, where 0.5 may be 0,5
    }

private:
    const QTemporaryDir runtime_;
    std::optional<QApplication> application_;
};

/// What is damaged or a copy of another run is left out, and said.
std::shared_ptr<const RunTable> renderedRuns(const std::string& folder, Output& output) {
    DistinctTable runs = distinctTableOf(collectRuns({folder}));
    for (const RunRow& row : runs.table.rows)
        if (row.state == RunStatus::Damaged) output.warning("Left out: " + row.path + ": " + row.problem);
    for (const auto& copy : runs.copies) output.warning(copyText(copy));
    return std::make_shared<const RunTable>(std::move(runs.table));
}

/// Says that a figure other than those of values has runs that are not finished.
void sayUnfinished(const RunTable& runs, const Figure& figure, Output& output) {
    const std::map<RunStatus, size_t> counts = stillOpen(runs);
    if (!counts.empty() && !dynamic_cast<const IntervalFigure*>(&figure))
        output.warning("Runs that are not finished are shown as far as they are: " +
                       statesText(counts).toStdString() + ".");
}

/// Says why a figure of values has none, and that curves have none.
void sayNoValues(const Figure& figure, Output& output) {
    const auto* values = dynamic_cast<const IntervalFigure*>(&figure);
    const std::vector<NamedArray> numbers = figure.data();
    if (!values && std::ranges::all_of(numbers, [](const NamedArray& a) { return a.values.empty(); }))
        output.warning("No run has numbers for this figure yet, so it is empty.");
    if (!values || !values->rows.empty()) return;
    for (const QString& sentence : values->sentences) output.warning(sentence.toStdString());
}

/// For --json: the rows of a figure of values, what holds for all of them, and its sentences; nothing of
/// other figures.
Json numbersOf(const Figure& drawn) {
    if (!dynamic_cast<const IntervalFigure*>(&drawn)) return Json::object();
    const auto& figure = static_cast<const IntervalFigure&>(drawn);
    Json object{
        {"sentences", Json::array()}, {"measure", figure.valueName.toStdString()}, {"rows", Json::array()}};
    for (const QString& sentence : figure.sentences) object["sentences"].push_back(sentence.toStdString());
    for (const IntervalFigure::Row& row : figure.rows)
        object["rows"].push_back({{"name", row.name.toStdString()},
                                  {"value", row.value},
                                  {"low", row.interval ? Json(row.interval->first) : Json()},
                                  {"high", row.interval ? Json(row.interval->second) : Json()},
                                  {"values", row.dots}});
    for (const auto& [fact, value] : figure.facts) {
        const std::string text = value.toStdString();
        object[fact.toStdString()] = jsonOrText<Json>(text);
    }
    return object;
}

/// The names of files that were written, for --json; each is said, unless `eachIsSaid` is false.
Json listed(const QStringList& files, Output& output, bool eachIsSaid = true) {
    Json list = Json::array();
    for (const QString& file : files) {
        list.push_back(file.toStdString());
        if (eachIsSaid) output.line("Written to " + file.toStdString());
    }
    return list;
}

/// exportFigure of what `print` makes of it; its notes are said.
QStringList writePrinted(const Figure& figure, const QString& path, const ExportOptions& options,
                         const PrintOptions& print, Output& output) {
    const PrintedFigure made = printed(figure, options, print);
    for (const QString& note : made.notes) output.warning(note.toStdString());
    return exportFigure(writtenTo(path, figure, made), path, made.options);
}

void requireSuffix(const std::string& out) {
    const QString suffix = QString::fromStdString(std::filesystem::path(out).extension().string()).mid(1);
    if (!exportSuffixes().contains(suffix.toLower()))
        throw inputError("--out " + out + ": expected a file that ends in " +
                         exportSuffixes().join(QStringLiteral(", ")).toStdString() + ".");
}

/// --layer and --head, from 0; of a text no head is the mean of all. Vectors alone may be those behind the
/// last layer.
void chooseHead(const Arguments& arguments, const FigureNeeds& needs, FigureSources& sources) {
    const NetworkConfig& network = sources.config.network;
    const int last = network.numLayers - (needs.places && !needs.inspection ? 0 : 1);
    sources.layer = int(arguments.integer("--layer", 0, last).value_or(0));
    sources.head = int(arguments.integer("--head", 0, network.numHeads - 1).value_or(-1));
}

FigureSources sourcesOf(const Arguments& arguments, OpenedRun& opened, const FigureNeeds& needs,
                        FigureProbe& probe) {
    FigureSources sources;
    sources.config = opened.config;
    sources.names = opened.names;
    chooseHead(arguments, needs, sources);
    if (const auto color = arguments.text("--color")) sources.placeColor = placeColorNamed(*color);
    if (const auto measure = arguments.text("--measure")) sources.headQuantity = headQuantityNamed(*measure);
    if (needs.known) sources.known = probe.known();
    sources.metrics = std::move(opened.metrics);
    return sources;
}

/// What the figure that is requested needs, or all that there are of this run.
FigureNeeds needsOf(const std::string& name, const RunConfig& config, bool hasData) {
    if (name != "all") return figureNamed(name).needs;
    FigureNeeds needs;
    for (const NamedFigure& figure : figureTable())
        if (!figure.needs.runs && !figure.needs.isOnRequest() && !figure.whyNot(config) &&
            (hasData || !figure.needs.data()))
            needs |= figure.needs;
    return needs;
}

/// The figure at every snapshot of the run. Throws Error::Kind::Input if there are none, or `out` will not
/// do.
QStringList animate(const Arguments& arguments, const OpenedRun& opened, FigureSources& sources,
                    FigureProbe& probe, const ExportOptions& options, const PrintOptions& print,
                    Output& output) {
    const QString out = QString::fromStdString(arguments.required("--out"));
    const std::string name = arguments.required("--figure");
    const double speed = arguments.number("--speed", 0.1, 60).value_or(usualSpeed);
    if (opened.snapshots.empty())
        throw inputError(opened.path +
                         ": expected a run folder with snapshots, found none. A run keeps them unless its "
                         "training.snapshot_megabytes is 0.");
    AnimationWriter writer(out, speed);
    QStringList notes;
    for (const Snapshot& snapshot : opened.snapshots) {
        probe.fill(sources, std::make_shared<const std::vector<float>>(
                                openCheckpoint(snapshotPath(opened.path, snapshot)).parameters));
        sources.step = snapshot.step;
        const PrintedFigure made = printed(*figureByName(name, sources), options, print);
        notes += made.notes;
        writer.add(animationFrame(*made.figure, snapshotName(opened.config, snapshot), made.options));
        output.progress("Frame", writer.frames(), std::ssize(opened.snapshots));
    }
    notes.removeDuplicates();
    for (const QString& note : notes) output.warning(note.toStdString());
    QEventLoop loop;
    QStringList files;
    QString problem;
    QObject::connect(&writer, &AnimationWriter::finished, &loop, [&](const QStringList& written) {
        files = written;
        loop.quit();
    });
    QObject::connect(&writer, &AnimationWriter::failed, &loop, [&](const QString& message) {
        problem = message;
        loop.quit();
    });
    QMetaObject::invokeMethod(&writer, &AnimationWriter::finish, Qt::QueuedConnection);
    loop.exec();
    if (!problem.isEmpty()) throw workError(problem.toStdString());
    return files;
}

QStringList renderAll(const FigureSources& sources, const std::string& out, const ExportOptions& options,
                      const PrintOptions& print, Output& output) {
    std::vector<std::unique_ptr<Figure>> figures;
    for (const NamedFigure& figure : figureTable()) {
        if (figure.needs.runs) continue;  // It takes several runs, and one is given
        if (figure.needs.isOnRequest()) {
            const char* why = figure.needs.takesLong() ? ", which takes long" : ", which compares two inputs";
            output.line(std::string("Left out: ") + figure.name + why + "; --figure " + figure.name +
                        " draws it.");
            continue;
        }
        try {
            figures.push_back(figureByName(figure.name, sources));
        } catch (const Error& problem) {
            if (problem.kind() != Error::Kind::Input) throw;
            output.line(std::string("Left out: ") + problem.what());
        }
    }
    const QDir folder(QString::fromStdString(out));
    if (!folder.mkpath(QStringLiteral(".")))
        throw workError("Cannot make the folder \"" + out + "\". Choose a place that may be written.");
    const QStringList stems = fileStems(figures);
    QStringList written;
    for (size_t i = 0; i < figures.size(); ++i) {
        const QString file = folder.filePath(stems[qsizetype(i)] + QStringLiteral(".png"));
        requireOutsideData(file.toStdString(), sources.config);
        written += writePrinted(*figures[i], file, options, print, output);
    }
    return written;
}

/// A figure of all runs in a folder.
int renderRuns(const Arguments& arguments, const ExportOptions& options, const PrintOptions& print,
               CommandContext& context) {
    Output& output = context.output;
    refuseData(arguments, "The figure is of runs, which have been trained.");
    RunConfig none;
    applySettings(arguments, none);
    warnOfIdleSettings(arguments, none, {}, output);
    FigureSources sources;
    sources.runs = renderedRuns(arguments.positional(), output);
    for (const RunRow& row : sources.runs->rows)
        if (row.config) requireOutsideData(arguments.required("--out"), *row.config);
    const WithoutDisplay application(context);
    const std::string name = arguments.required("--figure");
    warnOfIdleOptions(arguments, name, figureNamed(name).needs, false, output);
    const auto figure = figureByName(name, sources);
    sayNoValues(*figure, output);
    sayUnfinished(*sources.runs, *figure, output);
    noteFont(print, output);
    const Json list = listed(
        writePrinted(*figure, QString::fromStdString(outFile(arguments)), options, print, output), output);
    Json object{{"run", arguments.positional()}, {"files", list}};
    object.update(numbersOf(*figure));
    output.object(object);
    return 0;
}

int runRender(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    const std::string out = outFile(arguments), name = arguments.required("--figure");
    const bool all = name == "all";
    ExportOptions options = optionsOf(arguments);
    const PrintOptions print = printOf(arguments, options);
    std::error_code ignored;
    const bool animation = arguments.has("--animation");
    if (arguments.has("--speed") && !animation)
        throw inputError("--speed is the speed of an animation. Add --animation, or leave it out.");
    if (!all && !animation) requireSuffix(out);
    if (all && std::filesystem::exists(out, ignored) && !std::filesystem::is_directory(out, ignored))
        throw inputError("--out " + out +
                         ": --figure all expects a folder, found a file. Choose another name.");
    const std::string names = "all, " + figureNames(false) + ", " + figureNames(true);
    if ((", " + names + ",").find(", " + name + ",") == std::string::npos)
        throw inputError("--figure: expected one of " + names + ", found \"" + name + "\".");
    std::string changing;
    for (const NamedFigure& figure : figureTable())
        if (figure.needs.changes()) changing += (changing.empty() ? "" : ", ") + std::string(figure.name);
    if (animation && (all || !figureNamed(name).needs.changes()))
        throw inputError("--figure: an animation expects one that changes while a network trains (" +
                         changing + "), found \"" + name + "\".");
    if (!all && figureNamed(name).needs.runs) return renderRuns(arguments, options, print, context);
    OpenedRun opened =
        openFor(arguments, output, all ? everyKey() : keysOf(arguments, figureNamed(name).needs));
    const WithoutDisplay application(context);
    const FigureNeeds needs = needsOf(name, opened.config, hasOwnData(opened) || arguments.has("--data"));
    if (!readsData(arguments, needs)) refuseData(arguments, "The figure is not drawn from them.");
    applyDataFolder(arguments, opened.config);
    if (!all)
        if (const char* why = figureNamed(name).whyNot(opened.config))
            throw inputError("figure " + name + ": " + why);
    const bool ofText = (all || name == "text") && !figureNamed("text").whyNot(opened.config);
    warnOfIdleOptions(arguments, name, needs, ofText, output);
    FigureProbe probe(arguments, opened, needs, ofText, output);
    FigureSources sources = sourcesOf(arguments, opened, needs, probe);
    QStringList files;
    noteFont(print, output);
    if (animation) {
        files = animate(arguments, opened, sources, probe, options, print, output);
    } else {
        probe.fill(sources, opened.parameters);
        files = all ? renderAll(sources, out, options, print, output)
                    : writePrinted(*figureByName(name, sources), QString::fromStdString(out), options, print,
                                   output);
    }
    const Json list = listed(files, output, !animation);
    if (animation) output.line("Written to " + out);
    Json object{{"run", opened.path}, {"files", list}};
    probe.describe(object);
    output.object(object);
    return 0;
}

/// From the table of figures, so that a new one is listed.
const std::string& figureHelp() {
    static const std::string help =
        "Of a run: " + figureNames(false) +
        ", or all (steps is the published example, not of the run); of a folder of runs: " +
        figureNames(true) + ".";
    return help;
}

}  // namespace

Command renderCommand() {
    return {
        {"render",
         "RUN|CHECKPOINT|FOLDER",
         "Writes a figure of a run, or of a folder of runs, as a picture, or its numbers.",
         {{"--figure", "NAME", figureHelp().c_str()},
          {"--out", "FILE", "The file to write: .png, .svg, .pdf, .csv or .npy; for all: a folder."},
          {"--size", "WxH", "In pixels at 96 dpi; default: the figure's own."},
          {"--scale", "S", "PNG and animations: pixels for each of them; default 2."},
          mmOption,
          columnsOption,
          dpiOption,
          fontSizeOption,
          minFontOption,
          fontOption,
          titleOption,
          colorMapOption,
          rangeOption,
          {"--animation", nullptr,
           "The figure at every snapshot of the run: --out FILE.gif, FILE.mp4 (made by the program ffmpeg), "
           "or any other name, a new folder for numbered PNG files."},
          {"--speed", "N", "Of an animation: snapshots a second; default 5."},
          {"--sample", "N", "The sequence or set of the validation data to show, counted from 0; default 0."},
          {"--tokens", "TOKENS", "A sequence of your own in its place: \"0 7 6 4\"."},
          {"--text", "TEXT", "A text of your own in its place, for a network that was trained on texts."},
          {"--layer", "L", "The layer to show where a figure shows one, from 0; default 0."},
          {"--head", "H",
           "The head to show where a figure shows one, from 0; default 0, of a text the mean of all."},
          {"--query", "P",
           "Of pair: the position that attends, from 0; default: that of the largest weight."},
          {"--key", "P", "Of pair: the position that it attends to, from 0; default: its strongest key."},
          {"--measure", "NAME",
           "Of heads: entropy (default), distance, importance, or the share of the attention on a pattern: "
           "diagonal, previous, next, anti_diagonal, first, same_token, same_class, padding, induction."},
          {"--split", "NAME",
           "Of confusion, reliability, position-accuracy and thresholds: validation (default) or test."},
          {"--vectors", "KIND",
           "Of places: embeddings, positions, hidden (default), queries_keys or members; the layer of hidden "
           "may be the number of layers, for what leaves the last."},
          {"--color", "NAME", "Of places: token, position, class or correct."},
          patchOption,
          explainOption(),
          layersOption,
          residualOption,
          fuseOption,
          signedOption,
          withoutIdentityOption,
          positionOption,
          classOption,
          {"--shade", "NAME",
           "What shades the words of a text: attention (default), relevance, contribution, argmax, or a "
           "method of --explain that runs the network again (input_x_gradient, occlusion ...)."},
          ablateOption,
          {"--first-query", "PLACE", "Of query × key maps: above (default) or below, as in the notebooks."},
          {"--theme", "NAME", "light (default) or dark."},
          setOption,
          dataOption,
          skipBadLinesOption,
          isaOption,
          jsonOption},
         false,
         false,
         runFiguresHelp},
        runRender};
}

}  // namespace attx
