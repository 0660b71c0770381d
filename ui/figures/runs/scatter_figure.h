// Dots: runs, a key against a result; or vectors of a network in a plane.
#pragma once
#include <QImage>

#include "ui/figures/figure.h"
#include "ui/figures/runs/run_axis.h"

namespace attx {

class ScatterFigure : public CopiedFigure<ScatterFigure> {
public:
    std::vector<RunAxis> across;  ///< a panel each; see shownPanels()
    RunAxis up;
    QStringList runs;  ///< their names, or those of the vectors
    /// The kind of each dot, whose colour it has, and the names of the kinds, in their order; empty: all
    /// alike.
    std::vector<int> kinds;
    QStringList kindNames;
    QStringList kindTexts;     ///< the same as they are shown; empty: as in the table
    bool equalScales = false;  ///< a unit is as long across as up, for axes with ranges
    bool ordered = false;      ///< the kinds are a sequence, which a scale of colours shows
    bool named = false;        ///< the name of its kind stands beside each dot, where there is room
    std::vector<bool> hollow;  ///< dots drawn as rings; empty: none
    QList<QImage> images;      ///< Pictures instead of dots where there is room; null or missing: none
    QString dotName = QStringLiteral("run");  ///< Heading of the column of names in the table
    QStringList notes;                        ///< Said above the first panel; the file has the same as facts.

    void addNotes(const QStringList& said) override { notes << said; }
    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// One array [runs, 1 + panels]: the result, then the keys; choices by their places.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    [[nodiscard]] std::string table(const FactColumns& same) const override;
    /// Of a kind: many, or ordered ones, lie on a scale of colours, few have colours that are told apart.
    [[nodiscard]] QColor colorOf(int kind, const FigureStyle& style) const;
    /// The first so many panels are drawn in `rect`; how many are left out stands below them.
    [[nodiscard]] int shownPanels(const QRectF& rect, const FigureStyle& style) const;
    /// The middles of the dots of a panel that is drawn.
    [[nodiscard]] std::vector<QPointF> places(const QRectF& rect, size_t panel,
                                              const FigureStyle& style) const;
    /// The run whose dot is nearest to the point; -1: none is near.
    [[nodiscard]] int runAt(const QRectF& rect, const QPointF& point, const FigureStyle& style) const;

private:
    [[nodiscard]] const QStringList& shownKinds() const {
        return kindTexts.isEmpty() ? kindNames : kindTexts;
    }
    /// Not where each dot is a kind of its own, whose name stands beside it.
    [[nodiscard]] bool hasLegend() const {
        return !kindNames.isEmpty() && !(named && kindNames.size() == runs.size());
    }
    /// The number of columns of panels
    [[nodiscard]] int columnsIn(qreal width, const FigureStyle& style) const;
    /// Px beside the panels for what the colours stand for.
    [[nodiscard]] qreal legendWidth(const FigureStyle& style) const;
    /// A panel with all that is around its axes, and these alone.
    [[nodiscard]] QRectF cellRect(const QRectF& rect, size_t panel, const FigureStyle& style) const;
    [[nodiscard]] QRectF panelRect(const QRectF& rect, size_t panel, const FigureStyle& style) const;
    /// Whether each dot has its image, of those whose middle lies in `area`.
    [[nodiscard]] std::vector<bool> paintImages(QPainter& painter, const QRectF& area,
                                                const std::vector<QPointF>& places,
                                                const FigureStyle& style) const;
    void paintNames(QPainter& painter, const QRectF& area, const std::vector<QPointF>& places,
                    const FigureStyle& style) const;
    void paintKinds(QPainter& painter, const QRectF& rect, const FigureStyle& style) const;
};
/// The best validation accuracy against `key`; without one, against each key of the table but the seeds.
[[nodiscard]] ScatterFigure scatterFigure(const RunTable& table, const std::string& key = {});

}  // namespace attx
