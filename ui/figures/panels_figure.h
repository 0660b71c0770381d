// Several figures in one, marked a), b), c) …: what a paper shows side by side.
#pragma once
#include <memory>
#include <vector>

#include "ui/figures/figure.h"

namespace attx {

class PanelsFigure : public CopiedFigure<PanelsFigure> {
public:
    std::vector<std::unique_ptr<Figure>> parts;
    int columns = 2;  ///< How many stand side by side.

    PanelsFigure();
    PanelsFigure(const PanelsFigure& other);
    PanelsFigure& operator=(const PanelsFigure& other) = delete;

    /// "a)" of the first part, "z)" of the 26th, then "aa)".
    [[nodiscard]] static QString letter(size_t part);

    /// The room of each part in `rect`, below its letter.
    [[nodiscard]] std::vector<QRectF> rooms(const QRectF& rect, const FigureStyle& style) const;
    /// Each part as wide as a figure of its row, and as high as its own shape and its text ask.
    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// Those of the parts, with the letter in front: "a_attention".
    [[nodiscard]] std::vector<NamedArray> data() const override;
    /// panel,figure,array,index,value: a line for each number; the index is that of its array, from 0, its
    /// parts apart by blanks.
    [[nodiscard]] std::string table(const FactColumns& same) const override;

private:
    [[nodiscard]] int columnsUsed() const;
    [[nodiscard]] std::vector<qreal> rowHeights(qreal width, const FigureStyle& style) const;
};

}  // namespace attx
