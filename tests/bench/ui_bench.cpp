// attx-ui-bench: how long the window takes to follow a person, in ms (median and longest of 50). Draws into
// pictures, so no display is needed (QT_QPA_PLATFORM=offscreen).
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPainter>
#include <algorithm>
#include <cstdio>
#include <functional>

#include "app/inspect_worker.h"
#include "ui/attention_page.h"
#include "ui/explain_page.h"
#include "ui/theme.h"

using namespace attx;

namespace {

constexpr int tries = 50;
constexpr QSize pageSize{980, 720};  // a page in a window of 1280 × 800

void report(const char* what, const std::function<void(int)>& act) {
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
void typing(const char* what, const RunConfig& config, void (RunModel::*answered)()) {
    RunModel model;
    InspectWorker worker;
    QObject::connect(
        &model, &RunModel::inspectRequested, &worker,
        [&](const InspectRequest& request) { worker.request(request); }, Qt::DirectConnection);
    QObject::connect(&worker, &InspectWorker::answered, &model, &RunModel::setInspection);
    PageType page(model);
    page.resize(pageSize);
    page.show();
    model.showNetwork(config,
                      std::make_shared<const std::vector<float>>(
                          initialParameters(buildProgram(config.network, config.data.positions()), 1)),
                      nullptr);
    QImage picture(pageSize, QImage::Format_ARGB32_Premultiplied);
    report(what, [&](int i) {
        const std::vector<int32_t> tokens = tokensOf(config.data.length, i);
        QEventLoop loop;
        QObject::connect(&model, answered, &loop, [&] {
            if (model.inspection().tokens == tokens) loop.quit();
        });
        model.chooseTokens(tokens, applyRule(config.data, tokens));
        loop.exec();
        page.render(&picture);
    });
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    Theme theme(application);
    theme.setChoice(Theme::Choice::Light);
    typing<AttentionPage>("typed token to redrawn attention, reverse (1 x 1 head, 16 tokens)",
                          presetByName("reverse"), &RunModel::inspectionChanged);
    typing<ExplainPage>("typed token to redrawn explanations, 4 x 4 heads, 16 tokens", configOf(4, 4, 16),
                        &RunModel::explanationChanged);

    const RunConfig large = configOf(12, 12, 64);
    Inspector inspector(large.network);
    inspector.setParameters(std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(large.network, large.data.length), 1)));
    const HeatMapGridFigure grid = attentionFigure(large.network, inspector.inspect(tokensOf(64, 0)));
    QImage picture(pageSize, QImage::Format_ARGB32_Premultiplied);
    report("redraw of 12 x 12 heads at 64 tokens", [&](int) {
        QPainter painter(&picture);
        grid.paint(painter, QRectF(QPointF(), QSizeF(pageSize)), FigureStyle::light());
    });
    return 0;
}
