#include "app/runs/run_store.h"

#include <QStandardPaths>
#include <filesystem>
#include <span>

#include "app/runs/resume_point.h"
#include "app/runs/tensorboard_log.h"
#include "model/data/dataset.h"
#include "model/files/error.h"
#include "model/run/checkpoint.h"

namespace attx {

namespace fs = std::filesystem;

OpenedRun openRun(const std::string& path) {
    OpenedRun run;
    run.path = path;
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        throw inputError(path +
                         ": expected a run folder or a checkpoint, found nothing of that name. "
                         "Check the path.");
    finishRestoring(path);
    Checkpoint checkpoint = openCheckpoint(path);
    run.config = std::move(checkpoint.config);
    run.parameters = std::make_shared<const std::vector<float>>(std::move(checkpoint.parameters));
    run.names = std::move(checkpoint.names);
    run.uncertain = std::move(checkpoint.uncertain);
    if (!fs::is_directory(path, ignored)) return run;
    run.snapshots = listSnapshots(path);
    try {
        const RunFolder folder = RunFolder::open(path);
        run.result = folder.result();
        run.metrics = folder.readMetrics();
    } catch (const Error& problem) {
        run.note = problem.what();
    }
    return run;
}

ValidationSample validationSample(const RunConfig& config, int64_t sample, const DataNames& names) {
    DataConfig onlyValidation = config.data;
    // Sequences of each split are drawn by themselves; a vocabulary is learned from the training part.
    if (config.data.task == TaskKind::Sequences && config.data.rule != LabelRule::Csv)
        onlyValidation.trainSize = onlyValidation.testSize = 1;
    RunConfig checked = config;
    checked.data = onlyValidation;
    checked.training.batchSize = 1;
    checked.training.warmup = 0;
    tieNetworkToData(checked);  // whether the network can read them, it says itself
    requireValid(checked);
    const Table table = makeData(onlyValidation, names).validation;
    if (sample < 0 || sample >= table.rows)
        throw inputError("--sample: expected a row of the validation data, 0 to " +
                         std::to_string(table.rows - 1) + ", found " + std::to_string(sample) + ".");
    const auto row = static_cast<size_t>(sample);
    ValidationSample found;
    found.tokens = tokensOfRow(config.network, table, sample);
    found.length = table.lengths.empty() ? table.length : table.lengths[row];
    const size_t labelled = table.labels.size() / static_cast<size_t>(table.rows);
    const auto labels = std::span(table.labels).subspan(row * labelled, labelled);
    found.labels.assign(labels.begin(), labels.end());
    if (labelled > 1) found.labels.resize(found.tokens.size());
    if (row < table.texts.size()) found.text = table.texts[row];
    return found;
}

SetSample validationSet(const RunConfig& config, const DataSet& data, int64_t sample) {
    if (sample < 0 || sample >= data.validation.rows)
        throw inputError("--sample: expected a set of the validation data, 0 to " +
                         std::to_string(data.validation.rows - 1) + ", found " + std::to_string(sample) +
                         ".");
    const std::vector<int32_t> rows = evaluationRows(data.validation, config.data);
    const auto size = static_cast<size_t>(config.data.setSize);
    return setOf(data.validation, data.names,
                 std::span(rows).subspan(static_cast<size_t>(sample) * size, size));
}

RunStore::RunStore(QString folder) : folder_(std::move(folder)) {}

QString RunStore::defaultFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/runs");
}

QString RunStore::newPath(const std::string& preset) const {
    return QString::fromStdString(newRunPath(folder_.toStdString(), preset));
}

bool RunStore::remove(const QString& path) {
    const fs::path folder = path.toStdString();
    std::error_code error;
    for (const char* file : runFiles) fs::remove(folder / file, error);
    removeSnapshots(folder.string());
    for (const fs::path& file : eventFiles(folder.string())) fs::remove(file, error);
    fs::remove(folder, error);  // only if it is empty
    return !fs::exists(folder, error) && !error;
}

}  // namespace attx
