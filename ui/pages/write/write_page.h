// What a language model writes behind a prompt, token by token: how likely each was, what else was likely,
// what it attends to; from any other likely token it goes on.
#pragma once
#include "model/inspect/written_text.h"
#include "model/native/decoder.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"
#include "ui/state/study.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace attx {

class LikelyTable;
class TextView;

class WritePage : public Page {
    Q_OBJECT
public:
    explicit WritePage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("write"); }
    [[nodiscard]] QString title() const override { return tr("Write"); }
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] bool suits(const RunConfig& config) const override {
        return whyNotDecoder(config.network).empty();
    }
    [[nodiscard]] bool leads(const RunConfig& config) const override;
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {frame_}; }
    [[nodiscard]] bool isOfEarlierState() const override;
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    // For tests.
    [[nodiscard]] Study<WrittenText>& study() const { return *study_; }
    [[nodiscard]] QString likelyTitle() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QWidget* makeSide();
    void suggestPrompt();
    void writeIfIdle();
    void writeFromPrompt();
    /// Behind the first `place` tokens of the text `id` stands now, and the text goes on from it.
    void goOnFrom(size_t place, int32_t id);
    void ask(WritingQuestion question);
    void showText();
    void showToken();
    [[nodiscard]] bool showsAttention() const;
    [[nodiscard]] QString stateText(const WrittenText& written) const;

    struct Choice {
        QString prompt;
        double temperature = 0.8;
        int topK = 0, seed = 0, count = 200, shade = 0, layer = 0, head = 0;
        std::shared_ptr<const std::vector<float>> writtenWith;  ///< Parameters of the newest question
    };

    RunModel& model_;
    Choice& choice_;
    Study<WrittenText>* study_;
    TextView* view_ = nullptr;
    FigureFrame* frame_ = nullptr;
    QPlainTextEdit* prompt_ = nullptr;
    QPushButton* write_ = nullptr;
    QDoubleSpinBox* temperature_ = nullptr;
    QSpinBox *topK_ = nullptr, *seed_ = nullptr, *count_ = nullptr;
    QComboBox *shade_ = nullptr, *layer_ = nullptr, *head_ = nullptr;
    QLabel *about_ = nullptr, *likelyTitle_ = nullptr;
    LikelyTable* likely_ = nullptr;
};

}  // namespace attx
