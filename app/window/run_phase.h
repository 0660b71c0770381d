// Where the window's run is, from preparing it to its end, and what each request makes of that: the decision
// alone, without a window, a worker or a network.
#pragma once
#include <variant>

namespace attx {

enum class RunRequest {
    // The user's
    Train,
    Step,
    GoOn,  ///< Answer to the question whether the changed data are fine
    Stop,
    Restart,
    GoBack,
    CloseKeeping,
    CloseDiscarding,
    // Reports of the preparation and the worker
    Prepared,
    Changed,  ///< Prepared, but the data have changed since the run was trained.
    Started,
    NotKept,  ///< A run that was to be kept could not be.
    Ended,    ///< Finished, stopped or failed.
};

/// What follows from a request. Those marked * need what only the caller has.
enum class RunAction {
    None,
    Prepare,  ///< *
    Cancel,   ///< Cancels what is being prepared or opened; it ends at once.
    Ask,      ///< * Asks whether the run goes on with data that have changed.
    Launch,   ///< * Hands the run to the worker.
    Resume,
    Step,
    End,         ///< Tells the worker to end the run.
    ShowFresh,   ///< Shows the form's network with initial weights.
    GoBack,      ///< Shows the trained network that was shown before.
    Close,       ///< Nothing is under way any more: the program can end.
    ReportLoss,  ///< The program stays open, since the run was not kept.
};

// The phases. `step`: the run begins paused, with a single step.
struct AtRest {};  ///< The network shown is fresh, has been trained, or was opened.
struct Preparing {
    bool step = false;
};
struct Asking {  ///< Nothing is under way, but the user may answer GoOn.
    bool step = false;
};
struct Starting {  ///< The worker has the run, and has not begun it.
    bool step = false;
};
struct Running {};  ///< Training or paused, which only the worker decides.
struct Ending {
    RunAction then = RunAction::None;  ///< What follows: None, ShowFresh, GoBack or Close.
    bool keep = true;                  ///< What the run has learned is kept.
};
using RunPhase = std::variant<AtRest, Preparing, Asking, Starting, Running, Ending>;

struct RunMove {
    RunPhase phase;
    RunAction action = RunAction::None;
};

/// What `request` makes of `phase`. One that means nothing there changes nothing.
[[nodiscard]] RunMove moved(const RunPhase& phase, RunRequest request);

}  // namespace attx
