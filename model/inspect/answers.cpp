#include "model/inspect/answers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/config/task.h"
#include "model/files/error.h"
#include "model/inspect/inspector.h"

namespace attx {
namespace {

constexpr int64_t batchSize = 64;
constexpr int64_t answerBytes = int64_t{512} << 20;  // Limit for the sequences of one forward pass

}  // namespace

void SequenceCount::add(int64_t example, bool isKnown, bool isRight) {
    if (!isKnown) return;
    if (example != last_) ++known_, isWrong_ = false;
    last_ = example;
    if (isRight || isWrong_) return;
    isWrong_ = true;
    ++wrong_;
}

std::optional<double> SequenceCount::accuracy() const {
    if (known_ == 0) return std::nullopt;
    return double(known_ - wrong_) / double(known_);
}

LogitAxes logitAxes(const Program& program, int64_t inputs) {
    const int64_t T = program.length, K = program.loss().classes;
    const OutputKind output = program.config.output;
    if (output == OutputKind::Positions) return {{inputs, T, K}, "batch,position,class"};
    return {{inputs, K}, output == OutputKind::Set ? "batch,member" : "batch,class"};
}

const char* countedOf(const DataConfig& data) {
    const bool once = isSequences(data) && answersOf(data) == OutputKind::Pooled;
    return once ? "sequences" : infoOf(data.task).counted;
}

const char* partName(const NetworkConfig& network) {
    return network.output == OutputKind::Set ? "member" : "position";
}

std::string whyNoNumbers(std::span<const float> logits) {
    const auto wrong = std::ranges::count_if(logits, [](float value) { return !std::isfinite(value); });
    if (wrong == 0) return {};
    return std::to_string(wrong) + " of " + std::to_string(logits.size()) +
           " logits are infinite or no numbers, so the network answers nothing. Its parameters are too "
           "large: the training diverged, or the file is damaged; open a checkpoint from before.";
}

bool answerEach(const Backend& backend, const RunConfig& config, std::span<const float> parameters,
                const Table& table, const Ablation& ablation, int draws,
                const std::function<void(const AnsweredRow&)>& take, const std::atomic<bool>& interrupt) {
    SessionOptions options{
        .threads = config.threads, .keepTensors = true, .train = false, .interrupt = &interrupt};
    Program built = buildProgram(config.network, table.length);
    options.batch = int(std::min(sequencesWithin(answerBytes, backend, built, options), batchSize));
    const auto atOnce = size_t(options.batch);
    const auto session = backend.compile(std::move(built), options);
    session->writeParameters(parameters);
    session->setAblation(ablation);
    session->bind(table);
    const Program& program = session->program();
    const CrossEntropy& loss = program.loss();
    const bool padded = config.network.output == OutputKind::Positions && !table.lengths.empty();
    const std::vector<int32_t> rows = evaluationRows(table, config.data, draws);
    const auto each = size_t(program.rowsPerSequence()), width = size_t(loss.classes);
    AnsweredRow answer;
    for (size_t first = 0; first < rows.size(); first += atOnce * each) {
        const auto batch = std::span(rows).subspan(first, std::min(atOnce * each, rows.size() - first));
        session->forward(batch);
        if (interrupt) return false;
        const std::vector<float> logits = session->read(program.logits);
        if (const std::string why = whyNoNumbers(logits); !why.empty()) throw workError(why);
        const std::vector<int32_t> labels = hasLabels(table, config.network.output)
                                                ? labelsOf(program, table, batch)
                                                : std::vector<int32_t>();
        const size_t n = batch.size() / each, answers = logits.size() / n / width;
        for (size_t i = 0; i < n; ++i, ++answer.example) {
            const size_t valid = padded ? size_t(table.lengths[batch[i * each]]) : answers;
            for (size_t p = 0; p < valid; ++p) {
                const auto own = std::span(logits).subspan((i * answers + p) * width, width);
                answer.position = int(p);
                answer.truth = labels.empty() ? -1 : labels[i * answers + p];
                answer.predicted = predictionOf(own, loss.classes).front();
                answer.probabilities = classProbabilities(own);
                take(answer);
            }
        }
    }
    return true;
}

}  // namespace attx
