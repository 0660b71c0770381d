// The search for mistakes of the pages Text and Picture: a button, a sentence, and the table that they fill.
#pragma once
#include <functional>
#include <vector>

#include "model/evaluate/mistakes.h"
#include "ui/state/study.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace attx {

class RunModel;

/// Asks the network about all validation data.
void searchMistakes(Study<FoundMistakes>& search, const RunModel& model);

/// What the button does now, `tip` before it searches, and how far the search is: `asked` is "%1 of %2
/// texts".
void showSearch(const Study<FoundMistakes>& search, const RunModel& model, QPushButton& button, QLabel& label,
                const QString& tip, const QString& asked);

/// Puts what was found into the table unless `listed` has it already: `fill` writes a row, at most 200 of
/// them, since the most confident ones are what one looks for. The first time row `chosen` becomes the
/// current one.
void listMistakes(const Study<FoundMistakes>& search, std::vector<Mistake>& listed, QTableWidget& table,
                  int chosen, const std::function<void(int row, const Mistake& mistake)>& fill);

}  // namespace attx
