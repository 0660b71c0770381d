// A long list of sets: only the rows that are seen are built and painted.
#pragma once
#include <QAbstractScrollArea>
#include <functional>
#include <optional>

#include "ui/figures/evaluate/set_figure.h"

namespace attx {

class SetListView : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// Builds the set at a place of the list; called for rows in view, at every painting.
    using Source = std::function<ShownSet(int index)>;

    explicit SetListView(Source source, QWidget* parent = nullptr);

    /// `count` sets of `images` each, of these classes; keeps the place if it can.
    void setSets(int count, int images, const QStringList& classes = {});
    /// How far it is scrolled, in px, is `top`, which outlives it.
    void keepTopIn(int& top);
    void setEmptyText(const QString& text) { emptyText_ = text; }  ///< shown where there are no sets
    [[nodiscard]] int count() const { return count_; }
    void setSelected(int index);  ///< emits nothing; -1: none
    [[nodiscard]] int selected() const { return selected_; }
    [[nodiscard]] QRectF rectOfRow(int index) const;  ///< Its place in the viewport
    /// The rows in view, for export.
    [[nodiscard]] std::pair<int, int> rowsInView() const;  ///< first, past the last

Q_SIGNALS:
    void setClicked(int index);
    void imageHovered(int index, int image);  ///< -1, -1: none
    void imageDragged(int index, int image);  ///< a drag begins; the receiver carries it out
    void imageDoubleClicked(int index, int image);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] int rowAt(QPointF point) const;
    [[nodiscard]] int imageAt(QPointF point) const;  ///< Image at a point, counted in its row; -1: none
    void setRange();                                 ///< rowHeight_, and how far one can scroll

    const Source source_;
    FigureStyle style_;
    QString emptyText_;
    QStringList classes_;
    int count_ = 0, images_ = 10, selected_ = -1;
    int rowHeight_ = 1;              ///< px
    std::optional<QPoint> pressed_;  ///< Point where a drag may begin
    int* top_ = nullptr;
};

}  // namespace attx
