// The rows of the table of runs that a text and the brushes of the figure leave.
#pragma once
#include <QSortFilterProxyModel>
#include <vector>

namespace attx {

class RunFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RunFilter(QObject* parent = nullptr);
    /// In any column.
    void setText(const QString& text);
    /// By rows of the source; empty: all pass.
    void setBrushed(std::vector<char> passes);
    /// Rows of the source that hold the text, whatever the brushes say, in their order.
    [[nodiscard]] std::vector<size_t> rowsWithText() const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    [[nodiscard]] bool hasText(int row) const;

    QString text_;
    std::vector<char> passes_;
};

}  // namespace attx
