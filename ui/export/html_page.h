// A run as one page that any browser opens without a network: attention of a sample at every snapshot, with
// values under the pointer, the timeline, and what the network answered.
#pragma once
#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "model/explain/inspector.h"
#include "model/run/snapshots.h"

namespace attx {

/// What the page shows of one moment.
struct PageFrame {
    QString name;             ///< "epoch 2, step 780"
    QStringList prediction;   ///< one for each position, or the one answer
    std::vector<float> maps;  ///< [layers, heads, T, T]
};

struct PageContent {
    QString title;
    QString about;         ///< a line below it
    QString labelsTitle;   ///< "input"
    QStringList labels;    ///< [T], what stands at the axes
    QStringList expected;  ///< as PageFrame::prediction; empty: not known
    bool firstQueryBelow = false;
    int layers = 1, heads = 1;
    std::vector<PageFrame> frames;  ///< at least one; the page opens with the last
};

/// What one moment shows of an inspected sample, only its first `positions` positions.
[[nodiscard]] PageFrame pageFrame(const QString& name, const Inspection& inspection,
                                  const NetworkConfig& network, const DataNames& names, int positions);
/// The whole page, UTF-8. Weights are kept to 16 bits.
[[nodiscard]] std::string htmlPage(const PageContent& content);

}  // namespace attx
