// attx-ui-bench [WORDS]: how long the window takes to follow a person, in ms (median and longest of 50); with
// WORDS only the rows whose name holds them. Draws into pictures, so no display is needed
// (QT_QPA_PLATFORM=offscreen).
#include <unistd.h>

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSlider>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <functional>

#include "app/threads/background.h"
#include "app/threads/query_worker.h"
#include "model/data/drawn_shapes.h"
#include "model/data/set_data.h"
#include "model/heads/vector_cloud.h"
#include "model/run/checkpoint.h"
#include "model/run/records.h"
#include "tests/ui/named.h"
#include "ui/look/theme.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/places/places_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/pages/training/training_page.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/places_view.h"
#include "ui/views/set_list_view.h"
#include "ui/window/time_bar.h"

using namespace attx;

namespace {

constexpr int tries = 50;
constexpr QSize pageSize{980, 720};  // a page in a window of 1280 × 800

/// Rows are measured whose name holds these words; all where they are empty.
std::string only;
bool isWanted(std::string_view what) { return what.find(only) != std::string_view::npos; }

void report(const char* what, const std::function<void(int)>& act) {
    if (!isWanted(what)) return;
    std::vector<double> times;
    for (int i = -3; i < tries; ++i) {
        QElapsedTimer clock;
        clock.start();
        act(i);
        if (i >= 0) times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    }
    std::sort(times.begin(), times.end());
    std::printf("%-62s median %6.2f  longest %6.2f\n", what, times[tries / 2], times.back());
}

RunConfig configOf(int layers, int heads, int length) {
    RunConfig c = presetByName("reverse");
    c.network.numLayers = layers;
    c.network.numHeads = heads;
    c.network.modelDim = heads * 8;
    c.data.length = length;
    return c;
}

std::vector<int32_t> tokensOf(int length, int first) {
    std::vector<int32_t> tokens;
    for (int i = 0; i < length; ++i) tokens.push_back((first + i * 3 + 10) % 10);
    return tokens;
}

/// From a typed token, through the inspecting thread, to the drawn page.
template <class PageType>
void typing(const char* what, const RunConfig& config, void (Shown::*answered)()) {
    if (!isWanted(what)) return;
    RunModel model;
    const QueryWorker worker(model.shown().study());
    PageType page(model);
    page.resize(pageSize);
    page.show();
    model.showNetwork(config,
                      std::make_shared<const std::vector<float>>(
                          initialParameters(buildProgram(config.network, config.data.positions()), 1)),
                      nullptr);
    QImage picture(pageSize, QImage::Format_ARGB32_Premultiplied);
    report(what, [&](int i) {
        const Sample sample = typedSample(config, {}, tokensOf(config.data.length, i));
        QEventLoop loop;
        QObject::connect(&model.shown(), answered, &loop, [&] {
            if (model.inspection().sample == sample) loop.quit();
        });
        model.shown().chooseSample(sample);
        loop.exec();
        page.render(&picture);
    });
}

/// From the slider, through the file of a snapshot and the inspecting thread, to the drawn page.
template <class PageType>
void scrubbing(const char* what, const RunConfig& config, void (Shown::*answered)()) {
    if (!isWanted(what)) return;
    constexpr int moments = 20;
    const QTemporaryDir folder;
    const std::string run = folder.path().toStdString();
    const Program program = buildProgram(config.network, config.data.positions());
    SnapshotWriter writer(run, 0, uint64_t{1} << 30);
    for (int i = 0; i < moments; ++i)
        writer.add(config, initialParameters(program, static_cast<uint64_t>(i)), i, i);
    writer.write();

    RunModel model;
    const QueryWorker worker(model.shown().study());
    Background reader;
    QObject::connect(&model.shown(), &Shown::snapshotRequested, &model, [&](const Snapshot& snapshot) {
        reader.run(
            &model,
            [path = snapshotPath(run, snapshot)] {
                return std::make_shared<const std::vector<float>>(openCheckpoint(path).parameters);
            },
            [&model, snapshot](const auto& outcome) {
                model.shown().setSnapshotParameters(snapshot, outcome.value);
            });
    });
    PageType page(model);
    TimeBar bar(model);
    page.resize(pageSize);
    page.show();
    model.showNetwork(config, std::make_shared<const std::vector<float>>(initialParameters(program, 99)),
                      nullptr);
    RunMetrics metrics;
    for (int i = 1; i <= 4000; ++i)
        metrics.steps.push_back({i, 1, 1.0F / static_cast<float>(i), 0.5F, 1e-3F, 1.0F});
    model.setMetrics(metrics);
    model.setSnapshots(listSnapshots(run));
    QImage picture(pageSize, QImage::Format_ARGB32_Premultiplied);
    report(what, [&](int i) {
        QEventLoop loop;
        QObject::connect(&model.shown(), answered, &loop, [&] {
            if (model.shown().isSettled()) loop.quit();
        });
        bar.slider()->setValue((i + moments) * 7 % moments);
        loop.exec();
        page.render(&picture);
    });
}

/// Frames of the page of sets while it is scrolled: `count` sets of 10, all answered.
void scrolling(const char* what, int count) {
    const std::string alone = std::string(what) + ", the rows alone";
    if (!isWanted(what) && !isWanted(alone)) return;
    RunConfig config = presetByName("anomaly-shapes");
    config.data.testSize = count;
    const ImageData images = drawnShapes(config.data.trainSize, config.data.testSize, config.data.seed);
    const auto data = std::make_shared<const DataSet>(makeSetData(config.data));
    RunModel model;
    SetsPage page(model);
    quint64 tag = 0;
    QObject::connect(&page.study().study(), &StudyBase::asked, &page,
                     [&](const Query& query) { tag = query.tag; });
    page.resize(pageSize);
    page.show();
    model.showNetwork(config,
                      std::make_shared<const std::vector<float>>(initialParameters(
                          buildProgram(config.network, config.data.positions()), config.seed)),
                      data);
    page.setImages(std::make_shared<const SplitImages>(evaluationImages(config.data, images)));
    SetAnswers answers = setsWithoutAnswers(data->test, evaluationRows(data->test, config.data), 10);
    answers.probabilities.assign(answers.rows.size(), 0.1F);
    page.study().study().take(tag, std::make_shared<const SetAnswers>(std::move(answers)), true);
    auto* list = page.findChild<SetListView*>();
    QScrollBar* bar = list->verticalScrollBar();
    report(what, [&](int i) {
        bar->setValue((i + 4) * bar->maximum() / (tries + 8) + 37 * i);
        (void)page.grab();
    });
    report(alone.c_str(), [&](int i) {
        bar->setValue((i + 4) * bar->maximum() / (tries + 8) + 37 * i);
        (void)list->viewport()->grab();
    });
}

/// The plane of 10,000 vectors, and a frame of the page with another dot pointed at.
void vectors() {
    const char* const plane = "plane of 10,000 vectors, reverse-deep";
    const char* const frame = "a frame with another of 10,000 vectors pointed at";
    if (!isWanted(plane) && !isWanted(frame)) return;
    const RunConfig config = presetByName("reverse-deep");
    const auto data = std::make_shared<const DataSet>(makeData(config.data));
    RunModel model;
    PlacesPage page(model);
    quint64 tag = 0;
    QObject::connect(&page.study(), &StudyBase::asked, &page, [&](const Query& query) { tag = query.tag; });
    page.resize(pageSize);
    page.show();
    model.showNetwork(config,
                      std::make_shared<const std::vector<float>>(initialParameters(
                          buildProgram(config.network, config.data.positions()), config.seed)),
                      data);
    auto* kind = named<QComboBox>(page, "Vectors");
    kind->setCurrentIndex(kind->findData(static_cast<int>(CloudKind::Hidden)));
    std::optional<Places> places;
    const std::atomic<bool> interrupt{false};
    const auto find = [&](int) {
        places = whereThingsLie(model.subject(), nullptr, {CloudKind::Hidden, 0, 0}, interrupt);
    };
    report(plane, find);
    if (!places) find(0);
    page.study().take(tag, std::make_shared<const Places>(*places), true);
    (void)page.grab();
    PlacesView& view = *page.findChild<PlacesView*>();
    const std::vector<QPointF> dots = view.figure().places(QRectF(view.rect()), 0, FigureStyle::light());
    int found = 0;
    report(frame, [&](int i) {
        const QPointF at = dots[static_cast<size_t>(i + 4) * 171];
        QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &move);
        found += view.ringed().empty() ? 0 : 1;
        (void)page.grab();
    });
    std::printf("    (%zu vectors; %d of the frames had one under the pointer)\n",
                places->cloud.points.size(), found);
}

/// Resident memory of this process, in MB.
double residentMegabytes() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').value(1).toDouble() * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// The page of 12 layers of 12 heads and 512 tokens, which shows one layer at a time.
void manyHeads() {
    const char* const hover = "hover over 12 x 12 heads at 512 tokens";
    const char* const change = "change of layer, 12 x 12 heads at 512 tokens";
    if (!isWanted(hover) && !isWanted(change)) return;
    const RunConfig config = configOf(12, 12, 512);
    RunModel model;
    const QueryWorker worker(model.shown().study());
    AttentionPage page(model);
    page.resize(pageSize);
    page.show();
    QImage picture(pageSize, QImage::Format_ARGB32_Premultiplied);
    page.render(&picture);
    const double before = residentMegabytes();
    const Sample sample = typedSample(config, {}, tokensOf(config.data.length, 0));
    model.showNetwork(config,
                      std::make_shared<const std::vector<float>>(
                          initialParameters(buildProgram(config.network, config.data.positions()), 1)),
                      nullptr);
    QEventLoop loop;
    QObject::connect(&model.shown(), &Shown::inspectionChanged, &loop, [&] {
        if (model.inspection().sample == sample) loop.quit();
    });
    model.shown().chooseSample(sample);
    loop.exec();
    page.render(&picture);
    HeatMapView* const view = page.gridView();
    report(hover, [&](int i) {
        const QPointF at(view->width() * (0.1 + 0.01 * (i + 4)), view->height() * (0.2 + 0.005 * (i + 4)));
        QMouseEvent move(QEvent::MouseMove, at, view->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(view, &move);
        (void)view->grab();
    });
    for (QComboBox* combo : page.findChildren<QComboBox*>())
        if (combo->count() == 13 && combo->itemText(1) == QStringLiteral("1"))
            report(change, [&](int i) {
                combo->setCurrentIndex(1 + (i + 12) % 12);
                page.render(&picture);
            });
    std::printf("    (%.0f MB more, maps and figures included)\n", residentMegabytes() - before);
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    Theme theme(application);
    theme.setChoice(Theme::Choice::Light);
    if (argc > 1) only = argv[1];
    typing<AttentionPage>("typed token to redrawn attention, reverse (1 x 1 head, 16 tokens)",
                          presetByName("reverse"), &Shown::inspectionChanged);
    typing<ExplainPage>("typed token to redrawn explanations, 4 x 4 heads, 16 tokens", configOf(4, 4, 16),
                        &Shown::explanationChanged);

    for (const char* preset : {"reverse", "reverse-deep"}) {
        const std::string name = preset;
        scrubbing<AttentionPage>(("slider to redrawn attention, " + name).c_str(), presetByName(name),
                                 &Shown::inspectionChanged);
        scrubbing<ExplainPage>(("slider to redrawn explanations, " + name).c_str(), presetByName(name),
                               &Shown::explanationChanged);
        scrubbing<TrainingPage>(("slider to redrawn curves, " + name).c_str(), presetByName(name),
                                &Shown::inspectionChanged);
    }

    scrolling("a frame of scrolling through 10,000 sets", 10000);

    vectors();
    manyHeads();

    const RunConfig large = configOf(12, 12, 64);
    Inspector inspector(large.network);
    inspector.setParameters(std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(large.network, large.data.length), 1)));
    const HeatMapGridFigure grid =
        attentionFigure(large.network, inspector.inspect(sampleOf(tokensOf(64, 0))));
    QImage picture(pageSize, QImage::Format_ARGB32_Premultiplied);
    report("redraw of 12 x 12 heads at 64 tokens", [&](int) {
        QPainter painter(&picture);
        grid.paint(painter, QRectF(QPointF(), QSizeF(pageSize)), FigureStyle::light());
    });
    return 0;
}
