// How the characters of a text file are written, found out and turned into UTF-8.
#pragma once
#include <string>
#include <string_view>

namespace attx {

enum class Encoding { Auto, Utf8, Utf16, Windows1252 };
/// "UTF-8", "UTF-16", "Windows-1252".
[[nodiscard]] const char* nameOf(Encoding encoding);

/// A text in UTF-8, without the mark that some editors put first.
struct DecodedText {
    std::string text;
    Encoding encoding = Encoding::Utf8;  ///< Encoding that the bytes had, never Auto
};

/// `bytes` as `wanted` says. Auto:
/// - UTF-16 where its mark begins the text, or where one of two bytes is zero;
/// - UTF-8 where all of it is, or where more of its characters beyond ASCII are than bytes are not;
/// - else Windows-1252, which has ISO 8859-1 in it, if it has a character for each byte.
/// Of UTF-8 the bytes that are no character stay as they are (see validUtf8). Throws Error::Kind::Input that
/// names `source` where `wanted` is not what the bytes are.
[[nodiscard]] DecodedText decodedText(std::string bytes, const std::string& source,
                                      Encoding wanted = Encoding::Auto);

/// Bytes of the valid character of UTF-8 that `text` begins with, 0 if none does.
[[nodiscard]] size_t characterSize(std::string_view text);

}  // namespace attx
