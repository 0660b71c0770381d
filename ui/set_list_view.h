// A long list of sets: only the rows that are seen are built and painted.
#pragma once
#include <QAbstractScrollArea>
#include <functional>

#include "ui/set_figure.h"

namespace attx {

class SetListView : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// Builds the set at a place of the list; called for rows in view, at every painting.
    using Source = std::function<ShownSet(int index)>;

    explicit SetListView(Source source, QWidget* parent = nullptr);

    /// `count` sets of `images` each; keeps the place if it can.
    void setSets(int count, int images);
    [[nodiscard]] int count() const { return count_; }
    void setSelected(int index);  ///< emits nothing; -1: none
    [[nodiscard]] int selected() const { return selected_; }
    [[nodiscard]] QRectF rectOfRow(int index) const;  ///< in the viewport
    /// The rows in view, for export.
    [[nodiscard]] std::pair<int, int> rowsInView() const;  ///< first, past the last

Q_SIGNALS:
    void setClicked(int index);
    void imageHovered(int index, int image);  ///< -1, -1: none

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int rowAt(QPointF point) const;
    void setRange();

    const Source source_;
    FigureStyle style_;
    int count_ = 0, images_ = 10, selected_ = -1;
};

}  // namespace attx
