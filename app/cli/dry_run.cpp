#include "app/cli/dry_run.h"

#include <algorithm>

#include "app/devices/backends.h"
#include "app/devices/device_memory.h"
#include "app/options/shown_data.h"
#include "app/options/signals.h"
#include "model/data/text_data.h"
#include "model/files/json.h"
#include "model/files/memory.h"
#include "model/files/text.h"
#include "model/run/memory_estimate.h"
#include "model/run/time_estimate.h"
#include "model/run/trainer.h"
#include "ui/look/unit_text.h"

namespace attx {

int dryRun(RunConfig config, std::optional<TrainerState> state, const DataNames& names,
           const std::function<void(const DataSet&, RunConfig&)>& look, Output& output) {
    MemoryBasis basis{.held = residentMemory().now, .resumed = state.has_value()};
    requireFits(config, basis);
    requireFitsDevice(config, nullptr);
    const auto data = std::make_shared<const DataSet>(makeData(config.data, names));
    output.warning(data->note);
    look(*data, config);
    output.line(data->recognisedText);
    basis.held = residentMemory().now;
    basis.data = data.get();
    requireFits(config, basis);
    requireFitsDevice(config, data.get());
    // Making the data may have taken more than training will.
    const int64_t bytes = std::max(estimateMemory(config, basis).total(), residentMemory().peak);

    signalCaught = false;
    const SignalGuard guard;
    const auto tell = [&](const std::string& sentence) { output.line(sentence); };
    const auto backend = makeBackend(config.device, {.notice = tell, .explain = tell});
    Trainer trainer(*backend, config, data, &signalCaught);
    if (state) trainer.restore(std::move(*state));
    output.warning(trainer.warmupText());
    const int64_t steps = trainer.totalSteps() - trainer.step();
    const double work = workInSteps(config, splitRows(*data), trainer.totalSteps(), trainer.step());
    const std::optional<std::chrono::duration<double>> step = measureStep(trainer);
    const auto time = step ? std::optional(*step * work) : std::nullopt;

    const std::optional<int> graphics =
        trainer.device().starts_with("Vulkan") ? graphicsDevice(config.device) : std::nullopt;
    const auto onDevice =
        graphics ? std::optional(deviceMemoryBytes(config, *graphics, data.get())) : std::nullopt;

    if (data->textLengths) output.line(lengthsText(*data->textLengths, config.data.length));
    const int64_t parameters = trainer.program().parameterCount();
    if (output.json()) {
        Json object{{"parameters", parameters},
                    {"memory_bytes", bytes},
                    {"device_memory_bytes", onDevice ? Json(*onDevice) : Json()},
                    {"seconds", time ? Json(time->count()) : Json()},
                    {"steps", steps},
                    {"device", trainer.device()},
                    {"data", aboutData(*data)}};
        if (data->textLengths) object["texts"] = parseJson<Json>(toJson(*data->textLengths));
        output.object(object);
    } else {
        output.line(std::to_string(parameters) + " parameters, " + counted(steps, "step") + " on " +
                    trainer.device() + ", about " + memoryText(bytes) + " of memory" +
                    (onDevice ? ", " + memoryText(*onDevice) + " on the device" : "") +
                    (time ? " and " + durationText(*time).toStdString() : "") + ". " +
                    counted(data->train.samples(), "sequence") + " to train on, " +
                    std::to_string(data->validation.samples()) + " to validate, " +
                    std::to_string(data->test.samples()) + " to test. Nothing was started.");
    }
    return 0;
}

}  // namespace attx
