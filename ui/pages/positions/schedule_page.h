// The factor on the learning rate over the steps of the run that the form describes.
#pragma once
#include "ui/pages/page.h"
#include "ui/state/run_model.h"
#include "ui/views/curve_view.h"

namespace attx {

class SchedulePage : public Page {
    Q_OBJECT
public:
    explicit SchedulePage(QWidget* parent = nullptr, Kept* kept = nullptr);

    /// What the form describes now.
    void showForm(const RunConfig& config, const std::optional<SplitRows>& rows) override;

    [[nodiscard]] QString id() const override { return QStringLiteral("schedule"); }
    [[nodiscard]] QString title() const override { return tr("Schedule"); }
    [[nodiscard]] bool followsTraining() const override { return false; }
    [[nodiscard]] QString reading() const override {
        return tr("The learning rate over the steps of the run in the form.");
    }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {frame_}; }

private:
    struct Choice {
        CurveView::Ranges ranges;
    };

    CurveView* view_ = nullptr;
    FigureFrame* frame_ = nullptr;
};

}  // namespace attx
