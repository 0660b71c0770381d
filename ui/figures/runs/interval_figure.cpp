#include "ui/figures/runs/interval_figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "model/config/keys.h"
#include "model/files/error.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr qreal intervalRow = 28, intervalLine = 16, mostBar = 14, dotRadius = 3;  // px at zoom 1
constexpr qreal mostNameShare = 0.4;  // Share of the width; longer names stand over their bars

QString number(double value) { return withMinus(QString::number(value, 'g', 4)); }

double meanOf(const RunTable& table, const RunGroup& group) {
    const std::vector<size_t> rows = countedRuns(table, group.rows).rows;
    double sum = 0;
    for (const size_t row : rows) sum += table.rows[row].result->validationAccuracy;
    return rows.empty() ? -INFINITY : sum / double(rows.size());
}

/// Says what a figure does not count, in sentences and for its file.
void sayLeftOut(std::initializer_list<const CountedRuns*> all, IntervalFigure& figure) {
    CountedRuns sum;
    size_t unfinished = 0;
    for (const CountedRuns* runs : all) {
        sum.repeated += runs->repeated;
        sum.unvalidated += runs->unvalidated;
        for (const auto& [state, count] : runs->unfinished) {
            sum.unfinished[state] += count;
            unfinished += count;
        }
    }
    if (unfinished > 0)
        figure.sentences
            << QObject::tr("Left out, since they are not finished: %1.").arg(statesText(sum.unfinished));
    if (sum.unfinished.contains(RunStatus::Failed) || sum.unfinished.contains(RunStatus::Diverged))
        figure.sentences << QObject::tr(
            "Beware: without the runs that failed the others may look better than "
            "their settings are.");
    if (sum.unvalidated > 0)
        figure.sentences << QObject::tr(
                                "Finished runs that are left out, since they have no epoch behind them: %1.")
                                .arg(sum.unvalidated);
    if (sum.repeated == 1)
        figure.sentences << QObject::tr(
            "1 run is left out: its settings, seeds and data are those of another run.");
    if (sum.repeated > 1)
        figure.sentences
            << QObject::tr("%1 runs are left out: their settings, seeds and data are those of other runs.")
                   .arg(sum.repeated);
    figure.facts.insert(figure.facts.end(),
                        {{QStringLiteral("unfinished_runs"), QString::number(unfinished)},
                         {QStringLiteral("repeated_runs"), QString::number(sum.repeated)}});
}

}  // namespace

QSize IntervalFigure::defaultSize() const {
    constexpr int width = 800;
    const FigureStyle style = FigureStyle::light();
    const auto count = qreal(rows.size());
    const qreal room = width - 2 * figureMargin;
    return {
        width,
        std::max(240, int(std::ceil(2 * figureMargin + intervalRow * (count + 1) +
                                    sentencesHeight(room, style) + count * nameLines(room, style).height)))};
}

QSizeF IntervalFigure::leastSize(qreal width, const FigureStyle& style) const {
    const qreal room = width - 2 * figureMargin, count = qreal(rows.size());
    return {leastNameWidth(names(), style) + 2 * figureMargin,
            2 * figureMargin + 8 + style.px(intervalLine * (2 + count)) +
                count * nameLines(room, style).height + sentencesHeight(room, style)};
}

qreal IntervalFigure::sentencesHeight(qreal width, const FigureStyle& style) const {
    const QFontMetricsF metrics(style.font(bodyPx));
    qreal height = 0;
    for (const QString& sentence : sentences)
        height += metrics.boundingRect({0, 0, width, 10'000}, Qt::TextWordWrap, sentence).height() + 4;
    return height;
}

QStringList IntervalFigure::names() const {
    QStringList names;
    for (const Row& row : rows) names << row.title;
    return names;
}

IntervalFigure::NameLines IntervalFigure::nameLines(qreal width, const FigureStyle& style) const {
    NameLines lines{{style.font(labelPx), names()}, 0, 0};
    lines.beside = widestLine(lines.fitted.names, QFontMetricsF(style.font(labelPx)));

    if (lines.beside <= mostNameShare * width) return lines;
    lines = {fittedNames(names(), width, style), 0, 0};
    const qreal line = QFontMetricsF(lines.fitted.font).height();
    for (const QString& name : lines.fitted.names)
        lines.height = std::max(lines.height, qreal(1 + name.count(QLatin1Char('\n'))) * line);
    return lines;
}

void IntervalFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.save();
    painter.fillRect(rect, style.background);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont body = style.font(bodyPx), small = style.font(labelPx);
    const QRectF area = rect.adjusted(figureMargin, figureMargin, -figureMargin, -figureMargin);
    qreal top = area.top();
    painter.setFont(body);
    painter.setPen(style.foreground);
    const QFontMetricsF bodyMetrics(body);
    for (const QString& sentence : sentences) {
        const QRectF room(area.left(), top, area.width(), area.height());
        const QRectF taken = bodyMetrics.boundingRect(room, Qt::TextWordWrap, sentence);
        painter.drawText(room, Qt::TextWordWrap, sentence);
        top += taken.height() + 4;
    }
    top += 8;
    const QFontMetricsF metrics(small);
    const NameLines names = nameLines(area.width(), style);
    qreal textWidth = 0;
    bool bars = true;
    double low = 0, high = 0;
    if (!rows.empty() && !rows.front().dots.empty()) low = INFINITY, high = -INFINITY, bars = false;
    for (const Row& row : rows) {
        textWidth = std::max(textWidth, metrics.horizontalAdvance(row.text));
        std::vector<double> all = row.dots;
        all.push_back(row.value);
        if (row.interval) all.insert(all.end(), {row.interval->first, row.interval->second});
        for (const double value : all) low = std::min(low, value), high = std::max(high, value);
    }
    const qreal left = area.left() + (names.height > 0 ? 0 : names.beside + 10),
                width = std::max(20.0, area.right() - textWidth - 12 - left);
    const auto x = [&](double value) {
        return left + width * (high > low ? (value - low) / (high - low) : bars ? 0 : 0.5);
    };
    const qreal line = style.px(intervalLine), gap = style.px(8), center = left + width / 2;
    // The ends of the scale stand beside each other where it is short, and what it measures then below them.
    const qreal lowWidth = metrics.horizontalAdvance(number(low)),
                highWidth = metrics.horizontalAdvance(number(high));
    const qreal lowLeft = std::min(left, center - gap / 2 - lowWidth),
                highLeft = std::max(left + width - highWidth, center + gap / 2);
    const qreal between = highLeft - lowLeft - lowWidth - 2 * gap;
    const bool isBelow = metrics.horizontalAdvance(valueName) > between;
    const qreal height =
        std::min(style.px(intervalRow) + names.height,
                 (area.bottom() - (isBelow ? 2 : 1) * line - top) / qreal(std::max<size_t>(rows.size(), 1)));
    painter.setFont(small);
    for (size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        const qreal from = top + height * qreal(i),
                    middle = from + names.height + (height - names.height) / 2,
                    bar = std::min(style.px(mostBar), 0.7 * std::max(0.0, height - names.height));
        const QString& name = names.fitted.names[qsizetype(i)];
        painter.setPen(style.foreground);
        painter.setFont(names.fitted.font);
        if (names.height > 0)
            painter.drawText(QRectF(area.left(), from, area.width(), names.height),
                             Qt::AlignLeft | Qt::AlignBottom, name);
        else
            painter.drawText(QRectF(area.left(), middle - line / 2, names.beside, line),
                             Qt::AlignRight | Qt::AlignVCenter, name);
        painter.setFont(small);
        painter.drawText(QRectF(area.right() - textWidth - 2, middle - line / 2, textWidth + 2, line),
                         Qt::AlignLeft | Qt::AlignVCenter, row.text);
        const QColor color = style.seriesColor(bars ? 0 : int(i));
        if (bars) {
            if (row.interval) {
                const qreal begin = x(row.interval->first), end = x(row.interval->second);
                painter.fillRect(QRectF(begin, middle - 0.8 * bar, end - begin, 1.6 * bar), style.grid);
            }
            painter.fillRect(QRectF(left, middle - bar / 2, x(row.value) - left, bar), color);
            continue;
        }
        painter.setPen(QPen(style.grid, 1));
        painter.drawLine(QPointF(left, middle), QPointF(left + width, middle));
        if (row.interval) {
            painter.setPen(QPen(color, 2));
            painter.drawLine(QPointF(x(row.interval->first), middle),
                             QPointF(x(row.interval->second), middle));
        }
        painter.setPen(QPen(color, 3));
        painter.drawLine(QPointF(x(row.value), middle - bar / 2), QPointF(x(row.value), middle + bar / 2));
        painter.setPen(Qt::NoPen);
        QColor dot = color;
        dot.setAlphaF(0.5F);
        painter.setBrush(dot);
        for (const double value : row.dots)
            painter.drawEllipse(QPointF(x(value), middle), style.px(dotRadius), style.px(dotRadius));
        painter.setBrush(Qt::NoBrush);
    }
    if (rows.empty()) return painter.restore();
    painter.setPen(style.muted);
    const qreal foot = top + height * qreal(rows.size());
    const auto write = [&](const QRectF& box, int align, const QString& text) {
        painter.drawText(box, align | Qt::AlignVCenter | Qt::TextDontClip, text);
    };
    write({lowLeft, foot, lowWidth, line}, Qt::AlignLeft, number(low));
    write({highLeft, foot, highWidth, line}, Qt::AlignLeft, number(high));
    if (isBelow)
        write({area.left(), foot + line, area.width(), line}, Qt::AlignRight,
              metrics.elidedText(valueName, Qt::ElideRight, area.width()));
    else
        write({lowLeft + lowWidth + gap, foot, between, line}, Qt::AlignHCenter, valueName);
    painter.restore();
}

std::vector<NamedArray> IntervalFigure::data() const {
    NamedArray array{name().toStdString(), {static_cast<int64_t>(rows.size())}, {}};
    for (const Row& row : rows) array.values.push_back(float(row.value));
    return {array};
}

std::string IntervalFigure::table(const FactColumns& same) const {
    std::string table = "name,value,low,high,values" + same.names + "\n";
    for (const Row& row : rows) {
        table.append(csvField(row.name)).append(",").append(csvNumber(row.value)).append(",");
        if (row.interval) table.append(csvNumber(row.interval->first));
        table.append(",");
        if (row.interval) table.append(csvNumber(row.interval->second));
        table.append(",");
        for (size_t i = 0; i < row.dots.size(); ++i)
            table.append(i > 0 ? " " : "").append(csvNumber(row.dots[i]));
        table.append(same.values).append("\n");
    }
    return table;
}

IntervalFigure importanceFigure(const RunTable& table) {
    IntervalFigure figure;
    figure.setName(QStringLiteral("runs-importance"));
    figure.setTitle(QObject::tr("Importance of the settings"));
    figure.valueName = QObject::tr("share of the importance");
    const KeyImportance importance = keyImportance(table);
    figure.facts = {{QStringLiteral("estimator"), QStringLiteral("PED-ANOVA by Parzen estimators")},
                    {QStringLiteral("runs"), QString::number(importance.runs.rows.size())},
                    {QStringLiteral("best_runs"), QString::number(importance.best)},
                    {QStringLiteral("gamma"), QString::number(importance.gamma())},
                    {QStringLiteral("permutations"), QString::number(usualPermutations)},
                    {QStringLiteral("high_quantile"), QString::number(chanceQuantile)}};
    const size_t runs = importance.runs.rows.size();
    if (runs < leastRuns) {
        figure.sentences << QObject::tr(
                                "The importance of settings needs at least %1 finished runs; found %2.")
                                .arg(leastRuns)
                                .arg(runs);
        sayLeftOut({&importance.runs}, figure);
        return figure;
    }
    double sum = 0;
    for (const KeyImportance::Row& row : importance.rows) {
        const QString percent = QStringLiteral("%1 %").arg(100 * row.share, 0, 'f', 0);
        figure.rows.push_back({QString::fromStdString(row.key),
                               keyText(keyInfo(row.key)),
                               row.isChance() ? QObject::tr("%1, within chance").arg(percent) : percent,
                               row.share,
                               {},
                               std::pair(0.0, row.chance)});
        sum += row.share;
    }
    figure.sentences
        << QObject::tr(
               "How much the values of a setting in the best %1 of %2 runs (quantile γ = %3) differ from "
               "those in all of them: V = γ² Σ p(x) (p_best(x) / p(x) − 1)², with p and p_best by Parzen "
               "estimators (Scott's rule, a uniform prior), as shares of the sum (PED-ANOVA, Watanabe et "
               "al. 2023).")
               .arg(importance.best)
               .arg(runs)
               .arg(number(importance.gamma()))
        << QObject::tr(
               "Grey: what chance reaches. V stays below it in %1 % of %2 permutations of the results over "
               "the runs.")
               .arg(100 * chanceQuantile)
               .arg(usualPermutations);
    const auto leaveOut = [&](const QString& sentence, const std::vector<std::string>& keys) {
        QStringList names;
        for (const std::string& key : keys) names << keyText(keyInfo(key));
        if (!names.isEmpty()) figure.sentences << sentence.arg(names.join(QStringLiteral(", ")));
    };
    leaveOut(QObject::tr("Left out, since nothing that these runs learn depends on it: %1."),
             importance.idle);
    leaveOut(QObject::tr("Left out, since all runs that depend on it have the same value: %1."),
             importance.constant);
    sayLeftOut({&importance.runs}, figure);
    if (sum == 0)
        figure.sentences << QObject::tr(
            "The best runs have the same values as all runs: no setting stands out.");
    return figure;
}

IntervalFigure comparisonFigure(const RunTable& table, const RunGroup& a, const RunGroup& b) {
    IntervalFigure figure;
    figure.setName(QStringLiteral("runs-comparison"));
    figure.setTitle(QObject::tr("Two groups of runs"));
    figure.valueName = QObject::tr("best validation accuracy");
    const GroupComparison found = compareGroups(table, a, b);
    const auto row = [&](const RunGroup& group, const std::vector<double>& values, double mean) {
        return IntervalFigure::Row{
            QString::fromStdString(group.name),
            groupText(group, table),
            (values.size() == 1 ? QObject::tr("mean %1, n = %2 seed") : QObject::tr("mean %1, n = %2 seeds"))
                .arg(number(mean))
                .arg(values.size()),
            mean,
            values,
            {}};
    };
    if (found.a.empty() || found.b.empty()) {
        figure.sentences << (a.rows.empty() || b.rows.empty()
                                 ? QObject::tr(
                                       "There are no two groups to compare: choose two that have runs, "
                                       "or train runs that differ in a setting.")
                                 : QObject::tr("A group has no finished run yet."));
        sayLeftOut({&found.runsA, &found.runsB}, figure);
        return figure;
    }
    figure.rows = {row(a, found.a, found.meanA), row(b, found.b, found.meanB)};
    const auto exact = [](double value) { return QString::fromStdString(csvNumber(value)); };
    figure.facts = {{QStringLiteral("difference"), exact(found.difference())},
                    {QStringLiteral("n"), QStringLiteral("%1 %2").arg(found.a.size()).arg(found.b.size())}};
    if (found.interval)
        figure.facts.insert(
            figure.facts.end(),
            {{QStringLiteral("difference_low_95"), exact(found.interval->low)},
             {QStringLiteral("difference_high_95"), exact(found.interval->high)},
             {QStringLiteral("p"), found.interval->p ? exact(*found.interval->p) : QString()},
             {QStringLiteral("method"), found.paired ? QStringLiteral("Student's t-test, paired by seed")
                                                     : QStringLiteral("Welch's t-test")},
             {QStringLiteral("degrees_of_freedom"), exact(found.interval->freedom)}});
    if (!found.interval) {
        figure.sentences << QObject::tr(
                                "Difference of the means %1. An interval needs two seeds in each group.")
                                .arg(number(found.difference()));
    } else {
        const QString test =
            found.paired
                ? QObject::tr("Student's t-test of the differences, paired by seed, degrees of freedom: %1")
                : QObject::tr("Welch's t-test, as the seeds do not pair, degrees of freedom: %1");
        figure.sentences
            << QObject::tr("Difference of the means %1, 95 % interval %2 to %3%4 (%5).")
                   .arg(number(found.difference()), number(found.interval->low), number(found.interval->high),
                        found.interval->p
                            ? QObject::tr(", p = %1").arg(QString::number(*found.interval->p, 'g', 2))
                            : QObject::tr("; the runs do not vary"),
                        test.arg(number(found.interval->freedom)));
    }
    const size_t runsA = found.runsA.rows.size(), runsB = found.runsB.rows.size();
    if (runsA > found.a.size() || runsB > found.b.size())
        figure.sentences
            << QObject::tr(
                   "A group has several runs of a seed (%1 runs in the first group, %2 in the second): "
                   "their mean is the value of the seed.")
                   .arg(runsA)
                   .arg(runsB);
    sayLeftOut({&found.runsA, &found.runsB}, figure);
    if (!found.data.empty())
        figure.sentences << QObject::tr("Beware: the runs have learned from different data (%1).")
                                .arg(QString::fromStdString(found.data));
    return figure;
}

IntervalFigure comparisonFigure(const RunTable& table) {
    std::vector<RunGroup> groups = groupsOf(table);
    if (groups.size() < 2)
        throw inputError("runs-comparison needs runs that differ in more than their seeds; found " +
                         std::to_string(groups.size()) + " group of them.");
    std::ranges::stable_sort(
        groups, [&](const RunGroup& a, const RunGroup& b) { return meanOf(table, a) > meanOf(table, b); });
    IntervalFigure figure = comparisonFigure(table, groups[0], groups[1]);
    const auto known = std::ranges::count_if(
        groups, [&](const RunGroup& group) { return std::isfinite(meanOf(table, group)); });
    if (known <= 2) return figure;
    figure.sentences << QObject::tr(
                            "Beware: these two groups of %1 were chosen because their means are the highest, "
                            "and neither the interval nor p is corrected for that choice.")
                            .arg(known);
    figure.facts.insert(figure.facts.end(),
                        {{QStringLiteral("highest_means_of_groups"), QString::number(known)},
                         {QStringLiteral("corrected_for_choice"), QStringLiteral("false")}});
    return figure;
}

}  // namespace attx
