// Curves over one or several panels: loss, accuracy, schedules, waves of a positional encoding.
#pragma once
#include <QFontMetricsF>
#include <optional>
#include <vector>

#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "ui/figures/figure.h"

namespace attx {

inline constexpr int mostAbove = 6;  ///< names that stand above the curves; more would take their room

struct CurveSeries {
    QString name;
    std::vector<double> x, y;  ///< [n] each, x not falling; not-a-number in y is a gap
    int color = 0;             ///< index into FigureStyle::series
    bool faint = false;        ///< an earlier run: pale, never smoothed, in the legend by its note alone
    bool dashed = false;
    bool bold = false;     ///< the one that is meant, among others to compare it with
    bool mark = false;     ///< a part of another series drawn again to be seen: it has no numbers of its own
    bool markers = false;  ///< a dot a point, for few points (one an epoch); never smoothed
    /// [n] or empty: a filled band of so much above and below y; not-a-number: none there. Never smoothed.
    std::vector<double> spread = {};
    bool band95 = false;  ///< spread is half a band of 95 %, not a standard deviation
    QString note = {};    ///< what a faint one is in the legend; empty: it is not there
    QString key = {};     ///< Name in files, the same in every language and for every result; empty: `name`.

    [[nodiscard]] const QString& nameInLegend() const { return faint ? note : name; }
};

/// A run that had been shown before: its curves stay as faint ones beside runs of the same task. Or one that
/// is compared, whose curves have colours of their own.
struct EarlierRun {
    QString name;
    RunConfig config;
    RunMetrics metrics;
    bool compared = false;
    int number = 0;     ///< counts the runs that were shown: it keeps its colour when others go
    QString path = {};  ///< Its folder, absolute; empty: none
};

struct CurvePanel {
    QString title;
    QString xLabel, yLabel;  ///< Label with units: "time (s)"
    std::vector<CurveSeries> series;
    bool logX = false, logY = false;  ///< values that are not positive are left out
    bool legend = true;               ///< drawn if more than one series has a name
    bool legendAbove = false;         ///< Names stand above the curves however many they are; few always do
    double xLo = 0, xHi = 0, yLo = 0, yHi = 0;  ///< shown range; lo == hi: fitted to the data
    QString key = {};                           ///< Name in files, as that of a series; empty: `title`.
};

class CurveFigure : public CopiedFigure<CurveFigure> {
public:
    std::vector<CurvePanel> panels;
    int columns = 1;               ///< panels a row
    double smoothing = 0;          ///< weight 0…1 of the moving average; above 0 the raw curve stays, pale
    std::optional<double> marker;  ///< an x that is looked at: an upright line in every panel

    void addNotes(const QStringList& notes) override;  ///< Joins the title of the first panel.
    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    [[nodiscard]] Drawing drawing(const QSizeF& size, const FigureStyle& style) const override;
    /// One array [n, 2] (x, y) a series; with a band [n, 3], the third its half width.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    /// panel, curve, x, y: one row for each point of each series; where there are bands, a fifth column with
    /// their half width, called standard_deviation or half_band_95.
    [[nodiscard]] std::string table(const FactColumns& same) const override;
};

inline constexpr int legendPadding = 4;
inline constexpr int legendIcon = 18;        ///< px at zoom 1: the line before a name
inline constexpr int legendIconPadding = 7;  ///< px between both
inline constexpr int columnSpacing = 16;     ///< px between panels
inline constexpr int pastEnds = 8;           ///< px by which a label may be longer than its axis

/// The text, in two lines of about the same length if it is wider; what is wider still ends in an ellipsis.
[[nodiscard]] QString fitted(const QString& text, double px, const QFontMetricsF& metrics);
/// Px around the axes of a panel: its title, tick labels and names of axes, each in one line.
[[nodiscard]] inline double aroundAxes(double zoom) { return 14 + 46 * zoom; }
/// Those of its series, in their order; none: it has no legend.
[[nodiscard]] QStringList namesInLegend(const CurvePanel& panel);
/// Px for a name in the legend above the axes of a panel of `width`.
[[nodiscard]] double nameRoom(double width, const FigureStyle& style);
/// Px of each panel, with its axes and all around them.
[[nodiscard]] double cellWidth(double width, const CurveFigure& figure);
/// The figure as it is drawn in `width`: with only as many panels a row as have room for their text, and with
/// legends above the curves that would hide most of them.
[[nodiscard]] CurveFigure shapedFor(qreal width, CurveFigure figure, const FigureStyle& style);

}  // namespace attx
