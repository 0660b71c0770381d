#include "model/text/pieces.h"

#include <algorithm>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

constexpr int64_t mostPieces = 10'000'000;  // the largest vocabularies that are published have a million

/// Calls visit(line, number) for each line, from 1; the last one may lack its end.
template <class Visit>
void eachLine(std::string_view text, Visit visit) {
    for (int64_t number = 1; !text.empty(); ++number) {
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        visit(line, number);
    }
}

}  // namespace

void PieceTable::add(const std::string& piece, int64_t id, const std::string& source) {
    const auto quoted = [&] { return "\"" + shortened(onOneLine(piece)) + "\""; };
    if (id < 0 || id >= mostPieces)
        throw inputError(source + ": the piece " + quoted() + " has the id " + std::to_string(id) +
                         "; expected one from 0 to " + std::to_string(mostPieces - 1) + ".");
    const auto number = int32_t(id);
    const auto [at, isNew] = pieces_.emplace(number, piece);
    if (!isNew && at->second != piece)
        throw inputError(source + ": the pieces \"" + shortened(onOneLine(at->second)) + "\" and " +
                         quoted() + " have the same id " + std::to_string(id) + ".");
    ids_[piece] = number;
    size_ = std::max(size_, number + 1);
}

std::optional<int32_t> PieceTable::find(const std::string& piece) const {
    const auto found = ids_.find(piece);
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

const std::string& PieceTable::piece(int32_t id) const {
    static const std::string none;
    const auto found = pieces_.find(id);
    return found == pieces_.end() ? none : found->second;
}

PieceTable piecesFromLines(std::string_view text, const std::string& source) {
    PieceTable table;
    eachLine(text, [&](std::string_view line, int64_t number) {
        table.add(std::string(line), number - 1, source);
    });
    if (table.size() == 0)
        throw inputError(source + ": holds no piece. Expected one a line, as in BERT's vocab.txt.");
    return table;
}

Merges mergesFromLines(std::string_view text, const std::string& source) {
    Merges merges;
    eachLine(text, [&](std::string_view line, int64_t number) {
        if (line.empty() || line.starts_with("#version")) return;
        const size_t blank = line.find(' ');
        if (blank == std::string_view::npos || blank == 0 || blank + 1 == line.size() ||
            line.find(' ', blank + 1) != std::string_view::npos)
            throw inputError(source + ": line " + std::to_string(number) +
                             ": expected two pieces and a blank between them; found \"" +
                             shortened(onOneLine(std::string(line))) + "\".");
        merges.emplace_back(line.substr(0, blank), line.substr(blank + 1));
    });
    return merges;
}

}  // namespace attx
