#include "ui/controls/head_order.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/controls/combo.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/kept_field.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

/// The most that a measure can be for `tokens` keys.
double largestOf(HeadMeasure measure, int tokens) {
    switch (measure) {
        case HeadMeasure::Entropy:
            return std::log(std::max(tokens, 2));
        case HeadMeasure::Distance:
            return std::max(tokens - 1, 1);
        default:
            return 1;
    }
}

}  // namespace

double measureOf(const HeadKind& head, HeadMeasure measure) {
    switch (measure) {
        case HeadMeasure::Entropy:
            return double(head.entropy);
        case HeadMeasure::Distance:
            return double(head.distance);
        case HeadMeasure::Largest:
            return double(head.largest);
        default:
            return double(head.patterns.at(size_t(measure) - size_t(HeadMeasure::Patterns)));
    }
}

QString measureText(const HeadKind& head, HeadMeasure measure) {
    const double value = measureOf(head, measure);
    if (std::isnan(value)) return QStringLiteral("–");
    QString number = QString::number(value, 'f', 2);
    if (measure == HeadMeasure::Entropy) return HeadOrderControls::tr("%1 nats").arg(number);
    if (measure == HeadMeasure::Distance) return HeadOrderControls::tr("%1 tokens").arg(number);
    return number;
}

QString headName(const HeadKind& head) {
    if (!head.name) return {};
    const HeadPatternInfo& info = headPatterns()[size_t(*head.name)];
    return QStringLiteral("%1 %2").arg(modelText(info.title), measureText(head, measureOf(*head.name)));
}

QString statisticsText(const HeadKind& head) {
    const QString name = headName(head);
    return (name.isEmpty() ? QString() : name + QStringLiteral(" · ")) +
           HeadOrderControls::tr("Means: entropy %1, distance %2, largest weight %3")
               .arg(measureText(head, HeadMeasure::Entropy), measureText(head, HeadMeasure::Distance),
                    measureText(head, HeadMeasure::Largest));
}

std::vector<int> orderedHeads(const std::vector<HeadKind>& heads, const HeadOrder& order) {
    constexpr double rounding = 0.005;  // the limits are typed with two decimals
    const auto value = [&](int head) { return measureOf(heads[head], order.by); };
    std::vector<int> shown(heads.size());
    std::iota(shown.begin(), shown.end(), 0);
    std::erase_if(shown, [&](int head) {
        return !(value(head) >= order.from - rounding && value(head) <= order.to + rounding);
    });
    std::ranges::stable_sort(
        shown, [&](int a, int b) { return order.descending ? value(a) > value(b) : value(a) < value(b); });
    return shown;
}

HeadOrderControls::HeadOrderControls(Choice& choice, QWidget* parent) : QWidget(parent), choice_(choice) {
    auto* layout = flatLayout<QHBoxLayout>(this);
    auto* label = new QLabel(tr("sort heads by"), this);
    by_ = new QComboBox(this);
    by_->addItem(tr("layer"));
    by_->addItem(tr("entropy"), int(HeadMeasure::Entropy));
    by_->addItem(tr("distance"), int(HeadMeasure::Distance));
    by_->addItem(tr("largest weight"), int(HeadMeasure::Largest));
    for (const HeadPatternInfo& info : headPatterns())
        by_->addItem(modelText(info.title), int(measureOf(info.pattern)));
    by_->setAccessibleName(tr("sort heads by"));
    by_->setToolTip(
        tr("Sorts the heads by what they do in this sequence: entropy (how evenly a query attends to the "
           "keys), distance (how far away), the largest weight (means over the queries), or the share of "
           "the attention that lies on a pattern: the diagonal, the previous token, the same token …"));
    keepIn(choice_.by, by_);
    label->setBuddy(by_);
    filter_ = new QWidget(this);
    auto* filter = flatLayout<QHBoxLayout>(filter_);
    descending_ = new QToolButton(filter_);
    descending_->setCheckable(true);
    keepIn(choice_.descending, descending_);
    descending_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    const auto showDirection = [this] {
        descending_->setText(choice_.descending ? QStringLiteral("↓") : QStringLiteral("↑"));
    };
    showDirection();
    descending_->setAccessibleName(tr("largest first"));
    descending_->setToolTip(tr("↑ begins with the smallest value, ↓ with the largest"));
    const auto makeLimit = [&](const QString& name, const QString& tip, double& limit) {
        auto* spin = new QDoubleSpinBox(filter_);
        spin->setDecimals(2);
        if (const auto now = order()) spin->setRange(0, largestOf(now->by, choice_.length));
        keepIn(limit, spin);
        spin->setSingleStep(0.1);
        spin->setAccessibleName(name);
        spin->setToolTip(tip);
        connect(spin, &QDoubleSpinBox::valueChanged, this, &HeadOrderControls::changed);
        return spin;
    };
    from_ = makeLimit(tr("from"), tr("Heads below this are left out"), choice_.from);
    to_ = makeLimit(tr("to"), tr("Heads above this are left out"), choice_.to);
    count_ = new QLabel(filter_);
    count_->setAccessibleName(tr("Heads shown"));
    for (QWidget* widget : std::initializer_list<QWidget*>{
             descending_, from_, new QLabel(QStringLiteral("–"), filter_), to_, count_})
        filter->addWidget(widget);
    for (QWidget* widget : std::initializer_list<QWidget*>{label, by_, filter_}) layout->addWidget(widget);
    filter_->setVisible(choice_.by > 0);
    connect(by_, &QComboBox::currentIndexChanged, this, &HeadOrderControls::chooseMeasure);
    connect(descending_, &QToolButton::toggled, this, [this, showDirection] {
        showDirection();
        Q_EMIT changed();
    });
}

std::optional<HeadOrder> HeadOrderControls::order() const {
    if (by_->currentIndex() == 0) return std::nullopt;
    return HeadOrder{static_cast<HeadMeasure>(by_->currentData().toInt()), choice_.descending, choice_.from,
                     choice_.to};
}

void HeadOrderControls::chooseMeasure() {
    filter_->setVisible(by_->currentIndex() > 0);
    if (const auto now = order()) {
        const QSignalBlocker a(from_), b(to_);
        const double most = largestOf(now->by, choice_.length);
        for (QDoubleSpinBox* spin : {from_, to_}) spin->setRange(0, most);
        from_->setValue(0);
        to_->setValue(most);
        keepLimits();
    }
    Q_EMIT changed();
}

void HeadOrderControls::setLength(int tokens) {
    if (tokens == choice_.length) return;
    choice_.length = tokens;
    const auto now = order();
    if (!now) return;
    const QSignalBlocker a(from_), b(to_);
    const bool open = to_->value() >= to_->maximum();
    for (QDoubleSpinBox* spin : {from_, to_}) spin->setMaximum(largestOf(now->by, choice_.length));
    if (open) to_->setValue(to_->maximum());
    keepLimits();
}

void HeadOrderControls::keepLimits() { choice_.from = from_->value(), choice_.to = to_->value(); }

void HeadOrderControls::setCount(int shown, int all) { count_->setText(tr("%1 of %2").arg(shown).arg(all)); }

void HeadOrderControls::saveTo(QVariantMap& controls) const {
    controls.insert(QStringLiteral("headsBy"), by_->currentIndex());
    controls.insert(QStringLiteral("largestFirst"), descending_->isChecked());
}

void HeadOrderControls::restoreFrom(const QVariantMap& controls) {
    descending_->setChecked(controls.value(QStringLiteral("largestFirst"), false).toBool());
    restoreCombo(by_, controls, "headsBy");
}

}  // namespace attx
