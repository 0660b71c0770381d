// Attention step by step as one figure: Q, K, V, products, logits, exponentials, weights and output, each
// as a table of shaded numbers with its formula and one sentence.
#pragma once
#include <array>

#include "model/explain/attention_steps.h"
#include "ui/figures/figure.h"
#include "ui/figures/heat_map.h"
#include "ui/figures/steps_text.h"

namespace attx {

/// A cell of one matrix; row -1: none. col -1: the name of a row, row -2: the name of a column.
struct StepCell {
    Step step = Step::Q;
    int row = -1, col = -1;
    bool operator==(const StepCell&) const = default;
};
inline constexpr int columnName = -2;

/// Where everything lies, in the coordinates of the rectangle that it was laid out for.
struct StepsLayout {
    struct Panel {
        QRectF text;   ///< title, formula and sentence
        QRectF cells;  ///< of the numbers; names stand left of them and above
    };
    std::array<Panel, stepCount> panels;
    QSizeF cell;
    qreal nameWidth = 0, nameHeight = 0;
    std::array<QRectF, 2> bars;  ///< of signed numbers, of exponentials and weights
    int numberPx = bodyPx;
    int decimals = 3;
    bool sentences = true;  ///< left out where the numbers need the room

    [[nodiscard]] const Panel& of(Step step) const { return panels[static_cast<size_t>(step)]; }
    [[nodiscard]] QRectF cellRect(Step step, int row, int col) const;
    /// The name of a row or of a column, right beside the cells.
    [[nodiscard]] QRectF rowNameRect(Step step, int row) const;
    [[nodiscard]] QRectF columnNameRect(Step step, int col) const;
};

class StepsFigure : public Figure {
public:
    StepsFigure();
    void setInput(const AttentionInput& input);
    [[nodiscard]] const AttentionInput& input() const { return input_; }
    [[nodiscard]] const AttentionSteps& steps() const { return steps_; }
    StepCell lit;  ///< outlined, with what it is computed from

    [[nodiscard]] StepsLayout layout(const QRectF& rect, const FigureStyle& style) const;
    /// The cell or name under a point.
    [[nodiscard]] StepCell cellAt(const StepsLayout& place, QPointF point) const;
    /// The key that a cell or name of it stands for; -1 where none.
    [[nodiscard]] int keyOf(const StepCell& cell) const;
    /// "L[q₁, k₂] = 0.190 / √2 = 0.134": how a cell's number comes about.
    [[nodiscard]] QString calculation(const StepCell& cell) const;
    /// "logits, query 1, key 2: 0.134"
    [[nodiscard]] QString readout(const StepCell& cell) const;

    [[nodiscard]] QSize defaultSize() const override { return {1100, 640}; }
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// Every matrix by its name, the mask [Tk], 1 where a key is masked, and a causal mask [Tq, Tk] if there
    /// is one.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    /// matrix,row,column,value; rows and columns count from 1.
    [[nodiscard]] std::string csv() const override;
    [[nodiscard]] std::unique_ptr<Figure> clone() const override;

private:
    [[nodiscard]] StepsLayout arranged(const QRectF& rect, const FigureStyle& style, bool sentences) const;
    [[nodiscard]] ColorScale scaleOf(Step step) const;
    [[nodiscard]] ColorRange rangeOf(Step step) const;
    [[nodiscard]] bool isMasked(Step step, int row, int col) const;
    void paintPanel(QPainter& painter, const StepsLayout& place, Step step, const FigureStyle& style) const;
    void paintNames(QPainter& painter, const StepsLayout& place, Step step, const FigureStyle& style) const;
    void paintLit(QPainter& painter, const StepsLayout& place, const FigureStyle& style) const;

    AttentionInput input_;
    AttentionSteps steps_;
};

inline constexpr std::array allSteps{
    Step::Q, Step::K, Step::V, Step::Products, Step::Logits, Step::Exponentials, Step::Weights, Step::Output};

}  // namespace attx
