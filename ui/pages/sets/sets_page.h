// Sets with an odd one out: which images, what the network answers, and how the images of a set attend to
// each other.
#pragma once
#include "model/attribute/explain_methods.h"
#include "model/config/task.h"
#include "model/data/set_data.h"
#include "ui/controls/elided_label.h"
#include "ui/figures/evaluate/set_figure.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/pages/page.h"
#include "ui/state/picture_request.h"
#include "ui/state/run_model.h"
#include "ui/state/set_study.h"
#include "ui/views/own_set.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace attx {

class Comparison;
class HeatMapView;
class SetLinksView;
class SetListView;

class SetsPage : public Page {
    Q_OBJECT
public:
    explicit SetsPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);
    /// Shows the network that is compared, once there is one. Outlives the page.
    void setComparison(Comparison& comparison);

    [[nodiscard]] QString id() const override { return QStringLiteral("sets"); }
    [[nodiscard]] QString title() const override { return tr("Sets"); }
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] bool suits(const RunConfig& config) const override {
        return isSets(config.data) && answersTask(config);
    }
    [[nodiscard]] bool leads(const RunConfig& config) const override { return suits(config); }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    [[nodiscard]] SetStudy& study() { return study_; }
    [[nodiscard]] Study<Equivariance>& equivariance() { return equivarianceStudy_; }
    [[nodiscard]] OwnSet* ownSet() const { return own_; }
    [[nodiscard]] HeatMapView* headsView() const { return heads_; }
    /// Of the compared network, and second − first; hidden while there is none.
    [[nodiscard]] HeatMapView* secondView() const { return second_; }
    [[nodiscard]] HeatMapView* differenceView() const { return difference_; }
    /// The sets in the list, by their number in the data.
    [[nodiscard]] const std::vector<int32_t>& shownSets() const { return shown_; }
    [[nodiscard]] ShownSet shownSet(int index) const;

public Q_SLOTS:
    // Fed by the application.
    /// Of the data shown; null: there are none. The rows of the tables are the images of each split.
    void setImages(std::shared_ptr<const attx::SplitImages> images);
    /// For the own set.
    void addPicture(quint64 tag, const attx::DescribedPicture& picture);

Q_SIGNALS:
    void picturesRequested(const attx::PictureRequest& request);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QWidget* makeDetails();
    [[nodiscard]] QWidget* makeSets();
    [[nodiscard]] std::optional<SampleRow> memberAt(int index, int image) const;
    [[nodiscard]] SampleSource split() const;  ///< Test or validation, whichever sets are listed
    void dragImage(int index, int image);
    void addMember(const SampleRow& member);
    void addFiles(const QStringList& files);
    void lookAtOwnSet();
    void answerOwnSet();  ///< Shows what the network answers to it
    void refresh();
    void filter();
    void fillClasses();
    void followSecond();
    void chooseSet(int index);
    void askExplanation();
    void showDetails();
    /// What explains the set; nothing: its attention is shown.
    [[nodiscard]] std::optional<ExplainMethod> method() const;
    /// The maps of the network's answer to the set, as they are chosen; nothing yet: they are on their way.
    [[nodiscard]] std::optional<HeatMapGridFigure> mapsOf(const Shown& network) const;
    void showComparison();
    void showConfusion();
    void checkEquivariance();
    void showEquivariance();
    void showSelection();
    [[nodiscard]] QString lookedAt() const;
    [[nodiscard]] QString caveat() const;
    [[nodiscard]] std::unique_ptr<Figure> listFigure() const;

    struct Choice {
        int split = 0, show = 0, cls = 0, order = 0;
        bool confusion = false, splitIsChosen = false;
        int method = 0;    ///< The entry chosen; 0: attention
        int head = 0;      ///< The head whose lines are drawn, counted over all layers
        int top = 0;       ///< px that the list is scrolled
        QList<int> parts;  ///< Heights of the list and of the maps below it; none: halves
        std::shared_ptr<const SplitImages> images;
        std::weak_ptr<const DataSet> imagesOf;  ///< The data that these are of
        OwnSet::Content own;
        std::shared_ptr<const DataSet> ownData;  ///< The data that the own set is of
        quint64 picturesTag = 0;  ///< Counts the data shown; pictures of other data come too late

        /// The image by `images`' own bytes, or of the own set; null: it is not known.
        [[nodiscard]] QImage imageOf(const SampleRow& member) const;
    };

    RunModel& model_;
    Choice& choice_;
    SetStudy& study_;
    Study<Equivariance>& equivarianceStudy_;  ///< Check of the set that is looked at
    std::vector<int32_t> shown_;

    Comparison* comparison_ = nullptr;
    QLabel* compared_ = nullptr;
    HeatMapView *second_ = nullptr, *difference_ = nullptr;
    FigureFrame *secondFrame_ = nullptr, *differenceFrame_ = nullptr;
    Captioned first_, other_, between_;  ///< headsFrame_, secondFrame_ and differenceFrame_
    QVBoxLayout* details_ = nullptr;     ///< what is known of one set
    QHBoxLayout* maps_ = nullptr;        ///< those of both networks and their difference
    QSplitter* parts_ = nullptr;         ///< the sets, and these maps below them

    QComboBox *split_ = nullptr, *show_ = nullptr, *class_ = nullptr, *order_ = nullptr, *method_ = nullptr;
    QLabel *summary_ = nullptr, *equivarianceText_ = nullptr, *caption_ = nullptr;
    QPushButton *confusionButton_ = nullptr, *equivariance_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    SetListView* list_ = nullptr;
    OwnSet* own_ = nullptr;
    HeatMapView *confusion_ = nullptr, *heads_ = nullptr;
    SetLinksView* links_ = nullptr;
    FigureFrame *listFrame_ = nullptr, *confusionFrame_ = nullptr, *headsFrame_ = nullptr,
                *linksFrame_ = nullptr, *ownFrame_ = nullptr;
};

}  // namespace attx
