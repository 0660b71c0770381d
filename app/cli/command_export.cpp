// export: a run to take along, as code, as a network for other programs, or as a page.
#include <QCoreApplication>

#include "app/cli/commands.h"
#include "app/handout/exports.h"
#include "app/options/inspect_input.h"
#include "app/options/shared_options.h"
#include "app/options/signals.h"
#include "app/sources/image_loader.h"
#include "model/files/error.h"

namespace attx {
namespace {

/// --as; without it, the form that the name of the file ends in. Both must be the same where both say one.
ExportKind kindOf(const Arguments& arguments, const std::string& out) {
    const auto named = arguments.text("--as");
    if (!named) return exportKindOf(out);
    static_assert(int(ExportKind::Page) == 2);  // The words stand in the order of the kinds
    const auto kind = static_cast<ExportKind>(arguments.oneOf("--as", {"pytorch", "onnx", "html"}));
    const std::optional<ExportKind> ending = exportKindByName(out);
    if (ending && *ending != kind)
        throw inputError("--as " + *named + " and --out " + out +
                         " name two forms. Leave --as out, or choose another name.");
    return kind;
}

ExportFiles writePage(const Arguments& arguments, const OpenedRun& opened, const std::string& out,
                      Output& output) {
    const bool below = arguments.oneOf("--first-query", {"above", "below"}) == 1;
    LazyData data(opened, output);
    const Sample sample = sampleWanted(arguments, opened, data);
    const SignalGuard guard;
    PageChoice choice{
        sample, QStringLiteral("as saved"), below, {}, ablatedHeads(arguments, opened.config.network)};
    choice.images = withMissingImages({}, sample.members, opened.config.data);
    return exportPage(opened, choice, out, [&](size_t done, size_t total) {
        output.progress("Snapshot", int64_t(done) + 1, int64_t(total));
        return !signalCaught;
    });
}

int runExport(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    const std::string out = outFile(arguments);
    const ExportKind kind = kindOf(arguments, out);
    if (kind != ExportKind::Page)
        for (const char* option : {"--sample", "--tokens", "--text", "--first-query", "--ablate"})
            if (arguments.has(option))
                throw inputError(std::string(option) + " is for a page (--as html) only. Leave it out.");
    const bool readsSample = !arguments.has("--tokens") && !arguments.has("--text");
    KeysRead read = kind == ExportKind::Pytorch
                        ? everyKey()
                        : networkKeys(kind == ExportKind::Page && arguments.has("--tokens"));
    if (kind == ExportKind::Page) read.emplace_back("preset");
    if (kind == ExportKind::Page && readsSample) read.emplace_back("data.");
    OpenedRun opened = openFor(arguments, output, read);
    if (kind == ExportKind::Onnx) refuseData(arguments, "An ONNX file holds the network alone.");
    if (kind == ExportKind::Page && !readsSample)
        refuseData(arguments, "The page shows the sequence that was given.");
    applyDataFolder(arguments, opened.config);
    const QCoreApplication application(context.argc, context.argv);
    QCoreApplication::setApplicationVersion(QStringLiteral(ATTX_VERSION));
    const ExportFiles written = kind == ExportKind::Pytorch ? exportPytorch(opened, out)
                                : kind == ExportKind::Onnx  ? exportOnnx(opened, out)
                                                            : writePage(arguments, opened, out, output);
    for (const std::string& file : written.files) output.line("Written to " + file);
    output.warning(written.note);
    output.object({{"run", opened.path}, {"files", written.files}});
    return 0;
}

}  // namespace

Command exportCommand() {
    return {
        {"export",
         "RUN|CHECKPOINT",
         "Writes a run as code of PyTorch, as an ONNX network, or as a page for browsers.",
         {{"--as", "FORM", "pytorch, onnx or html; default: by the end of the file's name."},
          {"--out", "FILE", "The file to write: .py, .onnx or .html."},
          {"--sample", "N", "Of a page: the sequence or set of the validation data, from 0; default 0."},
          {"--tokens", "TOKENS", "Of a page: a sequence of your own in its place: \"0 7 6 4\"."},
          {"--text", "TEXT", "Of a page: a text of your own, for a network that was trained on texts."},
          {"--first-query", "PLACE", "Of a page: above (default) or below, as in the notebooks."},
          {"--ablate", "HEADS",
           "Of a page: without these heads, layer.head from 0, as in 0.1,2.3; it says so."},
          setOption,
          dataOption,
          skipBadLinesOption,
          isaOption,
          jsonOption},
         false,
         false,
         "FILE.py is network, data and training in one file, with the weights in FILE.safetensors beside it "
         "and, where\n"
         "the data are not drawn by a rule, their rows in FILE-data.safetensors. It draws initial weights, "
         "data and their\n"
         "order as this program does; python3 FILE.py --help says what it can do.\n"
         "FILE.onnx has the inputs one_hot, features or tokens, with mask where padding is masked, and gives "
         "logits and\n"
         "attention.LAYER.HEAD.\n"
         "FILE.html needs no network and no other file: attention at every snapshot, with values and "
         "answers.\n"},
        runExport};
}

}  // namespace attx
