#include "ui/figures/network/steps_figure.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ui/figures/maps/color_bar.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

// Read as two sentences: Q times K gives the products and the logits; these become weights, and the weights
// times V give the output.
constexpr int panelRows = 2, panelColumns = 4;
constexpr std::nullopt_t none = std::nullopt;
constexpr StepsFigure::Panels attentionPanels{{{Step::Q, Step::K, Step::Products, Step::Logits},
                                               {Step::Exponentials, Step::Weights, Step::V, Step::Output}}};
// Each projection above what it makes.
constexpr StepsFigure::Panels projectionPanels{
    {{Step::Input, Step::QueryWeights, Step::KeyWeights, Step::ValueWeights},
     {none, Step::Q, Step::K, Step::V}}};
constexpr StepsFigure::Panels joiningPanels{
    {{Step::Output, Step::Joined, Step::OutputWeights, Step::LayerOutput}, {none, none, none, none}}};
const StepsFigure::Panels& panelsOf(StepsPart part) {
    return part == StepsPart::Projections ? projectionPanels
           : part == StepsPart::Joining   ? joiningPanels
                                          : attentionPanels;
}
constexpr qreal panelMargin = 4, matrixGap = 8, rowGap = 24;
constexpr qreal textRight = 8;       // free right of the text; numbers have their names as a gap
constexpr qreal stepLineGap = 4;     // Gap between the lines above the numbers
constexpr qreal valueBarWidth = 10;  // The same width as in other heat maps
constexpr qreal mostCellWidth = 104, mostCellHeight = 80, leastStepCell = 12;
constexpr qreal leastWithSentences = 16;  // height of a cell; below, the numbers need the room
constexpr qreal maskedShare = 0.12;       // how much of a masked cell's colour the background leaves

bool isShare(Step step) { return step == Step::Exponentials || step == Step::Weights; }

/// Black or white, whichever stands out more (relative luminance of WCAG 2.1).
QColor textOn(const QColor& color) {
    const auto linear = [](float c) {
        return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
    };
    const float luminance =
        0.2126f * linear(color.redF()) + 0.7152f * linear(color.greenF()) + 0.0722f * linear(color.blueF());
    return luminance > 0.179f ? QColor(Qt::black) : QColor(Qt::white);
}

struct NumberPlan {
    int px, decimals;
};
// Fewer digits before the smallest font.
constexpr std::array numberPlans{NumberPlan{bodyPx, 3}, NumberPlan{labelPx, 3}, NumberPlan{labelPx, 2},
                                 NumberPlan{smallestPx, 2}, NumberPlan{smallestPx, 1}};

qreal widestNumber(const AttentionSteps& steps, const StepsLayout& place, const NumberPlan& plan,
                   const FigureStyle& style) {
    const QFontMetricsF metrics(style.font(plan.px));
    qreal width = 0;
    for (size_t i = 0; i < stepCount; ++i)
        for (const int row : place.panels[i].rows)
            for (const int col : place.panels[i].columns)
                width = std::max(width, metrics.horizontalAdvance(
                                            numberText(steps.matrices[i].at(row, col), plan.decimals)));
    return width;
}

/// Where `index` stands among those shown; -1: it is not.
int placeOf(const std::vector<int>& shown, int index) {
    const auto found = std::ranges::find(shown, index);
    return found == shown.end() ? -1 : int(found - shown.begin());
}

constexpr int sentenceFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

}  // namespace

QRectF StepsLayout::cellRect(Step step, int row, int col) const {
    const Panel& panel = of(step);
    const int down = placeOf(panel.rows, row), across = placeOf(panel.columns, col);
    if (down < 0 || across < 0) return {};
    return {panel.cells.left() + across * cell.width(), panel.cells.top() + down * cell.height(),
            cell.width(), cell.height()};
}

QRectF StepsLayout::rowNameRect(Step step, int row) const {
    if (of(step).columns.empty()) return {};
    const QRectF first = cellRect(step, row, of(step).columns.front());
    return {first.left() - nameWidth, first.top(), nameWidth, first.height()};
}

QRectF StepsLayout::columnNameRect(Step step, int col) const {
    if (of(step).rows.empty()) return {};
    const QRectF first = cellRect(step, of(step).rows.front(), col);
    return {first.left(), first.top() - nameHeight, first.width(), nameHeight};
}

StepsFigure::StepsFigure() {
    setName(QStringLiteral("attention-step-by-step"));
    setTitle(tr("Attention step by step"));
    setInput(attentionExamples().front().input);
}

void StepsFigure::setInput(const AttentionInput& input, const Head& head) {
    steps_ = attentionSteps(input, head.get());
    input_ = input;
    head_ = head;
    setTitle(head ? tr("Attention step by step: layer %1, head %2").arg(head->layer + 1).arg(head->head + 1)
                  : tr("Attention step by step"));
    // One scale for all signed numbers of a part, so that they can be compared, wherever they are cut.
    for (size_t i = 0; i < stepsPartCount; ++i) {
        largest_[i] = 0;
        for (const auto& row : panelsOf(static_cast<StepsPart>(i)))
            for (const auto& step : row) {
                if (!step || isShare(*step)) continue;
                for (const double x : steps_.of(*step).values)
                    if (std::isfinite(x)) largest_[i] = std::max(largest_[i], std::abs(x));
            }
    }
}

const StepsFigure::Panels& StepsFigure::panels() const {
    return panelsOf(head_ ? part : StepsPart::Attention);
}

std::vector<Step> StepsFigure::shownSteps() const {
    std::vector<Step> steps;
    for (const auto& row : panels())
        for (const auto& step : row)
            if (step) steps.push_back(*step);
    return steps;
}

std::vector<int> StepsFigure::shownAlong(StepAxis axis, int count) const {
    const int shown = head_ ? std::min(count, mostShown) : count;
    const int wanted = axis == StepAxis::Keys     ? cut.key
                       : axis == StepAxis::Dims   ? cut.dim
                       : axis == StepAxis::Joined ? steps_.firstJoined + cut.dim
                       : axis == StepAxis::Model  ? cut.model
                                                  : cut.query;
    std::vector<int> indices(static_cast<size_t>(shown));
    std::iota(indices.begin(), indices.end(), head_ ? std::clamp(wanted, 0, count - shown) : 0);
    return indices;
}

std::vector<int> StepsFigure::shownRows(Step step) const {
    const int rows = steps_.of(step).rows;
    if (!isWeights(step)) return shownAlong(rowAxis(step), rows);
    std::vector<int> shown = shownAlong(rowAxis(step), rows - 1);
    shown.push_back(rows - 1);
    return shown;
}

std::vector<int> StepsFigure::shownColumns(Step step) const {
    return shownAlong(columnAxis(step), steps_.of(step).cols);
}

bool StepsFigure::shows(const StepCell& cell) const {
    const std::vector<Step> steps = shownSteps();
    return std::ranges::find(steps, cell.step) != steps.end() &&
           placeOf(shownRows(cell.step), cell.row) >= 0 && placeOf(shownColumns(cell.step), cell.col) >= 0;
}

bool StepsFigure::isCut() const {
    const std::vector<Step> steps = shownSteps();
    return std::ranges::any_of(steps, [this](Step step) {
        return std::ssize(shownRows(step)) < steps_.of(step).rows ||
               std::ssize(shownColumns(step)) < steps_.of(step).cols;
    });
}

QString StepsFigure::rowName(Step step, int row) const {
    return isWeights(step) && row == steps_.of(step).rows - 1 ? QStringLiteral("b")
                                                              : shortName(rowAxis(step), row);
}

QString StepsFigure::extentOf(Step step) const {
    const SmallMatrix& m = steps_.of(step);
    const auto rows = std::ssize(shownRows(step)), columns = std::ssize(shownColumns(step));
    if (rows == m.rows && columns == m.cols) return {};
    return tr("%1 × %2 of %3 × %4").arg(rows).arg(columns).arg(m.rows).arg(m.cols);
}

StepsLayout StepsFigure::layout(const QRectF& rect, const FigureStyle& style) const {
    const StepsLayout place = arranged(rect, style, true);
    return place.cell.height() < style.px(leastWithSentences) ? arranged(rect, style, false) : place;
}

StepsLayout StepsFigure::arranged(const QRectF& rect, const FigureStyle& style, bool sentences) const {
    StepsLayout place;
    place.sentences = sentences;
    const QFontMetricsF body(style.font(bodyPx, true)), label(style.font(labelPx));
    qreal widestName = label.horizontalAdvance(QStringLiteral("q₆"));
    for (const Step step : shownSteps())
        for (const int row : shownRows(step))
            widestName = std::max(widestName, label.horizontalAdvance(rowName(step, row)));
    place.nameWidth = std::ceil(widestName) + 6;
    place.nameHeight = std::ceil(label.height()) + 2;
    const qreal barRoom = style.px(valueBarWidth) +
                          std::max(colorBarTickWidth(rangeOf(Step::Q), style), colorBarTickWidth({}, style)) +
                          label.height() + 4;
    const QRectF inner = rect.adjusted(panelMargin, panelMargin, -panelMargin - barRoom, -panelMargin);
    const qreal width = std::max(40.0, (inner.width() - panelColumns * matrixGap) / panelColumns);

    // The text above the numbers is as high as the row's longest, so that the numbers stand in line.
    std::array<qreal, panelRows> textHeight{};
    std::array<int, panelRows> mostRows{};
    int mostCols = 1;
    for (size_t row = 0; row < panelRows; ++row)
        for (const auto& step : panels()[row]) {
            if (!step) continue;
            const QRectF sentence =
                !sentences ? QRectF()
                           : label.boundingRect(QRectF(0, 0, width - textRight, 1000), sentenceFlags,
                                                stepSentence(*step, input_, head_.get()));
            textHeight[row] =
                std::max(textHeight[row], std::ceil(2 * body.height() + 2 * stepLineGap + sentence.height()));
            StepsLayout::Panel& panel = place.panels[size_t(*step)];
            panel.rows = shownRows(*step);
            panel.columns = shownColumns(*step);
            mostRows[row] = std::max(mostRows[row], int(panel.rows.size()));
            mostCols = std::max(mostCols, int(panel.columns.size()));
        }
    const qreal text = textHeight[0] + textHeight[1] + 2 * (place.nameHeight + stepLineGap) + rowGap;
    place.cell = {
        std::clamp(std::floor((width - place.nameWidth) / mostCols), leastStepCell, style.px(mostCellWidth)),
        std::clamp(std::floor((inner.height() - text) / (mostRows[0] + mostRows[1])), leastStepCell,
                   style.px(mostCellHeight))};
    // Spare room goes between the rows and below, not into the cells.
    const qreal used = text + (mostRows[0] + mostRows[1]) * place.cell.height();
    const qreal gap = rowGap + std::clamp((inner.height() - used) / 3, 0.0, 2 * rowGap);

    qreal top = std::floor(inner.top());
    for (size_t row = 0; row < panelRows; ++row) {
        const qreal cellsTop = std::floor(top + textHeight[row] + stepLineGap + place.nameHeight);
        for (size_t column = 0; column < panelColumns; ++column) {
            const std::optional<Step> step = panels()[row][column];
            if (!step) continue;
            const qreal left = std::floor(inner.left() + qreal(column) * (width + matrixGap));
            StepsLayout::Panel& panel = place.panels[size_t(*step)];
            panel.text = {left, top, width - textRight, textHeight[row]};
            panel.cells = {left + place.nameWidth, cellsTop, qreal(panel.columns.size()) * place.cell.width(),
                           qreal(panel.rows.size()) * place.cell.height()};
        }
        if (row > 0 && place.of(Step::Weights).rows.empty()) break;  // no shares
        place.bars[row] = {rect.right() - panelMargin - barRoom, cellsTop, style.px(valueBarWidth),
                           mostRows[row] * place.cell.height()};
        top = cellsTop + mostRows[row] * place.cell.height() + gap;
    }
    for (const NumberPlan& plan : numberPlans) {
        place.numberPx = plan.px;
        place.decimals = plan.decimals;
        place.numbers = QFontMetricsF(style.font(plan.px)).ascent() <= place.cell.height() &&
                        widestNumber(steps_, place, plan, style) + 2 <= place.cell.width();
        if (place.numbers) break;
    }
    return place;
}

QSizeF StepsFigure::leastSize(qreal width, const FigureStyle& style) const {
    const StepsLayout place = arranged({0, 0, width, defaultSize().height() * style.zoom}, style, false);
    int columns = 1, lines = 0;
    for (const auto& row : panels()) {
        int most = 0;
        for (const auto& step : row)
            if (step) {
                columns = std::max(columns, int(place.of(*step).columns.size()));
                most = std::max(most, int(place.of(*step).rows.size()));
            }
        lines += most;
    }
    const NumberPlan& smallest = numberPlans.back();
    const qreal number = widestNumber(steps_, place, smallest, style) + 2,
                line = std::max<qreal>(leastStepCell, QFontMetricsF(style.font(smallest.px)).ascent() + 1);
    const QRectF used = place.of(Step::Output).cells | place.of(Step::Q).cells;
    return {width - panelColumns * (place.cell.width() - number) * columns,
            used.bottom() + panelMargin - lines * (place.cell.height() - line)};
}

StepCell StepsFigure::cellAt(const StepsLayout& place, QPointF point) const {
    for (const Step step : shownSteps()) {
        const auto& [text, cells, rows, columns] = place.of(step);
        const auto nearest = [](const std::vector<int>& shown, qreal at) {
            const auto last = qreal(shown.size() - 1);
            return shown[size_t(std::clamp(std::floor(at), 0.0, last))];
        };
        const int row = nearest(rows, (point.y() - cells.top()) / place.cell.height());
        const int col = nearest(columns, (point.x() - cells.left()) / place.cell.width());
        if (cells.contains(point)) return {step, row, col};
        if (place.rowNameRect(step, row).contains(point)) return {step, row, -1};
        if (place.columnNameRect(step, col).contains(point)) return {step, columnName, col};
    }
    return {};
}

int StepsFigure::keyOf(const StepCell& cell) const {
    if (cell.row == columnName) return columnAxis(cell.step) == StepAxis::Keys ? cell.col : -1;
    if (cell.row < 0) return -1;
    if (rowAxis(cell.step) == StepAxis::Keys) return cell.row;
    return columnAxis(cell.step) == StepAxis::Keys ? cell.col : -1;
}

ColorScale StepsFigure::scaleOf(Step step) const {
    const ColorRange range = rangeOf(step);
    return {ScaleMode::Fixed, isShare(step) ? ColorMap::Viridis : ColorMap::BlueRed, range.lo, range.hi,
            !isShare(step)};
}

ColorRange StepsFigure::rangeOf(Step step) const {
    if (isShare(step)) return {};
    const double largest = largest_[size_t(head_ ? part : StepsPart::Attention)];
    const auto bound = float(largest > 0 ? largest : 1);
    return {-bound, bound};
}

bool StepsFigure::isMasked(Step step, int row, int col) const {
    if (step == Step::Products) return false;  // the mask comes after it
    const int key = keyOf({step, row, col});
    if (key < 0) return false;
    return columnAxis(step) == StepAxis::Keys ? input_.hides(row, key) : input_.masked[key];
}

void StepsFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.save();
    painter.fillRect(rect, style.background);
    const StepsLayout place = layout(rect, style);
    for (const Step step : shownSteps()) paintPanel(painter, place, step, style);
    const std::array<Step, 2> barSteps{Step::Q, Step::Weights};
    const std::array<QString, 2> barLabels{tr("signed numbers"), tr("shares")};
    for (size_t i = 0; i < barSteps.size(); ++i)
        if (!place.bars[i].isNull())
            paintColorBar(painter, place.bars[i], scaleOf(barSteps[i]), rangeOf(barSteps[i]), barLabels[i],
                          style);
    paintLit(painter, place, style);
    painter.restore();
}

void StepsFigure::paintPanel(QPainter& painter, const StepsLayout& place, Step step,
                             const FigureStyle& style) const {
    const SmallMatrix& m = steps_.of(step);
    const auto& [text, cells, rows, columns] = place.of(step);
    const QFontMetricsF bold(style.font(bodyPx, true));
    const QString title = stepTitle(step), formula = stepFormula(step, input_, head_.get());
    painter.setFont(style.fittingFont(title, std::ceil(text.width()), bodyPx, true));
    const QFontMetricsF heading(painter.font());
    painter.setPen(style.foreground);
    const QRectF first(text.left(), text.top(), text.width(), bold.height());
    painter.drawText(first, Qt::AlignLeft | Qt::TextDontClip,
                     heading.elidedText(title, Qt::ElideRight, std::ceil(text.width())));
    // Where there is no room for it, the names of rows and columns say what is shown.
    const QRectF behind = first.adjusted(heading.horizontalAdvance(title) + textRight, 0, 0, 0);
    const QString extent = extentOf(step);
    if (QFontMetricsF(style.font(labelPx)).horizontalAdvance(extent) <= behind.width()) {
        painter.setFont(style.font(labelPx));
        painter.setPen(style.muted);
        painter.drawText(behind, Qt::AlignLeft | Qt::AlignVCenter, extent);
        painter.setPen(style.foreground);
    }
    painter.setFont(style.fittingFont(formula, text.width(), bodyPx));
    painter.drawText(QRectF(text.left(), text.top() + bold.height(), text.width(), bold.height()),
                     Qt::AlignLeft,
                     QFontMetricsF(painter.font()).elidedText(formula, Qt::ElideRight, text.width()));
    painter.setFont(style.font(labelPx));
    painter.setPen(style.muted);
    if (place.sentences)
        painter.drawText(text.adjusted(0, 2 * bold.height() + stepLineGap, 0, 0), sentenceFlags,
                         stepSentence(step, input_, head_.get()));
    paintNames(painter, place, step, style);

    const ColorRange range = rangeOf(step);
    const ColorMap colors = onBackground(scaleOf(step).map, style.dark);
    painter.setFont(style.font(place.numberPx));
    // Lines between the cells: pale ones would be lost on the background.
    painter.fillRect(cells.adjusted(-1, -1, 0, 0), style.grid);
    for (const int row : rows)
        for (const int col : columns) {
            const double value = m.at(row, col);
            const QRectF cell = place.cellRect(step, row, col).adjusted(0, 0, -1, -1);
            const bool faded = isMasked(step, row, col);
            QColor color = std::isfinite(value) ? QColor(mapColor(colors, range.position(float(value))))
                                                : style.background;
            if (faded) color = mixed(color, style.background, maskedShare);
            painter.fillRect(cell, color);
            if (!std::isfinite(value)) {
                painter.setPen(QPen(style.grid, 1));
                painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
            }
            if (!place.numbers) continue;  // one that is cut would be another number
            painter.setPen(faded || !std::isfinite(value) ? style.muted : textOn(color));
            painter.drawText(cell, Qt::AlignCenter, numberText(value, place.decimals));
        }
}

void StepsFigure::paintNames(QPainter& painter, const StepsLayout& place, Step step,
                             const FigureStyle& style) const {
    const auto paintName = [&](const QRectF& where, int flags, StepAxis axis, int index,
                               const QString& name) {
        QFont font = style.font(labelPx);
        const bool masked = axis == StepAxis::Keys && input_.masked[index];
        font.setStrikeOut(masked);
        painter.setFont(font);
        const bool counts =
            axis == StepAxis::Queries || axis == StepAxis::Keys || axis == StepAxis::Positions;
        painter.setPen(!counts || masked ? style.muted : style.foreground);
        painter.drawText(where, flags, name);
    };
    for (const int row : place.of(step).rows)
        paintName(place.rowNameRect(step, row).adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter,
                  rowAxis(step), row, rowName(step, row));
    for (const int col : place.of(step).columns)
        paintName(place.columnNameRect(step, col), Qt::AlignHCenter | Qt::AlignVCenter, columnAxis(step), col,
                  shortName(columnAxis(step), col));
}

void StepsFigure::paintLit(QPainter& painter, const StepsLayout& place, const FigureStyle& style) const {
    if (!shows(lit)) return;
    const auto outline = [&](const StepCells& cells, qreal width) {
        QRectF shown;  // Outline of the cells in view
        for (const int row : place.of(cells.step).rows)
            for (const int col : place.of(cells.step).columns)
                if (cells.contains(row, col)) shown |= place.cellRect(cells.step, row, col);
        if (shown.isEmpty()) return;
        const QRectF edge = shown.adjusted(-0.5, -0.5, -0.5, -0.5);
        painter.setBrush(Qt::NoBrush);
        // The halo keeps the accent visible on every colour.
        for (const auto& [color, pen] :
             {std::pair(style.background, width + 2), std::pair(style.accent, width)}) {
            painter.setPen(QPen(color, pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(edge);
        }
    };
    for (const StepCells& source : sourcesOf(steps_, lit.step, lit.row, lit.col)) outline(source, 2);
    outline({lit.step, lit.row, lit.col, 1, 1}, 3);
}

std::vector<NamedArray> StepsFigure::data() const {
    static constexpr std::array names{
        "q", "k",   "v",   "products", "logits", "exponentials", "weights",     "output",
        "x", "w_q", "w_k", "w_v",      "heads",  "w_o",          "layer_output"};
    std::vector<NamedArray> arrays;
    for (size_t i = 0; i < stepCount; ++i) {
        const auto step = static_cast<Step>(i);
        const SmallMatrix& m = steps_.of(step);
        if (m.rows == 0) continue;
        const auto add = [&](std::string name, int first, int rows) {
            NamedArray array{std::move(name), {rows, m.cols}, {}};
            for (int row = first; row < first + rows; ++row)
                for (int col = 0; col < m.cols; ++col) array.values.push_back(float(m.at(row, col)));
            arrays.push_back(std::move(array));
        };
        add(names[i], 0, isWeights(step) ? m.rows - 1 : m.rows);
        if (isWeights(step)) add(biasLetter(step).toLower().toStdString(), m.rows - 1, 1);
    }
    NamedArray mask{"mask", {static_cast<int64_t>(input_.masked.size())}, {}};
    for (const bool masked : input_.masked) mask.values.push_back(masked ? 1.f : 0.f);
    arrays.push_back(std::move(mask));
    if (input_.causal) {
        NamedArray causal{"causal_mask", {input_.q.rows, input_.k.rows}, {}};
        for (int query = 0; query < input_.q.rows; ++query)
            for (int key = 0; key < input_.k.rows; ++key) causal.values.push_back(key > query ? 1.f : 0.f);
        arrays.push_back(std::move(causal));
    }
    return arrays;
}

std::string StepsFigure::table(const FactColumns& same) const {
    std::string text = "matrix,row,column,value" + same.names + "\n";
    const std::string end = same.values + '\n';
    for (size_t i = 0; i < stepCount; ++i) {
        const auto step = static_cast<Step>(i);
        const SmallMatrix& m = steps_.of(step);
        for (int row = 0; row < m.rows; ++row) {
            const bool isBias = isWeights(step) && row == m.rows - 1;
            const std::string begin = (isBias ? biasLetter(step) : stepLetter(step)).toStdString() + "," +
                                      std::to_string(isBias ? 1 : row + 1) + ",";
            for (int col = 0; col < m.cols; ++col)
                text += begin + std::to_string(col + 1) + "," + csvNumber(m.at(row, col)) + end;
        }
    }
    const auto line = [&](const std::string& name, int row, int column, bool isSet) {
        text += name + std::to_string(row + 1) + "," + std::to_string(column + 1);
        text += (isSet ? ",1" : ",0") + end;
    };
    for (int key = 0; const bool masked : input_.masked) line("mask,", 0, key++, masked);
    for (int query = 0; input_.causal && query < input_.q.rows; ++query)
        for (int key = 0; key < input_.k.rows; ++key) line("causal_mask,", query, key, key > query);
    return text;
}

}  // namespace attx
