// How far the explanations of the network can be believed: what its answers lose without the inputs that they
// name.
#pragma once
#include "model/config/vector_network.h"
#include "model/evaluate/faithfulness.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"
#include "ui/state/study.h"
#include "ui/views/curve_view.h"

class QLabel;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace attx {

class FaithfulPage : public Page {
    Q_OBJECT
public:
    explicit FaithfulPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("faithful"); }
    [[nodiscard]] QString title() const override { return tr("How faithful?"); }
    [[nodiscard]] QString reading() const override {
        return tr("The further a method's curve lies from that of random orders, the more faithful it is.");
    }
    /// No data have answers to vectors of another program's network.
    [[nodiscard]] bool suits(const RunConfig& config) const override { return !isOutsideTasks(config); }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {curvesFrame_}; }
    [[nodiscard]] bool isOfEarlierState() const override;
    [[nodiscard]] QSize readableSize() const override { return {480, 400}; }
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    // For tests.
    [[nodiscard]] Study<Faithfulness>& study() const { return *study_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeControls();
    void fitMethods();
    void makeFigure();
    void lookUp();  ///< what was measured before
    [[nodiscard]] std::string keepingFolder() const;
    [[nodiscard]] std::vector<ExplainMethod> chosenMethods() const;
    void measure();
    void showAnswer();
    void showState();

    struct Choice {
        int samples = FaithfulnessOptions().samples;
        std::vector<ExplainMethod> methods = FaithfulnessOptions().methods;
        Subject measured;  ///< The subject of the whole answer.
        CurveView::Ranges curves;
    };

    RunModel& model_;
    Choice& choice_;
    Study<Faithfulness>* study_;
    QPushButton *chosen_ = nullptr, *ask_ = nullptr;  ///< The former is the menu of the methods.
    QSpinBox* samples_ = nullptr;
    QLabel *summary_ = nullptr, *removed_ = nullptr;
    CurveView* curves_ = nullptr;
    FigureFrame* curvesFrame_ = nullptr;
    QTableWidget* methods_ = nullptr;
};

}  // namespace attx
