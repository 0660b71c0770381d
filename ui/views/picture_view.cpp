#include "ui/views/picture_view.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QImageReader>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QUrl>
#include <algorithm>
#include <utility>

namespace attx {
namespace {

/// The one picture among what is dragged; empty: it is something else.
QString pictureIn(const QMimeData* data) {
    const QList<QUrl> urls = data->urls();
    if (urls.size() != 1 || !urls.front().isLocalFile()) return {};
    QString file = urls.front().toLocalFile();
    const QByteArray suffix = QFileInfo(file).suffix().toLower().toLatin1();
    return QImageReader::supportedImageFormats().contains(suffix) ? file : QString();
}

}  // namespace

PictureView::PictureView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAcceptDrops(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Picture"));
}

void PictureView::setFigure(const PictureFigure& figure) {
    const int hovered = std::exchange(figure_, figure).hovered;
    if (hovered < figure_.across * figure_.across) figure_.hovered = hovered;
    setAccessibleDescription(figure_.verdict);
    update();
}

std::unique_ptr<Figure> PictureView::printed() const {
    auto figure = std::make_unique<PictureFigure>(figure_);
    figure->hovered = -1;
    return figure;
}

QRectF PictureView::rectOfPatch(int patch) const {
    return figure_.rectOfPatch(figure_.layout(QRectF(rect()), FigureStyle::of(palette())), patch);
}

void PictureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    figure_.paint(painter, QRectF(rect()), FigureStyle::of(palette()));
}

void PictureView::hover(int patch) {
    if (patch == figure_.hovered) return;
    figure_.hovered = patch;
    setCursor(patch < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
    Q_EMIT patchHovered(patch);
}

int PictureView::patchAt(QPointF point) const {
    return figure_.patchAt(figure_.layout(QRectF(rect()), FigureStyle::of(palette())), point);
}

void PictureView::mouseMoveEvent(QMouseEvent* event) { hover(patchAt(event->position())); }

void PictureView::mouseReleaseEvent(QMouseEvent* event) {
    const int patch = patchAt(event->position());
    if (event->button() == Qt::LeftButton && patch >= 0)
        Q_EMIT patchChosen(patch == figure_.chosen ? -1 : patch);
}

void PictureView::keyPressEvent(QKeyEvent* event) {
    const int across = figure_.across;
    const int step = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (step == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    Q_EMIT patchChosen(figure_.chosen < 0 ? 0 : std::clamp(figure_.chosen + step, 0, across * across - 1));
}

void PictureView::dragEnterEvent(QDragEnterEvent* event) {
    if (!pictureIn(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void PictureView::dropEvent(QDropEvent* event) {
    const QString file = pictureIn(event->mimeData());
    if (file.isEmpty()) return;
    event->acceptProposedAction();
    Q_EMIT fileDropped(file);
}

}  // namespace attx
