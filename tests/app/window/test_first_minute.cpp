// From the first start to a saved picture of the anti-diagonal, with the mouse, as a newcomer has it.
#include <QDialogButtonBox>
#include <QImage>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/window/application.h"
#include "runner.h"
#include "ui/controls/export_dialog.h"
#include "ui/form/config_form.h"
#include "ui/form/run_controls.h"

using namespace attx;

namespace test_first_minute {

constexpr int mostClicks = 12;
constexpr int patience = 240'000;  // ms, with a sanitizer

/// Counts presses of a mouse button, whoever gets them.
class Clicks : public QObject {
public:
    Clicks() { qApp->installEventFilter(this); }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched->isWidgetType() && event->type() == QEvent::MouseButtonPress) {
            const auto& press = static_cast<const QMouseEvent&>(*event);
            if (press.timestamp() != last_) ++count;  // one press may travel to the widgets around it
            last_ = press.timestamp();
        }
        return QObject::eventFilter(watched, event);
    }
    int count = 0;

private:
    quint64 last_ = ~quint64{0};
};

class TestFirstMinute : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSavedPictureTakesFewClicks() {
        const QTemporaryDir folder;
        Application app(*qApp, {folder.filePath("settings.ini"), folder.filePath("runs")});
        MainWindow& window = app.window();
        const RunModel& model = app.model();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(model.data());
        Clicks clicks;

        QTest::mouseClick(window.form().controls().trainButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(model.state(), RunState::Finished, patience);
        QTRY_VERIFY(model.result().has_value());
        QVERIFY(model.metrics().epochs.back().validationAccuracy > 0.99F);
        QTRY_VERIFY(model.inspection().sample == model.sample() && !model.inspection().attention.empty());
        const std::vector<float>& map = model.inspection().attention[0];
        const size_t length = model.sample().tokens.size();
        QCOMPARE(map.size(), length * length);
        for (size_t query = 0; query < length; ++query) {
            const auto row = map.begin() + static_cast<ptrdiff_t>(query * length);
            QCOMPARE(static_cast<size_t>(std::max_element(row, row + static_cast<ptrdiff_t>(length)) - row),
                     length - 1 - query);
        }

        for (auto* button : window.findChildren<QToolButton*>())
            if (button->isVisible() && button->toolTip().contains("Ctrl+E"))
                QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(window.findChild<ExportDialog*>());
        auto* dialog = window.findChild<ExportDialog*>();
        const QString path = folder.filePath("attention.png");
        dialog->findChild<QLineEdit*>("pathEdit")->setText(path);  // typed, or left as it is proposed
        QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save),
                          Qt::LeftButton);
        QTRY_VERIFY(QFileInfo::exists(path));
        QTRY_VERIFY(!window.findChild<ExportDialog*>());
        QVERIFY(QImage(path).width() > 400);
        qInfo("%d clicks", clicks.count);
        QVERIFY(clicks.count >= 3 && clicks.count <= mostClicks);
    }
};

TEST_CLASS(TestFirstMinute, QApplication)

}  // namespace test_first_minute
#include "test_first_minute.moc"
