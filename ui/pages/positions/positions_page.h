// The sinusoidal positional encoding as a heat map, and its waves in chosen dimensions.
#pragma once
#include "ui/pages/page.h"
#include "ui/views/curve_view.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace attx {

class HeatMapView;
class RunModel;

class PositionsPage : public Page {
    Q_OBJECT
public:
    explicit PositionsPage(const RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("positions"); }
    [[nodiscard]] QString title() const override { return tr("Positions"); }
    [[nodiscard]] bool followsTraining() const override { return false; }
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] bool isAbout(const RunConfig& shown) const override;
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {mapFrame_, wavesFrame_}; }
    [[nodiscard]] QSize readableSize() const override { return {480, 420}; }
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

Q_SIGNALS:
    /// The network of the form is to be trained without positional encoding.
    void trainWithoutRequested();

private:
    [[nodiscard]] QWidget* makeControls();
    void followNetwork();  ///< Takes its size, unless the user has chosen one
    void showMap();
    void showWaves();

    struct Choice {
        int map = 0, width = 48, length = 96;
        bool isOwnSize = false;  ///< The user has chosen width or length
        QString dims = QStringLiteral("1 2 3 4");
        std::vector<int> shownDims{1, 2, 3, 4};
        CurveView::Ranges ranges;
    };

    const RunModel& model_;
    Choice& choice_;
    QSpinBox* width_ = nullptr;
    QSpinBox* length_ = nullptr;
    bool following_ = false;
    QComboBox* shows_ = nullptr;  ///< 0: the encoding, 1: the similarity of positions
    QLineEdit* dims_ = nullptr;
    QLabel* dimsProblem_ = nullptr;
    HeatMapView* mapView_ = nullptr;
    CurveView* wavesView_ = nullptr;
    FigureFrame* mapFrame_ = nullptr;
    FigureFrame* wavesFrame_ = nullptr;
};

/// "1 2 3" or "1, 2, 3" as numbers; empty if one of them is not a number from 1 to `largest`, or if there
/// are none or more than `most`.
[[nodiscard]] std::vector<int> parseDims(const QString& text, int largest, size_t most);

}  // namespace attx
