#include "ui/figures/runs/figures_of_runs.h"

#include <algorithm>
#include <array>

#include "model/run/records.h"
#include "model/sweeps/counted_runs.h"
#include "model/sweeps/run_groups.h"
#include "ui/figures/runs/run_axis.h"

namespace attx {
namespace {

constexpr int mostNamed = 12;  // curves in a legend

struct Quantity {
    const char *name, *title, *label;
    double (*ofEpoch)(const EpochReport&);  ///< null: measured at each step
    double (*ofStep)(const StepRecord&);
};
constexpr std::array quantities{
    Quantity{"runs-loss", QT_TRANSLATE_NOOP("QObject", "Validation loss of the runs"),
             QT_TRANSLATE_NOOP("QObject", "cross-entropy (nats)"),
             [](const EpochReport& e) { return e.validationLoss; }, nullptr},
    Quantity{"runs-accuracy", QT_TRANSLATE_NOOP("QObject", "Validation accuracy of the runs"),
             QT_TRANSLATE_NOOP("QObject", "share that is right"),
             [](const EpochReport& e) { return e.validationAccuracy; }, nullptr},
    Quantity{"runs-train-loss", QT_TRANSLATE_NOOP("QObject", "Training loss of the runs"),
             QT_TRANSLATE_NOOP("QObject", "cross-entropy (nats)"),
             [](const EpochReport& e) { return e.trainLoss; }, nullptr},
    Quantity{"runs-learning-rate", QT_TRANSLATE_NOOP("QObject", "Learning rate of the runs"),
             QT_TRANSLATE_NOOP("QObject", "learning rate"), nullptr,
             [](const StepRecord& s) { return double(s.learningRate); }},
    Quantity{"runs-gradient-norm", QT_TRANSLATE_NOOP("QObject", "Gradient norm of the runs"),
             QT_TRANSLATE_NOOP("QObject", "L2 norm before clipping"), nullptr,
             [](const StepRecord& s) { return double(s.gradNorm); }},
};

/// What a step is on the axis; 0: not known.
double unitOf(const RunCurves& curves, RunProgress progress) {
    if (progress == RunProgress::Time) return curves.secondsPerStep;
    if (progress == RunProgress::Step) return 1;
    if (curves.epochs.empty() || curves.epochs.back().step == 0) return 0;
    return double(curves.epochs.back().epoch) / double(curves.epochs.back().step);
}

QString labelOf(RunProgress progress) {
    if (progress == RunProgress::Time) return QObject::tr("time (s), spread evenly over the steps");
    return progress == RunProgress::Step ? QObject::tr("step") : QObject::tr("epoch");
}

std::pair<std::vector<double>, std::vector<double>> pointsOf(const RunCurves& curves,
                                                             const Quantity& quantity) {
    std::vector<double> x, y;
    if (quantity.ofEpoch)
        for (const EpochReport& epoch : curves.epochs) {
            x.push_back(double(epoch.step));
            y.push_back(quantity.ofEpoch(epoch));
        }
    else
        for (const StepRecord& step : curves.steps) {
            x.push_back(double(step.step));
            y.push_back(quantity.ofStep(step));
        }
    return {std::move(x), std::move(y)};
}

QString nameOf(const RunGroup& group, const RunTable& of, size_t runs) {
    const QString name = groupText(group, of);
    return runs > 1 ? QObject::tr("%1 (mean of %2)").arg(name).arg(runs) : name;
}

}  // namespace

CurveFigure runCurvesFigure(const RunTable& table, const CurvesByPath& curves,
                            const RunCurveOptions& options) {
    const Quantity& quantity = quantities.at(size_t(options.quantity));
    CurveFigure figure;
    figure.setName(QString::fromLatin1(quantity.name));
    figure.setTitle(QObject::tr(quantity.title));
    CurvePanel panel;
    panel.title = figure.title();
    panel.key = figure.name();
    panel.xLabel = labelOf(options.progress);
    panel.yLabel = QObject::tr(quantity.label);
    panel.logX = options.logX;
    panel.logY = options.logY;
    std::vector<RunGroup> groups;
    if (options.grouped) {
        const std::vector<size_t> standing = representatives(table, SameRun::Repetition);
        groups = groupsOf(table, options.groupKey);
        for (RunGroup& group : groups)
            std::erase_if(group.rows, [&](size_t row) { return standing[row] != row; });
    } else
        for (const QStringList names = runNames(table); const QString& name : names)
            groups.push_back({name.toStdString(), {groups.size()}});
    const auto keyOf = [&](const RunGroup& group) {  // names of runs are given by people, and may come twice
        if (!options.grouped) return QString::fromStdString(table.rows[group.rows.front()].path);
        return group.name.empty() ? QStringLiteral("all") : QString::fromStdString(group.name);
    };
    for (const RunGroup& group : groups) {
        std::vector<std::pair<std::vector<double>, std::vector<double>>> all;
        double units = 0;
        for (const size_t row : group.rows) {
            const auto found = curves.find(table.rows[row].path);
            if (found == curves.end() || !found->second) continue;
            const double unit = unitOf(*found->second, options.progress);
            auto points = pointsOf(*found->second, quantity);
            if (points.first.empty() || unit <= 0) continue;
            units += unit;
            all.push_back(std::move(points));
        }
        if (all.empty()) continue;
        MeanCurve mean = meanCurve(all);
        const double unit = units / double(all.size());
        for (double& x : mean.x) x *= unit;
        CurveSeries series{nameOf(group, table, all.size()), std::move(mean.x), std::move(mean.mean),
                           int(panel.series.size())};
        if (all.size() > 1) series.spread = std::move(mean.spread);
        series.key = keyOf(group);
        series.markers = series.x.size() == 1;  // a line of one point would be none
        panel.series.push_back(std::move(series));
    }
    if (panel.series.size() == 1) {  // It has no legend
        panel.title += QStringLiteral(" · ") + panel.series.front().name;
        figure.setTitle(panel.title);
    }
    if (std::ranges::any_of(panel.series, [](const CurveSeries& series) { return !series.spread.empty(); }))
        panel.title += QObject::tr(" · bands: ±1 standard deviation");
    panel.legend = std::ssize(panel.series) <= mostNamed;
    figure.panels.push_back(std::move(panel));
    return figure;
}

CurveFigure runCurvesFigure(const RunTable& table, const RunCurveOptions& options) {
    CurvesByPath curves;
    for (const RunRow& row : table.rows)
        curves[row.path] = std::make_shared<const RunCurves>(readCurves(row.path));
    return runCurvesFigure(table, curves, options);
}

}  // namespace attx
