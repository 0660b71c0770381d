// Pictures: one under a grid of patches, with what the class token or a chosen patch attends to laid over it,
// or what an explanation names; own pictures; and mistakes.
#pragma once
#include "model/config/task.h"
#include "ui/figures/picture/picture_shading.h"
#include "ui/pages/page.h"
#include "ui/state/picture_request.h"
#include "ui/state/run_model.h"

class QCheckBox;
class QComboBox;
class QSlider;
class QTableWidget;
class QTabWidget;

namespace attx {

class MistakeList;
struct Mistake;
class PictureView;
class SampleNumber;

class PicturePage : public Page {
    Q_OBJECT
public:
    explicit PicturePage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("picture"); }
    [[nodiscard]] QString title() const override { return tr("Picture"); }
    [[nodiscard]] QString reading() const override {
        return tr("The brighter a patch, the more it counts. Click a patch and it asks.");
    }
    [[nodiscard]] bool suits(const RunConfig& config) const override {
        return isPictures(config.data) && answersTask(config);
    }
    [[nodiscard]] bool leads(const RunConfig& config) const override { return suits(config); }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    [[nodiscard]] MistakeList& mistakes() { return *mistakes_; }
    /// A picture from the disk.
    struct Own {
        QString name;
        std::vector<uint8_t> pixels;  ///< [side, side, 3], whatever of its colours the network reads
        Sample sample;
    };
    /// Null for any other sample.
    [[nodiscard]] const Own* ownOf(const Sample& sample) const;
    /// The sample of a picture from the disk. pixels [side, side, 3]
    [[nodiscard]] Sample keepOwn(const QString& name, std::span<const uint8_t> pixels);
    /// Asks for a picture from the disk.
    void openFile(const QString& file);

public Q_SLOTS:
    // Fed by the application.
    void showPicture(const attx::OwnPicture& picture);

Q_SIGNALS:
    void pictureRequested(const attx::OwnPictureRequest& request);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QWidget* makeSide();
    void makeMistakes();
    void ask();
    void chooseFile();
    void showNetwork();
    void refresh();
    [[nodiscard]] bool hasPicture() const;
    void showAnswers();
    void fillMistake(QTableWidget& table, int row, const Mistake& mistake) const;
    void readOut(int patch);
    [[nodiscard]] PictureShading shading() const;
    [[nodiscard]] QString sampleTitle() const;
    [[nodiscard]] QString className(int32_t label) const;

    struct Choice {
        int shown = 0, layer = 0, head = 0, side = 0, opacity = 60;
        bool grid = true;
        int asking = -1;       ///< The patch that asks; -1: the class token
        std::vector<Own> own;  ///< Pictures from the disk, in their order
        quint64 ownTag = 0;    ///< Counts own pictures and networks; others come too late
    };

    RunModel& model_;
    Choice& choice_;
    PictureView* view_ = nullptr;
    FigureFrame* frame_ = nullptr;
    SampleNumber* number_ = nullptr;
    QComboBox *shown_ = nullptr, *layer_ = nullptr, *head_ = nullptr;
    QSlider* opacity_ = nullptr;
    QCheckBox* grid_ = nullptr;
    QTabWidget* side_ = nullptr;
    QTableWidget* answers_ = nullptr;
    MistakeList* mistakes_ = nullptr;
};

}  // namespace attx
