// A compiled program on a Vulkan device.
#pragma once
#include <chrono>
#include <map>
#include <tuple>

#include "gpu/device/recorder.h"
#include "gpu/device/session_plan.h"
#include "gpu/device/tables.h"

namespace attx::gpu {

class VulkanSession final : public Session {
public:
    VulkanSession(Program program, const SessionOptions& options, const VulkanOptions& vulkan,
                  std::shared_ptr<SharedDevice> shared);
    ~VulkanSession() override;

    const Program& program() const override { return program_; }
    std::string device() const override;
    int64_t stepsPerCall() const override { return 1024; }
    void writeParameters(std::span<const float> values) override;
    std::vector<float> readParameters() override;
    void writeOptimiser(const OptimiserState& state) override;
    OptimiserState readOptimiser() override;
    void bind(const Table& table) override;
    size_t train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                 std::span<StepMetrics> results) override;
    EvaluationSums evaluate(std::span<const int32_t> rows) override;
    void setAblation(const Ablation& ablation) override;
    void forward(std::span<const int32_t> rows) override;
    void backward(std::span<const float> logitsGradient) override;
    std::vector<float> read(TensorId tensor) override;
    std::vector<float> readGradient(TensorId tensor) override;
    std::vector<float> readParameterGradient() override;

private:
    using Clock = std::chrono::steady_clock;

    /// A submit that the device works on: `count` steps, the first of them at `slot`.
    struct Flight {
        vk::raii::Fence fence{nullptr};
        bool busy = false;
        uint32_t slot = 0;
        size_t first = 0, count = 0;  ///< steps of the call
        Clock::time_point submitted;
    };
    /// Which commands are in a command buffer: a recorder's dispatches for some slots, and a table.
    using CommandsKey = std::tuple<const Recorder*, uint32_t, uint32_t, size_t, size_t, int>;

    [[nodiscard]] const Table* table() const { return bound_ ? bound_->table : nullptr; }
    [[nodiscard]] bool interrupted() const { return options_.interrupt && *options_.interrupt; }
    /// Rows, labels (empty: none), how much they are smoothed and scalars of a step into its slot; missing
    /// rows repeat the first one and do not count.
    void fillSlot(uint32_t slot, std::span<const int32_t> rows, std::span<const int32_t> labels,
                  const StepScalars& scalars, int64_t step, float smoothing);
    /// The slot's rows in the order of their tokens, if a kernel asks for it; `rows` as for fillSlot().
    void sortRows(uint32_t slot, std::span<const int32_t> rows);
    const vk::raii::CommandBuffer& commands(const Recorder& recorder, uint32_t slot, uint32_t count,
                                            size_t first, size_t last);
    /// Of `count` steps of a list that has results, to where the CPU reads them.
    void copyResults(const vk::raii::CommandBuffer& commands, const Recorder& recorder, uint32_t slot,
                     uint32_t count) const;
    void submit(const vk::raii::CommandBuffer& commands, const vk::raii::Fence& fence);
    /// One run of the recorder's list at slot 0 in pieces of a few dispatches, so that an interruption is
    /// heard; true if it came to its end. The last `together` dispatches are one piece.
    bool runInPieces(const Recorder& recorder, size_t together);
    void runWithTimestamps(const Recorder& recorder);
    /// As many steps of `left` as take the time of a submit, if one takes `seconds`: a power of two, within
    /// the slots. `idle`: nothing is in flight.
    [[nodiscard]] uint32_t stepsOfSubmit(double seconds, size_t left, bool idle) const;
    void collect(Flight& flight, std::span<StepMetrics> results);
    [[nodiscard]] EvaluationSums lossAt(uint32_t slot, uint32_t groups) const;
    [[nodiscard]] StepMetrics metricsAt(uint32_t slot) const;

    void writePadded(int buffer, std::span<const float> values);
    [[nodiscard]] std::vector<float> readPadded(int buffer);
    [[nodiscard]] std::vector<float> readBuffer(int buffer, int64_t floats);
    [[nodiscard]] int64_t bytesAt(int buffer) const {
        return plan_.buffers[buffer].at * int64_t{sizeof(float)};
    }

    // Immutable
    const Program program_;
    const SessionOptions options_;
    const VulkanOptions vulkan_;
    const std::shared_ptr<SharedDevice> shared_;
    const Device& device_;
    const uint32_t slots_;  ///< Steps that each of the two flights has room for
    // On the device
    Pipelines& pipelines_;
    const Plan plan_;
    Transfer transfer_;
    Buffer arena_, results_;
    Buffer read_;  ///< what the CPU sees of results_: a submit copies those of its steps at its end
    StepBuffers stepBuffers_;
    Tables tables_;
    Recorder train_, evaluate_, forward_, lossGradient_, backward_;
    vk::raii::CommandPool pool_;
    std::map<CommandsKey, vk::raii::CommandBuffer> commands_;
    std::array<Flight, 2> flights_;
    // The caller's
    const Resident* bound_ = nullptr;
    int64_t step_ = 0;
    int64_t keptSequences_ = 0;
    std::vector<int32_t> sortedEnd_;  ///< [V + 1] where each token's rows end: work space of sortRows()
    std::vector<int32_t> keptRows_;   ///< Table rows of the last forward(), for backward()
    double stepSeconds_ = 0;          ///< Duration of the last submit; 0: none yet
    double evaluationSeconds_ = 0;    ///< Duration of the last evaluated batch; 0: none yet
    std::map<const Recorder*, double> dispatchSeconds_;  ///< Mean of a dispatch, run in pieces
    Clock::time_point collected_;
    int submitsLeft_;
};

}  // namespace attx::gpu
