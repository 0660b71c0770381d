// A row or column within a page: no margins of its own, and the distances of the grid.
#pragma once
#include <QBoxLayout>

namespace attx {

/// Becomes the layout of `parent`; `spacing` in px.
template <class Layout>
[[nodiscard]] Layout* flatLayout(QWidget* parent, int spacing = 8) {
    auto* layout = new Layout(parent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

}  // namespace attx
