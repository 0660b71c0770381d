// What the window says of a run in one file: settings, result, every figure as it is shown, with its
// sentence.
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QRegularExpression>
#include <algorithm>
#include <memory>
#include <utility>

#include "model/config/settings.h"
#include "model/files/error.h"
#include "ui/controls/notice_bar.h"
#include "ui/export/export.h"
#include "ui/export/report.h"
#include "ui/form/form_content.h"
#include "ui/form/form_field.h"
#include "ui/look/language.h"
#include "ui/look/model_text.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/window/main_window.h"
#include "ui/window/orientation_line.h"
#include "ui/window/status_line.h"

namespace attx {
namespace {

constexpr double picturesScale = 2;  // pixels per px

/// Of the form's keys that mean something to the run.
std::vector<std::pair<QString, QString>> settingsOf(const RunConfig& shown) {
    RunConfig config = shown;
    std::vector<std::pair<QString, QString>> rows;
    for (const FormGroup& group : formGroups())
        for (const char* path : group.paths) {
            const KeyInfo& key = keyInfo(path);
            if (key.form.isRelevant && !key.form.isRelevant(config)) continue;
            const std::string text = valueText(key, config);
            const QString value = valueText(key, text);
            if (value.isEmpty()) continue;
            rows.emplace_back(group.title + QStringLiteral(": ") + modelText(key.form.label), value);
        }
    return rows;
}

QString plainOf(QString html) {
    html.replace(QStringLiteral("<br>"), QStringLiteral(" "));
    static const QRegularExpression tags(QStringLiteral("<[^>]*>"));
    return html.remove(tags);
}

}  // namespace

void MainWindow::saveReport(const QString& path) {
    ReportContent content;
    content.title = model_.name().isEmpty() ? tr("Report") : tr("Report on %1").arg(model_.name());
    content.sentences << orientationText(model_) << status_->words();
    if (const std::optional<Snapshot>& snapshot = model_.shown().snapshot())
        content.sentences
            << tr("The figures show the network at step %1 of its training; the results of the run "
                  "are those of its end.")
                   .arg(snapshot->step);
    if (!model_.ablation().empty())
        content.sentences << tr("Heads are ablated or tokens masked in these figures.");
    content.sentences.removeAll(QString());
    QStringList missing;
    for (const auto& [page, figures] : figuresOfPages()) {
        if (page == &this->page<RunsPage>()) continue;
        QString title = page->title();
        if (figures.empty()) missing << tr("“%1”").arg(title);
        for (const std::unique_ptr<Figure>& figure : figures) {
            content.figures.push_back(
                {std::exchange(title, {}), figure->title(), renderImage(*figure, {{}, picturesScale})});
            content.figures.back().picture.setDevicePixelRatio(picturesScale);
        }
        if (!figures.empty() && page == &this->page<ExplainPage>())
            content.figures.back().caption = plainOf(this->page<ExplainPage>().captionsOfAll());
    }
    if (!missing.isEmpty())
        content.sentences
            << tr("Not in this report, because nothing is computed there for what is shown: %1.")
                   .arg(missing.join(QStringLiteral(", ")));
    content.settingsTitle = tr("Settings");
    content.settings = settingsOf(model_.config());
    content.made = tr("Made by Attention Explorer %1 on %2")
                       .arg(QCoreApplication::applicationVersion(), momentText(QDateTime::currentDateTime()));
    try {
        writeReport(path, content);
        showSaved(tr("Saved %1").arg(QDir::toNativeSeparators(path)), path);
    } catch (const Error& problem) {
        showNotice(QString::fromUtf8(problem.what()), true);
    }
}

}  // namespace attx
