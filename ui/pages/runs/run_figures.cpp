#include "ui/pages/runs/run_figures.h"

#include <QComboBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "model/config/keys.h"
#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/state_bar.h"
#include "ui/figures/runs/interval_figure.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/figures/runs/scatter_figure.h"
#include "ui/look/model_text.h"
#include "ui/views/figure_view.h"

namespace attx {
namespace {

constexpr int longestCombo = 240;  // px; names of groups can be long
constexpr const char* allKeys = "all";
constexpr const char* eachRun = "each";

QString text(const std::string& s) { return QString::fromStdString(s); }

QToolButton* makeToggle(const QString& text, const QString& tip, bool& on, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    keepIn(on, button);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

}  // namespace

RunFigures::RunFigures(Kept& kept, const Framing& framed, QWidget* parent)
    : QWidget(parent), choice_(kept.of<Choice>()) {
    auto* layout = flatLayout<QVBoxLayout>(this, 4);
    layout->addWidget(makeControls());
    curvesBar_ = new StateBar(tr("Curves shown"), tr("Show all"),
                              tr("Curves of all runs of the table: clears the selection"), this);
    connect(curvesBar_, &StateBar::clicked, this, &RunFigures::allRequested);
    layout->addWidget(curvesBar_);
    stack_ = new QStackedWidget(this);
    layout->addWidget(stack_, 1);
    parallel_ = new ParallelView(stack_);
    parallel_->keepBrushesIn(choice_.brushes);
    curveView_ = new CurveView(stack_);
    scatter_ = new FigureView(stack_);
    importance_ = new FigureView(stack_);
    comparison_ = new FigureView(stack_);
    QScrollArea* wide = scrolled(parallel_, stack_);
    wide->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    FigureFrame* lines = framed(wide, [this]() -> std::unique_ptr<Figure> {
        auto figure = std::make_unique<ParallelFigure>(parallel_->figure());
        figure->marked = -1;  // Marked by the pointer in the view alone
        return figure;
    });
    FigureFrame* curves = framed(curveView_, [this]() -> std::unique_ptr<Figure> {
        std::unique_ptr<Figure> figure = curveView_->figure().clone();
        return figure->data().empty() ? nullptr : std::move(figure);  // No figure without a run
    });
    stack_->addWidget(curves);  // Order of View
    stack_->addWidget(lines);
    for (FigureView* view : {scatter_, importance_, comparison_}) {
        view->growWithTexts();
        stack_->addWidget(framed(scrolled(view, stack_), [view]() -> std::unique_ptr<Figure> {
            return view->figure() ? view->figure()->clone() : nullptr;
        }));
    }
    connect(lines, &FigureFrame::resetRequested, parallel_, &ParallelView::clearBrushes);
    connect(curves, &FigureFrame::resetRequested, curveView_, &CurveView::resetView);
    connect(parallel_, &ParallelView::brushed, this, &RunFigures::brushed);
    connect(parallel_, &ParallelView::hovered, this, &RunFigures::sayRun);
    connect(parallel_, &ParallelView::clicked, this, &RunFigures::runClicked);
    connect(curveView_, &CurveView::hovered, this,
            [this](int panel, double x) { Q_EMIT readout(curveView_->readoutLine(panel, x)); });
    scatter_->pointed = [this](const QRectF& area, const QPointF& point) {
        const auto* figure = dynamic_cast<const ScatterFigure*>(scatter_->figure());
        const int run = figure ? figure->runAt(area, point, FigureStyle::of(palette())) : -1;
        Q_EMIT readout(run < 0 ? QString() : figure->runs[run]);
    };
    curveView_->keepRangesIn(choice_.ranges);
    fillKeys();
    showControls();
}

QWidget* RunFigures::makeControls() {
    auto* controls = new QWidget(this);
    auto* row = new ControlRow(controls);
    view_ = makeCombo(tr("Figure of the runs"), tr("How the runs are compared"),
                      {tr("curves"), tr("parallel coordinates"), tr("scatter"), tr("importance of settings"),
                       tr("two groups")},
                      controls);
    quantity_ = makeCombo(tr("Quantity"), tr("What the curves show"),
                          {tr("validation loss"), tr("validation accuracy"), tr("training loss"),
                           tr("learning rate"), tr("gradient norm")},
                          controls);
    progress_ = makeCombo(tr("Horizontal axis"),
                          tr("What runs along the axis; times are spread evenly over the steps of a run"),
                          {tr("by step"), tr("by epoch"), tr("by time")}, controls);
    group_ = makeCombo(tr("Groups"),
                       tr("Which runs are one group: its mean, with a band of ± one standard deviation"), {},
                       controls);
    key_ = makeCombo(tr("Setting"), tr("The setting on the horizontal axis"), {}, controls);
    first_ = makeCombo(tr("First group"), tr("The group whose mean the other's is taken from"), {}, controls);
    second_ = makeCombo(tr("Second group"), tr("The group that it is compared with"), {}, controls);
    keepIn(choice_.view, view_);
    keepIn(choice_.quantity, quantity_);
    keepIn(choice_.progress, progress_);
    const std::pair<QComboBox*, QString*> kept[] = {
        {group_, &choice_.group}, {key_, &choice_.key}, {first_, &choice_.first}, {second_, &choice_.second}};
    for (const auto& [combo, value] : kept) {
        connect(combo, &QComboBox::currentIndexChanged, this,
                [combo = combo, value = value] { *value = combo->currentData().toString(); });
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setFixedWidth(longestCombo);
    }
    logX_ = makeToggle(tr("Log x"), tr("Equal distances along the axis are equal ratios"), choice_.logX,
                       controls);
    logY_ = makeToggle(tr("Log y"), tr("Equal heights are equal ratios"), choice_.logY, controls);
    row->addLabelled(tr("fi&gure"), view_);
    for (QComboBox* combo : {quantity_, progress_}) row->addGroup({combo});
    row->addGroup({logX_, logY_});
    for (QComboBox* combo : {group_, key_, first_, second_}) row->addGroup({combo});
    connect(view_, &QComboBox::currentIndexChanged, this, [this] {
        fillKeys();
        showControls();
        refresh();
        Q_EMIT changed();
    });
    connect(group_, &QComboBox::currentIndexChanged, this, &RunFigures::fillGroups);
    for (QComboBox* combo : {quantity_, progress_, group_, key_, first_, second_})
        connect(combo, &QComboBox::currentIndexChanged, this, &RunFigures::refresh);
    for (QToolButton* button : {logX_, logY_})
        connect(button, &QToolButton::toggled, this, &RunFigures::refresh);
    return controls;
}

RunFigures::View RunFigures::view() const { return static_cast<View>(view_->currentIndex()); }

void RunFigures::setView(View view) { view_->setCurrentIndex(int(view)); }

FigureFrame* RunFigures::frame() const {
    return static_cast<FigureFrame*>(stack_->widget(view_->currentIndex()));
}

void RunFigures::showControls() {
    const View view = this->view();
    for (QWidget* widget : std::initializer_list<QWidget*>{quantity_, progress_, logX_, logY_})
        widget->setVisible(view == View::Curves);
    group_->setVisible(view == View::Curves || view == View::Comparison);
    key_->setVisible(view == View::Scatter);
    first_->setVisible(view == View::Comparison);
    second_->setVisible(view == View::Comparison);
    stack_->setCurrentIndex(view_->currentIndex());
}

void RunFigures::fillKeys() {
    std::vector<std::pair<QString, QString>> groups{{tr("grouped: all but seeds"), QLatin1String(allKeys)}};
    if (view() != View::Comparison) groups.emplace_back(tr("each run"), QLatin1String(eachRun));
    std::vector<std::pair<QString, QString>> keys{{tr("all settings"), QString()}};
    for (size_t i = 0; i < chosenKeys(table_); ++i) {
        const std::string& key = table_.keys[i];
        const QString name = keyText(keyInfo(key));
        groups.emplace_back(tr("grouped: %1").arg(name), text(key));
        if (!isSeed(key)) keys.emplace_back(name, text(key));
    }
    refill(group_, groups, choice_.group);
    refill(key_, keys, choice_.key);
    fillGroups();
}

std::string RunFigures::groupKey() const {
    const QString key = group_->currentData().toString();
    return key == QLatin1String(allKeys) || key == QLatin1String(eachRun) ? std::string() : key.toStdString();
}

void RunFigures::fillGroups() {
    std::vector<std::pair<QString, QString>> names;
    for (const RunGroup& group : groupsOf(table_, groupKey()))
        names.emplace_back(groupText(group, table_), text(group.name));
    refill(first_, names, choice_.first);
    refill(second_, names, choice_.second);
    const QSignalBlocker quiet(second_);
    if (names.size() > 1 && first_->currentIndex() == second_->currentIndex())
        second_->setCurrentIndex(first_->currentIndex() == 0 ? 1 : 0);
    if (names.size() > 1) choice_.second = second_->currentData().toString();
}

/// What was chosen stays if it is still there. Before there are runs nothing is known of what there will be.
void RunFigures::refill(QComboBox* combo, const std::vector<std::pair<QString, QString>>& items,
                        QString& chosen) {
    const QSignalBlocker quiet(combo);
    combo->clear();
    for (const auto& [name, value] : items) combo->addItem(name, value);
    combo->setCurrentIndex(std::max(0, combo->findData(chosen)));
    if (!table_.rows.empty()) chosen = combo->currentData().toString();
}

void RunFigures::setTable(RunTable table) {
    const bool sameKeys = table.keys == table_.keys;
    table_ = std::move(table);
    parallel_->setFigure(parallelFigure(table_));
    if (sameKeys && first_->count() > 0)
        fillGroups();
    else
        fillKeys();
    refresh();
}

void RunFigures::goOn(RunTable table, const CurvesByPath& curves, std::vector<std::string> selected) {
    known_ = curves;
    selected_ = std::move(selected);
    std::ranges::sort(selected_);
    const CurveView::Ranges ranges = choice_.ranges;
    setTable(std::move(table));
    choice_.ranges = ranges;
    curveView_->keepRangesIn(choice_.ranges);
}

void RunFigures::setSelected(std::vector<std::string> paths) {
    std::ranges::sort(paths);
    if (paths == selected_) return;
    selected_ = std::move(paths);
    refresh();
    Q_EMIT changed();
}

void RunFigures::setCurves(const CurvesByPath& curves) {
    known_ = curves;
    if (view() == View::Curves) refresh();
}

RunTable RunFigures::active(bool selectedOnly) const {
    RunTable shown{table_.keys, {}, {}};
    for (size_t row = 0; row < table_.rows.size(); ++row) {
        const bool selected = !selectedOnly || std::ranges::binary_search(selected_, table_.rows[row].path);
        if (!selected || !passes(row)) continue;
        shown.rows.push_back(table_.rows[row]);
        shown.values.push_back(table_.values[row]);
    }
    return shown;
}

RunTable RunFigures::curveTable() const {
    RunTable shown = active(!selected_.empty());
    if (selected_.empty() && shown.rows.size() > mostCurves) {
        shown.rows.resize(mostCurves);
        shown.values.resize(mostCurves);
    }
    return shown;
}

std::vector<std::string> RunFigures::wantedCurves() const {
    std::vector<std::string> paths;
    if (view() != View::Curves) return paths;
    for (const RunRow& row : curveTable().rows)
        if (row.state != RunStatus::Waiting && row.state != RunStatus::Damaged) paths.push_back(row.path);
    return paths;
}

QString RunFigures::remark() const {
    const View view = this->view();
    if (view == View::Importance || view == View::Comparison) return {};  // they say it themselves
    const RunTable shown = view == View::Curves ? curveTable() : RunTable();
    QStringList remarks;
    if (const auto open = stillOpen(view == View::Curves ? shown : table_); !open.empty()) {
        size_t runs = 0;
        for (const auto& [state, count] : open) runs += count;
        remarks << (runs == 1 ? tr("1 unfinished run (%1) is shown up to its last step").arg(statesText(open))
                              : tr("%1 unfinished runs (%2) are shown up to their last steps")
                                    .arg(runs)
                                    .arg(statesText(open)));
    }
    if (view != View::Curves) return remarks.join(QString());
    const size_t all = active(!selected_.empty()).rows.size();
    if (all > shown.rows.size())
        remarks << tr("curves of the first %1 of %2 runs: select others to see them")
                       .arg(shown.rows.size())
                       .arg(all);
    const DataFingerprint* first = nullptr;
    for (const RunRow& row : shown.rows) {
        if (!row.data) continue;
        if (first && *first != *row.data) {
            remarks << tr("trained on different data");
            break;
        }
        first = &*row.data;
    }
    return remarks.join(QStringLiteral("; "));
}

/// A selection leaves out curves that others may look for.
void RunFigures::sayCurves() {
    const size_t all = active(false).rows.size(), shown = active(!selected_.empty()).rows.size();
    curvesBar_->setText(view() != View::Curves || shown == all ? QString()
                        : shown == 1                           ? tr("1 of %1 runs: the selected one").arg(all)
                                     : tr("%1 of %2 runs: the selected ones").arg(shown).arg(all));
}

void RunFigures::refresh() {
    sayCurves();
    switch (view()) {
        case View::Parallel:
            return parallel_->update();
        case View::Curves: {
            const bool grouped = group_->currentData().toString() != QLatin1String(eachRun);
            curveView_->setFigure(
                runCurvesFigure(curveTable(), known_,
                                {static_cast<RunQuantity>(quantity_->currentIndex()),
                                 static_cast<RunProgress>(progress_->currentIndex()), logX_->isChecked(),
                                 logY_->isChecked(), grouped, groupKey()}));
            return curveView_->resetView();
        }
        case View::Scatter:
            return scatter_->setFigure(std::make_unique<ScatterFigure>(
                scatterFigure(active(false), key_->currentData().toString().toStdString())));
        case View::Importance:
            return importance_->setFigure(std::make_unique<IntervalFigure>(importanceFigure(active(false))));
        case View::Comparison: {
            const RunTable shown = active(false);
            std::array<RunGroup, 2> chosen;
            const bool areTwo = first_->currentIndex() != second_->currentIndex();
            for (const RunGroup& group : groupsOf(shown, groupKey()))
                for (size_t side = 0; side < (areTwo ? 2 : 1); ++side)
                    if (text(group.name) == (side == 0 ? first_ : second_)->currentData().toString())
                        chosen[side] = group;
            return comparison_->setFigure(
                std::make_unique<IntervalFigure>(comparisonFigure(shown, chosen[0], chosen[1])));
        }
    }
}

void RunFigures::sayRun(int row) {
    if (row < 0 || size_t(row) >= table_.rows.size()) return Q_EMIT readout({});
    const auto number = size_t(row);
    QString line = text(table_.rows[number].path);
    for (size_t i = 0; i < table_.keys.size(); ++i) {
        const KeyInfo& key = keyInfo(table_.keys[i]);
        line += QStringLiteral("   %1 %2").arg(keyText(key), valueText(key, table_.values[number][i]));
    }
    Q_EMIT readout(line);
}

QVariantMap RunFigures::controls() const {
    return {{QStringLiteral("view"), view_->currentIndex()},
            {QStringLiteral("quantity"), quantity_->currentIndex()},
            {QStringLiteral("progress"), progress_->currentIndex()},
            {QStringLiteral("logX"), logX_->isChecked()},
            {QStringLiteral("logY"), logY_->isChecked()}};
}

void RunFigures::restoreControls(const QVariantMap& controls) {
    for (const auto& [name, combo] :
         {std::pair("view", view_), std::pair("quantity", quantity_), std::pair("progress", progress_)})
        restoreCombo(combo, controls, name);
    logX_->setChecked(controls.value(QStringLiteral("logX")).toBool());
    logY_->setChecked(controls.value(QStringLiteral("logY")).toBool());
}

}  // namespace attx
