#include "ui/window/orientation_line.h"

#include <QFileInfo>

#include "model/config/label_rule.h"
#include "model/config/task.h"
#include "model/config/vector_network.h"
#include "model/network/chance.h"
#include "model/run/records.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"
#include "ui/pages/page.h"

namespace attx {
namespace {

QString taskText(const RunConfig& config, const DataNames& names) {
    const DataConfig& data = config.data;
    if (isOutsideTasks(config))
        return tr("A network of another program: it reads vectors of %1 numbers; no task here asks for its "
                  "answers.")
            .arg(config.network.inputDim);
    if (!fitsRule(config)) return tr("Task: the file does not say it, and no rule here has such answers.");
    if (isText(data) && names.classes.size() == 2)
        return tr("Task: classify texts as %1 or %2.")
            .arg(classText(data, names, 0), classText(data, names, 1));
    if (isText(data)) return tr("Task: tell which of %1 classes a text is of.").arg(chanceClasses(config));
    if (isPictures(data))
        return tr("Task: tell which of %1 classes a picture shows, read as %2 patches.")
            .arg(chanceClasses(config))
            .arg(data.positions());
    if (!isSequences(data)) {
        QString asks = modelText(infoOf(data.task).asks);
        return tr("Task: %1.").arg(asks.replace(QStringLiteral("%1"), QString::number(data.positions())));
    }
    const bool areDigits = config.network.inputDim == 10;
    const QString tokens = data.length == 1
                               ? (areDigits ? tr("1 digit") : tr("1 token"))
                               : (areDigits ? tr("%1 digits") : tr("%1 tokens")).arg(data.length);
    return modelText(infoOf(data.rule).asks)
        .replace(QStringLiteral("%1"),
                 isPairs(data) ? QFileInfo(QString::fromStdString(data.csvPath)).fileName() : tokens)
        .replace(QStringLiteral("%2"), QString::number(data.numCategories));
}

/// "2 of 16 right in this sequence (chance level 1.6)"; empty where no label or no answer is known.
QString scoreText(const RunModel& model) {
    const Inspection& inspection = model.inspection();
    const Sample& sample = model.sample();
    if (inspection.sample != sample || inspection.prediction.size() != sample.expected.size()) return {};
    int labels = 0, right = 0;
    for (size_t i = 0; i < sample.expected.size(); ++i) {
        if (sample.expected[i] < 0) continue;
        ++labels;
        if (sample.expected[i] == inspection.prediction[i]) ++right;
    }
    const double chance = model.knownData().chance.value_or(chanceOf(model.config(), {})).accuracy;
    if (labels == 0) return {};
    if (sample.kind() == SampleKind::Sequence && model.config().network.output == OutputKind::Positions)
        return tr("%1 of %2 right in this sequence (chance level %3)")
            .arg(right)
            .arg(labels)
            .arg(labels * chance, 0, 'g', 2);
    return (right ? tr("right about this one (chance level %1 %)")
                  : tr("wrong about this one (chance level %1 %)"))
        .arg(100 * chance, 0, 'f', 0);
}

QString stateText(const RunModel& model) {
    if (const auto& snapshot = model.shown().snapshot())
        return snapshot->step == 0 ? tr("Before the first step")
                                   : tr("Snapshot of step %1").arg(snapshot->step);
    const auto& steps = model.metrics().steps;
    switch (model.state()) {
        case RunState::Idle:
            return tr("Untrained");
        case RunState::Starting:
            return tr("About to train");
        case RunState::Training:
            return tr("Training, step %1").arg(steps.empty() ? 0 : steps.back().step);
        case RunState::Paused:
            return tr("Paused at step %1").arg(steps.empty() ? 0 : steps.back().step);
        case RunState::Finished:
            break;
    }
    const std::optional<RunResult>& result = model.result();
    if (!result) return tr("As saved");
    if (result->reason == EndReason::Stopped) return tr("Stopped after step %1").arg(result->steps);
    if (result->reason == EndReason::Diverged) return tr("Diverged at step %1").arg(result->steps);
    return tr("Trained");
}

/// "1 head ablated, 2 tokens masked": what the answers shown are given without.
QString withoutText(const RunModel& model) {
    QStringList parts;
    if (const int heads = model.shown().ablatedHeads(); heads > 0) parts << ablatedHeadsText(heads);
    if (const auto tokens = std::ssize(model.ablation().maskedTokens); tokens > 0)
        parts << maskedTokensText(int(tokens));
    return parts.join(QStringLiteral(", "));
}

}  // namespace

QString orientationText(const RunModel& model) {
    QString text = stateText(model);
    if (const QString without = withoutText(model); !without.isEmpty())
        text = tr("%1, %2").arg(text, without);
    if (const QString score = scoreText(model); !score.isEmpty()) text = tr("%1: %2").arg(text, score);
    QString task = taskText(model.config(), model.names());
    if (model.isTaskAssumed()) task = tr("%1 (assumed: the file does not say it).").arg(task.chopped(1));
    // In a snapshot of the past the score matters more than the task, and a narrow line ends early.
    text = model.shown().snapshot() ? tr("%1. %2").arg(text, task) : tr("%1 %2.").arg(task, text);
    if (model.state() == RunState::Idle && !model.shown().snapshot())
        text += QLatin1Char(' ') + tr("Press Train.");
    return text;
}

OrientationLine::OrientationLine(const RunModel& model, QWidget* parent)
    : ElidedLabel(parent), model_(model) {
    setAccessibleName(tr("Where things stand"));
    setTextFormat(Qt::PlainText);
    setElision(Qt::ElideRight);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    const Shown* shown = &model.shown();
    for (const auto signal : {&Shown::networkChanged, &Shown::sampleChanged, &Shown::snapshotChosen,
                              &Shown::inspectionChanged, &Shown::ablationChanged})
        connect(shown, signal, this, &OrientationLine::refresh);
    connect(&model, &RunModel::stateChanged, this, &OrientationLine::refresh);
    connect(&model, &RunModel::progressChanged, this, &OrientationLine::refresh);
    connect(&model, &RunModel::resultChanged, this, &OrientationLine::refresh);
}

void OrientationLine::setPage(const Page& page) {
    if (page_) page_->disconnect(this);
    page_ = &page;
    connect(page_, &Page::readingChanged, this, &OrientationLine::refresh);
    refresh();
}

void OrientationLine::refresh() {
    QStringList parts;
    if (!page_ || page_->followsTraining()) parts << orientationText(model_);
    if (page_ && !page_->reading().isEmpty()) parts << page_->reading();
    QString whole = parts.join(QLatin1Char(' '));
    whole.replace(QStringLiteral(" %"), QStringLiteral("\u00A0%"));  // a number keeps its sign on its line
    if (whole != text()) setText(whole);
}

}  // namespace attx
