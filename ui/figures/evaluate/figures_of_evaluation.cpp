#include "ui/figures/evaluate/figures_of_evaluation.h"

#include <numeric>

#include "model/attribute/removal.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

CurvePanel sharesPanel(const char* key, const QString& title, const QString& xLabel, const QString& yLabel) {
    CurvePanel panel;
    panel.key = QLatin1String(key);
    panel.title = title;
    panel.xLabel = xLabel;
    panel.yLabel = yLabel;
    panel.xLo = panel.yLo = 0;
    panel.xHi = 1;
    panel.yHi = 1.02;  // A curve along the top would be half hidden at 1
    return panel;
}

CurveSeries seriesOf(const QString& key, const QString& name, std::vector<double> x, std::vector<double> y,
                     int color) {
    CurveSeries series;
    series.key = key;
    series.name = name;
    series.x = std::move(x);
    series.y = std::move(y);
    series.color = color;
    return series;
}

/// The network's own curve.
CurveSeries networkSeries(std::vector<double> x, std::vector<double> y) {
    return seriesOf(QStringLiteral("network"), tr("network"), std::move(x), std::move(y), 0);
}

/// The next 5 % of a few inputs may be the same inputs.
bool repeats(const std::vector<double>& inputs, size_t step) {
    return step > 0 && inputs[step] == inputs[step - 1];
}

CurveSeries reference(const char* name, double from, double to) {
    CurveSeries line =
        seriesOf(QString::fromLatin1(name).replace(u' ', u'-'), tr(name), {0, 1}, {from, to}, 6);
    line.dashed = true;
    return line;
}

QString withData(const QString& title, const Evaluation& evaluation) {
    const auto n = std::ssize(evaluation.answers);
    return n == 0 ? title
                  : QStringLiteral("%1 · %2").arg(title, dataText(evaluation.isOfAll, evaluation.test, n));
}

Figure::Facts factsOf(const Evaluation& evaluation) {
    return dataFacts(evaluation.isOfAll, evaluation.test, std::ssize(evaluation.answers));
}

QString exact(double value) { return QString::fromStdString(csvNumber(value)); }

}  // namespace

HeatMapFigure confusionFigure(const Evaluation& evaluation, const std::vector<std::string>& names,
                              const QStringList& texts) {
    const bool sets = evaluation.output == OutputKind::Set;
    HeatMap map;
    map.rows = map.cols = evaluation.classes;
    const std::vector<int64_t> counts = confusionOf(evaluation);
    for (const int64_t count : counts) map.values.push_back(float(count));
    map.counts = true;
    map.numbers = evaluation.classes <= 20;
    map.xLabel = sets ? tr("predicted place") : tr("predicted");
    map.yLabel = sets ? tr("place of the odd one") : tr("true");
    for (int k = 0; k < evaluation.classes; ++k)
        map.xTickLabels << (!sets && size_t(k) < names.size() ? QString::fromStdString(names[k])
                                                              : QString::number(sets ? k + 1 : k));
    map.yTickLabels = map.xTickLabels;
    if (!sets && texts.size() == evaluation.classes) map.tickTexts = texts;
    if (!evaluation.answers.empty())
        map.notes << dataText(evaluation.isOfAll, evaluation.test, std::ssize(evaluation.answers));
    ColorScale scale;
    HeatMapFigure figure(map, scale);
    figure.facts = factsOf(evaluation);
    figure.setName(QStringLiteral("confusion"));
    figure.setTitle(tr("Confusion"));
    figure.valueLabel = tr("count");
    return figure;
}

CurveFigure reliabilityFigure(const Evaluation& evaluation) {
    const Reliability reliability = reliabilityOf(evaluation);
    CurveSeries bins = networkSeries({}, {});
    CurveSeries shares = seriesOf(QStringLiteral("share-of-answers"), tr("share of the answers"), {}, {}, 1);
    bins.markers = shares.markers = true;
    QStringList counts;
    for (const ConfidenceBin& bin : reliability.bins) {
        counts << QString::number(bin.count);
        if (bin.count == 0) continue;
        bins.x.push_back(bin.confidence);
        bins.y.push_back(bin.accuracy);
        shares.x.push_back(bin.confidence);
        shares.y.push_back(double(bin.count) / double(evaluation.answers.size()));
    }
    CurvePanel panel = sharesPanel(
        "calibration",
        withData(
            tr("Calibration: ECE %1, %2 bins").arg(reliability.expectedError, 0, 'f', 4).arg(confidenceBins),
            evaluation),
        tr("probability of the prediction"), tr("accuracy"));
    panel.series = {reference(QT_TRANSLATE_NOOP("attx", "calibrated"), 0, 1), std::move(bins),
                    std::move(shares)};
    CurveFigure figure;
    figure.facts = factsOf(evaluation);
    figure.facts.insert(figure.facts.end(),
                        {{QStringLiteral("bins"), QString::number(confidenceBins)},
                         {QStringLiteral("expected_calibration_error"), exact(reliability.expectedError)},
                         {QStringLiteral("answers_by_bin"), counts.join(QLatin1Char(' '))}});
    figure.panels = {std::move(panel)};
    figure.setName(QStringLiteral("reliability"));
    figure.setTitle(tr("Calibration"));
    return figure;
}

CurveFigure thresholdFigure(const Evaluation& evaluation, const std::vector<std::string>& names,
                            const QStringList& texts) {
    constexpr size_t positive = 1;
    const QString yes =
        names.size() > positive ? QString::fromStdString(names[positive]) : QString::number(positive);
    CurveFigure figure;
    figure.facts = factsOf(evaluation);
    figure.facts.emplace_back(QStringLiteral("positive_class"), yes);
    CurvePanel roc = sharesPanel("roc", tr("ROC"), tr("false positive rate"), tr("true positive rate")),
               precision =
                   sharesPanel("precision-recall", tr("Precision and recall"), tr("recall"), tr("precision"));
    if (const auto curves = thresholdCurves(evaluation)) {
        roc.title =
            withData(tr("ROC: area %1, positive: %2")
                         .arg(QString::number(curves->areaUnderRoc, 'f', 4), texts.value(positive, yes)),
                     evaluation);
        precision.title =
            tr("Precision and recall: average precision %1").arg(curves->averagePrecision, 0, 'f', 4);
        roc.series = {reference(QT_TRANSLATE_NOOP("attx", "chance"), 0, 1),
                      networkSeries(curves->falsePositiveRate, curves->truePositiveRate)};
        const double base = curves->precision.back();  // The precision if everything is called positive
        precision.series = {reference(QT_TRANSLATE_NOOP("attx", "base rate"), base, base),
                            networkSeries(curves->recall, curves->precision)};
        figure.facts.insert(figure.facts.end(),
                            {{QStringLiteral("area_under_roc"), exact(curves->areaUnderRoc)},
                             {QStringLiteral("average_precision"), exact(curves->averagePrecision)},
                             {QStringLiteral("base_rate"), exact(base)}});
    }
    figure.panels = {std::move(roc), std::move(precision)};
    figure.columns = 2;
    figure.setName(QStringLiteral("thresholds"));
    figure.setTitle(tr("ROC, precision and recall"));
    return figure;
}

CurveFigure positionAccuracyFigure(const Evaluation& evaluation) {
    std::vector<double> places(size_t(evaluation.positions));
    std::iota(places.begin(), places.end(), 1.0);  // people count from 1
    CurvePanel panel;
    panel.title = withData(tr("Accuracy by position"), evaluation);
    panel.key = QStringLiteral("position-accuracy");
    panel.xLabel = tr("position");
    panel.yLabel = tr("accuracy");
    panel.yLo = 0;
    panel.yHi = 1.02;
    CurveSeries chance =
        seriesOf(QStringLiteral("chance"), tr("chance"), places, chanceByPosition(evaluation), 6);
    chance.dashed = true;
    CurveSeries right = networkSeries(places, accuracyByPosition(evaluation));
    right.markers = true;
    panel.series = {std::move(chance), std::move(right)};
    CurveFigure figure;
    figure.facts = factsOf(evaluation);
    figure.panels = {std::move(panel)};
    figure.setName(QStringLiteral("position-accuracy"));
    figure.setTitle(tr("Accuracy by position"));
    return figure;
}

QString faithfulnessTitle(const std::string& name) {
    if (name == "random") return tr("random orders");
    if (name == "rule") return tr("ideal order");
    return modelText(infoOf(explainMethodNamed(name)).title);
}

CurveFigure faithfulnessFigure(const Faithfulness& faithfulness) {
    CurvePanel deletion = sharesPanel("deletion", tr("Deletion: the steeper it falls, the better"),
                                      tr("inputs removed"), tr("probability of the answer")),
               insertion = sharesPanel("insertion", tr("Insertion: the steeper it rises, the better"),
                                       tr("inputs kept"), tr("probability of the answer"));
    deletion.legend = false;
    deletion.xHi = insertion.xHi = std::max(faithfulness.inputs, 1.0);
    constexpr int colors = 6, grey = 6;  // FigureStyle::series ends with it
    int next = 0;
    for (const MethodFaithfulness& method : faithfulness.methods) {
        const bool random = method.name == "random";
        const int number = random ? 0 : next++;
        const auto curve = [&](const std::vector<BandedMean>& means, const std::vector<double>& inputs) {
            CurveSeries series = seriesOf(QString::fromStdString(method.name), faithfulnessTitle(method.name),
                                          {}, {}, random ? grey : number % colors);
            series.dashed = random || method.name == "rule";
            series.markers = number >= colors;  // the colours begin again
            for (size_t step = 0; step < means.size(); ++step) {
                if (repeats(inputs, step)) continue;
                series.x.push_back(inputs[step]);
                series.y.push_back(means[step].mean);
                series.band95 = true;
                series.spread.push_back(means[step].band);
            }
            return series;
        };
        deletion.series.push_back(curve(method.deletion, faithfulness.deletion.inputs));
        insertion.series.push_back(curve(method.insertion, faithfulness.insertion.inputs));
    }
    for (auto [panel, places] :
         {std::pair(&deletion, &faithfulness.deletion), {&insertion, &faithfulness.insertion}}) {
        CurveSeries chance = seriesOf(QStringLiteral("chance"), tr("chance"), {}, {}, grey);
        chance.dashed = chance.faint = true;
        chance.note = chance.name;
        for (size_t step = 0; step < places->inputs.size(); ++step) {
            if (repeats(places->inputs, step)) continue;
            chance.x.push_back(places->inputs[step]);
            chance.y.push_back(places->chance[step]);
        }
        if (!chance.x.empty()) panel->series.push_back(std::move(chance));
    }
    CurveFigure figure;
    figure.facts = dataFacts(faithfulness.isOfAll, false, faithfulness.samples);
    if (faithfulness.samples > 0)
        for (CurvePanel* panel : {&deletion, &insertion})
            panel->title +=
                QStringLiteral(" · %1 · %2")
                    .arg(dataText(faithfulness.isOfAll, false, faithfulness.samples), tr("bands: 95 %"));
    figure.panels = {std::move(deletion), std::move(insertion)};
    figure.columns = 2;
    figure.setName(QStringLiteral("faithfulness"));
    figure.setTitle(tr("How faithful the explanations are"));
    return figure;
}

}  // namespace attx
