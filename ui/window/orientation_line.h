// The line below the figures for a newcomer: what the network is to do, how well it does it
// now, what to do next, and how to read the page.
#pragma once
#include "ui/controls/elided_label.h"
#include "ui/state/run_model.h"

namespace attx {

class Page;

/// Without the page: the task, the network's state, and its answer to the sample shown.
[[nodiscard]] QString orientationText(const RunModel& model);

class OrientationLine : public ElidedLabel {
    Q_OBJECT
public:
    explicit OrientationLine(const RunModel& model, QWidget* parent = nullptr);
    void setPage(const Page& page);

private:
    void refresh();

    const RunModel& model_;
    const Page* page_ = nullptr;
};

}  // namespace attx
