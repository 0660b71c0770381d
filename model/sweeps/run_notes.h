// What a person says of a run: a name, a star, a note. They are kept in the run's folder and change nothing
// of what was trained.
#pragma once
#include <string>

namespace attx {

struct RunNotes {
    std::string name;  ///< shown instead of the folder's; empty: that one
    std::string note;
    bool star = false;
    bool operator==(const RunNotes&) const = default;
};

inline constexpr const char* notesFileName = "notes.json";  ///< File in the run's folder

/// Empty where there are none; a damaged file has none either. Never throws.
[[nodiscard]] RunNotes readNotes(const std::string& runFolder);
/// Without anything to say the file goes; what another version has written there stays. Throws
/// Error::Kind::Input where the file there cannot be read and where the folder, as of a sweep's run, or the
/// file is a link, and Error::Kind::Work if it cannot be written.
void writeNotes(const std::string& runFolder, const RunNotes& notes);

}  // namespace attx
