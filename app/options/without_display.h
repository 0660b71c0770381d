// Qt for commands that paint: on machines without a screen, too.
#pragma once
#include <QApplication>
#include <QTemporaryDir>
#include <clocale>
#include <optional>

#include "app/options/output.h"

namespace attx {

/// Nothing is shown, so no display is needed.
class WithoutDisplay {
public:
    explicit WithoutDisplay(CommandContext& context) {
        if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
        // Qt looks for the folder of the login, and without one warns and makes its own.
        if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR"))
            qputenv("XDG_RUNTIME_DIR", runtime_.path().toUtf8());
        application_.emplace(context.argc, context.argv);
        std::setlocale(LC_NUMERIC, "C");  // Qt has set the system's, where 0.5 may be 0,5
    }

private:
    const QTemporaryDir runtime_;
    std::optional<QApplication> application_;
};

}  // namespace attx
