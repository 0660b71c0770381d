// Tests that use the whole window as a person does: a new one with an untrained network of a preset.
#pragma once
#include <QApplication>
#include <QTest>

#include "ui/look/language.h"
#include "ui/look/theme.h"
#include "ui/window/main_window.h"
#include "ui/window_fixture.h"

namespace attx {

class WindowTest : public QObject {
protected:
    /// Closes what was open and opens a window of this size, which takes the keys.
    void open(const std::string& preset, QSize size = {1280, 800}) {
        close();
        run_ = std::make_unique<RunFixture>(preset);
        window_ = std::make_unique<MainWindow>(run_->model, *theme_);
        window_->setLessonsFolder({});
        window_->resize(size);
        window_->show();
        run_->show();
        window_->showConfig(run_->config);
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }
    void close() {
        window_.reset();
        run_.reset();
        setLanguage(Language::English);
    }
    /// On what has the keyboard.
    void type(int key, Qt::KeyboardModifiers modifiers = {}) const {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : window_.get(),
                        static_cast<Qt::Key>(key), modifiers);
    }

    std::unique_ptr<Theme> theme_ = std::make_unique<Theme>(*qApp);
    std::unique_ptr<RunFixture> run_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace attx
