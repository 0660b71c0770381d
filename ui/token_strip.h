// The sequence looked at, what the network predicts for it and whether that is right: a column for each
// position, lit together with the heat maps.
#pragma once
#include <QWidget>
#include <vector>

#include "ui/theme.h"

namespace attx {

class TokenStrip : public QWidget {
    Q_OBJECT
public:
    explicit TokenStrip(QWidget* parent = nullptr);

    /// [T] each; `expected` may be empty, and -1 in it says that there is no right answer.
    void setSequence(const std::vector<int32_t>& tokens, const std::vector<int32_t>& prediction,
                     const std::vector<int32_t>& expected);
    /// The query is lit in the prediction, the key in the input; -1: none.
    void setCursorCell(int query, int key);
    [[nodiscard]] int query() const { return query_; }
    [[nodiscard]] int key() const { return key_; }

    [[nodiscard]] int right() const { return right_; }
    [[nodiscard]] int counted() const { return counted_; }
    /// "16/16 right"; empty where nothing is known to be right.
    [[nodiscard]] QString score() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The position under the pointer, -1 when it left.
    void positionHovered(int position);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] qreal columnWidth() const;
    [[nodiscard]] int labelWidth() const;
    void paintMark(QPainter& painter, const QRectF& cell, bool right) const;

    std::vector<int32_t> tokens_, prediction_, expected_;
    int query_ = -1, key_ = -1;
    int right_ = 0, counted_ = 0;
    int hovered_ = -1;
};

}  // namespace attx
