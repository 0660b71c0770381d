// Activation patching beside the maps of attention: the sample that is looked at, with one activation after
// the other taken from a clean input that is typed here.
#pragma once
#include <QWidget>
#include <functional>

#include "model/heads/patching.h"
#include "ui/state/kept.h"
#include "ui/state/run_model.h"
#include "ui/views/figure_frame.h"

class QBoxLayout;
class QLabel;
class QSpinBox;

namespace attx {

class HeatMapView;
class SequenceEdit;

class PatchingPanel : public QWidget {
    Q_OBJECT
public:
    using Framed = std::function<FigureFrame*(HeatMapView* view)>;
    /// Hidden. `framed` puts a map into a frame of the page. What is typed and answered is `kept`.
    PatchingPanel(RunModel& model, Kept& kept, const Framed& framed, QWidget* parent);

    /// Keeps up with the network and the sample from now on.
    void open();
    void close();
    [[nodiscard]] std::vector<FigureFrame*> frames() const;
    [[nodiscard]] Study<Patching>& study() const { return *study_; }
    [[nodiscard]] const Sample& clean() const { return choice_.clean; }
    [[nodiscard]] HeatMapView* positionsView() const { return positions_; }
    [[nodiscard]] HeatMapView* headsView() const { return heads_; }
    [[nodiscard]] QString text() const;  ///< what is read and how it differs, or why there is nothing

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    /// A clean input for the sample: the next of its length with another answer, or the beginning of one.
    [[nodiscard]] Sample suggested() const;
    void fit();  ///< Adapts the controls to the network and the sample
    void typed(const std::vector<int32_t>& tokens);
    void ask();
    void showAnswer();
    void refuse(const QString& why);

    /// What was chosen in the panel, kept while the panel is built again in another language.
    struct Choice {
        Sample clean;
        bool typed = false;                 ///< The clean input is one's own
        QString text;                       ///< The text in its line
        int position = 1, otherClass = -1;  ///< The numbers in the fields
    };

    RunModel& model_;
    Choice& choice_;
    Study<Patching>* study_;
    bool outdated_ = false;  ///< something has changed since the question under way
    SequenceEdit* edit_ = nullptr;
    QLabel *positionLabel_ = nullptr, *metric_ = nullptr;
    QSpinBox *position_ = nullptr, *class_ = nullptr;
    QBoxLayout* maps_ = nullptr;
    HeatMapView *positions_, *heads_;
    FigureFrame *positionsFrame_, *headsFrame_;
};

}  // namespace attx
