// The command line that draws what the window shows.
#pragma once
#include <QString>
#include <QStringList>

#include "ui/figures/figure.h"
#include "ui/state/run_model.h"

namespace attx {

struct ShownCommand {
    QString line;  ///< "attention-explorer render …", quoted for a shell; empty: no command draws the figure
    QStringList unsaid;  ///< Things that are seen and no option says, each the end of a sentence
};

/// `figure` is shown of `model`, whose run or checkpoint lies at `place`; one of many runs is of the folder
/// `place`. `how`: renderWords() and --out; none: a PNG as it comes, in the folder where the line is given.
/// `program`: what the line begins with, which may be in no PATH.
[[nodiscard]] ShownCommand shownCommand(const RunModel& model, const Figure& figure, const QString& place,
                                        const QStringList& how = {},
                                        const QString& program = QStringLiteral("attention-explorer"));

}  // namespace attx
