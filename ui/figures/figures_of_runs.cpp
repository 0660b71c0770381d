#include "ui/figures/figures_of_runs.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/config/settings.h"
#include "ui/look/color_map.h"

namespace attx {
namespace {

constexpr double logarithmicFrom = 20;  // times the smallest value
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr size_t mostMarks = 8;  // different values of an axis that are all written beside it

QString text(const std::string& s) { return QString::fromStdString(s); }

CurveFigure runsCurve(const RunTable& table, const QString& name, const QString& title, const QString& yLabel,
                      double EpochReport::*value) {
    CurveFigure figure;
    figure.setName(name);
    figure.setTitle(title);
    CurvePanel panel;
    panel.title = title;
    panel.xLabel = QObject::tr("step");
    panel.yLabel = yLabel;
    int color = 0;
    for (const RunGroup& group : groupsOf(table)) {
        std::vector<std::pair<std::vector<double>, std::vector<double>>> curves;
        for (const size_t row : group.rows) {
            auto& [x, y] = curves.emplace_back();
            for (const EpochReport& epoch : readEpochs(table.rows[row].path)) {
                x.push_back(static_cast<double>(epoch.step));
                y.push_back(epoch.*value);
            }
            if (x.empty()) curves.pop_back();
        }
        if (curves.empty()) continue;
        const MeanCurve mean = meanCurve(curves);
        const QString groupName = group.name.empty() ? QObject::tr("all") : text(group.name);
        const QString runs =
            curves.size() > 1 ? QObject::tr("%1 (mean of %2)").arg(groupName).arg(curves.size()) : groupName;
        panel.series.push_back({runs, mean.x, mean.mean, color});
        if (curves.size() > 1)
            for (const int side : {1, -1}) {
                CurveSeries edge{QString(), mean.x, mean.mean, color};
                for (size_t i = 0; i < edge.y.size(); ++i) edge.y[i] += side * mean.spread[i];
                edge.dashed = true;
                panel.series.push_back(std::move(edge));
            }
        ++color;
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

void chooseScale(RunAxis& axis) {
    double low = INFINITY, high = -INFINITY;
    for (const double value : axis.values)
        if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    axis.logarithmic = axis.choices.isEmpty() && low > 0 && high >= logarithmicFrom * low;
}

RunAxis axisOf(const RunTable& table, size_t key) {
    RunAxis axis{text(table.keys[key]), {}, {}, false};
    const bool number = isNumber(keyInfo(table.keys[key]));
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const QString value = text(table.values[row][key]);
        if (!table.rows[row].config) {
            axis.values.push_back(nothing);
        } else if (number) {
            axis.values.push_back(value.toDouble());
        } else {
            if (!axis.choices.contains(value)) axis.choices << value;
            axis.values.push_back(static_cast<double>(axis.choices.indexOf(value)));
        }
    }
    chooseScale(axis);
    return axis;
}

/// Where values lie on an axis: 0 at its foot, 1 at its head.
class Scale {
public:
    explicit Scale(const RunAxis& axis) : axis_(axis) {
        for (const double value : axis.values) {
            if (!std::isfinite(value)) continue;
            low_ = std::min(low_, along(value));
            high_ = std::max(high_, along(value));
            if (std::find(marks_.begin(), marks_.end(), value) == marks_.end()) marks_.push_back(value);
        }
        std::sort(marks_.begin(), marks_.end());
        if (marks_.size() > mostMarks) marks_ = {marks_.front(), marks_.back()};
    }
    [[nodiscard]] double place(double value) const {
        if (!std::isfinite(value)) return nothing;
        return high_ > low_ ? (along(value) - low_) / (high_ - low_) : 0.5;
    }
    [[nodiscard]] const std::vector<double>& marks() const { return marks_; }
    [[nodiscard]] QString textOf(double value) const {
        if (axis_.choices.isEmpty()) return QString::number(value, 'g', 4);
        return axis_.choices.value(static_cast<int>(value));
    }

private:
    [[nodiscard]] double along(double value) const { return axis_.logarithmic ? std::log(value) : value; }
    const RunAxis& axis_;
    double low_ = INFINITY, high_ = -INFINITY;
    std::vector<double> marks_;
};

}  // namespace

CurveFigure runsLossFigure(const RunTable& table) {
    return runsCurve(table, QStringLiteral("runs-loss"), QObject::tr("Validation loss of the runs"),
                     QObject::tr("cross-entropy (nats)"), &EpochReport::validationLoss);
}

CurveFigure runsAccuracyFigure(const RunTable& table) {
    return runsCurve(table, QStringLiteral("runs-accuracy"), QObject::tr("Validation accuracy of the runs"),
                     QObject::tr("share that is right"), &EpochReport::validationAccuracy);
}

ParallelFigure parallelFigure(const RunTable& table) {
    ParallelFigure figure;
    figure.setName(QStringLiteral("parallel-coordinates"));
    figure.setTitle(QObject::tr("Runs"));
    for (const RunRow& row : table.rows) figure.runs << text(row.path);
    for (size_t key = 0; key < table.keys.size(); ++key)
        if (table.keys[key] != "seed" && table.keys[key] != "data.seed")
            figure.axes.push_back(axisOf(table, key));
    RunAxis seconds{QObject::tr("time (s)"), {}, {}, false},
        best{QObject::tr("best validation accuracy"), {}, {}, false};
    for (const RunRow& row : table.rows) {
        seconds.values.push_back(row.state == RunStatus::Finished ? row.result->seconds : nothing);
        best.values.push_back(row.result && row.result->epochs > 0 ? row.result->validationAccuracy
                                                                   : nothing);
    }
    for (RunAxis* axis : {&seconds, &best}) {
        chooseScale(*axis);
        figure.axes.push_back(std::move(*axis));
    }
    return figure;
}

QSize ParallelFigure::defaultSize() const {
    return {std::max(640, 160 * static_cast<int>(axes.size())), 480};
}

void ParallelFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    if (axes.empty()) return painter.fillRect(rect, style.background);
    painter.save();
    painter.fillRect(rect, style.background);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal gap = rect.width() / static_cast<qreal>(axes.size()), top = rect.top() + 48,
                bottom = rect.bottom() - 24;
    const auto xOf = [&](size_t axis) { return rect.left() + gap * (static_cast<qreal>(axis) + 0.5); };
    const auto yOf = [&](double place) { return bottom + (top - bottom) * place; };
    std::vector<Scale> scales;
    for (const RunAxis& axis : axes) scales.emplace_back(axis);

    // The best lines last, so that they lie above the others.
    std::vector<size_t> order(static_cast<size_t>(runs.size()));
    std::iota(order.begin(), order.end(), size_t{0});
    const auto colorOf = [&](size_t run) { return scales.back().place(axes.back().values[run]); };
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        const double x = colorOf(a), y = colorOf(b);
        return std::isnan(x) ? !std::isnan(y) : x < y;
    });
    for (const size_t run : order) {
        const double share = colorOf(run);
        painter.setPen(QPen(
            std::isnan(share) ? style.muted : QColor(mapColor(ColorMap::Viridis, static_cast<float>(share))),
            1.5));
        for (size_t axis = 0; axis + 1 < axes.size(); ++axis) {
            const double from = scales[axis].place(axes[axis].values[run]),
                         to = scales[axis + 1].place(axes[axis + 1].values[run]);
            if (std::isnan(from) || std::isnan(to)) continue;
            painter.drawLine(QPointF(xOf(axis), yOf(from)), QPointF(xOf(axis + 1), yOf(to)));
        }
    }
    const QFont bold = style.font(labelPx, true), small = style.font(labelPx);
    for (size_t axis = 0; axis < axes.size(); ++axis) {
        const qreal x = xOf(axis);
        painter.setPen(QPen(style.foreground, 1));
        painter.drawLine(QPointF(x, top), QPointF(x, bottom));
        painter.setFont(bold);
        const QString name =
            axes[axis].logarithmic ? axes[axis].name + QObject::tr(" (log)") : axes[axis].name;
        painter.drawText(QRectF(x - gap / 2, top - 40, gap, 24), Qt::AlignCenter,
                         QFontMetricsF(bold).elidedText(name, Qt::ElideMiddle, gap - 4));
        painter.setFont(small);
        const QFontMetricsF metrics(small);
        for (const double mark : scales[axis].marks()) {
            const QString label = metrics.elidedText(scales[axis].textOf(mark), Qt::ElideRight, gap - 16);
            const qreal y = yOf(scales[axis].place(mark));
            const QRectF box(x + 4, y - 7, metrics.horizontalAdvance(label) + 4, 14);
            QColor veil = style.background;
            veil.setAlphaF(0.8F);
            painter.fillRect(box, veil);
            painter.drawLine(QPointF(x - 3, y), QPointF(x + 3, y));
            painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, QLatin1Char(' ') + label);
        }
    }
    painter.restore();
}

std::vector<NamedArray> ParallelFigure::data() const {
    NamedArray array{name().toStdString(), {runs.size(), static_cast<int64_t>(axes.size())}, {}};
    for (qsizetype run = 0; run < runs.size(); ++run)
        for (const RunAxis& axis : axes)
            array.values.push_back(static_cast<float>(axis.values[static_cast<size_t>(run)]));
    return {array};
}

std::string ParallelFigure::csv() const {
    std::string table = "run";
    for (const RunAxis& axis : axes) table += ',' + csvField(axis.name);
    table += '\n';
    for (qsizetype run = 0; run < runs.size(); ++run) {
        table += csvField(runs[run]);
        for (const RunAxis& axis : axes) {
            const double value = axis.values[static_cast<size_t>(run)];
            table += ',' + (axis.choices.isEmpty() || std::isnan(value)
                                ? csvNumber(value)
                                : csvField(axis.choices.value(static_cast<int>(value))));
        }
        table += '\n';
    }
    return table;
}

std::unique_ptr<Figure> ParallelFigure::clone() const { return std::make_unique<ParallelFigure>(*this); }

}  // namespace attx
