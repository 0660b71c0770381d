// Sequences as rows: the tokens that go in, what is right, and what the network answers, mistakes marked.
#pragma once
#include <QCoreApplication>
#include <QStringList>
#include <vector>

#include "model/evaluate/evaluation.h"
#include "ui/figures/figure.h"

namespace attx {

struct ShownSequence {
    int number = 0;                    ///< Its number in the data, from 1.
    QStringList tokens;                ///< [T]
    QStringList classes;               ///< names of the answers; empty: their numbers
    std::vector<GivenAnswer> answers;  ///< one, or those of the positions that have a right answer

    [[nodiscard]] int wrong() const;  ///< How many of the answers are.
    [[nodiscard]] QString nameOf(int answer) const;
};

/// Px that a sequence takes; as many tokens are drawn as have room in the width.
[[nodiscard]] qreal sequenceRowHeight(const FigureStyle& style);
void paintSequence(QPainter& painter, const QRectF& row, const ShownSequence& sequence,
                   const FigureStyle& style);

class SequencesFigure : public CopiedFigure<SequencesFigure> {
    Q_DECLARE_TR_FUNCTIONS(attx::SequencesFigure)
public:
    SequencesFigure();
    std::vector<ShownSequence> sequences;

    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// Of the answers [n]: "examples" (numbers from 1), "positions" (from 1), "true", "predicted" and
    /// "probabilities".
    [[nodiscard]] std::vector<NamedArray> data() const override;
    /// A line for each answer.
    [[nodiscard]] std::string table(const FactColumns& same) const override;
};

}  // namespace attx
