#include "model/native/products.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#ifdef ATTX_LIBXSMM
#include <libxsmm_cpuid.h>
#include <libxsmm_generator.h>
#include <sys/mman.h>
#endif

namespace attx {
namespace {

#ifdef ATTX_LIBXSMM

struct Request {
    ProductShape shape{};
    ProductInstructions instructions = ProductInstructions::None;
    bool operator==(const Request&) const = default;
};

struct RequestHash {
    size_t operator()(const Request& request) const { return of(request.shape, request.instructions); }
    static size_t of(const ProductShape& s, ProductInstructions instructions) {
        const auto pair = [](int low, int high) { return size_t(unsigned(low)) | size_t(high) << 32; };
        // Odd factors, whose products need not wait for one another.
        const size_t hash =
            pair(s.rows, s.columns) * 0x9E3779B97F4A7C15u + pair(s.depth, s.aStride) * 0xC2B2AE3D27D4EB4Fu +
            pair(s.bStride, s.cStride) * 0x165667B19E3779F9u +
            pair(int{s.aTransposed} + 2 * int{s.add}, int(instructions)) * 0x27D4EB2F165667C5u;
        return hash ^ hash >> 32;
    }
};

/// Instructions in memory that may be executed and no longer written; null if the system gives none.
ProductCode executable(const std::vector<char>& code, size_t size) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    std::memcpy(memory, code.data(), size);
    if (mprotect(memory, size, PROT_READ | PROT_EXEC) != 0) {
        munmap(memory, size);
        return nullptr;
    }
    return reinterpret_cast<ProductCode>(memory);
}

/// libxsmm takes matrices by columns: what is c = a b by rows is cᵀ = bᵀ aᵀ to it, without moving anything.
ProductCode generate(const Request& request) {
    const ProductShape& s = request.shape;
    if (s.rows < 1 || s.columns < 1 || s.depth < 1) return nullptr;
    libxsmm_descriptor_blob blob;
    const libxsmm_gemm_descriptor* descriptor = libxsmm_sgemm_descriptor_init(
        &blob, s.columns, s.rows, s.depth, s.bStride, s.aStride, s.cStride, 1.0f, s.add ? 1.0f : 0.0f,
        s.aTransposed ? LIBXSMM_GEMM_FLAG_TRANS_B : LIBXSMM_GEMM_FLAG_NONE, LIBXSMM_GEMM_PREFETCH_NONE);
    if (!descriptor) return nullptr;
    std::vector<char> code(128 * 1024);  // what libxsmm itself gives its generator
    libxsmm_generated_code generated{};
    generated.generated_code = code.data();
    generated.buffer_size = unsigned(code.size());
    generated.code_type = 2;  // binary
    generated.arch =
        request.instructions == ProductInstructions::Avx512 ? LIBXSMM_X86_AVX512_CORE : LIBXSMM_X86_AVX2;
    libxsmm_ninit = 2;  // what cannot be generated is no news for stderr
    libxsmm_generator_gemm_kernel(&generated, descriptor);
    if (generated.last_error != 0 || generated.code_size == 0) return nullptr;
    return executable(code, generated.code_size);
}

/// Generates what was not requested before, a null too.
ProductCode shared(const Request& request) {
    static std::mutex mutex;
    static std::unordered_map<Request, ProductCode, RequestHash> known;
    const std::scoped_lock lock(mutex);
    const auto [entry, isNew] = known.try_emplace(request, nullptr);
    if (isNew) entry->second = generate(request);
    return entry->second;
}

std::atomic<bool>& allowed() {
    static std::atomic<bool> value = [] {
        const char* wish = std::getenv("ATTX_PRODUCTS");
        return !wish || std::string_view(wish) != "eigen";
    }();
    return value;
}

#endif

}  // namespace

#ifdef ATTX_LIBXSMM

ProductCode productCode(ProductInstructions instructions, const ProductShape& shape) {
    if (instructions == ProductInstructions::None || !allowed().load(std::memory_order_relaxed))
        return nullptr;
    struct Seen {
        Request request;
        ProductCode code = nullptr;
    };
    thread_local std::array<Seen, 256> seen;  // Read without the lock of shared()
    // The shape is not copied here: loads wider than the stores before them, of its single numbers, have to
    // wait for these.
    constexpr size_t nearby = 8;  // shapes that share a place stand behind one another
    const size_t first = RequestHash::of(shape, instructions);
    Seen* place = nullptr;
    for (size_t i = 0; i < nearby; ++i) {
        place = &seen[(first + i) % seen.size()];
        if (place->request.instructions == ProductInstructions::None) break;
        if (place->request.instructions == instructions && place->request.shape == shape) return place->code;
    }
    place->request = {shape, instructions};
    place->code = shared(place->request);
    return place->code;
}

void useGeneratedProducts(bool use) { allowed() = use; }
bool generatedProducts() { return allowed(); }

#else

ProductCode productCode(ProductInstructions, const ProductShape&) { return nullptr; }
void useGeneratedProducts(bool) {}
bool generatedProducts() { return false; }

#endif

}  // namespace attx
