// A row of controls at all widths: where its lines break, and what stays together.
#include <QLabel>
#include <QTest>
#include <QWidget>

#include "runner.h"
#include "ui/controls/control_row.h"

using namespace attx;

namespace test_control_row {

QWidget* box(int width, QWidget* parent) {
    auto* widget = new QWidget(parent);
    widget->setFixedSize(width, 20);
    return widget;
}

/// Four boxes of 100 px, the second with its name before it.
struct Row {
    QWidget widget;
    ControlRow* row = new ControlRow(&widget);
    QWidget *first = box(100, &widget), *named = box(100, &widget), *third = box(100, &widget),
            *last = box(100, &widget);

    Row() {
        row->addWidget(first);
        row->addLabelled(QStringLiteral("name"), named);
        row->addWidget(third);
        row->addWidget(last);
    }
    [[nodiscard]] QLabel* name() const { return widget.findChild<QLabel*>(); }
    void resize(int width) {
        widget.resize(width, row->heightForWidth(width));
        row->setGeometry(widget.rect());
    }
};

class TestControlRow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void breaksWhereThereIsNoRoom() {
        Row r;
        r.resize(r.row->sizeHint().width());
        for (const QWidget* widget : {r.named, r.third, r.last}) QCOMPARE(widget->y(), r.first->y());
        QCOMPARE(r.last->geometry().right(), r.widget.width() - 1);
        QVERIFY(r.first->geometry().right() < r.name()->x());
        const int oneLine = r.widget.height();

        r.resize(r.row->sizeHint().width() - 1);
        QCOMPARE(r.third->y(), r.first->y());
        QCOMPARE(r.last->x(), 0);
        QVERIFY(r.last->y() > r.first->geometry().bottom());
        QVERIFY(r.widget.height() > oneLine);
    }
    void whatCanGrowTakesTheRestOfItsLine() {
        Row r;
        QWidget growing(&r.widget);
        growing.setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        growing.setMinimumSize(50, 20);
        r.named->setSizePolicy(QSizePolicy::Expanding,
                               QSizePolicy::Fixed);  // in a group: it stays by its name
        r.row->addWidget(&growing);
        const int all = r.row->sizeHint().width();
        r.resize(all + 70);
        QCOMPARE(growing.y(), r.first->y());
        QCOMPARE(growing.width(), 50 + 70);
        QCOMPARE(growing.geometry().right(), r.widget.width() - 1);
        QCOMPARE(r.named->x() - r.name()->geometry().right() - 1, 8);
        delete r.row->takeAt(r.row->count() - 1);  // it goes before the row does
    }
    void aNameStaysWithItsControl() {
        Row r;
        r.resize(r.row->minimumSize().width());  // one item a line
        QCOMPARE(r.name()->buddy(), r.named);
        QCOMPARE(r.name()->x(), 0);
        QVERIFY(r.name()->geometry().right() < r.named->x());
        QVERIFY(r.name()->geometry().intersects(QRect(0, r.named->y(), 1000, r.named->height())));
        QVERIFY(r.named->y() > r.first->geometry().bottom());
        QVERIFY(r.third->y() > r.named->geometry().bottom());
        QVERIFY(r.widget.rect().contains(r.last->geometry()));
    }
    void allItemsGoWithIt() {
        struct Counted : QWidgetItem {
            Counted(QWidget* widget, int& gone) : QWidgetItem(widget), gone_(gone) {}
            ~Counted() override { ++gone_; }
            int& gone_;
        };
        int gone = 0;
        {
            QWidget widget;
            auto* row = new ControlRow(&widget);
            for (int i = 0; i < 3; ++i) {
                row->addGroup({new QLabel(&widget)});
                row->addItem(new Counted(new QLabel(&widget), gone));
            }
            delete row;
        }
        QCOMPARE(gone, 3);
    }
    void whatIsHiddenTakesNoRoom() {
        Row r;
        r.widget.show();
        const int all = r.row->sizeHint().width();
        r.third->hide();
        QCOMPARE(r.row->sizeHint().width(), all - 100 - r.row->spacing());
    }
};

TEST_CLASS(TestControlRow, QApplication)

}  // namespace test_control_row
#include "test_control_row.moc"
