#include "ui/views/panels_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/controls/form_row.h"
#include "ui/look/theme.h"
#include "ui/views/figure_frame.h"

namespace attx {
namespace {

constexpr int listWidth = 380, listHeight = 180;  // px at zoom 1
constexpr int mostColumns = 6;

}  // namespace

PanelsFigure KeptPanels::figure() const {
    PanelsFigure all;
    all.columns = columns;
    for (const auto& figure : figures) all.parts.push_back(figure->clone());
    return all;
}

PanelsDialog::PanelsDialog(KeptPanels& panels,
                           const std::function<void(const QString& text, const QString& file)>& saved,
                           QWidget* parent)
    : QDialog(parent), panels_(panels) {
    setWindowTitle(tr("Export panels"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout(this);
    auto* hint = new QLabel(
        tr("\"Keep as panel\" in the menu ⋮ of a figure adds it here as it is at that moment."), this);
    hint->setWordWrap(true);
    layout->addWidget(hint);
    list_ = new QListWidget(this);
    list_->setAccessibleName(tr("Panels"));
    whenZoomed(list_, [this] { list_->setMinimumSize(zoomed(listWidth), zoomed(listHeight)); });
    up_ = new QPushButton(tr("Move &up"), this);
    down_ = new QPushButton(tr("Move &down"), this);
    remove_ = new QPushButton(tr("&Remove"), this);
    auto* buttons = new QVBoxLayout;
    for (QPushButton* button : {up_, down_, remove_}) buttons->addWidget(button);
    buttons->addStretch();
    auto* row = new QHBoxLayout;
    row->addWidget(list_, 1);
    row->addLayout(buttons);
    layout->addLayout(row, 1);
    columns_ = new QSpinBox(this);
    columns_->setRange(1, mostColumns);
    columns_->setValue(panels_.columns);
    columns_->setAccessibleName(tr("Side by side"));
    auto* columnsLabel = new QLabel(tr("&Side by side"), this);
    columnsLabel->setBuddy(columns_);
    layout->addLayout(rowOf({columnsLabel, columns_}));
    auto* ends = new QDialogButtonBox(QDialogButtonBox::Close, this);
    export_ = ends->addButton(tr("&Export…"), QDialogButtonBox::ActionRole);
    layout->addWidget(ends);

    connect(list_, &QListWidget::currentRowChanged, this, [this](int at) {
        up_->setEnabled(at > 0);
        down_->setEnabled(at >= 0 && at + 1 < list_->count());
        remove_->setEnabled(at >= 0);
    });
    connect(up_, &QPushButton::clicked, this, [this] { move(-1); });
    connect(down_, &QPushButton::clicked, this, [this] { move(1); });
    connect(remove_, &QPushButton::clicked, this, &PanelsDialog::remove);
    connect(columns_, &QSpinBox::valueChanged, this, [this](int count) { panels_.columns = count; });
    connect(export_, &QPushButton::clicked, this,
            [this, saved] { FigureFrame::exportOf(panels_.figure(), this, saved); });
    connect(ends, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showList(0);
}

void PanelsDialog::showList(int chosen) {
    list_->clear();
    for (size_t i = 0; i < panels_.figures.size(); ++i) {
        const Figure& figure = *panels_.figures[i];
        list_->addItem(QStringLiteral("%1 %2").arg(
            PanelsFigure::letter(i), figure.title().isEmpty() ? figure.name() : figure.title()));
    }
    export_->setEnabled(!panels_.figures.empty());
    list_->setCurrentRow(std::min(chosen, list_->count() - 1));
    if (list_->count() == 0) Q_EMIT list_->currentRowChanged(-1);
}

void PanelsDialog::move(int by) {
    const int at = list_->currentRow();
    std::swap(panels_.figures[at], panels_.figures[at + by]);
    showList(at + by);
}

void PanelsDialog::remove() {
    const int at = list_->currentRow();
    panels_.figures.erase(panels_.figures.begin() + at);
    showList(at);
}

}  // namespace attx
