// A table of runs for views that sort and filter.
#pragma once
#include <QAbstractTableModel>

#include "model/sweeps/run_table.h"

namespace attx {

class RunListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// Before and behind the keys in which the runs differ.
    enum class Column { Name, State, FirstKey };
    enum class Result { BestValidation, Test, Seconds, Device, Problem };
    static constexpr int resultCount = 5;
    /// Numbers as such: to sort by. Unknown ones come last.
    static constexpr int sortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;
    void setTable(RunTable table);
    [[nodiscard]] const RunTable& table() const { return table_; }
    [[nodiscard]] int columnOf(Result result) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant value(const RunRow& row, int column, size_t number) const;

    RunTable table_;
};

}  // namespace attx
