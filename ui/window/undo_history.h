// What a person did to the sample, the heads, the form and the page shown, so that it can be undone and
// redone: it watches their states, not the controls that change them.
#pragma once
#include <QObject>
#include <functional>
#include <variant>
#include <vector>

#include "ui/state/run_model.h"

namespace attx {

class UndoHistory : public QObject {
    Q_OBJECT
public:
    /// The title of a page by its id; empty: it has nothing to show for the network.
    using TitleOf = std::function<QString(const QString& id)>;
    /// Watches the sample, the ablated heads and the masked tokens of `model`, which outlives it. They are
    /// forgotten when it shows another network.
    UndoHistory(RunModel& model, TitleOf titleOf, QObject* parent = nullptr);

    void formEdited(const RunConfig& config);  ///< An edit by the user
    void formShown(const RunConfig& config);   ///< A change by the program, which ends the undoing of edits
    void pageTurned(const QString& id, bool byPerson);
    void clear();

    /// "ablate head 2 of layer 1"; empty: there is nothing to undo.
    [[nodiscard]] QString undoText() const { return textOf(done_); }
    [[nodiscard]] QString redoText() const { return textOf(undone_); }
    /// The settings of a run under way stay as they are.
    [[nodiscard]] bool canUndo() const { return canApply(done_); }
    [[nodiscard]] bool canRedo() const { return canApply(undone_); }
    void undo() { apply(done_, undone_); }
    void redo() { apply(undone_, done_); }

    struct Looked {
        Sample sample;
        Ablation ablation;
        bool operator==(const Looked&) const = default;
    };
    template <class State>
    struct Change {
        State before, after;
    };

Q_SIGNALS:
    void changed();
    void formWanted(const attx::RunConfig& config);
    void pageWanted(const QString& id);

private:
    struct Step {
        std::variant<Change<Looked>, Change<RunConfig>, Change<QString>> change;
        int typing;  ///< 0: nothing was typed
    };
    using Steps = std::vector<Step>;

    template <class State>
    void add(State& now, const State& next);
    void look();
    void followNetwork();
    void show(const Looked& looked);
    void show(const RunConfig& form) { Q_EMIT formWanted(form); }
    void show(const QString& page) { Q_EMIT pageWanted(page); }
    [[nodiscard]] bool canApply(const Steps& steps) const;
    void apply(Steps& from, Steps& to);
    [[nodiscard]] QString textOf(const Steps& steps) const;
    [[nodiscard]] QString textOf(const Change<Looked>& change) const;
    [[nodiscard]] QString textOf(const Change<RunConfig>& change) const;
    [[nodiscard]] QString textOf(const Change<QString>& change) const;
    /// The steps of this kind for which it holds.
    template <class State>
    void forget(const std::function<bool(const Change<State>&)>& isForgotten);

    RunModel& model_;
    const TitleOf titleOf_;
    Steps done_, undone_;
    Looked looked_;
    RunConfig form_;
    QString page_;
    int typing_ = 1;  ///< Rises when the keyboard goes elsewhere
    bool applies_ = false;
};

}  // namespace attx
