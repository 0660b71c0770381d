// How each number of a StepsFigure comes about, in words and figures.
#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/figures/network/steps_figure.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr int mostTerms = 6, firstTerms = 3;  // Terms of a sum that is written out

/// "1 + 2 + 3"; of many terms the first ones and how many follow.
QString written(const QStringList& terms) {
    const QString plus = QStringLiteral(" + ");
    if (terms.size() <= mostTerms) return terms.join(plus);
    return QCoreApplication::translate("attx", "%1 + … (%2 terms)")
        .arg(QStringList(terms.mid(0, firstTerms)).join(plus))
        .arg(terms.size());
}

}  // namespace

QString StepsFigure::calculation(const StepCell& cell) const {
    const Step step = cell.step;
    const int row = cell.row, col = cell.col;
    const SmallMatrix& m = steps_.of(step);
    if (row < 0 || col < 0 || row >= m.rows || col >= m.cols) return {};
    const QString result = numberText(m.at(row, col), 3);
    const QString name = QStringLiteral("%1[%2, %3]")
                             .arg(stepLetter(step), rowName(step, row), shortName(columnAxis(step), col));
    const auto sumOfProducts = [&](int terms, auto left, auto right, const QString& after = {}) {
        QStringList sum;
        for (int i = 0; i < terms; ++i)
            sum << QStringLiteral("%1 · %2").arg(termText(left(i)), termText(right(i)));
        return QStringLiteral("%1 = %2%3 = %4").arg(name, written(sum), after, result);
    };
    // x W + b, by the rows of x and the columns of W with the bias below them.
    const auto linear = [&](Step of, Step by) {
        const SmallMatrix &x = steps_.of(of), &w = steps_.of(by);
        return sumOfProducts(
            x.cols, [&](int i) { return x.at(row, i); }, [&](int i) { return w.at(i, col); },
            QStringLiteral(" + ") + termText(w.at(x.cols, col)));
    };
    // x W + b of two columns, turned by the position (rotary).
    const auto turned = [&](Step weights) {
        const SmallMatrix &x = steps_.of(Step::Input), &w = steps_.of(weights);
        const auto projected = [&](int column) {
            double sum = w.at(x.cols, column);
            for (int i = 0; i < x.cols; ++i) sum += x.at(row, i) * w.at(i, column);
            return sum;
        };
        const RotaryTurn turn = rotaryTurn(head_->rotaryBase, m.cols, row, col);
        return QStringLiteral("%1 = %2 · cos %3 %4 %5 · sin %3 = %6")
            .arg(name, termText(projected(col)), numberText(turn.angle, 3),
                 turn.sign < 0 ? QStringLiteral("−") : QStringLiteral("+"), termText(projected(turn.partner)),
                 result);
    };
    const auto given = [&](Step weights) {
        if (head_ && steps_.turned && weights != Step::ValueWeights) return turned(weights);
        return head_ ? linear(Step::Input, weights)
                     : tr("%1 = %2: type to change it").arg(name, withMinus(QString::number(m.at(row, col))));
    };
    switch (step) {
        case Step::Q:
            return given(Step::QueryWeights);
        case Step::K:
            return given(Step::KeyWeights);
        case Step::V:
            return given(Step::ValueWeights);
        case Step::Input:
            return tr("%1 = %2, as the layer reads it").arg(name, result);
        case Step::QueryWeights:
        case Step::KeyWeights:
        case Step::ValueWeights:
        case Step::OutputWeights:
            return tr("%1 = %2, a parameter of the network").arg(name, result);
        case Step::Joined: {
            const int width = steps_.of(Step::Output).cols, head = col / width;
            return head_ && head == head_->head && !head_->ablated
                       ? QStringLiteral("%1 = O[%2, %3] = %4")
                             .arg(name, shortName(StepAxis::Queries, row))
                             .arg(col - steps_.firstJoined + 1)
                             .arg(result)
                       : tr("%1 = %2, from head %3").arg(name, result).arg(head + 1);
        }
        case Step::LayerOutput:
            return linear(Step::Joined, Step::OutputWeights);
        case Step::Products:
            return sumOfProducts(
                input_.q.cols, [&](int c) { return input_.q.at(row, c); },
                [&](int c) { return input_.k.at(col, c); });
        case Step::Logits:
            if (input_.masked[col]) return tr("%1 = −∞, because key %2 is masked").arg(name).arg(col + 1);
            if (input_.hides(row, col))
                return tr("%1 = −∞, because key %2 comes after query %3 (causal mask)")
                    .arg(name)
                    .arg(col + 1)
                    .arg(row + 1);
            return QStringLiteral("%1 = %2%3%4%5")
                .arg(name, numberText(steps_.of(Step::Products).at(row, col), 3),
                     input_.scaled ? QStringLiteral(" / √%1").arg(input_.q.cols) : QString(),
                     input_.slope > 0 ? QStringLiteral(" − %1 · %2")
                                            .arg(numberText(input_.slope, 3))
                                            .arg(std::abs(row - col))
                                      : QString(),
                     input_.scaled || input_.slope > 0 ? QStringLiteral(" = ") + result : QString());
        case Step::Exponentials: {
            const SmallMatrix& logits = steps_.of(Step::Logits);
            const auto first = logits.values.begin() + std::ptrdiff_t(row) * logits.cols;
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
                QStringLiteral("%1 / (%2)").arg(numberText(exponentials.at(row, col), 3), written(sum));
            return std::isnan(m.at(row, col))
                       ? tr("%1 = %2 has no value, because no key is left").arg(name, quotient)
                       : QStringLiteral("%1 = %2 = %3").arg(name, quotient, result);
        }
        case Step::Output:
            if (std::isnan(m.at(row, col))) return tr("%1 has no value, because no key is left").arg(name);
            return sumOfProducts(
                input_.v.rows, [&](int j) { return steps_.of(Step::Weights).at(row, j); },
                [&](int j) { return input_.v.at(j, col); });
    }
    return {};
}

QString StepsFigure::readout(const StepCell& cell) const {
    const SmallMatrix& m = steps_.of(cell.step);
    if (cell.row < 0 || cell.col < 0 || cell.row >= m.rows || cell.col >= m.cols) return {};
    const bool isBias = isWeights(cell.step) && cell.row == m.rows - 1;
    return tr("%1, %2, %3: %4")
        .arg(stepTitle(cell.step), isBias ? tr("bias") : longName(rowAxis(cell.step), cell.row),
             longName(columnAxis(cell.step), cell.col), numberText(m.at(cell.row, cell.col), 6));
}

}  // namespace attx
