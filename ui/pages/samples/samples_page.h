// The sequences of the data with what the network answers to them: all of them, or those with mistakes. A
// sequence that is clicked is looked at on the other pages.
#pragma once
#include <vector>

#include "model/config/task.h"
#include "model/evaluate/evaluation.h"
#include "ui/figures/evaluate/sequences_figure.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"
#include "ui/state/study.h"

class QComboBox;
class QLabel;
class QListView;

namespace attx {

class SequenceList;

class SamplesPage : public Page {
    Q_OBJECT
public:
    explicit SamplesPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("samples"); }
    [[nodiscard]] QString title() const override { return tr("Samples"); }
    [[nodiscard]] QString reading() const override {
        return tr("Marked: where the network is wrong. A click shows the sequence on the other pages.");
    }
    [[nodiscard]] bool suits(const RunConfig& config) const override {
        return isSequences(config.data) && answersTask(config);
    }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {frame_}; }
    [[nodiscard]] bool isOfEarlierState() const override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    // For tests.
    [[nodiscard]] Study<Evaluation>& study() const { return *study_; }
    [[nodiscard]] QComboBox* showCombo() const { return show_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeControls();
    [[nodiscard]] bool test() const;
    [[nodiscard]] SampleSource source() const;
    void askIfIdle();
    void showAnswer();
    void fill();
    void showSummary();
    void showSelection();
    void choose(int row);
    [[nodiscard]] ShownSequence sequenceAt(int row) const;
    [[nodiscard]] std::unique_ptr<Figure> figureOfView() const;

    struct Choice {
        int split = 0, show = 0;
    };
    /// The answers to a sequence: from first to before last of those of the evaluation.
    struct Range {
        size_t first = 0, last = 0;
    };

    RunModel& model_;
    Choice& choice_;
    Study<Evaluation>* study_;  ///< Shared with the page Evaluate
    const void* shownAnswer_ = nullptr;
    int64_t wrong_ = 0, all_ = 0;  ///< Sequences of that answer
    std::vector<Range> listed_;    ///< one a row
    QComboBox *split_ = nullptr, *show_ = nullptr;
    QLabel* summary_ = nullptr;
    QListView* list_ = nullptr;
    SequenceList* rows_ = nullptr;
    FigureFrame* frame_ = nullptr;
};

}  // namespace attx
