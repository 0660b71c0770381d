// What the window does for lessons: lists them, and sets up what a step talks about.
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>
#include <algorithm>

#include "model/data/text_data.h"
#include "model/files/error.h"
#include "ui/controls/notice_bar.h"
#include "ui/form/config_form.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/start_page.h"

namespace attx {

void MainWindow::setLessonsFolder(const QString& path) { setLessons(path, help_->lessons().files); }

void MainWindow::openLesson(const QString& file) {
    const QFileInfo info(file);
    const QString folder = help_->lessons().folder;
    QStringList files = help_->lessons().files;
    files.removeAll(info.absoluteFilePath());
    if (folder.isEmpty() || info.absolutePath() != QDir(folder).absolutePath())
        files << info.absoluteFilePath();
    setLessons(folder, files);
    const QString id = info.completeBaseName();
    if (std::ranges::none_of(help_->lessons().lessons, [&](const Lesson& l) { return l.id == id; })) return;
    closeStart();
    help_->choose(id);
    reveal(help_);
    help_->lesson().takeKeyboard();
}

void MainWindow::setLessons(const QString& folder, const QStringList& files) {
    QStringList pages;
    QHash<QString, QString> titles;
    for (const Page* page : pages_->pages()) {
        pages << page->id();
        titles.insert(page->id(), page->title());
    }
    help_->lesson().setPageTitles(titles);
    const LessonShelf shelf = readLessons(folder, pages, files);
    help_->setLessons(shelf);
    start_->setLessons(shelf);
    if (!shelf.problems.isEmpty()) showNotice(shelf.problems.join(QLatin1Char('\n')), true);
}

void MainWindow::openLessonsFolder() {
    const QString folder = help_->lessons().folder;
    if (!QDir().mkpath(folder))
        showNotice(tr("The folder of lessons cannot be created: %1").arg(QDir::toNativeSeparators(folder)),
                   true);
    else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
        showNotice(tr("No program shows folders here. Your own lessons are in %1")
                       .arg(QDir::toNativeSeparators(folder)),
                   true);
    else
        notice_->showOffers(
            tr("Your own lessons are the Markdown files in %1.").arg(QDir::toNativeSeparators(folder)),
            {{tr("How to write a lesson"),
              [this] {
                  help_->show();
                  help_->choose(QStringLiteral("manual/lessons"));
              }}},
            NoticeBar::Stays::ForAWhile);
}

QString MainWindow::waitForRun() {
    return tr("A run is training or paused. Stop it before the lesson sets up another one.");
}

void MainWindow::sayWaitForRun() {
    notice_->showOffers(waitForRun(), {{tr("Stop the run"), [this] { Q_EMIT stopRequested(); }}},
                        NoticeBar::Stays::TillClosed, true);
}

void MainWindow::setUp(const LessonStep& step) {
    closeStart();  // its cards would hide what is set up
    RunConfig config = step.preset.isEmpty() ? form_->config() : presetByName(step.preset.toStdString());
    if (!step.preset.isEmpty()) form_->useOwnMachine(config);
    try {
        for (const auto& [key, value] : step.settings)
            setByPath(config, (key + QLatin1Char('=') + value).toStdString());
        tieNetworkToData(config);
        requireValid(config);
    } catch (const Error& problem) {
        showNotice(QString::fromStdString(problem.what()), true);
        return;
    }
    config.preset = presetOf(config);
    const bool another = config != form_->config();
    if (another && model_.isBusy()) {
        sayWaitForRun();
        return;
    }
    if (!step.sample.isEmpty()) {
        if (another && model_.state() == RunState::Idle)  // the network that follows the form
            connect(
                &model_.shown(), &Shown::networkChanged, this,
                [this, sample = step.sample] { chooseSample(sample); }, Qt::SingleShotConnection);
        else
            chooseSample(step.sample);
    }
    // A network of its own looks at the data's own examples, not at what was typed for another one.
    if (another && !step.preset.isEmpty() && step.sample.isEmpty()) model_.chooseRow(0);
    if (another) changeConfig(config);
    // What the step is about, where it has a field of the form.
    QStringList keys;
    for (const auto& [key, value] : step.settings) keys << key;
    for (const LessonCheck& check : step.checks)
        if (check.kind == LessonCheck::Kind::Config || check.kind == LessonCheck::Kind::Tried)
            keys << check.key;
    if (FormField* field = keys.isEmpty() ? nullptr : form_->field(keys.first().toStdString()))
        form_->bringIntoView(field);
    // Such a step is about the network of its form; one that only turns a page leaves what is shown.
    const bool isOfANetwork = !step.preset.isEmpty() || !step.settings.empty();
    const bool wantsUntrained = !model_.isBusy() && model_.state() != RunState::Idle &&
                                std::ranges::any_of(step.checks, [](const LessonCheck& check) {
                                    return check.kind == LessonCheck::Kind::Untrained;
                                });
    const bool startsOver = (isOfANetwork && formIsOfAnother()) || wantsUntrained;
    if (!another && !startsOver && step.sample.isEmpty() && step.example == 0 &&
        (step.page.isEmpty() || pages_->current().id() == step.page))
        showNotice(tr("Settings and page are already set up for this step."), false);
    if (startsOver) Q_EMIT restartRequested(false);
    if (!step.page.isEmpty()) pages_->show(step.page);
    if (step.example > 0)
        for (Page* page : pages_->pages())
            if (page->id() == QLatin1String("steps"))
                page->restoreControls({{QStringLiteral("example"), step.example - 1}});
}

void MainWindow::chooseSample(const QString& typed) {
    const RunConfig& config = model_.config();
    const Vocabulary& vocabulary = model_.names().vocabulary;
    std::vector<int32_t> tokens;
    std::string text;
    const SampleKind kind = model_.sample().kind();
    const bool readsTokens = kind == SampleKind::Sequence || kind == SampleKind::Text;
    if (vocabulary.empty()) {
        for (const QString& token : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            bool isNumber = false;
            tokens.push_back(token.toInt(&isNumber));
            if (!readsTokens || !isNumber || tokens.back() < 0 || tokens.back() >= config.network.inputDim) {
                showNotice(tr("The lesson's sample \"%1\" is no sequence for this network.").arg(typed),
                           true);
                return;
            }
        }
    } else {
        text = typed.toStdString();
        tokens = tokensOfText(config, vocabulary, text);
    }
    const auto made = model_.data();
    for (int64_t row = 0; made && row < made->validation.rows; ++row)
        if (tokensOfRow(config.network, made->validation, row) == tokens) return model_.chooseRow(row);
    model_.shown().chooseSample(typedSample(config, model_.names(), tokens, text));
}

}  // namespace attx
