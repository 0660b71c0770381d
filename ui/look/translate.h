// The window's language where no class of its own gives the context.
#pragma once
#include <QCoreApplication>

namespace attx {

/// `text` in the language of the window, from the context "attx", as lupdate finds it in functions of this
/// namespace.
[[nodiscard]] inline QString tr(const char* text) { return QCoreApplication::translate("attx", text); }

}  // namespace attx
