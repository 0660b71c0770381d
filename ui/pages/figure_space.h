// The controls of a page, its figures and the tokens of its sample, placed so that the figures are largest:
// the tokens below the figures or upright beside them, the controls above or, where there is width to spare,
// at the right of both.
#pragma once
#include <QWidget>
#include <functional>
#include <vector>

namespace attx {

class TokenStrip;

class FigureSpace : public QWidget {
    Q_OBJECT
public:
    /// Takes all as children.
    FigureSpace(QWidget* controls, QWidget* figures, TokenStrip* tokens, QWidget* parent);

    /// Px² that the maps of the figures would take in so much room. Without it the controls are above and the
    /// tokens below.
    void setWorth(std::function<qreal(QSize)> worth);
    /// Arranges again: figures of another shape are shown.
    void figuresChanged();

    /// What a presentation hides; tokens stay, which show the answer.
    [[nodiscard]] QWidget* controls() const { return controls_; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void arranged();

protected:
    bool event(QEvent* event) override;

private:
    enum class Place { TokensBelow, TokensBeside, ControlsBeside };
    [[nodiscard]] QRect roomFor(Place place) const;  ///< Room left for the figures; invalid: no such place
    [[nodiscard]] int controlsHeight(int width) const;
    [[nodiscard]] int besideWidth() const;  ///< px of the controls beside the figures
    [[nodiscard]] QSize leastFigures() const;
    [[nodiscard]] int belowControls() const;  ///< px from the top
    void arrange();

    QWidget *controls_, *figures_;
    TokenStrip* tokens_;
    std::function<qreal(QSize)> worth_;
    Place place_ = Place::TokensBelow;
    QSize placedIn_;  ///< this widget's size when they were placed
};

}  // namespace attx
