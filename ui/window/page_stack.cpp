#include "ui/window/page_stack.h"

#include <QEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QSignalBlocker>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/figures/network/architecture_figure.h"
#include "ui/look/theme.h"
#include "ui/state/comparison.h"
#include "ui/state/run_model.h"
#include "ui/window/menu_entry.h"
#include "ui/window/page_table.h"

namespace attx {
namespace {

/// A page in the window, which asks for what the page asks for. Short of that the page keeps its size, and
/// scrolls.
class PageArea : public QScrollArea {
public:
    PageArea(Page* page, QWidget* parent) : QScrollArea(parent) {
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);  // What is in it has the focus
        setWidgetResizable(true);
        setWidget(page);
        const QSize least = page->readableSize();
        whenZoomed(page,
                   [page, least] { page->setMinimumSize(zoomed(least.width()), zoomed(least.height())); });
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return widget()->minimumSizeHint(); }
    [[nodiscard]] QSize sizeHint() const override { return widget()->sizeHint(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

}  // namespace

PageStack::PageStack(RunModel& model, Comparison& comparison, Kept& kept, QWidget* parent)
    : QStackedWidget(parent),
      model_(model),
      placeTabs_(new PageTabs(parent)),
      pageTabs_(new PageTabs(parent)),
      lastSeen_(placeCount) {
    placeTabs_->setAccessibleName(tr("Places"));
    pageTabs_->setAccessibleName(tr("Pages"));
    for (int place = 0; place < placeCount; ++place) placeTabs_->addTab(titleOf(static_cast<Place>(place)));
    for (const auto& [place, page] : makePages(model, comparison, kept, this)) {
        if (places_.empty() || places_.back() != int(place)) lastSeen_[size_t(place)] = int(pages_.size());
        pages_.push_back(page);
        places_.push_back(int(place));
        pageTabs_->addTab(page->title());
        addWidget(page->readableSize().isEmpty() ? static_cast<QWidget*>(page) : new PageArea(page, this));
        connect(page, &Page::readout, this, &PageStack::readout);
        connect(page, &Page::notice, this, &PageStack::noticed);
        connect(page, &Page::saved, this, &PageStack::saved);
        connect(page, &Page::panelKept, this, &PageStack::panelKept);
        connect(page, &Page::commandRequested, this, &PageStack::commandRequested);
        connect(page, &Page::pageRequested, this, [this](const QString& id) { show(id); });
        for (FigureFrame* frame : page->findChildren<FigureFrame*>()) {
            frame->setIsOfEarlierState([page = page] { return page->isOfEarlierState(); });
            frame->setStepShown([&model, &comparison]() -> std::optional<int64_t> {
                if (!model.shown().snapshot() || comparison.second())
                    return {};  // two networks have two steps
                return model.shown().snapshot()->step;
            });
        }
    }
    // The window need not be larger than the page that is shown: hidden ones may not be laid out for what
    // stands in them now.
    const auto measureCurrent = [this] {
        for (int i = 0; i < count(); ++i) {
            const auto policy = i == currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
            widget(i)->setSizePolicy(policy, policy);
        }
    };
    connect(this, &QStackedWidget::currentChanged, this, measureCurrent);
    measureCurrent();
    connect(placeTabs_, &QTabBar::currentChanged, this, [this](int place) { showPlace(place); });
    connect(pageTabs_, &QTabBar::currentChanged, this, &PageStack::turnTo);
    connect(&model_.shown(), &Shown::networkChanged, this, &PageStack::offerSuitable);
    offerSuitable();
    showTabs();
}

const RunConfig& PageStack::config() const { return model_.config(); }

void PageStack::turnTo(int index) {
    setCurrentIndex(index);
    lastSeen_[places_[index]] = index;
    showTabs();
    if (awaiting_) chosen_ = true;
    Q_EMIT readout({});
    // The page, not a figure in it: keys work at once, and no focus frame is drawn before Tab is pressed.
    if (!placeTabs_->hasFocus() && !pageTabs_->hasFocus()) current().setFocus();
    Q_EMIT turned(current().id(), !offers_);
}

void PageStack::showTabs() {
    const int place = places_[currentIndex()];
    const QSignalBlocker places(placeTabs_), pages(pageTabs_);
    placeTabs_->setCurrentIndex(place);
    int offered = 0;
    for (int i = 0; i < count(); ++i) {
        const bool here = places_[i] == place && isOffered(i);
        pageTabs_->setTabVisible(i, here);
        if (here) ++offered;
    }
    pageTabs_->setCurrentIndex(currentIndex());
    // Hidden tabs take no room; Qt 6.4 forgets the ones that were hidden before one that stays.
    pageTabs_->setTabText(0, pageTabs_->tabText(0));
    pageTabs_->updateGeometry();
    pageTabs_->setVisible(offered > 1 && !placeTabs_->isHidden());  // a presentation hides both
}

void PageStack::offerSuitable() {
    const QScopedValueRollback offers(offers_, true);
    const bool isLost = !current().suits(config());
    std::array<bool, placeCount> offered{};
    for (int i = 0; i < count(); ++i) {
        const auto place = size_t(places_[i]);
        const bool suits = isOffered(i);
        pageTabs_->setTabToolTip(i, tr("Show this page"));
        if (!actions_.empty()) {
            QAction* action = actions_[i];
            action->setVisible(suits);
            const QString name = nameOf(i);
            action->setText(suits && !offered[place] ? tr("%1\t%2").arg(name).arg(place + 1) : name);
        }
        offered[place] = offered[place] || suits;
    }
    {
        const QSignalBlocker blocker(placeTabs_);
        for (int place = 0; place < placeCount; ++place) {
            placeTabs_->setTabVisible(place, offered[place]);
            placeTabs_->setTabToolTip(place, tr("Show this page (key %1)").arg(place + 1));
        }
        placeTabs_->setTabText(0, placeTabs_->tabText(0));  // Needed by Qt 6.4, as in showTabs()
        placeTabs_->updateGeometry();
    }
    showTabs();
    const bool isChosen = std::exchange(chosen_, false) && !isLost;
    // A new task begins with the page that is made for it, and else with the maps where the page before is
    // none of its own: Qt would take a neighbour.
    if (std::exchange(task_, config().data.task) == config().data.task) return;
    if (isLost) show(QStringLiteral("attention"));
    if (isChosen) return;
    if (const Page* leading = leadingPage()) show(leading->id());
}

const Page* PageStack::leadingPage() const {
    const auto last =
        std::find_if(pages_.rbegin(), pages_.rend(), [&](const Page* page) { return page->leads(config()); });
    return last == pages_.rend() ? nullptr : *last;
}

void PageStack::setAwaiting(bool awaiting) {
    if (awaiting && !awaiting_) chosen_ = false;
    awaiting_ = awaiting;
}

void PageStack::show(int index) {
    if (index < 0 || index >= count() || !isOffered(index)) return;
    if (index != currentIndex()) turnTo(index);
    current().setFocus();
}

void PageStack::show(const QString& id) {
    if (id == QLatin1String(pageOfAnswers)) {
        const Page* const leading = leadingPage();
        return show(leading ? leading->id() : QStringLiteral("explain"));
    }
    for (int i = 0; i < count(); ++i)
        if (pages_[i]->id() == id) show(i);
}

void PageStack::showPlace(int number) {
    if (number < 0 || number >= placeCount) return;
    if (const int seen = lastSeen_[number]; isOffered(seen)) return show(seen);
    for (int i = 0; i < count(); ++i)
        if (places_[i] == number && isOffered(i)) return show(i);
}

QString PageStack::nameOf(int index) const {
    const int place = places_[index];
    const QString name = titleOf(static_cast<Place>(place)), title = pages_[index]->title();
    int offered = 0;
    for (int i = 0; i < count(); ++i)
        if (places_[i] == place && isOffered(i)) ++offered;
    return offered < 2 || title == name ? name : QStringLiteral("%1 › %2").arg(name, title);
}

QString PageStack::offeredTitle(const QString& id) const {
    for (int i = 0; i < count(); ++i)
        if (pages_[i]->id() == id && isOffered(i)) return nameOf(i);
    return {};
}

void PageStack::fillMenu(QMenu* menu) {
    for (int i = 0; i < count(); ++i) {
        QAction* action = menu->addAction(nameOf(i));
        action->setToolTip(tr("Show this page"));
        action->setProperty(searchName, pages_[i]->title());
        connect(action, &QAction::triggered, this, [this, i] { show(i); });
        actions_.push_back(action);
    }
    offerSuitable();
}

QVariantMap PageStack::controls() const {
    QVariantMap controls;
    for (const Page* page : pages_) controls[page->id()] = page->controls();
    return controls;
}

namespace {

// The page Evaluate had two questions once; the second is a page of its own now.
const auto evaluatePage = QStringLiteral("evaluate"), faithfulPage = QStringLiteral("faithful"),
           questionControl = QStringLiteral("question");

}  // namespace

QString PageStack::pageMeant(const QString& id, const QVariantMap& controls) {
    const QVariantMap evaluate = controls[evaluatePage].toMap();
    return id == evaluatePage && evaluate[questionControl].toInt() == 1 ? faithfulPage : id;
}

void PageStack::restoreControls(const QVariantMap& controls) {
    const bool twoQuestions = controls[evaluatePage].toMap().contains(questionControl);
    for (Page* page : pages_) {
        const QString from = twoQuestions && page->id() == faithfulPage ? evaluatePage : page->id();
        if (controls.contains(from)) page->restoreControls(controls[from].toMap());
    }
}

}  // namespace attx
