// The controls and tables of the page Evaluate, and how they are kept.
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/side_table.h"
#include "ui/look/theme.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/split_combo.h"
#include "ui/views/heat_map_view.h"

namespace attx {
namespace {

constexpr int leastTable = 72;  // px at zoom 1

}  // namespace

QWidget* EvaluatePage::makeControls() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    split_ = makeSplitCombo(model_, choice_.split, row);
    layout->addLabelled(tr("data"), split_);
    ask_ =
        layout->addButton<QPushButton>(tr("Evaluate"), tr("Answer the data with the network as it is now"));
    summary_ = layout->addText(tr("Result"));

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
    for (QLabel* title : {pairsTitle_, examplesTitle_}) {
        title->setWordWrap(true);
        title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    }
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
        const auto at = size_t(chosen);
        if (at < all.size()) listExamples(all[at].truth, all[at].predicted);
    });
    connect(examples_, &QTableWidget::currentCellChanged, this, [this](int chosen) {
        choice_.example = chosen;
        openExample(chosen);
    });
    return scrolled(page);
}

QVariantMap EvaluatePage::controls() const { return {{QStringLiteral("split"), split_->currentIndex()}}; }

void EvaluatePage::restoreControls(const QVariantMap& controls) { restoreCombo(split_, controls, "split"); }

}  // namespace attx
