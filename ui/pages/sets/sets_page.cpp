#include "ui/pages/sets/sets_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/head_combos.h"
#include "ui/controls/kept_field.h"
#include "ui/figures/evaluate/figures_of_sets.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"
#include "ui/state/comparison.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/set_links_view.h"
#include "ui/views/set_list_view.h"

namespace attx {
namespace {

enum Show { AllSets, Mistakes, Unsure, Sure };
constexpr float unsureUpTo = 0.5F, sureFrom = 0.9F;

}  // namespace

SetsPage::SetsPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept),
      model_(model),
      choice_(this->kept().of<Choice>()),
      study_(this->kept().of<SetStudy>(model)),
      equivarianceStudy_(this->kept().of<Study<Equivariance>>()) {
    confusion_ = new HeatMapView(this);
    confusion_->setKeyMode(HeatMapView::KeyMode::Cells);
    confusionFrame_ = framed(confusion_);
    stack_ = new QStackedWidget(this);
    stack_->addWidget(makeSets());
    stack_->addWidget(confusionFrame_);

    auto* layout = pageLayout<QVBoxLayout>();
    layout->addWidget(makeControls());
    parts_ = new QSplitter(Qt::Vertical, this);
    parts_->setChildrenCollapsible(false);
    auto* body = flatLayout<QHBoxLayout>(new QWidget(parts_), 16);
    body->addWidget(stack_, 6);
    body->addWidget(makeDetails(), 5);
    parts_->addWidget(body->parentWidget());
    layout->addWidget(parts_, 1);

    connect(list_, &SetListView::setClicked, this, &SetsPage::chooseSet);
    connect(list_, &SetListView::imageHovered, this, [this](int index, int image) {
        if (index < 0) {
            Q_EMIT readout({});
            return;
        }
        const ShownSet set = shownSet(index);
        QString text =
            tr("%1, image %2: %3").arg(set.caption).arg(image + 1).arg(drawnText(set.names.value(image)));
        if (!set.probabilities.empty())
            text += tr(" · probability %1").arg(set.probabilities[image], 0, 'f', 4);
        Q_EMIT readout(text);
    });
    for (auto signal : {&HeatMapView::mapClicked, &HeatMapView::mapSelected})
        connect(heads_, signal, this, [this](int map) {
            if (method()) return;  // no heads are shown
            choice_.head = std::max(0, map);
            heads_->setSelectedMap(choice_.head);
            showDetails();
        });
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        choice_.head = choice_.cls = choice_.top = 0;
        heads_->setSelectedMap(-1);
        if (choice_.imagesOf.lock() != model_.data()) choice_.images.reset();
        fillClasses();
        fitMethods(*method_, 1, mapMethods(), model_.config(), model_.config().data.setSize);
        askExplanation();  // what was asked may be none of them
        if (choice_.ownData != model_.data()) {
            choice_.ownData = model_.data();
            ++choice_.picturesTag;
            own_->forget();
        }
        equivarianceStudy_.forget();
        refresh();
    });
    for (auto signal : {&RunModel::orientationChanged, &RunModel::memberImagesChanged})
        connect(&model_, signal, this, &SetsPage::showDetails);
    connect(&model_.shown(), &Shown::explanationChanged, this, &SetsPage::showDetails);
    connect(&equivarianceStudy_, &StudyBase::changed, this, &SetsPage::showEquivariance);
    connect(&study_, &SetStudy::changed, this, [this] {
        filter();
        if (confusionButton_->isChecked()) showConfusion();
    });
    connect(&model_.shown(), &Shown::ablationChanged, this, [this] {
        equivarianceStudy_.forget();
        if (isVisible()) study_.ask();
    });
    connect(&study_, &SetStudy::answered, this, [this] {
        if (isVisible()) study_.ask();
    });
    connect(&model_.shown(), &Shown::sampleChanged, this, [this] {
        equivarianceStudy_.forget();
        own_->follow(model_.sample());
        showSelection();
    });
    connect(&model_.shown(), &Shown::inspectionChanged, this, [this] {
        answerOwnSet();
        if (!isVisible()) return;
        showDetails();
        study_.ask();
    });
    fillClasses();
    fitMethods(*method_, 1, mapMethods(), model_.config(), model_.config().data.setSize);
    showEquivariance();
    stack_->setCurrentIndex(choice_.confusion ? 1 : 0);
    if (choice_.confusion) showConfusion();
}

QWidget* SetsPage::makeControls() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    split_ = makeCombo(tr("data"), tr("Whose sets are shown"), {tr("test sets"), tr("validation sets")}, row);
    show_ = makeCombo(
        tr("show"),
        tr("Which sets are shown. Unsure: the best guess has a probability up to 0.5; sure: from 0.9."),
        {tr("all"), tr("mistakes"), tr("unsure"), tr("sure")}, row);
    class_ = makeCombo(tr("class"), tr("Only sets in which this class is the odd one or the others"),
                       {tr("any class")}, row);
    class_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    class_->setMinimumContentsLength(9);
    order_ = makeCombo(tr("order"), tr("In which order"),
                       {tr("as drawn"), tr("largest loss first"), tr("least sure first")}, row);

    keepIn(choice_.split, split_);
    keepIn(choice_.show, show_);
    keepIn(choice_.order, order_);

    connect(class_, &QComboBox::currentIndexChanged, this, [this](int index) { choice_.cls = index; });
    layout->addWidget(split_);
    layout->addLabelled(tr("show"), show_);
    for (QComboBox* combo : {class_, order_}) layout->addWidget(combo);
    confusionButton_ = layout->addButton<QPushButton>(
        tr("Confusion"), tr("Which odd class is missed among which: the share of mistakes, class by class"));
    confusionButton_->setCheckable(true);
    keepIn(choice_.confusion, confusionButton_);
    summary_ = layout->addText(tr("Summary"));

    connect(split_, &QComboBox::currentIndexChanged, this, [this](int index) {
        choice_.top = 0;
        study_.setTest(index == 0);
        refresh();
    });
    connect(split_, &QComboBox::activated, this, [this] { choice_.splitIsChosen = true; });
    for (QComboBox* combo : {show_, class_, order_})
        connect(combo, &QComboBox::currentIndexChanged, this, &SetsPage::filter);
    connect(confusionButton_, &QPushButton::toggled, this, [this](bool on) {
        stack_->setCurrentIndex(on ? 1 : 0);
        if (on) showConfusion();
        Q_EMIT readingChanged();
    });
    return row;
}

QWidget* SetsPage::makeSets() {
    auto* column = new QWidget(this);
    auto* layout = flatLayout<QVBoxLayout>(column);
    list_ = new SetListView([this](int index) { return shownSet(index); }, column);
    list_->keepTopIn(choice_.top);
    listFrame_ = framed(list_, [this] { return listFigure(); });
    own_ = new OwnSet(choice_.own, column);
    ownFrame_ = framed(own_, [this]() -> std::unique_ptr<Figure> {
        if (own_->count() == 0) return nullptr;
        auto figure = std::make_unique<SetFigure>();
        figure->setName(QStringLiteral("own-set"));
        figure->setTitle(tr("Own set"));
        figure->sets.push_back(own_->shown());
        sayAblated(*figure, model_.ablation(), model_.config().network, &model_.sample());
        return figure;
    });
    auto* clear = ownFrame_->menu()->addAction(tr("Empty the own set"));
    layout->addWidget(listFrame_, 1);
    layout->addWidget(ownFrame_);
    connect(clear, &QAction::triggered, own_, &OwnSet::clear);
    connect(list_, &SetListView::imageDragged, this, &SetsPage::dragImage);
    connect(list_, &SetListView::imageDoubleClicked, this, [this](int index, int image) {
        if (const auto member = memberAt(index, image)) addMember(*member);
    });
    connect(own_, &OwnSet::memberDropped, this, &SetsPage::addMember);
    connect(own_, &OwnSet::filesDropped, this, &SetsPage::addFiles);
    connect(own_, &OwnSet::changed, this, &SetsPage::lookAtOwnSet);
    return column;
}

QWidget* SetsPage::makeDetails() {
    auto* column = new QWidget(this);
    details_ = flatLayout<QVBoxLayout>(column);
    heads_ = new HeatMapView(column);
    caption_ = new QLabel(column);
    caption_->setAccessibleName(tr("The set that is looked at"));
    caption_->setTextFormat(Qt::PlainText);
    caption_->setWordWrap(true);  // a long name must not widen the window
    headsFrame_ = framed(heads_);
    first_ = captioned(headsFrame_, column);
    links_ = new SetLinksView(column);
    linksFrame_ = framed(links_, [this] { return links_->figure().clone(); });
    equivariance_ = new QPushButton(tr("Check equivariance"), column);
    equivariance_->setAccessibleName(tr("Check equivariance"));
    equivariance_->setToolTip(
        tr("Shuffles the images of this set and asks again: every image must keep its probability"));
    equivarianceText_ = new QLabel(column);
    equivarianceText_->setAccessibleName(tr("Result of the check"));
    equivarianceText_->setWordWrap(true);
    auto* line = new QVBoxLayout;
    line->setSpacing(4);
    line->addWidget(equivarianceText_);  // Comes first, so that the button stays where it is
    line->addWidget(equivariance_, 0, Qt::AlignLeft);
    equivarianceText_->hide();
    method_ = makeCombo(tr("Explanation"),
                        tr("What the maps of this set show: the attention of each head, or on which images "
                           "its probabilities rest by a method of the page Explain"),
                        {tr("attention")}, column);
    addMethods(*method_, mapMethods());
    keepIn(choice_.method, method_);
    method_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    method_->setMinimumContentsLength(11);
    details_->addWidget(caption_);  // Takes the whole width: it would take five lines beside the box
    details_->addWidget(method_, 0, Qt::AlignLeft);
    details_->addWidget(first_.column, 3);
    details_->addWidget(linksFrame_, 2);
    details_->addLayout(line);
    connect(equivariance_, &QPushButton::clicked, this, &SetsPage::checkEquivariance);
    connect(method_, &QComboBox::currentIndexChanged, this, [this] {
        heads_->setSelectedMap(method() ? -1 : choice_.head);
        askExplanation();
        showDetails();
    });
    return column;
}

QString SetsPage::reading() const {
    return confusionButton_->isChecked()
               ? tr("Row: class of the odd one; column: of the others; bright: often not found.")
               : tr("Below each image: the probability that it is the odd one.");
}

std::vector<FigureFrame*> SetsPage::frames() const {
    if (!suits(model_.config())) return {};
    std::vector<FigureFrame*> frames{stack_->currentIndex() == 1 ? confusionFrame_ : listFrame_};
    for (FigureFrame* frame : {headsFrame_, secondFrame_, differenceFrame_, linksFrame_})
        if (frame && !frame->isHidden()) frames.push_back(frame);
    if (stack_->currentIndex() != 1) frames.push_back(ownFrame_);
    return frames;
}

bool SetsPage::goBack() {
    if (!confusionButton_->isChecked()) return false;
    confusionButton_->setChecked(false);
    return true;
}

QVariantMap SetsPage::controls() const {
    return {{QStringLiteral("set"), static_cast<qlonglong>(model_.sample().rowOf(split()) + 1)},  // 0: none
            {QStringLiteral("split"), split_->currentIndex()},
            {QStringLiteral("show"), show_->currentIndex()},
            {QStringLiteral("order"), order_->currentIndex()},
            {QStringLiteral("confusion"), confusionButton_->isChecked()},
            {QStringLiteral("equivarianceChecked"), equivarianceStudy_.answer() != nullptr}};
}

void SetsPage::restoreControls(const QVariantMap& controls) {
    for (const auto& [name, combo] :
         {std::pair("split", split_), std::pair("show", show_), std::pair("order", order_)})
        restoreCombo(combo, controls, name);
    confusionButton_->setChecked(controls.value(QStringLiteral("confusion")).toBool());
}

SampleSource SetsPage::split() const {
    return study_.isTest() ? SampleSource::Test : SampleSource::Validation;
}

ShownSet SetsPage::shownSet(int index) const {
    ShownSet set;
    const Table* images = study_.table();
    const SetAnswers* answers = study_.answers();
    if (!answers || !images || index < 0 || size_t(index) >= shown_.size()) return set;
    const auto number = size_t(shown_[index]);
    const auto size = size_t(answers->size);
    set.caption = tr("Set %1").arg(number + 1);
    set.odd = answers->odd[number];
    for (size_t i = number * size; i < (number + 1) * size; ++i) {
        const int32_t row = answers->rows[i];
        set.images << choice_.imageOf({split(), row});
        set.names << QString::fromStdString(model_.data()->names.classes[images->classes[row]]);
    }
    if (int64_t(number) < answers->answered()) {
        const auto from = answers->probabilities.begin() + ptrdiff_t(number * size);
        set.probabilities.assign(from, from + ptrdiff_t(size));
    }
    return set;
}

void SetsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    // The list has the set that is looked at, unless a person has chosen the other one.
    const SampleSource shown = model_.sample().from.source;
    if (!choice_.splitIsChosen && shown != SampleSource::Own && shown != split())
        split_->setCurrentIndex(shown == SampleSource::Test ? 0 : 1);
    askExplanation();
    refresh();
}

void SetsPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    model_.shown().wantExplanation(std::nullopt);
    if (comparison_ && comparison_->second()) comparison_->second()->wantExplanation(std::nullopt);
}

void SetsPage::refresh() {
    if (!isVisible()) return;
    study_.ask();
    filter();
    showDetails();
}

void SetsPage::fillClasses() {
    const QSignalBlocker blocker(class_);
    class_->clear();
    class_->addItem(tr("any class"));
    if (const auto known = model_.data(); known && suits(model_.config()))
        class_->addItems(classTexts(model_.config().data, known->names));
    class_->setCurrentIndex(choice_.cls < class_->count() ? choice_.cls : 0);
}

void SetsPage::filter() {
    const Table* images = study_.table();
    const SetAnswers* answers = study_.answers();
    shown_.clear();
    QString summary, empty;
    if (!suits(model_.config())) {
        summary = tr("This run has no sets. Choose the preset Odd one out: drawn shapes.");
    } else if (!images) {
        empty =
            model_.config().data.path.empty()
                ? tr("The images are being drawn …")
                : tr("No images yet: they are being read, or their place in the form (files) is not right.");
    } else if (answers && images) {
        SetFilter filter;
        filter.mistakesOnly = show_->currentIndex() == Mistakes;
        if (show_->currentIndex() == Unsure) filter.mostSure = unsureUpTo;
        if (show_->currentIndex() == Sure) filter.leastSure = sureFrom;
        filter.cls = class_->currentIndex() - 1;
        filter.order = static_cast<SetFilter::Order>(order_->currentIndex());
        shown_ = filteredSets(*answers, images->classes, filter);
        int64_t right = 0;
        for (int64_t set = 0; set < answers->answered(); ++set)
            right += answers->predicted(set) == answers->odd[set];
        summary = tr("%1 of %2 sets").arg(countText(std::ssize(shown_)), countText(answers->count()));
        if (answers->answered() > 0)
            summary +=
                tr(" · %1 % found").arg(100.0 * double(right) / double(answers->answered()), 0, 'f', 1);
        if (answers->answered() > 0 && answers->answered() < answers->count())
            summary += tr(" so far, %1 of %2 asked")
                           .arg(countText(answers->answered()), countText(answers->count()));
        if (const QString off = ablatedHeadsText(model_.shown().ablatedHeads()); !off.isEmpty())
            summary += QStringLiteral(" · ") + off;
    }
    summary_->setText(summary);
    list_->setEmptyText(answers ? tr("No set passes the filters.") : empty);
    QStringList classes;
    for (const std::string& name : model_.names().classes) classes << QString::fromStdString(name);
    list_->setSets(int(shown_.size()), model_.config().data.setSize, classes);
    showSelection();
}

/// The row of the set that is looked at, if it is among those shown.
void SetsPage::showSelection() {
    const auto found = std::ranges::find(shown_, model_.sample().rowOf(split()));
    list_->setSelected(found == shown_.end() ? -1 : int(found - shown_.begin()));
}

QString SetsPage::lookedAt() const {
    const Sample& sample = model_.sample();
    if (!model_.data() || sample.words.empty()) return {};
    QString which = sample == own_->sample() ? tr("Own set") : tr("Another set");
    if (sample.from.source == SampleSource::Test) which = tr("Set %1").arg(sample.from.row + 1);
    if (model_.sampleRow() >= 0) which = tr("Validation set %1").arg(model_.sampleRow() + 1);
    if (sample.from.source != SampleSource::Own && sample.from.source != split() && sample != own_->sample())
        which +=
            study_.isTest() ? tr(" (the list has the test sets)") : tr(" (the list has the validation sets)");
    if (sample.expected.size() != 1 || sample.expected[0] < 0) return which;
    const auto odd = size_t(sample.expected[0]);
    const size_t other = odd == 0 ? sample.words.size() - 1 : 0;
    return tr("%1 · %2, others %3")
        .arg(which, shortClass(drawnText(sample.words[odd])), shortClass(drawnText(sample.words[other])));
}

void SetsPage::chooseSet(int index) {
    const SetAnswers* answers = study_.answers();
    if (!answers || !study_.table() || index < 0 || size_t(index) >= shown_.size()) return;
    const auto size = size_t(answers->size);
    const int32_t number = shown_[index];
    const auto rows = std::span(answers->rows).subspan(size_t(number) * size, size);
    if (const SampleRow from{split(), number}; from != model_.sample().from)
        model_.shown().chooseSample(setOf(*model_.data(), rows, from));
}

void SetsPage::showDetails() {
    const bool sets = suits(model_.config());
    const Inspection& inspection = model_.inspection();
    equivariance_->setEnabled(sets && !model_.sample().features.empty());
    if (!isVisible() || !sets) return;
    caption_->setText(lookedAt() + caveat());
    const NetworkConfig& network = model_.config().network;
    heads_->setKeyMode(method() ? HeatMapView::KeyMode::Cells : HeatMapView::KeyMode::Maps);
    if (const auto maps = mapsOf(model_.shown())) heads_->setFigure(*maps);
    if (!method() && heads_->selectedMap() < 0) heads_->setSelectedMap(choice_.head);
    links_->setFigure(setLinksFigure(inspection, choice_.head / network.numHeads,
                                     choice_.head % network.numHeads, model_.imagesOf(inspection.sample)));
    showComparison();
}

void SetsPage::showConfusion() {
    const Table* images = study_.table();
    const SetAnswers* answers = study_.answers();
    if (!answers || !images) return;
    HeatMapFigure figure = setConfusionFigure(*answers, images->classes, model_.data()->names.classes,
                                              images == &model_.data()->test);
    sayAblated(figure, study_.study().askedWith());
    confusion_->setFigure(figure);
}

void SetsPage::checkEquivariance() {
    const Sample& sample = model_.sample();
    if (sample.features.empty() || !model_.parameters()) return;
    std::vector<int32_t> order(sample.members.size());
    std::iota(order.begin(), order.end(), 0);
    // To another place for each: an image that stays where it is shows nothing.
    const std::vector<int32_t> before = order;
    const auto staysAnywhere = [&] {
        return std::mismatch(order.begin(), order.end(), before.begin(), std::not_equal_to()).first !=
               order.end();
    };
    do std::shuffle(order.begin(), order.end(), *QRandomGenerator::global());
    while (order.size() > 1 && staysAnywhere());
    equivarianceStudy_.ask(model_.subject(), [features = sample.features, order](const Subject& subject,
                                                                                 const auto&, const auto&) {
        return std::optional(attx::checkEquivariance(subject, features, order));
    });
}

void SetsPage::showEquivariance() {
    const Equivariance* result = equivarianceStudy_.answer();
    equivarianceText_->setVisible(result);
    if (!result) return equivarianceText_->clear();
    QStringList order, after;
    for (size_t i = 0; i < result->order.size(); ++i) {
        order << QString::number(result->order[i] + 1);
        after << QString::number(result->after[i], 'f', 3);
    }
    constexpr float rounding = 1e-4F;
    equivarianceText_->setText(
        tr("%1: shuffled to %2, the answers differ by %3 at most.")
            .arg(result->error < rounding ? tr("The order does not matter") : tr("The order matters"),
                 order.join(QLatin1Char(' ')), QString::number(double(result->error), 'g', 2)));
    equivarianceText_->setToolTip(
        inLines(tr("The probabilities in this order: %1").arg(after.join(QLatin1Char(' ')))));
}

}  // namespace attx
