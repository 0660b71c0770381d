// What the command search of the window finds: menus, pages, settings, methods, lessons, the manual, and what
// is on a page under another name.
#pragma once
#include <vector>

#include "ui/window/command_search.h"

namespace attx {

class MainWindow;
class RunModel;

/// As they are now. Both outlive them.
[[nodiscard]] std::vector<SearchEntry> searchEntries(MainWindow& window, RunModel& model);

/// Gives it the keyboard, and lets that be seen.
void focusOn(QWidget* widget);
/// The one of this accessible name in `part` that can have the keyboard, if there is one.
void focusOn(const QWidget& part, const QString& name);

/// Of search_features.cpp: what is on a page and has another name there, or none.
void addFeatures(std::vector<SearchEntry>& entries, MainWindow& window, RunModel& model);

}  // namespace attx
