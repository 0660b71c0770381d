#include "gpu/device/vulkan_backend.h"

#include "gpu/device/vulkan_session.h"

namespace attx {
namespace {

/// Calls `work` and turns what Vulkan throws into the engine's errors.
template <class Work>
auto translated(const Work& work) {
    try {
        return work();
    } catch (const vk::DeviceLostError&) {
        throw DeviceLost("The graphics device was lost in the middle of the work.");
    } catch (const vk::OutOfDeviceMemoryError&) {
        throw workError(
            "The graphics device has no memory left. Choose a smaller batch, width or length, or --device "
            "cpu.");
    } catch (const vk::SystemError& error) {
        throw workError(std::string("The graphics device failed: ") + error.what() + ". Try --device cpu.");
    }
}

/// A session whose errors are the engine's.
class TranslatedSession final : public Session {
public:
    TranslatedSession(Program program, const SessionOptions& options, const VulkanOptions& vulkan)
        : session_(translated(
              [&] { return std::make_unique<gpu::VulkanSession>(std::move(program), options, vulkan); })) {}
    const Program& program() const override { return session_->program(); }
    std::string device() const override { return session_->device(); }
    int64_t stepsPerCall() const override { return session_->stepsPerCall(); }
    void writeParameters(std::span<const float> values) override {
        translated([&] { session_->writeParameters(values); });
    }
    std::vector<float> readParameters() override {
        return translated([&] { return session_->readParameters(); });
    }
    void writeOptimiser(const OptimiserState& state) override {
        translated([&] { session_->writeOptimiser(state); });
    }
    OptimiserState readOptimiser() override {
        return translated([&] { return session_->readOptimiser(); });
    }
    void bind(const Table& table) override {
        translated([&] { session_->bind(table); });
    }
    size_t train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                 std::span<StepMetrics> results) override {
        return translated([&] { return session_->train(rows, scalars, results); });
    }
    EvaluationSums evaluate(std::span<const int32_t> rows) override {
        return translated([&] { return session_->evaluate(rows); });
    }
    void setAblation(const Ablation& ablation) override {
        translated([&] { session_->setAblation(ablation); });
    }
    void forward(std::span<const int32_t> rows) override {
        translated([&] { session_->forward(rows); });
    }
    void backward(std::span<const float> logitsGradient) override {
        translated([&] { session_->backward(logitsGradient); });
    }
    std::vector<float> read(TensorId tensor) override {
        return translated([&] { return session_->read(tensor); });
    }
    std::vector<float> readGradient(TensorId tensor) override {
        return translated([&] { return session_->readGradient(tensor); });
    }
    std::vector<float> readParameterGradient() override {
        return translated([&] { return session_->readParameterGradient(); });
    }

private:
    std::unique_ptr<gpu::VulkanSession> session_;
};

}  // namespace

VulkanBackend::VulkanBackend(VulkanOptions options) : options_(std::move(options)) {
    translated([&] { (void)gpu::Device(options_.device); });
}

std::unique_ptr<Session> VulkanBackend::compile(Program program, const SessionOptions& options) const {
    return std::make_unique<TranslatedSession>(std::move(program), options, options_);
}

int64_t VulkanBackend::memoryBytes(const Program& program, const SessionOptions& options) const {
    return translated([&] {
        const gpu::Device device(options_.device);
        const gpu::Plan plan =
            gpu::makePlan(program, options, device.traits(), 2 * gpu::slotsFor(program, options));
        return (plan.arenaFloats + plan.resultFloats) * int64_t{sizeof(float)};
    });
}

}  // namespace attx
