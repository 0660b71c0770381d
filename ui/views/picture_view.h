// Shows a PictureFigure: hovering and clicking name patches, arrow keys walk over them, pictures are dropped
// on it.
#pragma once
#include <QWidget>

#include "ui/figures/picture/picture_figure.h"

namespace attx {

class PictureView : public QWidget {
    Q_OBJECT
public:
    explicit PictureView(QWidget* parent = nullptr);

    /// Shows a figure; what is hovered in it is the view's own.
    void setFigure(const PictureFigure& figure);
    [[nodiscard]] const PictureFigure& figure() const { return figure_; }
    /// The figure to export: without what the pointer shows.
    [[nodiscard]] std::unique_ptr<Figure> printed() const;
    /// Where a patch is, for tests.
    [[nodiscard]] QRectF rectOfPatch(int patch) const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 240}; }

Q_SIGNALS:
    void patchHovered(int patch);  ///< -1: none
    void patchChosen(int patch);   ///< -1: the chosen one was clicked again
    void fileDropped(const QString& file);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override { hover(-1); }
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void hover(int patch);
    [[nodiscard]] int patchAt(QPointF point) const;

    PictureFigure figure_;
};

}  // namespace attx
