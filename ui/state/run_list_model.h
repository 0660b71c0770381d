// A table of runs for views that sort, filter and drag.
#pragma once
#include <QAbstractTableModel>
#include <memory>
#include <unordered_map>

#include "model/sweeps/run_table.h"

namespace attx {

class RunListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// Before and behind the keys in which the runs differ.
    static constexpr int starColumn = 0, nameColumn = 1, stateColumn = 2, startedColumn = 3, firstKey = 4;
    enum class Result { BestValidation, Curve, Test, Seconds, Device, Note, Problem };
    static constexpr int resultCount = 7;
    /// Numbers as such: to sort by. Unknown ones come last.
    static constexpr int sortRole = Qt::UserRole;
    /// Of Result::Curve: the validation accuracies, a std::vector<double>.
    static constexpr int curveRole = Qt::UserRole + 1;

    explicit RunListModel(QObject* parent = nullptr);
    /// Where the runs and keys are those of before, only what has changed of them is told. Returns the rows
    /// that have, and nothing if all is new.
    std::optional<std::vector<size_t>> setTable(std::shared_ptr<const RunTable> table);
    [[nodiscard]] const RunTable& table() const { return *table_; }
    [[nodiscard]] const std::shared_ptr<const RunTable>& shared() const { return table_; }
    [[nodiscard]] int columnOf(Result result) const;
    /// For Result::Curve.
    void setCurve(const std::string& path, std::vector<double> accuracies);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    /// Star, name and note; they are in the run's folder afterwards, or noteFailed() says why not.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Folders of runs, as files are dragged.
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;

Q_SIGNALS:
    void noteFailed(const QString& message);

private:
    void take(std::shared_ptr<const RunTable> table);
    [[nodiscard]] QVariant value(const RunRow& row, int column, size_t number) const;
    [[nodiscard]] bool isEditable(int column) const;

    std::shared_ptr<const RunTable> table_;
    QStringList names_;  ///< [rows] of runNames()
    std::unordered_map<std::string, std::vector<double>> curves_;
};

}  // namespace attx
