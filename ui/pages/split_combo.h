// Which part of the data a page answers.
#pragma once
#include "ui/controls/kept_field.h"
#include "ui/state/run_model.h"

namespace attx {

/// "validation data" or "test data", kept in `choice`; hidden where the data are one part.
[[nodiscard]] QComboBox* makeSplitCombo(const RunModel& model, int& choice, QWidget* parent);

}  // namespace attx
