#include "ui/figures/network/steps_text.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attx {
namespace {

QString subscript(int number) {
    QString text = QString::number(number);
    for (QChar& digit : text) digit = QChar(0x2080 + digit.digitValue());
    return text;
}

}  // namespace

QString numberText(double value, int decimals) {
    if (std::isnan(value)) return QStringLiteral("–");
    if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    if (std::abs(value) >= 9999.5) return withMinus(QString::number(value, 'g', 3));
    QString text = QString::number(value, 'f', decimals);
    if (text.toDouble() == 0) text.remove(QLatin1Char('-'));  // no −0.00
    return withMinus(text);
}

QString powerOfTen(double value) {
    const int exponent = int(std::ceil(std::log10(std::max(value, 1e-15))));
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = QStringLiteral("10");
    if (exponent < 0) text += QChar(0x207b);
    for (const QChar c : QString::number(std::abs(exponent))) text += digits[c.digitValue()];
    return text;
}

QString termText(double value) {
    const QString text = numberText(value, 3);
    return value < 0 && !std::isinf(value) ? QStringLiteral("(%1)").arg(text) : text;
}

StepAxis rowAxis(Step step) {
    switch (step) {
        case Step::K:
        case Step::V:
            return StepAxis::Keys;
        case Step::Input:
            return StepAxis::Positions;
        case Step::QueryWeights:
        case Step::KeyWeights:
        case Step::ValueWeights:
            return StepAxis::Model;
        case Step::OutputWeights:
            return StepAxis::Joined;
        default:
            return StepAxis::Queries;
    }
}
StepAxis columnAxis(Step step) {
    switch (step) {
        case Step::Products:
        case Step::Logits:
        case Step::Exponentials:
        case Step::Weights:
            return StepAxis::Keys;
        case Step::Input:
        case Step::OutputWeights:
        case Step::LayerOutput:
            return StepAxis::Model;
        case Step::Joined:
            return StepAxis::Joined;
        default:
            return StepAxis::Dims;
    }
}

QString shortName(StepAxis axis, int index) {
    switch (axis) {
        case StepAxis::Queries:
            return QStringLiteral("q%1").arg(subscript(index + 1));
        case StepAxis::Keys:
            return QStringLiteral("k%1").arg(subscript(index + 1));
        case StepAxis::Positions:
            return QStringLiteral("x%1").arg(subscript(index + 1));
        case StepAxis::Dims:
        case StepAxis::Model:
        case StepAxis::Joined:
            break;
    }
    return QString::number(index + 1);
}

QString longName(StepAxis axis, int index) {
    switch (axis) {
        case StepAxis::Queries:
            return tr("query %1").arg(index + 1);
        case StepAxis::Keys:
            return tr("key %1").arg(index + 1);
        case StepAxis::Positions:
            return tr("position %1").arg(index + 1);
        case StepAxis::Dims:
        case StepAxis::Model:
        case StepAxis::Joined:
            break;
    }
    return tr("dimension %1").arg(index + 1);
}

QString stepLetter(Step step) {
    static constexpr std::array letters{"Q", "K",   "V",   "P",   "L", "E",   "A", "O",
                                        "x", "W_Q", "W_K", "W_V", "H", "W_O", "Y"};
    return QString::fromLatin1(letters[size_t(step)]);
}

QString biasLetter(Step step) { return QStringLiteral("b") + stepLetter(step).mid(1); }

QString stepTitle(Step step) {
    static constexpr std::array titles{QT_TRANSLATE_NOOP("attx", "Queries"),
                                       QT_TRANSLATE_NOOP("attx", "Keys"),
                                       QT_TRANSLATE_NOOP("attx", "Values"),
                                       QT_TRANSLATE_NOOP("attx", "Products"),
                                       QT_TRANSLATE_NOOP("attx", "Logits"),
                                       QT_TRANSLATE_NOOP("attx", "Exponentials"),
                                       QT_TRANSLATE_NOOP("attx", "Attention weights"),
                                       QT_TRANSLATE_NOOP("attx", "Output"),
                                       QT_TRANSLATE_NOOP("attx", "Input of the layer"),
                                       QT_TRANSLATE_NOOP("attx", "Query projection"),
                                       QT_TRANSLATE_NOOP("attx", "Key projection"),
                                       QT_TRANSLATE_NOOP("attx", "Value projection"),
                                       QT_TRANSLATE_NOOP("attx", "Heads side by side"),
                                       QT_TRANSLATE_NOOP("attx", "Output projection"),
                                       QT_TRANSLATE_NOOP("attx", "Output of all heads")};
    return tr(titles[size_t(step)]);
}

QString stepFormula(Step step, const AttentionInput& input, const HeadContext* head) {
    const auto shape = [](int rows, int cols) { return QStringLiteral("[%1, %2]").arg(rows).arg(cols); };
    const auto given = [&](Step weights, const SmallMatrix& m) {
        const QString letter = stepLetter(step);
        const bool turned = head && head->rotaryBase > 0 && weights != Step::ValueWeights;
        const QString by = !head ? QString()
                                 : (turned ? tr(" = turned(x %1 + %2)") : QStringLiteral(" = x %1 + %2"))
                                       .arg(stepLetter(weights), biasLetter(weights));
        return letter + by + QStringLiteral("  ") + shape(m.rows, m.cols);
    };
    const auto learned = [&](const SmallMatrix& m) {
        return QStringLiteral("%1  %2, %3")
            .arg(stepLetter(step), shape(m.rows - 1, m.cols), biasLetter(step));
    };
    switch (step) {
        case Step::Q:
            return given(Step::QueryWeights, input.q);
        case Step::K:
            return given(Step::KeyWeights, input.k);
        case Step::V:
            return given(Step::ValueWeights, input.v);
        case Step::Input:
            return head ? QStringLiteral("x  ") + shape(head->x.rows, head->x.cols) : QString();
        case Step::QueryWeights:
            return head ? learned(head->wq) : QString();
        case Step::KeyWeights:
            return head ? learned(head->wk) : QString();
        case Step::ValueWeights:
            return head ? learned(head->wv) : QString();
        case Step::Joined: {
            if (!head) return {};
            const QString blocks = head->heads == 1 ? QStringLiteral("O")
                                   : head->heads == 2
                                       ? QStringLiteral("[O₁ O₂]")
                                       : QStringLiteral("[O₁ … O%1]").arg(subscript(head->heads));
            return QStringLiteral("H = %1  %2").arg(blocks, shape(head->joined.rows, head->joined.cols));
        }
        case Step::OutputWeights:
            return head ? learned(head->wo) : QString();
        case Step::LayerOutput:
            return QStringLiteral("Y = H W_O + b_O");
        case Step::Products:
            return QStringLiteral("P = Q Kᵀ");
        case Step::Logits:
            return (input.scaled ? QStringLiteral("L = P / √%1").arg(input.q.cols)
                                 : QStringLiteral("L = P")) +
                   (input.slope > 0 ? QStringLiteral(" − %1 |i − j|").arg(numberText(input.slope, 3))
                                    : QString());
        case Step::Exponentials:
            if (input.temperature == 0) return QStringLiteral("E = lim exp((L − max L) / τ), τ → 0");
            if (input.temperature == 1) return QStringLiteral("E = exp(L − max L)");
            return QStringLiteral("E = exp((L − max L) / %1)").arg(input.temperature);
        case Step::Weights:
            return QStringLiteral("A = E / Σ E");
        case Step::Output:
            return QStringLiteral("O = A V");
    }
    return {};
}

QString stepSentence(Step step, const AttentionInput& input, const HeadContext* head) {
    switch (step) {
        case Step::Q:
            return head && head->rotaryBase > 0
                       ? tr("A row for each query: what this position is looking for, turned by the "
                            "position.")
                       : tr("A row for each query: what this position is looking for.");
        case Step::K:
            return head && head->rotaryBase > 0
                       ? tr("A row for each key: what this position is found by, turned by the position. "
                            "Click "
                            "a key's name to mask it.")
                       : tr("A row for each key: what this position is found by. Click a key's name to mask "
                            "it.");
        case Step::V:
            return tr("A row for each key: what it passes on to those who attend to it.");
        case Step::Products:
            return tr("Each query times each key, summed: large where both point the same way.");
        case Step::Logits:
            if (input.slope > 0)
                return tr(
                    "Lower, the farther a key is away (ALiBi); −∞ where a key is masked, or comes after "
                    "its query where the mask is causal.");
            if (input.causal)
                return input.scaled
                           ? tr("Divided by √d; −∞ where a key is masked or comes after its query (j > i).")
                           : tr("Not scaled; −∞ where a key is masked or comes after its query (j > i).");
            return input.scaled ? tr("Divided by √d, so that their spread does not grow with d; −∞ where a "
                                     "key is masked.")
                                : tr("Not scaled: their spread grows with d; −∞ where a key is masked.");
        case Step::Exponentials:
            return input.temperature == 0 ? tr("At temperature 0 only the largest logit of a row is left.")
                                          : tr("e to the power of each logit, less its row's largest.");
        case Step::Weights:
            return std::ranges::all_of(input.masked, [](bool m) { return m; })
                       ? tr("Every key is masked: the sum is 0, so the softmax has no value.")
                       : tr("Each row by its sum, so that it adds up to 1: this is the softmax.");
        case Step::Output:
            return head && head->ablated
                       ? tr("The head is ablated: what it found counts as 0 from here on.")
                       : tr("For each query the mean of the values, weighted by its attention.");
        case Step::Input:
            return tr("A row for each position: what all heads of the layer read.");
        case Step::QueryWeights:
            return tr("Learned: makes queries of the input. The last row is the bias.");
        case Step::KeyWeights:
            return tr("Learned: makes keys of the input. The last row is the bias.");
        case Step::ValueWeights:
            return tr("Learned: makes values of the input. The last row is the bias.");
        case Step::Joined:
            return !head || head->heads == 1
                       ? tr("The layer has one head, so this is its output.")
                       : tr("The outputs of all %1 heads; this one's begin at column %2.")
                             .arg(head->heads)
                             .arg(head->head * input.v.cols + 1);
        case Step::OutputWeights:
            return tr("Learned: mixes the heads. The last row is the bias.");
        case Step::LayerOutput:
            return tr("What the layer adds to its input, before it normalises the sum.");
    }
    return {};
}

}  // namespace attx
