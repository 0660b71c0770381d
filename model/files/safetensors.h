// safetensors: 8 bytes of header length, a JSON header, then the raw little-endian data.
// https://huggingface.co/docs/safetensors (format section)
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace attx {

/// Real numbers that stay in their file, or wait to be computed of such, until they are copied: large
/// networks are in memory once, not as they were read and as they are used.
struct LateFloats {
    std::function<void(std::span<float> to)> fill;  ///< Sets all of them. Throws as reading the file does.
};

/// F32 and I64 are what the program writes; F16, BF16, I32, U8 ... are widened when read, F64 narrowed.
struct StoredTensor {
    std::vector<int64_t> shape;
    std::variant<std::vector<float>, std::vector<int64_t>, LateFloats> values;

    /// Copies real numbers, wherever they are, to `to`, which has as many as the tensor. Throws
    /// Error::Kind::Input if it holds whole ones, and as reading the file does.
    void copyFloats(std::span<float> to, const std::string& name) const;
    [[nodiscard]] std::vector<float> readFloats(const std::string& name) const;
    /// Throw Error::Kind::Input if the tensor holds the other type; real numbers must be in memory.
    [[nodiscard]] const std::vector<float>& floats(const std::string& name) const;
    [[nodiscard]] const std::vector<int64_t>& integers(const std::string& name) const;
};

struct SafeTensors {
    std::map<std::string, std::string> metadata;
    std::map<std::string, StoredTensor> tensors;  ///< Tensors by name; written in this order, I64 before F32

    /// Throws Error::Kind::Input naming the tensor that is missing.
    [[nodiscard]] const StoredTensor& at(const std::string& name) const;
    void put(const std::string& name, std::vector<int64_t> shape, std::vector<float> values);
    void put(const std::string& name, std::vector<int64_t> shape, std::vector<int64_t> values);
};

/// Throws Error::Kind::Input for anything that is not a whole, well-formed file: too short, header
/// longer than the file or than 100 MB, bad JSON, unknown dtype, offsets that leave gaps, overlap or
/// pass the end, sizes that do not match shapes (overflow included), duplicate names. Never reads past the
/// data and never allocates more than a small multiple of the file's size.
[[nodiscard]] SafeTensors parseSafeTensors(const std::string& bytes, const std::string& source);
[[nodiscard]] SafeTensors readSafeTensors(const std::string& path);
/// The same, but that real numbers stay in the file, which is kept open (LateFloats).
[[nodiscard]] SafeTensors openSafeTensors(const std::string& path);

/// The content of a file whose numbers lie elsewhere and must stay there until it is written.
struct SafeTensorsView {
    struct Tensor {
        std::vector<int64_t> shape;
        std::variant<std::span<const float>, std::span<const int64_t>> values;
    };

    SafeTensorsView() = default;
    SafeTensorsView(const SafeTensors& file);
    void put(const std::string& name, std::vector<int64_t> shape, std::span<const float> values);

    std::map<std::string, std::string> metadata;
    std::map<std::string, Tensor> tensors;  ///< Tensors by name, as in SafeTensors
};

[[nodiscard]] std::string serialise(const SafeTensorsView& file);
/// Atomic: see writeFileAtomically. The numbers go from where they lie straight to the file. Gives its size
/// in bytes.
uint64_t writeSafeTensors(const std::string& path, const SafeTensorsView& file);

}  // namespace attx
