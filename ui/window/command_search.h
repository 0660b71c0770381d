// Ctrl+K: a line over the window to type in, and below it everything of the program that has these words.
#pragma once
#include <QFrame>
#include <QPointer>
#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace attx {

/// Something that the search leads to.
struct SearchEntry {
    QString name;                  ///< "as PyTorch…"
    QString place;                 ///< Place in the menus: "File › Export network"
    QString shortcut;              ///< Empty: it has none
    QString words;                 ///< Further words by which it is found
    std::function<void()> choose;  ///< Null: it cannot be chosen now
};

/// The entries that have every word of `typed`, or where none has, those with the most of its words; the best
/// first; all of them where nothing is typed. A word may be the beginning of one, upper or lower case, and in
/// any order.
[[nodiscard]] std::vector<const SearchEntry*> found(const std::vector<SearchEntry>& entries,
                                                    const QString& typed);

/// Lies over the upper part of its parent until something is chosen or the keyboard goes elsewhere.
class CommandSearch : public QFrame {
    Q_OBJECT
public:
    CommandSearch(std::vector<SearchEntry> entries, QWidget* parent);

    /// Gives the keyboard back and goes.
    void close();
    [[nodiscard]] QLineEdit* line() const { return line_; }
    [[nodiscard]] QTreeWidget* list() const { return list_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void showFound();
    void move(int rows);
    void choose(int row);

    const std::vector<SearchEntry> entries_;
    std::vector<const SearchEntry*> shown_;
    QLineEdit* line_;
    QTreeWidget* list_;
    QPointer<QWidget> before_;  ///< Had the keyboard
    bool isClosing_ = false;
};

}  // namespace attx
