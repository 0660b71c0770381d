// attx-runs-bench FOLDER: the page Runs with many runs (tests/bench/make_runs.py). How long it takes to open,
// what a frame of brushing takes, and how much memory it holds. Draws into pictures, so no display is needed
// (QT_QPA_PLATFORM=offscreen).
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTableView>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "app/threads/query_worker.h"
#include "model/files/memory.h"
#include "ui/look/theme.h"
#include "ui/pages/runs/parallel_view.h"
#include "ui/pages/runs/run_figures.h"
#include "ui/pages/runs/runs_page.h"

using namespace attx;

namespace {

constexpr int frames = 200;
constexpr QSize pageSize{980, 720};  // a page in a window of 1280 × 800
constexpr double megabyte = 1e6;

/// Processor time of this thread, in ms: what a frame takes on a computer that does nothing else.
double processorTime() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

double milliseconds(const QElapsedTimer& clock) { return static_cast<double>(clock.nsecsElapsed()) / 1e6; }

void move(QWidget* widget, QEvent::Type type, const QPointF& at) {
    const bool moves = type == QEvent::MouseMove;
    QMouseEvent event(type, at, widget->mapToGlobal(at), moves ? Qt::NoButton : Qt::LeftButton,
                      type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, {});
    QCoreApplication::sendEvent(widget, &event);
}

template <class Condition>
void wait(const Condition& until) {
    while (!until()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// Up and down an axis; each movement with all that follows it: figure, table, state.
void brush(ParallelView* view, size_t axis) {
    qreal x = 0;
    const FigureStyle style = FigureStyle::of(view->palette());
    while (view->figure().axisAt(QRectF(view->rect()), x, style).value_or(axis + 1) != axis) ++x;
    x += 16;
    std::vector<double> times, work;
    move(view, QEvent::MouseButtonPress, {x, view->height() - 20.0});
    for (int i = 0; i < frames; ++i) {
        QElapsedTimer clock;
        clock.start();
        const double begin = processorTime();
        move(view, QEvent::MouseMove, {x, view->height() * (0.5 + 0.4 * std::cos(0.06 * i))});
        QCoreApplication::processEvents();
        times.push_back(milliseconds(clock));
        work.push_back(processorTime() - begin);
    }
    move(view, QEvent::MouseButtonRelease, {x, 40});
    for (std::vector<double>* of : {&times, &work}) std::sort(of->begin(), of->end());
    const auto at = [](const std::vector<double>& of, size_t percent) {
        return of[(of.size() - 1) * percent / 100];
    };
    std::printf(
        "a frame of brushing %s: median %.1f ms, 95 %% %.1f, longest %.1f; of processor time %.1f, %.1f, "
        "%.1f\n",
        qPrintable(view->figure().axes()[axis].name), at(times, 50), at(times, 95), at(times, 100),
        at(work, 50), at(work, 95), at(work, 100));
    view->clearBrushes();
    QCoreApplication::processEvents();
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc != 2) {
        std::fprintf(stderr, "attx-runs-bench FOLDER: expected a folder of runs.\n");
        return 2;
    }
    Theme theme(application);
    theme.setChoice(Theme::Choice::Light);
    RunsPage page;
    const QueryWorker runs(page.study()), curves(page.curveStudy());
    page.resize(pageSize);
    page.showFolder(QString::fromLocal8Bit(argv[1]));
    const int64_t before = residentMemory().now;
    QElapsedTimer clock;
    clock.start();
    page.show();
    wait([&] { return page.table()->model()->rowCount() > 0; });
    QCoreApplication::processEvents();
    std::printf("%d runs: open in %.0f ms, ", page.table()->model()->rowCount(), milliseconds(clock));
    wait([&] { return !page.curveStudy().isAsking() && page.curveStudy().answer(); });
    QCoreApplication::processEvents();
    std::printf("the curves of the visible rows in %.0f ms\n", milliseconds(clock));
    ParallelView* view = page.figures()->findChild<ParallelView*>();
    for (size_t axis = 0; axis < view->figure().axes().size(); ++axis) brush(view, axis);
    clock.start();
    page.figures()->setView(RunFigures::View::Curves);
    wait([&] { return page.curveStudy().isAsking(); });  // what is in view has its curves already
    wait([&] { return !page.curveStudy().isAsking(); });
    QCoreApplication::processEvents();
    std::printf("curves of the first %zu runs, as groups: %.0f ms\n", RunFigures::mostCurves,
                milliseconds(clock));
    std::printf("%.0f MB more than before\n", static_cast<double>(residentMemory().now - before) / megabyte);
    return 0;
}
