// The one way out for figures: PNG, SVG, PDF, CSV, NPY, clipboard. Files are written beside their place
// and renamed, so that a failure leaves what was there before.
#pragma once
#include <QImage>
#include <QSize>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <vector>

#include "ui/figures/figure.h"

namespace attx {

struct ExportOptions {
    QSize size;        ///< px at 96 dpi; empty: the figure's default
    double scale = 2;  ///< PNG only: pixels per px. The file says scale × 96 dpi, so its size in print
                       ///< is that of the SVG and the PDF.
    FigureStyle style = FigureStyle::light();
};

/// The suffixes that exportFigure knows, "png" first.
[[nodiscard]] QStringList exportSuffixes();

/// The files that exportFigure writes: `path`; for NPY with several arrays STEM_ARRAY.npy each.
[[nodiscard]] QStringList exportPaths(const Figure& figure, const QString& path);

/// Writes a figure in the format of the path's suffix, to exportPaths. Returns the files written. Throws
/// Error: what, where, what to try.
QStringList exportFigure(const Figure& figure, const QString& path, const ExportOptions& options = {});

/// The first part of exportFigure: what has to happen in the window's thread. What it returns paints a
/// picture, compresses and writes, which may take longer, and may be called in any thread.
[[nodiscard]] std::function<QStringList()> exportJob(const Figure& figure, const QString& path,
                                                     const ExportOptions& options = {});

/// The files written, or the sentence of what went wrong.
using ExportEnd = std::function<void(const QStringList& written, const QString& error)>;
/// exportFigure with the second part in another thread; then `then` in the receiver's, unless the receiver is
/// gone. The file is written either way.
void exportInBackground(const Figure& figure, const QString& path, const ExportOptions& options,
                        QObject* receiver, const ExportEnd& then);

/// A name for the file of each figure: its own; one that comes twice gets a number.
[[nodiscard]] QStringList fileStems(const std::vector<std::unique_ptr<Figure>>& figures);

/// The bytes of a PNG, scaled down until no side has more than `mostSide` pixels (0: as it is). `quality` is
/// Qt's, -1 its usual one. Empty: there is no picture, or not enough memory.
[[nodiscard]] QByteArray pngOf(const QImage& image, int mostSide = 0, int quality = -1);
[[nodiscard]] QImage renderImage(const Figure& figure, const ExportOptions& options);

/// Puts the picture on the clipboard.
void copyFigure(const Figure& figure, const ExportOptions& options = {});
/// Puts the numbers on the clipboard, as tab-separated text that spreadsheets take.
void copyData(const Figure& figure);

}  // namespace attx
