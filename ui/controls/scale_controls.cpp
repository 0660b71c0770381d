#include "ui/controls/scale_controls.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>

#include "ui/controls/combo.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/kept_field.h"

namespace attx {
namespace {

QComboBox* addCombo(QHBoxLayout* layout, const QString& name, const QString& tip) {
    auto* label = new QLabel(name);
    auto* combo = new QComboBox;
    combo->setAccessibleName(name);
    combo->setToolTip(tip);
    label->setBuddy(combo);
    layout->addWidget(label);
    layout->addWidget(combo);
    return combo;
}

}  // namespace

ScaleControls::ScaleControls(std::span<const ScaleMode> modes, bool withColors, Choice& choice,
                             QWidget* parent)
    : QWidget(parent) {
    auto* layout = flatLayout<QHBoxLayout>(this);
    modes_ = addCombo(layout, tr("colour scale"),
                      tr("Shared: the same colour is the same value in every map. Per map: each map uses all "
                         "colours, so that maps cannot be compared."));
    for (const ScaleMode mode : modes) {
        ColorScale named;
        named.mode = mode;
        modes_->addItem(scaleModeName(named), static_cast<int>(mode));
    }
    keepIn(choice.mode, modes_);
    connect(modes_, &QComboBox::currentIndexChanged, this, &ScaleControls::changed);
    if (!withColors) return;
    layout->addSpacing(4);
    colors_ = addCombo(layout, tr("colours"), tr("The colours of small and large values"));
    for (const ColorMap map : sequentialColorMaps) colors_->addItem(colorMapName(map), static_cast<int>(map));
    keepIn(choice.colors, colors_);
    connect(colors_, &QComboBox::currentIndexChanged, this, &ScaleControls::changed);
}

ColorScale ScaleControls::scale() const {
    ColorScale scale;
    scale.mode = static_cast<ScaleMode>(modes_->currentData().toInt());
    if (colors_) scale.map = static_cast<ColorMap>(colors_->currentData().toInt());
    return scale;
}

void ScaleControls::saveTo(QVariantMap& controls) const {
    controls.insert(QStringLiteral("scale"), modes_->currentIndex());
    if (colors_) controls.insert(QStringLiteral("colors"), colors_->currentIndex());
}

void ScaleControls::restoreFrom(const QVariantMap& controls) {
    restoreCombo(modes_, controls, "scale");
    if (colors_) restoreCombo(colors_, controls, "colors");
}

}  // namespace attx
