// Explanations side by side: what the network's answer rests on, by every method, for the same sample,
// scale and cursor; the formula of each in view; and the difference of two.
#pragma once
#include "ui/controls/elided_label.h"
#include "ui/figures/figures_of_run.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QScrollArea;
class QPushButton;
class QSpinBox;

namespace attx {

class Comparison;
class HeatMapView;
class SampleBar;
class ScaleControls;

class ExplainPage : public Page {
    Q_OBJECT
public:
    explicit ExplainPage(RunModel& model, QWidget* parent = nullptr);
    /// Shows the network that is compared, once there is one. Outlives the page.
    void setComparison(Comparison& comparison);

    [[nodiscard]] QString id() const override { return QStringLiteral("explain"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString help() const override;
    [[nodiscard]] QString reading() const override;
    /// None before the first explanation has come, which the page asks for when it is shown.
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    [[nodiscard]] HeatMapView* view() const { return view_; }
    /// Of the compared network, and second − first; hidden while there is none.
    [[nodiscard]] HeatMapView* secondView() const { return second_; }
    [[nodiscard]] HeatMapView* differenceView() const { return difference_; }
    /// One map large; hidden while all are in view.
    [[nodiscard]] HeatMapView* largeView() const { return large_; }
    [[nodiscard]] QString captions() const;
    /// The buttons that show formulas, and the options of the methods.
    [[nodiscard]] QPushButton* formulasButton() const { return formulas_; }
    [[nodiscard]] QPushButton* optionsButton() const { return options_; }
    /// Brings the methods back while one map, or a comparison, has their room.
    [[nodiscard]] QPushButton* methodsButton() const { return choose_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] static std::unique_ptr<Figure> exported(const HeatMapView& view);
    [[nodiscard]] QWidget* makeMethods();
    [[nodiscard]] QWidget* makeTarget();
    [[nodiscard]] QWidget* makeOptions();
    [[nodiscard]] ExplainQuestion question() const;
    [[nodiscard]] AttentionOptions options(const Shown& of, const Explanation& explanation) const;
    [[nodiscard]] int firstClass() const;  ///< in the field: images are counted from 1, classes named from 0
    [[nodiscard]] bool lossIsKnown() const;  ///< every answer of the network has its label
    void fitLimits();                        ///< to the network and the sequence
    void fitMethods();                       ///< likewise, and to the target
    /// Why a method cannot be asked for now; empty: it can.
    [[nodiscard]] QString whyNot(const ExplainMethodInfo& info) const;
    void ask();
    void enlarge(int map);
    /// How exact integrated gradients are, as a sentence.
    [[nodiscard]] QString completeness() const;
    void showCaptions();
    void fitCaptions();
    void showMaps();
    void showFirst();
    void hold(HeatMapGridFigure& figure);
    void showComparison();
    void arrange();
    [[nodiscard]] bool comparesInColumns() const;
    void linkCursor(int query, int key);

    RunModel& model_;
    std::vector<QCheckBox*> methods_;  ///< as mapMethods()
    QWidget* methodsRow_ = nullptr;
    bool isTight_ = false;  ///< the maps would be too small beside the row of methods
    QComboBox* target_ = nullptr;
    OutputKind asksOf_{};  ///< the kind of network that the target was chosen for
    QSpinBox *position_ = nullptr, *class_ = nullptr;
    QWidget* one_ = nullptr;  ///< these two, where one position is explained
    QSpinBox *firstLayer_ = nullptr, *lastLayer_ = nullptr;
    QDoubleSpinBox* residual_ = nullptr;
    QComboBox* fusion_ = nullptr;
    QCheckBox *signed_ = nullptr, *withoutIdentity_ = nullptr;
    ScaleControls* scale_ = nullptr;
    QComboBox* minus_ = nullptr;
    HeatMapView *view_ = nullptr, *large_ = nullptr;
    FigureFrame *frame_ = nullptr, *largeFrame_ = nullptr;
    std::optional<ExplainMethod> enlarged_;
    Comparison* comparison_ = nullptr;
    HeatMapView *second_ = nullptr, *difference_ = nullptr;
    FigureFrame *secondFrame_ = nullptr, *differenceFrame_ = nullptr;
    QBoxLayout* maps_ = nullptr;
    Captioned first_, other_, between_;  ///< frame_, secondFrame_ and differenceFrame_
    QLabel* captions_ = nullptr;
    QScrollArea* captionsArea_ = nullptr;  ///< around them
    QPushButton *formulas_ = nullptr, *options_ = nullptr, *choose_ = nullptr;
    SampleBar* sample_ = nullptr;
    std::vector<ExplainMethod> asked_;  ///< methods of the newest question
    std::vector<ColorRange> held_;      ///< one a map: of all moments seen since the question changed
    std::vector<bool> heldSigned_;
};

/// The formula of a method and where it is from.
[[nodiscard]] QString tipOf(const ExplainMethodInfo& info);

}  // namespace attx
