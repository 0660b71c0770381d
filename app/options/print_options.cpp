#include "app/options/print_options.h"

#include <QFontDatabase>
#include <QStringList>
#include <cmath>

#include "model/files/error.h"

namespace attx {
namespace {

constexpr int64_t mostPixels = 400'000'000;  // 1.6 GB of picture; what more is wanted is a vector format

/// "85x60" or, with the height of the figure's own shape, "85".
QSizeF parseMm(const std::string& text) {
    const QStringList parts = QString::fromStdString(text).split(QLatin1Char('x'));
    double sides[2] = {0, 0};
    bool valid = parts.size() <= 2;
    for (qsizetype i = 0; valid && i < parts.size(); ++i) {
        sides[i] = parts[i].toDouble(&valid);
        valid = valid && sides[i] >= leastMm && sides[i] <= mostMm;
    }
    if (!valid)
        throw inputError(
            "--mm: expected WIDTHxHEIGHT or WIDTH in millimetres, from 20 to 1000, as in 85x60, found \"" +
            text + "\".");
    return {sides[0], sides[1]};
}

ColorMap colorMapNamed(const std::string& name) {
    std::string names;
    for (const ColorMap map : sequentialColorMaps) {
        const std::string known = colorMapKeys[size_t(map)];
        if (name == known) return map;
        names += (names.empty() ? "" : ", ") + known;
    }
    throw inputError("--color-map: expected one of " + names + ", found \"" + name + "\".");
}

/// "0:0.5"
std::pair<float, float> parseRange(const std::string& text) {
    const QStringList parts = QString::fromStdString(text).split(QLatin1Char(':'));
    bool first = false, second = false;
    const float lo = parts.front().toFloat(&first), hi = parts.back().toFloat(&second);
    if (parts.size() != 2 || !first || !second || !std::isfinite(lo) || !std::isfinite(hi) || !(lo < hi))
        throw inputError(
            "--range: expected LOW:HIGH, two numbers with the smaller one first, as in 0:0.5, found \"" +
            text + "\".");
    return {lo, hi};
}

}  // namespace

ExportOptions optionsOf(const Arguments& arguments) {
    ExportOptions options;
    if (arguments.oneOf("--theme", {"light", "dark"}) == 1) options.style = FigureStyle::darkStyle();
    constexpr double leastScale = 0.1, mostScale = 32;
    if (const auto scale = arguments.number("--scale", leastScale, mostScale)) options.scale = *scale;
    if (const auto size = arguments.text("--size")) {
        const PixelSize pixels = parseSize(*size);
        options.size = {pixels.width, pixels.height};
        if (pixels.width * options.scale * pixels.height * options.scale > double(mostPixels))
            throw inputError("--size " + *size + " at the scale asked for is more than " +
                             std::to_string(mostPixels / 1'000'000) +
                             " million pixels. Choose a smaller one, or SVG or PDF.");
    }
    return options;
}

PrintOptions printOf(const Arguments& arguments, ExportOptions& options) {
    PrintOptions print;
    const auto mm = arguments.text("--mm");
    const auto columns = arguments.integer("--columns", 1, 2);
    if (int(mm.has_value()) + int(columns.has_value()) + int(arguments.has("--size")) > 1)
        throw inputError("--size, --mm and --columns each say how large the figure is. Give one of them.");
    if (mm) print.mm = parseMm(*mm);
    if (columns) print.mm = {*columns == 1 ? oneColumnMm : twoColumnsMm, 0};
    print.fontPt = arguments.number("--font-size", leastFontPt, mostFontPt).value_or(0);
    print.leastPt = arguments.number("--min-font", leastFontPt, mostFontPt).value_or(0);
    if (const auto family = arguments.text("--font")) print.family = QString::fromStdString(*family);
    print.title = arguments.oneOf("--title", {"on", "off"}) == 0;
    if (const auto name = arguments.text("--color-map")) print.colors = colorMapNamed(*name);
    if (const auto range = arguments.text("--range")) print.range = parseRange(*range);
    const auto dpi = arguments.number("--dpi", 30, 2400);
    if (dpi && arguments.has("--scale"))
        throw inputError("--scale and --dpi say the same. Give one of them.");
    if (dpi || (print.mm.width() > 0 && !arguments.has("--scale")))
        options.scale = dpi.value_or(printDpi) / pxPerInch;
    return print;
}

void noteFont(const PrintOptions& print, Output& output) {
    if (!print.family.isEmpty() && !QFontDatabase::hasFamily(print.family))
        output.warning("--font: there is no font " + print.family.toStdString() +
                       " here. PNG and PDF have another one in its place; SVG names it.");
}

}  // namespace attx
