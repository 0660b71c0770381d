#include "ui/pages/mistake_list.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <atomic>
#include <utility>

#include "ui/controls/side_table.h"
#include "ui/state/kept.h"
#include "ui/state/run_model.h"
#include "ui/state/shown.h"

namespace attx {
namespace {

constexpr int mostRows = 200;  // The most confident mistakes are what one looks for

}  // namespace

MistakeList::MistakeList(RunModel& model, Kept& kept, Words words,
                         std::function<void(QTableWidget&, int, const Mistake&)> fill, QWidget* parent)
    : QWidget(parent),
      model_(model),
      search_(kept.of<Study<FoundMistakes>>()),
      choice_(kept.of<Choice>()),
      words_(std::move(words)),
      fill_(std::move(fill)),
      button_(new QPushButton(this)),
      label_(new QLabel(this)),
      table_(makeTable(tr("Mistakes"), words_.table, words_.columns, words_.stretched, this)) {
    label_->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->addWidget(button_);
    column->addWidget(label_);
    column->addWidget(table_, 1);
    const auto showAll = [this] {
        showSearch();
        listFound();
    };
    connect(button_, &QPushButton::clicked, this, [this] { search_.isAsking() ? search_.cancel() : ask(); });
    connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) {
        choice_.row = row;
        if (row >= 0 && row < int(listed_.size())) model_.chooseRow(listed_[row].sequence);
    });
    connect(&search_, &StudyBase::changed, this, showAll);
    connect(&model_.shown(), &Shown::networkChanged, this, [this, showAll] {
        search_.forget();
        showAll();
    });
    // Mistakes go out of date as the network learns.
    connect(&model_.shown(), &Shown::inspectionChanged, this, &MistakeList::showSearch);
    showAll();
}

void MistakeList::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showSearch();
    listFound();
}

void MistakeList::ask() {
    search_.forget();
    search_.ask(model_.subject(),
                [](const Subject& subject, const auto& report, const std::atomic<bool>& interrupt) {
                    return findMistakes(subject, report, interrupt);
                });
}

void MistakeList::showSearch() {
    const bool searching = search_.isAsking();
    button_->setText(searching ? tr("Cancel") : tr("Find mistakes"));
    button_->setAccessibleName(button_->text());
    button_->setToolTip(searching ? tr("Ends the search") : words_.search);
    button_->setEnabled(model_.data() && model_.parameters());
    const FoundMistakes* const found = search_.answer();
    if (searching)
        label_->setText(words_.asked.arg(found ? found->asked : 0).arg(model_.sampleCount()));
    else if (found)
        label_->setText(tr("%1 of %2 answers are wrong, the most confident errors first.%3")
                            .arg(found->mistakes.size())
                            .arg(model_.sampleCount())
                            .arg(search_.isOutdated(model_.subject()) ? tr(" The network has changed since.")
                                                                      : QString()));
    else
        label_->setText(tr("Where is it confidently wrong?"));
}

void MistakeList::listFound() {
    const FoundMistakes found = search_.answer() ? *search_.answer() : FoundMistakes();
    if (listed_ == found.mistakes || (!found.mistakes.empty() && !model_.data())) return;
    const bool isFirst = listed_.empty();  // First answer that this page shows
    listed_ = found.mistakes;
    const int rows = std::min(int(listed_.size()), mostRows);
    const QSignalBlocker blocker(table_);
    table_->setRowCount(rows);
    for (int row = 0; row < rows; ++row) fill_(*table_, row, listed_[row]);
    if (isFirst) table_->setCurrentCell(choice_.row, 0);
}

}  // namespace attx
