#include "ui/pages/runs/run_filter.h"

#include "ui/state/run_list_model.h"

namespace attx {

RunFilter::RunFilter(QObject* parent) : QSortFilterProxyModel(parent) { setSortRole(RunListModel::sortRole); }

void RunFilter::setText(const QString& text) {
    text_ = text;
    invalidateFilter();
}

void RunFilter::setBrushed(std::vector<char> passes) {
    if (passes == passes_) return;
    passes_ = std::move(passes);
    invalidateFilter();
}

bool RunFilter::hasText(int row) const {
    if (text_.isEmpty()) return true;
    for (int column = 0; column < sourceModel()->columnCount(); ++column)
        if (sourceModel()->index(row, column).data().toString().contains(text_, Qt::CaseInsensitive))
            return true;
    return false;
}

std::vector<size_t> RunFilter::rowsWithText() const {
    std::vector<size_t> rows;
    for (int row = 0; row < sourceModel()->rowCount(); ++row)
        if (hasText(row)) rows.push_back(size_t(row));
    return rows;
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    const auto number = size_t(row);
    return (number >= passes_.size() || passes_[number]) && hasText(row);
}

}  // namespace attx
