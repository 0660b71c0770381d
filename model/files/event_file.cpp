#include "model/files/event_file.h"

#include <array>
#include <bit>

namespace attx {
namespace {

// Protocol buffers: a field begins with its number and how its value is written.
// https://protobuf.dev/programming-guides/encoding
enum Wire { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

enum EventField { WallTime = 1, Step = 2, FileVersion = 3, SummaryOf = 5, SessionLog = 7 };
enum SummaryField { Value = 1 };
enum ValueField { Tag = 1, SimpleValue = 2, ImageOf = 4 };
enum ImageField { Height = 1, Width = 2, Colorspace = 3, Encoded = 4 };
enum SessionField { Status = 1 };
constexpr uint64_t sessionStart = 1;
constexpr uint64_t rgb = 3;

template <class Number>
void putLittleEndian(std::string& out, Number value) {
    for (size_t i = 0; i < sizeof value; ++i) out += char(value >> (8 * i) & 0xff);
}

void putVarint(std::string& out, uint64_t value) {
    for (; value > 0x7f; value >>= 7) out += char((value & 0x7f) | 0x80);
    out += char(value);
}

void putKey(std::string& out, int field, Wire wire) { putVarint(out, uint64_t(field << 3 | wire)); }

void putNumber(std::string& out, int field, uint64_t value) {
    putKey(out, field, Varint);
    putVarint(out, value);
}

void putBytes(std::string& out, int field, std::string_view bytes) {
    putKey(out, field, Bytes);
    putVarint(out, bytes.size());
    out += bytes;
}

std::string eventOf(double wallTime, int64_t step) {
    std::string event;
    putKey(event, WallTime, Fixed64);
    putLittleEndian(event, std::bit_cast<uint64_t>(wallTime));
    putNumber(event, Step, uint64_t(step));
    return event;
}

/// The remainders of every byte; the polynomial's bits are reversed.
constexpr std::array<uint32_t, 256> crcTable = [] {
    constexpr uint32_t castagnoli = 0x82f63b78;
    std::array<uint32_t, 256> table{};
    for (uint32_t byte = 0; byte < 256; ++byte) {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? castagnoli : 0);
        table[byte] = rest;
    }
    return table;
}();

/// Checks of data that hold checks are weak; TFRecords store them turned.
uint32_t masked(uint32_t crc) { return std::rotr(crc, 15) + 0xa282ead8; }

}  // namespace

uint32_t crc32c(std::string_view bytes) {
    uint32_t crc = ~0U;
    for (const char c : bytes) crc = crcTable[(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ crc >> 8;
    return ~crc;
}

std::string tfRecord(std::string_view data) {
    std::string record;
    putLittleEndian(record, uint64_t(data.size()));
    putLittleEndian(record, masked(crc32c(record)));
    record += data;
    putLittleEndian(record, masked(crc32c(data)));
    return record;
}

std::string versionRecord(double wallTime) {
    std::string event = eventOf(wallTime, 0);
    putBytes(event, FileVersion, "brain.Event:2");
    return tfRecord(event);
}

std::string restartRecord(double wallTime, int64_t step) {
    std::string session, event = eventOf(wallTime, step);
    putNumber(session, Status, sessionStart);
    putBytes(event, SessionLog, session);
    return tfRecord(event);
}

std::string summaryRecord(double wallTime, int64_t step, const Summary& summary) {
    std::string values;
    for (const auto& [tag, number] : summary.scalars) {
        std::string value;
        putBytes(value, Tag, tag);
        putKey(value, SimpleValue, Fixed32);
        putLittleEndian(value, std::bit_cast<uint32_t>(number));
        putBytes(values, Value, value);
    }
    for (const auto& [tag, image] : summary.images) {
        std::string value, picture;
        putNumber(picture, Height, uint64_t(image.height));
        putNumber(picture, Width, uint64_t(image.width));
        putNumber(picture, Colorspace, rgb);
        putBytes(picture, Encoded, image.png);
        putBytes(value, Tag, tag);
        putBytes(value, ImageOf, picture);
        putBytes(values, Value, value);
    }
    std::string event = eventOf(wallTime, step);
    putBytes(event, SummaryOf, values);
    return tfRecord(event);
}

bool isEventFile(const std::filesystem::path& file) {
    return file.filename().string().starts_with(eventFileStem);
}

std::vector<std::filesystem::path> eventFiles(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (isEventFile(entry->path())) files.push_back(entry->path());
    return files;
}

}  // namespace attx
