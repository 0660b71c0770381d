// The pages behind their tabs: which are offered for a run, which one is shown, how their controls are
// remembered.
#pragma once
#include <QStackedWidget>
#include <QVariantMap>
#include <vector>

#include "ui/pages/page.h"

class QMenu;
class QTabBar;

namespace attx {

class Comparison;
class RunModel;

class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    PageStack(RunModel& model, Comparison& comparison, Kept& kept, QWidget* parent = nullptr);

    [[nodiscard]] QTabBar* tabs() const { return tabs_; }  ///< placed by the owner
    [[nodiscard]] const std::vector<Page*>& pages() const { return pages_; }
    [[nodiscard]] Page& current() const { return *pages_[static_cast<size_t>(currentIndex())]; }
    /// Nothing happens for a page that is not offered.
    void show(int index);
    void show(const QString& id);
    /// The `number`-th page that is offered, from 0; nothing happens if there are not so many.
    void showOffered(int number);
    /// While a network is awaited: the page that somebody turns to meanwhile stays when it has come.
    void setAwaiting(bool awaiting);
    /// Whether there is such a page.
    [[nodiscard]] bool isChosen() const { return chosen_; }
    void setChosen(bool chosen) { chosen_ = chosen; }
    /// The title of a page; empty: there is none of this id, or it has nothing to show for this network.
    [[nodiscard]] QString offeredTitle(const QString& id) const;
    /// An entry for each page that is offered.
    void fillMenu(QMenu* menu);

    /// By the ids of the pages: how their controls are set.
    [[nodiscard]] QVariantMap controls() const;
    void restoreControls(const QVariantMap& controls);

Q_SIGNALS:
    void readout(const QString& text);  ///< of any page
    void turned(const QString& id, bool byPerson);

private:
    void offerSuitable();

    RunModel& model_;
    QTabBar* tabs_;
    std::vector<Page*> pages_;
    std::vector<QAction*> actions_;  ///< of the menu, one a page
    TaskKind task_{};                ///< of the network shown
    bool awaiting_ = false;          ///< a network is on its way
    bool chosen_ = false;            ///< somebody has turned to a page meanwhile
    bool offers_ = false;            ///< turns to the page of a task
};

}  // namespace attx
