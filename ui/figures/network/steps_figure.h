// Attention step by step as one figure: Q, K, V, products, logits, exponentials, weights and output, each
// as a table of shaded numbers with its formula and one sentence. Of a network's head it shows one of three
// parts, and of large matrices a cut-out.
#pragma once
#include <QCoreApplication>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "model/inspect/attention_steps.h"
#include "ui/figures/figure.h"
#include "ui/figures/maps/heat_map.h"
#include "ui/figures/network/steps_text.h"

namespace attx {

/// A cell of one matrix; row -1: none. col -1: the name of a row, row -2: the name of a column.
struct StepCell {
    Step step = Step::Q;
    int row = -1, col = -1;
    bool operator==(const StepCell&) const = default;
};
inline constexpr int columnName = -2;

/// Of a head in a network: how Q, K and V come about, the attention itself, and how the heads are joined.
enum class StepsPart { Projections, Attention, Joining };
inline constexpr size_t stepsPartCount = 3;

/// Where a cut-out of a head's matrices begins, from 0.
struct StepsCut {
    int query = 0, key = 0;
    int dim = 0;    ///< First dimension of the head
    int model = 0;  ///< First of the network's dimensions
    bool operator==(const StepsCut&) const = default;
};
inline constexpr int mostShown = 6;  ///< rows and columns of a cut-out

/// Where everything lies, in the coordinates of the rectangle that it was laid out for.
struct StepsLayout {
    struct Panel {
        QRectF text;   ///< title, formula and sentence
        QRectF cells;  ///< The numbers; names stand left of them and above
        /// Rows and columns of the matrix that are shown; none: the matrix is not
        std::vector<int> rows, columns;
    };
    std::array<Panel, stepCount> panels;
    QSizeF cell;
    qreal nameWidth = 0, nameHeight = 0;
    std::array<QRectF, 2> bars;  ///< Colour bars: signed numbers; exponentials and weights if they are shown
    int numberPx = bodyPx;
    bool numbers = false;  ///< Cells have room for them.
    int decimals = 3;
    bool sentences = true;  ///< left out where the numbers need the room

    [[nodiscard]] const Panel& of(Step step) const { return panels[size_t(step)]; }
    /// Empty for a cell that is not shown.
    [[nodiscard]] QRectF cellRect(Step step, int row, int col) const;
    /// The name of a row or of a column, right beside the cells.
    [[nodiscard]] QRectF rowNameRect(Step step, int row) const;
    [[nodiscard]] QRectF columnNameRect(Step step, int col) const;
};

class StepsFigure : public CopiedFigure<StepsFigure> {
    Q_DECLARE_TR_FUNCTIONS(attx::StepsFigure)
public:
    StepsFigure();
    /// Null: typed numbers, all of which are shown.
    using Head = std::shared_ptr<const HeadContext>;
    void setInput(const AttentionInput& input, const Head& head = nullptr);
    [[nodiscard]] const AttentionInput& input() const { return input_; }
    [[nodiscard]] const Head& head() const { return head_; }
    StepsPart part = StepsPart::Attention;  ///< The part of a head
    StepsCut cut;                           ///< The cut through a head
    /// Two rows of four places; those of a head's parts are not all taken.
    using Panels = std::array<std::array<std::optional<Step>, 4>, 2>;
    [[nodiscard]] const Panels& panels() const;
    [[nodiscard]] std::vector<Step> shownSteps() const;
    /// Which rows and columns of a matrix are shown, by rising index.
    [[nodiscard]] std::vector<int> shownRows(Step step) const;
    [[nodiscard]] std::vector<int> shownColumns(Step step) const;
    /// A cell that is in view.
    [[nodiscard]] bool shows(const StepCell& cell) const;
    /// Something is cut.
    [[nodiscard]] bool isCut() const;
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
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// Every matrix by its name, whole, the mask [Tk], 1 where a key is masked, and a causal mask [Tq, Tk] if
    /// there is one.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    /// matrix,row,column,value; rows and columns count from 1.
    [[nodiscard]] std::string table(const FactColumns& same) const override;

private:
    [[nodiscard]] std::vector<int> shownAlong(StepAxis axis, int count) const;
    /// "q₂", and "b" of a bias.
    [[nodiscard]] QString rowName(Step step, int row) const;
    /// "6 × 6 of 16 × 32"; empty: all of it is shown.
    [[nodiscard]] QString extentOf(Step step) const;
    [[nodiscard]] StepsLayout arranged(const QRectF& rect, const FigureStyle& style, bool sentences) const;
    [[nodiscard]] ColorScale scaleOf(Step step) const;
    [[nodiscard]] ColorRange rangeOf(Step step) const;
    [[nodiscard]] bool isMasked(Step step, int row, int col) const;
    void paintPanel(QPainter& painter, const StepsLayout& place, Step step, const FigureStyle& style) const;
    void paintNames(QPainter& painter, const StepsLayout& place, Step step, const FigureStyle& style) const;
    void paintLit(QPainter& painter, const StepsLayout& place, const FigureStyle& style) const;

    AttentionInput input_;
    Head head_;
    AttentionSteps steps_;
    std::array<double, stepsPartCount> largest_{};  ///< Largest signed number of each part
};

}  // namespace attx
