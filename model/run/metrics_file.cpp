#include "model/run/metrics_file.h"

#include <charconv>
#include <filesystem>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"

namespace attx {
namespace {

constexpr const char* header =
    "step,epoch,train_loss,train_accuracy,learning_rate,grad_norm,epoch_train_loss,epoch_train_accuracy,"
    "validation_loss,validation_accuracy,best\n";

template <class Number>
void append(std::string& line, Number value) {
    line += shortest(value);
    line += ',';
}

/// Cuts the next field off `line`; false if it is not a number of the type.
template <class Number>
bool take(std::string_view& line, Number& value) {
    const std::string_view field = line.substr(0, line.find(','));
    line.remove_prefix(std::min(line.size(), field.size() + 1));
    const auto number = numberIn<Number>(field);
    value = number.value_or(value);
    return number.has_value();
}

/// The lines of steps [begin, end); `epoch` is the index of the first report that is not written yet.
std::string linesOf(const RunMetrics& metrics, size_t begin, size_t end, size_t epoch) {
    std::string text;
    for (size_t i = begin; i < end; ++i) {
        const StepRecord& s = metrics.steps[i];
        append(text, s.step);
        append(text, s.epoch);
        append(text, s.loss);
        append(text, s.accuracy);
        append(text, s.learningRate);
        append(text, s.gradNorm);
        if (epoch < metrics.epochs.size() && metrics.epochs[epoch].step == s.step) {
            const EpochReport& e = metrics.epochs[epoch++];
            append(text, e.trainLoss);
            append(text, e.trainAccuracy);
            append(text, e.validationLoss);
            append(text, e.validationAccuracy);
            text += e.best ? "1\n" : "0\n";
        } else {
            text += ",,,,\n";
        }
    }
    return text;
}

}  // namespace

void MetricsFile::write(const RunMetrics& metrics, Lines lines) {
    const std::vector<StepRecord>& steps = metrics.steps;
    const bool open =
        !steps.empty() && (metrics.epochs.empty() || metrics.epochs.back().step < steps.back().step);
    const size_t wanted = steps.size() - (open && lines == Lines::ButAnOpenOne ? 1 : 0);
    const bool changed = epochs_ < metrics.epochs.size() && steps_ > 0 &&
                         metrics.epochs[epochs_].step <= steps[steps_ - 1].step;
    std::error_code ignored;
    const bool whole = bytes_ == 0 || changed || !std::filesystem::exists(path_, ignored);
    if (!whole && wanted <= steps_) return;
    const size_t end = std::max(wanted, steps_);
    const std::string text =
        whole ? header + linesOf(metrics, 0, end, 0) : linesOf(metrics, steps_, end, epochs_);
    const uint64_t before = whole ? 0 : bytes_;
    bytes_ = 0;  // Stays 0 after a failure: then the next call writes all
    if (whole)
        writeFileAtomically(path_, text);
    else
        appendToFile(path_, before, text);
    bytes_ = before + text.size();
    steps_ = end;
    while (epochs_ < metrics.epochs.size() && end > 0 && metrics.epochs[epochs_].step <= steps[end - 1].step)
        ++epochs_;
}

RunMetrics metricsFromCsv(std::string_view text, const std::string& source, int64_t lastStep) {
    RunMetrics metrics;
    std::string_view rest = text.substr(0, text.rfind('\n') + 1);
    for (int lineNumber = 1; !rest.empty(); ++lineNumber) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size() + 1);
        if (lineNumber == 1) continue;
        if (!metrics.steps.empty() && metrics.steps.back().step >= lastStep) break;
        StepRecord s;
        bool good = take(line, s.step) && take(line, s.epoch) && take(line, s.loss) &&
                    take(line, s.accuracy) && take(line, s.learningRate) && take(line, s.gradNorm);
        if (good && s.step > lastStep) break;
        if (good && line != ",,,,") {
            EpochReport e;
            int best = 0;
            e.epoch = s.epoch, e.step = s.step;
            good = take(line, e.trainLoss) && take(line, e.trainAccuracy) && take(line, e.validationLoss) &&
                   take(line, e.validationAccuracy) && take(line, best);
            e.best = best != 0;
            metrics.epochs.push_back(e);
        }
        if (!good) throw inputError(source + ": line " + std::to_string(lineNumber) + " is damaged.");
        metrics.steps.push_back(s);
    }
    return metrics;
}

}  // namespace attx
