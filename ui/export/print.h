// Figures for print: their size in millimetres and that of their text in points, without a title where the
// caption says it, with another colour map or range of values.
#pragma once
#include <QSizeF>
#include <optional>
#include <utility>

#include "ui/export/export.h"
#include "ui/look/color_map.h"

namespace attx {

// Widths of many journals.
inline constexpr double oneColumnMm = 85, twoColumnsMm = 170;
inline constexpr double usualPt = 9;  ///< Size of labels in pt, in every figure at 96 px an inch
// What can be chosen, in the window and on the command line.
inline constexpr double leastFontPt = 3, mostFontPt = 40, leastMm = 20, mostMm = 1000;
inline constexpr double printDpi = 300;
inline constexpr double pxPerInch = 96;

[[nodiscard]] double mmOf(int px);
[[nodiscard]] int pxOf(double mm);

struct PrintOptions {
    QSizeF mm;           ///< empty: as ExportOptions say; without a height that of the figure's own shape
                         ///< less what would stay empty, or what its text needs
    double fontPt = 0;   ///< Size of labels in pt; 0: usualPt
    double leastPt = 0;  ///< all text is enlarged until none is smaller; 0: as it comes
    QString family;      ///< empty: the application's
    bool title = true;   ///< false: none over the figure; names of its parts stay
    std::optional<ColorMap> colors;                ///< Colours of heat maps, except diverging ones
    std::optional<std::pair<float, float>> range;  ///< Common range of all heat maps; nothing: their own
};

/// How large labels and the smallest text (crowded tick labels) come out, in points.
struct PrintedText {
    double labels, smallest;
};
[[nodiscard]] PrintedText printedText(const PrintOptions& print);

struct PrintedFigure {
    std::unique_ptr<Figure> figure;
    ExportOptions options;
    QStringList notes;  ///< what was asked for and could not be, or changes what is seen
};
/// `figure` as `print` asks, and how to export it.
[[nodiscard]] PrintedFigure printed(const Figure& figure, const ExportOptions& options,
                                    const PrintOptions& print);
/// The same as options of the command render, a word each: {"--mm", "85", "--title", "off"}.
[[nodiscard]] QStringList renderWords(const ExportOptions& options, const PrintOptions& print);
/// Whether anything stands over it that PrintOptions::title takes away: the maps of a grid have names alone.
[[nodiscard]] bool hasTitle(const Figure& figure);
/// What `path` gets of it: numbers stand as in `figure` itself, however it is arranged for print.
[[nodiscard]] const Figure& writtenTo(const QString& path, const Figure& figure, const PrintedFigure& made);

}  // namespace attx
