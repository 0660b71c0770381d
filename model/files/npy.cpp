#include "model/files/npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>

#include "model/files/error.h"
#include "model/files/files.h"

namespace attx {
namespace {

static_assert(std::endian::native == std::endian::little, "npy data is written as it lies in memory");

constexpr std::string_view magic("\x93NUMPY\x01\x00", 8);
constexpr size_t prefix = magic.size() + 2;  // magic, version, length of the header
constexpr size_t alignment = 64;             // data starts at a multiple of this, so that it can be mapped

/// The text after `key`, without leading blanks; the header is a Python dictionary in one line.
std::optional<std::string_view> valueOf(std::string_view header, std::string_view key) {
    const size_t at = header.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = header.substr(at + key.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    return rest;
}

/// "(2, 3)", "(5,)" or "()"; nothing if it is not a tuple of sizes whose product fits.
std::optional<std::vector<int64_t>> parseShape(std::string_view text) {
    if (text.empty() || text.front() != '(') return std::nullopt;
    const size_t close = text.find(')');
    if (close == std::string_view::npos) return std::nullopt;
    std::vector<int64_t> shape;
    int64_t elements = 1;
    const char* at = text.data() + 1;
    const char* end = text.data() + close;
    while (at < end) {
        int64_t size = 0;
        const auto [next, error] = std::from_chars(at, end, size);
        if (error != std::errc() || size < 0) return std::nullopt;
        if (__builtin_mul_overflow(elements, size, &elements)) return std::nullopt;
        shape.push_back(size);
        at = next;
        while (at < end && (*at == ' ' || *at == ',')) ++at;
    }
    return shape;
}

}  // namespace

std::string npyBytes(const NamedArray& array) {
    if (elementCount(array.shape) != static_cast<int64_t>(array.values.size()))
        throw workError("The array \"" + array.name + "\" cannot be written: its shape asks for " +
                        std::to_string(elementCount(array.shape)) + " values, it has " +
                        std::to_string(array.values.size()) + ".");
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
    for (size_t i = 0; i < array.shape.size(); ++i)
        header += (i ? ", " : "") + std::to_string(array.shape[i]);
    header += array.shape.size() == 1 ? ",), }" : "), }";
    header.append(alignment - (prefix + header.size() + 1) % alignment, ' ');
    header += '\n';

    std::string bytes(magic);
    bytes += static_cast<char>(header.size() & 0xff);
    bytes += static_cast<char>(header.size() >> 8);
    bytes += header;
    const size_t dataAt = bytes.size();
    const size_t dataSize = array.values.size() * sizeof(float);
    bytes.resize(dataAt + dataSize);
    if (dataSize) std::memcpy(bytes.data() + dataAt, array.values.data(), dataSize);
    return bytes;
}

NamedArray npyFromBytes(std::string_view bytes, const std::string& source) {
    const auto wrong = [&](const std::string& expected, const std::string& found) {
        return inputError("Cannot read \"" + source + "\" as a NumPy array: expected " + expected +
                          ", found " + found + ". Save it with " +
                          (source.find(".npz: ") == std::string::npos
                               ? "numpy.save(path, array.astype(numpy.float32))."
                               : "numpy.savez(path, feats=array.astype(numpy.float32))."));
    };
    if (bytes.size() < prefix || bytes.substr(0, magic.size()) != magic)
        throw wrong("the first bytes of a .npy file, version 1.0", "other bytes");
    const size_t headerSize = static_cast<unsigned char>(bytes[magic.size()]) |
                              static_cast<size_t>(static_cast<unsigned char>(bytes[magic.size() + 1])) << 8;
    if (prefix + headerSize > bytes.size())
        throw wrong("a header of " + std::to_string(headerSize) + " bytes",
                    "only " + std::to_string(bytes.size() - prefix));
    const std::string_view header = bytes.substr(prefix, headerSize);

    const auto descr = valueOf(header, "'descr':");
    if (!descr || !descr->starts_with("'<f4'"))
        throw wrong("values of type '<f4' (32-bit numbers)",
                    descr ? std::string(descr->substr(0, descr->find(','))) : "no type");
    const auto order = valueOf(header, "'fortran_order':");
    if (!order || !order->starts_with("False"))
        throw wrong("rows one after another (C order)", "another order");
    const auto shapeText = valueOf(header, "'shape':");
    const auto shape = shapeText ? parseShape(*shapeText) : std::nullopt;
    if (!shape) throw wrong("a shape", "none that can be read");

    const std::string_view data = bytes.substr(prefix + headerSize);
    const int64_t elements = elementCount(*shape);
    // Compared as counts of values: elements * 4 could overflow.
    if (data.size() % sizeof(float) != 0 || static_cast<int64_t>(data.size() / sizeof(float)) != elements)
        throw wrong(std::to_string(elements) + " values of 4 bytes", std::to_string(data.size()) + " bytes");
    NamedArray array{source, *shape, std::vector<float>(static_cast<size_t>(elements))};
    if (!data.empty()) std::memcpy(array.values.data(), data.data(), data.size());
    return array;
}

NamedArray readNpy(const std::filesystem::path& path) {
    return npyFromBytes(readFile(path.string()), path.string());
}

}  // namespace attx
