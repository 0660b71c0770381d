// What the command search leads to on the pages, by the names that people look for.
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <algorithm>

#include "ui/controls/sequence_edit.h"
#include "ui/look/translate.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/attention/pair_panel.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/faithful_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/mistake_list.h"
#include "ui/pages/runs/run_figures.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/samples/samples_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/pages/text/text_page.h"
#include "ui/pages/training/training_page.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/page_table.h"
#include "ui/window/search_entries.h"
#include "ui/window/time_bar.h"

namespace attx {
namespace {

/// What the first query attends to most in the head that is large, or the first one.
void showPair(AttentionPage& page, const RunModel& model) {
    const Inspection& shown = model.inspection();
    const int head = std::max(page.chosenHead(), 0), heads = model.config().network.numHeads,
              layer = head / heads, length = shown.sample.length();
    if (size_t(layer) >= shown.attention.size()) return;
    page.chooseHead(head);
    const auto row = shown.attention[layer].begin() + std::ptrdiff_t(head % heads) * length * length;
    page.pair().ask({layer, head % heads, 0, int(std::max_element(row, row + length) - row)});
}

void showHeadsNumbers(MainWindow& window, const RunModel& model) {
    const int head = std::max(window.page<AttentionPage>().chosenHead(), 0),
              heads = model.config().network.numHeads;
    auto& steps = window.page<StepsPage>();
    steps.showHead(head / heads, head % heads);
    window.pages().show(steps.id());
}

/// Of texts with their words, of sequences with their tokens; of others in the table of Evaluate.
void showMistakes(MainWindow& window, const RunModel& model) {
    auto& text = window.page<TextPage>();
    if (auto& samples = window.page<SamplesPage>(); samples.suits(model.config())) {
        samples.showCombo()->setCurrentIndex(1);
        return window.pages().show(samples.id());
    }
    if (!text.suits(model.config())) return window.pages().show(window.page<EvaluatePage>().id());
    QVariantMap controls = text.controls();
    controls[QStringLiteral("side")] = 1;
    text.restoreControls(controls);
    window.pages().show(text.id());
    focusOn(text.mistakes().button());
}

void showLessons(MainWindow& window) {
    HelpPanel& help = window.helpPanel();
    const std::vector<Lesson>& lessons = help.lessons().lessons;
    if (lessons.empty()) return;
    const auto open =
        std::ranges::find_if(lessons, [&](const Lesson& lesson) { return !help.lesson().isDone(lesson); });
    help.choose((open == lessons.end() ? lessons.front() : *open).id);
    window.reveal(&help);
    help.lesson().takeKeyboard();
}

/// `act` on the time bar, if there is a training to look back at.
std::function<void()> onTimeline(MainWindow& window, std::function<void(TimeBar&)> act) {
    return [&window, act = std::move(act)] {
        if (window.timeBar().slider()->isEnabled())
            act(window.timeBar());
        else
            window.showNotice(tr("This network has no snapshots of its training. Train it, or open a run."),
                              true);
    };
}

}  // namespace

void addFeatures(std::vector<SearchEntry>& entries, MainWindow& window, RunModel& model) {
    auto& attention = window.page<AttentionPage>();
    auto& explain = window.page<ExplainPage>();
    auto& runs = window.page<RunsPage>();
    const auto add = [&](const QString& name, const QString& place, const QString& words,
                         std::function<void()> choose, const QString& key = {}) {
        entries.push_back({name, place, key, words, std::move(choose)});
    };
    /// Shows the page, then acts on it.
    const auto on = [&window](const Page& page, std::function<void()> act) {
        return [&window, &page, act = std::move(act)] {
            window.pages().show(page.id());
            act();
        };
    };
    const auto figureOfRuns = [&](RunFigures::View view) {
        return on(runs, [&runs, view] { runs.figures()->setView(view); });
    };

    add(tr("Lessons"), tr("Help"), tr("tutorial, course, exercises, tour, first steps"),
        [&window] { showLessons(window); });
    auto& training = window.page<TrainingPage>();
    add(tr("Curves of the training"), training.title(), tr("loss, accuracy, learning rate, gradient norm"),
        on(training, [&training] { training.subjectCombo()->setCurrentIndex(0); }));
    add(tr("Attention maps"), attention.title(), tr("heat map, weights of the heads"), on(attention, [] {}));
    add(tr("Attention step by step"), window.page<StepsPage>().title(),
        tr("a small attention computed number by number, matrix, calculation"),
        on(window.page<StepsPage>(), [] {}));
    add(tr("Heads through training"), training.title(),
        tr("curves of its heads over the steps: when each became so"),
        on(training, [&training] { training.subjectCombo()->setCurrentIndex(1); }));
    add(tr("Faithfulness of the explanations"), titleOf(Place::Explain),
        tr("how true or faithful methods are, fidelity, deletion, perturbation, random orders"),
        on(window.page<FaithfulPage>(), [] {}));
    add(tr("Confusion matrix and calibration"), window.page<EvaluatePage>().title(),
        tr("results, accuracy, ROC, mistakes, how good the network is"),
        on(window.page<EvaluatePage>(), [] {}));
    add(tr("Find mistakes"), tr("Text or Evaluate"), tr("most confident errors, wrong answers"),
        [&window, &model] { showMistakes(window, model); });

    add(tr("Pair up close"), attention.title(), tr("one cell: query and key, what its score is made of"),
        on(attention, [&attention, &model] { showPair(attention, model); }));
    add(tr("A head's own numbers"), window.page<StepsPage>().title(),
        tr("step by step for this head: Q, K, V, scores, softmax"),
        [&window, &model] { showHeadsNumbers(window, model); });
    add(tr("Masking tokens"), attention.title(), tr("mask a token of the input row, hide it from all heads"),
        on(attention, [&attention] { focusOn(attention.tokenStrip()); }));
    add(tr("Ablate heads"), attention.title(), tr("switch heads off, head ablation, causal intervention"),
        on(attention, [&attention] {
            focusOn(attention, QCoreApplication::translate("attx::AblationBar", "Ablate heads"));
        }));
    add(tr("Ablate or restore a head"), attention.title(), tr("key on the head that is chosen"),
        on(attention, [&attention] { focusOn(attention.gridView()); }), QStringLiteral("x"));
    add(tr("Activation patching"), attention.title(), tr("causal tracing, share restored"),
        on(attention, [&attention] { attention.patchButton()->setChecked(true); }));
    add(tr("Head importance"), attention.title(), tr("ablates each head in turn, Michel et al. 2019"),
        on(attention, [&attention] {
            focusOn(attention, QCoreApplication::translate("attx::AblationBar", "Head importance"));
        }));
    add(tr("Type your own input"), attention.title(), tr("own sequence, own sample"),
        on(attention, [&attention] { focusOn(attention.sequenceEdit()->line()); }));
    auto& sets = window.page<SetsPage>();
    add(tr("Own set of images"), sets.title(), tr("own pictures, put images together, drag images"),
        [&window, &model, &sets] {
            if (!sets.suits(model.config()))
                return window.showNotice(
                    tr("This network reads no sets of images. Train one that finds the odd one out, or open "
                       "its run."),
                    true);
            window.pages().show(sets.id());
            focusOn(sets.ownSet());
        });
    add(tr("Options of the explanations"), explain.title(),
        tr("layers, residual share, heads, signed, relevance without the identity"), on(explain, [&explain] {
            focusOn(explain, QCoreApplication::translate("attx::ExplainPage", "Options"));
        }));
    add(tr("Colour scale"), explain.title(), tr("per map, shared, logarithmic colours"),
        on(explain, [&explain] {
            explain.showOptions();
            focusOn(explain, QCoreApplication::translate("attx::ScaleControls", "colour scale"));
        }));
    add(tr("Difference to another explanation"), explain.title(), tr("subtract one map from the others"),
        on(explain, [&explain] {
            explain.showOptions();
            focusOn(explain, QCoreApplication::translate("attx::ExplainPage", "Difference to"));
        }));
    add(tr("Formulas of the explanations"), explain.title(), tr("papers, definitions"),
        on(explain, [&explain] {
            explain.showOptions();
            explain.formulasButton()->setChecked(true);
        }));

    add(tr("Two groups of runs"), runs.title(), tr("compare groups, paired t-test, interval"),
        figureOfRuns(RunFigures::View::Comparison));
    add(tr("Importance of settings"), runs.title(), tr("which settings of a sweep matter, hyperparameters"),
        figureOfRuns(RunFigures::View::Importance));
    add(tr("Parallel axes: drag along an axis to filter"), runs.title(),
        tr("dragging along parallel coordinates, brush"), figureOfRuns(RunFigures::View::Parallel));
    add(tr("Notes and stars on runs"), runs.title(), tr("mark, rename, delete or compare runs of the table"),
        on(runs, [&runs] { focusOn(runs.table()); }));
    add(tr("New sweep"), runs.title(),
        tr("type-ahead in the sweep list, filter settings: vary settings, repeat with other seeds, grid, "
           "hyperparameters, resume a sweep"),
        on(runs, [&runs] { runs.newSweep(); }));

    const QString timeline = tr("Timeline");
    add(tr("One snapshot back"), timeline, tr("earlier in time, step of the training"),
        onTimeline(window, [](TimeBar& bar) { bar.move(-1); }), QStringLiteral(","));
    add(tr("One snapshot forward"), timeline, tr("later in time, step of the training"),
        onTimeline(window, [](TimeBar& bar) { bar.move(1); }), QStringLiteral("."));
    add(tr("Play the training"), timeline, tr("pause, through all snapshots"),
        onTimeline(window, [](TimeBar& bar) { bar.togglePlaying(); }), QStringLiteral("p"));
}

}  // namespace attx
