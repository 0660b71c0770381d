// Live curves: exact values on hover; the wheel zooms, dragging pans, dragging with Shift zooms into a
// rectangle, a double click shows everything again. By keyboard: + and - zoom, arrows pan, Home resets.
#pragma once
#include <QTimer>
#include <QWidget>

#include "ui/figures/curves/curve_figure.h"

class QCPItemStraightLine;
class QCustomPlot;
class QLabel;
class QMouseEvent;

namespace attx {

class ValueBox;

class CurvePlot;

class CurveView : public QWidget {
    Q_OBJECT
public:
    explicit CurveView(QWidget* parent = nullptr);
    ~CurveView() override;

    /// Shows a figure. Panels that had been zoomed stay so if their number does not change.
    void setFigure(const CurveFigure& figure);
    /// What is shown now, with the range zoomed to: what to export.
    [[nodiscard]] const CurveFigure& figure() const { return figure_; }
    /// The ranges that the panels show; equal ends: all that there is.
    struct Range {
        double xLo = 0, xHi = 0, yLo = 0, yHi = 0;
    };
    using Ranges = std::vector<Range>;
    /// From now on they are kept there. Those that are there already are shown, of the first figure if there
    /// is none yet.
    void keepRangesIn(Ranges& ranges);

    /// Adds a point; cheap, the screen follows at most 20 times a second.
    void append(int panel, int series, double x, double y);
    /// Adds points, with one call of the timer.
    void append(int panel, int series, const std::vector<double>& x, const std::vector<double>& y);

    /// Stands over the axes while there is no point in any panel: what brings some. Empty: nothing does.
    void setEmptyText(const QString& text);

    [[nodiscard]] QSize sizeHint() const override { return {480, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 140}; }
    /// The value lines shown at x in a panel, as text: "step 120\ntrain 0.1\nvalidation 0.2".
    /// Of many series those nearest to y.
    [[nodiscard]] QString readout(int panel, double x, std::optional<double> y = std::nullopt) const;
    /// The same in one line, for a status line; empty for panel -1.
    [[nodiscard]] QString readoutLine(int panel, double x) const {
        return readout(panel, x).replace(QLatin1Char('\n'), QStringLiteral("   "));
    }
    [[nodiscard]] QCustomPlot* plot() const { return plot_; }

public Q_SLOTS:
    void setSmoothing(double weight);  ///< 0…0.999
    void setLogScale(bool on);         ///< Logarithmic y axes in every panel
    void setLegendVisible(bool on);
    void setMarker(std::optional<double> x);  ///< Line at x in every panel; see CurveFigure
    void resetView();

Q_SIGNALS:
    /// The pointer's x in data units; panel -1 when it left.
    void hovered(int panel, double x);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    void scheduleRefresh();
    void refresh();
    [[nodiscard]] bool hasRoom() const;
    void fill();
    void keepRanges();
    void showRanges(const Ranges& ranges, bool alsoGiven);
    void onRangeChanged(int panel);
    void onMouseMove(QMouseEvent* event);
    void moveCursor(int panel, const QPoint& position);
    void hideCursor();
    void placeEmptyText();
    void zoom(double factor);
    void pan(double x, double y);

    CurveFigure figure_;
    FigureStyle style_;
    QCustomPlot* plot_ = nullptr;
    std::unique_ptr<CurvePlot> curves_;
    QCPItemStraightLine* cursorLine_ = nullptr;
    ValueBox* valueBox_ = nullptr;
    QLabel* empty_ = nullptr;  ///< Hint over axes without points
    QTimer refreshTimer_{this};
    Ranges* ranges_ = nullptr;  ///< the place where those of figure_ are kept
    bool needsBuild_ = true;
    bool filling_ = false;  ///< ranges change because we set them, not because the user zoomed
};

}  // namespace attx
