// Where things lie: embeddings, positions, hidden states, queries and keys or members of sets in a plane that
// stays while the timeline moves them.
#pragma once
#include "model/heads/vector_cloud.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"

class QComboBox;
class QLabel;

namespace attx {

class FigureView;
class PlacesView;

class PlacesPage : public Page {
    Q_OBJECT
public:
    explicit PlacesPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("places"); }
    [[nodiscard]] QString title() const override { return tr("Vectors"); }
    [[nodiscard]] QString reading() const override {
        return tr("Near each other: treated alike. The axes are those of the last snapshot.");
    }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {frame_, spectrumFrame_}; }
    [[nodiscard]] QSize readableSize() const override { return {420, 320}; }
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    [[nodiscard]] FigureView* spectrum() const { return spectrum_; }
    [[nodiscard]] Study<Places>& study() const { return *study_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] CloudQuestion question() const;
    void fillControls();
    void askIfOutdated();
    void showPlaces();
    [[nodiscard]] QList<QImage> imagesOf(const VectorCloud& cloud) const;
    void showState();
    void hovered(int dot);
    void openExample(int dot);

    struct Choice {
        QVariant kind, layer, head, color;  ///< The values of the entries chosen
        CloudQuestion asked;
        std::optional<Snapshot> axes;  ///< The snapshot whose plane the newest question is about
    };

    RunModel& model_;
    Choice& choice_;
    Study<Places>* study_;
    QComboBox *kind_ = nullptr, *layer_ = nullptr, *head_ = nullptr, *color_ = nullptr;
    QLabel* summary_ = nullptr;
    PlacesView* view_ = nullptr;
    FigureView* spectrum_ = nullptr;  ///< Shown for embeddings of numbers that are added modulo p
    FigureFrame *frame_ = nullptr, *spectrumFrame_ = nullptr;
};

}  // namespace attx
