// The pieces of a vocabulary and their ids, from the files in which Hugging Face's libraries keep them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace attx {

/// Pieces by id and ids by piece. Ids may have gaps.
class PieceTable {
public:
    /// Throws Error::Kind::Input, naming `source`, for an id below 0 or too large, or that has another piece.
    void add(const std::string& piece, int64_t id, const std::string& source);

    [[nodiscard]] std::optional<int32_t> find(const std::string& piece) const;
    /// Empty for an id that has none.
    [[nodiscard]] const std::string& piece(int32_t id) const;
    /// The largest id and one.
    [[nodiscard]] int size() const { return size_; }

private:
    std::unordered_map<int32_t, std::string> pieces_;  ///< No array: an id may be far above the others
    std::unordered_map<std::string, int32_t> ids_;
    int size_ = 0;
};

/// vocab.txt: a piece a line, from id 0 on. Of a piece that stands there twice the last id is taken.
[[nodiscard]] PieceTable piecesFromLines(std::string_view text, const std::string& source);

/// The pairs of pieces that become one, the first before all others.
using Merges = std::vector<std::pair<std::string, std::string>>;
/// merges.txt: two pieces a line, behind an optional line "#version". Throws Error::Kind::Input.
[[nodiscard]] Merges mergesFromLines(std::string_view text, const std::string& source);

}  // namespace attx
