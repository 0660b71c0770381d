// Data of a person's own that were dropped on the window or opened in it.
#pragma once
#include <functional>

class QString;
class QWidget;

namespace attx {

struct OwnData;

/// Shows over `window` what was found in the file `name`, with its first rows, and asks whether it is to be
/// trained on; calls `use` if so. The question goes with the window.
void askAboutData(const QString& name, const OwnData& found, QWidget* window, std::function<void()> use);

}  // namespace attx
