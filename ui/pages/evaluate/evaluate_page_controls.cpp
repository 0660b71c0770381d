// The controls and tables of the page Evaluate, and how they are kept.
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "model/attribute/explain_methods.h"
#include "model/evaluate/faithfulness_file.h"
#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/side_table.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/views/heat_map_view.h"

namespace attx {
namespace {

constexpr int fewestSamples = 1, mostSamples = 100'000;
constexpr int leastTable = 72;  // px at zoom 1

}  // namespace

QWidget* EvaluatePage::makeControls() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    question_ = makeCombo(tr("Question"), tr("What is measured"),
                          {tr("How good is the network?"), tr("How faithful are the explanations?")}, row);
    split_ = makeCombo(tr("Data"), tr("Data that the network has not learned from"),
                       {tr("validation data"), tr("test data")}, row);
    keepIn(choice_.question, question_);
    keepIn(choice_.split, split_);
    samplesLabel_ = new QLabel(tr("samples"), row);
    samples_ = new QSpinBox(row);
    samples_->setRange(fewestSamples, mostSamples);
    keepIn(choice_.samples, samples_);
    samples_->setAccessibleName(tr("Samples"));
    samples_->setToolTip(
        tr("Of the validation data, or as many as there are; the bands narrow with their root"));
    samplesLabel_->setBuddy(samples_);
    chosen_ = new QPushButton(tr("Methods"), row);
    chosen_->setAccessibleName(tr("Methods"));
    chosen_->setToolTip(tr("Methods to measure; each takes its time"));
    chosen_->setMenu(new QMenu(chosen_));
    const auto keepMethods = [this] {
        choice_.methods.clear();
        for (const QAction* action : chosen_->menu()->actions())
            if (action->isChecked())
                choice_.methods.push_back(explainMethodNamed(action->data().toString().toStdString()));
    };
    const std::vector<ExplainMethod> methods = choice_.methods;
    for (const ExplainMethodInfo& info : mapMethods()) {
        QAction* action = chosen_->menu()->addAction(modelText(info.title));
        action->setData(QString::fromLatin1(info.name));
        action->setCheckable(true);
        action->setChecked(std::ranges::find(methods, info.method) != methods.end());
        connect(action, &QAction::toggled, this, keepMethods);
    }
    ask_ = new QPushButton(tr("Evaluate"), row);
    ask_->setAccessibleName(tr("Evaluate"));
    summary_ = new QLabel(row);
    summary_->setAccessibleName(tr("Result"));
    layout->addWidget(question_);
    layout->addWidget(split_);
    layout->addWidget(chosen_);
    layout->addGroup({samplesLabel_, samples_});
    layout->addWidget(ask_);
    layout->addWidget(summary_);
    connect(question_, &QComboBox::currentIndexChanged, this, [this](int index) {
        stack_->setCurrentIndex(index);
        askIfIdle();
        showState();
        Q_EMIT readingChanged();
    });
    connect(split_, &QComboBox::currentIndexChanged, this, [this] {
        evaluation_->forget();
        askIfIdle();
    });
    connect(ask_, &QPushButton::clicked, this, &EvaluatePage::ask);
    return row;
}

QWidget* EvaluatePage::makeEvaluation() {
    auto* page = new QWidget(this);
    confusion_ = new HeatMapView(page);
    confusion_->setKeyMode(HeatMapView::KeyMode::Cells);
    confusionFrame_ = framed(confusion_);
    reliability_ = new CurveView(page);
    reliabilityFrame_ = framed(reliability_);
    more_ = new CurveView(page);
    moreFrame_ = framed(more_);
    auto* curves = new QVBoxLayout;
    curves->addWidget(reliabilityFrame_, 1);
    curves->addWidget(moreFrame_, 1);
    figures_ = new QHBoxLayout;
    figures_->setSpacing(16);
    figures_->addWidget(confusionFrame_, 1);
    figures_->addLayout(curves, 1);

    pairs_ = makeTable(tr("Most frequent confusions"), tr("Click a pair to list its examples"),
                       {tr("true"), tr("predicted"), tr("count")}, 1, page);
    examplesTitle_ = new QLabel(page);
    examples_ =
        makeTable(tr("Examples"),
                  tr("Click an example to look at it on the other pages; p is the probability of "
                     "the prediction"),
                  {tr("example"), tr("position"), tr("true"), tr("predicted"), QStringLiteral("p")}, 3, page);
    auto* tables = new QGridLayout;
    tables->setHorizontalSpacing(16);
    tables->setVerticalSpacing(4);
    pairsTitle_ = new QLabel(page);
    tables->addWidget(pairsTitle_, 0, 0);
    tables->addWidget(examplesTitle_, 0, 1);
    // A long one takes a second line rather than the columns of the other table.
    for (QLabel* title : {pairsTitle_, examplesTitle_}) title->setWordWrap(true);
    tables->addWidget(pairs_, 1, 0);
    tables->addWidget(examples_, 1, 1);
    tables->setColumnStretch(0, 2);
    tables->setColumnStretch(1, 3);
    auto* column = flatLayout<QVBoxLayout>(page, 8);
    column->addLayout(figures_, 3);
    column->addLayout(tables, 1);
    reliability_->keepRangesIn(choice_.reliability);
    more_->keepRangesIn(choice_.more);
    whenZoomed(page, [this] {
        reliability_->setMinimumHeight(zoomed(leastCurve));
        showMore();
        for (QTableWidget* table : {pairs_, examples_}) table->setMinimumHeight(zoomed(leastTable));
    });
    connect(confusion_, &HeatMapView::cellClicked, this,
            [this](int, int truth, int predicted) { listExamples(truth, predicted); });
    connect(pairs_, &QTableWidget::currentCellChanged, this, [this](int chosen) {
        choice_.pair = chosen;
        const Evaluation* answer = evaluation_->answer();
        if (!answer || chosen < 0) return;
        const std::vector<ConfusedPair> all = worstPairs(*answer);
        const auto at = static_cast<size_t>(chosen);
        if (at < all.size()) listExamples(all[at].truth, all[at].predicted);
    });
    connect(examples_, &QTableWidget::currentCellChanged, this, [this](int chosen) {
        choice_.example = chosen;
        openExample(chosen);
    });
    return scrolled(page);
}

QWidget* EvaluatePage::makeFaithfulness() {
    auto* page = new QWidget(this);
    auto* column = flatLayout<QVBoxLayout>(page, 8);
    removed_ = new QLabel(page);
    removed_->setWordWrap(true);
    curves_ = new CurveView(page);
    curves_->keepRangesIn(choice_.curves);
    curvesFrame_ = framed(curves_);
    methods_ =
        makeTable(tr("Methods"),
                  tr("By falling comprehensiveness. Comprehensiveness: how much probability is lost "
                     "without the inputs named first; sufficiency: how much is missing with only them. "
                     "Behind ± the band of 95 %."),
                  {tr("method"), tr("comprehensiveness"), tr("sufficiency"), tr("weight on the right input"),
                   tr("right input ranked first")},
                  0, page);
    column->addWidget(removed_);
    column->addWidget(curvesFrame_, 3);
    column->addWidget(methods_, 2);
    return page;
}

QVariantMap EvaluatePage::controls() const {
    QStringList methods;
    for (const QAction* action : chosen_->menu()->actions())
        if (action->isChecked()) methods << action->data().toString();
    return {{QStringLiteral("question"), question_->currentIndex()},
            {QStringLiteral("split"), split_->currentIndex()},
            {QStringLiteral("samples"), samples_->value()},
            {QStringLiteral("methods"), methods}};
}

void EvaluatePage::restoreControls(const QVariantMap& controls) {
    for (const auto& [name, combo] : {std::pair("question", question_), std::pair("split", split_)})
        restoreCombo(combo, controls, name);
    samples_->setValue(controls.value(QStringLiteral("samples"), FaithfulnessOptions().samples).toInt());
    if (!controls.contains(QStringLiteral("methods"))) return;
    const QStringList methods = controls.value(QStringLiteral("methods")).toStringList();
    for (QAction* action : chosen_->menu()->actions())
        action->setChecked(methods.contains(action->data().toString()));
}

}  // namespace attx
