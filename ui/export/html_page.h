// A run as one page that any browser opens without a network: attention of a sample at every snapshot, with
// values under the pointer, the timeline, and what the network answered.
#pragma once
#include <QImage>
#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "model/inspect/inspector.h"
#include "model/run/snapshots.h"

namespace attx {

/// What the page shows of one moment.
struct PageFrame {
    QString name;                           ///< "epoch 2, step 780"
    QStringList prediction;                 ///< one for each position, or the one answer
    std::vector<float> maps;                ///< [layers, heads, T, T]
    std::vector<float> probabilities = {};  ///< [T], of a set: that each member is the odd one
};

struct PageContent {
    QString title;
    QString about;         ///< a line below it
    QString labelsTitle;   ///< "input"
    QStringList labels;    ///< [T], what stands at the axes
    QStringList expected;  ///< One for each position, or the one answer; empty: not known
    /// Pictures of a set's images, [T], shown as its labels; null: not known. Other samples have none.
    QList<QImage> images = {};
    int odd = -1;  ///< place of a set's odd one; -1: not known
    bool firstQueryBelow = false;
    int layers = 1, heads = 1;
    std::vector<PageFrame> frames;  ///< Not empty; the page opens with the last
};

/// What one moment shows of an inspected sample, only its first `positions` positions.
[[nodiscard]] PageFrame pageFrame(const QString& name, const Inspection& inspection, const RunConfig& config,
                                  const DataNames& names, int positions);
/// The whole page, UTF-8. Weights are kept to 16 bits, images to 80 pixels a side.
[[nodiscard]] std::string htmlPage(const PageContent& content);

}  // namespace attx
