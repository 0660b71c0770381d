#include "ui/pages/mistake_search.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>
#include <atomic>

#include "ui/state/run_model.h"

namespace attx {
namespace {

constexpr int mostRows = 200;

}  // namespace

void searchMistakes(Study<FoundMistakes>& search, const RunModel& model) {
    search.forget();
    search.ask(model.subject(),
               [](const Subject& subject, const auto& report, const std::atomic<bool>& interrupt) {
                   return findMistakes(subject, report, interrupt);
               });
}

void showSearch(const Study<FoundMistakes>& search, const RunModel& model, QPushButton& button, QLabel& label,
                const QString& tip, const QString& asked) {
    const bool searching = search.isAsking();
    button.setText(searching ? QCoreApplication::translate("attx::MistakeSearch", "Cancel")
                             : QCoreApplication::translate("attx::MistakeSearch", "Find mistakes"));
    button.setAccessibleName(button.text());
    button.setToolTip(searching ? QCoreApplication::translate("attx::MistakeSearch", "Ends the search")
                                : tip);
    button.setEnabled(model.data() && model.parameters());
    const FoundMistakes* const found = search.answer();
    if (searching)
        label.setText(asked.arg(found ? found->asked : 0).arg(model.sampleCount()));
    else if (found)
        label.setText(
            QCoreApplication::translate("attx::MistakeSearch",
                                        "%1 of %2 answers are wrong, the most confident errors first.%3")
                .arg(found->mistakes.size())
                .arg(model.sampleCount())
                .arg(search.isOutdated(model.subject())
                         ? QCoreApplication::translate("attx::MistakeSearch",
                                                       " The network has changed since.")
                         : QString()));
    else
        label.setText(QCoreApplication::translate("attx::MistakeSearch", "Where is it confidently wrong?"));
}

void listMistakes(const Study<FoundMistakes>& search, std::vector<Mistake>& listed, QTableWidget& table,
                  int chosen, const std::function<void(int row, const Mistake& mistake)>& fill) {
    const FoundMistakes found = search.answer() ? *search.answer() : FoundMistakes();
    if (listed == found.mistakes) return;
    const bool isFirst = listed.empty();  // First answer that this page shows
    listed = found.mistakes;
    const int rows = std::min(static_cast<int>(listed.size()), mostRows);
    const QSignalBlocker blocker(table);
    table.setRowCount(rows);
    for (int row = 0; row < rows; ++row) fill(row, listed[static_cast<size_t>(row)]);
    if (isFirst) table.setCurrentCell(chosen, 0);
}

}  // namespace attx
