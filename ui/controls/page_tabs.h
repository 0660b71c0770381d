// The names of the pages: words, and a line in the accent colour under the page shown; no boxes.
#pragma once
#include <QHash>
#include <QTabBar>

namespace attx {

class PageTabs : public QTabBar {
    Q_OBJECT
public:
    explicit PageTabs(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;                           ///< Size with full margins
    [[nodiscard]] int leastWidth() const { return widthWith(closeMargin); }  ///< px; less needs arrows

protected:
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] int nameWidth(int index) const;
    [[nodiscard]] int widthWith(int margin) const;
    [[nodiscard]] int margin() const;  ///< px at each side of a name: less where not all names fit

    static constexpr int closeMargin = 4;  // px at each side of a name, that they can be told apart

    mutable QHash<QString, int> nameWidths_;  // Qt asks for a tab's size again with every tab that is added
};

}  // namespace attx
