#include "ui/figures/network/places_figure.h"

#include <QObject>
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "model/files/error.h"
#include "model/files/translatable.h"
#include "model/heads/spectrum.h"
#include "ui/figures/evaluate/set_figure.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

constexpr PlaceColorName placeTable[] = {
    {PlaceColor::Token, "token", ATTX_TR("model", "token")},
    {PlaceColor::Position, "position", ATTX_TR("model", "position")},
    {PlaceColor::Class, "class", ATTX_TR("model", "class")},
    {PlaceColor::Correct, "correct", ATTX_TR("model", "right or wrong")},
};

int32_t valueOf(const CloudPoint& point, PlaceColor color) {
    const int32_t values[] = {point.token, point.position, point.label,
                              point.correct};  // Order of PlaceColor
    return values[size_t(color)];
}

QString nameOf(int32_t value, PlaceColor color, const DataNames& names) {
    if (value < 0) return QStringLiteral("–");
    const auto at = size_t(value);
    switch (color) {
        case PlaceColor::Token:
            if (names.vocabulary.empty() || value >= names.vocabulary.size()) return QString::number(value);
            return names.vocabulary.isPadding(value) ? QStringLiteral("[PAD]")
                                                     : QString::fromStdString(names.vocabulary.word(value));
        case PlaceColor::Position:
            return QString::number(value + 1);
        case PlaceColor::Class:
            return at < names.classes.size() ? shortClass(QString::fromStdString(names.classes[at]))
                                             : QString::number(value);
        case PlaceColor::Correct:
            return value > 0 ? tr("right") : tr("wrong");
    }
    return {};
}

/// `data`: those that have the classes, which are called as they are shown; none: as in tables.
QString shownName(int32_t value, PlaceColor color, const DataNames& names, const DataConfig* data) {
    const bool isNamed = value >= 0 && size_t(value) < names.classes.size();
    return data && color == PlaceColor::Class && isNamed ? shortClass(classText(*data, names, size_t(value)))
                                                         : nameOf(value, color, names);
}

QString roleOf(const CloudPoint& point) { return point.key == 0 ? tr("query") : tr("key"); }

RunAxis axisOf(const Places& places, size_t axis) {
    RunAxis made;
    made.name = QStringLiteral("component_%1").arg(axis + 1);
    made.title =
        tr("component %1 (%2 % of the variance)").arg(axis + 1).arg(100 * places.variance[axis], 0, 'f', 1);
    for (size_t i = axis; i < places.at.size(); i += 2) made.values.push_back(double(places.at[i]));
    made.range = {static_cast<double>(places.range[2 * axis]), double(places.range[2 * axis + 1])};
    return made;
}

/// Dots that have left what the plane shows.
int outside(const Places& places) {
    int count = 0;
    for (size_t i = 0; i + 1 < places.at.size(); i += 2)
        if (places.at[i] < places.range[0] || places.at[i] > places.range[1] ||
            places.at[i + 1] < places.range[2] || places.at[i + 1] > places.range[3])
            ++count;
    return count;
}

}  // namespace

std::span<const PlaceColorName> placeColors() { return placeTable; }

PlaceColor placeColorNamed(const std::string& name) {
    std::string known;
    for (const PlaceColorName& color : placeTable) {
        if (name == color.name) return color.color;
        known += (known.empty() ? "" : ", ") + std::string(color.name);
    }
    throw inputError("Colour of points: expected one of " + known + ", found \"" + name + "\".");
}

QString placeText(const CloudPoint& point, const DataNames& names, const DataConfig* data) {
    QStringList known;
    if (point.key >= 0) known << roleOf(point);
    if (point.token >= 0) known << tr("token %1").arg(nameOf(point.token, PlaceColor::Token, names));
    if (point.position >= 0) known << tr("position %1").arg(point.position + 1);
    if (point.label >= 0) known << tr("class %1").arg(shownName(point.label, PlaceColor::Class, names, data));
    if (point.correct >= 0) known << nameOf(point.correct, PlaceColor::Correct, names);
    if (point.example >= 0) known << tr("example %1").arg(point.example + 1);
    return known.join(QStringLiteral(", "));
}

ScatterFigure placesFigure(const Places& places, PlaceColor color, const DataNames& names,
                           const DataConfig* data) {
    ScatterFigure figure;
    figure.setName(QStringLiteral("places"));
    QString title;
    QStringList choice;
    for (const CloudKindInfo& info : cloudKinds())
        if (info.kind == places.question.kind) {
            title = modelText(info.title);
            choice << QStringLiteral("--vectors") << QString::fromLatin1(info.name);
        }
    const bool hasHead = places.question.kind == CloudKind::QueriesAndKeys;
    if (hasHead || places.question.kind == CloudKind::Hidden)
        choice << QStringLiteral("--layer") << QString::number(places.question.layer);
    if (hasHead) choice << QStringLiteral("--head") << QString::number(places.question.head);
    for (const PlaceColorName& name : placeTable)
        if (name.color == color) choice << QStringLiteral("--color") << QString::fromLatin1(name.name);
    figure.setChoice(choice);
    figure.setTitle(tr("Vector map: %1").arg(title));
    figure.dotName = QStringLiteral("vector");
    figure.across = {axisOf(places, 0)};
    figure.up = axisOf(places, 1);
    figure.equalScales = true;  // Otherwise distances would depend on their direction
    if (const int count = outside(places); count > 0)
        figure.across.front().title += tr(" · dots beyond the axes: %1").arg(count);
    std::map<int32_t, int> kinds;  // Sorted by value
    for (const CloudPoint& point : places.cloud.points) {
        figure.runs << placeText(point, names);
        figure.hollow.push_back(point.key == 1);
        kinds[valueOf(point, color)] = 0;
    }
    if (places.question.kind != CloudKind::QueriesAndKeys) figure.hollow.clear();
    if (kinds.size() < 2) return figure;  // nothing to tell apart
    for (auto& [value, number] : kinds) {
        number = int(figure.kindNames.size());
        figure.kindNames << nameOf(value, color, names);
        figure.kindTexts << shownName(value, color, names, data);
    }
    for (const CloudPoint& point : places.cloud.points) figure.kinds.push_back(kinds[valueOf(point, color)]);
    constexpr size_t mostNamed = 100;
    figure.ordered = color == PlaceColor::Position;
    figure.named = places.cloud.points.size() <= mostNamed && places.question.kind != CloudKind::Members;
    return figure;
}

BarFigure spectrumFigure(const VectorCloud& cloud, const RunConfig& config) {
    constexpr size_t most = 5;  // The number that Nanda et al. found
    const int p = config.data.numCategories;
    const std::vector<double> shares = fourierShares(cloud, p);
    BarFigure figure;
    figure.setName(QStringLiteral("spectrum"));
    figure.setTitle(QObject::tr("Fourier spectrum of the embedding"));
    figure.lines << QObject::tr(
                        "Shares of the variance of the numbers' vectors by frequency k: what repeats k "
                        "times from 0 to %1 (Nanda et al. 2023)")
                        .arg(p);
    BarPanel panel;
    panel.key = QStringLiteral("share");
    panel.values = shares;
    panel.upright = true;
    for (size_t k = 1; k <= shares.size(); ++k) panel.names << QString::number(k);
    std::vector<double> sorted = shares;
    std::ranges::sort(sorted, std::greater());
    const auto largest = std::min<size_t>(most, sorted.size());
    const double held = std::accumulate(sorted.begin(), sorted.begin() + largest, 0.0);
    panel.title = QObject::tr("The largest %1 of %2 hold %3 %")
                      .arg(largest)
                      .arg(shares.size())
                      .arg(100 * held, 0, 'f', 0);
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace attx
