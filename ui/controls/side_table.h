// A plain table beside a figure: rows to read and to choose, nothing to edit.
#pragma once
#include <QTableWidget>

namespace attx {

/// Without rows. `stretched`: the column that takes the room that is left.
[[nodiscard]] QTableWidget* makeTable(const QString& name, const QString& tip, const QStringList& columns,
                                      int stretched, QWidget* parent);
/// The text is its tool tip, too, for where it is cut off.
void setCell(QTableWidget* table, int row, int column, const QString& text, bool number = false);

}  // namespace attx
