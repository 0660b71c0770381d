// The network as a picture: its parts from the input to the answer, each with its shape and its parameters.
#pragma once
#include <QCoreApplication>
#include <vector>

#include "model/network/program.h"
#include "ui/figures/figure.h"

namespace attx {

/// Instead of a page's id: the page that shows answers to such data.
inline constexpr const char* pageOfAnswers = "answers";

struct ArchitecturePart {
    QString title;           ///< "Attention, 4 heads"
    QString shape;           ///< Shape of its output: "[16, 32]"
    int64_t parameters = 0;  ///< Number in one layer, if it is part of one
    QString page;            ///< id of the page that shows it, or pageOfAnswers; empty: none
    bool inLayer = false;    ///< Part of every encoder layer
    /// Places in Program::parameters of what it learns; of the first layer, if it is part of one.
    std::vector<size_t> learned = {};
    int past = 0;  ///< The part also adds what came into the part so many before it; 0: it adds nothing
};

class ArchitectureFigure : public CopiedFigure<ArchitectureFigure> {
    Q_DECLARE_TR_FUNCTIONS(attx::ArchitectureFigure)
public:
    ArchitectureFigure() = default;
    /// Of `program`, built for the length that is shown.
    explicit ArchitectureFigure(const Program& program);

    std::vector<ArchitecturePart> parts;  ///< Order of the computation
    int layers = 0;
    int lit = -1;  ///< the part under the pointer; -1: none

    /// Where a part is painted in a rectangle.
    [[nodiscard]] QRectF rectOfPart(int part, const QRectF& rect, const FigureStyle& style) const;
    [[nodiscard]] int64_t total() const;  ///< parameters of all layers

    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    /// Text grows with a large rectangle. In a small one the parts are lower and nearer to each other.
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    [[nodiscard]] std::vector<NamedArray> data() const override;  ///< "parameters" [parts]
    [[nodiscard]] std::string table(const FactColumns& same) const override;

private:
    class Walk;
    /// Of the default size: of text and lines, of what lies across, and of what lies along.
    struct Scales {
        double text, x, y;
    };
    [[nodiscard]] Scales scalesIn(const QRectF& rect, const FigureStyle& style) const;
    /// Shape and count, from the longest text to none.
    [[nodiscard]] static QStringList numbersOf(const ArchitecturePart& part);
};

}  // namespace attx
