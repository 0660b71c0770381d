// Texts: a review as it was written, its words shaded by attention, relevance or what the pooling took;
// own text with its probability as it is typed; mistakes; and where every parameter comes from.
#pragma once
#include "model/config/task.h"
#include "ui/figures/text/text_shading.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QTableWidget;
class QTabWidget;
class QVBoxLayout;

namespace attx {

class Comparison;
class MistakeList;
struct Mistake;
class ParameterView;
class SampleNumber;
class TextView;

class TextPage : public Page {
    Q_OBJECT
public:
    explicit TextPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);
    /// Shows the network that is compared, once there is one. Outlives the page.
    void setComparison(Comparison& comparison);

    [[nodiscard]] QString id() const override { return QStringLiteral("text"); }
    [[nodiscard]] QString title() const override { return tr("Text"); }
    [[nodiscard]] QString reading() const override {
        return tr("The deeper the colour behind a word, the more it counts.");
    }
    [[nodiscard]] bool suits(const RunConfig& config) const override { return isText(config.data); }
    [[nodiscard]] bool leads(const RunConfig& config) const override { return suits(config); }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    [[nodiscard]] MistakeList& mistakes() { return *mistakes_; }
    [[nodiscard]] TextView* view() const { return view_; }
    /// Of the compared network, and second − first; hidden while there is none.
    [[nodiscard]] TextView* secondView() const { return second_; }
    [[nodiscard]] TextView* differenceView() const { return difference_; }
    [[nodiscard]] QPlainTextEdit* ownText() const { return own_; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QWidget* makeSide();
    void fitSide();
    void ask();
    void showNetwork();
    void showSample();
    void showText();
    void showComparison();
    void askSecond(const std::optional<ExplainQuestion>& question);
    void showStrongestKeys();
    void fillMistake(QTableWidget& table, int row, const Mistake& mistake) const;
    void typed();
    [[nodiscard]] bool showsOwn() const;  ///< what stands in the field is what is shown
    [[nodiscard]] QString currentText() const;
    [[nodiscard]] QString className(size_t index) const;
    [[nodiscard]] QString answerOf(const Inspection& inspection) const;  ///< "positive, 98.2 % · right"
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] TextShade shade() const;
    [[nodiscard]] bool joinsWords() const;
    [[nodiscard]] bool answered() const;  ///< the inspection is about the sample

    struct Choice {
        int shade = 0, layer = 0, head = 0, side = 0;
        bool byWord = false;
        QString second;  ///< The second text of a pair
        QString own;     ///< The text in the field
        int word = -1;   ///< The word of `wordOf` that asks; -1: none
        QString wordOf;
    };

    RunModel& model_;
    Choice& choice_;
    TextView* view_ = nullptr;
    FigureFrame *frame_ = nullptr, *parameterFrame_ = nullptr;
    Comparison* comparison_ = nullptr;
    TextView *second_ = nullptr, *difference_ = nullptr;
    FigureFrame *secondFrame_ = nullptr, *differenceFrame_ = nullptr;
    SampleNumber* number_ = nullptr;
    QComboBox *shade_ = nullptr, *layer_ = nullptr, *head_ = nullptr;
    QTabWidget* side_ = nullptr;
    QVBoxLayout* left_ = nullptr;  ///< the text, own text
    QLabel* keyTitle_ = nullptr;
    QTableWidget* keyTable_ = nullptr;
    MistakeList* mistakes_ = nullptr;
    ParameterView* parameterView_ = nullptr;
    QPlainTextEdit* own_ = nullptr;
    QLineEdit* pair_ = nullptr;    ///< Second text, for a published network that reads pairs
    QCheckBox* byWord_ = nullptr;  ///< Shows words instead of a published network's pieces

    ShownText shown_;    ///< Text as the network reads it
    ShownText spoken_;   ///< The same, by words where these are joined
    bool dirty_ = true;  ///< something changed while the page was hidden
};

}  // namespace attx
