// Tests of the whole application, whose settings and runs are in a folder of their own.
#pragma once
#include <QApplication>

#include "app/window/application.h"
#include "in_folder.h"

namespace attx {

/// What a class of tests inherits, behind QObject.
class ApplicationTest : protected InFolder {
protected:
    /// Closes the application and starts it with these settings and runs.
    void start(const QString& settings = QStringLiteral("settings.ini"),
               const QString& runs = QStringLiteral("runs")) {
        app_.reset();
        app_ = std::make_unique<Application>(*qApp, ApplicationPlaces{at(settings), at(runs)});
        window().show();
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
    }
    void startInNewFolder() {
        makeNewFolder();
        start();
    }
    [[nodiscard]] RunModel& model() { return app_->model(); }
    [[nodiscard]] MainWindow& window() { return app_->window(); }

    std::unique_ptr<Application> app_;
};

}  // namespace attx
