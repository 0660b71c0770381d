// attx-soak MINUTES [SEED]: a scripted session in the real window, as a restless person has it. Prints what
// it did, how long the window was deaf, how its memory grew and what Qt warned of; status 1 if it was too
// much. Draws into pictures, so no display is needed (QT_QPA_PLATFORM=offscreen).
#include <execinfo.h>
#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPushButton>
#include <QSlider>
#include <QTabBar>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

#include "app/window/application.h"
#include "app/window/guarded_application.h"
#include "model/files/memory.h"
#include "ui/export/export.h"
#include "ui/form/config_form.h"
#include "ui/form/run_controls.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/state/ablation_study.h"
#include "ui/state/comparison.h"
#include "ui/window/time_bar.h"

using namespace attx;

namespace {

constexpr double usualEvent = 50, longestEvent = 250;  // ms
constexpr double mostGrowth = 0.05;
constexpr double shareUsual = 0.99;

int warnings = 0;

double megabytes(int64_t bytes) { return static_cast<double>(bytes) / 1e6; }

void hear(QtMsgType type, const QMessageLogContext&, const QString& message) {
    // What the platform without a display, and a machine without a session, say of themselves.
    if (message.contains(QStringLiteral("propagateSizeHints")) ||
        message.contains(QStringLiteral("XDG_RUNTIME_DIR")))
        return;
    if (type != QtDebugMsg && type != QtInfoMsg) ++warnings;
    std::fprintf(stderr, "%s\n", qPrintable(message));
}

/// Says where the thread that made it was, each time that an event takes too long: addr2line -Cfe attx-soak
/// ADDRESS.
class Watch {
public:
    Watch() : watched_(pthread_self()) {
        std::signal(SIGUSR2, [](int) {
            std::array<void*, 48> frames{};
            const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
            backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
        });
        thread_ = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
                const int64_t begun = begun_;
                if (begun == 0 || begun == said_ || now() - begun < tooLong) continue;
                said_ = begun;
                std::fprintf(stderr, "An event takes more than %d ms:\n", static_cast<int>(tooLong));
                pthread_kill(watched_, SIGUSR2);
            }
        });
    }
    void begin() { begun_ = now(); }
    void end() { begun_ = 0; }

private:
    static constexpr int64_t tooLong = 150;  // ms
    static int64_t now() {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
                   std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
    const pthread_t watched_;
    std::atomic<int64_t> begun_{0};
    int64_t said_ = 0;
    std::jthread thread_;
};

/// Times every event that the event loop hands out.
class TimedApplication : public GuardedApplication {
public:
    using GuardedApplication::GuardedApplication;

    struct Slow {
        double ms;
        QString what;
    };
    QString doing = QStringLiteral("start");
    const RunModel* model = nullptr;
    int64_t events = 0, usual = 0;  ///< beside a training
    std::vector<Slow> longest;      ///< ten, the longest first

    bool notify(QObject* receiver, QEvent* event) override {
        // Workers' threads hand their events out through here, too.
        if (depth_ > 0 || QThread::currentThread() != thread())
            return GuardedApplication::notify(receiver, event);
        const QString to =
            QStringLiteral("%1 to %2")
                .arg(static_cast<int>(event->type()))
                .arg(QLatin1String(receiver->metaObject()->className()));  // which may be gone afterwards
        ++depth_;
        QElapsedTimer clock;
        clock.start();
        if (model && model->isRunning()) watch_.begin();
        const bool result = GuardedApplication::notify(receiver, event);
        watch_.end();
        const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        --depth_;
        if (!model || !model->isRunning()) return result;
        ++events;
        if (ms <= usualEvent) ++usual;
        longest.push_back({ms, to + QStringLiteral(", while: ") + doing});
        std::sort(longest.begin(), longest.end(), [](const Slow& a, const Slow& b) { return a.ms > b.ms; });
        if (longest.size() > 10) longest.pop_back();
        return result;
    }

private:
    int depth_ = 0;
    Watch watch_;
};

class Soak {
public:
    Soak(TimedApplication& application, Application& explorer, uint64_t seed, const QString& folder)
        : application_(application), explorer_(explorer), random_(seed), folder_(folder) {}

    void wait(int ms) {
        QEventLoop loop;
        QTimer::singleShot(ms, &loop, &QEventLoop::quit);
        loop.exec();
    }

    void act() {
        const size_t number = draw(std::size(actions));
        application_.doing = QString::fromLatin1(actions[number].name);
        ++done_[actions[number].name];
        // As an event, as a person's click is one.
        QTimer::singleShot(0, &application_, [this, number] { (this->*actions[number].act)(); });
        wait(static_cast<int>(50 + draw(350)));
    }

    /// Resident bytes in a state that is always the same: nothing trains, the first network is shown, in a
    /// window of the first size, whose pictures a larger one would outweigh, the list of runs is empty, and
    /// the curves that are kept of earlier runs are of about the same length.
    int64_t memoryAtRest() {
        application_.doing = QStringLiteral("rest");
        explorer_.window().comparison().close();
        press("Stop");
        for (int i = 0; i < 600 && model().isBusy(); ++i) wait(100);
        choosePreset("reverse");
        restart();  // what was trained or opened stays otherwise
        for (size_t run = 0; run < RunModel::keptEarlierRuns; ++run) {
            press("Train");
            for (int i = 0; i < 6000 && model().metrics().steps.size() < 300; ++i) wait(10);
            press("Stop");
            for (int i = 0; i < 600 && model().isBusy(); ++i) wait(100);
            restart();
        }
        const QDir runs(explorer_.store().folder());
        for (const QString& run : runs.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QDir(runs.filePath(run)).removeRecursively();
        explorer_.window().showNormal();
        explorer_.window().resize(1280, 720);  // nothing needs more room any more
        // Every page has been shown by now: what they keep painted is no growth.
        for (const auto* page : explorer_.window().pages().pages()) {
            explorer_.window().pages().show(page->id());
            wait(1000);  // for what it asks in the background, too
        }
        explorer_.window().pages().show(QStringLiteral("attention"));
        wait(2000);
        malloc_trim(0);  // what is free is no growth
        const struct mallinfo2 heap = mallinfo2();
        std::printf("%8.1f MB resident, %.1f MB of the heap in use, %.1f MB mapped\n",
                    megabytes(residentMemory().now), megabytes(static_cast<int64_t>(heap.uordblks)),
                    megabytes(static_cast<int64_t>(heap.hblkhd)));
        std::fflush(stdout);
        return residentMemory().now;
    }

    void restart() {
        Q_EMIT explorer_.window().restartRequested(false);
        for (int i = 0; i < 600 && !model().data(); ++i) wait(100);  // pages ask of it, and of no other
    }

    void tell() const {
        for (const auto& [name, times] : done_) std::printf("  %-24s %5d times\n", name.c_str(), times);
    }

private:
    using Act = void (Soak::*)();
    struct Action {
        const char* name;
        Act act;
    };
    RunModel& model() { return explorer_.model(); }
    size_t draw(size_t below) { return std::uniform_int_distribution<size_t>(0, below - 1)(random_); }
    void press(const char* name) {
        for (QAbstractButton* button : explorer_.window().form().findChildren<QAbstractButton*>())
            if (button->accessibleName() == QLatin1String(name) && button->isEnabled()) button->click();
    }
    void choosePreset(const char* name) {
        for (QComboBox* combo : explorer_.window().form().findChildren<QComboBox*>()) {
            if (combo->accessibleName() != QStringLiteral("Preset") || !combo->isEnabled()) continue;
            combo->setCurrentIndex(combo->findData(QString::fromLatin1(name)));
            Q_EMIT combo->activated(combo->currentIndex());
        }
    }
    QString anyRun() {
        const QDir folder(explorer_.store().folder());
        const QStringList runs = folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        if (runs.isEmpty()) return {};
        return folder.filePath(runs[static_cast<qsizetype>(draw(static_cast<size_t>(runs.size())))]);
    }

    void train() { press("Train"); }
    void pause() { press("Pause"); }
    void step() { press("Step"); }
    void stop() { press("Stop"); }
    void preset() {
        constexpr std::array names{"reverse", "reverse-deep", "text-demo", "anomaly-shapes"};
        choosePreset(names[draw(names.size())]);
    }
    void browse() { explorer_.window().pages().showPlace(static_cast<int>(draw(6))); }
    void sample() { model().chooseRow(static_cast<int64_t>(draw(50))); }
    void compare() {
        if (const QString run = anyRun(); !run.isEmpty()) Q_EMIT explorer_.window().openBesideRequested(run);
    }
    void closeComparison() { explorer_.window().comparison().close(); }
    void ablate() { explorer_.window().page<AttentionPage>().study().toggleHead(static_cast<int>(draw(4))); }
    void scrub() {
        QSlider* slider = explorer_.window().timeBar().slider();
        slider->setValue(static_cast<int>(draw(static_cast<size_t>(slider->maximum()) + 1)));
    }
    void play() { explorer_.window().timeBar().togglePlaying(); }
    void exportFigures() {
        constexpr std::array suffixes{"png", "svg", "pdf", "csv"};
        const auto figures = explorer_.window().figures();
        if (figures.empty()) return;
        const QString suffix = QString::fromLatin1(suffixes[draw(suffixes.size())]);
        const Figure& figure = *figures[draw(figures.size())];
        application_.doing = QStringLiteral("export of %1.%2").arg(figure.name(), suffix);
        exportInBackground(figure, folder_ + QStringLiteral("/figure.") + suffix, {}, &explorer_.window(),
                           [](const QStringList&, const QString& error) {
                               if (!error.isEmpty()) qWarning("%s", qPrintable(error));
                           });
    }
    void open() {
        if (const QString run = anyRun(); !run.isEmpty() && !model().isBusy()) explorer_.open(run);
    }
    void resize() {
        explorer_.window().resize(1024 + static_cast<int>(draw(900)), 700 + static_cast<int>(draw(380)));
    }
    void theme() {
        for (QAbstractButton* button : explorer_.window().findChildren<QAbstractButton*>())
            if (button->accessibleName() == QStringLiteral("Light or dark")) button->click();
    }

    static constexpr Action actions[] = {{"train", &Soak::train},
                                         {"train", &Soak::train},
                                         {"pause", &Soak::pause},
                                         {"step", &Soak::step},
                                         {"stop", &Soak::stop},
                                         {"preset", &Soak::preset},
                                         {"browse", &Soak::browse},
                                         {"browse", &Soak::browse},
                                         {"sample", &Soak::sample},
                                         {"compare", &Soak::compare},
                                         {"close comparison", &Soak::closeComparison},
                                         {"ablate", &Soak::ablate},
                                         {"scrub", &Soak::scrub},
                                         {"play", &Soak::play},
                                         {"export", &Soak::exportFigures},
                                         {"open", &Soak::open},
                                         {"resize", &Soak::resize},
                                         {"theme", &Soak::theme}};

    TimedApplication& application_;
    Application& explorer_;
    std::mt19937_64 random_;
    QString folder_;
    std::map<std::string, int> done_;
};

}  // namespace

int main(int argc, char** argv) {
    qInstallMessageHandler(hear);
    TimedApplication application(argc, argv);
    const double minutes = argc > 1 ? std::atof(argv[1]) : 0;
    const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    if (minutes <= 0) {
        std::fprintf(stderr, "Usage: attx-soak MINUTES [SEED]\n");
        return 2;
    }
    const QTemporaryDir folder;
    int64_t atFirst = 0, atLast = 0;
    {
        Application explorer(application, {folder.filePath(QStringLiteral("settings.ini")),
                                           folder.filePath(QStringLiteral("runs"))});
        application.model = &explorer.model();
        explorer.window().show();
        Soak soak(application, explorer, seed, folder.path());
        const double whole = minutes * 60, first = std::min(300.0, whole / 3);
        QElapsedTimer clock;
        clock.start();
        const auto seconds = [&] { return static_cast<double>(clock.elapsed()) / 1000; };
        while (seconds() < first) soak.act();
        atFirst = soak.memoryAtRest();
        for (double next = first; next < whole;) {
            next = std::min(next + 300, whole);
            while (seconds() < next) soak.act();
            atLast = soak.memoryAtRest();
        }
        std::printf("%.0f minutes, seed %llu:\n", minutes, static_cast<unsigned long long>(seed));
        soak.tell();
        application.model = nullptr;
    }
    const double growth = static_cast<double>(atLast - atFirst) / static_cast<double>(atFirst);
    const double share = application.events == 0 ? 1
                                                 : static_cast<double>(application.usual) /
                                                       static_cast<double>(application.events);
    std::printf("memory at rest: %.0f MB, then %.0f MB (%+.1f %%)\n", megabytes(atFirst), megabytes(atLast),
                100 * growth);
    std::printf("events beside a training: %lld, %.3f %% within %.0f ms; the longest:\n",
                static_cast<long long>(application.events), 100 * share, usualEvent);
    for (const TimedApplication::Slow& slow : application.longest)
        std::printf("  %7.1f ms  event %s\n", slow.ms, qPrintable(slow.what));
    std::printf("Qt's warnings: %d\n", warnings);
    const bool good = growth <= mostGrowth && share >= shareUsual && warnings == 0 &&
                      (application.longest.empty() || application.longest.front().ms <= longestEvent);
    return good ? 0 : 1;
}
