// The contract between the network and what executes it. A Backend compiles a Program for a batch
// size into a Session. The native execution is native/native_session.h; a GPU is another Backend.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/data/dataset.h"
#include "model/network/program.h"

namespace attx {

/// The scalars of one optimiser step, computed in double on the CPU so that every device uses the
/// same bits. Adam: m̂ = m / (1-β1^t), v̂ = v / (1-β2^t), Kingma & Ba 2015, algorithm 1.
struct StepScalars {
    float learningRate;
    float correction1;  ///< 1 / (1 - β1^t), t = 1 for the first step
    float correction2;  ///< 1 / (1 - β2^t)
};
[[nodiscard]] StepScalars stepScalars(const TrainingConfig& config, double learningRate, int64_t step);

/// The labels of the sequences made of `rows` [sequences * rowsPerSequence]: [sequences, rows of the loss],
/// -1 where there is none. A set's is the place of its odd one out. The table has labels (hasLabels).
[[nodiscard]] std::vector<int32_t> labelsOf(const Program& program, const Table& table,
                                            std::span<const int32_t> rows);

/// What one training step reports.
struct StepMetrics {
    float loss = 0;      ///< mean over the labelled positions of the batch
    float accuracy = 0;  ///< share of them predicted right
    float gradNorm = 0;  ///< global norm before clipping
};

/// Sums over sequences that evaluate() saw; exact for any batching.
struct EvaluationSums {
    double loss = 0;  ///< summed over labelled rows of the logits
    int64_t correct = 0;
    int64_t counted = 0;  ///< labelled positions
    EvaluationSums& operator+=(const EvaluationSums& other) {
        loss += other.loss;
        correct += other.correct;
        counted += other.counted;
        return *this;
    }
    [[nodiscard]] double meanLoss() const { return counted ? loss / double(counted) : 0; }
    [[nodiscard]] double accuracy() const { return counted ? double(correct) / double(counted) : 0; }
};

struct OptimiserState {
    int64_t step = 0;                  ///< steps done
    std::vector<float> first, second;  ///< Adam's moments, [parameterCount] each
};

/// What a session keeps for each parameter: [parameterCount] numbers each.
enum class PerParameter { Value, FirstMoment, SecondMoment };

/// What is switched off while one evaluates or looks inside; training never is.
struct Ablation {
    /// [layers * heads], a layer after the other: what each head adds is multiplied by it, so that 1 is on
    /// and 0 is off (Michel et al. 2019, "Are Sixteen Heads Really Better than One?", section 2.3).
    /// Empty: all on.
    std::vector<float> headGates;
    /// Positions that no query of any layer attends to: the softmax goes over the other keys. What stands
    /// there is still asked for its own output.
    std::vector<int32_t> maskedTokens;

    [[nodiscard]] bool empty() const { return headGates.empty() && maskedTokens.empty(); }
    bool operator==(const Ablation&) const = default;
};

struct SessionOptions {
    int batch = 1;                 ///< B: the most sequences a call takes
    TrainingConfig training = {};  ///< optimiser and clipping
    uint64_t seed = 0;             ///< Seed of dropout
    int threads = 0;               ///< native: 0 = one for each core
    /// Keeps every tensor and its gradient of the whole batch, for read(); training alone keeps
    /// only what it needs for a slice at a time.
    bool keepTensors = false;
    /// With keepTensors: those that kernels would leave out, since a kernel does several operations at once
    /// (fuse.h). They cost memory and time.
    std::vector<TensorId> keep = {};
    /// With keepTensors and without train, of a session of one thread: the tensors that read() will return,
    /// so that the others may share memory. Empty: all.
    std::vector<TensorId> readable = {};
    bool train = true;  ///< false: no gradients, no optimiser state
    /// With keepTensors: backward() gives the gradients of parameters, too, not those of tensors alone.
    bool parameterGradients = true;
    /// If set, and once it is true: train() and evaluate() end within an operation,
    /// abandoning the step under way, which leaves no trace. Outlives the session.
    const std::atomic<bool>* interrupt = nullptr;
};

/// One compiled program with its parameters. Not thread-safe: one caller at a time.
class Session {
public:
    virtual ~Session() = default;
    [[nodiscard]] virtual const Program& program() const = 0;
    /// "native, AVX-512, 2 threads"
    [[nodiscard]] virtual std::string device() const = 0;
    /// Steps that train() is best given at a time, if the caller's own time allows: few enough to look at the
    /// clock often, many enough that entering the thread team (some 10 µs) does not show.
    [[nodiscard]] virtual int64_t stepsPerCall() const { return 8; }

    virtual void writeParameters(std::span<const float> values) = 0;  ///< [parameterCount]
    /// The same, but that the session may read them where they are.
    virtual void useParameters(const std::shared_ptr<const std::vector<float>>& values) {
        writeParameters(*values);
    }
    [[nodiscard]] virtual std::vector<float> readParameters() = 0;
    virtual void writeOptimiser(const OptimiserState& state) = 0;
    [[nodiscard]] virtual OptimiserState readOptimiser() = 0;
    /// The numbers where they lie, or in `scratch` if the device has a memory of its own. They hold till the
    /// session's next call.
    [[nodiscard]] virtual std::span<const float> view(PerParameter what, std::vector<float>& scratch);

    /// Makes `table` the rows that the following calls index; it is kept resident and must outlive
    /// its use. Throws Error::Kind::Input if it does not fit the program.
    virtual void bind(const Table& table) = 0;

    /// scalars.size() steps, fewer if interrupted; returns how many. Step i takes the i-th B *
    /// rowsPerSequence of `rows`. One result a step. Throws Error::Kind::Input for rows that are not there,
    /// or a table without labels.
    virtual size_t train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                         std::span<StepMetrics> results) = 0;
    /// Dropout off. Any number of sequences, B at a time. The result is unusable if interrupted.
    [[nodiscard]] virtual EvaluationSums evaluate(std::span<const int32_t> rows) = 0;

    /// From now on for evaluate(), forward() and backward(), in every sequence; train() ignores it. Throws
    /// Error::Kind::Input for another number of gates, or positions that are not there or all of them.
    virtual void setAblation(const Ablation& ablation) = 0;

    /// For looking inside (keepTensors): forward with dropout off, then backward from a given
    /// gradient of the logits [rows, ...], or, if it is empty, from the loss of the rows' labels.
    virtual void forward(std::span<const int32_t> rows) = 0;
    virtual void backward(std::span<const float> logitsGradient = {}) = 0;
    /// A tensor of the last forward() [rows, ...]; its gradient after backward().
    [[nodiscard]] virtual std::vector<float> read(TensorId tensor) = 0;
    [[nodiscard]] virtual std::vector<float> readGradient(TensorId tensor) = 0;
    /// Gradient of the parameters of the last backward(), flat. Throws Error::Kind::Input where the session
    /// was made without parameterGradients.
    [[nodiscard]] virtual std::vector<float> readParameterGradient() = 0;
};

class Backend {
public:
    virtual ~Backend() = default;
    [[nodiscard]] virtual std::unique_ptr<Session> compile(Program program,
                                                           const SessionOptions& options) const = 0;
    /// What compile() would allocate, in bytes, data set not included.
    [[nodiscard]] virtual int64_t memoryBytes(const Program& program,
                                              const SessionOptions& options) const = 0;
};

}  // namespace attx
