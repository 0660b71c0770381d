// What render is told about a picture, and about one for print: size, text, title, colours.
#pragma once
#include "app/options/arguments.h"
#include "app/options/output.h"
#include "ui/export/print.h"

namespace attx {

inline constexpr OptionSpec mmOption{
    "--mm", "WxH",
    "In millimetres in its place: 85x60, or 85 with the height that the figure's shape gives."};
inline constexpr OptionSpec columnsOption{
    "--columns", "N", "In its place the width of 1 (85 mm) or 2 (170 mm) columns of a journal."};
inline constexpr OptionSpec dpiOption{
    "--dpi", "N",
    "PNG: dots per inch (dpi) in place of --scale; default 300 where the size is in millimetres."};
inline constexpr OptionSpec fontSizeOption{"--font-size", "PT",
                                           "Of labels, in points at the size in print; default 9. Titles are "
                                           "larger, crowded tick labels down to three quarters of it."};
inline constexpr OptionSpec minFontOption{
    "--min-font", "PT", "No text is smaller: all of it grows until the smallest has so many points."};
inline constexpr OptionSpec fontOption{
    "--font", "FAMILY", "Of all text, e.g. \"Liberation Serif\"; SVG and PDF keep text as text."};
inline constexpr OptionSpec titleOption{"--title", "on|off",
                                        "off: the figure has no title; names of its parts stay."};
inline constexpr OptionSpec colorMapOption{"--color-map", "NAME",
                                           "Of heat maps: viridis (default), cividis, inferno or grey."};
inline constexpr OptionSpec rangeOption{
    "--range", "LO:HI",
    "Of heat maps: the values that the colours stand for, as in 0:0.5; what lies outside is said."};

/// --theme, --scale and --size. Throws Error::Kind::Input.
[[nodiscard]] ExportOptions optionsOf(const Arguments& arguments);
/// What the options above say; the dots an inch go into `options`. Throws Error::Kind::Input.
[[nodiscard]] PrintOptions printOf(const Arguments& arguments, ExportOptions& options);
/// Warns where the font that was asked for is not there. Needs Qt's application object.
void noteFont(const PrintOptions& print, Output& output);

}  // namespace attx
