#include "gpu/device/fallback_backend.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include "gpu/device/session_proxy.h"
#include "model/files/error.h"
#include "model/network/session_input.h"

namespace attx {
namespace {

using Clock = std::chrono::steady_clock;
using Backends = std::vector<std::shared_ptr<const Backend>>;

// Copies are so far apart: few enough not to show, often enough to do little again.
constexpr std::chrono::seconds copyInterval{1};
// Doing steps again hears no stop, and a processor may take a hundred times as long for them.
constexpr size_t mostKept = 256;

class FallbackSession final : public SessionProxy<FallbackSession> {
public:
    FallbackSession(Program program, const SessionOptions& options, Backends backends,
                    FallbackBackend::Notice notice, bool strict)
        : program_(std::move(program)),
          options_(options),
          backends_(std::move(backends)),
          notice_(std::move(notice)),
          strict_(strict) {
        while (true) {
            try {
                session_ = backends_[at_]->compile(program_, options_);
                return;
            } catch (const Error& error) {
                if (strict_ || at_ + 1 == backends_.size()) throw;
                tell(error.what());
                ++at_;
            }
        }
    }

    const Program& program() const override { return program_; }
    void writeParameters(std::span<const float> values) override {
        settle();
        SessionProxy::writeParameters(values);
        copy_.parameters.assign(values.begin(), values.end());
    }
    void writeOptimiser(const OptimiserState& state) override {
        settle();
        SessionProxy::writeOptimiser(state);
        copy_.optimiser = state;
    }
    std::span<const float> view(PerParameter what, std::vector<float>& scratch) override {
        return attempt([&] { return session_->view(what, scratch); });
    }
    void bind(const Table& table) override {
        try {
            SessionProxy::bind(table);
        } catch (const Error& error) {
            if (strict_ || error.kind() != Error::Kind::Input || at_ + 1 == backends_.size()) throw;
            requireTable(program_, table);  // what is wrong with the data is so on every device
            settle();
            at_ = backends_.size() - 1;
            session_ = rebuilt();
            session_->bind(table);
            tell(std::string(error.what()) +
                 " Training continues, without a step lost, on: " + session_->device() + ".");
        }
        bound_ = &table;
    }
    size_t train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                 std::span<StepMetrics> results) override;
    void setAblation(const Ablation& ablation) override {
        SessionProxy::setAblation(ablation);
        ablation_ = ablation;
    }
    void forward(std::span<const int32_t> rows) override {
        looked_.reset();
        SessionProxy::forward(rows);
        looked_ = Looked{{rows.begin(), rows.end()}, {}};
    }
    void backward(std::span<const float> logitsGradient) override {
        SessionProxy::backward(logitsGradient);
        if (looked_) looked_->gradient = std::vector<float>(logitsGradient.begin(), logitsGradient.end());
    }
    /// work(), again on the next backend for as long as the one at work fails.
    template <class Work>
    std::invoke_result_t<Work> attempt(Work work) {
        while (true) {
            std::string why;
            try {
                return work();
            } catch (const Error& error) {
                if (error.kind() != Error::Kind::Work || at_ + 1 == backends_.size()) throw;
                why = error.what();
            }
            goOn(why);
        }
    }

private:
    /// Parameters and moments; empty: as a fresh session has them.
    struct Copy {
        std::vector<float> parameters;
        OptimiserState optimiser;
    };
    struct Batches {
        const Table* table;
        std::vector<int32_t> rows;
        std::vector<StepScalars> scalars;
    };
    /// The last forward() and, if it was asked for, backward().
    struct Looked {
        std::vector<int32_t> rows;
        std::optional<std::vector<float>> gradient;
    };

    void tell(const std::string& what) const {
        if (notice_) notice_(what);
    }
    [[nodiscard]] Copy copyOf(Session& session) const {
        return {session.readParameters(), options_.train ? session.readOptimiser() : OptimiserState()};
    }
    static void restore(Session& session, const Copy& copy) {
        if (!copy.parameters.empty()) session.writeParameters(copy.parameters);
        if (!copy.optimiser.first.empty()) session.writeOptimiser(copy.optimiser);
    }
    /// Brings the copy up to the step that was done last.
    void renew() {
        copy_ = copyOf(*session_);
        since_.clear();
        copied_ = Clock::now();
    }
    void settle() {
        if (!since_.empty()) attempt([&] { renew(); });
    }
    /// A session of the next backend that does not fail, in the state of the one that did.
    void goOn(const std::string& why);
    [[nodiscard]] std::unique_ptr<Session> rebuilt() const;

    const Program program_;
    const SessionOptions options_;
    const Backends backends_;
    const FallbackBackend::Notice notice_;
    const bool strict_;
    size_t at_ = 0;
    const Table* bound_ = nullptr;
    Ablation ablation_;
    std::optional<Looked> looked_;
    Copy copy_;
    std::vector<Batches> since_;  ///< steps done after the copy
    Clock::time_point copied_;
    bool trustsNumbers_ = false;  ///< a loss that is no number was computed twice: the network's own
};

std::unique_ptr<Session> FallbackSession::rebuilt() const {
    SessionOptions uninterrupted = options_;
    uninterrupted.interrupt = nullptr;
    Copy now = copy_;
    if (!since_.empty()) {
        const auto worker = backends_[at_]->compile(program_, uninterrupted);
        restore(*worker, copy_);
        for (const Batches& batches : since_) {
            std::vector<StepMetrics> again(batches.scalars.size());
            worker->bind(*batches.table);
            (void)worker->train(batches.rows, batches.scalars, again);
        }
        now = copyOf(*worker);
    }
    auto session = backends_[at_]->compile(program_, options_);
    restore(*session, now);
    if (bound_) session->bind(*bound_);
    if (!ablation_.empty()) session->setAblation(ablation_);
    if (looked_) {
        session->forward(looked_->rows);
        if (looked_->gradient) session->backward(*looked_->gradient);
    }
    return session;
}

void FallbackSession::goOn(const std::string& why) {
    std::string reason = why;
    session_.reset();
    while (++at_ < backends_.size()) {
        try {
            session_ = rebuilt();
            tell(reason + " Training continues, without a step lost, on: " + session_->device() + ".");
            return;
        } catch (const Error& error) {
            reason = error.what();
        }
    }
    at_ = backends_.size() - 1;
    throw workError(reason);
}

size_t FallbackSession::train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                              std::span<StepMetrics> results) {
    if (at_ + 1 == backends_.size()) return session_->train(rows, scalars, results);
    const size_t done = attempt([&] {
        const size_t steps = session_->train(rows, scalars, results);
        const bool numbers = std::all_of(results.begin(), results.begin() + steps,
                                         [](const StepMetrics& m) { return std::isfinite(m.loss); });
        // A device that was reset may answer with rubbish instead of an error.
        if (!numbers && !std::exchange(trustsNumbers_, true))
            throw workError("The graphics device computed a loss that is no number.");
        return steps;
    });
    if (at_ + 1 == backends_.size()) return done;
    if (done > 0)
        since_.push_back({bound_,
                          {rows.begin(), rows.begin() + std::ptrdiff_t(rows.size() / scalars.size() * done)},
                          {scalars.begin(), scalars.begin() + std::ptrdiff_t(done)}});
    size_t kept = 0;
    for (const Batches& batches : since_) kept += batches.scalars.size();
    if (kept >= mostKept || Clock::now() - copied_ > copyInterval) settle();
    return done;
}

}  // namespace

FallbackBackend::FallbackBackend(std::vector<std::shared_ptr<const Backend>> backends, Notice notice,
                                 bool strict)
    : backends_(std::move(backends)), notice_(std::move(notice)), strict_(strict) {}

std::unique_ptr<Session> FallbackBackend::compile(Program program, const SessionOptions& options) const {
    return std::make_unique<FallbackSession>(std::move(program), options, backends_, notice_, strict_);
}

int64_t FallbackBackend::memoryBytes(const Program& program, const SessionOptions& options) const {
    return backends_.front()->memoryBytes(program, options);
}

}  // namespace attx
