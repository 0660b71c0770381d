#include "model/files/encoding.h"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "model/files/error.h"
#include "model/files/memory.h"

namespace attx {
namespace {

constexpr std::string_view mark8 = "\xEF\xBB\xBF", markLittle = "\xFF\xFE", markBig = "\xFE\xFF";
constexpr size_t looked = 4096;  // bytes from the beginning, for zeros

class Converter {
public:
    explicit Converter(const char* from) : handle_(iconv_open("UTF-8", from)) {}
    ~Converter() {
        if (isThere()) iconv_close(handle_);
    }
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;

    [[nodiscard]] bool isThere() const { return reinterpret_cast<intptr_t>(handle_) != -1; }
    /// Whether all of `bytes` could be turned into `text`.
    bool convert(std::string_view bytes, std::string& text) {
        char buffer[16384];
        char* from = const_cast<char*>(bytes.data());  // iconv does not write to its input
        size_t left = bytes.size();
        while (left > 0) {
            char* to = buffer;
            size_t room = sizeof buffer;
            const bool done = iconv(handle_, &from, &left, &to, &room) != size_t(-1);
            text.append(buffer, sizeof buffer - room);
            if (!done && errno != E2BIG) return false;
        }
        return true;
    }

private:
    iconv_t handle_;
};

/// How many characters of UTF-8 beyond ASCII there are, and how many bytes are part of none.
struct Characters {
    size_t good = 0, bad = 0;
};
Characters charactersOf(std::string_view text) {
    Characters found;
    for (size_t at = 0; at < text.size();) {
        const size_t size = characterSize(text.substr(at, 4));
        found.good += size > 1 ? 1 : 0;
        found.bad += size == 0 ? 1 : 0;
        at += std::max<size_t>(size, 1);
    }
    return found;
}

/// The byte order of a text of ASCII in UTF-16 without a mark; null where it is none.
const char* orderByZeros(std::string_view bytes) {
    size_t zeros[2] = {};
    const std::string_view begin = bytes.substr(0, looked);
    for (size_t i = 0; i < begin.size(); ++i) zeros[i % 2] += begin[i] == '\0' ? 1 : 0;
    const size_t pairs = begin.size() / 2;
    if (bytes.size() % 2 != 0 || pairs == 0) return nullptr;
    if (zeros[1] * 2 > pairs && zeros[0] * 20 < pairs) return "UTF-16LE";
    if (zeros[0] * 2 > pairs && zeros[1] * 20 < pairs) return "UTF-16BE";
    return nullptr;
}

const char* orderOf(std::string_view bytes) {
    return bytes.starts_with(markLittle) ? "UTF-16LE"
           : bytes.starts_with(markBig)  ? "UTF-16BE"
                                         : orderByZeros(bytes);
}

DecodedText converted(const std::string& bytes, const char* from, Encoding encoding,
                      const std::string& source) {
    const std::string name = nameOf(encoding);
    Converter converter(from);
    if (!converter.isThere())
        throw workError(source + ": this system does not know " + name + "; save the file as UTF-8.");
    requireMemory(int64_t(bytes.size()), source + ": reading it as " + name, "Take a smaller file.");
    DecodedText result{{}, encoding};
    result.text.reserve(bytes.size());
    if (!converter.convert(bytes, result.text))
        throw inputError(source + ": expected text in " + name +
                         ", found bytes that are no character of it. Save it as UTF-8, or name another "
                         "encoding (data.encoding).");
    if (result.text.starts_with(mark8)) result.text.erase(0, mark8.size());
    return result;
}

DecodedText utf8(std::string bytes) {
    if (bytes.starts_with(mark8)) bytes.erase(0, mark8.size());
    return {std::move(bytes), Encoding::Utf8};
}

}  // namespace

const char* nameOf(Encoding encoding) {
    switch (encoding) {
        case Encoding::Utf16:
            return "UTF-16";
        case Encoding::Windows1252:
            return "Windows-1252";
        default:
            return "UTF-8";
    }
}

size_t characterSize(std::string_view text) {
    const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto follows = [&](size_t i, unsigned least = 0x80, unsigned most = 0xBF) {
        return byte(i) >= least && byte(i) <= most;
    };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool second = follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
        return second && follows(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool second = follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
        return second && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}
DecodedText decodedText(std::string bytes, const std::string& source, Encoding wanted) {
    const char* const order = orderOf(bytes);
    if (wanted == Encoding::Utf16 || (wanted == Encoding::Auto && order))
        return converted(bytes, order ? order : "UTF-16LE", Encoding::Utf16, source);
    if (wanted == Encoding::Windows1252) return converted(bytes, "WINDOWS-1252", wanted, source);
    if (wanted == Encoding::Utf8) return utf8(std::move(bytes));
    const Characters found = charactersOf(bytes);
    if (found.bad <= found.good || bytes.find('\0') != std::string::npos) return utf8(std::move(bytes));
    std::string text;
    Converter converter("WINDOWS-1252");
    if (!converter.isThere() || !converter.convert(bytes, text)) return utf8(std::move(bytes));
    return {std::move(text), Encoding::Windows1252};
}

}  // namespace attx
