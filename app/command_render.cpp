// render: the figures of a run as files, without a window.
#include <QApplication>
#include <algorithm>
#include <clocale>
#include <filesystem>

#include "app/commands.h"
#include "app/run_store.h"
#include "model/error.h"
#include "model/inspector.h"
#include "ui/export.h"
#include "ui/figures_of_run.h"
#include "ui/theme.h"

namespace attx {
namespace {

constexpr int64_t mostPixels = 400'000'000;  // 1.6 GB of picture; what more is wanted is a vector format

FigureStyle styleOf(const Arguments& arguments) {
    const std::string theme = arguments.text("--theme").value_or("light");
    if (theme == "light") return FigureStyle::light();
    if (theme == "dark") return FigureStyle::darkStyle();
    throw inputError("--theme: expected light or dark, found \"" + theme + "\".");
}

ExportOptions optionsOf(const Arguments& arguments) {
    ExportOptions options;
    options.style = styleOf(arguments);
    constexpr double leastScale = 0.1, mostScale = 32;
    if (const auto scale = arguments.number("--scale", leastScale, mostScale)) options.scale = *scale;
    if (const auto size = arguments.text("--size")) {
        const PixelSize pixels = parseSize(*size);
        options.size = {pixels.width, pixels.height};
        if (pixels.width * options.scale * pixels.height * options.scale > static_cast<double>(mostPixels))
            throw inputError("--size " + *size + " at the scale asked for is more than " +
                             std::to_string(mostPixels / 1'000'000) +
                             " million pixels. Choose a smaller one, or SVG or PDF.");
    }
    return options;
}

void requireSuffix(const std::string& out) {
    const QString suffix = QString::fromStdString(std::filesystem::path(out).extension().string()).mid(1);
    if (!exportSuffixes().contains(suffix.toLower()))
        throw inputError("--out " + out + ": expected a file that ends in " +
                         exportSuffixes().join(QStringLiteral(", ")).toStdString() + ".");
}

FigureSources sourcesOf(const Arguments& arguments, OpenedRun& opened, Output& output) {
    applyDataFolder(arguments, opened.config);
    FigureSources sources;
    sources.config = opened.config;
    sources.metrics = std::move(opened.metrics);
    if (opened.config.data.rule == LabelRule::Csv)
        sources.trainRows = makeData(opened.config.data).train.rows;
    Inspector inspector(opened.config.network);
    inspector.setParameters(opened.parameters);
    const int64_t sample = arguments.integer("--sample", 0, INT32_MAX).value_or(0);
    const Ablation ablation = headsOff(arguments, opened.config.network);
    inspector.setAblation(ablation);
    sources.attention.gates = ablation.headGates;
    sources.inspection = inspector.inspect(validationSample(opened.config, sample, opened.names));
    const std::string name = arguments.required("--figure");
    if (name == "ablation" || name == "all")
        sources.ablation = ablateHeads(opened.config, *opened.parameters,
                                       makeData(opened.config.data, opened.names), ablation, output);
    return sources;
}

QStringList renderAll(const FigureSources& sources, const std::string& out, const ExportOptions& options,
                      Output& output) {
    std::vector<std::unique_ptr<Figure>> figures;
    for (const std::string& name : figureNames()) {
        try {
            figures.push_back(figureByName(name, sources));
        } catch (const Error& problem) {
            if (problem.kind() != Error::Kind::Input) throw;
            output.line(std::string("Left out: ") + problem.what());
        }
    }
    return exportAll(figures, QString::fromStdString(out), QStringLiteral("png"), options);
}

int run(const Arguments& arguments, CommandContext& context) {
    const std::string out = arguments.required("--out");
    const std::string name = arguments.required("--figure");
    const bool all = name == "all";
    const ExportOptions options = optionsOf(arguments);
    std::error_code ignored;
    if (!all) requireSuffix(out);
    if (all && std::filesystem::exists(out, ignored) && !std::filesystem::is_directory(out, ignored))
        throw inputError("--out " + out +
                         ": --figure all expects a folder, found a file. Choose another name.");
    if (!all && std::find(figureNames().begin(), figureNames().end(), name) == figureNames().end()) {
        std::string names = "all";
        for (const std::string& known : figureNames()) names += ", " + known;
        throw inputError("--figure: expected one of " + names + ", found \"" + name + "\".");
    }
    OpenedRun opened = openFor(arguments, context.output);

    // Nothing is shown, so no display is needed.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(context.argc, context.argv);
    std::setlocale(LC_NUMERIC, "C");  // Qt has set the system's, where 0.5 may be 0,5
    const FigureSources sources = sourcesOf(arguments, opened, context.output);
    const QStringList files =
        all ? renderAll(sources, out, options, context.output)
            : exportFigure(*figureByName(name, sources), QString::fromStdString(out), options);
    Json list = Json::array();
    for (const QString& file : files) {
        list.push_back(file.toStdString());
        context.output.line("Written to " + file.toStdString());
    }
    if (context.output.json()) context.output.object({{"run", opened.path}, {"files", list}});
    return 0;
}

}  // namespace

const Command& renderCommand() {
    static const Command command{
        {"render",
         "RUN|CHECKPOINT",
         "Writes a figure of a run as a picture, or its numbers.",
         {{"--figure", "NAME",
           "attention, attention-head, ablation, loss, accuracy, learning-rate, gradient-norm, "
           "positional-encoding, "
           "positional-waves, schedule, or all."},
          {"--out", "FILE", "The file to write: .png, .svg, .pdf, .csv or .npy; for all: a folder."},
          {"--size", "WxH", "In pixels at 96 dpi; default: the figure's own."},
          {"--scale", "S", "PNG only: pixels for each of them; default 2."},
          {"--sample", "N", "The sequence of the validation data to show, counted from 0; default 0."},
          headsOffOption,
          {"--theme", "NAME", "light (default) or dark."},
          setOption,
          dataOption,
          isaOption,
          jsonOption}},
        run};
    return command;
}

}  // namespace attx
