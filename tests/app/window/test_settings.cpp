// What is remembered between two starts.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/settings.h"
#include "runner.h"

using namespace attx;

class TestSettings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void beginsEmpty() {
        const Settings settings(file());
        QVERIFY(settings.layout().isEmpty());
        QVERIFY(settings.theme() == Theme::Choice::FollowSystem);
        QVERIFY(!settings.config());
        QVERIFY(settings.recentRuns().isEmpty());
    }

    void remembers() {
        RunConfig config = presetByName("reverse-deep");
        config.seed = UINT64_MAX;
        config.training.learningRate = 0.1234567890123;
        const QByteArray layout("\0\x01\xff layout", 10);
        {
            Settings settings(file());
            settings.setLayout(layout);
            settings.setTheme(Theme::Choice::Dark);
            settings.setConfig(config);
            settings.sync();
        }
        const Settings settings(file());
        QCOMPARE(settings.layout(), layout);
        QVERIFY(settings.theme() == Theme::Choice::Dark);
        QVERIFY(settings.config() == config);
    }

    void damagedConfigurationIsForgotten_data() {
        QTest::addColumn<QString>("json");
        QTest::newRow("no JSON") << "{";
        QTest::newRow("unknown key") << R"({"network": {"hats": 3}})";
        QTest::newRow("impossible") << R"({"network": {"num_heads": 5}})";
    }
    void damagedConfigurationIsForgotten() {
        QFETCH(QString, json);
        {
            QSettings store(file(), QSettings::IniFormat);
            store.setValue("form/config", json);
        }
        QVERIFY(!Settings(file()).config());
    }

    void stepTimesOfTheLastConfigurations() {
        Settings settings(file());
        QVERIFY(!settings.stepSeconds("0"));
        for (int i = 0; i <= Settings::keptStepTimes; ++i)
            settings.setStepSeconds(QString::number(i), i + 1.5);
        QVERIFY(!settings.stepSeconds("0"));  // the oldest has gone
        QCOMPARE(settings.stepSeconds("1"), std::optional(2.5));
        settings.setStepSeconds("1", 0.001);
        QCOMPARE(settings.stepSeconds("1"), std::optional(0.001));
        QCOMPARE(settings.stepSeconds("10"), std::optional(11.5));
    }

    void whatWasTypedIsKept() {
        {
            Settings settings(file());
            QVERIFY(settings.ownInput().tokens.empty());
            settings.setOwnInput({{3, 1, 2}, "good, \"film\"\nline"});
        }
        Settings settings(file());
        QCOMPARE(settings.ownInput().tokens, (std::vector<int32_t>{3, 1, 2}));
        QCOMPARE(settings.ownInput().text, QString("good, \"film\"\nline"));
        settings.setOwnInput({});
        QVERIFY(settings.ownInput().tokens.empty() && settings.ownInput().text.isEmpty());
    }

    void recentRunsNewestFirst() {
        Settings settings(file());
        for (int i = 0; i < Settings::keptRecentRuns + 3; ++i) {
            const QString path = folder_->filePath(QString::number(i));
            QVERIFY(QDir().mkpath(path));
            settings.addRecentRun(path + "/");
        }
        settings.addRecentRun(folder_->filePath("5"));
        const QStringList recent = settings.recentRuns();
        QCOMPARE(recent.size(), Settings::keptRecentRuns);
        QCOMPARE(recent[0], folder_->filePath("5"));
        QCOMPARE(recent[1], folder_->filePath("12"));
        QCOMPARE(recent.count(folder_->filePath("5")), 1);
        QVERIFY(QDir(folder_->filePath("12")).removeRecursively());
        QVERIFY(!settings.recentRuns().contains(folder_->filePath("12")));
    }

private:
    [[nodiscard]] QString file() const { return folder_->filePath("settings.ini"); }
    std::unique_ptr<QTemporaryDir> folder_;
};

TEST_CLASS(TestSettings, QCoreApplication)
#include "test_settings.moc"
