// NumPy's .npy files: written as version 1.0, little-endian float32 in C order; read as versions 1.0 to 3.0,
// of whole and real numbers in either order of bytes and axes. Format:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "model/files/named_array.h"

namespace attx {

/// The bytes of a file. The name is not stored: .npy has no place for it.
[[nodiscard]] std::string npyBytes(const NamedArray& array);

/// Reads what npyBytes or numpy.save wrote; numbers of other types are rounded to 32 bits, and too large ones
/// become infinite. `source` names the input in messages and the array. Throws Error(Input) for anything
/// else: complex numbers, texts, objects, a wrong length.
[[nodiscard]] NamedArray npyFromBytes(std::string_view bytes, const std::string& source);
[[nodiscard]] NamedArray readNpy(const std::filesystem::path& path);

}  // namespace attx
