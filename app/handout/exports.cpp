#include "app/handout/exports.h"

#include <filesystem>
#include <map>

#include "model/config/assumptions.h"
#include "model/config/task.h"
#include "model/exchange/onnx_file.h"
#include "model/exchange/pytorch_code.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"
#include "model/inspect/inspector.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "model/sweeps/output_place.h"
#include "ui/export/html_page.h"
#include "ui/figures/figures_of_run.h"
#include "ui/figures/text/text_shading.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr size_t mostPageBytes = 16'000'000;
constexpr size_t bytesPerWeight = 3;  // 16 bits in Base64

/// Nothing of a person's own is replaced: the files beside the code may stand there only from an earlier
/// export.
void requirePlaces(const ExportFiles& wanted, const OpenedRun& run) {
    for (const std::string& file : wanted.files) {
        requireOutputPlace(file, {run.path});
        requireOutsideData(file, run.config);
    }
    std::error_code ignored;
    if (fs::exists(wanted.files.front(), ignored)) return;
    for (const std::string& file : wanted.files)
        if (fs::exists(file, ignored))
            throw inputError(file + ": this file would be replaced by what belongs to " +
                             wanted.files.front() + ". Choose another name or folder.");
}

/// Every n-th snapshot, so that no more than `most` are left; the first and the last stay.
std::vector<Snapshot> thinned(std::vector<Snapshot> all, size_t most) {
    while (all.size() > std::max<size_t>(most, 2)) {
        std::vector<int64_t> steps;
        for (const Snapshot& snapshot : all) steps.push_back(snapshot.step);
        all.erase(all.begin() + ptrdiff_t(mostCrowded(steps)));
    }
    return all;
}

QString labelText(SampleKind kind, int32_t label, const DataConfig& data, const DataNames& names) {
    switch (kind) {
        case SampleKind::Sequence:
            return names.classes.empty() ? QString::number(label) : classText(data, names, size_t(label));
        case SampleKind::Set:
            return tr("member %1").arg(label + 1);
        case SampleKind::Text:
        case SampleKind::Picture:
            return classText(data, names, size_t(label));
    }
    return {};
}

QStringList expectedOf(const Sample& sample, const DataConfig& data, const DataNames& names) {
    QStringList expected;
    for (const int32_t label : sample.expected)
        expected << (label < 0 ? QString() : labelText(sample.kind(), label, data, names));
    return expected;
}

/// "Ablated: layer 1 head 2. Masked as keys: 3, 4.", positions from 1. Empty: nothing is.
QString ablationText(const Ablation& ablation, int heads) {
    QStringList off, masked;
    for (size_t i = 0; i < ablation.headGates.size(); ++i)
        if (ablation.headGates[i] == 0)
            off << tr("layer %1 head %2").arg(int(i) / heads + 1).arg(int(i) % heads + 1);
    for (const int32_t position : ablation.maskedTokens) masked << QString::number(position + 1);
    QString text;
    if (!off.isEmpty()) text += tr(" Ablated: %1.").arg(off.join(QStringLiteral(", ")));
    if (!masked.isEmpty()) text += tr(" Masked as keys: %1.").arg(masked.join(QStringLiteral(", ")));
    return text;
}

}  // namespace

std::optional<ExportKind> exportKindByName(const std::string& file) {
    const std::string ending = lowered(fs::path(file).extension().string());
    if (ending == ".py") return ExportKind::Pytorch;
    if (ending == ".onnx") return ExportKind::Onnx;
    if (ending == ".html" || ending == ".htm") return ExportKind::Page;
    return std::nullopt;
}

ExportKind exportKindOf(const std::string& file) {
    if (const auto kind = exportKindByName(file)) return *kind;
    throw inputError(
        file +
        ": expected a name that ends in .py (PyTorch), .onnx or .html (a page for browsers), found \"" +
        fs::path(file).extension().string() + "\".");
}

ExportFiles exportPytorch(const OpenedRun& run, const std::string& file) {
    if (run.names.isPublished) requireOwnData(run);
    requireValid(run.config);
    const fs::path path(file);
    const std::string stem = (path.parent_path() / path.stem()).string();
    const NetworkConfig& network = run.config.network;
    const PytorchNames names{
        .code = path.filename().string(),
        .weights = path.stem().string() + ".safetensors",
        .data = path.stem().string() + "-data.safetensors",
        .first = path.stem().string() + "-first.safetensors",
        .assumed = run.uncertain.empty() ? "" : assumedJson(run.uncertain),
        .hasVocabulary = isText(run.config.data) && !run.names.vocabulary.words().empty()};
    ExportFiles written{{file, stem + ".safetensors"}, {}};
    const bool byHand = network.initialisation == Initialisation::ByHand;
    if (byHand) written.files.push_back(stem + "-first.safetensors");
    const bool drawn = isDrawnInCode(run.config.data);
    if (!drawn) written.files.push_back(stem + "-data.safetensors");
    requirePlaces(written, run);
    if (!drawn) {
        if (!isDrawnByRule(run.config.data)) requireOwnData(run);
        const DataSet data = makeData(run.config.data, run.names);
        requireClasses(run.config.network, data.names);
        written.note = changedSince(run, data);
        writeSafeTensors(written.files.back(), rowsOf(data));
    }
    if (byHand) {
        const std::vector<float> first =
            initialParameters(buildProgram(network, run.config.data.positions()), run.config.seed);
        writeSafeTensors(stem + "-first.safetensors", toSafeTensors(run.config, first));
    }
    SafeTensorsView weights = toSafeTensors(run.config, *run.parameters, run.names);
    if (!names.assumed.empty()) weights.metadata[assumedMetadata] = names.assumed;
    writeSafeTensors(stem + ".safetensors", weights);
    writeFileAtomically(file, pytorchCode(run.config, names));
    return written;
}

ExportFiles exportOnnx(const OpenedRun& run, const std::string& file) {
    requirePlaces({{file}, {}}, run);
    // What a checkpoint says of its network, its words and its classes.
    std::map<std::string, std::string> metadata =
        toSafeTensors(run.config, *run.parameters, run.names).metadata;
    if (!run.uncertain.empty()) metadata[assumedMetadata] = assumedJson(run.uncertain);
    if (isLanguage(run.config.data) && !run.names.vocabulary.words().empty())
        metadata["tokens"] =
            "The lines of \"vocabulary\" are the tokens 2, 3 … of a text, in UTF-8 with ␣ for a blank, ⏎ for "
            "the end of a line, ⇥ for a tab and \\xE2 for a byte; 1 is every other one. Put together they "
            "are the text.";
    else if (!run.names.vocabulary.words().empty())
        metadata["tokens"] =
            "ASCII letters of a text in lower case, its ASCII punctuation taken out, split at ASCII white "
            "space. The words of \"vocabulary\", one a line, are the tokens 2, 3 …; every other word is 1, "
            "and padding behind the text 0. \"classes\" names class 0, 1 …; a single logit speaks for class "
            "1.";
    writeFileAtomically(file, toOnnx(run.config, *run.parameters, metadata));
    return {{file}, {}};
}

ExportFiles exportPage(const OpenedRun& run, const PageChoice& choice, const std::string& file,
                       const std::function<bool(size_t done, size_t total)>& progress) {
    requirePlaces({{file}, {}}, run);
    const NetworkConfig& network = run.config.network;
    const Sample sample = seenBy(network, choice.sample);
    const bool isText = sample.kind() == SampleKind::Text;
    const int positions = isText ? std::max(1, sample.valid.value_or(sample.length())) : sample.length();
    PageContent page;
    page.title = run.config.preset.empty()
                     ? tr("Attention")
                     : tr("Attention: %1").arg(QString::fromStdString(run.config.preset));
    page.about = tr("What a Transformer with %n parameters attends to, at every snapshot of its training.")
                     .replace(QStringLiteral("%n"), QString::number(run.parameters->size()));
    page.about += ablationText(choice.ablation, network.numHeads);
    if (!sample.text.empty()) {
        const QStringList unread = unreadParts(
            shownText(QString::fromStdString(sample.text), run.names.vocabulary, run.config.data.length));
        if (!unread.isEmpty()) page.about += tr(" Of the text: %1.").arg(unread.join(QStringLiteral(", ")));
    }
    page.labelsTitle = tr("input");
    page.labels = positionTexts(sample).mid(0, positions);
    while (page.labels.size() < positions) page.labels << QString();
    page.expected = expectedOf(sample, run.config.data, run.names);
    if (sample.kind() == SampleKind::Set && answersTask(run.config)) {
        page.images = choice.images;
        page.images.resize(positions);
        if (!sample.expected.empty()) page.odd = sample.expected.front();
    }
    page.firstQueryBelow = choice.firstQueryBelow;
    page.layers = network.numLayers;
    page.heads = network.numHeads;
    const size_t bytesPerFrame =
        bytesPerWeight * size_t(page.layers) * size_t(page.heads) * size_t(positions) * size_t(positions);
    const std::vector<Snapshot> shown = thinned(run.snapshots, mostPageBytes / bytesPerFrame);
    Inspector inspector(network, Inspector::Gradients::No);
    inspector.setAblation(choice.ablation);
    const auto add = [&](const QString& name, std::shared_ptr<const std::vector<float>> parameters) {
        inspector.setParameters(std::move(parameters));
        page.frames.push_back(pageFrame(name, inspector.inspect(sample), run.config, run.names, positions));
    };
    for (const Snapshot& snapshot : shown) {
        if (progress && !progress(page.frames.size(), shown.size() + 1))
            throw workError(file + ": interrupted; nothing has been written.");
        add(snapshotName(run.config, snapshot),
            std::make_shared<const std::vector<float>>(
                openCheckpoint(snapshotPath(run.path, snapshot)).parameters));
    }
    add(choice.now, run.parameters);
    writeFileAtomically(file, htmlPage(page));
    ExportFiles written{{file}, {}};
    if (shown.size() < run.snapshots.size())
        written.note = std::to_string(run.snapshots.size() - shown.size()) + " of " +
                       std::to_string(run.snapshots.size()) +
                       " snapshots are left out, evenly, so that the page stays below 16 MB.";
    return written;
}

}  // namespace attx
