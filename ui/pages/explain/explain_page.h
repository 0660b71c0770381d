// Explanations side by side: what the network's answer rests on, by every method, for the same sample,
// scale and cursor; the formula of each in view; and the difference of two.
#pragma once
#include <QFont>
#include <span>
#include <tuple>

#include "ui/controls/elided_label.h"
#include "ui/controls/scale_controls.h"
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
class FigureSpace;
class HeatMapView;
class SampleBar;

class ExplainPage : public Page {
    Q_OBJECT
public:
    explicit ExplainPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);
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
    /// What each map shows, as HTML; of an enlarged one alone, or also of those beside it.
    [[nodiscard]] QString captions() const;
    [[nodiscard]] QString captionsOfAll() const;
    /// Shows the formulas.
    [[nodiscard]] QPushButton* formulasButton() const { return formulas_; }
    void showOptions();
    /// Opens the list of methods.
    [[nodiscard]] QPushButton* methodsButton() const { return choose_; }
    /// These and no others, as far as they can be asked for.
    void chooseMethods(std::span<const ExplainMethod> methods);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] static std::unique_ptr<Figure> exported(const HeatMapView& view);
    void makeMethods(QWidget* parent);
    void keepMethods();
    [[nodiscard]] QWidget* makeTarget();
    [[nodiscard]] QWidget* makeOptions();
    [[nodiscard]] ExplainQuestion question() const;
    /// The methods of the newest question.
    [[nodiscard]] const std::vector<ExplainMethod>& asked() const { return choice_.asked.options.methods; }
    [[nodiscard]] int layers() const;
    /// The place among the methods asked for of the one that is subtracted; -1: none.
    [[nodiscard]] int minus() const;
    void fillMinus();
    [[nodiscard]] AttentionOptions options(const Shown& of, const Explanation& explanation) const;
    [[nodiscard]] int firstClass() const;    ///< Least value of the field: 1 for images of a set, else 0
    [[nodiscard]] bool lossIsKnown() const;  ///< every answer of the network has its label
    void fitLimits();                        ///< The limits follow the network and the sequence
    void fitMethods();                       ///< The methods follow the network, the sequence and the target
    /// Why a method cannot be asked for now; empty: it can.
    [[nodiscard]] QString whyNot(const ExplainMethodInfo& info) const;
    void ask();
    void followSecond();
    void enlarge(int map);
    /// The place among the maps of the one that is shown large, of two networks as the only one; null: all.
    [[nodiscard]] std::optional<size_t> enlarged() const;
    /// How exact integrated gradients are, as a sentence.
    [[nodiscard]] QString completeness() const;
    [[nodiscard]] QString captionsOf(std::span<const ExplainMethod> methods) const;
    void showCaptions();
    /// Sentences stand below the maps where those do not get smaller by it.
    void fitCaptions();
    [[nodiscard]] qreal worthOf(QSize room,
                                int leastLeft = 0) const;  ///< px² of the maps in `room`; 0: two networks
    void showMaps();
    void showFirst();
    void hold(HeatMapGridFigure& figure);
    void showComparison();
    [[nodiscard]] bool comparesInColumns() const;
    void linkCursor(int query, int key);

    /// The entries of the target box, in their order.
    enum class Target { Everywhere, Position, Loss };
    /// What was chosen on the page, kept while the page is built again in another language.
    struct Choice {
        Choice();
        std::vector<ExplainMethod> methods;  ///< Ordered like mapMethods()
        int target = 0;                      ///< A Target
        OutputKind asksOf{};                 ///< The kind of network that the target was chosen for
        int position = 1, outputClass = -1;  ///< The numbers in the fields
        int firstLayer = 1, lastLayer = 0;   ///< Counted from 1; 0: the last, whichever a network has
        double residual = RolloutOptions().residualShare;
        int fusion = 0;
        bool isSigned = false, withoutIdentity = true;
        ScaleControls::Choice scale;
        std::optional<ExplainMethod> minus;
        bool formulas = false, options = false;
        QString typed;  ///< The text in the line of the sample
        std::optional<ExplainMethod> enlarged;
        ExplainQuestion asked;         ///< The newest question
        Sample heldFor;                ///< The sample that it is about
        Ablation heldWith;             ///< The heads and tokens that were off
        std::vector<ColorRange> held;  ///< One a map, over all snapshots seen since then
        std::vector<bool> heldSigned;
    };

    RunModel& model_;
    Choice& choice_;
    std::vector<QCheckBox*> methods_;  ///< One for each of mapMethods()
    QComboBox* target_ = nullptr;
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
    Comparison* comparison_ = nullptr;
    HeatMapView *second_ = nullptr, *difference_ = nullptr;
    FigureFrame *secondFrame_ = nullptr, *differenceFrame_ = nullptr;
    QBoxLayout* lines_ = nullptr;  ///< Rows of controls
    FigureSpace* space_ = nullptr;
    QWidget* room_ = nullptr;  ///< Maps and sentences
    QBoxLayout* maps_ = nullptr;
    Captioned first_, other_, between_;  ///< frame_, secondFrame_ and differenceFrame_
    QLabel* captions_ = nullptr;
    QScrollArea* captionsArea_ = nullptr;         ///< Scroll area around captions_
    std::tuple<QString, QFont, int> captionsOf_;  ///< Text, font and width of the height below
    int captionsHeight_ = 0;                      ///< px; laying out the sentences takes a millisecond
    QPushButton *formulas_ = nullptr, *options_ = nullptr, *choose_ = nullptr;
    SampleBar* sample_ = nullptr;
};

}  // namespace attx
