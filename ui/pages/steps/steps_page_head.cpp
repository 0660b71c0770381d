// The page Step by step with a head of the network: asked for in the background, shown in parts and cut-outs.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

#include "ui/controls/control_row.h"
#include "ui/controls/kept_field.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/views/steps_view.h"

namespace attx {

void StepsPage::addHeadControls(QWidget* row) {
    auto* layout = static_cast<ControlRow*>(row->layout());
    const auto add = [&](const QString& name, const QString& tip, QWidget* control) {
        auto* label = new QLabel(name, row);
        label->setBuddy(control);
        control->setAccessibleName(name);
        control->setToolTip(tip);
        layout->addGroup({label, control});
        headOnly_.insert(headOnly_.end(), {label, control});
    };
    partBox_ = new QComboBox(row);
    partBox_->addItems({tr("1 projections"), tr("2 attention"), tr("3 heads joined")});
    keepIn(choice_.part, partBox_);
    add(tr("Show"), tr("How Q, K and V are made of the input; the attention; how W_O joins the heads"),
        partBox_);
    connect(partBox_, &QComboBox::currentIndexChanged, this, &StepsPage::showInput);
    const auto addFirst = [&](const QString& name, const QString& tip, int& first) {
        auto* spin = new QSpinBox(row);
        add(name, tip, spin);
        connect(spin, &QSpinBox::valueChanged, this, [this, &first](int number) {
            first = number - 1;
            showInput();
        });
        return spin;
    };
    firstQuery_ =
        addFirst(tr("from query"), tr("The first query shown; everything is computed with all of them"),
                 choice_.cut.query);
    firstKey_ = addFirst(tr("key"), tr("The first key shown; everything is computed with all of them"),
                         choice_.cut.key);
    firstDim_ = addFirst(tr("dimension"),
                         tr("The first dimension of the head shown; everything is computed with all of them"),
                         choice_.cut.dim);
    firstModel_ =
        addFirst(tr("of the model"),
                 tr("The first of the network's dimensions shown; everything is computed with all of them"),
                 choice_.cut.model);
    auto* back = layout->addButton<QPushButton>(tr("Back to typed numbers"),
                                                tr("Show the numbers that were here before the head"));
    headOnly_.push_back(back);
    connect(back, &QPushButton::clicked, this, &StepsPage::leaveHead);
}

void StepsPage::showHead(int layer, int head) {
    const bool followed = followsTraining();
    choice_.wanted = {layer, head};
    study_->forget();
    if (!followed) Q_EMIT sourceChanged();
    askHead();
}

void StepsPage::leaveHead() {
    study_->forget();
    if (choice_.network.head) choice_.input = choice_.typed;
    choice_.network = {};
    if (!choice_.wanted) return;
    choice_.wanted.reset();
    showInput();
    Q_EMIT sourceChanged();
}

/// Now, or when the page is shown, or after the question under way.
void StepsPage::askHead() {
    dirty_ = choice_.wanted.has_value();
    const Subject now{model_.config(), model_.parameters(), nullptr, model_.ablation()};
    if (!choice_.wanted || !isVisible() || study_->isAsking() || !now.parameters ||
        model_.sample().length() == 0)
        return;
    dirty_ = false;
    if (choice_.wanted->layer >= now.config.network.numLayers ||
        choice_.wanted->head >= now.config.network.numHeads) {
        leaveHead();  // The network shown has no such head
        return;
    }
    study_->ask(now,
                [sample = model_.sample(), of = *choice_.wanted](const Subject& subject, const auto&,
                                                                 const auto&) -> std::optional<HeadSteps> {
                    Inspector inspector(subject.config.network, Inspector::Gradients::No);
                    inspector.setParameters(subject.parameters);
                    inspector.setAblation(subject.ablation);
                    (void)inspector.inspect(sample);
                    return headSteps(inspector, of.layer, of.head);
                });
}

void StepsPage::takeHead() {
    const HeadSteps next = *study_->answer();
    const bool another = !choice_.network.head || choice_.network.head->layer != next.head->layer ||
                         choice_.network.head->head != next.head->head ||
                         choice_.network.input.masked.size() != next.input.masked.size();
    if (!choice_.network.head) choice_.typed = choice_.input;
    AttentionInput input = next.input;
    if (!another) {  // what was changed by hand stays while the network learns
        input.scaled = choice_.input.scaled;
        input.temperature = choice_.input.temperature;
        input.causal = choice_.input.causal;
        if (choice_.input.masked != choice_.network.input.masked) input.masked = choice_.input.masked;
    }
    choice_.network = next;
    choice_.input = input;
    if (another) {
        // The first query and what it attends to most.
        const auto row = next.head->weights.values.begin();
        const auto strongest = int(std::max_element(row, row + next.head->weights.cols) - row);
        choice_.cut.query = 0;
        choice_.cut.key = strongest < mostShown ? 0 : strongest;
    }
    showInput();
    if (dirty_) askHead();
}

/// Which controls are there, and how far they go.
void StepsPage::showHeadControls() {
    const HeadContext* head = choice_.network.head.get();
    for (QWidget* widget : typedOnly_) widget->setVisible(!head);
    for (QWidget* widget : headOnly_) widget->setVisible(head);
    const int examples = int(attentionExamples().size()) + 1;  // One more for own numbers
    const QString name = head ? tr("Layer %1, head %2").arg(head->layer + 1).arg(head->head + 1) : QString();
    if (exampleBox_->count() > examples && exampleBox_->itemText(examples) != name)
        exampleBox_->removeItem(examples);
    if (!head) return;
    if (exampleBox_->count() == examples) exampleBox_->addItem(name);
    const auto limit = [](QSpinBox* spin, int count, int& first) {
        spin->setRange(1, std::max(1, count - mostShown + 1));
        spin->setValue(first + 1);
        first = spin->value() - 1;
        spin->setSuffix(tr(" of %1").arg(count));
        spin->setEnabled(count > mostShown);
    };
    limit(firstQuery_, choice_.input.q.rows, choice_.cut.query);
    limit(firstKey_, choice_.input.k.rows, choice_.cut.key);
    limit(firstDim_, choice_.input.q.cols, choice_.cut.dim);
    limit(firstModel_, head->x.cols, choice_.cut.model);
}

QString StepsPage::headNote() const {
    const AttentionSteps& steps = view_->figure().steps();
    QString text;
    if (choice_.input == choice_.network.input) {
        double largest = 0;
        const std::vector<double>&weights = steps.of(Step::Weights).values,
              &there = choice_.network.head->weights.values;
        for (size_t i = 0; i < weights.size(); ++i)
            largest = std::max(largest, std::abs(weights[i] - there[i]));
        text = tr("Weights agree with the network's to %1.").arg(powerOfTen(largest));
    } else {
        text = tr("Changed by hand: not what the network computes.");
    }
    if (view_->figure().isCut()) text += QLatin1Char(' ') + tr("Shown in part, computed whole.");
    return text;
}

void StepsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (dirty_) askHead();
}

}  // namespace attx
