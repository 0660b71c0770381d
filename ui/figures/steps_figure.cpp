#include "ui/figures/steps_figure.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace attx {
namespace {

// Read as two sentences: Q times K gives the products and the logits; these become weights, and the weights
// times V give the output.
constexpr int panelRows = 2, panelColumns = 4;
constexpr std::array panelOrder{Step::Q,       Step::K, Step::Products, Step::Logits, Step::Exponentials,
                                Step::Weights, Step::V, Step::Output};
constexpr qreal margin = 4, panelGap = 8, rowGap = 24;
constexpr qreal textRight = 8;  // free right of the text; numbers have their names as a gap
constexpr qreal textGap = 4;    // between the lines above the numbers
constexpr qreal barWidth = 10;  // as other heat maps have it
constexpr qreal mostCellWidth = 104, mostCellHeight = 80, leastCell = 12;
constexpr qreal leastWithSentences = 16;  // height of a cell; below, the numbers need the room
constexpr qreal fadedShare = 0.88;        // how far masked cells go into the background

QString tr(const char* text) { return QCoreApplication::translate("attx::StepsFigure", text); }

bool isShare(Step step) { return step == Step::Exponentials || step == Step::Weights; }

QColor mixed(const QColor& a, const QColor& b, qreal shareOfB) {
    const auto mix = [shareOfB](float x, float y) { return x + (y - x) * static_cast<float>(shareOfB); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

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

qreal widestNumber(const AttentionSteps& steps, const NumberPlan& plan, const FigureStyle& style) {
    const QFontMetricsF metrics(style.font(plan.px));
    qreal width = 0;
    for (const SmallMatrix& m : steps.matrices)
        for (double x : m.values)
            width = std::max(width, metrics.horizontalAdvance(numberText(x, plan.decimals)));
    return width;
}

constexpr int sentenceFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

}  // namespace

QRectF StepsLayout::cellRect(Step step, int row, int col) const {
    const QRectF& cells = of(step).cells;
    return {cells.left() + col * cell.width(), cells.top() + row * cell.height(), cell.width(),
            cell.height()};
}

QRectF StepsLayout::rowNameRect(Step step, int row) const {
    const QRectF first = cellRect(step, row, 0);
    return {first.left() - nameWidth, first.top(), nameWidth, first.height()};
}

QRectF StepsLayout::columnNameRect(Step step, int col) const {
    const QRectF first = cellRect(step, 0, col);
    return {first.left(), first.top() - nameHeight, first.width(), nameHeight};
}

StepsFigure::StepsFigure() {
    setName(QStringLiteral("attention-step-by-step"));
    setTitle(tr("Attention step by step"));
    setInput(attentionExamples().front().input);
}

void StepsFigure::setInput(const AttentionInput& input) {
    steps_ = attentionSteps(input);
    input_ = input;
}

StepsLayout StepsFigure::layout(const QRectF& rect, const FigureStyle& style) const {
    const StepsLayout place = arranged(rect, style, true);
    return place.cell.height() < style.px(leastWithSentences) ? arranged(rect, style, false) : place;
}

StepsLayout StepsFigure::arranged(const QRectF& rect, const FigureStyle& style, bool sentences) const {
    StepsLayout place;
    place.sentences = sentences;
    const QFontMetricsF body(style.font(bodyPx, true)), label(style.font(labelPx));
    place.nameWidth = std::ceil(label.horizontalAdvance(QStringLiteral("q₆"))) + 6;
    place.nameHeight = std::ceil(label.height()) + 2;
    const qreal barRoom = style.px(barWidth) +
                          std::max(colorBarTickWidth(rangeOf(Step::Q), style), colorBarTickWidth({}, style)) +
                          label.height() + 4;
    const QRectF inner = rect.adjusted(margin, margin, -margin - barRoom, -margin);
    const qreal width = std::max(40.0, (inner.width() - panelColumns * panelGap) / panelColumns);

    // The text above the numbers is as high as the row's longest, so that the numbers stand in line.
    std::array<qreal, panelRows> textHeight{};
    std::array<int, panelRows> mostRows{};
    int mostCols = 1;
    for (size_t i = 0; i < stepCount; ++i) {
        const size_t row = i / panelColumns;
        const SmallMatrix& m = steps_.of(panelOrder[i]);
        const QRectF sentence = !sentences
                                    ? QRectF()
                                    : label.boundingRect(QRectF(0, 0, width - textRight, 1000), sentenceFlags,
                                                         stepSentence(panelOrder[i], input_));
        textHeight[row] =
            std::max(textHeight[row], std::ceil(2 * body.height() + 2 * textGap + sentence.height()));
        mostRows[row] = std::max(mostRows[row], m.rows);
        mostCols = std::max(mostCols, m.cols);
    }
    const qreal text = textHeight[0] + textHeight[1] + 2 * (place.nameHeight + textGap) + rowGap;
    place.cell = {
        std::clamp(std::floor((width - place.nameWidth) / mostCols), leastCell, style.px(mostCellWidth)),
        std::clamp(std::floor((inner.height() - text) / (mostRows[0] + mostRows[1])), leastCell,
                   style.px(mostCellHeight))};
    // Spare room goes between the rows and below, not into the cells.
    const qreal used = text + (mostRows[0] + mostRows[1]) * place.cell.height();
    const qreal gap = rowGap + std::clamp((inner.height() - used) / 3, 0.0, 2 * rowGap);

    qreal top = std::floor(inner.top());
    for (size_t row = 0; row < panelRows; ++row) {
        const qreal cellsTop = std::floor(top + textHeight[row] + textGap + place.nameHeight);
        for (size_t column = 0; column < panelColumns; ++column) {
            const Step step = panelOrder[row * panelColumns + column];
            const SmallMatrix& m = steps_.of(step);
            const qreal left = std::floor(inner.left() + static_cast<qreal>(column) * (width + panelGap));
            StepsLayout::Panel& panel = place.panels[static_cast<size_t>(step)];
            panel.text = {left, top, width - textRight, textHeight[row]};
            panel.cells = {left + place.nameWidth, cellsTop, m.cols * place.cell.width(),
                           m.rows * place.cell.height()};
        }
        place.bars[row] = {rect.right() - margin - barRoom, cellsTop, style.px(barWidth),
                           mostRows[row] * place.cell.height()};
        top = cellsTop + mostRows[row] * place.cell.height() + gap;
    }
    for (const NumberPlan& plan : numberPlans) {
        place.numberPx = plan.px;
        place.decimals = plan.decimals;
        if (QFontMetricsF(style.font(plan.px)).ascent() <= place.cell.height() &&
            widestNumber(steps_, plan, style) + 2 <= place.cell.width())
            break;
    }
    return place;
}

StepCell StepsFigure::cellAt(const StepsLayout& place, QPointF point) const {
    for (Step step : allSteps) {
        const SmallMatrix& m = steps_.of(step);
        const QRectF& cells = place.of(step).cells;
        const int col = static_cast<int>(std::floor((point.x() - cells.left()) / place.cell.width()));
        const int row = static_cast<int>(std::floor((point.y() - cells.top()) / place.cell.height()));
        if (cells.contains(point)) return {step, std::min(row, m.rows - 1), std::min(col, m.cols - 1)};
        if (row >= 0 && row < m.rows && place.rowNameRect(step, row).contains(point)) return {step, row, -1};
        if (col >= 0 && col < m.cols && place.columnNameRect(step, col).contains(point))
            return {step, columnName, col};
    }
    return {};
}

int StepsFigure::keyOf(const StepCell& cell) const {
    if (cell.row == columnName) return columnAxis(cell.step) == StepAxis::Keys ? cell.col : -1;
    if (cell.row < 0) return -1;
    if (rowAxis(cell.step) == StepAxis::Keys) return cell.row;
    return columnAxis(cell.step) == StepAxis::Keys ? cell.col : -1;
}

QString StepsFigure::calculation(const StepCell& cell) const {
    const Step step = cell.step;
    const int row = cell.row, col = cell.col;
    const SmallMatrix& m = steps_.of(step);
    if (row < 0 || col < 0 || row >= m.rows || col >= m.cols) return {};
    const QString result = numberText(m.at(row, col), 3);
    const QString name =
        QStringLiteral("%1[%2, %3]")
            .arg(stepLetter(step), shortName(rowAxis(step), row), shortName(columnAxis(step), col));
    const auto sumOfProducts = [&](int terms, auto left, auto right) {
        QStringList sum;
        for (int i = 0; i < terms; ++i)
            sum << QStringLiteral("%1 · %2").arg(termText(left(i)), termText(right(i)));
        return QStringLiteral("%1 = %2 = %3").arg(name, sum.join(QStringLiteral(" + ")), result);
    };
    switch (step) {
        case Step::Q:
        case Step::K:
        case Step::V:
            return tr("%1 = %2: type to change it").arg(name, withMinus(QString::number(m.at(row, col))));
        case Step::Products:
            return sumOfProducts(
                input_.q.cols, [&](int c) { return input_.q.at(row, c); },
                [&](int c) { return input_.k.at(col, c); });
        case Step::Logits:
            if (input_.masked[static_cast<size_t>(col)])
                return tr("%1 = −∞, because key %2 is masked").arg(name).arg(col + 1);
            if (input_.hides(row, col))
                return tr("%1 = −∞, because key %2 comes after query %3 (causal mask)")
                    .arg(name)
                    .arg(col + 1)
                    .arg(row + 1);
            return input_.scaled ? QStringLiteral("%1 = %2 / √%3 = %4")
                                       .arg(name, numberText(steps_.of(Step::Products).at(row, col), 3))
                                       .arg(input_.q.cols)
                                       .arg(result)
                                 : QStringLiteral("%1 = %2").arg(name, result);
        case Step::Exponentials: {
            const SmallMatrix& logits = steps_.of(Step::Logits);
            const auto first = logits.values.begin() + static_cast<std::ptrdiff_t>(row) * logits.cols;
            const double largest = *std::max_element(first, first + logits.cols);
            if (std::isinf(logits.at(row, col))) return tr("%1 = exp(−∞) = 0").arg(name);
            const QString difference =
                QStringLiteral("%1 − %2").arg(numberText(logits.at(row, col), 3), termText(largest));
            if (input_.temperature == 1)
                return QStringLiteral("%1 = exp(%2) = %3").arg(name, difference, result);
            return QStringLiteral("%1 = exp((%2) / %3) = %4")
                .arg(name, difference,
                     input_.temperature == 0 ? QStringLiteral("0⁺") : QString::number(input_.temperature),
                     result);
        }
        case Step::Weights: {
            const SmallMatrix& exponentials = steps_.of(Step::Exponentials);
            QStringList sum;
            for (int j = 0; j < exponentials.cols; ++j) sum << numberText(exponentials.at(row, j), 3);
            const QString quotient =
                QStringLiteral("%1 / (%2)")
                    .arg(numberText(exponentials.at(row, col), 3), sum.join(QStringLiteral(" + ")));
            return std::isnan(m.at(row, col))
                       ? tr("%1 = %2 has no value, because every key is masked").arg(name, quotient)
                       : QStringLiteral("%1 = %2 = %3").arg(name, quotient, result);
        }
        case Step::Output:
            if (std::isnan(m.at(row, col)))
                return tr("%1 has no value, because every key is masked").arg(name);
            return sumOfProducts(
                input_.v.rows, [&](int j) { return steps_.of(Step::Weights).at(row, j); },
                [&](int j) { return input_.v.at(j, col); });
    }
    return {};
}

QString StepsFigure::readout(const StepCell& cell) const {
    const SmallMatrix& m = steps_.of(cell.step);
    if (cell.row < 0 || cell.col < 0 || cell.row >= m.rows || cell.col >= m.cols) return {};
    return tr("%1, %2, %3: %4")
        .arg(stepTitle(cell.step), longName(rowAxis(cell.step), cell.row),
             longName(columnAxis(cell.step), cell.col), numberText(m.at(cell.row, cell.col), 6));
}

ColorScale StepsFigure::scaleOf(Step step) const {
    const ColorRange range = rangeOf(step);
    return {ScaleMode::Fixed, isShare(step) ? ColorMap::Viridis : ColorMap::RedGrey, range.lo, range.hi,
            !isShare(step)};
}

ColorRange StepsFigure::rangeOf(Step step) const {
    if (isShare(step)) return {};
    // One scale for all signed numbers, so that they can be compared.
    double largest = 0;
    for (Step other : allSteps)
        if (!isShare(other))
            for (double x : steps_.of(other).values)
                if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    const auto bound = static_cast<float>(largest > 0 ? largest : 1);
    return {-bound, bound};
}

bool StepsFigure::isMasked(Step step, int row, int col) const {
    if (step == Step::Products) return false;  // the mask comes after it
    const int key = keyOf({step, row, col});
    if (key < 0) return false;
    return columnAxis(step) == StepAxis::Keys ? input_.hides(row, key)
                                              : input_.masked[static_cast<size_t>(key)];
}

void StepsFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.save();
    painter.fillRect(rect, style.background);
    painter.setClipRect(rect);
    const StepsLayout place = layout(rect, style);
    for (Step step : allSteps) paintPanel(painter, place, step, style);
    const std::array<Step, 2> barSteps{Step::Q, Step::Weights};
    const std::array<QString, 2> barLabels{tr("signed numbers"), tr("shares")};
    for (size_t i = 0; i < barSteps.size(); ++i)
        paintColorBar(painter, place.bars[i], scaleOf(barSteps[i]), rangeOf(barSteps[i]), barLabels[i],
                      style);
    paintLit(painter, place, style);
    painter.restore();
}

void StepsFigure::paintPanel(QPainter& painter, const StepsLayout& place, Step step,
                             const FigureStyle& style) const {
    const SmallMatrix& m = steps_.of(step);
    const QRectF& text = place.of(step).text;
    const QFontMetricsF bold(style.font(bodyPx, true));
    painter.setFont(style.font(bodyPx, true));
    painter.setPen(style.foreground);
    painter.drawText(QRectF(text.left(), text.top(), text.width(), bold.height()),
                     Qt::AlignLeft | Qt::TextDontClip, stepTitle(step));
    const QFont body = style.font(bodyPx);
    painter.setFont(body);
    painter.drawText(QRectF(text.left(), text.top() + bold.height(), text.width(), bold.height()),
                     Qt::AlignLeft,
                     QFontMetricsF(body).elidedText(stepFormula(step, input_), Qt::ElideRight, text.width()));
    painter.setFont(style.font(labelPx));
    painter.setPen(style.muted);
    if (place.sentences)
        painter.drawText(text.adjusted(0, 2 * bold.height() + textGap, 0, 0), sentenceFlags,
                         stepSentence(step, input_));
    paintNames(painter, place, step, style);

    const ColorRange range = rangeOf(step);
    const ColorMap colors = scaleOf(step).map;
    painter.setFont(style.font(place.numberPx));
    // Lines between the cells: pale ones would be lost on the background.
    painter.fillRect(place.of(step).cells.adjusted(-1, -1, 0, 0), style.grid);
    for (int row = 0; row < m.rows; ++row)
        for (int col = 0; col < m.cols; ++col) {
            const double value = m.at(row, col);
            const QRectF cell = place.cellRect(step, row, col).adjusted(0, 0, -1, -1);
            const bool faded = isMasked(step, row, col);
            QColor color = std::isfinite(value)
                               ? QColor(mapColor(colors, range.position(static_cast<float>(value))))
                               : style.background;
            if (faded) color = mixed(color, style.background, fadedShare);
            painter.fillRect(cell, color);
            if (!std::isfinite(value)) {
                painter.setPen(QPen(style.grid, 1));
                painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
            }
            painter.setPen(faded || !std::isfinite(value) ? style.muted : textOn(color));
            painter.drawText(cell, Qt::AlignCenter, numberText(value, place.decimals));
        }
}

void StepsFigure::paintNames(QPainter& painter, const StepsLayout& place, Step step,
                             const FigureStyle& style) const {
    const SmallMatrix& m = steps_.of(step);
    const auto paintName = [&](const QRectF& where, int flags, StepAxis axis, int index) {
        QFont font = style.font(labelPx);
        const bool masked = axis == StepAxis::Keys && input_.masked[static_cast<size_t>(index)];
        font.setStrikeOut(masked);
        painter.setFont(font);
        painter.setPen(axis == StepAxis::Dims || masked ? style.muted : style.foreground);
        painter.drawText(where, flags, shortName(axis, index));
    };
    for (int row = 0; row < m.rows; ++row)
        paintName(place.rowNameRect(step, row).adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter,
                  rowAxis(step), row);
    for (int col = 0; col < m.cols; ++col)
        paintName(place.columnNameRect(step, col), Qt::AlignHCenter | Qt::AlignVCenter, columnAxis(step),
                  col);
}

void StepsFigure::paintLit(QPainter& painter, const StepsLayout& place, const FigureStyle& style) const {
    const SmallMatrix& m = steps_.of(lit.step);
    if (lit.row < 0 || lit.col < 0 || lit.row >= m.rows || lit.col >= m.cols) return;
    const auto outline = [&](const StepCells& cells, qreal width) {
        const QRectF first = place.cellRect(cells.step, cells.row, cells.col);
        const QRectF last =
            place.cellRect(cells.step, cells.row + cells.rows - 1, cells.col + cells.cols - 1);
        const QRectF edge = first.united(last).adjusted(-0.5, -0.5, -0.5, -0.5);
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
    static constexpr std::array names{"q",       "k",     "v", "products", "logits", "exponentials",
                                      "weights", "output"};
    std::vector<NamedArray> arrays;
    for (Step step : allSteps) {
        const SmallMatrix& m = steps_.of(step);
        NamedArray array{names[static_cast<size_t>(step)], {m.rows, m.cols}, {}};
        for (double x : m.values) array.values.push_back(static_cast<float>(x));
        arrays.push_back(std::move(array));
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

std::string StepsFigure::csv() const {
    std::string text = "matrix,row,column,value\n";
    for (Step step : allSteps) {
        const SmallMatrix& m = steps_.of(step);
        for (int row = 0; row < m.rows; ++row)
            for (int col = 0; col < m.cols; ++col)
                text += stepLetter(step).toStdString() + "," + std::to_string(row + 1) + "," +
                        std::to_string(col + 1) + "," + csvNumber(m.at(row, col)) + "\n";
    }
    return text;
}

std::unique_ptr<Figure> StepsFigure::clone() const { return std::make_unique<StepsFigure>(*this); }

}  // namespace attx
