// The menus, and in their line the tabs of the pages: a row of their own would take its height from every
// figure. They have one where the line is too short for their names.
#pragma once
#include <QMenuBar>

namespace attx {

class PageTabs;

class HeaderBar : public QMenuBar {
    Q_OBJECT
public:
    explicit HeaderBar(QWidget* parent = nullptr) : QMenuBar(parent) {}
    /// Between the menus and the corner widget; becomes a child.
    void setTabs(PageTabs* tabs);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;

private:
    void place();
    [[nodiscard]] int menuEnd() const;                 ///< px from the left
    [[nodiscard]] bool hasRowOfTabs(int width) const;  ///< Whether the tabs need a row below the menus

    PageTabs* tabs_ = nullptr;
};

}  // namespace attx
