// Numbers as bars from zero, in panels side by side or below each other.
#pragma once
#include "ui/figures/figure.h"

namespace attx {

struct BarPanel {
    QString title;
    QString key;                 ///< Its key in the table and array name; lower case, with hyphens
    QStringList names;           ///< one a bar, as the table has them
    std::vector<double> values;  ///< [n]
    QString note;                ///< Shown above the bars, or instead of them
    bool upright = false;        ///< many bars beside each other, of which only some have room for a name
    QStringList texts = {};      ///< The names as they are shown; empty: as in the table
};

class BarFigure : public CopiedFigure<BarFigure> {
public:
    QStringList lines;  ///< Text above the panels
    void addNotes(const QStringList& notes) override { lines << notes; }
    std::vector<BarPanel> panels;

    [[nodiscard]] QSize defaultSize() const override { return {760, 520}; }
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// One array [n] for each panel that has bars.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    /// A line for each bar: panel, name, value.
    [[nodiscard]] std::string table(const FactColumns& same) const override;
};

}  // namespace attx
