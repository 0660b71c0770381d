#include "model/native/passes.h"

#include <algorithm>

#include "model/native/native_session.h"

namespace attx {
namespace {

// A pass takes so many sequences that their tensors and gradients fit a core's L2 cache (attx-bench reverse,
// AVX-512, 1 MiB of L2: with 128 KiB to 1.5 MiB it takes between 1.00 and 1.04 times as long) ...
constexpr int64_t passBytes = 512 * 1024;
// ... but no fewer rows than this, so that reading and transposing the weights pays: the narrower a network
// is, the sooner they stay in the cache from one pass to the next (--grow, width 64: 256 rows 0.95 of the
// time of 512, width 128: 256 rows 1.05 of it; anomaly, width 256: 256 rows 1.03 to 1.05 of the time of 512,
// and 1024 rows between 0.97 and 1.03).
int64_t passRows(const Program& program) { return std::clamp(4 * program.config.modelDim, 128, 1024); }

}  // namespace

bool readsFew(const SessionOptions& options) {
    return options.keepTensors && !options.train && !options.readable.empty() && threadCount(options) == 1;
}

Layouts layoutsOf(const Program& program, const FusedOps& ops, const SessionOptions& options,
                  int64_t sequences) {
    const bool kept = options.keepTensors;
    return {WorkspaceLayout(program, ops, sequences,
                            (kept && !readsFew(options)) || options.train ? Needed::Always : Needed::Forward,
                            options.readable),
            WorkspaceLayout(program, ops, sequences, kept ? Needed::Always : Needed::Backward)};
}

int64_t sequencesPerPass(const Program& program, const FusedOps& ops, const SessionOptions& options) {
    const Layouts one = layoutsOf(program, ops, options, 1);
    const int64_t bytes =
        (one.values.total() + (options.train ? one.gradients.total() : 0)) * int64_t{sizeof(float)};
    const int64_t slice = (options.batch + threadCount(options) - 1) / threadCount(options);
    const int64_t most =
        std::clamp<int64_t>(std::max(passBytes / bytes, passRows(program) / program.length), 1, slice);
    const int64_t passes = (slice + most - 1) / most;
    return (slice + passes - 1) / passes;  // Equal passes, but for the last
}

}  // namespace attx
