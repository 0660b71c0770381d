// The controls of a page, its figures and the tokens of its sample, placed so that the figures are largest:
// the tokens below the figures or upright beside them, the controls above or, where there is width to spare,
// at the right of both. Tokens stand along the axes of a map that is large.
#pragma once
#include <QWidget>
#include <functional>
#include <utility>

namespace attx {

class HeatMapView;
class TokenStrip;

class FigureSpace : public QWidget {
    Q_OBJECT
public:
    /// Takes all as children.
    FigureSpace(QWidget* controls, QWidget* figures, TokenStrip* tokens, QWidget* parent);

    /// Px² that the maps of the figures would take in so much room, with so many px at the left of a large
    /// map's cells for what stands below it. Without it the controls are above and the tokens below.
    using Worth = std::function<qreal(QSize, int leastLeft)>;
    void setWorth(Worth worth) { worth_ = std::move(worth); }
    /// The view, among the figures, whose single map has the tokens along its axes; null: none.
    void setAxes(HeatMapView* view);
    /// Arranges again: figures of another shape are shown.
    void figuresChanged() { arrange(); }

    /// What a presentation hides; tokens stay, which show the answer.
    [[nodiscard]] QWidget* controls() const { return controls_; }

    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint().expandedTo({640, 480}); }
    [[nodiscard]] QSize minimumSizeHint() const override;

public Q_SLOTS:
    void alignTokens();  ///< The map has moved within its view

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
    [[nodiscard]] bool hasAxes() const;       ///< There is a column of a map for each token
    [[nodiscard]] int namesLeft() const;      ///< px at the left of that map that the tokens' names need
    void arrange();

    QWidget *controls_, *figures_;
    TokenStrip* tokens_;
    Worth worth_;
    HeatMapView* axes_ = nullptr;
    Place place_ = Place::TokensBelow;
    QSize placedIn_;  ///< this widget's size when they were placed
};

}  // namespace attx
