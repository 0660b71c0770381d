#include "gpu/device/tables.h"

#include <algorithm>
#include <cstring>

#include "model/network/session_input.h"

namespace attx::gpu {
namespace {

/// A hash of words, eight bytes at a time: some 10 GB/s, so that a table is known again at once.
uint64_t hash(const void* data, size_t bytes, uint64_t seed) {
    uint64_t sum = seed ^ (bytes * 0x9E3779B97F4A7C15ULL);
    const char* at = static_cast<const char*>(data);
    for (; bytes > 0; at += 8, bytes -= std::min<size_t>(bytes, 8)) {
        uint64_t word = 0;
        std::memcpy(&word, at, std::min<size_t>(bytes, 8));
        sum = (sum ^ word) * 0xD6E8FEB86659FD93ULL;
        sum ^= sum >> 32;
    }
    return sum;
}

uint64_t contentOf(const Table& t) {
    const auto part = [](const auto& values, uint64_t seed) {
        return hash(values.data(), values.size() * sizeof(values[0]), seed);
    };
    return part(t.features, part(t.lengths, part(t.types, part(t.tokens, uint64_t(t.rows)))));
}

/// [rows, 2, T]: the tokens of each row, then their types.
std::vector<int32_t> withTypes(const Table& t) {
    std::vector<int32_t> both;
    both.reserve(2 * t.tokens.size());
    for (size_t first = 0; first < t.tokens.size(); first += size_t(t.length)) {
        const auto begin = std::ptrdiff_t(first);
        both.insert(both.end(), t.tokens.begin() + begin, t.tokens.begin() + begin + t.length);
        if (t.types.empty())
            both.resize(both.size() + size_t(t.length));
        else
            both.insert(both.end(), t.types.begin() + begin, t.types.begin() + begin + t.length);
    }
    return both;
}

}  // namespace

Tables::Tables(const Device& device, const Pipelines& pipelines, Transfer& transfer, const StepBuffers& steps)
    : device_(device),
      pipelines_(pipelines),
      transfer_(transfer),
      steps_(steps),
      pool_(makeDescriptorPool(device, most, Pipelines::tableBindings * most)) {}

template <class T>
Buffer Tables::upload(const std::vector<T>& values, const std::string& what) {
    const auto bytes = int64_t(values.size() * sizeof(T));
    if (bytes > device_.traits().bindingBytes)
        throw inputError("The " + what + " of the data take " + std::to_string(bytes >> 20) +
                         " MB, and the device " + device_.info().name + " takes at most " +
                         std::to_string(device_.traits().bindingBytes >> 20) +
                         " MB at a time. Use less data, or --device cpu.");
    Buffer buffer(device_, std::max<int64_t>(bytes, 256), Memory::Device, "the data's " + what);
    transfer_.write(buffer, 0, values.data(), bytes);
    return buffer;
}

const Resident& Tables::get(const Table& table, const Program& program,
                            const std::function<void(int)>& forget) {
    requireTable(program, table);
    const uint64_t content = contentOf(table);
    const auto it = std::ranges::find_if(
        residents_, [&](const Resident& r) { return r.table == &table && r.content == content; });
    if (it != residents_.end()) {
        residents_.splice(residents_.begin(), residents_, it);
        return residents_.front();
    }
    if (residents_.size() == most) {
        forget(residents_.back().number);
        residents_.pop_back();
    }
    Resident r;  // Kept only when it is complete
    r.table = &table;
    r.content = content;
    r.number = made_++;
    r.tokens = upload(program.config.tokenTypes > 0 ? withTypes(table) : table.tokens, "tokens");
    r.features = upload(table.features, "features");
    std::vector<int32_t> lengths(size_t(table.rows), program.length);
    std::transform(table.lengths.begin(), table.lengths.end(), lengths.begin(),
                   [&](int32_t given) { return program.config.positionsFor(given); });
    r.lengths = upload(lengths, "lengths");
    r.set = std::move(makeDescriptorSets(device_, pool_, {pipelines_.tableLayout()}).front());
    const std::array<const Buffer*, Pipelines::tableBindings> buffers{
        &steps_.labels, &r.tokens, &r.lengths, &r.features, &steps_.rows, &steps_.steps};
    for (uint32_t i = 0; i < buffers.size(); ++i)
        writeDescriptor(device_, r.set, i,
                        {.buffer = buffers[i]->handle(), .offset = 0, .range = VK_WHOLE_SIZE});
    residents_.push_front(std::move(r));
    return residents_.front();
}

}  // namespace attx::gpu
