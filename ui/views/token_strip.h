// The sequence looked at, what the network predicts for it, what would be right, and how probable the
// prediction is to the network: a column for each position, or upright beside a map a row for each, lit
// together with the heat maps.
#pragma once
#include <QHash>
#include <QStaticText>
#include <QStringList>
#include <QWidget>
#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace attx {

class TokenStrip : public QWidget {
    Q_OBJECT
public:
    explicit TokenStrip(QWidget* parent = nullptr);

    /// What the network answers, [T] each or, of a text, one for all of it.
    struct Answers {
        std::vector<int32_t> prediction;
        std::vector<int32_t> expected;     ///< may be empty; -1: no answer is known to be right
        std::vector<float> probabilities;  ///< Probability of the prediction, 0 to 1; may be empty
    };
    void setSequence(const std::vector<int32_t>& tokens, const Answers& answers);
    /// The same with a name for each token and answer.
    void setNamed(const QStringList& tokens, const Answers& answers,
                  const std::function<QString(int32_t)>& name);
    /// The same for a text: its words, [T], and the names of the classes.
    void setText(const QStringList& words, const Answers& answers,
                 const std::function<QString(int32_t)>& className);
    /// Positions that no head may look at: faint and struck through.
    void setHidden(const std::vector<int32_t>& positions);
    /// Rows instead of columns.
    void setUpright(bool upright);
    [[nodiscard]] bool isUpright() const { return upright_; }
    /// Px that it is wide upright; 0: its words or its many tokens cannot stand below each other in `height`
    /// px.
    [[nodiscard]] int uprightWidth(int height) const;
    [[nodiscard]] static int lyingHeight();  ///< px that it is high with columns
    /// Px that the names of the lines take at the left of the columns; 0: words stand as in a text.
    [[nodiscard]] int namesWidth() const;
    /// From where to where the tokens stand, px on this widget: upright the rows of a map beside it, else the
    /// columns of a map above it, where they are numbers and have room there; nothing: as many as fit.
    void alignWith(std::optional<std::pair<qreal, qreal>> fromTo);
    /// Where a token of the input is on this widget.
    [[nodiscard]] QRectF rectOfToken(int position) const;
    /// The query is lit in the prediction, the key in the input; -1: none.
    void setCursorCell(int query, int key);
    [[nodiscard]] int query() const { return query_; }
    [[nodiscard]] int key() const { return key_; }

    [[nodiscard]] int count() const { return int(tokens_.size()); }
    [[nodiscard]] int right() const { return right_; }
    [[nodiscard]] int counted() const { return counted_; }
    /// "16/16 right"; empty where nothing is known to be right.
    [[nodiscard]] QString score() const;
    /// Whether the pointer is on a token: what comes and goes waits till it has left, so that the tokens
    /// stay.
    [[nodiscard]] bool isPointedAt() const { return hovered_ >= 0; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The position under the pointer, -1 when it left.
    void positionHovered(int position);
    /// In the line of the input; by keyboard: Enter, on the token that the arrow keys reached.
    void tokenClicked(int position);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// What of a token is written, and where.
    struct Written {
        int position;
        QRectF place;  ///< Place in the line of the input
    };

    void arrange();  ///< edges_, px_ and centred_ for the room there is
    /// Where there is no room for all: the tokens under the cursor, then those that are hidden, then the
    /// others.
    [[nodiscard]] std::vector<Written> written() const;
    [[nodiscard]] qreal widthOf(int position, const QFontMetricsF& metrics) const;
    [[nodiscard]] QFont tokenFont() const;
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] int positionAt(QPointF point) const;  ///< -1: none
    [[nodiscard]] bool isMasked(int position) const;
    [[nodiscard]] bool isInput(QPointF point) const;  ///< Whether it is where the input's tokens are
    /// Upright: the headings, and px of the four columns.
    [[nodiscard]] static std::array<QString, 4> headings();
    [[nodiscard]] std::array<qreal, 4> columnWidths() const;
    [[nodiscard]] QFont smallFont() const;
    void paintUpright(QPainter& painter);
    void hover(int position);
    /// In the painter's font, which is tokenFont() or, for the struck out, differs from it only so.
    void paintToken(QPainter& painter, const QRectF& place, const QString& text);
    void paintMark(QPainter& painter, const QRectF& cell, bool right) const;

    void take(const QStringList& tokens, const Answers& answers,
              const std::function<QString(int32_t)>& written);

    // As they are written; one answer and target a token, or one to all of them.
    QStringList tokens_, answers_, targets_;
    Answers given_;
    std::vector<int32_t> hidden_;
    bool isText_ = false;
    std::vector<qreal> edges_{0};  ///< [T + 1] of the columns, or of the rows if upright, px
    bool upright_ = false;
    std::optional<std::pair<qreal, qreal>> fromTo_;  ///< alignWith()
    int px_ = 0;                                     ///< size of the tokens' font
    /// In that font: most tokens stand in several places, and laying out text is most of the drawing.
    QHash<QString, QStaticText> laidOut_;
    bool centred_ = true;  ///< every token has room in its column
    int query_ = -1, key_ = -1;
    int right_ = 0, counted_ = 0;
    int hovered_ = -1;
};

}  // namespace attx
