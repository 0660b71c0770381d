// The controls of the page of explanations, and how they are kept.
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>
#include <array>

#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/scale_controls.h"
#include "ui/look/model_text.h"
#include "ui/pages/explain/explain_page.h"

namespace attx {
namespace {

template <class Spin>
Spin* makeSpin(const QString& name, const QString& tip, QWidget* parent) {
    auto* spin = new Spin(parent);
    spin->setAccessibleName(name);
    spin->setToolTip(tip);
    return spin;
}

/// Three that tell different things; the others, of which flow is slow, on request.
bool isFirstShown(ExplainMethod method) {
    return method == ExplainMethod::StandardLast || method == ExplainMethod::Rollout ||
           method == ExplainMethod::Relevance;
}

constexpr auto narrow = QComboBox::AdjustToMinimumContentsLengthWithIcon;

}  // namespace

QString tipOf(const ExplainMethodInfo& info) {
    return QStringLiteral("%1\n%2\n%3")
        .arg(modelText(info.sentence), modelText(info.formula), modelText(info.source));
}

QWidget* ExplainPage::makeMethods() {
    auto* row = methodsRow_ = new QWidget(this);
    auto* layout = new ControlRow(row);
    for (const ExplainMethodInfo& info : mapMethods()) {
        auto* box = new QCheckBox(modelText(info.title), row);
        box->setAccessibleName(box->text());
        box->setToolTip(tipOf(info));
        box->setChecked(isFirstShown(info.method));
        connect(box, &QCheckBox::toggled, this, &ExplainPage::ask);
        methods_.push_back(box);
        layout->addWidget(box);
    }
    return row;
}

/// What is asked of the network, and how the answers are shown.
QWidget* ExplainPage::makeTarget() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    target_ = makeCombo(tr("What is explained"),
                        tr("The number whose gradient is taken, for attention × gradient and relevance"),
                        {tr("predicted class, everywhere"), tr("one position and class"), tr("the loss")},
                        row, narrow);
    target_->setMinimumContentsLength(20);
    one_ = new QWidget(row);
    position_ = makeSpin<QSpinBox>(tr("Position"), tr("The output position that is explained, from 1"), one_);
    class_ = makeSpin<QSpinBox>(tr("Class"),
                                tr("The class whose logit is explained, of a set the number of the image; "
                                   "the first choice is the predicted one"),
                                one_);
    class_->setMinimum(-1);
    class_->setValue(-1);
    class_->setSpecialValueText(tr("predicted"));
    auto* one = flatLayout<QHBoxLayout>(one_);
    for (const auto& [text, spin] : {std::pair(tr("position"), position_), std::pair(tr("class"), class_)}) {
        auto* label = new QLabel(text, one_);
        label->setBuddy(spin);
        one->addWidget(label);
        one->addWidget(spin);
    }
    // Per map at first: a share of attention and a gradient have different units.
    constexpr std::array modes{ScaleMode::PerMap, ScaleMode::Shared, ScaleMode::Logarithmic};
    scale_ = new ScaleControls(modes, false, row);
    minus_ =
        makeCombo(tr("Difference to"), tr("Shows each map of the same unit minus this one"), {}, row, narrow);
    minus_->setMinimumContentsLength(14);
    layout->addLabelled(tr("explain"), target_);
    layout->addWidget(one_);
    layout->addWidget(scale_);
    layout->addLabelled(tr("difference to"), minus_);
    const auto makeToggle = [&](const QString& text, const QString& tip) {
        auto* button = new QPushButton(text, row);
        button->setCheckable(true);
        button->setAccessibleName(text);
        button->setToolTip(tip);
        layout->addWidget(button);
        return button;
    };
    choose_ = makeToggle(tr("Methods"), tr("Show the list of methods, whose room the maps have now"));
    formulas_ = makeToggle(tr("Formulas"), tr("Show the formula of each map and what its letters mean"));
    options_ = makeToggle(tr("Options"), tr("Layers, heads and other choices of the methods"));
    connect(choose_, &QPushButton::toggled, this, &ExplainPage::arrange);
    connect(formulas_, &QPushButton::toggled, this, &ExplainPage::showCaptions);
    for (QSpinBox* spin : {position_, class_})
        connect(spin, &QSpinBox::valueChanged, this, &ExplainPage::ask);
    connect(target_, &QComboBox::currentIndexChanged, this, &ExplainPage::ask);
    connect(scale_, &ScaleControls::changed, this, &ExplainPage::showMaps);
    connect(minus_, &QComboBox::currentIndexChanged, this, [this] {
        held_.clear();
        showMaps();
    });
    return row;
}

QWidget* ExplainPage::makeOptions() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    firstLayer_ = makeSpin<QSpinBox>(tr("First layer"), tr("Explanations begin at this layer"), row);
    lastLayer_ = makeSpin<QSpinBox>(tr("Last layer"), tr("Explanations end with this layer"), row);
    residual_ = makeSpin<QDoubleSpinBox>(
        tr("Residual share"), tr("How much of what a rollout passes on goes around the attention, 0 to 1"),
        row);
    residual_->setRange(0, 1);
    residual_->setSingleStep(0.05);
    residual_->setValue(0.5);
    fusion_ = makeCombo(tr("Heads"), tr("How a rollout makes one map of the heads of a layer"),
                        {tr("mean"), tr("largest"), tr("smallest")}, row, narrow);
    fusion_->setMinimumContentsLength(7);
    signed_ = new QCheckBox(tr("Signed attention × gradient"), row);
    signed_->setAccessibleName(tr("Signed attention × gradient"));
    signed_->setToolTip(tr("Attention × gradient with its sign: what speaks against the score is negative"));
    withoutIdentity_ = new QCheckBox(tr("Relevance − I"), row);
    withoutIdentity_->setAccessibleName(tr("Relevance without the identity"));
    withoutIdentity_->setToolTip(
        tr("Without the identity that relevance begins with, so that the diagonal does not drown the rest"));
    withoutIdentity_->setChecked(true);
    layout->addLabelled(tr("layers"), firstLayer_);
    layout->addLabelled(tr("to"), lastLayer_);
    layout->addLabelled(tr("rollout: residual"), residual_);
    layout->addLabelled(tr("heads"), fusion_);
    layout->addWidget(signed_);
    layout->addWidget(withoutIdentity_);
    for (QSpinBox* spin : {firstLayer_, lastLayer_})
        connect(spin, &QSpinBox::valueChanged, this, &ExplainPage::ask);
    connect(residual_, &QDoubleSpinBox::valueChanged, this, &ExplainPage::ask);
    connect(fusion_, &QComboBox::currentIndexChanged, this, &ExplainPage::ask);
    for (QCheckBox* box : {signed_, withoutIdentity_})
        connect(box, &QCheckBox::toggled, this, &ExplainPage::ask);
    connect(options_, &QPushButton::toggled, row, &QWidget::setVisible);
    row->hide();
    return row;
}

QVariantMap ExplainPage::controls() const {
    QVariantMap map{{QStringLiteral("target"), target_->currentIndex()},
                    {QStringLiteral("residual"), residual_->value()},
                    {QStringLiteral("fusion"), fusion_->currentIndex()},
                    {QStringLiteral("signed"), signed_->isChecked()},
                    {QStringLiteral("withoutIdentity"), withoutIdentity_->isChecked()},
                    {QStringLiteral("formulas"), formulas_->isChecked()},
                    {QStringLiteral("options"), options_->isChecked()}};
    scale_->saveTo(map);
    for (size_t i = 0; i < methods_.size(); ++i)
        map.insert(QString::fromUtf8(mapMethods()[i].name), methods_[i]->isChecked());
    return map;
}

void ExplainPage::restoreControls(const QVariantMap& controls) {
    scale_->restoreFrom(controls);
    restoreCombo(target_, controls, "target");
    restoreCombo(fusion_, controls, "fusion");
    residual_->setValue(controls.value(QStringLiteral("residual"), 0.5).toDouble());
    signed_->setChecked(controls.value(QStringLiteral("signed"), false).toBool());
    withoutIdentity_->setChecked(controls.value(QStringLiteral("withoutIdentity"), true).toBool());
    formulas_->setChecked(controls.value(QStringLiteral("formulas"), false).toBool());
    options_->setChecked(controls.value(QStringLiteral("options"), false).toBool());
    for (size_t i = 0; i < methods_.size(); ++i) {
        const ExplainMethodInfo& info = mapMethods()[i];
        methods_[i]->setChecked(
            controls.value(QString::fromUtf8(info.name), isFirstShown(info.method)).toBool());
    }
}

}  // namespace attx
