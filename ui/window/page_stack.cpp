#include "ui/window/page_stack.h"

#include <QMenu>
#include <QScopedValueRollback>
#include <utility>

#include "ui/controls/page_tabs.h"
#include "ui/state/run_model.h"
#include "ui/window/page_table.h"

namespace attx {

PageStack::PageStack(RunModel& model, Comparison& comparison, Kept& kept, QWidget* parent)
    : QStackedWidget(parent), model_(model), tabs_(new PageTabs(parent)) {
    tabs_->setAccessibleName(tr("Pages"));
    pages_ = makePages(model, comparison, kept, this);
    for (Page* page : pages_) {
        tabs_->addTab(page->title());
        addWidget(page);
        connect(page, &Page::readout, this, &PageStack::readout);
        connect(page, &Page::notice, this, &PageStack::readout);
        connect(page, &Page::pageRequested, this, [this](const QString& id) { show(id); });
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
    connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
        setCurrentIndex(index);
        if (awaiting_) chosen_ = true;
        Q_EMIT readout({});
        // The page, not a figure in it: keys work at once, and no focus frame is drawn before Tab is pressed.
        if (!tabs_->hasFocus()) current().setFocus();
        Q_EMIT turned(current().id(), !offers_);
    });
    connect(&model_.shown(), &Shown::networkChanged, this, &PageStack::offerSuitable);
    offerSuitable();
}

void PageStack::offerSuitable() {
    const QScopedValueRollback offers(offers_, true);
    const RunConfig& config = model_.config();
    const bool isLost = !current().suits(config);
    int offered = 0;
    for (int i = 0; i < count(); ++i) {
        const Page& page = *pages_[static_cast<size_t>(i)];
        const bool suits = page.suits(config);
        tabs_->setTabVisible(i, suits);
        if (suits) ++offered;
        const bool hasKey = offered <= 10;
        const QString key = QString::number(offered % 10);
        tabs_->setTabToolTip(i, hasKey ? tr("Show this page (key %1)").arg(key) : tr("Show this page"));
        if (actions_.empty()) continue;
        QAction* action = actions_[static_cast<size_t>(i)];
        action->setVisible(suits);
        action->setText(hasKey ? tr("%1\t%2").arg(page.title(), key) : page.title());
    }
    // Hidden tabs take no room; Qt 6.4 forgets the ones that were hidden before one that stays.
    tabs_->setTabText(0, tabs_->tabText(0));
    tabs_->updateGeometry();
    const bool isChosen = std::exchange(chosen_, false) && !isLost;
    // A new task begins with the page that is made for it, and else with the maps where the page before is
    // none of its own: Qt would take a neighbour.
    if (std::exchange(task_, config.data.task) == config.data.task) return;
    if (isLost) show(QStringLiteral("attention"));
    if (isChosen) return;
    for (const Page* page : pages_)
        if (page->leads(config)) show(page->id());
}

void PageStack::setAwaiting(bool awaiting) {
    if (awaiting && !awaiting_) chosen_ = false;
    awaiting_ = awaiting;
}

void PageStack::show(int index) {
    if (index < 0 || index >= count() || !tabs_->isTabVisible(index)) return;
    tabs_->setCurrentIndex(index);
    current().setFocus();
}

void PageStack::show(const QString& id) {
    for (int i = 0; i < count(); ++i)
        if (pages_[static_cast<size_t>(i)]->id() == id) show(i);
}

void PageStack::showOffered(int number) {
    for (int i = 0; i < count(); ++i)
        if (tabs_->isTabVisible(i) && number-- == 0) show(i);
}

QString PageStack::offeredTitle(const QString& id) const {
    for (const Page* page : pages_)
        if (page->id() == id && page->suits(model_.config())) return page->title();
    return {};
}

void PageStack::fillMenu(QMenu* menu) {
    for (int i = 0; i < count(); ++i) {
        QAction* action = menu->addAction(pages_[static_cast<size_t>(i)]->title());
        action->setToolTip(tr("Show this page"));
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

void PageStack::restoreControls(const QVariantMap& controls) {
    for (Page* page : pages_)
        if (controls.contains(page->id())) page->restoreControls(controls[page->id()].toMap());
}

}  // namespace attx
