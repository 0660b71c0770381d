// How values become colours, for every page with heat maps: the scale; and the colours, which are in the
// menus of figures alone.
#pragma once
#include <QVariantMap>
#include <QWidget>
#include <initializer_list>
#include <span>

#include "ui/figures/maps/heat_map.h"

class QActionGroup;
class QComboBox;
class QMenu;

namespace attx {

class ScaleControls : public QWidget {
    Q_OBJECT
public:
    /// Places in the lists.
    struct Choice {
        int mode = 0, colors = 0;
    };
    /// `modes`: those to choose from. `choice` outlives this.
    ScaleControls(std::span<const ScaleMode> modes, Choice& choice, QWidget* parent = nullptr);
    /// Scale and colours to choose from, in these menus.
    void offerIn(std::initializer_list<QMenu*> menus);

    [[nodiscard]] ColorScale scale() const;
    /// For the settings: "scale" and "colors".
    void saveTo(QVariantMap& controls) const;
    void restoreFrom(const QVariantMap& controls);

Q_SIGNALS:
    void changed();

private:
    Choice& choice_;
    QComboBox* modes_ = nullptr;
    QActionGroup* colors_ = nullptr;  ///< Null without colours
};

}  // namespace attx
