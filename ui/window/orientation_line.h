// The line above the figures for somebody who has just come: what the network is to do, how well it does it
// now, what to do next, and how to read the page.
#pragma once
#include <QLabel>

#include "ui/state/run_model.h"

namespace attx {

class Page;

/// Without the page: the task, the network's state, and its answer to the sample shown.
[[nodiscard]] QString orientationText(const RunModel& model);

class OrientationLine : public QLabel {
    Q_OBJECT
public:
    explicit OrientationLine(const RunModel& model, QWidget* parent = nullptr);
    void setPage(const Page& page);

    /// Of its tallest text on this page: what lies below stays under the pointer when a sentence goes.
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    const RunModel& model_;
    const Page* page_ = nullptr;
    int keptAt_ = -1, kept_ = 0;  ///< px: that height, at this width
};

}  // namespace attx
