// The whole application on data that have moved or changed since a run was trained on them.
#undef QT_NO_CAST_FROM_ASCII  // tests are full of plain words
#include <QAbstractButton>
#include <QLineEdit>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/application.h"
#include "app/window/run_folders.h"
#include "ui/controls/notice_bar.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"

using namespace attx;

namespace {

constexpr int patience = 60'000;

}  // namespace

class TestWindowData : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        start();
    }
    void cleanup() { app_.reset(); }

    void dataThatMovedAreFoundAgain() {
        const QString texts = folder_->filePath("texts.csv"), moved = folder_->filePath("moved.csv");
        QByteArray lines("text,label\n");
        for (int i = 0; i < 60; ++i) lines += (i % 2 ? "a good film,good\n" : "a bad film,bad\n");
        QFile file(texts);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(lines) == lines.size());
        file.close();
        RunConfig config = presetByName("text-demo");
        config.data.path = texts.toStdString();
        config.training.epochs = 1;
        window().showConfig(config);
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(model().result() && model().result()->testAccuracy, patience);
        const QString run = runFolders(app_->store().folder()).at(0);
        QVERIFY(QFile::rename(texts, moved));
        app_.reset();
        start();
        app_->open(run);
        QTRY_VERIFY(window().noticeBar().text().contains("texts.csv"));
        QTRY_COMPARE(model().state(), RunState::Finished);
        QVERIFY(!model().data());
        auto* line = window().form().field("data.path")->editor()->findChild<QLineEdit*>();
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, moved);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(model().data());
        QCOMPARE(model().state(), RunState::Finished);
        QVERIFY(!model().metrics().steps.empty());
        QVERIFY(model().sampleRow() >= 0);
    }

    void changedDataAreAskedAboutBeforeARunGoesOn() {
        const QString texts = folder_->filePath("texts.csv");
        const auto write = [&](const QByteArray& good) {
            QByteArray lines("text,label\n");
            for (int i = 0; i < 200; ++i) lines += i % 2 ? good + ",good\n" : QByteArray("a bad film,bad\n");
            QFile file(texts);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(lines) == lines.size());
        };
        write("a good film");
        RunConfig config = presetByName("text-demo");
        config.data.path = texts.toStdString();
        config.training.epochs = 1000;
        window().showConfig(config);
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(!model().metrics().epochs.empty(), patience);
        press("Stop");
        QTRY_VERIFY_WITH_TIMEOUT(model().result().has_value(), patience);
        const QString run = runFolders(app_->store().folder()).at(0);
        const DataNames names = model().names();
        write("a wonderful film");
        app_.reset();
        start();
        app_->open(run);
        QTRY_VERIFY_WITH_TIMEOUT(model().data() && model().state() == RunState::Finished, patience);
        const size_t steps = model().metrics().steps.size();
        for (const char* answer : {"Cancel", "&Go on with the changed data"}) {
            press("Train");
            QTRY_VERIFY_WITH_TIMEOUT(window().findChild<QMessageBox*>(), patience);
            auto* box = window().findChild<QMessageBox*>();
            QVERIFY2(box->text().contains("the training part has other content"), qPrintable(box->text()));
            QCOMPARE(model().state(), RunState::Finished);
            for (QAbstractButton* b : box->buttons())
                if (b->text().remove(u'&') == QString(answer).remove(u'&'))
                    QTest::mouseClick(b, Qt::LeftButton);
            QTRY_VERIFY(!window().findChild<QMessageBox*>());
        }
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > steps, patience);
        QVERIFY(model().names() == names);
        press("Stop");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(!RunFolder::open(run.toStdString()).earlierData().empty());
    }

private:
    void start() {
        app_.reset();
        app_ = std::make_unique<Application>(
            *qApp, ApplicationPlaces{folder_->filePath("settings.ini"), folder_->filePath("runs")});
        window().show();
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
    }
    [[nodiscard]] RunModel& model() { return app_->model(); }
    [[nodiscard]] MainWindow& window() { return app_->window(); }
    void press(const QString& name) {
        for (auto* button : window().form().findChildren<QAbstractButton*>())
            if (button->accessibleName() == name) {
                QTRY_VERIFY2(button->isEnabled(), qPrintable(name));
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        QFAIL(qPrintable(name));
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Application> app_;
};

QTEST_MAIN(TestWindowData)
#include "test_window_data.moc"
