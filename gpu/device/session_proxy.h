// What sessions have in common that pass their calls on to another one.
#pragma once
#include <memory>

#include "model/network/backend.h"

namespace attx {

/// Calls `session_` within attempt() of the derived class, which decides what becomes of errors.
template <class Derived>
class SessionProxy : public Session {
public:
    const Program& program() const override { return session_->program(); }
    std::string device() const override { return session_->device(); }
    int64_t stepsPerCall() const override { return session_->stepsPerCall(); }
    void writeParameters(std::span<const float> values) override { call(&Session::writeParameters, values); }
    std::vector<float> readParameters() override { return call(&Session::readParameters); }
    void writeOptimiser(const OptimiserState& state) override { call(&Session::writeOptimiser, state); }
    OptimiserState readOptimiser() override { return call(&Session::readOptimiser); }
    void bind(const Table& table) override { call(&Session::bind, table); }
    size_t train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                 std::span<StepMetrics> results) override {
        return call(&Session::train, rows, scalars, results);
    }
    EvaluationSums evaluate(std::span<const int32_t> rows) override { return call(&Session::evaluate, rows); }
    void setAblation(const Ablation& ablation) override { call(&Session::setAblation, ablation); }
    void forward(std::span<const int32_t> rows) override { call(&Session::forward, rows); }
    void backward(std::span<const float> gradient) override { call(&Session::backward, gradient); }
    std::vector<float> read(TensorId tensor) override { return call(&Session::read, tensor); }
    std::vector<float> readGradient(TensorId tensor) override { return call(&Session::readGradient, tensor); }
    std::vector<float> readParameterGradient() override { return call(&Session::readParameterGradient); }

protected:
    template <class Method, class... Arguments>
    auto call(Method method, const Arguments&... arguments) {
        return static_cast<Derived*>(this)->attempt([&] { return ((*session_).*method)(arguments...); });
    }

    std::unique_ptr<Session> session_;
};

}  // namespace attx
