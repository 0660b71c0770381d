// A pair of an attention map up close: asked for by a click on its cell, and kept up with the network and the
// sample that are looked at.
#pragma once
#include <QWidget>
#include <functional>

#include "model/heads/pair.h"
#include "ui/state/kept.h"
#include "ui/state/run_model.h"
#include "ui/views/figure_frame.h"

class QToolButton;

namespace attx {

class FigureView;

class PairPanel : public QWidget {
    Q_OBJECT
public:
    using Framed = std::function<FigureFrame*(QWidget* view, FigureFrame::Source source)>;
    /// Hidden, unless a pair is `kept` with its answer. `framed` puts the figure into a frame of the page.
    PairPanel(RunModel& model, Kept& kept, const Framed& framed, QWidget* parent);

    /// Shows the panel as soon as there is an answer.
    void ask(const PairIndex& pair);
    void close();
    [[nodiscard]] bool isOpen() const { return choice_.pair.has_value(); }
    [[nodiscard]] const std::optional<PairIndex>& pair() const { return choice_.pair; }
    [[nodiscard]] FigureFrame* frame() const { return frame_; }
    [[nodiscard]] Study<PairDetail>& study() const { return *study_; }

Q_SIGNALS:
    void aboutToShow();  ///< what shows itself is laid out at once: room is made before
    void shownOrHidden();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void askAgain();
    void showAnswer();

    /// What was chosen in the panel, kept while the panel is built again in another language.
    struct Choice {
        std::optional<PairIndex> pair;
    };

    RunModel& model_;
    Choice& choice_;
    Study<PairDetail>* study_;
    bool outdated_ = false;  ///< something has changed since the question under way
    FigureView* view_;
    FigureFrame* frame_;
    QToolButton* close_;
};

}  // namespace attx
