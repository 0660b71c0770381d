#include "ui/controls/scale_controls.h"

#include <QActionGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>

#include "ui/controls/combo.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/kept_field.h"

namespace attx {

ScaleControls::ScaleControls(std::span<const ScaleMode> modes, Choice& choice, QWidget* parent)
    : QWidget(parent), choice_(choice) {
    modes_ = new QComboBox(this);
    modes_->setAccessibleName(tr("colour scale"));
    modes_->setToolTip(tr(
        "Shared: the same colour is the same value in every map. Per map: each map uses all colours, so that "
        "maps cannot be compared."));
    auto* label = new QLabel(tr("colour scale"), this);
    label->setBuddy(modes_);
    auto* layout = flatLayout<QHBoxLayout>(this);
    layout->addWidget(label);
    layout->addWidget(modes_);
    for (const ScaleMode mode : modes) {
        ColorScale named;
        named.mode = mode;
        modes_->addItem(scaleModeName(named), int(mode));
    }
    keepIn(choice.mode, modes_);
    connect(modes_, &QComboBox::currentIndexChanged, this, &ScaleControls::changed);
}

void ScaleControls::offerIn(std::initializer_list<QMenu*> menus) {
    const auto addChoice = [](QActionGroup* group, const QString& name, bool on) {
        QAction* action = group->addAction(name);
        action->setCheckable(true);
        action->setChecked(on);
    };
    auto* scales = new QActionGroup(this);
    for (int i = 0; i < modes_->count(); ++i)
        addChoice(scales, modes_->itemText(i), i == modes_->currentIndex());
    connect(scales, &QActionGroup::triggered, this, [this, scales](QAction* action) {
        modes_->setCurrentIndex(int(scales->actions().indexOf(action)));
    });
    connect(modes_, &QComboBox::currentIndexChanged, scales,
            [scales](int index) { scales->actions().at(index)->setChecked(true); });
    colors_ = new QActionGroup(this);
    for (size_t i = 0; i < sequentialColorMaps.size(); ++i)
        addChoice(colors_, colorMapName(sequentialColorMaps[i]), int(i) == choice_.colors);
    connect(colors_, &QActionGroup::triggered, this, [this](QAction* action) {
        choice_.colors = int(colors_->actions().indexOf(action));
        Q_EMIT changed();
    });
    for (QMenu* menu : menus) {
        QMenu* scale = menu->addMenu(tr("Colour &scale"));
        scale->menuAction()->setToolTip(modes_->toolTip());
        scale->addActions(scales->actions());
        QMenu* colors = menu->addMenu(tr("Co&lours"));
        colors->menuAction()->setToolTip(tr("The colours of small and large values"));
        colors->addActions(colors_->actions());
    }
}

ColorScale ScaleControls::scale() const {
    ColorScale scale;
    scale.mode = static_cast<ScaleMode>(modes_->currentData().toInt());
    if (colors_) scale.map = sequentialColorMaps[choice_.colors];
    return scale;
}

void ScaleControls::saveTo(QVariantMap& controls) const {
    controls.insert(QStringLiteral("scale"), modes_->currentIndex());
    if (colors_) controls.insert(QStringLiteral("colors"), choice_.colors);
}

void ScaleControls::restoreFrom(const QVariantMap& controls) {
    restoreCombo(modes_, controls, "scale");
    if (!colors_) return;
    const int wanted = controls.value(QStringLiteral("colors"), 0).toInt();
    const QList<QAction*> all = colors_->actions();
    if (wanted >= 0 && wanted < all.size() && !all[wanted]->isChecked()) all[wanted]->trigger();
}

}  // namespace attx
