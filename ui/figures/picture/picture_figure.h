// A picture under a grid of patches, with a number for each patch laid over it: where attention goes, what an
// explanation names. Plain data that paints itself anywhere.
#pragma once
#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <vector>

#include "ui/figures/figure.h"
#include "ui/figures/maps/heat_map.h"

namespace attx {

class PictureFigure : public CopiedFigure<PictureFigure> {
public:
    QImage picture;             ///< square
    int across = 1;             ///< patches of a side
    std::vector<float> values;  ///< [across · across], row after row; empty: none
    QString valueLabel;         ///< "attention from the class token, layer 1, head 2"
    QString verdict;            ///< lines under the title: what the network makes of the picture
    bool diverging = false;     ///< values speak for (red) or against (blue), around zero
    double opacity = 0.6;       ///< Opacity of the values over the picture, 0 to 1
    bool showsGrid = true;
    int chosen = -1;   ///< this patch asks: outlined
    int hovered = -1;  ///< outlined

    struct Layout {
        QRectF picture, bar, verdict;  ///< bar: empty without values
    };
    [[nodiscard]] Layout layout(const QRectF& rect, const FigureStyle& style) const;
    /// -1 outside of the picture.
    [[nodiscard]] int patchAt(const Layout& layout, QPointF point) const;
    [[nodiscard]] QRectF rectOfPatch(const Layout& layout, int patch) const;

    [[nodiscard]] QSize defaultSize() const override { return {560, 560}; }
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// "values" [across, across].
    [[nodiscard]] std::vector<NamedArray> data() const override;
    /// row, column (from 1), value.
    [[nodiscard]] std::string table(const FactColumns& same) const override;

private:
    [[nodiscard]] ColorScale scale() const;
    [[nodiscard]] ColorRange range() const;
};

}  // namespace attx
