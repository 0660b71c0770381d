// The mistakes that a network makes in the validation data, beside the pages Text and Picture: a button that
// searches for them, a sentence, and a table.
#pragma once
#include <QWidget>
#include <functional>
#include <vector>

#include "model/evaluate/mistakes.h"
#include "ui/state/study.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace attx {

class Kept;
class RunModel;

class MistakeList : public QWidget {
    Q_OBJECT
public:
    struct Words {
        QString search;       ///< Tool tip of the button: "Asks the network about every validation text"
        QString asked;        ///< How far the search is: "%1 of %2 texts"
        QString table;        ///< Tool tip of the table
        QStringList columns;  ///< Their titles
        int stretched = 0;    ///< The column that takes the room that is left
    };
    /// `fill` writes a row of the table about a mistake in the model's data. A row that is chosen becomes the
    /// model's sample. Search and chosen row are kept in `kept`, which outlives the list, as the model does.
    MistakeList(RunModel& model, Kept& kept, Words words,
                std::function<void(QTableWidget& table, int row, const Mistake& mistake)> fill,
                QWidget* parent);

    [[nodiscard]] Study<FoundMistakes>& search() { return search_; }
    [[nodiscard]] QPushButton* button() const { return button_; }
    [[nodiscard]] QTableWidget* table() const { return table_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What was chosen for the list, kept while the list is built again in another language.
    struct Choice {
        int row = -1;  ///< The row that is marked
    };
    void ask();
    void showSearch();
    void listFound();

    RunModel& model_;
    Study<FoundMistakes>& search_;
    Choice& choice_;
    Words words_;
    std::function<void(QTableWidget&, int, const Mistake&)> fill_;
    QPushButton* button_;
    QLabel* label_;
    QTableWidget* table_;
    std::vector<Mistake> listed_;  ///< What the table shows
};

}  // namespace attx
