#include "ui/controls/side_table.h"

#include <QHeaderView>

#include "ui/look/theme.h"

namespace attx {

QTableWidget* makeTable(const QString& name, const QString& tip, const QStringList& columns, int stretched,
                        QWidget* parent) {
    auto* table = new QTableWidget(0, int(columns.size()), parent);
    table->setAccessibleName(name);
    table->setToolTip(tip);
    table->setHorizontalHeaderLabels(columns);
    table->verticalHeader()->hide();
    whenZoomed(table, [table] { table->verticalHeader()->setDefaultSectionSize(zoomed(22)); });
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setResizeContentsPrecision(
        0);  // Measures the rows in view alone: all take long
    table->horizontalHeader()->setSectionResizeMode(stretched, QHeaderView::Stretch);
    return table;
}

void setCell(QTableWidget* table, int row, int column, const QString& text, bool number) {
    auto* item = new QTableWidgetItem(text);
    item->setToolTip(text);
    if (number) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table->setItem(row, column, item);
}

}  // namespace attx
