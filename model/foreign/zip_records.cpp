#include "model/foreign/zip_records.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/bytes.h"

namespace attx {
namespace {

Error damaged(const std::string& source, const std::string& what) {
    return inputError(source + ": not a zip of PyTorch or Keras that can be read: " + what);
}

/// The polynomial of section 4.4.7, from its lowest bit on; a table for each value of a byte.
constexpr std::array<uint32_t, 256> crcTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t byte = 0; byte < 256; ++byte) {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? 0xedb88320 : 0);
        table[byte] = rest;
    }
    return table;
}();

uint32_t crc32(std::string_view bytes) {
    uint32_t crc = ~0U;
    for (const char c : bytes) crc = crcTable[(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ crc >> 8;
    return ~crc;
}

}  // namespace

bool isZip(std::string_view bytes) { return bytes.starts_with(std::string_view("PK\x03\x04", 4)); }

// The layout is that of PKWARE's APPNOTE.TXT, sections 4.3.7 (local header), 4.3.12 (central directory)
// and 4.3.16 (its end).
std::map<std::string, std::string_view> zipRecords(std::string_view bytes, const std::string& source) {
    constexpr size_t endSize = 22, entrySize = 46, localSize = 30, longestComment = 65535;
    constexpr uint32_t elsewhere = 0xffffffff;  // a 64-bit field says it
    if (bytes.size() < endSize) throw damaged(source, "the zip is cut off.");
    size_t end = bytes.size() - endSize;
    const size_t least = end - std::min(end, longestComment);
    while (bytes.substr(end, 4) != std::string_view("PK\x05\x06", 4)) {
        if (end == least) throw damaged(source, "the zip has no directory; it may be cut off.");
        --end;
    }
    const auto count = load<uint16_t>(bytes, end + 10);
    size_t at = load<uint32_t>(bytes, end + 16);
    if (count == 0xffff || at == elsewhere)
        throw damaged(source, "it is a zip of more than 4 GiB or 65,534 records, which are not read here.");
    std::map<std::string, std::string_view> records;
    for (int i = 0; i < count; ++i) {
        if (at > end || end - at < entrySize || bytes.substr(at, 4) != std::string_view("PK\x01\x02", 4))
            throw damaged(source, "the zip's directory is damaged.");
        const auto method = load<uint16_t>(bytes, at + 10);
        const auto crc = load<uint32_t>(bytes, at + 16);
        const uint64_t size = load<uint32_t>(bytes, at + 24), local = load<uint32_t>(bytes, at + 42);
        const size_t nameSize = load<uint16_t>(bytes, at + 28);
        const size_t rest = size_t{load<uint16_t>(bytes, at + 30)} + load<uint16_t>(bytes, at + 32);
        if (end - at - entrySize < nameSize + rest) throw damaged(source, "the zip's directory is damaged.");
        const std::string name(bytes.substr(at + entrySize, nameSize));
        at += entrySize + nameSize + rest;
        if (method != 0 && name.find("/code/") != std::string::npos) {
            records[name] = {};  // TorchScript compresses its program, and only its name is requested
            continue;
        }
        if (method != 0)
            throw damaged(source, "record " + shortened(name) +
                                      " of the zip is compressed, which neither PyTorch nor Keras does.");
        if (size == elsewhere || local == elsewhere || local + localSize > bytes.size())
            throw damaged(source, "record " + shortened(name) + " of the zip lies beyond its end.");
        const uint64_t begin =
            local + localSize + load<uint16_t>(bytes, local + 26) + load<uint16_t>(bytes, local + 28);
        if (begin > bytes.size() || bytes.size() - begin < size)
            throw damaged(source, "record " + shortened(name) + " of the zip lies beyond its end.");
        records[name] = bytes.substr(size_t(begin), size_t(size));
        // As Keras does. PyTorch never checks its records, and can be told to write no sums for them.
        if (name == kerasWeights && crc32(records[name]) != crc)
            throw damaged(source,
                          "record " + shortened(name) +
                              " of the zip is damaged: its bytes do not have the sum (CRC-32) that the "
                              "zip has for them.");
    }
    return records;
}

}  // namespace attx
