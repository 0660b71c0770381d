#include "gpu/device/automatic_backend.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <sstream>

#include "gpu/device/cache_file.h"
#include "model/files/error.h"
#include "model/network/example_rows.h"
#include "model/network/program_analysis.h"

namespace attx {
namespace {

using Seconds = std::chrono::duration<double>;

// Long enough for a mean, short enough not to be waited for; a step that takes longer is timed once.
constexpr Seconds timed{0.1};

/// What decides how long a step takes, in one line.
std::string keyOf(const Program& program, const SessionOptions& options) {
    std::ostringstream key;
    key << program.parameterCount() << " parameters, " << flopsPerSequence(program) << " flop, "
        << program.length << " positions, batch " << options.batch << (options.train ? ", training" : "")
        << (options.keepTensors ? ", keeping" : "");
    return key.str();
}

double secondsOf(const Backend& backend, const Program& program, const SessionOptions& options) {
    const auto session = backend.compile(program, options);
    const Table table = randomTable(program.config, options.batch, program.given(), false);
    session->writeParameters(initialParameters(program, 1));
    session->bind(table);
    const std::vector<int32_t> rows = firstRows(int64_t{options.batch} * program.rowsPerSequence());
    int64_t step = 0;
    const auto run = [&](int64_t count) {
        if (!options.train) {
            for (int64_t i = 0; i < count; ++i) (void)session->evaluate(rows);
            return;
        }
        std::vector<int32_t> all;
        std::vector<StepScalars> scalars;
        for (int64_t i = 0; i < count; ++i) {
            all.insert(all.end(), rows.begin(), rows.end());
            scalars.push_back(stepScalars(options.training, 0, step++));
        }
        std::vector<StepMetrics> metrics(scalars.size());
        (void)session->train(all, scalars, metrics);
    };
    run(1);  // once at least, so that code and data are there
    const auto time = [&](int64_t count) {
        const auto start = std::chrono::steady_clock::now();
        run(count);
        return Seconds(std::chrono::steady_clock::now() - start).count() / double(count);
    };
    const double once = time(1);
    const double fit = timed.count() / std::max(once, 1e-6);
    return fit < 2 ? once : time(std::min(int64_t(fit), session->stepsPerCall()));
}

std::string milliseconds(double seconds) {
    std::ostringstream text;
    text.precision(3);
    text << seconds * 1e3 << " ms";
    return text.str();
}

struct Answer {
    double graphics, processor;  ///< seconds of a step
};

/// Lines "KEY: GRAPHICS PROCESSOR"; the last one of a key counts.
std::optional<Answer> answerIn(const std::string& file, const std::string& key) {
    std::optional<Answer> found;
    std::istringstream lines(file.empty() ? std::string() : gpu::readCache(file));
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(key + ": ")) {
            std::istringstream numbers(line.substr(key.size() + 2));
            if (Answer answer{}; numbers >> answer.graphics >> answer.processor) found = answer;
        }
    return found;
}

}  // namespace

std::unique_ptr<Session> AutomaticBackend::compile(Program program, const SessionOptions& options) const {
    const std::string key = choices_.names + ": " + keyOf(program, options);
    const auto& clock = choices_.clock ? choices_.clock : Clock(secondsOf);
    const auto interrupted = [&] { return options.interrupt && *options.interrupt; };
    std::optional<Answer> answer = answerIn(choices_.file, key);
    const bool known = answer.has_value();
    std::string why;
    if (!answer) {
        try {
            const auto device = choices_.timed ? choices_.timed() : graphics();
            answer = Answer{clock(*device, program, options), clock(*choices_.processor, program, options)};
        } catch (const Error& error) {  // too large for the device, or it failed
            why = error.what();
        }
        if (interrupted()) answer.reset();  // it timed what was cut short
        if (answer && !choices_.file.empty()) {
            std::ostringstream line;
            line << key << ": " << answer->graphics << ' ' << answer->processor << '\n';
            gpu::writeCache(choices_.file, gpu::readCache(choices_.file) + line.str());
        }
    }
    std::unique_ptr<Session> session;
    if (answer && answer->graphics < answer->processor) {
        try {
            session = graphics()->compile(program, options);
        } catch (const Error& error) {  // what was faster before may have no memory left today
            answer.reset();
            why = error.what();
        }
    }
    const bool isGraphics = session != nullptr;
    chosen_ = isGraphics ? graphics_.get() : choices_.processor.get();
    if (!isGraphics) session = chosen_->compile(std::move(program), options);
    if (choices_.explain && !interrupted())
        choices_.explain(
            answer ? "Device: " + session->device() + ", chosen because a step takes " +
                         milliseconds(isGraphics ? answer->graphics : answer->processor) + " on it and " +
                         milliseconds(isGraphics ? answer->processor : answer->graphics) +
                         (isGraphics ? " on the processor" : " on the graphics device") +
                         (known ? ", as timed before." : ".")
                   : "Device: " + session->device() + ", chosen because the graphics device refused: " + why);
    return session;
}

int64_t AutomaticBackend::memoryBytes(const Program& program, const SessionOptions& options) const {
    const Backend* likely = chosen_;
    try {
        if (!likely) likely = graphics().get();
    } catch (const Error&) {  // compile() will say why
        likely = choices_.processor.get();
    }
    return likely->memoryBytes(program, options);
}

const std::shared_ptr<const Backend>& AutomaticBackend::graphics() const {
    if (!graphics_) graphics_ = choices_.graphics();
    return graphics_;
}

}  // namespace attx
