#include "ui/window/run_files.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>
#include <QWidget>

#include "ui/controls/save_dialog.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/state/run_model.h"
#include "ui/window/menu_entry.h"

namespace attx {

RunFiles::RunFiles(const RunModel& model, QWidget* window) : QObject(window), model_(model) {}

QWidget* RunFiles::window() const { return qobject_cast<QWidget*>(parent()); }

void RunFiles::fillOpenMenu(QMenu* menu) {
    addEntry(
        menu, tr("&Open run…"), tr("Show a run from its folder"), this,
        [this] { chooseFolder(&RunFiles::openRequested); }, QKeySequence::Open);
    addEntry(
        menu, tr("Open &checkpoint or lesson state…"),
        tr("Show a network from a file: safetensors, PyTorch, Lightning, Flax or Keras, or a lesson state"),
        this, [this] { chooseCheckpoint(&RunFiles::openRequested); }, QKeySequence(tr("Ctrl+Shift+O")));
    alsoFoundBy(
        addEntry(menu, tr("Open &data…"),
                 tr("Look at a table of pairs or texts, an archive or pictures, and learn from it"), this,
                 [this] {
                     choose(tr("Open data"),
                            tr("Tables and archives (*.csv *.tsv *.tab *.txt *.gz *.zip *.tar *.tgz);;All "
                               "files (*)"),
                            QDir::homePath(), &RunFiles::openRequested);
                 }),
        tr("own data, csv, tsv, texts, use as data"));
    alsoFoundBy(
        addEntry(
            menu, tr("Open a folder of data…"),
            tr("Look at a folder of texts or pictures, a folder for each class, and learn from it"), this,
            [this] {
                choose(tr("Open data: choose the folder"), {}, QDir::homePath(), &RunFiles::openRequested);
            }),
        tr("own data, pictures, images, texts"));
    recentMenu_ = addSubmenu(menu, tr("&Recent runs"));
    QMenu* compare = addSubmenu(menu, tr("Compare &with"));
    compareRecentMenu_ = addSubmenu(compare, tr("&Recent runs"));
    showRecent();
    addEntry(compare, tr("A r&un…"), tr("Show a second run for the same input, with the difference"), this,
             [this] { chooseFolder(&RunFiles::openBesideRequested); });
    addEntry(compare, tr("A &checkpoint…"),
             tr("Show a second network for the same input, with the difference"), this,
             [this] { chooseCheckpoint(&RunFiles::openBesideRequested); });
    closeComparison_ = addEntry(compare, tr("C&lose comparison"), tr("Show one network again"), this,
                                &RunFiles::closeComparisonRequested);
    setCompares(false);
    QAction* folder = addEntry(menu, tr("Show the &folder of this run"),
                               tr("Opens the folder with the files of the run shown"), this,
                               [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(model_.folder())); });
    connect(menu, &QMenu::aboutToShow, folder, [this, folder] {
        folder->setEnabled(!model_.folder().isEmpty());
        showRecent();  // Another run may be shown by now
    });
}

void RunFiles::fillSaveMenu(QMenu* menu) {
    addEntry(
        menu, tr("&Save model as…"), tr("Write the weights shown as a safetensors file"), this,
        [this] {
            chooseSavePath(tr("Save the model"), tr("Checkpoints (*.safetensors)"),
                           QStringLiteral("model.safetensors"), &RunFiles::saveCheckpointRequested);
        },
        QKeySequence(QStringLiteral("Ctrl+Shift+S")));
    const auto exportAs = [this](const QString& title, const QString& filter, const QString& suffix) {
        return [this, title, filter, suffix] {
            chooseSavePath(title, filter, QStringLiteral("network.") + suffix,
                           &RunFiles::exportNetworkRequested);
        };
    };
    QMenu* take = addSubmenu(menu, tr("Expor&t network"));
    addEntry(take, tr("as &PyTorch…"),
             tr("One readable Python file with network, data and training, and the weights beside it"), this,
             exportAs(tr("Export as PyTorch"), tr("Python (*.py)"), QStringLiteral("py")));
    addEntry(take, tr("as &ONNX…"), tr("The network shown, for other programs"), this,
             exportAs(tr("Export as ONNX"), tr("ONNX networks (*.onnx)"), QStringLiteral("onnx")));
    alsoFoundBy(addEntry(menu, tr("Save re&port…"),
                         tr("Settings, result and every figure as it is shown, in one web page or PDF"), this,
                         [this] {
                             chooseSavePath(tr("Save the report"), tr("Web pages (*.html);;PDF (*.pdf)"),
                                            QStringLiteral("report.html"), &RunFiles::reportRequested);
                         }),
                tr("summary, hand in, print"));
    addEntry(
        take, tr("as &web page…"),
        tr("One HTML file for any browser: the attention of this sample at every snapshot, with its values"),
        this, exportAs(tr("Export as web page"), tr("Web pages (*.html)"), QStringLiteral("html")));
}

void RunFiles::setCompares(bool compares) { closeComparison_->setEnabled(compares); }

void RunFiles::setRecent(const QStringList& paths) {
    recent_ = paths;
    showRecent();
}

void RunFiles::showRecent() {
    const QFileInfo shown(model_.folder());  // May be relative to where the program was started
    for (const auto& [menu, chosen] : {std::pair(recentMenu_, &RunFiles::openRequested),
                                       std::pair(compareRecentMenu_, &RunFiles::openBesideRequested)}) {
        if (!menu) continue;
        menu->clear();
        for (const QString& path : recent_) {
            if (menu == compareRecentMenu_ && QFileInfo(path) == shown)
                continue;  // it would differ by nothing
            addEntry(menu, entryName(nameOfRun(path)), QDir::toNativeSeparators(path), this,
                     [this, path, signal = chosen] {
                         Q_EMIT(this->*signal)
                         (path);
                     });
        }
        menu->setEnabled(!menu->isEmpty());
    }
}

void RunFiles::chooseFolder(Chosen chosen) {
    choose(tr("Open a run: choose its folder"), {}, folder_, chosen);
}

void RunFiles::chooseCheckpoint(Chosen chosen) {
    choose(tr("Open a checkpoint"),
           tr("Checkpoints and lesson states (*.safetensors *.ckpt *.pt *.pth *.h5 "
              "*.keras *.attx);;All files (*)"),
           SaveDialog::usualFolder(), chosen);
}

/// A file, or without a filter a folder.
void RunFiles::choose(const QString& title, const QString& filter, const QString& begin, Chosen chosen) {
    auto* dialog = new QFileDialog(window(), title, QString(), filter);
    dialog->setFileMode(filter.isEmpty() ? QFileDialog::Directory : QFileDialog::ExistingFile);
    showDialog(dialog, begin, chosen);
}

/// `name`: proposed; its end is given to names without one.
void RunFiles::chooseSavePath(const QString& title, const QString& filter, const QString& name,
                              Chosen chosen) {
    auto* dialog = new QFileDialog(window(), title, QString(), filter);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QFileInfo(name).suffix());
    showDialog(dialog, SaveDialog::usualFolder(), chosen);
    connect(dialog, &QFileDialog::fileSelected, this, &SaveDialog::savedTo);
    dialog->selectFile(name);
}

/// What is opened is looked for where it was found last, at first in `begin`; what is saved has one place for
/// all.
void RunFiles::showDialog(QFileDialog* dialog, const QString& begin, Chosen chosen) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const bool saves = dialog->acceptMode() == QFileDialog::AcceptSave;
    QString& last = lastFolders_[{begin == folder_, dialog->fileMode()}];
    const QString folder = last.isEmpty() || saves ? begin : last;
    if (QFileInfo(folder).isDir()) dialog->setDirectory(folder);
    connect(dialog, &QFileDialog::fileSelected, this, [this, chosen, saves, &last](const QString& path) {
        if (!saves) last = QFileInfo(path).absolutePath();
        Q_EMIT(this->*chosen)(path);
    });
    dialog->open();
}

}  // namespace attx
