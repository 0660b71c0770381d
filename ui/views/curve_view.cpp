#include "ui/views/curve_view.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "model/run/curve.h"
#include "ui/controls/flat_layout.h"
#include "ui/figures/curves/curve_plot.h"
#include "ui/figures/custom_plot.h"
#include "ui/look/theme.h"
#include "ui/look/unit_text.h"
#include "ui/views/value_box.h"

namespace attx {
namespace {

// Twenty a second look continuous and leave the processor to the training.
constexpr std::chrono::milliseconds refreshInterval{50};
constexpr double mostSmoothing = 0.999;
constexpr double zoomStep = 0.8;  // Part of the range that a key press leaves
constexpr double panStep = 0.1;
constexpr int emptyWidth = 180;  // px; narrower than the axes
constexpr size_t mostRead = 12;  // series that are all read out; of more, those near the pointer

/// The index of the point nearest to x; x must not fall, xs must not be empty.
size_t nearest(const std::vector<double>& xs, double x) {
    const auto above = std::ranges::lower_bound(xs, x);
    if (above == xs.begin()) return 0;
    const auto i = size_t(above - xs.begin());
    if (above == xs.end() || x - xs[i - 1] <= xs[i] - x) return i - 1;
    return i;
}

/// A dashed line has a value everywhere, not at its points only.
double between(const CurveSeries& series, double x) {
    const auto above = std::ranges::lower_bound(series.x, x);
    if (above == series.x.begin()) return series.y.front();
    if (above == series.x.end()) return series.y.back();
    const auto i = size_t(above - series.x.begin());
    return std::lerp(series.y[i - 1], series.y[i], (x - series.x[i - 1]) / (series.x[i] - series.x[i - 1]));
}

bool hasPoints(const CurveFigure& figure) {
    return std::ranges::any_of(figure.panels, [](const CurvePanel& panel) {
        return std::ranges::any_of(panel.series, [](const CurveSeries& series) { return !series.x.empty(); });
    });
}

CurveView::Ranges rangesOf(const CurveFigure& figure) {
    CurveView::Ranges ranges;
    for (const CurvePanel& panel : figure.panels)
        ranges.push_back({panel.xLo, panel.xHi, panel.yLo, panel.yHi});
    return ranges;
}

/// What it has painted, each of its layers a picture of its size, it keeps only while it is shown.
class SparingPlot : public QCustomPlot {
public:
    explicit SparingPlot(QWidget* parent) : QCustomPlot(parent) {
        // What was to be painted when it was hidden comes afterwards.
        connect(this, &QCustomPlot::afterReplot, this, [this] {
            if (!isVisible()) mPaintBuffers.clear();
        });
    }

protected:
    // Pictures of no pixels cannot be painted.
    void resizeEvent(QResizeEvent* event) override {
        if (!event->size().isEmpty()) QCustomPlot::resizeEvent(event);
    }
    void hideEvent(QHideEvent* event) override {
        QCustomPlot::hideEvent(event);
        mPaintBuffers.clear();  // replot() makes them again
    }
};

}  // namespace

CurveView::CurveView(QWidget* parent)
    : QWidget(parent),
      style_(FigureStyle::of(palette())),
      plot_(new SparingPlot(this)),
      valueBox_(new ValueBox(plot_)) {
    flatLayout<QVBoxLayout>(this)->addWidget(plot_);
    empty_ = new QLabel(plot_);
    empty_->setObjectName(QStringLiteral("empty"));
    empty_->setAutoFillBackground(true);
    empty_->setWordWrap(true);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setAttribute(Qt::WA_TransparentForMouseEvents);
    fixWidth(empty_, emptyWidth);
    empty_->hide();
    connect(plot_, &QCustomPlot::afterReplot, this, &CurveView::placeEmptyText);
    setFocusPolicy(Qt::StrongFocus);
    plot_->setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Curves"));
    setAccessibleDescription(tr("Plus and minus zoom, arrow keys pan, Home shows everything."));

    curves_ = std::make_unique<CurvePlot>(*plot_);
    plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot_->setNoAntialiasingOnDrag(false);
    // Cursor and marker move without repainting the curves.
    plot_->addLayer(QStringLiteral("cursor"), plot_->layer(QStringLiteral("legend")));
    for (const QString& moving : {QStringLiteral("cursor"), QString::fromLatin1(CurvePlot::markerLayer)})
        plot_->layer(moving)->setMode(QCPLayer::lmBuffered);
    plot_->installEventFilter(this);

    refreshTimer_.setSingleShot(true);
    refreshTimer_.setInterval(refreshInterval);
    connect(&refreshTimer_, &QTimer::timeout, this, &CurveView::refresh);
    connect(plot_, &QCustomPlot::mouseMove, this, &CurveView::onMouseMove);
    connect(plot_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        setFocus(Qt::MouseFocusReason);
        const bool rectangle = event->modifiers() & Qt::ShiftModifier;
        plot_->setSelectionRectMode(rectangle ? QCP::srmZoom : QCP::srmNone);
    });
    connect(plot_, &QCustomPlot::mouseDoubleClick, this, &CurveView::resetView);
}

CurveView::~CurveView() = default;

void CurveView::setFigure(const CurveFigure& figure) {
    const bool isFirst = figure_.panels.empty() && ranges_;
    const Ranges before = isFirst ? *ranges_ : rangesOf(figure_);
    figure_ = figure;
    showRanges(before, isFirst);
    keepRanges();
    if (!figure_.title().isEmpty()) setAccessibleName(figure_.title());
    needsBuild_ = true;
    scheduleRefresh();
}

/// `alsoGiven`: instead of ranges that the figure gives, too.
void CurveView::showRanges(const Ranges& ranges, bool alsoGiven) {
    if (ranges.size() != figure_.panels.size()) return;
    for (size_t p = 0; p < ranges.size(); ++p) {
        CurvePanel& panel = figure_.panels[p];
        const Range& range = ranges[p];
        if (panel.xLo == panel.xHi || (alsoGiven && range.xLo != range.xHi))
            panel.xLo = range.xLo, panel.xHi = range.xHi;
        if (panel.yLo == panel.yHi || (alsoGiven && range.yLo != range.yHi))
            panel.yLo = range.yLo, panel.yHi = range.yHi;
    }
}

void CurveView::keepRanges() {
    if (ranges_) *ranges_ = rangesOf(figure_);
}

void CurveView::keepRangesIn(Ranges& ranges) {
    ranges_ = &ranges;
    if (figure_.panels.empty()) return;
    showRanges(ranges, true);
    keepRanges();
    scheduleRefresh();
}

void CurveView::append(int panel, int series, double x, double y) {
    if (panel < 0 || panel >= int(figure_.panels.size())) return;
    auto& all = figure_.panels[panel].series;
    if (series < 0 || series >= int(all.size())) return;
    all[series].x.push_back(x);
    all[series].y.push_back(y);
    scheduleRefresh();
}

void CurveView::append(int panel, int series, const std::vector<double>& x, const std::vector<double>& y) {
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) append(panel, series, x[i], y[i]);
}

QString CurveView::readout(int panel, double x, std::optional<double> pointed) const {
    if (panel < 0 || panel >= int(figure_.panels.size())) return {};
    const CurvePanel& shown = figure_.panels[panel];
    // The cursor stands on the nearest point of the densest series; others tell where theirs lies if it
    // is elsewhere (one an epoch).
    const CurveSeries* densest = nullptr;
    for (const CurveSeries& series : shown.series)
        if (!series.faint && !series.x.empty() && (!densest || series.x.size() > densest->x.size()))
            densest = &series;
    if (!densest) return {};
    const double at = densest->x[nearest(densest->x, x)];
    const auto text = [](double value) { return withMinus(QString::number(value, 'g', 6)); };
    QStringList lines{
        QStringLiteral("%1 %2").arg(shown.xLabel.isEmpty() ? QStringLiteral("x") : shown.xLabel, text(at))};
    std::vector<const CurveSeries*> read;
    for (const CurveSeries& series : shown.series)
        if (!series.x.empty() && !series.mark) read.push_back(&series);
    if (read.size() > mostRead) {
        const auto away = [&](const CurveSeries* series) {
            const double y = series->y[nearest(series->x, at)];
            return std::isfinite(y) ? std::abs(y - pointed.value_or(0)) : INFINITY;
        };
        std::ranges::stable_sort(read, [&](const auto* a, const auto* b) { return away(a) < away(b); });
        read.resize(mostRead / 2);
    }
    for (const CurveSeries* one : read) {
        const CurveSeries& series = *one;
        const size_t i = nearest(series.x, at);
        const double y = series.dashed ? between(series, at) : series.y[i];
        QString line =
            QStringLiteral("%1 %2").arg(series.name.isEmpty() ? shown.yLabel : series.name, text(y));
        if (i < series.spread.size() && std::isfinite(series.spread[i]))
            line += QStringLiteral(" ± ") + QString::number(series.spread[i], 'g', 3);
        if (series.x[i] != at && !series.dashed) line += tr(" (at %1)").arg(text(series.x[i]));
        lines << line;
    }
    return lines.join(QLatin1Char('\n'));
}

void CurveView::setSmoothing(double weight) {
    figure_.smoothing = std::clamp(weight, 0.0, mostSmoothing);
    scheduleRefresh();
}

void CurveView::setLogScale(bool on) {
    for (CurvePanel& panel : figure_.panels) {
        panel.logY = on;
        panel.yLo = panel.yHi = 0;  // what was zoomed to may not exist on the other scale
    }
    keepRanges();
    needsBuild_ = true;
    scheduleRefresh();
}

void CurveView::setLegendVisible(bool on) {
    for (CurvePanel& panel : figure_.panels) panel.legend = on;
    needsBuild_ = true;
    scheduleRefresh();
}

void CurveView::setMarker(std::optional<double> x) {
    if (x == figure_.marker) return;
    figure_.marker = x;
    if (!hasRoom() || needsBuild_) return;  // comes with the next refresh
    curves_->mark(figure_);
    plot_->layer(QLatin1String(CurvePlot::markerLayer))->replot();
}

void CurveView::resetView() {
    for (CurvePanel& panel : figure_.panels) panel.xLo = panel.xHi = panel.yLo = panel.yHi = 0;
    keepRanges();
    scheduleRefresh();
}

void CurveView::rebuild() {
    hideCursor();
    cursorLine_ = nullptr;  // build() removes all items
    curves_->build(figure_, style_);
    needsBuild_ = false;
    for (size_t p = 0; p < curves_->panels().size(); ++p)
        for (QCPAxis* axis : curves_->panels()[p].axes->axes())
            connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
                    [this, p] { onRangeChanged(int(p)); });
    if (curves_->panels().empty()) return;
    cursorLine_ = new QCPItemStraightLine(plot_);
    cursorLine_->setLayer(QStringLiteral("cursor"));
    cursorLine_->setPen(QPen(style_.muted, 1, Qt::DashLine));
    cursorLine_->setVisible(false);
}

bool CurveView::hasRoom() const { return plot_->isVisible() && !plot_->size().isEmpty(); }

// A hidden view keeps its data and refreshes when it is shown.
void CurveView::scheduleRefresh() {
    if (hasRoom() && !refreshTimer_.isActive()) refreshTimer_.start();
}

void CurveView::refresh() {
    if (!hasRoom()) return;
    fill();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CurveView::fill() {
    filling_ = true;
    if (needsBuild_) rebuild();
    curves_->fill(figure_);
    filling_ = false;
    empty_->setVisible(!empty_->text().isEmpty() && !hasPoints(figure_));
}

void CurveView::setEmptyText(const QString& text) {
    if (text == empty_->text()) return;
    empty_->setText(text);
    empty_->setVisible(!text.isEmpty() && !hasPoints(figure_));
    placeEmptyText();
}

/// In the middle of the first panel.
void CurveView::placeEmptyText() {
    if (curves_->panels().empty()) return;
    empty_->resize(empty_->width(), empty_->heightForWidth(empty_->width()));
    empty_->move(curves_->panels().front().axes->rect().center() - empty_->rect().center());
}

void CurveView::onRangeChanged(int panel) {
    if (filling_) return;
    CurvePanel& shown = figure_.panels[panel];
    const QCPAxisRect* axes = curves_->panels()[panel].axes;
    const QCPRange x = axes->axis(QCPAxis::atBottom)->range(), y = axes->axis(QCPAxis::atLeft)->range();
    shown.xLo = x.lower;
    shown.xHi = x.upper;
    shown.yLo = y.lower;
    shown.yHi = y.upper;
    // Beyond what there is to see lies nothing, and a wheel that was to scroll the page led there.
    constexpr double rounding = 1 + 1e-6;  // a range that was moved is as wide as before
    const auto isWider = [](bool logarithmic, const QCPRange& range, double lo, double hi) {
        return logarithmic && lo > 0 && range.lower > 0
                   ? std::log(range.upper / range.lower) > rounding * std::log(hi / lo)
                   : range.size() > rounding * (hi - lo);
    };
    CurvePanel whole = shown;
    whole.xLo = whole.xHi = whole.yLo = whole.yHi = 0;
    const CurveRange all = curveRange(whole);
    if (isWider(whole.logX, x, all.xLo, all.xHi) && isWider(whole.logY, y, all.yLo, all.yHi))
        shown.xLo = shown.xHi = shown.yLo = shown.yHi = 0;
    keepRanges();
    scheduleRefresh();
}

void CurveView::onMouseMove(QMouseEvent* event) {
    for (size_t p = 0; p < curves_->panels().size(); ++p)
        if (curves_->panels()[p].axes->rect().contains(event->pos())) {
            moveCursor(int(p), event->pos());
            return;
        }
    hideCursor();
}

void CurveView::moveCursor(int panel, const QPoint& position) {
    QCPAxisRect* axes = curves_->panels()[panel].axes;
    QCPAxis* xAxis = axes->axis(QCPAxis::atBottom);
    const double x = xAxis->pixelToCoord(position.x());
    const QString text = readout(panel, x, axes->axis(QCPAxis::atLeft)->pixelToCoord(position.y()));
    if (text.isEmpty() || !cursorLine_) {
        hideCursor();
        return;
    }
    for (QCPItemPosition* point : {cursorLine_->point1, cursorLine_->point2}) {
        point->setType(QCPItemPosition::ptPlotCoords);
        point->setAxes(xAxis, axes->axis(QCPAxis::atLeft));
        point->setAxisRect(axes);
    }
    cursorLine_->setClipAxisRect(axes);
    const QCPRange y = axes->axis(QCPAxis::atLeft)->range();
    cursorLine_->point1->setCoords(x, y.lower);
    cursorLine_->point2->setCoords(x, y.upper);
    cursorLine_->setVisible(true);
    plot_->layer(QStringLiteral("cursor"))->replot();

    valueBox_->showAt(position, text);
    Q_EMIT hovered(panel, x);
}

void CurveView::hideCursor() {
    if (valueBox_->isHidden()) return;
    valueBox_->hide();
    if (cursorLine_) {
        cursorLine_->setVisible(false);
        if (hasRoom()) plot_->layer(QStringLiteral("cursor"))->replot();
    }
    Q_EMIT hovered(-1, 0);
}

void CurveView::zoom(double factor) {
    for (const CurvePlot::Panel& panel : curves_->panels())
        for (QCPAxis* axis : panel.axes->axes()) axis->scaleRange(factor);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CurveView::pan(double x, double y) {
    for (const CurvePlot::Panel& panel : curves_->panels()) {
        QCPAxis* across = panel.axes->axis(QCPAxis::atBottom);
        across->moveRange(x * across->range().size());
        QCPAxis* up = panel.axes->axis(QCPAxis::atLeft);
        if (up->scaleType() == QCPAxis::stLinear) up->moveRange(y * up->range().size());
    }
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool CurveView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && event->type() == QEvent::Leave) hideCursor();
    if (watched == plot_ && event->type() == QEvent::Resize) scheduleRefresh();
    return QWidget::eventFilter(watched, event);
}

void CurveView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        style_ = FigureStyle::of(palette());
        needsBuild_ = true;
        scheduleRefresh();
    }
    QWidget::changeEvent(event);
}

void CurveView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fill();
    if (hasRoom()) plot_->replot();  // Replots now: it would be blank for a moment
}

void CurveView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Plus:
            return zoom(zoomStep);
        case Qt::Key_Minus:
            return zoom(1 / zoomStep);
        case Qt::Key_Left:
            return pan(-panStep, 0);
        case Qt::Key_Right:
            return pan(panStep, 0);
        case Qt::Key_Up:
            return pan(0, panStep);
        case Qt::Key_Down:
            return pan(0, -panStep);
        case Qt::Key_Home:
            return resetView();
        default:
            QWidget::keyPressEvent(event);
    }
}

}  // namespace attx
