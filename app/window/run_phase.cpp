#include "app/window/run_phase.h"

#include <optional>

namespace attx {
namespace {

/// How `request` ends what is under way; nothing: it does not.
std::optional<Ending> endingOf(RunRequest request) {
    if (request == RunRequest::Stop) return Ending{};
    if (request == RunRequest::Restart) return Ending{RunAction::ShowFresh};
    if (request == RunRequest::GoBack) return Ending{RunAction::GoBack};
    if (request == RunRequest::CloseKeeping) return Ending{RunAction::Close};
    if (request == RunRequest::CloseDiscarding) return Ending{RunAction::Close, false};
    return std::nullopt;
}

/// The table: for each phase the requests that it heeds.
struct PhaseTable {
    using Request = RunRequest;
    using Action = RunAction;
    const Request request;
    const std::optional<Ending> ending = endingOf(request);

    RunMove operator()(const AtRest& same) const {
        if (request == Request::Train) return {Preparing{false}, Action::Prepare};
        if (request == Request::Step) return {Preparing{true}, Action::Prepare};
        if (request == Request::Stop) return {*ending, Action::Cancel};  // something may be being opened
        return {same, ending ? ending->then : Action::None};
    }
    RunMove operator()(const Asking& same) const {
        if (request == Request::GoOn) return {Starting{same.step}, Action::Launch};
        const RunMove move = (*this)(AtRest{});
        return move.action == Action::None ? RunMove{same} : move;
    }
    RunMove operator()(const Preparing& same) const {
        if (ending) return {*ending, Action::Cancel};
        if (request == Request::Prepared) return {Starting{same.step}, Action::Launch};
        if (request == Request::Changed) return {Asking{same.step}, Action::Ask};
        return request == Request::Ended ? RunMove{AtRest{}} : RunMove{same};
    }
    RunMove operator()(const Starting& same) const {
        if (ending) return {*ending, Action::End};
        if (request == Request::Started) return {Running{}, same.step ? Action::Step : Action::None};
        return request == Request::Ended ? RunMove{AtRest{}} : RunMove{same};
    }
    RunMove operator()(const Running& same) const {
        if (ending) return {*ending, Action::End};
        if (request == Request::Train) return {same, Action::Resume};
        if (request == Request::Step) return {same, Action::Step};
        return request == Request::Ended ? RunMove{AtRest{}} : RunMove{same};
    }
    RunMove operator()(const Ending& same) const {
        if (request == Request::Ended) return {AtRest{}, same.then};
        const bool closes = same.then == Action::Close;
        if (request == Request::NotKept && closes && same.keep) return {Ending{}, Action::ReportLoss};
        // The newest wins, but closing is not taken back.
        const bool wins =
            ending && ending->then != Action::None && (!closes || ending->then == Action::Close);
        return {wins ? *ending : same};
    }
};

}  // namespace

RunMove moved(const RunPhase& phase, RunRequest request) { return std::visit(PhaseTable{request}, phase); }

}  // namespace attx
