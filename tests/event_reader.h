// Reads TensorBoard's event files by their specification, with nothing of the code that writes them. Throws
// std::runtime_error for whatever is not as it should be.
#pragma once
#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attx {

/// A message's fields by number; of a number field the value, of a fixed one its bits.
struct ReadMessage {
    std::map<int, std::vector<uint64_t>> numbers;
    std::map<int, std::vector<std::string>> bytes;
};

inline uint64_t readVarint(std::string_view& rest) {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (rest.empty()) throw std::runtime_error("varint ends early");
        const auto byte = static_cast<unsigned char>(rest.front());
        rest.remove_prefix(1);
        value |= uint64_t{byte & 0x7fU} << shift;
        if (byte < 0x80) return value;
    }
    throw std::runtime_error("varint too long");
}

inline std::string_view cut(std::string_view& rest, size_t count) {
    if (rest.size() < count) throw std::runtime_error("field ends early");
    const std::string_view part = rest.substr(0, count);
    rest.remove_prefix(count);
    return part;
}

inline uint64_t littleEndian(std::string_view bytes) {
    uint64_t value = 0;
    for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

inline ReadMessage readMessage(std::string_view rest) {
    ReadMessage message;
    while (!rest.empty()) {
        const uint64_t key = readVarint(rest);
        const int field = static_cast<int>(key >> 3);
        switch (key & 7) {
            case 0:
                message.numbers[field].push_back(readVarint(rest));
                break;
            case 1:
                message.numbers[field].push_back(littleEndian(cut(rest, 8)));
                break;
            case 2: {
                const uint64_t length = readVarint(rest);
                message.bytes[field].emplace_back(cut(rest, length));
                break;
            }
            case 5:
                message.numbers[field].push_back(littleEndian(cut(rest, 4)));
                break;
            default:
                throw std::runtime_error("unknown wire type");
        }
    }
    return message;
}

/// CRC-32C bit by bit, and masked as TFRecords store it.
inline uint32_t maskedCheck(std::string_view bytes) {
    uint32_t crc = 0xffffffff;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0x82f63b78 : crc >> 1;
    }
    crc = ~crc;
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8;
}

struct ReadEvent {
    double wallTime = 0;
    int64_t step = 0;
    std::string version;
    bool restart = false;
    std::map<std::string, float> scalars;
    std::map<std::string, std::string> images;  ///< PNG
    int imageWidth = 0, imageHeight = 0;
};

inline ReadEvent readEvent(std::string_view data) {
    ReadMessage message = readMessage(data);
    ReadEvent event;
    std::memcpy(&event.wallTime, &message.numbers.at(1).at(0), sizeof event.wallTime);
    if (!message.numbers[2].empty()) event.step = static_cast<int64_t>(message.numbers[2][0]);
    if (!message.bytes[3].empty()) event.version = message.bytes[3][0];
    if (!message.bytes[7].empty()) event.restart = readMessage(message.bytes[7][0]).numbers.at(1).at(0) == 1;
    for (const std::string& packed : message.bytes[5]) {
        const ReadMessage summary = readMessage(packed);
        for (const std::string& bytes : summary.bytes.at(1)) {
            ReadMessage value = readMessage(bytes);
            const std::string& tag = value.bytes.at(1).at(0);
            if (!value.numbers[2].empty()) {
                const auto bits = static_cast<uint32_t>(value.numbers[2][0]);
                std::memcpy(&event.scalars[tag], &bits, sizeof bits);
            }
            for (const std::string& image : value.bytes[4]) {
                ReadMessage picture = readMessage(image);
                event.imageHeight = static_cast<int>(picture.numbers.at(1).at(0));
                event.imageWidth = static_cast<int>(picture.numbers.at(2).at(0));
                event.images[tag] = picture.bytes.at(4).at(0);
            }
        }
    }
    return event;
}

/// The whole records of a file; a torn one at the end is left out, as TensorBoard does.
inline std::vector<ReadEvent> readEvents(std::string_view file) {
    std::vector<ReadEvent> events;
    while (file.size() >= 12) {
        const std::string_view length = file.substr(0, 8);
        if (littleEndian(file.substr(8, 4)) != maskedCheck(length))
            throw std::runtime_error("length's check");
        const uint64_t size = littleEndian(length);
        if (file.size() < 12 + size + 4) break;
        const std::string_view data = file.substr(12, size);
        if (littleEndian(file.substr(12 + size, 4)) != maskedCheck(data))
            throw std::runtime_error("data's check");
        events.push_back(readEvent(data));
        file.remove_prefix(12 + size + 4);
    }
    return events;
}

}  // namespace attx
