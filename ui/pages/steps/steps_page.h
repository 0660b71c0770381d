// Attention step by step: small Q, K and V that can be edited, and everything that follows from them; or a
// head of the network shown, for the sample shown.
#pragma once
#include "model/heads/head_steps.h"
#include "ui/figures/network/steps_figure.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;

namespace attx {

class StepsView;

class StepsPage : public Page {
    Q_OBJECT
public:
    explicit StepsPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);
    ~StepsPage() override;

    [[nodiscard]] QString id() const override { return QStringLiteral("steps"); }
    [[nodiscard]] QString title() const override { return tr("Step by step"); }
    [[nodiscard]] bool followsTraining() const override { return choice_.wanted.has_value(); }
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {frame_}; }
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    /// Leaves the typed numbers for a head of the network, counted from 0; a head that is not there is
    /// ignored.
    void showHead(int layer, int head);
    /// The typed numbers again, as they were.
    void leaveHead();
    [[nodiscard]] Study<HeadSteps>& study() const { return *study_; }

    [[nodiscard]] StepsView* view() const { return view_; }
    [[nodiscard]] const AttentionInput& input() const { return choice_.input; }

Q_SIGNALS:
    /// The page shows typed numbers now, or a head of the network: followsTraining() says which.
    void sourceChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeNumbers();
    [[nodiscard]] QWidget* makeSoftmax();
    void addHeadControls(QWidget* row);
    QSpinBox* addSize(QWidget* row, const QString& name, const QString& tip);
    void askHead();
    void takeHead();
    void showHeadControls();
    [[nodiscard]] StepsCut cut() const { return choice_.network.head ? choice_.cut : StepsCut(); }
    [[nodiscard]] QString headNote() const;
    void chooseExample(int index);
    void resizeMatrices();
    void drawNumbers();
    /// What a person did: from now on these are own numbers, unless they are an example's.
    void setOwn(const AttentionInput& input);
    /// Shows the choice in the controls and in the view.
    void showInput();
    void showNote();

    struct HeadOf {
        int layer = 0, head = 0;
    };
    struct Choice {
        Choice();
        std::optional<HeadOf> wanted;  ///< A head of the network; none: typed numbers
        HeadSteps network;     ///< The head by the network's numbers; no head: typed numbers are shown
        AttentionInput typed;  ///< The numbers that leaveHead() goes back to, while a head is shown
        AttentionInput input;  ///< The numbers shown
        AttentionInput own;    ///< The numbers last made by hand, so that looking at an example loses nothing
        uint32_t draws = 0;    ///< How many numbers were drawn, so that each draw is another one
        int example = 0, part = int(StepsPart::Attention);
        StepsCut cut;  ///< The first query, key and dimensions of a head that are shown
    };

    RunModel& model_;
    Choice& choice_;
    bool dirty_ = false;  ///< another network, sample or snapshot since the last question
    Study<HeadSteps>* study_;

    QComboBox* exampleBox_ = nullptr;
    QSpinBox* queries_ = nullptr;
    QSpinBox* keys_ = nullptr;
    QSpinBox* width_ = nullptr;
    QSpinBox* valueWidth_ = nullptr;
    QPushButton* drawButton_ = nullptr;
    QComboBox* partBox_ = nullptr;
    QSpinBox *firstQuery_ = nullptr, *firstKey_ = nullptr, *firstDim_ = nullptr, *firstModel_ = nullptr;
    std::vector<QWidget*> typedOnly_, headOnly_;  ///< controls of the one and of the other
    QCheckBox *scaledBox_ = nullptr, *causalBox_ = nullptr;
    QSlider* temperatureSlider_ = nullptr;
    QDoubleSpinBox* temperatureBox_ = nullptr;
    QPushButton* unmaskButton_ = nullptr;
    QLabel* noteLabel_ = nullptr;
    QLabel* calculationLabel_ = nullptr;
    StepsView* view_ = nullptr;
    FigureFrame* frame_ = nullptr;
};

/// The same matrix in another size: numbers that are in both stay, `fill` gives the others.
[[nodiscard]] SmallMatrix resized(const SmallMatrix& matrix, int rows, int cols,
                                  const std::function<double()>& fill);

}  // namespace attx
