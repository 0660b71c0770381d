// Data of a person's own that were dropped on the window or opened in it.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "model/data/own_data.h"

class QString;
class QWidget;

namespace attx {

/// What was found, and of a table its first rows.
struct FoundData {
    OwnData data;
    std::optional<TablePreview> table;
};

/// ownDataAt() with its table. A table of which nothing is chosen and some lines cannot be read comes without
/// them, with data.skip_bad_lines on, so that the question can say so.
[[nodiscard]] std::optional<FoundData> foundAt(const std::string& path, const OwnWish& wish);

/// Looks again, as `wish` says; `then` gets what was found, or why it cannot be.
using LookAgain = std::function<void(
    const OwnWish& wish, const std::function<void(const FoundData& found, const std::string& error)>& then)>;

/// Shows over `window` what was found in the file `name`, with its first rows, and asks whether it is to be
/// trained on; calls `use` if so. Of a table the kind, the header and the columns can be changed, after which
/// `again` looks. The question goes with the window.
void askAboutData(const QString& name, const FoundData& found, QWidget* window, const LookAgain& again,
                  const std::function<void(const OwnData& found)>& use);

}  // namespace attx
