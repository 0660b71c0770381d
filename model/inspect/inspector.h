// Looking inside: a parameter snapshot and small native sessions that answer
// input -> logits, prediction, attention at once. One thread at a time.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "model/data/sample.h"
#include "model/inspect/part_session.h"
#include "model/network/backend.h"

namespace attx {

/// What the network makes of one sample of T positions.
struct Inspection {
    Sample sample;                    ///< The sample as it was read
    std::vector<float> logits;        ///< [T, K], [T, 1] or [K], see Program::logits
    std::vector<int32_t> prediction;  ///< one for each row of the loss: [T] classes, [1] place or class
    int heads = 0;
    std::vector<std::vector<float>> attention;  ///< One [NH, T, T] for each layer, row = query
    /// OutputKind::Pooled: the position that each feature of the pooled vector was taken from; of the mean,
    /// how many positions there are. [C]
    std::vector<int32_t> argmax = {};
    PoolingKind pooling = PoolingKind::Max;
    Ablation ablation = {};  ///< The heads and tokens that it was computed without
};

/// Gradients of a score of one sequence by what was inspected.
struct InspectionGradient {
    std::vector<std::vector<float>> attention;  ///< Gradient by each map of Inspection::attention
    /// OutputKind::Pooled: what each pooled feature brings to the score, feature times gradient [C]; and what
    /// each position does by what was pooled from it [T]. With the bias of the last layer either sums to the
    /// score, unless a pooler, which is not linear, stands between.
    std::vector<float> contributions = {}, positionContributions = {};
};

/// The most likely answer of each row of logits [rows, classes], those of the program's loss. A yes is 1.
[[nodiscard]] std::vector<int32_t> predictionOf(std::span<const float> logits, int classes);

/// Probabilities [classes] from the logits of a pooled answer; a single logit gives those of no and yes.
[[nodiscard]] std::vector<float> classProbabilities(std::span<const float> logits);

/// The probability that the network gives to each of inspection.prediction, 0 to 1.
[[nodiscard]] std::vector<float> predictionProbabilities(const Inspection& inspection);

class Inspector {
public:
    /// No: its sessions know no backward(), and take half the memory for each position.
    enum class Gradients { No, Yes };
    /// By `backend`, which outlives it; null: natively.
    explicit Inspector(const NetworkConfig& network, Gradients gradients = Gradients::Yes,
                       const Backend* backend = nullptr);
    ~Inspector();

    /// [parameterCount]; Throws Error::Kind::Input for another count.
    void setParameters(std::shared_ptr<const std::vector<float>> parameters);
    /// Before the first question, and without gradients: read() knows the inputs of layers alone
    /// (Program::layerInput), and the other tensors share memory.
    void readStatesAlone() { statesAlone_ = true; }
    /// From now on for inspect(). What does not fit the network or a sequence is said when it
    /// is used.
    void setAblation(const Ablation& ablation) { ablation_ = ablation; }
    /// Any length from 1 to longestSequence. Throws Error::Kind::Input for tokens outside the
    /// categories (which one, where, and what there is) and for features of another size.
    [[nodiscard]] Inspection inspect(const Sample& sample);
    /// The same for `sequences` sequences of a table at once, one result each, whose samples know nothing but
    /// their kind and their tokens; `rows` as in Session::forward, the same number for each sequence. The
    /// table must outlive gradients().
    [[nodiscard]] std::vector<Inspection> inspect(const Table& table, SampleKind kind,
                                                  std::span<const int32_t> rows, int sequences);
    /// Backward through the sequences of the last inspect(), from the gradient of their logits or, if it is
    /// empty, from the loss of the table's labels; one result for each sequence.
    [[nodiscard]] std::vector<InspectionGradient> gradients(std::span<const float> logitsGradient);
    /// A tensor of the last inspect(), by its number in program(): [sequences, ...].
    [[nodiscard]] std::vector<float> read(TensorId tensor);
    /// What makes the tensor `to` of `from` (cut.h), with the network's parameters and what is ablated, for
    /// up to `sequences` sequences at a time, as long as those of the last inspect(). `masked`: lengths that
    /// the part is run with mask keys, whatever the network does with padding.
    [[nodiscard]] PartSession part(TensorId from, TensorId to, int64_t sequences,
                                   Gradients gradients = Gradients::No, bool masked = false);
    /// The logits alone of `sequences` sequences of a table, as in inspect(): [sequences, ...]. They are
    /// computed in a session for `batch`, which may be more, so that one session serves several numbers.
    [[nodiscard]] std::vector<float> logits(const Table& table, std::span<const int32_t> rows, int sequences,
                                            int batch);
    /// Of the sequences of the last inspect(): the positions that are no padding, where the table said so.
    [[nodiscard]] const std::vector<int32_t>& lengths() const { return lengths_; }
    [[nodiscard]] const NetworkConfig& network() const { return network_; }
    [[nodiscard]] const std::vector<float>& parameters() const { return *parameters_; }
    [[nodiscard]] const Ablation& ablation() const { return ablation_; }
    /// The network for sequences of `length`.
    [[nodiscard]] const Program& program(int length) { return session(1, length).program(); }
    /// That of the last inspect(), till the next one.
    [[nodiscard]] const Program& program() { return session(inspected_.first, inspected_.second).program(); }
    /// The values of a parameter of program().
    [[nodiscard]] const float* parameter(Role role, int layer = -1) {
        return parameters_->data() + program().parameter(role, layer).offset;
    }
    /// The same; zeros where the network's layers have no biases.
    [[nodiscard]] std::vector<float> biasOf(Role role, Role weight, int layer) {
        const int64_t size = program().parameter(weight, layer).shape.front();
        if (!program().find(role, layer)) return std::vector<float>(size_t(size), 0.0F);
        const float* values = parameter(role, layer);
        return {values, values + size};
    }

    /// Once `flag` is true, what is found is unusable, and comes at once. Before the first question; the
    /// flag outlives the inspector.
    void interruptBy(const std::atomic<bool>& flag) { interrupt_ = &flag; }
    /// Whether the processor computes, which takes Table::counts.
    [[nodiscard]] bool onProcessor() const;
    /// Keeps so many sessions, for callers that ask about many lengths in turn.
    void keepSessions(size_t count) { keptSessions_ = count; }
    /// Gives back the memory of the last inspect(): nothing can be read, nor gradients be asked for, before
    /// the next one.
    void dropSessions() { sessions_.clear(); }

    static constexpr int longestSequence = 4096;

private:
    /// Runs the network on `sequences` sequences of a table, in a session for `batch`.
    void forward(const Table& table, std::span<const int32_t> rows, int sequences, int batch);
    /// A session with kept tensors for `sequences` sequences of `length` tokens, parameters set.
    [[nodiscard]] Session& session(int sequences, int length);

    NetworkConfig network_;
    const Gradients gradients_;
    const Backend& backend_;
    const std::atomic<bool>* interrupt_ = nullptr;
    std::shared_ptr<const std::vector<float>> parameters_;
    Ablation ablation_;
    /// By {sequences, length}; the last used are kept.
    struct Entry {
        std::unique_ptr<Session> session;
        bool current = false;  ///< has parameters_
        uint64_t used = 0;
    };
    std::map<std::pair<int, int>, Entry> sessions_;
    uint64_t uses_ = 0;
    bool statesAlone_ = false;
    size_t keptSessions_ = 4;        ///< typing changes the length back and forth; more only hold memory
    std::pair<int, int> inspected_;  ///< Sequences and length of the last inspect()
    std::vector<int32_t> lengths_;   ///< Unpadded lengths in the last inspect(); empty: no padding
};

/// Softmax: probabilities of the logits of one set, or of the classes of one answer.
[[nodiscard]] std::vector<float> setProbabilities(std::span<const float> logits);

}  // namespace attx
