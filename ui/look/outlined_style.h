// The style of all widgets.
#pragma once

class QStyle;

namespace attx {

/// Fusion with flat buttons and outlines that a dark theme shows. The application's to own.
[[nodiscard]] QStyle* makeOutlinedStyle();

}  // namespace attx
