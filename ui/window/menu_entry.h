// Entries of menus, with the tip that every one of them has.
#pragma once
#include <QAction>
#include <QKeySequence>
#include <QMenu>

namespace attx {

template <class Receiver, class Slot>
QAction* addEntry(QMenu* menu, const QString& text, const QString& tip, Receiver* receiver, Slot slot,
                  const QKeySequence& shortcut = {}) {
    QAction* action = menu->addAction(text);
    action->setToolTip(tip);
    if (!shortcut.isEmpty()) action->setShortcut(shortcut);
    QObject::connect(action, &QAction::triggered, receiver, slot);
    return action;
}

inline constexpr const char* searchWords = "words";  ///< Property of an action
/// Property of an action that Ctrl+K calls otherwise than its menu does, which is where it is then.
inline constexpr const char* searchName = "name";

/// Words by which the command search finds it, beside its name and its tip.
inline QAction* alsoFoundBy(QAction* action, const QString& words) {
    action->setProperty(searchWords, words);
    return action;
}

/// A menu that shows its tips, in a menu or in the bar of menus.
template <class Menus>
QMenu* addSubmenu(Menus* menus, const QString& title) {
    QMenu* made = menus->addMenu(title);
    made->setToolTipsVisible(true);
    return made;
}

/// A name as an entry shows it: "&" underlines nothing.
inline QString entryName(QString name) { return name.replace(QLatin1Char('&'), QStringLiteral("&&")); }

}  // namespace attx
