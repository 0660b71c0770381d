// Features that the window makes on its own: made, ended by a person, gone on with.
#include <QApplication>
#include <QImage>
#include <QProgressDialog>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <thread>

#include "app/window/feature_window.h"
#include "model/data/set_data.h"
#include "model/files/error.h"
#include "runner.h"
#include "settings.h"

using namespace attx;
namespace fs = std::filesystem;

class TestFeatureWindow : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    [[nodiscard]] static QProgressDialog* dialog() {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* found = qobject_cast<QProgressDialog*>(widget); found && found->isVisible())
                return found;
        return nullptr;
    }
    /// What makeMissing throws in a thread of its own; empty: nothing.
    static QString made(FeatureWindow& window, const DataConfig& config,
                        const std::function<bool()>& outdated) {
        QString message;
        std::atomic<bool> done{false};
        std::jthread thread([&] {
            try {
                window.makeMissing(config, outdated);
            } catch (const Error& problem) {
                message = QString::fromStdString(problem.what());
            }
            done = true;
        });
        while (!done) QTest::qWait(5);
        return message;
    }

private Q_SLOTS:
    void madeEndedAndGoneOnWith() {
        for (const char* cls : {"blue", "red"}) {
            fs::create_directories(folder_.filePath(QLatin1String(cls)).toStdString());
            for (int i = 0; i < 40; ++i) {
                QImage image(8, 8, QImage::Format_RGB888);
                image.fill(QColor(i, 2 * i, 3 * i));
                QVERIFY(
                    image.save(folder_.filePath(QStringLiteral("%1/%2.png").arg(QLatin1String(cls)).arg(i))));
            }
        }
        RunConfig config = presetWith("anomaly", "data.extractor=pixels data.set_size=3");
        config.data.path = folder_.path().toStdString();
        FeatureWindow window(nullptr);
        // The person sees how far it is and ends it.
        std::atomic<bool> cancelled{false};
        QTimer timer;
        connect(&timer, &QTimer::timeout, &timer, [&] {
            if (QProgressDialog* shown = dialog()) {
                QTest::mouseClick(shown->findChild<QPushButton*>(), Qt::LeftButton);
                cancelled = true;
            }
        });
        timer.start(5);
        const QString message = made(window, config.data, [&] {
            while (!cancelled) std::this_thread::sleep_for(std::chrono::milliseconds(2));
            return false;
        });
        timer.stop();
        QVERIFY2(message.contains(QStringLiteral("what was done is kept")), qPrintable(message));
        QVERIFY(!featuresAreReady(config.data));
        QTRY_VERIFY(dialog() == nullptr);
        // Something newer ends it too.
        QVERIFY(!made(window, config.data, [] { return true; }).isEmpty());
        // Then it is left alone.
        QCOMPARE(made(window, config.data, [] { return false; }), QString());
        QVERIFY(featuresAreReady(config.data));
        QVERIFY(makeSetData(config.data).train.rows > 0);
        // Nothing is lacking any more, nobody is bothered.
        QCOMPARE(made(window, config.data, [] { return true; }), QString());
        QTRY_VERIFY(dialog() == nullptr);
    }
};

TEST_CLASS(TestFeatureWindow, QApplication)
#include "test_feature_window.moc"
