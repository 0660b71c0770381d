#include "model/files/npy.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"

namespace attx {
namespace {

static_assert(std::endian::native == std::endian::little, "npy data is written as it lies in memory");

constexpr std::string_view magic("\x93NUMPY\x01\x00", 8);
constexpr size_t prefix = magic.size() + 2;  // magic, version, length of the header
constexpr size_t versionAt = 6;              // Offset of the version's two bytes in `magic`
constexpr size_t mostAxes = 64;              // NumPy has no more
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
        if (shape.size() > mostAxes) return std::nullopt;
        at = next;
        if (at < end && *at == 'L') ++at;  // Python 2
        while (at < end && (*at == ' ' || *at == ',')) ++at;
    }
    return shape;
}

using NumberBytes = std::array<char, sizeof(uint64_t)>;

template <typename T>
float numberAt(const NumberBytes& bytes) {
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return float(value);
}

/// A type of NumPy, without the mark of its byte order; `read`: a number of it in our byte order.
struct NpyType {
    std::string_view name;
    size_t size;
    float (*read)(const NumberBytes& bytes);
};
constexpr NpyType npyTypes[] = {
    {"f4", 4, numberAt<float>},    {"f8", 8, numberAt<double>},   {"f2", 2, numberAt<Eigen::half>},
    {"i1", 1, numberAt<int8_t>},   {"i2", 2, numberAt<int16_t>},  {"i4", 4, numberAt<int32_t>},
    {"i8", 8, numberAt<int64_t>},  {"u1", 1, numberAt<uint8_t>},  {"u2", 2, numberAt<uint16_t>},
    {"u4", 4, numberAt<uint32_t>}, {"u8", 8, numberAt<uint64_t>}, {"b1", 1, numberAt<uint8_t>}};

/// "'<f8'" as its type and whether its bytes are turned round; nothing for others.
std::optional<std::pair<NpyType, bool>> typeOf(std::string_view descr) {
    constexpr size_t named = 5;  // Length of '<f8' with both quotes
    if (descr.size() < named || descr[0] != '\'' || descr[named - 1] != '\'') return std::nullopt;
    const auto* const found =
        std::ranges::find_if(npyTypes, [&](const auto& type) { return descr.substr(2, 2) == type.name; });
    if (found == std::end(npyTypes) || std::string_view("<>|=").find(descr[1]) == std::string_view::npos)
        return std::nullopt;
    return std::pair(*found, descr[1] == '>');
}

/// Values whose first axis is the fastest (Fortran's order), with the last one as the fastest.
std::vector<float> inCOrder(const std::vector<float>& values, const std::vector<int64_t>& shape) {
    std::vector<float> turned(values.size());
    std::vector<int64_t> at(shape.size());
    for (float& value : turned) {
        int64_t from = 0;
        for (size_t axis = shape.size(); axis-- > 0;) from = from * shape[axis] + at[axis];
        value = values[from];
        for (size_t axis = shape.size(); axis-- > 0;) {
            if (++at[axis] < shape[axis]) break;
            at[axis] = 0;
        }
    }
    return turned;
}

}  // namespace

std::string npyBytes(const NamedArray& array) {
    if (elementCount(array.shape) != int64_t(array.values.size()))
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
    bytes += char(header.size() & 0xff);
    bytes += char(header.size() >> 8);
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
    const auto byteAt = [&](size_t at) { return size_t(static_cast<unsigned char>(bytes[at])); };
    // Versions 2.0 and 3.0 have four bytes for the length of the header.
    const size_t version = bytes.size() < prefix ? 0 : byteAt(versionAt),
                 start = version == 1 ? prefix : prefix + 2;
    if (bytes.size() < start || bytes.substr(0, versionAt) != magic.substr(0, versionAt) || version < 1 ||
        version > 3 || byteAt(versionAt + 1) != 0)
        throw wrong("the first bytes of a .npy file, version 1.0 to 3.0", "other bytes");
    size_t headerSize = 0;
    for (size_t at = start; at-- > magic.size();) headerSize = headerSize << 8U | byteAt(at);
    if (headerSize > bytes.size() - start)
        throw wrong("a header of " + std::to_string(headerSize) + " bytes",
                    "only " + std::to_string(bytes.size() - start));
    const std::string_view header = bytes.substr(start, headerSize);

    const auto descr = valueOf(header, "'descr':");
    const auto type = descr ? typeOf(*descr) : std::nullopt;
    if (!type)
        throw wrong("values of a type such as '<f4' (numbers of 16 to 64 bits)",
                    descr ? shortened(std::string(descr->substr(0, descr->find(',')))) : "no type");
    const auto order = valueOf(header, "'fortran_order':");
    const bool isFortran = order && order->starts_with("True");
    if (!isFortran && (!order || !order->starts_with("False")))
        throw wrong("an order, C's or Fortran's", "none");
    const auto shapeText = valueOf(header, "'shape':");
    const auto shape = shapeText ? parseShape(*shapeText) : std::nullopt;
    if (!shape) throw wrong("a shape", "none that can be read");

    const std::string_view data = bytes.substr(start + headerSize);
    const auto& [kind, isTurned] = *type;
    const int64_t elements = elementCount(*shape);
    // Compared as counts of values: elements * 8 could overflow.
    if (data.size() % kind.size != 0 || int64_t(data.size() / kind.size) != elements)
        throw wrong(std::to_string(elements) + " values of " + std::to_string(kind.size) + " bytes",
                    std::to_string(data.size()) + " bytes");
    NamedArray array{source, *shape, std::vector<float>(size_t(elements))};
    if (kind.name == "f4" && !isTurned) {
        if (!data.empty()) std::memcpy(array.values.data(), data.data(), data.size());
    } else {
        for (size_t i = 0; i < array.values.size(); ++i) {
            NumberBytes value{};
            std::copy_n(data.data() + i * kind.size, kind.size, value.begin());
            if (isTurned) std::reverse(value.begin(), value.begin() + kind.size);
            array.values[i] = kind.read(value);
        }
    }
    if (isFortran) array.values = inCOrder(array.values, *shape);
    return array;
}

NamedArray readNpy(const std::filesystem::path& path) {
    return npyFromBytes(readFile(path.string()), path.string());
}

}  // namespace attx
