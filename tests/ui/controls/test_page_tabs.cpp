// The names of the pages, where they have room and where they have none.
#include <QTest>
#include <QToolButton>

#include "runner.h"
#include "ui/controls/page_tabs.h"
#include "ui/look/theme.h"

using namespace attx;

class TestPageTabs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        tabs_ = std::make_unique<PageTabs>();
        for (const char* name : {"Training", "Attention", "Explain", "Positions", "Schedule"})
            tabs_->addTab(QLatin1String(name));
    }

    void namesComeCloserBeforeOneIsCut() {
        const QSize wished = tabs_->sizeHint();
        const auto lastEnd = [this] { return tabs_->tabRect(tabs_->count() - 1).right() + 1; };
        show(wished.width());
        QCOMPARE(lastEnd(), wished.width());
        show(wished.width() - 40);
        QVERIFY(lastEnd() <= tabs_->width());
        QVERIFY(arrows().isEmpty());
    }

    void arrowsStandBesideTheNamesNotOnThem() {
        show(tabs_->sizeHint().width() / 2);
        const QList<QToolButton*> buttons = arrows();
        QCOMPARE(buttons.size(), 2);
        QImage image(tabs_->size(), QImage::Format_RGB32);
        tabs_->render(&image, {}, {}, QWidget::DrawWindowBackground);  // without the arrows
        const int left = std::min(buttons[0]->x(), buttons[1]->x());
        const auto isEmpty = [&image](const QRect& part) {
            const QImage copy = image.copy(part);
            QImage ground = copy;
            ground.fill(copy.pixel(0, 0));
            return copy == ground;
        };
        QVERIFY(!isEmpty({0, 0, left, tabs_->height()}));
        QVERIFY(isEmpty({left, 0, tabs_->width() - left, tabs_->height()}));
    }

    void namesAreMeasuredAnewInAnotherFont() {
        const int before = tabs_->sizeHint().width();
        QFont font = tabs_->font();
        font.setPointSizeF(2 * font.pointSizeF());
        tabs_->setFont(font);
        QVERIFY(tabs_->sizeHint().width() > before * 3 / 2);
    }

private:
    void show(int width) {
        tabs_->resize(width, tabs_->sizeHint().height());
        tabs_->show();
        QVERIFY(QTest::qWaitForWindowExposed(tabs_.get()));
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QList<QToolButton*> arrows() const {
        QList<QToolButton*> visible = tabs_->findChildren<QToolButton*>();
        visible.removeIf([](const QToolButton* button) { return button->isHidden(); });
        return visible;
    }

    std::unique_ptr<PageTabs> tabs_;
};

TEST_CLASS(TestPageTabs, QApplication)
#include "test_page_tabs.moc"
