#include "ui/pages/attention/patching_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/sequence_edit.h"
#include "ui/figures/maps/patching_figure.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"
#include "ui/look/unit_text.h"
#include "ui/pages/sample_bar.h"
#include "ui/views/heat_map_view.h"

namespace attx {
namespace {

constexpr int64_t mostSearched = 2000;  // samples, for one with another answer
constexpr int leastMap = 160;           // px: its rows and its colour bar can be read
constexpr int heightForBoth = 480;      // px of the panel, from which on the maps lie below each other,
constexpr int widthForBoth = 640;       // px; narrower, they lie below each other in any height

}  // namespace

PatchingPanel::PatchingPanel(RunModel& model, Kept& kept, const Framed& framed, QWidget* parent)
    : QWidget(parent), model_(model), choice_(kept.of<Choice>()), study_(&kept.of<Study<Patching>>()) {
    positions_ = new HeatMapView(this);
    heads_ = new HeatMapView(this);
    positionsFrame_ = framed(positions_);
    headsFrame_ = framed(heads_);
    metric_ = new QLabel(this);
    metric_->setWordWrap(true);
    metric_->setToolTip(
        tr("1 in a map: this alone brings the answer to the clean input back; 0: it does nothing"));
    metric_->setAccessibleName(tr("What is read, and how it differs"));
    auto* layout = flatLayout<QVBoxLayout>(this, 4);
    layout->addWidget(makeControls());
    layout->addWidget(metric_);
    auto* both = new QWidget(this);
    maps_ = flatLayout<QVBoxLayout>(both, 4);
    maps_->addWidget(positionsFrame_, 1);
    maps_->addWidget(headsFrame_, 1);
    layout->addWidget(scrolled(both, this), 1);
    hide();
    for (HeatMapView* view : {positions_, heads_}) {
        view->setKeyMode(HeatMapView::KeyMode::Cells);
        whenZoomed(view, [view] { view->setMinimumHeight(zoomed(leastMap)); });
    }
    connect(study_, &StudyBase::answered, this, &PatchingPanel::showAnswer);
    connect(study_, &StudyBase::failed, this, &PatchingPanel::refuse);
    connect(&model_.shown(), &Shown::networkChanged, this, &PatchingPanel::fit);
    connect(&model_.shown(), &Shown::sampleChanged, this, &PatchingPanel::fit);
    connect(&model_.shown(), &Shown::inspectionChanged, this, &PatchingPanel::ask);
}

QWidget* PatchingPanel::makeControls() {
    auto* controls = new QWidget(this);
    auto* lines = flatLayout<QVBoxLayout>(controls, 4);
    edit_ = new SequenceEdit(controls);
    edit_->line()->setAccessibleName(tr("Clean input"));
    edit_->line()->setToolTip(
        tr("Its activations are put into the run on the sample below, one after the other"));
    auto* label = new QLabel(tr("clean input"), controls);
    label->setBuddy(edit_->line());
    auto* first = new QWidget(controls);
    auto* line = flatLayout<QHBoxLayout>(first);
    line->addWidget(label, 0, Qt::AlignTop);
    line->addWidget(edit_, 1, Qt::AlignTop);
    auto* second = new QWidget(controls);
    auto* row = new ControlRow(second);
    position_ = new QSpinBox(second);
    position_->setRange(1, Inspector::longestSequence);
    keepIn(choice_.position, position_);
    position_->setAccessibleName(tr("Position"));
    position_->setToolTip(tr("The output position at which the answer is read, from 1"));
    positionLabel_ = new QLabel(tr("output position"), second);
    positionLabel_->setBuddy(position_);
    class_ = new QSpinBox(second);
    class_->setRange(-1, INT_MAX);
    keepIn(choice_.otherClass, class_);
    class_->setSpecialValueText(tr("predicted"));
    class_->setAccessibleName(tr("Second class"));
    class_->setToolTip(
        tr("The class whose logit is subtracted from that of the answer to the clean input; the first choice "
           "is the one predicted for the sample"));
    row->addGroup({positionLabel_, position_});
    row->addLabelled(tr("compared with class"), class_);
    lines->addWidget(first);
    lines->addWidget(second);
    connect(edit_, &SequenceEdit::tokensEdited, this, &PatchingPanel::typed);
    for (QSpinBox* box : {position_, class_})
        connect(box, &QSpinBox::valueChanged, this, &PatchingPanel::ask);
    return controls;
}

std::vector<FigureFrame*> PatchingPanel::frames() const {
    if (isHidden() || positionsFrame_->isHidden()) return {};
    return {positionsFrame_, headsFrame_};
}

QString PatchingPanel::text() const { return metric_->text(); }

void PatchingPanel::open() {
    show();
    const QString text = choice_.text;
    fit();
    edit_->keepTextIn(choice_.text = text);
    showAnswer();  // one that is there already
}

void PatchingPanel::close() {
    study_->forget();
    choice_.text.clear();
    hide();
}

Sample PatchingPanel::suggested() const {
    const Sample& sample = model_.sample();
    const size_t length = sample.tokens.size();
    std::vector<int32_t> cut = sample.tokens;  // Last resort: reversed, or a longer one cut
    std::ranges::reverse(cut);
    const auto known = model_.data();
    const int64_t count = known ? std::min(model_.sampleCount(), mostSearched) : 0;
    bool isCut = false;
    for (int64_t i = 1; i < count; ++i) {
        const int64_t row = (std::max<int64_t>(model_.sampleRow(), 0) + i) % model_.sampleCount();
        Sample other = sampleOf(model_.config(), *known, {SampleSource::Validation, row});
        if (!sample.expected.empty() && other.expected == sample.expected) continue;
        if (other.tokens.size() == length) return other;
        if (!isCut && other.tokens.size() > length) {
            cut.assign(other.tokens.begin(), other.tokens.begin() + length);
            isCut = true;
        }
    }
    return typedSample(model_.config(), model_.names(), std::move(cut), {});
}

void PatchingPanel::fit() {
    if (isHidden() || whyNoPatching(model_.config().network)) return;
    fitSequenceEdit(*edit_, model_, [this]() -> const Sample& { return choice_.clean; });
    const CrossEntropy answers =
        buildProgram(model_.config().network, std::max(model_.sample().length(), 1)).loss();
    {
        const QSignalBlocker a(position_), b(class_);
        position_->setRange(1, answers.rows);
        class_->setMaximum(std::max(answers.classes, 2) - 1);
    }
    positionLabel_->setVisible(answers.rows > 1);
    position_->setVisible(answers.rows > 1);
    if (!choice_.typed || choice_.clean.tokens.size() != model_.sample().tokens.size()) {
        choice_.typed = false;
        choice_.clean = suggested();
    }
    edit_->setTokens(choice_.clean.tokens);
    ask();
}

void PatchingPanel::typed(const std::vector<int32_t>& tokens) {
    const bool isText = !model_.names().vocabulary.empty();
    choice_.clean = typedSample(model_.config(), model_.names(), tokens,
                                isText ? edit_->line()->text().toStdString() : std::string());
    choice_.typed = true;
    ask();
}

/// One question at a time, so that there are answers however fast the network learns.
void PatchingPanel::ask() {
    if (isHidden()) return;
    if (study_->isAsking() || !isVisible() || !model_.parameters()) {
        outdated_ = true;
        return;
    }
    outdated_ = false;
    const Sample& sample = model_.sample();
    if (sample.tokens.size() != choice_.clean.tokens.size()) {
        refuse(tr("The clean input needs as many tokens as the sample below, %1; it has %2.")
                   .arg(sample.tokens.size())
                   .arg(choice_.clean.tokens.size()));
        return;
    }
    PatchingMetric metric{.position = position_->value() - 1};
    if (class_->value() >= 0) metric.secondClass = class_->value();
    study_->ask(
        model_.subject(),
        [sample, clean = choice_.clean, ablation = model_.ablation(), metric](
            const Subject& subject, const auto&, const std::atomic<bool>&) -> std::optional<Patching> {
            Inspector inspector(subject.config.network, Inspector::Gradients::No);
            inspector.setParameters(subject.parameters);
            inspector.setAblation(ablation);
            return patchActivations(inspector, sample, clean, metric);
        });
}

void PatchingPanel::showAnswer() {
    const Patching* answer = study_->answer();
    if (isHidden() || !answer) return;
    const auto name = [&](int label) {
        return classText(model_.config().data, model_.names(), size_t(label));
    };
    const auto logit = [](float value) { return withMinus(QString::number(double(value), 'f', 2)); };
    const QString where =
        position_->maximum() > 1 ? tr(" at position %1").arg(answer->position + 1) : QString();
    metric_->setText(tr("Logit of %1 − that of %2%3: clean %4, sample %5")
                         .arg(name(answer->cleanClass), name(answer->secondClass), where)
                         .arg(logit(answer->clean), logit(answer->corrupted)));
    if (const char* why = whyPatchingSaysLittle(*answer))
        metric_->setText(metric_->text() + QStringLiteral(" · ") + modelText(why));
    HeatMapFigure positions = patchedPositionsFigure(*answer), heads = patchedHeadsFigure(*answer);
    for (HeatMapFigure* figure : {&positions, &heads}) sayAblated(*figure, study_->askedWith());
    positions_->setFigure(positions);
    heads_->setFigure(heads);
    positionsFrame_->show();
    headsFrame_->show();
    if (outdated_) ask();
}

void PatchingPanel::refuse(const QString& why) {
    metric_->setText(why);
    positionsFrame_->hide();
    headsFrame_->hide();
    if (outdated_) ask();
}

void PatchingPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool besideEachOther = height() < zoomed(heightForBoth) && width() >= zoomed(widthForBoth);
    maps_->setDirection(besideEachOther ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void PatchingPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (outdated_) ask();
}

}  // namespace attx
