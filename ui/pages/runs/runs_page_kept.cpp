// The part of the page Runs that goes on where a page before it ended, in another language.
#include <QHeaderView>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <algorithm>
#include <set>

#include "ui/pages/runs/run_actions.h"
#include "ui/pages/runs/run_figures.h"
#include "ui/pages/runs/runs_page.h"

namespace attx {
namespace {

constexpr int fewestRows = 3;  // The table has room for them

}  // namespace

RunsPage::~RunsPage() {
    choice_.selected = selectedPaths();
    choice_.columns = view_->horizontalHeader()->saveState();
    choice_.parts = parts_->sizes();
    if (const auto* open = findChild<SweepDialog*>(); open && !open->isHidden())
        choice_.sweep = open->entries();
    view_->selectionModel()->disconnect(this);  // nothing is selected in what goes
}

/// Shows what was read, and chosen in it, before this page was made.
void RunsPage::goOn() {
    drawCurves();
    view_->horizontalHeader()->restoreState(choice_.columns);
    figures_->goOn(shownTable(), choice_.curves, choice_.selected);
    figures_->setVisible(!model_->table().rows.empty());
    select(choice_.selected);
    if (std::ranges::any_of(choice_.parts, [](int height) { return height > 0; }))
        parts_->setSizes(choice_.parts);
    showPassing();
}

/// Few runs take no more room than they have rows: the figures have the rest.
void RunsPage::fitParts() {
    const int rows = int(model_->table().rows.size()),
              around = view_->horizontalHeader()->sizeHint().height() +
                       view_->horizontalScrollBar()->sizeHint().height() + 2 * view_->frameWidth();
    const int high = around + std::max(rows, fewestRows) * view_->verticalHeader()->defaultSectionSize();
    view_->setMaximumHeight(rows > 0 ? high : QWIDGETSIZE_MAX);
}

std::vector<std::string> RunsPage::selectedPaths() const {
    std::vector<std::string> paths;
    for (const size_t row : actions_->selectedRows()) paths.push_back(model_->table().rows[row].path);
    return paths;
}

void RunsPage::select(const std::vector<std::string>& paths) {
    const std::set<std::string> wanted(paths.begin(), paths.end());
    QItemSelection rows;
    for (int row = 0; row < sorted_->rowCount() && !wanted.empty(); ++row) {
        const auto source = size_t(sorted_->mapToSource(sorted_->index(row, 0)).row());
        if (wanted.contains(model_->table().rows[source].path))
            rows.select(sorted_->index(row, 0), sorted_->index(row, sorted_->columnCount() - 1));
    }
    view_->selectionModel()->select(rows, QItemSelectionModel::Select);
}

}  // namespace attx
