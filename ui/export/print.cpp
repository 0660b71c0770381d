#include "ui/export/print.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPicture>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "ui/figures/curves/curve_figure.h"
#include "ui/figures/maps/color_bar.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/figures/panels_figure.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr double mmPerInch = 25.4, ptPerInch = 72;
constexpr double leastColumn = 115;  // px at 96 dpi of a map with its ticks, its bar and a title over it

void dropTitle(Figure& figure) {
    if (const auto* panels = dynamic_cast<PanelsFigure*>(&figure)) {
        for (const auto& part : panels->parts) dropTitle(*part);
    } else if (auto* grid = dynamic_cast<HeatMapGridFigure*>(&figure)) {
        if (grid->maps.size() == 1) grid->maps[0].title.clear();
    } else if (auto* curves = dynamic_cast<CurveFigure*>(&figure)) {
        for (CurvePanel& panel : curves->panels)
            if (curves->panels.size() == 1 || !panel.yLabel.isEmpty()) panel.title.clear();
    } else {
        figure.setTitle({});
    }
}

QByteArray strokesOf(const Figure& figure) {
    const FigureStyle style = FigureStyle::light();
    QPicture picture;
    QPainter painter(&picture);
    figure.paint(painter, QRectF(QPointF(), QSizeF(figure.defaultSize())), style);
    painter.end();
    return {picture.data(), qsizetype(picture.size())};
}

void setColors(HeatMapGridFigure& grid, const PrintOptions& print, QStringList& notes) {
    if (print.colors && std::ranges::any_of(grid.maps, [&](const HeatMap& map) {
            return scaleOf(map, grid.scale).map == ColorMap::BlueRed;
        }))
        notes << tr("%1 has values on both sides of zero, which keep their diverging colours.")
                     .arg(grid.name());
    if (print.colors && grid.scale.map != ColorMap::BlueRed) grid.scale.map = *print.colors;
    if (!print.range) return;
    grid.scale.mode = ScaleMode::Fixed;
    grid.scale.lo = print.range->first;
    grid.scale.hi = print.range->second;
    grid.wholeRange.reset();
    qint64 outside = 0, all = 0;
    for (const HeatMap& map : grid.maps)
        for (const float value : map.values) {
            if (!std::isfinite(value)) continue;
            ++all;
            if (value < grid.scale.lo || value > grid.scale.hi) ++outside;
        }
    if (outside > 0)
        notes << tr("%1: %2 of %3 values lie outside of %4…%5 and have the colours of its ends.")
                     .arg(grid.name())
                     .arg(outside)
                     .arg(all)
                     .arg(withMinus(QString::number(double(grid.scale.lo))),
                          withMinus(QString::number(double(grid.scale.hi))));
}

/// The same of every map among several figures.
void setColorsOf(Figure& figure, const PrintOptions& print, QStringList& notes) {
    if (const auto* panels = dynamic_cast<PanelsFigure*>(&figure)) {
        for (const auto& part : panels->parts) setColorsOf(*part, print, notes);
    } else if (auto* grid = dynamic_cast<HeatMapGridFigure*>(&figure)) {
        setColors(*grid, print, notes);
    } else {
        notes
            << tr("%1 is no heat map: it has neither a colour map nor a range of values.").arg(figure.name());
    }
}

/// Maps that stand in no order of rows and columns: as many side by side as have room for their titles, or,
/// where the height is given, as leave most to each.
void fitColumns(HeatMapGridFigure& grid, const QSize& size, const FigureStyle& style) {
    const int most = grid.gridCols, count = int(grid.maps.size());
    const auto arrange = [&](int columns) {
        grid.gridRows = (count + columns - 1) / columns;
        grid.gridCols = (count + grid.gridRows - 1) / grid.gridRows;
    };
    if (size.height() <= 0) {
        const int columns = int(size.width() / (leastColumn * style.zoom));
        if (columns < most) arrange(std::max(columns, 1));
        return;
    }
    int best = most;
    std::pair<bool, qreal> widest;
    for (int columns = most; columns > 0; --columns) {
        arrange(columns);
        const HeatMapGridLayout place = grid.layout(QRectF(QPointF(), QSizeF(size)), style, 1);
        const std::pair<bool, qreal> found(place.mapTitles, place.cells[0].width());
        if (found > widest) best = columns, widest = found;
    }
    arrange(best);
}

/// The pictures of maps in `figure`, with the room of each where the figure has that of `size`.
std::vector<std::pair<HeatMapGridFigure*, QRectF>> gridsIn(Figure& figure, const QSize& size,
                                                           const FigureStyle& style) {
    const QRectF whole{QPointF(), QSizeF(size)};
    if (auto* grid = dynamic_cast<HeatMapGridFigure*>(&figure)) return {{grid, whole}};
    std::vector<std::pair<HeatMapGridFigure*, QRectF>> grids;
    const auto* panels = dynamic_cast<PanelsFigure*>(&figure);
    if (!panels) return grids;
    const std::vector<QRectF> rooms = panels->rooms(whole, style);
    for (size_t i = 0; i < rooms.size(); ++i)
        if (auto* grid = dynamic_cast<HeatMapGridFigure*>(panels->parts[i].get()))
            grids.emplace_back(grid, rooms[i]);
    return grids;
}

/// What pictures of maps leave out where it has no room.
QStringList leftOut(Figure& figure, const QSize& size, const FigureStyle& style) {
    QStringList lost;
    for (const auto& [grid, room] : gridsIn(figure, size, style)) {
        if (grid->maps.size() < 2) continue;
        const HeatMapGridLayout place = grid->layout(room, style, 1);
        if (!place.mapTitles && !place.edgeTitles && !grid->maps.front().title.isEmpty())
            lost << tr("titles of maps");
        const bool isLow = !place.bars.empty() && place.bars.front().height() < style.px(leastNamedBar);
        if (place.bars.size() > 1 && !place.barNumbers && isLow) lost << tr("numbers of colour bars");
    }
    lost.removeDuplicates();
    return lost;
}

/// The rows of a picture of `size`, from first to last, that are not of its background alone; nothing: none.
std::optional<std::pair<int, int>> rowsWithContent(const Figure& figure, const QSize& size,
                                                   const FigureStyle& style) {
    const QImage picture = renderImage(figure, {size, 1, style}).convertToFormat(QImage::Format_RGB32);
    const QRgb empty = style.background.rgb() | 0xff000000U;
    std::optional<std::pair<int, int>> rows;
    for (int y = 0; y < picture.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
        if (std::all_of(line, line + picture.width(),
                        [&](QRgb pixel) { return (pixel | 0xff000000U) == empty; }))
            continue;
        rows = {rows ? rows->first : y, y};
    }
    return rows;
}

/// The least height at which the figure shows all of it as large as in `size`, where it leaves rows empty
/// there.
int trimmedHeight(const Figure& figure, const QSize& size, qreal least, const FigureStyle& style) {
    const auto contentAt = [&](int height) {
        const auto rows = rowsWithContent(figure, {size.width(), height}, style);
        return rows ? rows->second - rows->first + 1 : 0;
    };
    // Where cells have whole pixels, as those of a map do, they may shrink by much before a pixel is lost.
    constexpr qreal fine = 64;  // Pixels per px, of which a map has any number
    const auto* grid = dynamic_cast<const HeatMapGridFigure*>(&figure);
    const auto mapAt = [&](int height) {
        return grid && !grid->maps.empty()
                   ? grid->layout(QRectF(0, 0, size.width(), height), style, fine).cells[0].height()
                   : 0;
    };
    const int content = contentAt(size.height());
    if (content == 0) return size.height();
    const qreal map = mapAt(size.height()) - 1;
    // A figure keeps margins of its own, which shrink what it shows where they have no room.
    int low = std::min(std::max(content, int(std::ceil(least))), size.height()), high = size.height();
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (mapAt(middle) >= map && contentAt(middle) >= content - 1)
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

/// The texts that the figure cuts to an ellipsis where they have no room, as they come out.
QStringList shortenedTexts(const Figure& figure, const ExportOptions& options) {
    const QSize size = options.size.isEmpty() ? figure.defaultSize() : options.size;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        generator.setResolution(int(pxPerInch));
        QPainter painter(&generator);
        figure.paint(painter, QRectF(QPointF(), QSizeF(size)), options.style);
    }
    // Between numbers it stands for a range.
    static const QRegularExpression text(
        QStringLiteral(">([^<]*(?:…|[^\\d\\s]…[^<]*|…[^\\d\\s−-][^<]*))</text>"));
    QStringList texts;
    for (auto found = text.globalMatch(QString::fromUtf8(buffer.data())); found.hasNext();)
        texts << found.next().captured(1);
    texts.removeDuplicates();
    return texts;
}

}  // namespace

double mmOf(int px) { return px * mmPerInch / pxPerInch; }
int pxOf(double mm) { return int(std::lround(mm * pxPerInch / mmPerInch)); }

PrintedText printedText(const PrintOptions& print) {
    constexpr double share = double(smallestPx) / labelPx;
    const double labels = std::max(print.fontPt > 0 ? print.fontPt : usualPt, print.leastPt / share);
    return {labels, labels * share};
}

bool hasTitle(const Figure& figure) {
    const std::unique_ptr<Figure> without = figure.clone();
    dropTitle(*without);
    return strokesOf(*without) != strokesOf(*figure.clone());
}

PrintedFigure printed(const Figure& figure, const ExportOptions& options, const PrintOptions& print) {
    PrintedFigure result{figure.clone(), options, {}};
    result.figure->setName(figure.name());
    if (!print.title && !hasTitle(figure))
        result.notes << tr("%1 has no title of its own; the names of its parts stay.").arg(figure.name());
    if (!print.title) dropTitle(*result.figure);
    if (print.colors || print.range) setColorsOf(*result.figure, print, result.notes);
    FigureStyle& style = result.options.style;
    style.zoom = printedText(print).labels / (labelPx * ptPerInch / pxPerInch);
    if (!print.family.isEmpty()) style.family = print.family;
    const bool inMm = print.mm.width() > 0;
    const QSize page(pxOf(print.mm.width()), pxOf(print.mm.height()));
    const bool isWhole = dynamic_cast<HeatMapGridFigure*>(result.figure.get());
    if (inMm)
        for (const auto& [grid, room] : gridsIn(*result.figure, page, style))
            if (grid->maps.size() > 1 && grid->columnTitles.isEmpty() && grid->rowTitles.isEmpty())
                // Panels are as high as their maps need.
                fitColumns(*grid, QSize(int(room.width()), isWhole ? page.height() : 0), style);
    const QSize usual = result.figure->defaultSize();
    QSize size = inMm                     ? QSize(pxOf(print.mm.width()), pxOf(print.mm.height()))
                 : options.size.isEmpty() ? QSize(usual.width(), 0)
                                          : options.size;
    const QSizeF least = result.figure->leastSize(size.width(), style);
    if (size.height() <= 0) {
        const double shaped = double(size.width()) * usual.height() / usual.width();
        size.setHeight(int(std::max(std::round(shaped), std::ceil(least.height()))));
        if (inMm) size.setHeight(trimmedHeight(*result.figure, size, least.height(), style));
    }
    if (size != usual) result.options.size = size;
    const auto note = [&](const QString& text, double px) {
        result.notes << text.arg(figure.name()).arg(std::ceil(mmOf(int(std::ceil(px)))));
    };
    if (size.width() < least.width())
        note(tr("%1 needs %2 mm of width for text of this size; some of it is smaller, cut or left out."),
             least.width());
    if (size.height() < std::floor(least.height()))
        note(tr("%1 needs %2 mm of height for text of this size; some of it is smaller, cut or left out."),
             least.height());
    const bool isTight = size.width() < least.width() || size.height() < std::floor(least.height());  // said
    const bool isAsked = inMm || print.fontPt > 0 || print.leastPt > 0;
    const QStringList texts =
        isAsked && !isTight ? shortenedTexts(*result.figure, result.options) : QStringList();
    if (const QStringList lost = isAsked && !isTight ? leftOut(*result.figure, size, style) : QStringList();
        !lost.isEmpty())
        result.notes << tr("%1 has no room for: %2. A larger width or a smaller font shows them.")
                            .arg(figure.name(), lost.join(QStringLiteral(", ")));
    if (!texts.isEmpty()) {
        constexpr qsizetype mostListed = 4;
        const qsizetype more = texts.size() - mostListed;
        QString list = texts.mid(0, mostListed).join(QStringLiteral(", "));
        if (more > 0) list += QStringLiteral(", ") + tr("%1 more").arg(more);
        result.notes
            << tr("%1 shortens text that has no room: %2. A larger width or a smaller font shows it.")
                   .arg(figure.name(), list);
    }
    return result;
}

QStringList renderWords(const ExportOptions& options, const PrintOptions& print) {
    const auto number = [](double value) { return QString::fromStdString(csvNumber(value)); };
    QStringList words;
    if (print.mm.width() > 0) {
        const QString height =
            print.mm.height() > 0 ? QStringLiteral("x") + number(print.mm.height()) : QString();
        words << QStringLiteral("--mm") << number(print.mm.width()) + height;
    } else if (!options.size.isEmpty()) {
        words << QStringLiteral("--size")
              << QStringLiteral("%1x%2").arg(options.size.width()).arg(options.size.height());
    }
    words << QStringLiteral("--scale") << number(options.scale);
    if (options.style.dark) words << QStringLiteral("--theme") << QStringLiteral("dark");
    if (print.fontPt > 0 && print.fontPt != usualPt)
        words << QStringLiteral("--font-size") << number(print.fontPt);
    if (print.leastPt > 0) words << QStringLiteral("--min-font") << number(print.leastPt);
    if (!print.family.isEmpty()) words << QStringLiteral("--font") << print.family;
    if (!print.title) words << QStringLiteral("--title") << QStringLiteral("off");
    if (print.colors)
        words << QStringLiteral("--color-map") << QString::fromLatin1(colorMapKeys[size_t(*print.colors)]);
    if (print.range)
        words << QStringLiteral("--range")
              << QString::fromStdString(csvNumber(print.range->first) + ":" + csvNumber(print.range->second));
    return words;
}

const Figure& writtenTo(const QString& path, const Figure& figure, const PrintedFigure& made) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    return suffix == QLatin1String("csv") || suffix == QLatin1String("npy") ? figure : *made.figure;
}

}  // namespace attx
