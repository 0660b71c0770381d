// From the words of the command line to an open window.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QIcon>
#include <algorithm>
#include <clocale>
#include <cstddef>
#include <cstdlib>
#include <memory>

#include "app/window/application.h"
#include "app/window/guarded_application.h"
#include "model/files/error.h"
#include "model/native/instruction_set.h"

namespace attx {
namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// A connection to a socket of this machine, held open while it lives: an X server whose only client
/// leaves starts again, and refuses the next one meanwhile.
class Probe {
public:
    Probe() = default;
    ~Probe() {
        if (descriptor_ >= 0) close(descriptor_);
    }
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    /// True if a process listens, or if it cannot be told; then Qt will see.
    bool answers(const std::string& path) { return connects(std::string(1, '\0') + path) || connects(path); }

private:
    bool connects(const std::string& path) {  // one that begins with '\0' is no file
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (descriptor_ >= 0 || path.size() >= sizeof address.sun_path) return true;
        std::ranges::copy(path, address.sun_path);
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
        const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (descriptor < 0) return true;
        if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), length) == 0) {
            descriptor_ = descriptor;
            return true;
        }
        close(descriptor);
        return false;
    }
    int descriptor_ = -1;
};

/// What DISPLAY names, if it is of this machine (":0", ":0.1"); one elsewhere is taken on trust.
bool displayAnswers(const std::string& display, Probe& probe) {
    if (display.empty()) return false;
    if (display[0] != ':') return true;
    return probe.answers("/tmp/.X11-unix/X" + display.substr(1, display.find('.') - 1));
}

bool waylandAnswers(const std::string& display, Probe& probe) {
    if (display.empty()) return false;
    return probe.answers(display[0] == '/' ? display : environment("XDG_RUNTIME_DIR") + "/" + display);
}

/// Qt ends the program where no display answers; a sentence is better.
void requireDisplay(const std::vector<std::string>& words, Probe& probe) {
    bool platformChosen = !environment("QT_QPA_PLATFORM").empty();
    for (const std::string& word : words) platformChosen |= word.find("-platform") != std::string::npos;
    const std::string display = environment("DISPLAY"), wayland = environment("WAYLAND_DISPLAY");
    if (platformChosen || displayAnswers(display, probe) || waylandAnswers(wayland, probe)) return;
    throw workError(
        "There is no display to open the window on (" +
        (display.empty() && wayland.empty()
             ? "neither DISPLAY nor WAYLAND_DISPLAY is set"
             : "nobody answers at \"" + (display.empty() ? wayland : display) + "\"") +
        "). Start it in a graphical session, or use the commands that need none: attention-explorer --help");
}

}  // namespace

int runApplication(const WindowWords& words, int& argc, char** argv) {
    auto probe = std::make_unique<Probe>();
    requireDisplay({argv + 1, argv + argc}, *probe);
    if (!words.isa.empty()) forceInstructionSet(words.isa);
    GuardedApplication application(argc, argv);
    probe.reset();
    std::setlocale(LC_NUMERIC, "C");  // Qt has set the system's, where 0.5 may be 0,5
    QApplication::setApplicationName(QStringLiteral("attention-explorer"));
    QApplication::setApplicationDisplayName(QStringLiteral("Attention Explorer"));
    QApplication::setApplicationVersion(QStringLiteral(ATTX_VERSION));
    QApplication::setDesktopFileName(QStringLiteral(ATTX_APPLICATION_ID));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/app.svg")));
    Application explorer(application, {});
    QObject::connect(&application, &GuardedApplication::caught, &explorer,
                     [&explorer](const QString& message) { explorer.window().showNotice(message, true); });
    explorer.window().showFitting();
    if (!words.path.empty()) {
        explorer.window().putHelpAway();  // what was asked for has the room
        explorer.window().pages().show(QStringLiteral("attention"));
        explorer.open(QString::fromStdString(words.path));
    } else {
        explorer.welcome();
    }
    return QApplication::exec();
}

}  // namespace attx
