// What a new sweep costs: time and disk.
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>

#include "model/files/error.h"
#include "ui/form/run_estimate.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"
#include "ui/pages/runs/sweep_dialog.h"

namespace attx {

void SweepDialog::setSpeed(double flopsPerSecond, int threads, const QString& known) {
    speed_ = flopsPerSecond;
    speedThreads_ = threads;
    speedKnown_ = known;
    check();
}

void SweepDialog::setRows(const DataConfig& of, const std::optional<SplitRows>& rows) {
    if (!rows || rows == rows_ || !sameTables(of, base_.data)) return;
    rows_ = rows;
    check();
}

QString SweepDialog::summaryOf(const Sweep& sweep) const {
    const size_t seeds = sweep.seeds.size(), combinations = sweep.runs.size() / seeds;
    int64_t bytes = 0;
    std::chrono::duration<double> time{};
    bool isCounted = true;
    const int together = std::clamp(int(sweep.runs.size()), 1, jobs_->value());
    for (size_t i = 0; i < sweep.runs.size(); i += seeds) {
        RunConfig config = configOf(sweep, sweep.runs[i]);
        if (rows_ && sameTables(config.data, base_.data))
            config = withRows(config, *rows_);
        else
            isCounted = isCounted && !hasRowsOfFiles(config.data);
        bytes += int64_t(seeds) * diskBytes(config);
        if (config.threads == 0) config.threads = std::max(1, cores() / together);
        const double share = speedThreads_ > 0 ? std::min(1.0, double(config.threads) / speedThreads_) : 1;
        const double speed = speed_ > 0 ? speed_ * share : assumedSpeed(config.threads);
        time += estimateTime(config, speed).time * double(seeds) / together;
    }
    const QString cost =
        isCounted ? tr("Runs: %1 (combinations: %2, seeds: %3). About %4 here (%5), %6 on disk")
                  : tr("Runs: %1 (combinations: %2, seeds: %3). About %4 here (%5) if there are %7 training "
                       "samples, which is known once the data are read; %6 on disk")
                        .replace(QStringLiteral("%7"), countText(base_.data.trainSize));
    QString text = cost.arg(sweep.runs.size())
                       .arg(combinations)
                       .arg(seeds)
                       .arg(durationText(time), speed_ > 0 ? speedKnown_ : tr("a guess"), byteText(bytes));
    if (const auto free = freeDisk(folder().toStdString())) {
        text += tr(", where %1 are free").arg(byteText(*free));
        if (bytes > *free) throw inputError(text.toStdString() + ". Choose another disk, or fewer runs.");
    }
    return text + QLatin1Char('.');
}

}  // namespace attx
