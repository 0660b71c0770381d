#include "ui/form/preset_list.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

#include "model/config/config.h"
#include "model/config/presets.h"
#include "model/data/download_source.h"
#include "ui/form/form_field.h"
#include "ui/form/run_estimate.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

/// What must be fetched before the preset can be trained; 0: nothing.
int64_t bytesToFetch(const PresetInfo& preset, TaskKind task) {
    int64_t bytes = 0;
    bool isOfFiles = false;
    for (const DownloadSource& source : downloadSources) {
        if (!source.serves(task)) continue;
        bytes += source.bytes;
        for (const char* name : {source.preset, source.patchPreset})
            isOfFiles = isOfFiles || (name && preset.name == name);
    }
    return isOfFiles ? bytes : 0;
}

/// Under the name of each preset its line, smaller.
class PresetDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override {
        QSize size = QStyledItemDelegate::sizeHint(option, index) + QSize(0, zoomed(gap));
        const QString line = index.data(Qt::ToolTipRole).toString();
        if (line.isEmpty()) return size;
        const QFontMetrics metrics(lineFont(option.font));
        size.rheight() += metrics.height();
        size.setWidth(std::max(size.width(), metrics.horizontalAdvance(line) + zoomed(2 * margin)));
        return size;
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const QString title = item.text, line = index.data(Qt::ToolTipRole).toString();
        item.text.clear();
        const QWidget* view = option.widget;
        (view ? view->style() : QApplication::style())
            ->drawControl(QStyle::CE_ItemViewItem, &item, painter, view);
        const bool chosen = option.state & QStyle::State_Selected;
        const QColor color = option.palette.color(chosen ? QPalette::HighlightedText : QPalette::Text);
        const QRect room = option.rect.adjusted(zoomed(margin), 2, -zoomed(margin), -2);
        painter->save();
        painter->setPen(color);
        painter->setFont(option.font);
        painter->drawText(room, (line.isEmpty() ? Qt::AlignVCenter : Qt::AlignTop) | Qt::AlignLeft, title);
        painter->setFont(lineFont(option.font));
        painter->setPen(chosen ? color : FigureStyle::of(option.palette).muted);
        painter->drawText(room, Qt::AlignBottom | Qt::AlignLeft, line);
        painter->restore();
    }

private:
    static constexpr int margin = 8, gap = 6;  // px
    [[nodiscard]] static QFont lineFont(QFont font) {
        font.setPixelSize(zoomed(labelPx));
        return font;
    }
};

}  // namespace

QString presetCost(const std::string& name, std::optional<double> flopsPerSecond) {
    for (const PresetInfo& preset : presetList()) {
        if (preset.name != name) continue;
        if (preset.ownData) return tr("needs your own file");
        const RunConfig config = presetByName(name);
        if (const int64_t bytes = bytesToFetch(preset, config.data.task))
            return tr("downloads %1").arg(byteText(bytes));
        if (!flopsPerSecond) return {};
        const double speed = *flopsPerSecond > 0 ? *flopsPerSecond : assumedSpeed(config.threads);
        return tr("~%1").arg(durationText(estimateTime(config, speed).time));
    }
    return {};
}

QString neededFiles(const RunConfig& config, const std::string& path) {
    if (settingToFill(config) != path) return {};
    const auto& all = presetList();
    const auto preset = std::ranges::find(all, config.preset, &PresetInfo::name);
    return preset == all.end() || preset->ownData
               ? tr("choose your own file here")
               : tr("choose the files of this preset here, or download them with the button below");
}

QString presetLine(const std::string& name, std::optional<double> flopsPerSecond) {
    for (const PresetInfo& preset : presetList())
        if (preset.name == name)
            return (modelText(preset.shows) + QLatin1Char(' ') + presetCost(name, flopsPerSecond)).trimmed();
    return {};
}

QComboBox* makePresetCombo(QWidget* parent) {
    auto* combo = new QComboBox(parent);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);  // Names do not widen it
    combo->setItemDelegate(new PresetDelegate(combo));
    for (const PresetInfo& preset : presetList())
        combo->addItem(modelText(preset.title), QString::fromStdString(preset.name));
    setPresetSpeed(*combo, 0);
    combo->addItem(tr("Custom"), QString::fromLatin1(customPreset));
    whenZoomed(combo, [combo] { combo->view()->setMinimumWidth(combo->view()->sizeHintForColumn(0)); });
    guardEditor(combo);
    return combo;
}

void setPresetSpeed(QComboBox& presets, double flopsPerSecond) {
    for (int i = 0; i < presets.count(); ++i)
        presets.setItemData(i, presetLine(presets.itemData(i).toString().toStdString(), flopsPerSecond),
                            Qt::ToolTipRole);
    // The list is as wide as its lines, wherever the box itself is narrow.
    presets.view()->setMinimumWidth(presets.view()->sizeHintForColumn(0));
}

}  // namespace attx
