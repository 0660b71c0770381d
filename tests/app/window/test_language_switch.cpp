// Another language while a network trains: the run goes on, what the window is made of anew is connected as
// before, and the choice is kept.
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "app/window/application.h"
#include "runner.h"
#include "ui/form/config_form.h"
#include "ui/form/run_controls.h"
#include "ui/named.h"

using namespace attx;

class TestLanguageSwitch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { setLanguage(Language::English); }

    void theRunGoesOn() {
        const QTemporaryDir folder;
        const ApplicationPlaces places{folder.filePath("settings.ini"), folder.filePath("runs")};
        auto app = std::make_unique<Application>(*qApp, places);
        MainWindow& window = app->window();
        RunModel& model = app->model();
        window.show();
        QTRY_VERIFY(model.data());
        RunConfig config = presetByName("reverse");
        config.data.trainSize = 6400;
        config.data.validationSize = config.data.testSize = 200;
        config.training.epochs = 100'000;
        window.showConfig(config);
        Q_EMIT window.configEdited(config);
        Q_EMIT window.trainRequested(config);
        QTRY_COMPARE_WITH_TIMEOUT(model.state(), RunState::Training, 60'000);

        QSignalSpy rebuilt(&window, &MainWindow::rebuilt);
        setLanguage(Language::German);
        QTRY_COMPARE(rebuilt.count(), 1);
        QCOMPARE(model.state(), RunState::Training);
        QCOMPARE(window.form().config(), config);
        const size_t steps = model.metrics().steps.size();
        QTRY_VERIFY(model.metrics().steps.size() > steps);
        model.chooseRow(3);
        QTRY_VERIFY(model.inspection().sample == model.sample());  // the model's study is answered

        const auto stop = [&] { named<QAbstractButton>(window.form().controls(), "Beenden")->click(); };
        stop();
        QTRY_COMPARE_WITH_TIMEOUT(model.state(), RunState::Finished, 60'000);
        const auto train = [&] { return window.form().controls().trainButton()->text(); };
        QTRY_COMPARE(train(), QStringLiteral("Fortsetzen"));
        setLanguage(Language::English);
        QTRY_COMPARE(rebuilt.count(), 2);
        QTRY_COMPARE(train(), QStringLiteral("Resume"));  // the new form knows what Train would do
        setLanguage(Language::German);
        QTRY_COMPARE(rebuilt.count(), 3);

        app.reset();
        setLanguage(Language::English);
        app = std::make_unique<Application>(*qApp, places);
        QCOMPARE(languageCode(), QStringLiteral("de"));
        QCOMPARE(app->window().form().controls().trainButton()->text(), QStringLiteral("Trainieren"));
    }

    void thePageOfRunsIsReadAnew() {
        const QTemporaryDir folder;
        Application app(*qApp, {folder.filePath("settings.ini"), folder.filePath("runs")});
        MainWindow& window = app.window();
        window.show();
        window.pages().show(QStringLiteral("runs"));
        QSignalSpy rebuilt(&window, &MainWindow::rebuilt);
        setLanguage(Language::German);
        QTRY_COMPARE(rebuilt.count(), 1);
        QCOMPARE(window.pages().current().id(), QStringLiteral("runs"));
        const auto isReading = [&] {
            const auto labels = window.pages().current().findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->isVisible() && label->text() == QStringLiteral("Wird gelesen …");
            });
        };
        QTRY_VERIFY(!isReading());
    }
};

TEST_CLASS(TestLanguageSwitch, QApplication)
#include "test_language_switch.moc"
