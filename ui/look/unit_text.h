// Sizes, times, counts and snapshots in words.
#pragma once
#include <QString>
#include <chrono>

namespace attx {

struct RunConfig;
struct Snapshot;

/// With the sign that typesetting has for minus, in a power of ten, too. For what is read; files have
/// hyphens.
[[nodiscard]] QString withMinus(QString number);
/// "12 MB", "1.4 GB".
[[nodiscard]] QString byteText(int64_t bytes);
/// "4 s", "2 min 10 s", "1 h 5 min".
[[nodiscard]] QString durationText(std::chrono::duration<double> time);
/// "1 head ablated", "3 heads ablated"; empty for none.
[[nodiscard]] QString ablatedHeadsText(int heads);
/// "1 token masked", "3 tokens masked".
[[nodiscard]] QString maskedTokensText(int tokens);

/// "native, AVX-512 and libxsmm, 2 threads", as the model calls it, in the language of the window.
[[nodiscard]] QString deviceText(QString device);

/// "before training", "epoch 3 of 10, step 1170"
[[nodiscard]] QString snapshotName(const RunConfig& config, const Snapshot& snapshot);

/// "35 MB of 169 MB, 12 s left"; no time if it is not known (0).
[[nodiscard]] QString downloadText(qint64 done, qint64 total, double secondsLeft);

}  // namespace attx
