// What the library attx-hdf5 does for hdf5_file.h.
#pragma once
#include <string>
#include <string_view>

namespace attx {

/// `packed`: MessagePack, {"root": a group} or {"problem": what cannot be read}. A group is an array of
/// [name, content], a dataset {"type", "shape", "at", "size"}, where "at" is null if it has no bytes. Damage
/// may crash the process.
using ListHdf5 = void(std::string_view bytes, std::string& packed);

}  // namespace attx

extern "C" attx::ListHdf5 attxListHdf5;
