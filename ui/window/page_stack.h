// The pages behind their tabs: a tab for each place, and where a place has several pages a second row of tabs
// for them; which are offered for a run, which one is shown, how their controls are remembered.
#pragma once
#include <QStackedWidget>
#include <QVariantMap>
#include <vector>

#include "ui/controls/page_tabs.h"
#include "ui/pages/page.h"

class QMenu;

namespace attx {

class Comparison;
class RunModel;

class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    PageStack(RunModel& model, Comparison& comparison, Kept& kept, QWidget* parent = nullptr);

    [[nodiscard]] PageTabs* placeTabs() const { return placeTabs_; }  ///< placed by the owner
    /// Of the pages of the place shown; hidden where it has but one. Placed by the owner.
    [[nodiscard]] QTabBar* pageTabs() const { return pageTabs_; }
    /// Those of the place shown, where it has several pages and the tabs of places are shown.
    void showTabs();
    [[nodiscard]] bool isOffered(int index) const { return pages_[index]->suits(config()); }
    [[nodiscard]] const std::vector<Page*>& pages() const { return pages_; }
    [[nodiscard]] Page& current() const { return *pages_[currentIndex()]; }
    /// Nothing happens for a page that is not offered.
    void show(int index);
    void show(const QString& id);  ///< Takes an id, or pageOfAnswers
    /// The place of that number, from 0, with the page last seen there; nothing happens if it offers none.
    void showPlace(int number);
    /// While a network is awaited: the page that the user turns to meanwhile stays when it has come.
    void setAwaiting(bool awaiting);
    /// Whether there is such a page.
    [[nodiscard]] bool isChosen() const { return chosen_; }
    void setChosen(bool chosen) { chosen_ = chosen; }
    /// What the tabs call a page: the name of its place, and its title where that offers more than one.
    [[nodiscard]] QString nameOf(int index) const;
    /// That name; empty: there is no page of this id, or it has nothing to show for this network.
    [[nodiscard]] QString offeredTitle(const QString& id) const;
    /// An entry for each page that is offered.
    void fillMenu(QMenu* menu);

    /// By the ids of the pages: how their controls are set.
    [[nodiscard]] QVariantMap controls() const;
    void restoreControls(const QVariantMap& controls);
    /// The page that a state with such controls shows, which an earlier version may have called `id`.
    [[nodiscard]] static QString pageMeant(const QString& id, const QVariantMap& controls);

Q_SIGNALS:
    void readout(const QString& text);  ///< Sent by any page
    void noticed(const QString& text,
                 bool isProblem);  ///< Sent by any page; empty: what it was doing is over
    void saved(const QString& text, const QString& file);
    void panelKept(const std::shared_ptr<const attx::Figure>& figure);
    void commandRequested(const std::shared_ptr<const attx::Figure>& figure, const QStringList& how);
    void turned(const QString& id, bool byPerson);

private:
    [[nodiscard]] const RunConfig& config() const;
    void offerSuitable();
    /// That is made for runs like the one shown; null: none is.
    [[nodiscard]] const Page* leadingPage() const;
    void turnTo(int index);

    RunModel& model_;
    PageTabs *placeTabs_, *pageTabs_;
    std::vector<Page*> pages_;
    std::vector<int> places_;        ///< one a page
    std::vector<int> lastSeen_;      ///< [places] the page seen last, at first the first one
    std::vector<QAction*> actions_;  ///< Actions of the menu, one a page
    TaskKind task_{};                ///< Task of the network shown
    bool awaiting_ = false;          ///< a network is on its way
    bool chosen_ = false;            ///< the user has turned to a page meanwhile
    bool offers_ = false;            ///< turns to the page of a task
};

}  // namespace attx
