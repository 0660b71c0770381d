// The pages of the window by the places where they are found, in the order of their tabs: a page that stands
// here is shown, remembered, exported and helped with.
#pragma once
#include <vector>

#include "ui/pages/page.h"

namespace attx {

class Comparison;
class RunModel;

enum class Place { Train, Attention, Explain, Input, Inside, Runs };
inline constexpr int placeCount = 6;
[[nodiscard]] QString titleOf(Place place);

struct PlacedPage {
    Place place;
    Page* page;
};

/// One of each, children of `parent`, which go on with what is kept.
[[nodiscard]] std::vector<PlacedPage> makePages(RunModel& model, Comparison& comparison, Kept& kept,
                                                QWidget* parent);

}  // namespace attx
