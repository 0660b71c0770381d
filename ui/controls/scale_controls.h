// How values become colours, for every page with heat maps: the scale, and the colours where they can be
// chosen.
#pragma once
#include <QVariantMap>
#include <QWidget>
#include <span>

#include "ui/figures/maps/heat_map.h"

class QComboBox;

namespace attx {

class ScaleControls : public QWidget {
    Q_OBJECT
public:
    /// Places in the lists.
    struct Choice {
        int mode = 0, colors = 0;
    };
    /// `modes`: those to choose from. `choice` outlives this.
    ScaleControls(std::span<const ScaleMode> modes, bool withColors, Choice& choice,
                  QWidget* parent = nullptr);

    [[nodiscard]] ColorScale scale() const;
    /// For the settings: "scale" and "colors".
    void saveTo(QVariantMap& controls) const;
    void restoreFrom(const QVariantMap& controls);

Q_SIGNALS:
    void changed();

private:
    QComboBox* modes_ = nullptr;
    QComboBox* colors_ = nullptr;  ///< null without colours
};

}  // namespace attx
