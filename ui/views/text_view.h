// Shows a TextFigure, as large as it fits or as long as it is, in a scroll area: hovering and clicking name
// tokens, arrow keys walk from one to the next.
#pragma once
#include <QScrollArea>

#include "ui/figures/text/text_figure.h"

namespace attx {

class TextView : public QScrollArea {
    Q_OBJECT
public:
    explicit TextView(QWidget* parent = nullptr);

    /// Shows a figure; what is chosen and hovered in it is the view's own and stays if it fits.
    void setFigure(const TextFigure& figure);
    [[nodiscard]] const TextFigure& figure() const;
    /// The figure to export: without what the pointer shows.
    [[nodiscard]] std::unique_ptr<Figure> printed() const;
    void setStrongestKeys(const std::vector<int>& tokens);
    void setChosen(int token);  ///< emits nothing
    void step(int tokens);      ///< chooses the token so far behind the chosen one, as the arrow keys do
    [[nodiscard]] int chosen() const { return figure().chosen; }
    /// Where a token is on widget(), for tests and tool tips.
    [[nodiscard]] QRectF rectOfToken(int token) const;

Q_SIGNALS:
    void tokenHovered(int token);  ///< -1: none
    void tokenChosen(int token);   ///< -1: the chosen one was clicked again

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Canvas;
    Canvas* canvas_;
    std::vector<int> restingKeys_;  ///< The strongest keys while no token was pointed at
};

}  // namespace attx
