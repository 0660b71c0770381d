// Sets of images as rows: the images with their classes and probabilities, the odd one and the predicted one
// framed. And the attention between the images of one set as lines.
#pragma once
#include <QCoreApplication>
#include <QImage>
#include <QStringList>
#include <vector>

#include "ui/figures/figure.h"

namespace attx {

struct ShownSet {
    QList<QImage> images;              ///< [T]; null where there is none (yet)
    QStringList names;                 ///< [T], classes; may be empty
    std::vector<float> probabilities;  ///< [T]; empty: not answered yet
    int odd = -1;                      ///< place of the odd one; -1: not known
    QString caption;                   ///< "Set 12"

    [[nodiscard]] int predicted() const;  ///< -1: not answered
};

/// A class without what stands in brackets behind it: "red star" of "red star (drawn)".
[[nodiscard]] QString shortClass(const QString& name);
/// Px that a set of `images` takes in a row of `width`, with or without room for classes below the images.
[[nodiscard]] qreal setRowHeight(int images, qreal width, const FigureStyle& style, bool named = true);
/// Whether nine tenths of these classes or more are whole below the images of such a row.
[[nodiscard]] bool haveRoom(const QStringList& classes, int images, qreal width, const FigureStyle& style);
/// Paints a set into a row that has room for at least `places` images. Where image i lies: setImageRect.
void paintSet(QPainter& painter, const QRectF& row, const ShownSet& set, const FigureStyle& style,
              int places = 1);
[[nodiscard]] QRectF setImageRect(const QRectF& row, int images, int index, const FigureStyle& style);

class SetFigure : public CopiedFigure<SetFigure> {
public:
    std::vector<ShownSet> sets;  ///< Only sets that have images of their own

    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    /// Images shrink where the rectangle is too low for all rows, and text only where that is not enough.
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// Probabilities [sets, T] and places of the odd ones [sets].
    [[nodiscard]] std::vector<NamedArray> data() const override;
    [[nodiscard]] std::string table(const FactColumns& same) const override;

private:
    [[nodiscard]] int mostImages() const;  ///< The most images of any set
};

/// The images of a set twice, queries above, keys below; the stronger the attention, the stronger the line.
class SetLinksFigure : public CopiedFigure<SetLinksFigure> {
    Q_DECLARE_TR_FUNCTIONS(attx::SetLinksFigure)
public:
    QList<QImage> images;        ///< [T], or none while they are not there: grey squares stand for them
    std::vector<float> weights;  ///< [T, T], row = query
    int chosenQuery = -1;        ///< only its lines are drawn; -1: all

    [[nodiscard]] QSize defaultSize() const override { return {560, 280}; }
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    [[nodiscard]] std::vector<NamedArray> data() const override;
    [[nodiscard]] std::string table(const FactColumns& same) const override;
    /// The query whose image is at `point`; -1: none.
    [[nodiscard]] int queryAt(const QRectF& rect, QPointF point, const FigureStyle& style) const;

private:
    [[nodiscard]] int members() const;  ///< T
};

}  // namespace attx
