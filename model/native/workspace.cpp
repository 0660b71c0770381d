#include "model/native/workspace.h"

#include <algorithm>
#include <new>

#include "model/files/memory.h"

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

AlignedBuffer::AlignedBuffer(int64_t floats)
    : data_(
          static_cast<float*>(::operator new (size_t(floats) * sizeof(float), std::align_val_t{alignment}))) {
    // Rows of wide matrices lie a page or two apart, more of them than a core keeps translations for.
    adviseHugePages(data_.get(), size_t(floats) * sizeof(float));
    std::fill_n(data_.get(), floats, 0.0f);
}

void AlignedBuffer::Free::operator()(float* p) const { ::operator delete (p, std::align_val_t{alignment}); }

}  // namespace attx
