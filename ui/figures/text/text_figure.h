// A text as it was written, its words shaded by a number each: how much attention goes there, how relevant
// they are. Plain data that lays itself out for any width and paints itself anywhere.
#pragma once
#include <QPointF>
#include <QRectF>
#include <QStringList>
#include <QTextLayout>
#include <memory>
#include <optional>
#include <vector>

#include "ui/figures/figure.h"

class QFontMetricsF;

namespace attx {

/// The characters [begin, end) of the text that one token stands for.
struct TokenRange {
    int begin = 0, end = 0;
    bool known = true;  ///< the vocabulary has it
};

class TextFigure : public CopiedFigure<TextFigure> {
public:
    QString text;                    ///< all of it; \n parts lines
    std::vector<TokenRange> tokens;  ///< Ordered, without overlap
    std::vector<float> values;       ///< one a token, and one more for the padding if `padding` > 0
    QStringList words;               ///< one a token, as the vocabulary spells it, for the table of numbers
    int padding = 0;                 ///< positions behind the text that the network sees; their sum is shown
    QString valueLabel;              ///< "attention weight"
    QString verdict;                 ///< a line under the title: what the network makes of the text
    bool diverging = false;          ///< values speak for (blue) or against (orange), around zero
    bool isCount = false;            ///< a shade is a share of the most, from 0
    /// Difference of two networks: more is warm, less is cold, the same as in maps
    bool isDifference = false;
    int chosen = -1;  ///< this token asks: outlined
    int hovered = -1;
    std::vector<int> strongestKeys;  ///< underlined

    /// Where everything lies for a width; the text's height follows from it.
    struct Layout {
        std::unique_ptr<QTextLayout> lines, verdict;  ///< verdict: null without one
        QPointF origin;                               ///< Top left corner of the text
        std::vector<QRectF> boxes;   ///< Boxes of tokens, one for each line that a token is on
        std::vector<int> boxTokens;  ///< Index of each box's token
        QPointF verdictOrigin;
        QRectF bar;         ///< colour scale
        QRectF paddingBox;  ///< empty without padding
        qreal height = 0;
    };
    [[nodiscard]] Layout layout(qreal width, const FigureStyle& style, int textPx = bodyPx) const;
    /// -1 beside the tokens.
    [[nodiscard]] static int tokenAt(const Layout& layout, QPointF point);
    /// What no colour and the deepest one stand for: the least and the greatest value of the tokens; where
    /// values diverge, count or are all equal, zero and the greatest magnitude. The padding's sum is not
    /// among them.
    struct Scale {
        float low = 0, high = 0;
        /// The words hardly differ: colours would make a show of rounding, and there are none.
        [[nodiscard]] bool isEven() const { return low > 0 && low >= 0.99F * high; }
    };
    [[nodiscard]] Scale scale() const;
    /// Set by the caller: the scale shared by several compared texts, instead of its own
    std::optional<Scale> common;

    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    /// Smaller letters, down to 5 px, where the rectangle has no room for the usual ones.
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    void paintLayout(QPainter& painter, const Layout& layout, const QRectF& rect,
                     const FigureStyle& style) const;
    /// "values" [tokens (+ 1 for padding)].
    [[nodiscard]] std::vector<NamedArray> data() const override;
    /// position, word, text, value; the padding as one line at the end.
    [[nodiscard]] std::string table(const FactColumns& same) const override;

private:
    [[nodiscard]] QColor shade(float value, const Scale& scale, const FigureStyle& style) const;
};

/// What stands beside the scale of the shades, in `room` px: the ends, and as many clauses of the label
/// ("attention from all words, layer 1") as there is room for, without a cut one.
[[nodiscard]] QString fittingScaleText(const QString& ends, QString label, qreal room,
                                       const QFontMetricsF& metrics);

}  // namespace attx
