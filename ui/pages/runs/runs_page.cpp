#include "ui/pages/runs/runs_page.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "model/files/error.h"
#include "ui/controls/control_row.h"
#include "ui/controls/icon_button.h"

namespace attx {
namespace {

class FigureCanvas : public QWidget {
public:
    FigureCanvas(const RunsPage& page, QWidget* parent) : QWidget(parent), page_(page) {
        setMinimumHeight(160);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        page_.figure().paint(painter, QRectF(rect()), FigureStyle::of(palette()));
    }

private:
    const RunsPage& page_;
};

std::optional<RunsRead> readRuns(const std::string& folder, const Study<RunsRead>::Report& report,
                                 const std::atomic<bool>& interrupt) {
    try {
        std::vector<RunRow> rows = collectRuns({folder}, [&](size_t count) {
            report({count, nullptr, {}});
            return !interrupt;
        });
        if (interrupt) return std::nullopt;
        const size_t count = rows.size();
        return RunsRead{count, std::make_shared<const RunTable>(tableOf(std::move(rows))), {}};
    } catch (const Error& problem) {  // no runs are no mishap
        return RunsRead{0, std::make_shared<const RunTable>(), QString::fromUtf8(problem.what())};
    }
}

QString foundText(size_t rows, int shown) {
    const auto count = static_cast<int>(rows);
    if (shown == 1 && count == 1) return RunsPage::tr("1 run");
    return shown == count ? RunsPage::tr("%1 runs").arg(count)
                          : RunsPage::tr("%1 of %2 runs").arg(shown).arg(count);
}

}  // namespace

RunsPage::RunsPage(QWidget* parent)
    : Page(parent),
      study_(new Study<RunsRead>(this)),
      model_(new RunListModel(this)),
      sorted_(new QSortFilterProxyModel(this)) {
    sorted_->setSourceModel(model_);
    sorted_->setSortRole(RunListModel::sortRole);
    sorted_->setFilterKeyColumn(-1);
    sorted_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto* layout = pageLayout<QVBoxLayout>();
    layout->addWidget(makeControls());
    auto* parts = new QSplitter(Qt::Vertical, this);
    view_ = new QTableView(parts);
    view_->setModel(sorted_);
    view_->setSortingEnabled(true);
    view_->setAccessibleName(tr("Runs"));
    view_->setToolTip(tr("A row a run, with the keys in which they differ; a double click opens the run"));
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setFrameShape(QFrame::NoFrame);
    view_->verticalHeader()->hide();
    view_->verticalHeader()->setDefaultSectionSize(22);
    view_->sortByColumn(0, Qt::AscendingOrder);
    lines_ = new FigureCanvas(*this, parts);
    frame_ = framed(lines_, [this] { return std::make_unique<ParallelFigure>(figure_); });
    parts->addWidget(view_);
    parts->addWidget(frame_);
    parts->setChildrenCollapsible(false);
    layout->addWidget(parts, 1);
    connect(view_, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        const auto row = static_cast<size_t>(sorted_->mapToSource(index).row());
        Q_EMIT openRequested(QString::fromStdString(model_->table().rows[row].path));
    });
    connect(study_, &StudyBase::changed, this, &RunsPage::showRead);
    connect(study_, &StudyBase::failed, this, [this](const QString& message) { state_->setText(message); });
}

QWidget* RunsPage::makeControls() {
    auto* controls = new QWidget(this);
    auto* row = new ControlRow(controls);
    folder_ = new QLineEdit(controls);
    folder_->setMinimumWidth(320);
    folder_->setAccessibleName(tr("Folder of runs"));
    folder_->setToolTip(
        tr("The folder whose runs are shown, at any depth: of the window's runs, of a sweep, or any other"));
    auto* choose =
        makeIconButton("folder", tr("Choose a folder"), tr("Choose a folder of runs or a sweep"), controls);
    auto* again = makeIconButton("reset-view", tr("Read again"), tr("Reads the folder again"), controls);
    filter_ = new QLineEdit(controls);
    filter_->setPlaceholderText(tr("filter"));
    filter_->setAccessibleName(tr("Filter of the runs"));
    filter_->setClearButtonEnabled(true);
    filter_->setToolTip(tr("Shows the runs with this text in any column, above and below"));
    state_ = new QLabel(controls);
    row->addLabelled(tr("&Folder"), folder_);
    row->addGroup({choose, again});
    row->addGroup({filter_});
    row->addGroup({state_});
    connect(folder_, &QLineEdit::editingFinished, this, [this] {
        if (folder_->isModified()) showFolder(folder_->text());
    });
    connect(choose, &QToolButton::clicked, this, &RunsPage::chooseFolder);
    connect(again, &QToolButton::clicked, this, &RunsPage::read);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        sorted_->setFilterFixedString(text);
        showShown();
    });
    return controls;
}

QString RunsPage::title() const { return tr("Runs"); }

QString RunsPage::reading() const {
    return tr("A row a run; columns are what differs between them. Double-click a row to open it.");
}

QString RunsPage::help() const {
    return tr(
        "<p>All runs of a folder: of this window, of a sweep, or any other. The table has the "
        "keys in "
        "which they differ and what came of them; click a column to sort by it, type to filter. A double "
        "click "
        "opens a run.</p><p>Below each run is a line from axis to axis, coloured by its best validation "
        "accuracy: "
        "where lines of one colour meet is a value that matters.</p><p>A sweep is planned and trained on the "
        "command line: <tt>attention-explorer sweep plan --help</tt>.</p>");
}

QVariantMap RunsPage::controls() const { return {{QStringLiteral("folder"), folder_->text()}}; }

void RunsPage::restoreControls(const QVariantMap& controls) {
    if (const QString folder = controls.value(QStringLiteral("folder")).toString(); !folder.isEmpty())
        showFolder(folder);
}

void RunsPage::setUsualFolder(const QString& folder) {
    if (folder_->text().isEmpty()) showFolder(folder);
}

void RunsPage::showFolder(const QString& folder) {
    folder_->setText(folder);
    dirty_ = true;
    if (isVisible()) read();
}

void RunsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (dirty_) read();
}

void RunsPage::read() {
    dirty_ = false;
    study_->forget();
    state_->setText(tr("Reading …"));
    study_->ask({}, [folder = folder_->text().toStdString()](const Subject&, const auto& report,
                                                             const auto& interrupt) {
        return readRuns(folder, report, interrupt);
    });
}

void RunsPage::showRead() {
    const RunsRead* read = study_->answer();
    model_->setTable(read && read->table ? *read->table : RunTable());
    if (read && !read->table) state_->setText(tr("%1 runs read …").arg(read->rows));
    if (read && read->table) {
        view_->resizeColumnsToContents();
        showShown();
        if (!read->problem.isEmpty()) state_->setText(read->problem);
    }
}

void RunsPage::showShown() {
    figure_ = parallelFigure(shownRuns());
    state_->setText(foundText(model_->table().rows.size(), sorted_->rowCount()));
    lines_->update();
}

void RunsPage::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("A folder of runs, or a sweep"), folder_->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &RunsPage::showFolder);
    dialog->open();
}

RunTable RunsPage::shownRuns() const {
    const RunTable& all = model_->table();
    RunTable shown{all.keys, {}, {}};
    for (int i = 0; i < sorted_->rowCount(); ++i) {
        const auto row = static_cast<size_t>(sorted_->mapToSource(sorted_->index(i, 0)).row());
        shown.rows.push_back(all.rows[row]);
        shown.values.push_back(all.values[row]);
    }
    return shown;
}

}  // namespace attx
