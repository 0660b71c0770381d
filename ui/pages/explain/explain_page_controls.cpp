// The controls of the page of explanations, what they ask for, and how they are kept.
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QWidgetAction>
#include <algorithm>
#include <array>
#include <span>

#include "model/config/task.h"
#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/head_combos.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/line.h"
#include "ui/figures/maps/explanation_figure.h"
#include "ui/look/model_text.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/sample_bar.h"
#include "ui/views/token_strip.h"

namespace attx {
namespace {

template <class Spin>
Spin* makeSpin(const QString& name, const QString& tip, QWidget* parent) {
    auto* spin = new Spin(parent);
    spin->setAccessibleName(name);
    spin->setToolTip(tip);
    return spin;
}

/// A button at the end of `layout` that stays pressed and keeps that in `on`.
QPushButton* makeToggle(const QString& text, const QString& tip, bool& on, ControlRow& layout) {
    auto* button = new QPushButton(text, layout.parentWidget());
    button->setCheckable(true);
    keepIn(on, button);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    layout.addWidget(button);
    return button;
}

/// Three that tell different things; the others, of which flow is slow, on request.
bool isFirstShown(ExplainMethod method) {
    return method == ExplainMethod::StandardLast || method == ExplainMethod::Rollout ||
           method == ExplainMethod::Relevance;
}

/// Methods that one chooses together.
struct Recipe {
    const char *name, *tip;
    std::span<const ExplainMethod> methods;
};
constexpr ExplainMethod laboratory[] = {ExplainMethod::StandardFirst, ExplainMethod::StandardLast,
                                        ExplainMethod::Rollout, ExplainMethod::AttentionXGradient},
                        gradients[] = {ExplainMethod::AttentionXGradient, ExplainMethod::Relevance,
                                       ExplainMethod::InputXGradient, ExplainMethod::IntegratedGradients},
                        perturbation[] = {ExplainMethod::Occlusion, ExplainMethod::ValueZeroing,
                                          ExplainMethod::ValueZeroingRollout};
constexpr Recipe recipes[] = {
    {QT_TRANSLATE_NOOP("attx::ExplainPage", "Laboratory"),
     QT_TRANSLATE_NOOP("attx::ExplainPage",
                       "First and last layer, rollout, attention × gradient side by side"),
     laboratory},
    {QT_TRANSLATE_NOOP("attx::ExplainPage", "Gradients"),
     QT_TRANSLATE_NOOP("attx::ExplainPage", "Methods that ask how the score changes with small changes"),
     gradients},
    {QT_TRANSLATE_NOOP("attx::ExplainPage", "Perturbation"),
     QT_TRANSLATE_NOOP("attx::ExplainPage", "Methods that take something away and look what happens"),
     perturbation}};

constexpr auto narrow = QComboBox::AdjustToMinimumContentsLengthWithIcon;

}  // namespace

ExplainPage::Choice::Choice() {
    for (const ExplainMethodInfo& info : mapMethods())
        if (isFirstShown(info.method)) methods.push_back(info.method);
}

/// A list that stays open while one chooses, with sets of methods that answer one question.
void ExplainPage::makeMethods(QWidget* parent) {
    choose_ = new QPushButton(parent);
    choose_->setToolTip(tr("Which explanations are shown"));
    auto* menu = new QMenu(choose_);
    auto* list = new QWidget(menu);
    auto* grid = new QGridLayout(list);
    grid->setContentsMargins(12, 8, 12, 8);
    grid->setHorizontalSpacing(24);
    constexpr int columns = 3;
    auto* sets = new QHBoxLayout;  // no headings of the columns: what each ticks is in all of them
    sets->setSpacing(8);
    sets->addWidget(new QLabel(tr("tick a set:"), list));
    for (const Recipe& recipe : recipes) {
        auto* button = new QPushButton(tr(recipe.name), list);
        button->setAccessibleName(button->text());
        button->setToolTip(tr(recipe.tip));
        sets->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, &recipe] { chooseMethods(recipe.methods); });
    }
    sets->addStretch(1);
    grid->addLayout(sets, 0, 0, 1, columns);
    grid->addWidget(makeLine(QFrame::HLine, list), 1, 0, 1, columns);
    for (size_t i = 0; i < mapMethods().size(); ++i) {
        const ExplainMethodInfo& info = mapMethods()[i];
        auto* box = new QCheckBox(modelText(info.title), list);
        box->setAccessibleName(box->text());
        box->setToolTip(tipOf(info));
        box->setChecked(std::ranges::find(choice_.methods, info.method) != choice_.methods.end());
        connect(box, &QCheckBox::toggled, this, &ExplainPage::keepMethods);
        methods_.push_back(box);
        grid->addWidget(box, 2 + int(i) / columns, int(i) % columns);
    }
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(list);
    menu->addAction(action);
    choose_->setMenu(menu);
}

void ExplainPage::keepMethods() {
    choice_.methods.clear();
    for (size_t i = 0; i < methods_.size(); ++i)
        if (methods_[i]->isChecked()) choice_.methods.push_back(mapMethods()[i].method);
    ask();
}

void ExplainPage::chooseMethods(std::span<const ExplainMethod> methods) {
    for (size_t i = 0; i < methods_.size(); ++i) {
        const QSignalBlocker blocker(methods_[i]);
        methods_[i]->setChecked(std::ranges::find(methods, mapMethods()[i].method) != methods.end());
    }
    keepMethods();
}

/// What is asked of the network, and how the answers are shown.
QWidget* ExplainPage::makeTarget() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    makeMethods(row);
    layout->addWidget(sample_);
    layout->addWidget(choose_);
    target_ = makeCombo(tr("What is explained"),
                        tr("The number whose gradient is taken, for attention × gradient and relevance"),
                        {tr("predicted class, everywhere"), tr("one position and class"), tr("the loss")},
                        row, narrow);
    target_->setMinimumContentsLength(20);
    keepIn(choice_.target, target_);
    one_ = new QWidget(row);
    position_ = makeSpin<QSpinBox>(tr("Position"), tr("The output position that is explained, from 1"), one_);
    class_ = makeSpin<QSpinBox>(tr("Class"),
                                tr("The class whose logit is explained, of a set the number of the image; "
                                   "the first choice is the predicted one"),
                                one_);
    position_->setRange(1, Inspector::longestSequence);
    class_->setRange(-1, INT_MAX);
    keepIn(choice_.position, position_);
    keepIn(choice_.outputClass, class_);
    class_->setSpecialValueText(tr("predicted"));
    auto* one = flatLayout<QHBoxLayout>(one_);
    for (const auto& [text, spin] : {std::pair(tr("position"), position_), std::pair(tr("class"), class_)}) {
        auto* label = new QLabel(text, one_);
        label->setBuddy(spin);
        one->addWidget(label);
        one->addWidget(spin);
    }
    layout->addLabelled(tr("explain"), target_);
    layout->addWidget(one_);
    options_ = makeToggle(tr("Options"), tr("Colour scale, difference, formulas, and choices of the methods"),
                          choice_.options, *layout);
    auto* restore = new QPushButton(tr("Restore all"), row);  // last: it comes and goes, and moves nothing
    restore->setAccessibleName(restore->text());
    restore->setToolTip(tr("Restore every ablated head and masked token"));
    layout->addWidget(restore);
    connect(restore, &QPushButton::clicked, this, [this] { model_.shown().setAblation({}); });
    const auto showRestore = [this, restore, tokens = sample_->tokenStrip()] {
        if (!tokens->isPointedAt()) restore->setVisible(!model_.ablation().empty());
    };
    connect(&model_.shown(), &Shown::ablationChanged, restore, showRestore);
    connect(sample_->tokenStrip(), &TokenStrip::positionHovered, restore, showRestore);
    showRestore();
    for (QSpinBox* spin : {position_, class_})
        connect(spin, &QSpinBox::valueChanged, this, &ExplainPage::ask);
    connect(target_, &QComboBox::currentIndexChanged, this, &ExplainPage::ask);
    return row;
}

void ExplainPage::showOptions() { options_->setChecked(true); }

QWidget* ExplainPage::makeOptions() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    // Per map at first: a share of attention and a gradient have different units.
    constexpr std::array modes{ScaleMode::PerMap, ScaleMode::Shared, ScaleMode::Logarithmic};
    scale_ = new ScaleControls(modes, choice_.scale, row);
    minus_ =
        makeCombo(tr("Difference to"), tr("Shows each map of the same unit minus this one"), {}, row, narrow);
    minus_->setMinimumContentsLength(14);
    firstLayer_ = makeSpin<QSpinBox>(tr("First layer"), tr("Explanations begin at this layer"), row);
    lastLayer_ = makeSpin<QSpinBox>(tr("Last layer"), tr("Explanations end with this layer"), row);
    residual_ = makeSpin<QDoubleSpinBox>(
        tr("Residual share"), tr("How much of what a rollout passes on goes around the attention, 0 to 1"),
        row);
    residual_->setRange(0, 1);
    residual_->setSingleStep(0.05);
    keepIn(choice_.residual, residual_);
    fusion_ = makeCombo(tr("Heads"), tr("How a rollout makes one map of the heads of a layer"),
                        {tr("mean"), tr("largest"), tr("smallest")}, row, narrow);
    fusion_->setMinimumContentsLength(7);
    keepIn(choice_.fusion, fusion_);
    signed_ = new QCheckBox(tr("Signed attention × gradient"), row);
    signed_->setAccessibleName(tr("Signed attention × gradient"));
    signed_->setToolTip(tr("Attention × gradient with its sign: what speaks against the score is negative"));
    withoutIdentity_ = new QCheckBox(tr("Relevance − I"), row);
    withoutIdentity_->setAccessibleName(tr("Relevance without the identity"));
    withoutIdentity_->setToolTip(
        tr("Without the identity that relevance begins with, so that the diagonal does not drown the rest"));
    keepIn(choice_.isSigned, signed_);
    keepIn(choice_.withoutIdentity, withoutIdentity_);
    layout->addWidget(scale_);
    layout->addLabelled(tr("difference to"), minus_);
    formulas_ = makeToggle(tr("Formulas"), tr("Show the formula of each map and what its letters mean"),
                           choice_.formulas, *layout);
    layout->addLabelled(tr("layers"), firstLayer_);
    layout->addLabelled(tr("to"), lastLayer_);
    layout->addLabelled(tr("rollout: residual"), residual_);
    layout->addLabelled(tr("heads"), fusion_);
    layout->addWidget(signed_);
    layout->addWidget(withoutIdentity_);
    connect(formulas_, &QPushButton::toggled, this, &ExplainPage::showCaptions);
    connect(scale_, &ScaleControls::changed, this, &ExplainPage::showMaps);
    connect(minus_, &QComboBox::currentIndexChanged, this, [this](int index) {
        choice_.minus.reset();
        if (index > 0) choice_.minus = asked()[index - 1];
        choice_.held.clear();
        showMaps();
    });
    connect(firstLayer_, &QSpinBox::valueChanged, this, [this](int layer) {
        choice_.firstLayer = layer;
        ask();
    });
    connect(lastLayer_, &QSpinBox::valueChanged, this, [this](int layer) {
        choice_.lastLayer = layer == layers() ? 0 : layer;
        ask();
    });
    connect(residual_, &QDoubleSpinBox::valueChanged, this, &ExplainPage::ask);
    connect(fusion_, &QComboBox::currentIndexChanged, this, &ExplainPage::ask);
    for (QCheckBox* box : {signed_, withoutIdentity_})
        connect(box, &QCheckBox::toggled, this, &ExplainPage::ask);
    connect(options_, &QPushButton::toggled, row, &QWidget::setVisible);
    row->setVisible(choice_.options);
    return row;
}

QString ExplainPage::whyNot(const ExplainMethodInfo& info) const {
    const int positions = seenBy(model_.config().network, model_.sample()).length();
    if (QString why = whyNoMethod(info, model_.config(), positions); !why.isEmpty()) return why;
    if (info.shape == ExplainShape::Scores && question().target.score == ExplainTarget::Score::Loss)
        return tr("Explains the logit of a class, not the loss.");
    return {};
}

void ExplainPage::fitMethods() {
    for (size_t i = 0; i < methods_.size(); ++i) {
        const ExplainMethodInfo& info = mapMethods()[i];
        const QString why = whyNot(info), tip = tipOf(info);
        methods_[i]->setEnabled(why.isEmpty());
        methods_[i]->setToolTip(why.isEmpty() ? tip : why + QLatin1Char('\n') + tip);
    }
    choose_->setText(tr("Methods (%1)").arg(question().options.methods.size()));
    choose_->setAccessibleName(choose_->text());
}

int ExplainPage::layers() const { return model_.config().network.numLayers; }

int ExplainPage::firstClass() const { return model_.config().network.output == OutputKind::Set ? 1 : 0; }

bool ExplainPage::lossIsKnown() const {
    const std::vector<int32_t>& labels = model_.sample().expected;
    return labels.size() == size_t(position_->maximum()) &&
           std::ranges::any_of(labels, [](int32_t label) { return label >= 0; });
}

ExplainQuestion ExplainPage::question() const {
    ExplainQuestion q;
    const auto target = static_cast<Target>(choice_.target);
    if (target == Target::Position) {
        q.target.position = std::clamp(choice_.position, 1, position_->maximum()) - 1;
        const int asked = std::min(choice_.outputClass, class_->maximum());
        if (asked >= firstClass()) q.target.outputClass = asked - firstClass();
    }
    if (target == Target::Loss && lossIsKnown()) q.target.score = ExplainTarget::Score::Loss;
    for (size_t i = 0; i < methods_.size(); ++i)
        if (methods_[i]->isChecked() && methods_[i]->isEnabled())
            q.options.methods.push_back(mapMethods()[i].method);
    const int last = choice_.lastLayer == 0 ? layers() : std::min(choice_.lastLayer, layers()),
              first = std::min(choice_.firstLayer, layers());
    q.options.firstLayer = std::min(first, last) - 1;
    q.options.lastLayer = std::max(first, last) == layers() ? 0 : std::max(first, last);
    q.options.rollout.residualShare = choice_.residual;
    q.options.rollout.fusion = static_cast<HeadFusion>(choice_.fusion);
    q.options.part = choice_.isSigned ? GradientPart::Signed : GradientPart::Positive;
    q.options.relevanceWithoutIdentity = choice_.withoutIdentity;
    return q;
}

int ExplainPage::minus() const {
    const auto found = choice_.minus ? std::ranges::find(asked(), *choice_.minus) : asked().end();
    return found == asked().end() ? -1 : int(found - asked().begin());
}

/// Those that are asked for; what was chosen stays if it is among them.
void ExplainPage::fillMinus() {
    const QSignalBlocker blocker(minus_);
    minus_->clear();
    minus_->addItem(tr("none"));
    for (const ExplainMethod method : asked()) minus_->addItem(titleOf(method));
    if (minus() < 0) choice_.minus.reset();
    minus_->setCurrentIndex(minus() + 1);
}

QVariantMap ExplainPage::controls() const {
    QVariantMap map{{QStringLiteral("target"), choice_.target},
                    {QStringLiteral("residual"), choice_.residual},
                    {QStringLiteral("fusion"), choice_.fusion},
                    {QStringLiteral("signed"), choice_.isSigned},
                    {QStringLiteral("withoutIdentity"), choice_.withoutIdentity},
                    {QStringLiteral("formulas"), choice_.formulas},
                    {QStringLiteral("options"), choice_.options}};
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
