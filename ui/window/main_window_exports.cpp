// What the File menu makes of the figures that are shown: files, animations, the command that draws one.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDateTime>
#include <QDeadlineTimer>
#include <QDesktopServices>
#include <QDir>
#include <QEventLoop>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QTimer>
#include <QUrl>
#include <algorithm>
#include <iterator>

#include "ui/controls/notice_bar.h"
#include "ui/controls/save_dialog.h"
#include "ui/export/export.h"
#include "ui/look/model_text.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/state/comparison.h"
#include "ui/state/kept.h"
#include "ui/views/panels_dialog.h"
#include "ui/window/animation_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/shown_command.h"
#include "ui/window/status_line.h"
#include "ui/window/time_bar.h"

namespace attx {
namespace {

constexpr std::chrono::seconds longestVisit{10};
constexpr std::chrono::milliseconds betweenLooks{20};

std::vector<FigureFrame*> shownFrames(const Page& page) {
    std::vector<FigureFrame*> frames = page.frames();
    std::erase_if(frames, [](const FigureFrame* frame) { return frame->isHidden(); });
    return frames;
}

}  // namespace

/// Of several figures the one under the pointer, else the one that has the focus, else the main one; null:
/// none is shown.
FigureFrame* MainWindow::chosenFrame() const {
    const std::vector<FigureFrame*> frames = shownFrames(pages_->current());
    if (frames.empty()) return nullptr;
    FigureFrame* chosen = frames.front();
    for (FigureFrame* frame : frames)
        if (QWidget* focus = focusWidget(); focus && frame->isAncestorOf(focus)) chosen = frame;
    for (FigureFrame* frame : frames)
        if (frame->underMouse()) chosen = frame;
    return chosen;
}

void MainWindow::showSaved(const QString& text, const QString& file) {
    const QString folder = QFileInfo(file).isDir() ? file : QFileInfo(file).absolutePath();
    notice_->showOffers(
        text, {{tr("Open folder"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); }}},
        NoticeBar::Stays::Briefly);
    status_->showReadout({});
}

void MainWindow::exportCurrent() {
    FigureFrame* chosen = chosenFrame();
    chosen && chosen->exported() ? chosen->exportFigure()
                                 : showPageNotice(tr("There is no figure here to export."));
}

void MainWindow::keepPanel(const std::shared_ptr<const Figure>& figure) {
    auto& panels = kept_->of<KeptPanels>();
    panels.figures.push_back(figure);
    notice_->showOffers(tr("Kept as panel %1").arg(PanelsFigure::letter(panels.figures.size() - 1)),
                        {{tr("Export panels…"), [this] { exportPanels(); }}}, NoticeBar::Stays::Briefly);
}

void MainWindow::exportPanels() {
    (new PanelsDialog(
         kept_->of<KeptPanels>(), [this](const QString& text, const QString& file) { showSaved(text, file); },
         this))
        ->open();
}

void MainWindow::copyCommand() {
    const FigureFrame* chosen = chosenFrame();
    const std::unique_ptr<Figure> figure = chosen ? chosen->figure() : nullptr;
    copyCommandOf(figure.get(), {});
}

void MainWindow::copyCommandOf(const Figure* figure, const QStringList& how) {
    if (!figure) {
        showPageNotice(tr("There is no figure here that a command could draw."));
        return;
    }
    const QString place = &pages_->current() == &page<RunsPage>() ? page<RunsPage>().folder() : model_.path();
    if (place.isEmpty() || !QFileInfo::exists(place)) {
        showNotice(tr("A command draws a run or a checkpoint on the disk, and this network is in none. Train "
                      "it, or save the model, and open that."),
                   true);
        return;
    }
    // From whatever folder it is given.
    ShownCommand command = shownCommand(model_, *figure, QFileInfo(place).absoluteFilePath(), how,
                                        QCoreApplication::applicationFilePath());
    if (command.line.isEmpty()) {
        showNotice(
            tr("No line for this figure (%1). Another one of this page may do, with the pointer over it.")
                .arg(figure->name()),
            true);
        return;
    }
    if (comparison_->second()) command.unsaid << tr("the compared network");
    QGuiApplication::clipboard()->setText(command.line);
    QString said = copiedText(command.line);
    if (!command.unsaid.isEmpty())
        said += QLatin1Char('\n') +
                tr("The line does not say: %1.").arg(command.unsaid.join(QStringLiteral("; ")));
    showNotice(said, false);
}

bool MainWindow::isAnswered(const std::vector<const StudyBase*>& others) const {
    const auto isSettled = [](const Shown* shown) { return !shown || shown->isSettled(); };
    return isSettled(&model_.shown()) && isSettled(comparison_->second()) &&
           std::ranges::all_of(findChildren<StudyBase*>(), [&](const StudyBase* study) {
               return !study->isAsking() || std::ranges::find(others, study) != others.end();
           });
}

std::vector<MainWindow::PageFigures> MainWindow::figuresOfPages() {
    time_->setPlaying(false);  // What is shown stays the same from page to page
    const QPointer<QWidget> focus = focusWidget();
    const int before = pages_->currentIndex();
    std::vector<const StudyBase*> asking;
    for (const StudyBase* study : findChildren<StudyBase*>())
        if (study->isAsking()) asking.push_back(study);
    visiting_ = true;
    pages_->setUpdatesEnabled(false);
    QApplication::setOverrideCursor(Qt::WaitCursor);
    std::vector<PageFigures> all;
    for (int i = 0; i < pages_->count(); ++i) {
        const Page* page = pages_->pages()[size_t(i)];
        if (!page->suits(model_.config()) || !page->isAbout(model_.config())) continue;
        all.push_back({page, {}});
        if (page->frames().empty()) continue;
        pages_->setCurrentIndex(i);
        const QDeadlineTimer limit(longestVisit);
        do {
            QEventLoop turn;
            QTimer::singleShot(betweenLooks, &turn, &QEventLoop::quit);
            turn.exec(QEventLoop::ExcludeUserInputEvents);
        } while (!isAnswered(asking) && !limit.hasExpired());
        if (!isAnswered(asking) || page->isOfEarlierState()) continue;
        for (const FigureFrame* frame : shownFrames(*page))
            if (auto figure = frame->exported()) all.back().figures.push_back(std::move(figure));
    }
    pages_->setCurrentIndex(before);
    QApplication::restoreOverrideCursor();
    pages_->setUpdatesEnabled(true);
    visiting_ = false;
    if (focus) focus->setFocus();
    return all;
}

std::vector<std::unique_ptr<Figure>> MainWindow::figures() {
    std::vector<std::unique_ptr<Figure>> result;
    for (PageFigures& of : figuresOfPages()) std::ranges::move(of.figures, std::back_inserter(result));
    return result;
}

void MainWindow::exportEvery(const QString& suffix) {
    auto* dialog = new QFileDialog(this, tr("A folder for the figures"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setDirectory(SaveDialog::usualFolder());
    connect(dialog, &QFileDialog::fileSelected, this, [this, suffix](const QString& folder) {
        SaveDialog::savedTo(QDir(folder).filePath(QStringLiteral("figures")));
        // A folder of their own, so that nothing is overwritten.
        const QString name =
            QDateTime::currentDateTime().toString(QStringLiteral("'figures-'yyyy-MM-dd-HHmmss"));
        if (!QDir(folder).mkpath(name)) {
            showNotice(tr("%1: the figures' folder cannot be made there. Choose a place where you may write.")
                           .arg(QDir::toNativeSeparators(folder)),
                       true);
            return;
        }
        QStringList missing;
        auto figures = std::make_shared<std::vector<std::unique_ptr<Figure>>>();
        for (PageFigures& of : figuresOfPages()) {
            if (of.figures.empty()) missing << of.page->title();
            std::ranges::move(of.figures, std::back_inserter(*figures));
        }
        exportNext(QDir(folder).filePath(name), suffix, figures, 0, missing);
    });
    dialog->open();
}

void MainWindow::exportNext(const QString& folder, const QString& suffix,
                            const std::shared_ptr<std::vector<std::unique_ptr<Figure>>>& figures, size_t done,
                            const QStringList& missing) {
    // One figure a turn of the event loop, so that a run under way stays in view.
    if (done == figures->size()) {
        const QString where = QDir::toNativeSeparators(folder);
        QString said = done == 1 ? tr("Saved 1 figure in %1").arg(where)
                                 : tr("Saved %1 figures in %2").arg(done).arg(where);
        if (!missing.isEmpty())
            said += tr(". None of: %1 (nothing is computed there for what is shown)")
                        .arg(missing.join(QStringLiteral(", ")));
        showSaved(said, folder);
        return;
    }
    const QString stem = fileStems(*figures)[qsizetype(done)];
    exportInBackground(
        *(*figures)[done], QDir(folder).filePath(stem + QLatin1Char('.') + suffix), {}, this,
        [this, folder, suffix, figures, done, missing](const QStringList&, const QString& error) {
            if (!error.isEmpty()) {
                showNotice(error, true);
                return;
            }
            status_->showReadout(tr("Saving figures: %1 of %2").arg(done + 1).arg(figures->size()));
            QTimer::singleShot(0, this, [this, folder, suffix, figures, done, missing] {
                exportNext(folder, suffix, figures, done + 1, missing);
            });
        });
}

void MainWindow::saveAnimation() {
    const std::vector<FigureFrame*> frames = shownFrames(pages_->current());
    if (!pages_->current().followsTraining() || frames.empty()) {
        showPageNotice(
            tr("Nothing on this page changes while a network trains. Choose another page, such as "
               "Attention, and save its animation."));
        return;
    }
    auto* dialog = new AnimationDialog(model_, frames, time_->speedCombo()->currentData().toDouble(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const QStringList& files = dialog->written();
        QString text = files.size() == 1 ? tr("Saved %1").arg(QDir::toNativeSeparators(files.front()))
                                         : tr("Saved %1 pictures in %2")
                                               .arg(files.size())
                                               .arg(QDir::toNativeSeparators(dialog->path()));
        if (const int missing = dialog->leftOut(); missing > 0)
            text += tr("; snapshots that could not be shown and are missing: %1").arg(missing);
        dialog->leftOut() > 0 ? showNotice(text, true) : showSaved(text, dialog->path());
    });
    dialog->open();
}

}  // namespace attx
