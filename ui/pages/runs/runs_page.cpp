#include "ui/pages/runs/runs_page.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "model/run/records.h"
#include "model/sweeps/counted_runs.h"
#include "ui/controls/control_row.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/kept_field.h"
#include "ui/pages/runs/parallel_view.h"
#include "ui/pages/runs/run_actions.h"
#include "ui/pages/runs/run_figures.h"
#include "ui/pages/runs/run_filter.h"
#include "ui/pages/runs/sparkline.h"

namespace attx {
namespace {

constexpr std::chrono::milliseconds readInterval{2000};  // Time between looks at runs of other processes
constexpr int readShare = 10;  // reading takes at most a tenth of the time, where there are very many runs
constexpr std::chrono::milliseconds brushInterval{50}, curveInterval{100};
constexpr int measuredRows = 50;  // Rows whose contents a column's width follows
constexpr int widestColumn = 220, textColumn = 150, numberColumn = 80;

QString foundText(size_t rows, int shown) {
    const auto count = int(rows);
    if (shown == 1 && count == 1) return RunsPage::tr("1 run");
    return shown == count ? RunsPage::tr("%1 runs").arg(count)
                          : RunsPage::tr("%1 of %2 runs").arg(shown).arg(count);
}

}  // namespace

RunsPage::RunsPage(QWidget* parent, Kept* kept)
    : Page(parent, kept),
      choice_(this->kept().of<Choice>()),
      study_(&this->kept().of<Study<RunsRead>>()),
      curveStudy_(&this->kept().of<Study<CurvesRead>>()),
      model_(&this->kept().of<RunListModel>()),
      sorted_(new RunFilter(this)) {
    sorted_->setSourceModel(model_);
    auto* layout = pageLayout<QVBoxLayout>();
    parts_ = new QSplitter(Qt::Vertical, this);
    makeTable(parts_);
    actions_ = new RunActions(view_, sorted_, model_, this);
    layout->addWidget(makeControls());
    state_ = new QLabel(this);
    state_->setWordWrap(true);
    // However long a path in it is, the window does not grow for it.
    state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(state_);
    figures_ = new RunFigures(
        this->kept(),
        [this](QWidget* view, FigureFrame::Source source) { return framed(view, std::move(source)); },
        parts_);
    parts_->addWidget(view_);
    parts_->addWidget(figures_);
    parts_->setStretchFactor(0, 2);
    parts_->setStretchFactor(1, 3);
    parts_->setChildrenCollapsible(false);
    layout->addWidget(parts_, 1);

    for (QTimer* timer : {&again_, &brushTimer_, &curveTimer_}) timer->setSingleShot(true);
    brushTimer_.setInterval(brushInterval);
    curveTimer_.setInterval(curveInterval);
    connect(&again_, &QTimer::timeout, this, &RunsPage::read);
    connect(&brushTimer_, &QTimer::timeout, this, &RunsPage::showPassing);
    connect(&curveTimer_, &QTimer::timeout, this, &RunsPage::askCurves);
    const auto soon = [this] { curveTimer_.start(); };
    // The table follows once the pointer rests: filtering it takes longer than a frame.
    connect(figures_, &RunFigures::brushed, this, [this] { brushTimer_.start(); });
    connect(figures_, &RunFigures::changed, this, [this, soon] {
        sayState();
        soon();
    });
    connect(figures_, &RunFigures::readout, this, &Page::readout);
    connect(figures_, &RunFigures::runClicked, this, &RunsPage::selectRow);
    connect(figures_, &RunFigures::allRequested, this, [this] { view_->clearSelection(); });
    connect(view_->verticalScrollBar(), &QScrollBar::valueChanged, this, soon);
    connect(sorted_, &QAbstractItemModel::layoutChanged, this, soon);
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::keepSelection);
    connect(model_, &RunListModel::noteFailed, this,
            [this](const QString& problem) { Q_EMIT notice(problem, true); });
    connect(model_, &RunListModel::dataChanged, this, &RunsPage::notesChanged);
    connect(actions_, &RunActions::openRequested, this, &RunsPage::openRequested);
    connect(actions_, &RunActions::compareRequested, this, &RunsPage::compareRequested);
    connect(actions_, &RunActions::notice, this, &Page::notice);
    connect(actions_, &RunActions::filesChanged, this, &RunsPage::read);
    connect(study_, &StudyBase::changed, this, &RunsPage::showRead);
    connect(study_, &StudyBase::failed, this, [this](const QString& message) { state_->setText(message); });
    connect(curveStudy_, &StudyBase::changed, this, &RunsPage::takeCurves);
    if (choice_.taken)
        goOn();
    else if (study_->isAsking())
        state_->setText(tr("Reading …"));
    if (choice_.sweep)
        QTimer::singleShot(0, this, [this] {  // Later: it is known then who trains sweeps
            const SweepDialog::Entries entries = *std::exchange(choice_.sweep, std::nullopt);
            openSweep(entries.base)->setEntries(entries);
        });
}

/// Lets the column of curves be drawn.
void RunsPage::drawCurves() {
    for (int column = 0; column < sorted_->columnCount(); ++column)
        view_->setItemDelegateForColumn(column, nullptr);
    view_->setItemDelegateForColumn(model_->columnOf(RunListModel::Result::Curve), sparkline_);
}

void RunsPage::makeTable(QWidget* parent) {
    view_ = new QTableView(parent);
    sparkline_ = new Sparkline(view_);
    view_->setModel(sorted_);
    whenZoomed(view_, [this] {
        if (choice_.taken) fitColumns();
    });
    view_->setSortingEnabled(true);
    view_->setAccessibleName(tr("Runs"));
    view_->setToolTip(
        tr("One run per row, with the settings in which they differ; a double click opens the run, the right "
           "button shows what else can be done"));
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    view_->setDragEnabled(true);
    view_->setDragDropMode(QAbstractItemView::DragOnly);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setMinimumHeight(90);
    view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->setWordWrap(false);
    view_->verticalHeader()->hide();
    whenZoomed(view_, [this] {
        view_->verticalHeader()->setDefaultSectionSize(zoomed(22));
        fitParts();
    });
    view_->horizontalHeader()->setResizeContentsPrecision(measuredRows);
    view_->horizontalHeader()->setHighlightSections(false);
    view_->sortByColumn(RunListModel::nameColumn, Qt::AscendingOrder);
    connect(view_, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() == RunListModel::starColumn) return;
        const auto row = size_t(sorted_->mapToSource(index).row());
        Q_EMIT openRequested(QString::fromStdString(model_->table().rows[row].path));
    });
    connect(view_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == RunListModel::starColumn)
            actions_->toggleStar({static_cast<size_t>(sorted_->mapToSource(index).row())});
    });
}

QWidget* RunsPage::makeControls() {
    auto* controls = new QWidget(this);
    auto* row = new ControlRow(controls);
    folder_ = new QLineEdit(choice_.folder, controls);
    folder_->setMinimumWidth(240);
    folder_->setAccessibleName(tr("Folder of runs"));
    folder_->setToolTip(
        tr("The folder whose runs are shown, at any depth: of the window's runs, of a sweep, or any other"));
    auto* choose =
        makeIconButton("folder", tr("Choose a folder"), tr("Choose a folder of runs or a sweep"), controls);
    auto* anew = makeIconButton("reload", tr("Read again"), tr("Reload the folder"), controls);
    text_ = new QLineEdit(controls);
    keepIn(choice_.filter, text_);
    sorted_->setText(choice_.filter);
    text_->setPlaceholderText(tr("filter"));
    text_->setAccessibleName(tr("Filter of the runs"));
    text_->setClearButtonEnabled(true);
    text_->setToolTip(tr("Shows the runs with this text in any column, above and below"));
    auto* chosen = new QToolButton(controls);
    chosen->setText(tr("Selected ▾"));
    chosen->setAccessibleName(tr("Selected runs"));
    chosen->setToolTip(
        tr("What can be done with the runs that are selected: open, compare, star, note, copy the "
           "command, delete"));
    chosen->setPopupMode(QToolButton::InstantPopup);
    chosen->setMenu(actions_->menu());
    auto* make = new QToolButton(controls);
    make->setText(tr("New s&weep…"));
    make->setAccessibleName(tr("New sweep"));
    make->setToolTip(
        tr("Plan many runs from the form: vary settings, repeat with other seeds, train them here or "
           "elsewhere"));
    sweep_ = new QToolButton(controls);
    sweep_->setAccessibleName(tr("Train or stop the sweep"));
    sweep_->setToolTip(tr("Trains the runs of this sweep that are not finished"));
    sweep_->hide();
    row->addLabelled(tr("&folder"), folder_);
    row->addGroup({choose, anew});
    row->addGroup({text_});
    row->addGroup({chosen, make});
    row->addGroup({sweep_});
    connect(folder_, &QLineEdit::editingFinished, this, [this] {
        if (folder_->isModified()) showFolder(folder_->text());
    });
    connect(choose, &QToolButton::clicked, this, &RunsPage::chooseFolder);
    connect(anew, &QToolButton::clicked, this, &RunsPage::readAnew);
    connect(make, &QToolButton::clicked, this, &RunsPage::newSweep);
    connect(sweep_, &QToolButton::clicked, this, [this] {
        if (choice_.sweepProgress.isEmpty())
            Q_EMIT sweepRequested(choice_.sweepFolder, 0);
        else
            Q_EMIT sweepStopRequested();
    });
    connect(text_, &QLineEdit::textChanged, this, [this](const QString& text) {
        sorted_->setText(text);
        showShown();
    });
    return controls;
}

QString RunsPage::reading() const {
    return tr("One run per row; columns show what differs. Double-click a row to open it.");
}

std::vector<FigureFrame*> RunsPage::frames() const { return {figures_->frame()}; }

QVariantMap RunsPage::controls() const {
    QVariantMap all = figures_->controls();
    all[folderControl] = choice_.folder;
    return all;
}

void RunsPage::restoreControls(const QVariantMap& controls) {
    figures_->restoreControls(controls);
    if (const QString folder = controls.value(folderControl).toString(); !folder.isEmpty())
        showFolder(folder);
}

void RunsPage::setUsualFolder(const QString& folder) {
    choice_.usualFolder = folder;
    if (choice_.folder.isEmpty()) showFolder(folder);
}

void RunsPage::showFolder(const QString& folder) {
    choice_.folder = folder;
    folder_->setText(folder);
    folder_->setModified(false);
    choice_.dirty = true;
    if (isVisible()) readAnew();
}

void RunsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (choice_.dirty)
        readAnew();
    else
        read();
    curveTimer_.start();
}

void RunsPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    again_.stop();
}

void RunsPage::readAnew() {
    choice_.dirty = false;
    study_->forget();
    choice_.curves.clear();
    askedCurves_.clear();
    choice_.taken.reset();
    state_->setText(tr("Reading …"));
    read();
}

void RunsPage::read() {
    if (study_->isAsking()) return;  // it comes
    readClock_.start();
    study_->ask({}, [folder = choice_.folder.toStdString(), known = choice_.taken](
                        const Subject&, const auto& report, const auto& interrupt) {
        return readRuns(folder, known, report, interrupt);
    });
}

void RunsPage::showRead() {
    const RunsRead* read = study_->answer();
    if (!read || !read->table) {
        model_->setTable(std::make_shared<const RunTable>());
        if (!shownRows_.empty()) showShown();
        if (read) state_->setText(tr("%1 runs read …").arg(read->rows));
        return;
    }
    if (read->table == choice_.taken) return;
    const bool first = !choice_.taken;
    choice_.taken = read->table;
    if (isVisible())
        again_.start(std::max(readInterval, readShare * std::chrono::milliseconds(readClock_.elapsed())));
    choice_.problem = read->problem;
    choice_.sweepFolder = read->sweep;
    const std::vector<std::string> selected = selectedPaths();
    const auto changed = model_->setTable(read->table);
    if (changed)
        for (const size_t row : *changed) choice_.curves.erase(read->table->rows[row].path);
    if (!changed) {  // The table has other rows than before
        select(selected);
        showResultByName();
    }
    if (first) fitColumns();
    if (!changed) drawCurves();
    if (!changed || !changed->empty()) showShown();
    sayState();
    curveTimer_.start();
}

void RunsPage::fitColumns() {
    view_->resizeColumnsToContents();
    for (int column = 0; column < sorted_->columnCount(); ++column)
        view_->setColumnWidth(column, std::min(view_->columnWidth(column), zoomed(widestColumn)));
    // What is empty as yet gets room for what will stand there.
    for (const int column :
         {RunListModel::startedColumn, model_->columnOf(RunListModel::Result::Device),
          model_->columnOf(RunListModel::Result::Note), model_->columnOf(RunListModel::Result::Problem)})
        view_->setColumnWidth(column, std::max(view_->columnWidth(column), zoomed(textColumn)));
    for (const int column :
         {model_->columnOf(RunListModel::Result::Test), model_->columnOf(RunListModel::Result::Seconds)})
        view_->setColumnWidth(column, std::max(view_->columnWidth(column), zoomed(numberColumn)));
}

/// The best validation accuracy stands behind the name: further right it would be out of sight.
void RunsPage::showResultByName() {
    QHeaderView& header = *view_->horizontalHeader();
    for (int column = 0; column < header.count(); ++column)
        header.moveSection(header.visualIndex(column), column);
    header.moveSection(model_->columnOf(RunListModel::Result::BestValidation), RunListModel::nameColumn + 1);
}

/// The runs that have the text, each once, which the figures show.
RunTable RunsPage::shownTable() {
    const std::vector<size_t> rows = sorted_->rowsWithText();
    const RunTable& all = model_->table();
    RunTable shown{all.keys, {}, {}};
    for (const size_t row : rows) {
        shown.rows.push_back(all.rows[row]);
        shown.values.push_back(all.values[row]);
    }
    const std::vector<size_t> standing = representatives(shown, SameRun::Copy);
    RunTable distinct{all.keys, {}, {}};
    std::vector<size_t> places(rows.size());
    shownRows_.clear();
    copies_.clear();
    for (size_t i = 0; i < rows.size(); ++i) {
        if (standing[i] != i) continue;
        places[i] = shownRows_.size();
        shownRows_.push_back(rows[i]);
        distinct.rows.push_back(std::move(shown.rows[i]));
        distinct.values.push_back(std::move(shown.values[i]));
    }
    for (size_t i = 0; i < rows.size(); ++i)
        if (standing[i] != i) copies_[rows[i]] = places[standing[i]];
    return distinct;
}

void RunsPage::showShown() {
    figures_->setTable(shownTable());
    figures_->setVisible(!model_->table().rows.empty());
    keepSelection();
    showPassing();
}

void RunsPage::showPassing() {
    std::vector<char> passes;
    if (figures_->isBrushed()) {
        passes.assign(model_->table().rows.size(), 0);
        for (size_t i = 0; i < shownRows_.size(); ++i) passes[shownRows_[i]] = figures_->passes(i);
        for (const auto& [copy, run] : copies_) passes[copy] = figures_->passes(run);
    }
    sorted_->setBrushed(std::move(passes));
    sayState();
    curveTimer_.start();
}

void RunsPage::sayState() {
    const QFileInfo place(choice_.folder);
    QString text;
    if (!choice_.problem.isEmpty() && choice_.folder == choice_.usualFolder &&
        (!place.exists() || place.isReadable()))
        text = tr("No run yet: what Train and New sweep… make is listed here.");  // it is made with the first
    else
        text = choice_.problem.isEmpty() ? foundText(model_->table().rows.size(), sorted_->rowCount())
                                         : choice_.problem;
    if (const QString remark = figures_->remark(); !remark.isEmpty()) text += QStringLiteral("; ") + remark;
    if (copies_.size() == 1)
        text += QStringLiteral("; ") + tr("1 is a copy of another run: figures count it once");
    if (copies_.size() > 1)
        text += QStringLiteral("; ") +
                tr("%1 are copies of other runs: figures count each run once").arg(copies_.size());
    const std::vector<RunRow>& rows = model_->table().rows;
    if (!choice_.sweepProgress.isEmpty()) text += QStringLiteral("; ") + choice_.sweepProgress;
    if (!choice_.sweepProgress.isEmpty() && choice_.folder == choice_.sweepFolder)
        text += tr(" (%1 of %2 finished)")
                    .arg(std::ranges::count(rows, RunStatus::Finished, &RunRow::state))
                    .arg(rows.size());
    state_->setText(text);
    fitParts();
    const auto left = std::ranges::count_if(rows, [](const RunRow& row) {
        return row.state != RunStatus::Finished && row.state != RunStatus::Running;
    });
    const auto begun =
        std::ranges::count_if(rows, [](const RunRow& row) { return row.state != RunStatus::Waiting; });
    sweep_->setVisible(!choice_.sweepProgress.isEmpty() || (!choice_.sweepFolder.isEmpty() && left > 0));
    sweep_->setText(!choice_.sweepProgress.isEmpty() ? tr("Stop sweep")
                    : begun == 0 && left == 1        ? tr("Train sweep (1 run)")
                    : begun == 0                     ? tr("Train sweep (%1 runs)").arg(left)
                                 : tr("Resume sweep (%1 of %2 left)").arg(left).arg(std::ssize(rows)));
    sweep_->setToolTip(choice_.sweepProgress.isEmpty()
                           ? tr("Trains the runs of this sweep that are not finished")
                           : tr("Running jobs are saved and can be resumed"));
}

std::vector<std::string> RunsPage::visiblePaths() const {
    std::vector<std::string> paths;
    const int first = std::max(0, view_->rowAt(0)), below = view_->rowAt(view_->viewport()->height() - 1);
    for (int row = first; row <= (below < 0 ? sorted_->rowCount() - 1 : below); ++row) {
        const auto source = size_t(sorted_->mapToSource(sorted_->index(row, 0)).row());
        const RunRow& run = model_->table().rows[source];
        if (run.state != RunStatus::Waiting && run.state != RunStatus::Damaged) paths.push_back(run.path);
    }
    return paths;
}

void RunsPage::askCurves() {
    if (!isVisible()) return;
    std::vector<std::string> wanted = figures_->wantedCurves();
    for (std::string& path : visiblePaths()) wanted.push_back(std::move(path));
    std::erase_if(wanted, [this](const std::string& path) { return choice_.curves.contains(path); });
    if (wanted.empty() || (curveStudy_->isAsking() && wanted == askedCurves_)) return;
    askedCurves_ = wanted;
    curveStudy_->forget();
    curveStudy_->ask({},
                     [wanted = std::move(wanted)](const Subject&, const auto& report,
                                                  const auto& interrupt) -> std::optional<CurvesRead> {
                         CurvesRead read;
                         for (const std::string& path : wanted) {
                             if (interrupt) return std::nullopt;
                             read[path] = std::make_shared<const RunCurves>(readCurves(path));
                             report(read);
                         }
                         return read;
                     });
}

void RunsPage::takeCurves() {
    const CurvesRead* read = curveStudy_->answer();
    if (!read) return;
    for (const auto& [path, curves] : *read) {
        if (const auto known = choice_.curves.find(path);
            known != choice_.curves.end() && known->second == curves)
            continue;
        choice_.curves[path] = curves;
        std::vector<double> accuracies;
        for (const EpochReport& epoch : curves->epochs) accuracies.push_back(epoch.validationAccuracy);
        model_->setCurve(path, std::move(accuracies));
    }
    view_->viewport()->update();
    figures_->setCurves(choice_.curves);
    if (!curveStudy_->isAsking()) curveTimer_.start();  // what was asked for meanwhile
}

void RunsPage::keepSelection() {
    std::vector<std::string> paths;
    for (const size_t row : actions_->selectedRows()) {
        const auto copy = copies_.find(row);
        paths.push_back(model_->table().rows[copy == copies_.end() ? row : shownRows_[copy->second]].path);
    }
    figures_->setSelected(std::move(paths));
}

void RunsPage::selectRow(int shownRow) {
    if (shownRow < 0 || size_t(shownRow) >= shownRows_.size()) return;
    const auto row = int(shownRows_[shownRow]);
    const QModelIndex index = sorted_->mapFromSource(model_->index(row, 0));
    view_->selectRow(index.row());
    view_->scrollTo(index);
}

void RunsPage::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("A folder of runs, or a sweep"), choice_.folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &RunsPage::showFolder);
    dialog->open();
}

}  // namespace attx
