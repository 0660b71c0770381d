// The tasks that training steps are timed with: attx-bench and the report of a graphics device.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/data/dataset.h"
#include "model/network/backend.h"

namespace attx {

struct BenchTask {
    RunConfig config;
    DataSet data;
};
/// A preset, on sequences as they are, images and texts drawn at random; "language", a small GPT, or
/// "vision", a small ViT. Throws as presetByName().
[[nodiscard]] BenchTask benchTask(const std::string& preset);

/// The sizes of the growth table: one at a time differs from the first.
struct BenchSize {
    int width = 128, layers = 2, heads = 4, length = 64, batch = 64;
};
[[nodiscard]] std::vector<BenchSize> growthSizes();
/// "reverse" at such a size, with a feed-forward of twice the width.
[[nodiscard]] BenchTask grownTask(const BenchSize& size);

/// A session with initial parameters, bound to the task's data, which outlive it. `threads` as
/// SessionOptions.
[[nodiscard]] std::unique_ptr<Session> benchSession(const Backend& backend, const BenchTask& task,
                                                    int threads = 0);

/// Of one step, in microseconds. The processor's time, of all threads, tells more than the clock's on a
/// machine that has other work.
struct StepTime {
    double clock = 0, processor = 0;
};
/// The median of blocks of steps, after one block to warm up.
[[nodiscard]] StepTime timeSteps(Session& session, const BenchTask& task, int steps);

/// Floating-point operations of the products of a step, each counted once: backward takes twice those of
/// forward, but for the gradient of features, which training has no use for.
[[nodiscard]] double flopOfStep(const Program& program, int batch);

}  // namespace attx
