// From the words of the command line to an open window.
#include <QApplication>
#include <QIcon>
#include <QTimer>
#include <clocale>
#include <cstdlib>

#include "app/application.h"
#include "app/arguments.h"
#include "model/error.h"
#include "model/native/instruction_set.h"

namespace attx {
namespace {

/// Qt ends the program where there is no display; a sentence is better.
void requireDisplay(const std::vector<std::string>& words) {
    const auto set = [](const char* name) {
        const char* value = std::getenv(name);
        return value && *value != '\0';
    };
    bool platformChosen = set("QT_QPA_PLATFORM");
    for (const std::string& word : words) platformChosen |= word.find("-platform") != std::string::npos;
    if (platformChosen || set("DISPLAY") || set("WAYLAND_DISPLAY")) return;
    throw workError(
        "There is no display to open the window on (neither DISPLAY nor WAYLAND_DISPLAY is set). Start it in "
        "a "
        "graphical session, or use the commands that need none: attention-explorer --help");
}

}  // namespace

int runApplication(const WindowWords& words, int& argc, char** argv) {
    requireDisplay({argv + 1, argv + argc});
    if (!words.isa.empty()) forceInstructionSet(words.isa);
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");  // Qt has set the system's, where 0.5 may be 0,5
    QApplication::setApplicationName(QStringLiteral("attention-explorer"));
    QApplication::setApplicationDisplayName(QStringLiteral("Attention Explorer"));
    QApplication::setApplicationVersion(QStringLiteral(ATTX_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("attention-explorer"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/app.svg")));
    Application explorer(application, {});
    explorer.window().show();
    if (!words.path.empty()) explorer.open(QString::fromStdString(words.path));
    return QApplication::exec();
}

}  // namespace attx
