#include "ui/figures/curves/head_history_figure.h"

#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

constexpr int mostColumns = 2;
constexpr size_t firstPattern = 3;  // Index in headQuantities(): from here on shares, 0 to 1

void addHead(CurvePanel& panel, const HeadHistory& history, size_t quantity, int head) {
    const int color = head % history.heads;
    CurveSeries series;
    series.name = tr("Head %1").arg(color + 1);
    series.key = QStringLiteral("head-%1").arg(color + 1);
    series.color = color;
    for (const HeadMoment& moment : history.moments) series.x.push_back(double(moment.step));
    series.y = history.curve(quantity, head);
    const auto steepest = steepestChange(series.x, series.y);
    if (steepest) {
        const size_t from = steepest->from;
        const QString where = tr(", steepest from step %1 to %2")
                                  .arg(history.moments[from].step)
                                  .arg(history.moments[from + 1].step);
        (history.heads > 1 ? series.name : panel.title) += where;  // a single head has no legend
        CurveSeries mark;  // A series without a name is no curve of its own
        mark.color = color;
        mark.bold = mark.markers = mark.mark = true;
        mark.x = {series.x[from], series.x[from + 1]};
        mark.y = {series.y[from], series.y[from + 1]};
        panel.series.push_back(std::move(mark));
    }
    panel.series.push_back(std::move(series));
}

}  // namespace

CurveFigure headHistoryFigure(const HeadHistory& history, size_t quantity, std::optional<double> marker) {
    const HeadQuantity& shown = headQuantities().at(quantity);
    CurveFigure figure;
    figure.setName(QStringLiteral("heads-%1").arg(QString::fromLatin1(shown.name).replace(u'_', u'-')));
    figure.setTitle(tr("Heads through training: %1").arg(modelText(shown.title)));
    figure.setChoice({QStringLiteral("--measure"), QString::fromLatin1(shown.name)});
    figure.columns = history.layers > 1 ? mostColumns : 1;
    figure.marker = marker;
    figure.facts = {{QStringLiteral("split"), QStringLiteral("validation")},
                    {QStringLiteral("samples"), QString::number(history.samples)},
                    {QStringLiteral("quantity"), QString::fromLatin1(shown.name)}};
    for (int layer = 0; layer < std::max(history.layers, 1); ++layer) {
        CurvePanel panel;
        panel.title = tr("Layer %1").arg(layer + 1);
        if (history.samples > 0)
            panel.title += tr(" · %1 samples of the validation data").arg(history.samples);
        panel.key = QStringLiteral("layer-%1").arg(layer + 1);
        panel.xLabel = tr("step");
        panel.yLabel = modelText(shown.unit);
        if (quantity >= firstPattern) panel.yLo = 0, panel.yHi = 1.02;  // a line at 1 stays whole
        for (int head = 0; head < history.heads; ++head)
            addHead(panel, history, quantity, layer * history.heads + head);
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

}  // namespace attx
