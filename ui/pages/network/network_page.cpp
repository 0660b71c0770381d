#include "ui/pages/network/network_page.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>

#include "ui/controls/scrolled.h"
#include "ui/views/parameter_view.h"

namespace attx {
namespace {

constexpr int tableWidth = 320;

}  // namespace

ArchitectureView::ArchitectureView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setMinimumSize(240, 240);
    setAccessibleName(tr("Architecture"));
    setToolTip(tr("The parts of the network, from the input to the answer; click one that a page shows"));
}

void ArchitectureView::setFigure(const ArchitectureFigure& figure) {
    figure_ = figure;
    QStringList parts;
    for (const ArchitecturePart& part : figure_.parts) parts << part.title;
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
    update();
}

int ArchitectureView::partAt(QPointF point) const {
    for (int i = 0; i < static_cast<int>(figure_.parts.size()); ++i)
        if (!figure_.parts[static_cast<size_t>(i)].page.isEmpty() && rectOfPart(i).contains(point)) return i;
    return -1;
}

void ArchitectureView::light(int part) {
    setCursor(part >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (part == figure_.lit) return;
    figure_.lit = part;
    update();
}

void ArchitectureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    figure_.paint(painter, rect(), FigureStyle::of(palette()));
}

void ArchitectureView::mouseMoveEvent(QMouseEvent* event) { light(partAt(event->position())); }

void ArchitectureView::mouseReleaseEvent(QMouseEvent* event) {
    if (const int part = partAt(event->position()); part >= 0)
        Q_EMIT partClicked(figure_.parts[static_cast<size_t>(part)].page);
}

void ArchitectureView::leaveEvent(QEvent*) { light(-1); }

NetworkPage::NetworkPage(RunModel& model, QWidget* parent, Kept* kept) : Page(parent, kept), model_(model) {
    picture_ = new ArchitectureView(this);
    pictureFrame_ = framed(picture_, [this] { return picture_->figure().clone(); });
    table_ = new ParameterView;
    QScrollArea* scroll = scrolled(table_);
    tableFrame_ = framed(scroll, [this] { return table_->figure().clone(); });
    fixWidth(tableFrame_, tableWidth);
    auto* layout = pageLayout<QHBoxLayout>();
    layout->addWidget(pictureFrame_, 1);
    layout->addWidget(tableFrame_);
    connect(picture_, &ArchitectureView::partClicked, this, &Page::pageRequested);
    connect(&model_.shown(), &Shown::networkChanged, this, &NetworkPage::refresh);
    connect(&model_.shown(), &Shown::sampleChanged, this, &NetworkPage::refresh);
    refresh();
}

void NetworkPage::refresh() {
    const int shown = model_.sample().length();
    const Program program =
        buildProgram(model_.config().network, shown > 0 ? shown : model_.config().data.positions());
    picture_->setFigure(ArchitectureFigure(program));
    table_->setFigure(ParameterFigure(program));
}

QString NetworkPage::title() const { return tr("Network"); }

QString NetworkPage::reading() const {
    return tr("From the input at the top to the answer below; a click on a part opens its page.");
}

}  // namespace attx
