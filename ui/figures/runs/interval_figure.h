// Values in rows: bars, or the values of runs with their mean and its interval.
#pragma once
#include <optional>

#include "model/sweeps/group_comparison.h"
#include "model/sweeps/key_importance.h"
#include "ui/figures/figure.h"

namespace attx {

class IntervalFigure : public CopiedFigure<IntervalFigure> {
public:
    struct Row {
        QString name;              ///< Name in files
        QString title;             ///< Title in the window
        QString text;              ///< Text beside the value
        double value = 0;          ///< a bar from 0, or a stroke
        std::vector<double> dots;  ///< Values of runs; then the value is a stroke, their mean
        /// A line through the dots, or a band behind the bar.
        std::optional<std::pair<double, double>> interval;
    };
    std::vector<Row> rows;
    QString valueName;
    QStringList sentences;  ///< Text above the rows: what is shown, how it was computed, what to beware of

    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// An array [rows] of values.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    [[nodiscard]] std::string table(const FactColumns& same) const override;

private:
    struct NameLines {
        FittedNames fitted;
        qreal beside;  ///< px before the bars
        qreal height;  ///< px over each bar, where the names have no room before them; 0: they have
    };
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] qreal sentencesHeight(qreal width, const FigureStyle& style) const;
    [[nodiscard]] NameLines nameLines(qreal width, const FigureStyle& style) const;
};

[[nodiscard]] IntervalFigure importanceFigure(const RunTable& table);
[[nodiscard]] IntervalFigure comparisonFigure(const RunTable& table, const RunGroup& a, const RunGroup& b);
/// Of the two groups, by all keys but the seeds, with the highest means of the best validation accuracy.
/// Throws Error::Kind::Input if there are not two.
[[nodiscard]] IntervalFigure comparisonFigure(const RunTable& table);

}  // namespace attx
