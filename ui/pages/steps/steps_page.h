// Attention step by step: small Q, K and V that can be edited, and everything that follows from them.
#pragma once
#include "ui/figures/steps_figure.h"
#include "ui/pages/page.h"

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
    explicit StepsPage(QWidget* parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("steps"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool followsTraining() const override { return false; }
    [[nodiscard]] QString help() const override;
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {frame_}; }
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    [[nodiscard]] StepsView* view() const { return view_; }
    [[nodiscard]] const AttentionInput& input() const { return input_; }
    [[nodiscard]] QComboBox* exampleBox() const { return exampleBox_; }
    [[nodiscard]] QCheckBox* scaledBox() const { return scaledBox_; }
    [[nodiscard]] QCheckBox* causalBox() const { return causalBox_; }
    [[nodiscard]] QDoubleSpinBox* temperatureBox() const { return temperatureBox_; }
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString calculation() const;

private:
    [[nodiscard]] QWidget* makeNumbers();
    [[nodiscard]] QWidget* makeSoftmax();
    QSpinBox* addSize(QWidget* row, const QString& name, const QString& tip);
    void chooseExample(int index);
    void resizeMatrices();
    void drawNumbers();
    /// What a person did: from now on these are own numbers, unless they are an example's.
    void setOwn(const AttentionInput& input);
    /// Shows input_ in the controls and in the view.
    void showInput();
    void showNote();

    AttentionInput input_;
    AttentionInput own_;  ///< what was last made by hand, so that looking at an example loses nothing
    uint32_t draws_ = 0;  ///< how many numbers were drawn, so that each draw is another one

    QComboBox* exampleBox_ = nullptr;
    QSpinBox* queries_ = nullptr;
    QSpinBox* keys_ = nullptr;
    QSpinBox* width_ = nullptr;
    QSpinBox* valueWidth_ = nullptr;
    QPushButton* drawButton_ = nullptr;
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
