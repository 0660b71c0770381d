#include "model/native/workspace.h"

#include <algorithm>
#include <new>

#include "model/files/memory.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

constexpr int64_t alignment = 64;  // bytes: a cache line, an AVX-512 vector
constexpr int64_t alignmentFloats = alignment / int64_t{sizeof(float)};
int64_t aligned(int64_t floats) { return (floats + alignmentFloats - 1) / alignmentFloats * alignmentFloats; }

/// The operations, by number, between which a tensor is needed; none if last < first.
struct Span {
    int first = 0, last = -1;
    void include(int op) {
        first = last < first ? op : std::min(first, op);
        last = std::max(last, op);
    }
    [[nodiscard]] bool empty() const { return last < first; }
    [[nodiscard]] bool meets(const Span& other) const { return first <= other.last && other.first <= last; }
};

std::vector<Span> spansOf(const Program& program, const FusedOps& ops, Needed needed,
                          const std::vector<TensorId>& always) {
    std::vector<Span> spans(program.tensors.size());
    const int end = int(ops.size());
    for (int i = 0; i < end; ++i) {
        const OpInfo info = opInfo(program, ops[i]);
        for (const std::vector<TensorId>* list : {&info.reads, &info.writes})
            for (const TensorId id : *list) spans[id].include(i);
    }
    if (needed == Needed::Backward)
        for (const FusedOp& op : ops) {
            const std::vector<TensorId> written = opInfo(program, op).writes;
            for (const TensorId id : written)  // training has no use for the gradients of others than results
                if (id != written.front() || !needsGradient(program, ops, id)) spans[id] = {};
        }
    if (needed == Needed::Always)
        for (Span& span : spans)
            if (!span.empty()) span = {0, end};
    for (const TensorId id : always)
        if (Span& span = spans[id]; !span.empty()) span = {0, end};
    return spans;
}

// A pass takes so many sequences that their tensors and gradients fit a core's L2 cache (attx-bench reverse,
// AVX-512, 1 MiB of L2: with 128 KiB to 1.5 MiB it takes between 1.00 and 1.04 times as long) ...
constexpr int64_t passBytes = 512 * 1024;
// ... but no fewer rows than this, so that reading and transposing the weights pays: the narrower a network
// is, the sooner they stay in the cache from one pass to the next (--grow, width 64: 256 rows 0.95 of the
// time of 512, width 128: 256 rows 1.05 of it; anomaly, width 256: 256 rows 1.03 to 1.05 of the time of 512,
// and 1024 rows between 0.97 and 1.03).
int64_t passRows(const Program& program) { return std::clamp(4 * program.config.modelDim, 128, 1024); }

}  // namespace

WorkspaceLayout::WorkspaceLayout(const Program& program, const FusedOps& ops, int64_t sequences,
                                 Needed needed, const std::vector<TensorId>& always)
    : offsets_(program.tensors.size()), sizes_(program.tensors.size()) {
    const std::vector<Span> spans = spansOf(program, ops, needed, always);
    struct Place {
        int64_t first, last;  ///< floats
        Span span;
    };
    std::vector<Place> places;  // Sorted by `first`
    for (size_t id = 0; id < spans.size(); ++id) {
        if (spans[id].empty()) continue;
        sizes_[id] = program.tensors[id].size();
        const int64_t floats = aligned(sizes_[id] * sequences);
        int64_t first = 0;  // the first gap among those needed at the same time
        for (const Place& place : places)
            if (place.span.meets(spans[id]) && place.last > first) {
                if (place.first >= first + floats) break;
                first = place.last;
            }
        offsets_[id] = first;
        const Place place{first, first + floats, spans[id]};
        places.insert(std::ranges::upper_bound(
                          places, place, [](const Place& a, const Place& b) { return a.first < b.first; }),
                      place);
        total_ = std::max(total_, place.last);
    }
}

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

AlignedBuffer::AlignedBuffer(int64_t floats)
    : data_(
          static_cast<float*>(::operator new (size_t(floats) * sizeof(float), std::align_val_t{alignment}))) {
    // Rows of wide matrices lie a page or two apart, more of them than a core keeps translations for.
    adviseHugePages(data_.get(), size_t(floats) * sizeof(float));
    std::fill_n(data_.get(), floats, 0.0f);
}

void AlignedBuffer::Free::operator()(float* p) const { ::operator delete (p, std::align_val_t{alignment}); }

}  // namespace attx
