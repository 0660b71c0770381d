#include "ui/look/unit_text.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "model/run/snapshots.h"
#include "ui/look/translate.h"

namespace attx {

QString withMinus(QString number) { return number.replace(QLatin1Char('-'), QChar(0x2212)); }

QString byteText(int64_t bytes) {
    const double mega = double(bytes) / 1e6;
    if (mega < 1) return tr("%1 kB").arg(std::ceil(mega * 1e3));
    if (mega < 1000) return tr("%1 MB").arg(std::ceil(mega));
    return tr("%1 GB").arg(mega / 1e3, 0, 'f', 1);
}

QString durationText(std::chrono::duration<double> time) {
    const auto seconds = static_cast<qint64>(std::llround(std::min(std::max(time.count(), 0.0), 1e12)));
    if (seconds < 1) return tr("1 s");
    if (seconds < 60) return tr("%1 s").arg(seconds);
    if (seconds < 3600) return tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
    if (seconds < 86400) return tr("%1 h %2 min").arg(seconds / 3600).arg(seconds / 60 % 60);
    return tr("%1 d %2 h").arg(seconds / 86400).arg(seconds / 3600 % 24);
}

QString ablatedHeadsText(int heads) {
    if (heads == 0) return {};
    return heads == 1 ? tr("1 head ablated") : tr("%1 heads ablated").arg(heads);
}

QString maskedTokensText(int tokens) {
    return tokens == 1 ? tr("1 token masked") : tr("%1 tokens masked").arg(tokens);
}

QString downloadText(qint64 done, qint64 total, double secondsLeft) {
    QString text = tr("%1 of %2").arg(byteText(done), byteText(total));
    if (secondsLeft <= 0) return text;
    return tr("%1, %2 left").arg(text, durationText(std::chrono::duration<double>(secondsLeft)));
}

QString deviceText(QString device) {
    return device.replace(QLatin1String(" and libxsmm"), tr(" and libxsmm"))
        .replace(QLatin1String(" threads"), tr(" threads"))
        .replace(QRegularExpression(QStringLiteral(" thread$")), tr(" thread"));
}

QString snapshotName(const RunConfig& config, const Snapshot& snapshot) {
    if (snapshot.step == 0) return tr("before training");
    return tr("epoch %1 of %2, step %3").arg(snapshot.epoch).arg(config.training.epochs).arg(snapshot.step);
}

}  // namespace attx
