#include "ui/pages/write/likely_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <algorithm>

#include "ui/figures/text/written_figure.h"
#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr int idRole = Qt::UserRole, shareRole = Qt::UserRole + 1;
constexpr int likelyRowHeight = 26;  // px at zoom 1
constexpr double barShade = 0.45;    // letters on it stay legible in both themes
constexpr double roundBelow = 0.1;   // smaller probabilities have two decimals

}  // namespace

/// A bar behind the number, as long as the probability.
class LikelyTable::Bars : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const FigureStyle style = FigureStyle::of(option.palette);
        QRectF bar = QRectF(option.rect).adjusted(2, 4, -2, -4);
        bar.setWidth(std::max(1.0, bar.width() * index.data(shareRole).toDouble()));
        painter->fillRect(bar, mixed(style.accent, style.background, barShade));
        QStyledItemDelegate::paint(painter, option, index);
    }
};

LikelyTable::LikelyTable(QWidget* parent) : QTableWidget(0, 2, parent) {
    setAccessibleName(tr("Likeliest tokens"));
    setToolTip(tr("Click another token, or press Return on it: the text goes on from it"));
    setHorizontalHeaderLabels({tr("token"), tr("probability")});
    verticalHeader()->hide();
    whenZoomed(this, [this] { verticalHeader()->setDefaultSectionSize(zoomed(likelyRowHeight)); });
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->setHighlightSections(false);
    for (const int column : {0, 1}) horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    setItemDelegateForColumn(1, new Bars(this));
    connect(this, &QTableWidget::cellClicked, this, [this](int row) { choose(row); });
    connect(this, &QTableWidget::cellActivated, this, [this](int row) { choose(row); });
}

void LikelyTable::showTokens(const WrittenText& written, const std::vector<LikelyToken>& tokens,
                             std::optional<int32_t> taken) {
    const QSignalBlocker blocker(this);
    setRowCount(int(tokens.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const LikelyToken& token = tokens[row];
        auto* name = new QTableWidgetItem(shownPiece(written, token.id));
        auto* share = new QTableWidgetItem(
            tr("%1 %").arg(100 * token.probability, 0, 'f', token.probability < roundBelow ? 2 : 1));
        name->setData(idRole, token.id);
        share->setData(shareRole, token.probability);
        share->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        QFont font = this->font();
        font.setBold(taken == token.id);
        for (QTableWidgetItem* item : {name, share}) item->setFont(font);
        setItem(row, 0, name);
        setItem(row, 1, share);
    }
    setCurrentCell(-1, -1);
}

void LikelyTable::choose(int row) {
    if (const QTableWidgetItem* chosen = item(row, 0)) Q_EMIT tokenChosen(chosen->data(idRole).toInt());
}

}  // namespace attx
