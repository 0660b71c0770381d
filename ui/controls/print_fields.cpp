#include "ui/controls/print_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <algorithm>

#include "ui/controls/form_row.h"
#include "ui/figures/maps/heat_map_figure.h"

namespace attx {
namespace {

enum Size { InPx, OneColumn, TwoColumns, OwnMm };

const auto sizeAnswer = QStringLiteral("printSize"), widthAnswer = QStringLiteral("printWidth"),
           heightAnswer = QStringLiteral("printHeight"), fontAnswer = QStringLiteral("printFont"),
           leastAnswer = QStringLiteral("printLeast"), familyAnswer = QStringLiteral("printFamily"),
           titleAnswer = QStringLiteral("printTitle");

}  // namespace

PrintFields::PrintFields(const Figure& figure, QWidget* parent)
    : QWidget(parent), usual_(figure.defaultSize()) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(8);
    const auto number = [&](const QString& name, const QString& accessible, double low, double high,
                            int decimals, const QString& suffix, const QString& tip) {
        auto* spin = new QDoubleSpinBox(this);
        spin->setObjectName(name);
        spin->setAccessibleName(accessible);
        spin->setRange(low, high);
        spin->setDecimals(decimals);
        spin->setSuffix(suffix);
        spin->setToolTip(tip);
        connect(spin, &QDoubleSpinBox::valueChanged, this, &PrintFields::changed);
        return spin;
    };
    size_ = new QComboBox(this);
    size_->setObjectName(QStringLiteral("printSize"));
    size_->addItems(
        {tr("size in pixels (above)"), tr("one column (85 mm)"), tr("two columns (170 mm)"), tr("own size")});
    size_->setToolTip(tr("The size in print; text keeps its size in points whatever the figure's"));
    form->addRow(tr("&Print size"), size_);
    const QString mm = tr(" mm");
    width_ = number(QStringLiteral("printWidth"), tr("Width in print"), leastMm, mostMm, 1, mm,
                    tr("Width in print"));
    height_ = number(QStringLiteral("printHeight"), tr("Height in print"), 0, mostMm, 1, mm,
                     tr("Height in print; 0: as the figure's shape and its text need it"));
    height_->setSpecialValueText(tr("as needed"));
    form->addRow(QString(), rowOf({width_, new QLabel(QStringLiteral("×"), this), height_}));
    const QString pt = tr(" pt");
    font_ = number(QStringLiteral("printFont"), tr("Text size"), leastFontPt, mostFontPt, 1, pt,
                   tr("Of labels; titles are larger, crowded tick labels down to three quarters of it"));
    font_->setValue(usualPt);
    least_ = number(QStringLiteral("printLeast"), tr("Smallest text"), 0, mostFontPt, 1, pt,
                    tr("All text grows until none is smaller than this; many journals ask for 6 or 7 pt"));
    least_->setSpecialValueText(tr("any"));
    addRow(*form, tr("Te&xt"), rowOf({font_, new QLabel(tr("at least"), this), least_}), font_);
    family_ = new QComboBox(this);
    family_->setObjectName(QStringLiteral("printFamily"));
    family_->addItem(tr("as in the window"));
    family_->addItems(QFontDatabase::families());
    family_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    family_->setMinimumContentsLength(20);
    family_->setToolTip(tr("Font of all text; SVG and PDF keep text as text"));
    form->addRow(tr("F&ont"), family_);
    title_ = new QCheckBox(tr("show title"), this);
    title_->setObjectName(QStringLiteral("printTitle"));
    title_->setChecked(true);
    title_->setToolTip(tr("Off where the caption of the paper says it; names of parts stay"));
    title_->setEnabled(hasTitle(figure));
    if (!title_->isEnabled())
        title_->setToolTip(tr("This figure has only the names of its parts, which stay"));
    form->addRow(QString(), title_);

    const auto* grid = dynamic_cast<const HeatMapGridFigure*>(&figure);
    const bool diverging = grid && grid->scale.map == ColorMap::BlueRed;
    colors_ = new QComboBox(this);
    colors_->setObjectName(QStringLiteral("printColors"));
    colors_->addItem(tr("as shown"));
    for (const ColorMap map : sequentialColorMaps) colors_->addItem(colorMapName(map));
    colors_->setEnabled(grid && !diverging);
    colors_->setToolTip(diverging ? tr("Values on both sides of zero keep their diverging colours")
                                  : tr("Of heat maps; grey for print without colours"));
    form->addRow(tr("Colour &map"), colors_);
    range_ = new QCheckBox(tr("from"), this);
    range_->setObjectName(QStringLiteral("printRange"));
    range_->setToolTip(
        tr("The values that the colours stand for; what lies outside has the colours of the ends"));
    range_->setEnabled(grid);
    low_ = number(QStringLiteral("printLow"), tr("Smallest value"), -1e6, 1e6, 3, {}, range_->toolTip());
    high_ = number(QStringLiteral("printHigh"), tr("Largest value"), -1e6, 1e6, 3, {}, range_->toolTip());
    high_->setValue(1);
    addRow(*form, tr("&Values"), rowOf({range_, low_, new QLabel(tr("to"), this), high_}), range_);

    connect(size_, &QComboBox::currentIndexChanged, this, &PrintFields::sizeChosen);
    connect(family_, &QComboBox::currentIndexChanged, this, &PrintFields::changed);
    connect(colors_, &QComboBox::currentIndexChanged, this, &PrintFields::changed);
    connect(title_, &QCheckBox::toggled, this, &PrintFields::changed);
    connect(range_, &QCheckBox::toggled, this, [this](bool on) {
        low_->setEnabled(on);
        high_->setEnabled(on);
        Q_EMIT changed();
    });
    low_->setEnabled(false);
    high_->setEnabled(false);
    sizeChosen();
}

bool PrintFields::inMillimetres() const { return size_->currentIndex() != InPx; }

PrintOptions PrintFields::options() const {
    PrintOptions print;
    if (inMillimetres()) print.mm = {width_->value(), height_->value()};
    print.fontPt = font_->value();
    print.leastPt = least_->value();
    if (family_->currentIndex() > 0) print.family = family_->currentText();
    print.title = title_->isChecked() || !title_->isEnabledTo(this);
    if (colors_->isEnabled() && colors_->currentIndex() > 0)
        print.colors = sequentialColorMaps[colors_->currentIndex() - 1];
    if (range_->isChecked() && low_->value() < high_->value())
        print.range = {static_cast<float>(low_->value()), float(high_->value())};
    return print;
}

QString PrintFields::problem() const {
    return range_->isChecked() && low_->value() >= high_->value()
               ? tr("The range of values has to begin below its end; until then it stays as shown.")
               : QString();
}

QVariantMap PrintFields::answers() const {
    return {{sizeAnswer, size_->currentIndex()},
            {widthAnswer, width_->value()},
            {heightAnswer, height_->value()},
            {fontAnswer, font_->value()},
            {leastAnswer, least_->value()},
            {titleAnswer, title_->isChecked()},
            {familyAnswer, family_->currentIndex() > 0 ? family_->currentText() : QString()}};
}

void PrintFields::setAnswers(
    const std::function<QVariant(const QString& name, const QVariant& usual)>& answer) {
    const double width = answer(widthAnswer, oneColumnMm).toDouble(),
                 height = answer(heightAnswer, 0).toDouble();
    size_->setCurrentIndex(std::clamp(answer(sizeAnswer, 0).toInt(), 0, int(OwnMm)));
    if (size_->currentIndex() == OwnMm) {
        width_->setValue(width);
        height_->setValue(height);
    }
    font_->setValue(answer(fontAnswer, usualPt).toDouble());
    least_->setValue(answer(leastAnswer, 0).toDouble());
    family_->setCurrentIndex(std::max(0, family_->findText(answer(familyAnswer, {}).toString())));
    title_->setChecked(answer(titleAnswer, true).toBool());
}

void PrintFields::sizeChosen() {
    const int size = size_->currentIndex();
    width_->setEnabled(size == OwnMm);
    height_->setEnabled(size != InPx);
    const double mm = size == OneColumn    ? oneColumnMm
                      : size == TwoColumns ? twoColumnsMm
                      : size == InPx       ? mmOf(usual_.width())
                                           : width_->value();
    width_->setValue(mm);
    height_->setValue(size == InPx ? mmOf(usual_.height()) : 0);
    Q_EMIT changed();
}

}  // namespace attx
