// No key and no button throws a trained network away: Step goes on with it, and what takes its place leads
// back to it.
#include <QAbstractButton>
#include <QAction>
#include <QDirIterator>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "app/window/application_test.h"
#include "app/window/run_folders.h"
#include "model/run/checkpoint.h"
#include "model/run/records.h"
#include "runner.h"
#include "settings.h"
#include "ui/controls/notice_bar.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/form/run_controls.h"
#include "ui/named.h"
#include "ui/window/presentation.h"
#include "ui/window/time_bar.h"

using namespace attx;

namespace test_way_back {

constexpr int patience = 60'000;

/// The files of a run, with what they hold.
QMap<QString, QByteArray> filesOf(const QString& run) {
    QMap<QString, QByteArray> files;
    for (QDirIterator at(run, QDir::Files, QDirIterator::Subdirectories); at.hasNext();) {
        QFile file(at.next());
        if (file.open(QIODevice::ReadOnly)) files[file.fileName()] = file.readAll();
    }
    return files;
}

/// Two epochs of ten steps.
RunConfig small() {
    return presetWith("reverse",
                      "data.train_size=1280 data.validation_size=100 data.test_size=100 training.epochs=2");
}

class TestWayBack : public QObject, ApplicationTest {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        startInNewFolder();
        QTRY_VERIFY(model().data());
    }
    void cleanup() { app_.reset(); }

    void stepGoesOnPastTheEnd_data() {
        const Rows<int, int, double, int> row("epochs", "maxSteps", "target", "steps");
        row("epochs", 2, 0, 0.0, 20);
        row("a limit of steps", 2, 13, 0.0, 13);
        row("steps alone", 0, 7, 0.0, 7);
        row("a target", 2, 0, 0.01, 10);
        row("a target at the end", 1, 0, 0.01, 10);
        row("as many steps as epochs have", 1, 10, 0.0, 10);
        row("no training", 0, 0, 0.0, 0);
    }
    void stepGoesOnPastTheEnd() {
        QFETCH(int, epochs);
        QFETCH(int, maxSteps);
        QFETCH(double, target);
        QFETCH(int, steps);
        RunConfig config = small();
        config.training.epochs = epochs;
        config.training.maxSteps = maxSteps;
        config.training.targetAccuracy = target;
        train(config);
        QCOMPARE(model().metrics().steps.size(), static_cast<size_t>(steps));
        const QString run = model().path();
        const auto before = filesOf(run);
        for (int more = 1; more <= 2; ++more) {
            QTest::keyClick(&window(), Qt::Key_S);
            QTRY_COMPARE_WITH_TIMEOUT(model().metrics().steps.size(), static_cast<size_t>(steps + more),
                                      patience);
            QTRY_COMPARE(model().state(), RunState::Paused);
            for (size_t i = 0; i < model().metrics().steps.size(); ++i)
                QCOMPARE(model().metrics().steps[i].step, static_cast<int64_t>(i + 1));
        }
        // What had come to its end stays as it was; a copy goes on, and the way leads back.
        const QString copy = model().path();
        QVERIFY(copy != run);
        QCOMPARE(runFolders(app_->store().folder()).size(), 2);
        QCOMPARE(filesOf(run), before);
        QCOMPARE(QFileInfo(model().name()).fileName(), QFileInfo(copy).fileName());
        QVERIFY2(notice().contains(QFileInfo(run).fileName()), qPrintable(notice()));
        QVERIFY(window().form().config() == model().config());
        // The rest of the epoch, and the run has an end again.
        press("Train");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(model().result() && model().result()->reason != EndReason::Stopped);
        QVERIFY(model().result()->steps > steps + 2);
        QVERIFY(RunFolder::open(copy.toStdString()).config() == model().config());
        QCOMPARE(filesOf(run), before);
    }

    void aStepLeadsBackToTheTrainedRun() {
        train(small());
        const QString run = model().path();
        const auto before = filesOf(run);
        QTest::keyClick(&window(), Qt::Key_S);
        QTRY_VERIFY_WITH_TIMEOUT(model().path() != run, patience);
        QTRY_COMPARE(model().state(), RunState::Paused);
        offer()->click();
        QTRY_COMPARE_WITH_TIMEOUT(model().path(), run, patience);
        QVERIFY(model().result());
        QCOMPARE(model().metrics().steps.size(), size_t{20});
        QCOMPARE(filesOf(run), before);
    }

    void aStepFromASnapshotSaysThatItGoesOnFromTheEnd() {
        train(small());
        const QString run = model().path();
        model().shown().chooseSnapshot(model().snapshots().front());
        QTRY_VERIFY(model().shown().isSettled());
        QTest::keyClick(&window(), Qt::Key_S);
        QTRY_VERIFY_WITH_TIMEOUT(model().path() != run, patience);
        QTRY_COMPARE(model().state(), RunState::Paused);
        QTRY_COMPARE_WITH_TIMEOUT(model().metrics().steps.size(), size_t{21}, patience);
        QVERIFY2(notice().contains(QStringLiteral("from its last step")), qPrintable(notice()));
        QVERIFY(!model().shown().snapshot());  // the step is seen
        model().shown().chooseSnapshot(model().snapshots().front());
        QTRY_VERIFY(model().shown().isSettled());
        QTest::keyClick(&window(), Qt::Key_S);
        QVERIFY(!model().shown().snapshot());
        QTRY_COMPARE_WITH_TIMEOUT(model().metrics().steps.size(), size_t{22}, patience);
    }

    void stepReplacesNoNetwork() {
        train(small());
        const std::vector<float> learned = *model().parameters();
        const RunConfig other = with(small(), "training.learning_rate=0.25");
        window().showConfig(other);
        Q_EMIT window().configEdited(other);
        QTest::keyClick(&window(), Qt::Key_S);
        Q_EMIT window().stepRequested();  // not only the button says no
        QTest::qWait(100);
        QCOMPARE(model().state(), RunState::Finished);
        QCOMPARE(*model().parameters(), learned);
        QVERIFY(!window().form().controls().canStep());
        // Nor one of a file, which holds no run.
        const QString file = at("network.safetensors");
        writeSafeTensors(file.toStdString(), toSafeTensors(model().config(), learned, model().names()));
        app_->open(file);
        QTRY_COMPARE(model().path(), file);
        QTRY_COMPARE(model().state(), RunState::Finished);
        QTest::keyClick(&window(), Qt::Key_S);
        QTest::qWait(100);
        QCOMPARE(model().path(), file);
        QCOMPARE(*model().parameters(), learned);
    }

    void trainAgainLeadsBack() {
        train(small());
        const QString first = model().path();
        const std::vector<float> learned = *model().parameters();
        QCOMPARE(window().form().controls().trainButton()->text(), QStringLiteral("Train again"));
        QVERIFY(!entry("&Back to the former network")->isEnabled());
        const RunConfig longer = with(small(), "training.epochs=2000 network.num_heads=2");
        window().showConfig(longer);
        QTest::keyClick(&window(), Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > 3 && model().path() != first, patience);
        const QString second = model().path();
        QVERIFY2(notice().contains(QFileInfo(first).fileName()), qPrintable(notice()));
        offer()->click();
        QTRY_COMPARE_WITH_TIMEOUT(model().path(), first, patience);
        QTRY_COMPARE(model().state(), RunState::Finished);
        QCOMPARE(*model().parameters(), learned);
        QCOMPARE(model().metrics().steps.size(), size_t{20});
        QVERIFY(!model().snapshots().empty());
        QVERIFY(window().form().config() == model().config());
        QVERIFY(window().form().controls().canStep());
        // What was left is kept, and the way leads there and back.
        QCOMPARE(runFolders(app_->store().folder()).size(), 2);
        entry("&Back to the former network")->trigger();
        QTRY_COMPARE(model().path(), second);
        QCOMPARE(model().config().network.numHeads, 2);
        QCOMPARE(window().form().controls().trainButton()->text(), QStringLiteral("Resume"));
        entry("&Back to the former network")->trigger();
        QTRY_COMPARE(model().path(), first);
    }

    /// What it needs is said where it is chosen, and nothing is replaced before it is there.
    void aPresetWithoutItsFilesReplacesNothing() {
        const RunConfig anything = presetWith("patches-cifar", "network.num_layers=1 training.epochs=1");
        train(small());
        const QString first = model().path();
        for (const bool all : {true, false}) {
            window().form().setShowsAll(all);
            for (const char* name : {"patches-cifar", "anomaly", "text-imdb", "own-texts", "own-pairs"}) {
                window().form().setConfig(presetByName(name));
                const bool arePairs = QLatin1String(name) == QLatin1String("own-pairs");
                const FormField* files = window().form().field(arePairs ? "data.csv_path" : "data.path");
                QVERIFY2(files->isVisible(), name);
                QVERIFY2(files->problem().startsWith(QLatin1String("choose ")), qPrintable(files->problem()));
                const QPushButton* trains = window().form().controls().trainButton();
                QVERIFY2(!trains->isEnabled(), name);
                QVERIFY(trains->toolTip().contains(files->problem()));
            }
        }
        // Nor does what is found out only when the data are read.
        Q_EMIT window().trainRequested(anything);
        QTRY_VERIFY(window().noticeBar().isError());
        QVERIFY2(notice().startsWith(QStringLiteral("“classes”: the data have 10 classes")),
                 qPrintable(notice()));
        QCOMPARE(model().path(), first);
        QVERIFY(model().config().network == small().network);
        QCOMPARE(model().state(), RunState::Finished);
    }

    void startOverLeadsBack() {
        train(small());
        const QString run = model().path();
        const std::vector<float> learned = *model().parameters();
        for (const bool newSeed : {false, true}) {
            Q_EMIT window().restartRequested(newSeed);
            QTRY_COMPARE(model().state(), RunState::Idle);
            QTRY_VERIFY(*model().parameters() != learned);
            QVERIFY(offer()->isVisible());
            offer()->click();
            QTRY_COMPARE(model().path(), run);
            QCOMPARE(*model().parameters(), learned);
            QVERIFY(window().form().config() == model().config());
        }
    }

    void aNetworkOfAFileLeadsBackToo() {
        train(small());
        const QString run = model().path(), file = at("network.safetensors");
        const std::vector<float> learned = *model().parameters();
        writeSafeTensors(file.toStdString(), toSafeTensors(model().config(), learned, model().names()));
        app_->open(file);
        QTRY_COMPARE(model().path(), file);
        entry("&Back to the former network")->trigger();
        QTRY_COMPARE(model().path(), run);
        entry("&Back to the former network")->trigger();
        QTRY_COMPARE(model().path(), file);
        RunConfig text = presetByName("text-demo");  // of other data
        text.training.epochs = 1;
        train(text);
        QTRY_VERIFY2(notice().contains("What next?"),
                     qPrintable(notice()));  // the way back stays in the menu
        entry("&Back to the former network")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(model().path(), file, patience);
        QCOMPARE(*model().parameters(), learned);
        QTRY_VERIFY(model().data());
        // A device that is not there: the network stays.
        const RunConfig elsewhere = with(model().config(), "device=vulkan:77");
        window().showConfig(elsewhere);
        Q_EMIT window().trainRequested(elsewhere);
        QTRY_VERIFY_WITH_TIMEOUT(window().noticeBar().isError(), patience);
        if (model().path() != file) entry("&Back to the former network")->trigger();
        QTRY_COMPARE(model().path(), file);
    }

    void whatIsInNoFolderIsNotLost() {
        QFile inTheWay(at("taken"));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        start("settings.ini", "taken");
        QTRY_VERIFY(model().data());
        train(small());
        QVERIFY(model().path().isEmpty());
        const std::vector<float> learned = *model().parameters();
        QVERIFY(!window().form().controls().canStep());
        train(small());
        entry("&Back to the former network")->trigger();
        QTRY_COMPARE(model().metrics().steps.size(), size_t{20});
        QTRY_COMPARE(*model().parameters(), learned);
        QVERIFY(!window().close());
        auto* question = window().findChild<QMessageBox*>();
        QVERIFY(question && question->isVisible());
        for (QAbstractButton* button : question->buttons())
            if (question->buttonRole(button) == QMessageBox::RejectRole) button->click();
        QVERIFY(window().isVisible());
    }

    void spacePlaysInAPresentation() {
        train(small());
        const QString run = model().path();
        window().presentation().toggle();
        QCOMPARE(window().presentation().trainButton()->text(), QStringLiteral("Train again"));
        QTest::keyClick(&window(), Qt::Key_Space);
        QVERIFY(window().timeBar().isPlaying());
        QTest::keyClick(&window(), Qt::Key_Space);
        QVERIFY(!window().timeBar().isPlaying());
        QCOMPARE(model().state(), RunState::Finished);
        QCOMPARE(model().path(), run);
        window().presentation().toggle();
    }

private:
    void train(const RunConfig& config) {
        window().showConfig(config);
        Q_EMIT window().trainRequested(config);
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Starting, patience);
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(model().result().has_value());
        window().setFocus();
    }
    void press(const QString& name) {
        auto* button = named<QAbstractButton>(window().form(), name);
        QVERIFY2(button, qPrintable(name));
        button->click();
    }
    /// Of the menu Run, as it is when it is opened.
    QAction* entry(const QString& text) {
        for (QMenu* menu : window().menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text() == text) {
                    Q_EMIT menu->aboutToShow();
                    return action;
                }
        return nullptr;
    }
    [[nodiscard]] QString notice() {
        return window().noticeBar().isVisible() ? window().noticeBar().text() : QString();
    }
    [[nodiscard]] QPushButton* offer() { return window().noticeBar().findChild<QPushButton*>(); }
};

TEST_CLASS(TestWayBack, QApplication)

}  // namespace test_way_back
#include "test_way_back.moc"
