// The names of the pages: words, and a line in the accent colour under the page shown; no boxes.
#pragma once
#include <QTabBar>

namespace attx {

class PageTabs : public QTabBar {
    Q_OBJECT
public:
    explicit PageTabs(QWidget* parent = nullptr);

protected:
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace attx
