// A figure: a plain value that can be painted anywhere, in a window or without one, and that gives the
// numbers it shows. Everything that is exported, copied or rendered is a Figure.
#pragma once
#include <QFont>
#include <QRectF>
#include <QSize>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/files/named_array.h"
#include "ui/look/theme.h"

class QFontMetricsF;
class QPainter;

namespace attx {

struct Ablation;
struct Inspection;
struct NetworkConfig;
class Sample;

inline constexpr qreal figureMargin = 12;  ///< px around what figures without axes show

/// The facts of a figure as the ends of a table's lines: that of its header, and that of every other line.
struct FactColumns {
    std::string names, values;
};

class Figure {
public:
    /// Names, as scripts know them, and values that hold for all its numbers.
    using Facts = std::vector<std::pair<QString, QString>>;

    virtual ~Figure() = default;

    Facts facts;  ///< What its numbers are of. A column each of the table in a file.

    /// The stem of a file name: lower case, with hyphens ("attention-layers").
    [[nodiscard]] const QString& name() const { return name_; }
    void setName(const QString& name) { name_ = name; }
    /// What chooses it among the figures that `render` draws under one name, as options: {"--layer", "0"}.
    [[nodiscard]] const QStringList& choice() const { return choice_; }
    void setChoice(const QStringList& options) { choice_ = options; }
    /// What it shows, in words.
    [[nodiscard]] const QString& title() const { return title_; }
    void setTitle(const QString& title) { title_ = title; }
    /// Has the picture say what holds for all its numbers; a figure with no place of its own for that says it
    /// in its title.
    virtual void addNotes(const QStringList& notes);
    /// In px at 96 dpi; fonts have their usual size at this size.
    [[nodiscard]] virtual QSize defaultSize() const { return {960, 640}; }

    /// What all text needs to have its size in `style`, in px: the least width, and the least height of a
    /// figure of `width`; where there is less, text shrinks or is cut. 0: any will do.
    [[nodiscard]] virtual QSizeF leastSize(qreal /*width*/, const FigureStyle& /*style*/) const { return {}; }

    /// Fills `rect` (px at 96 dpi) with the style's background and paints the whole figure into it. The
    /// painter may stand on any device; its transformation may scale and move, not rotate. GUI thread.
    virtual void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const = 0;
    /// paint() in two parts, for pictures that take long: this one in the GUI thread; what it returns paints
    /// a rectangle of `size` px, in any thread, also when the figure is gone.
    using Drawing = std::function<void(QPainter& painter, const QRectF& rect)>;
    [[nodiscard]] virtual Drawing drawing(const QSizeF& size, const FigureStyle& style) const;

    /// The numbers shown, unsmoothed and unscaled.
    [[nodiscard]] virtual std::vector<NamedArray> data() const = 0;
    /// The same numbers as one CSV table with a header line, UTF-8, with a column for each fact.
    [[nodiscard]] std::string csv() const;
    [[nodiscard]] virtual std::unique_ptr<Figure> clone() const = 0;

protected:
    Figure() = default;
    Figure(const Figure&) = default;
    Figure& operator=(const Figure&) = default;
    /// A CSV table whose header line ends with same.names, each other line with same.values.
    [[nodiscard]] virtual std::string table(const FactColumns& same) const = 0;

private:
    QString name_ = QStringLiteral("figure");
    QString title_;
    QStringList choice_;
};

/// A figure whose copies are what the copy constructor of its class makes.
template <class Self>
class CopiedFigure : public Figure {
public:
    [[nodiscard]] std::unique_ptr<Figure> clone() const override {
        return std::make_unique<Self>(static_cast<const Self&>(*this));
    }
};

// What figures say of their data, and of the heads and tokens that the network was computed without
// (figure_facts.cpp).

/// "validation data, n = 1000"
[[nodiscard]] QString dataText(bool isOfAll, bool test, int64_t n);
/// The same for files: split and n.
[[nodiscard]] Figure::Facts dataFacts(bool isOfAll, bool test, int64_t n);

/// Adds to the facts which sample the figure is of: its split, and its number there, counted from 0.
void saySample(Figure& figure, const Sample& sample);
/// For files: the training step after which the network was as it is shown. Of a figure of a sample or of
/// answers to data alone.
void sayStep(Figure& figure, int64_t step);
/// Its sample, and of activation patching what the shares are of, in the words of a picture of maps: for
/// those that leave the window, which says it beside them.
void writeQuestion(Figure& figure);

/// What the window calls the positions: positionLabels(), but classes of drawn shapes in its language.
[[nodiscard]] QStringList positionTexts(const Sample& sample);

/// Adds the ablated heads and masked tokens to the facts, counted from 0, and to the words of the picture,
/// unless the figure strikes the names of ablated heads out. Nothing where none is ablated or masked, or
/// where the figure says so already. `sample`: the one that the masked tokens are of, to name them by.
void sayAblated(Figure& figure, const Ablation& ablation, const NetworkConfig& network,
                const Sample* sample = nullptr);
/// What the answer to a question about `subject` was computed without.
template <class Subject>
void sayAblated(Figure& figure, const Subject& subject) {
    sayAblated(figure, subject.ablation, subject.config.network);
}

/// What was inspected, and without which heads and tokens.
void sayInspected(Figure& figure, const Inspection& inspection);

/// A CSV field, quoted where it has to be.
[[nodiscard]] std::string csvField(const QString& text);
/// The labels of rows or columns, with their places (from 1) in front if two are the same, or if one of them
/// is among the names `taken` that the table has already.
[[nodiscard]] QStringList distinct(QStringList labels, const QStringList& taken = {});
/// The shortest text that reads back as the same number; empty for not-a-number.
[[nodiscard]] std::string csvNumber(double value);
[[nodiscard]] std::string csvNumber(float value);

[[nodiscard]] qreal widestLine(const QStringList& lines, const QFontMetricsF& metrics);

/// Names of runs, which may be long, as they stand in a room of some width.
struct FittedNames {
    QFont font;         ///< The font of labels, or the smallest if that keeps all names whole
    QStringList names;  ///< Each has one line or two; what is wider still is shortened in its middle
};
[[nodiscard]] FittedNames fittedNames(const QStringList& names, qreal px, const FigureStyle& style);
/// The width in px from which on fittedNames() shortens none of `names`.
[[nodiscard]] qreal leastNameWidth(const QStringList& names, const FigureStyle& style);

}  // namespace attx
