#include "ui/figures/steps_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

namespace attx {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("attx", text); }

QString subscript(int number) {
    QString text = QString::number(number);
    for (QChar& digit : text) digit = QChar(0x2080 + digit.digitValue());
    return text;
}

}  // namespace

QString withMinus(QString number) { return number.replace(QLatin1Char('-'), QChar(0x2212)); }

QString numberText(double value, int decimals) {
    if (std::isnan(value)) return QStringLiteral("–");
    if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    if (std::abs(value) >= 9999.5) return withMinus(QString::number(value, 'g', 3));
    QString text = QString::number(value, 'f', decimals);
    if (text.toDouble() == 0) text.remove(QLatin1Char('-'));  // no −0.00
    return withMinus(text);
}

QString termText(double value) {
    const QString text = numberText(value, 3);
    return value < 0 && !std::isinf(value) ? QStringLiteral("(%1)").arg(text) : text;
}

StepAxis rowAxis(Step step) {
    return step == Step::K || step == Step::V ? StepAxis::Keys : StepAxis::Queries;
}
StepAxis columnAxis(Step step) {
    return isGiven(step) || step == Step::Output ? StepAxis::Dims : StepAxis::Keys;
}

QString shortName(StepAxis axis, int index) {
    switch (axis) {
        case StepAxis::Queries:
            return QStringLiteral("q%1").arg(subscript(index + 1));
        case StepAxis::Keys:
            return QStringLiteral("k%1").arg(subscript(index + 1));
        case StepAxis::Dims:
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
        case StepAxis::Dims:
            break;
    }
    return tr("dimension %1").arg(index + 1);
}

QString stepLetter(Step step) {
    static constexpr std::array letters{'Q', 'K', 'V', 'P', 'L', 'E', 'A', 'O'};
    return QString(QLatin1Char(letters[static_cast<size_t>(step)]));
}

QString stepTitle(Step step) {
    switch (step) {
        case Step::Q:
            return tr("Queries");
        case Step::K:
            return tr("Keys");
        case Step::V:
            return tr("Values");
        case Step::Products:
            return tr("Products");
        case Step::Logits:
            return tr("Logits");
        case Step::Exponentials:
            return tr("Exponentials");
        case Step::Weights:
            return tr("Attention weights");
        case Step::Output:
            return tr("Output");
    }
    return {};
}

QString stepFormula(Step step, const AttentionInput& input) {
    const auto shape = [](const SmallMatrix& m) {
        return QStringLiteral("[%1, %2]").arg(m.rows).arg(m.cols);
    };
    switch (step) {
        case Step::Q:
            return QStringLiteral("Q  ") + shape(input.q);
        case Step::K:
            return QStringLiteral("K  ") + shape(input.k);
        case Step::V:
            return QStringLiteral("V  ") + shape(input.v);
        case Step::Products:
            return QStringLiteral("P = Q Kᵀ");
        case Step::Logits:
            return input.scaled ? QStringLiteral("L = P / √%1").arg(input.q.cols) : QStringLiteral("L = P");
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

QString stepSentence(Step step, const AttentionInput& input) {
    switch (step) {
        case Step::Q:
            return tr("A row for each query: what this position is looking for.");
        case Step::K:
            return tr("A row for each key: what this position is found by. Click a key's name to mask it.");
        case Step::V:
            return tr("A row for each key: what it passes on to those who attend to it.");
        case Step::Products:
            return tr("Each query times each key, summed: large where both point the same way.");
        case Step::Logits:
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
            return std::all_of(input.masked.begin(), input.masked.end(), [](bool m) { return m; })
                       ? tr("Every key is masked: the sum is 0, so the softmax has no value.")
                       : tr("Each row by its sum, so that it adds up to 1: this is the softmax.");
        case Step::Output:
            return tr("For each query the mean of the values, weighted by its attention.");
    }
    return {};
}

}  // namespace attx
