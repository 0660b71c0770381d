#include "model/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

#include "model/files/error.h"

namespace attx {
namespace {

const std::string printableBlank = utf8Of(printableByte(' '));

/// Leaves the blanks out that a piece begins and ends with.
void trimBlanks(Token& token, std::string_view piece, std::string_view text) {
    for (; piece.starts_with(printableBlank); piece.remove_prefix(printableBlank.size()))
        if (token.begin < token.end && text[token.begin] == ' ') ++token.begin;
    for (; piece.ends_with(printableBlank); piece.remove_suffix(printableBlank.size()))
        if (token.begin < token.end && text[token.end - 1] == ' ') --token.end;
}

/// The byte of "<0xE2>".
std::optional<unsigned char> fallbackByte(std::string_view piece) {
    constexpr std::string_view front = "<0x";
    unsigned byte = 0;
    const char *first = piece.data() + front.size(), *last = piece.data() + piece.size() - 1;
    if (piece.size() != front.size() + 3 || !piece.starts_with(front) || !piece.ends_with('>') ||
        std::from_chars(first, last, byte, 16).ptr != last)
        return std::nullopt;
    return static_cast<unsigned char>(byte);
}

}  // namespace

std::vector<Token> cutTo(const std::vector<Token>& tokens, size_t most) {
    std::array<size_t, 2> kept{};
    std::vector<size_t> sides;  // The second text has another type, or stands behind what ends the first.
    bool isBegun = false, isEnded = false;
    for (const Token& token : tokens) {
        isBegun |= !token.isAdded;
        isEnded |= token.isAdded && isBegun;
        sides.push_back(token.type > 0 || isEnded ? 1 : 0);
        if (!token.isAdded) ++kept[sides.back()];
    }
    size_t left = tokens.size();
    for (; left > most && kept[0] + kept[1] > 0; --left) --*std::ranges::max_element(kept);
    std::vector<Token> result;
    for (size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        size_t* more = token.isAdded ? nullptr : &kept[sides[i]];
        if (more && *more == 0) continue;
        if (more) --*more;
        result.push_back(token);
    }
    result.resize(std::min(result.size(), most));
    return result;
}

Tokenizer::Tokenizer(TokenizerParts parts) : parts_(std::move(parts)) {
    std::vector<const AddedToken*> asWritten, asNormalized;
    for (const AddedToken& token : parts_.added) {
        addedPieces_.add(token.content, token.id, "The tokens added to the vocabulary");
        (token.isNormalized ? asNormalized : asWritten).push_back(&token);
    }
    for (const Template* added : {&parts_.single, &parts_.pair})
        for (const TemplatePart& part : *added)
            if (part.kind == TemplatePart::Kind::Added && piece(part.id).empty())
                throw inputError("The tokenizer adds a token with the id " + std::to_string(part.id) +
                                 ", which is of no piece. Are its files of the same tokenizer?");
    inText_ = {asWritten, {}};
    inNormalized_ = {asNormalized, parts_.normalizer};
}

std::vector<Token> Tokenizer::tokensOf(std::string_view text, int32_t type) const {
    std::vector<Token> tokens;
    const auto addPart = [&](const TextPart& part) {
        if (part.token) {
            tokens.push_back({part.token->id, part.text.front().begin, part.text.back().end});
            return;
        }
        for (const Characters& word : wordsOf(part.text, parts_.splitters)) {
            std::vector<Token> found = std::visit(
                [&](const auto& model) { return model.tokensOf(word, parts_.pieces); }, parts_.model);
            if (parts_.trimsBlanks)
                for (Token& token : found) trimBlanks(token, piece(token.id), text);
            std::move(found.begin(), found.end(), std::back_inserter(tokens));
        }
    };
    for (TextPart& part : inText_.partsOf(charactersOf(text))) {
        if (part.token)
            addPart(part);
        else
            for (const TextPart& inner :
                 inNormalized_.partsOf(normalized(std::move(part.text), parts_.normalizer)))
                addPart(inner);
    }
    for (Token& token : tokens) token.type = type;
    return tokens;
}

std::vector<Token> Tokenizer::encode(std::string_view text, std::optional<std::string_view> second) const {
    std::vector<Token> tokens;
    for (const TemplatePart& part : second ? parts_.pair : parts_.single) {
        if (part.kind == TemplatePart::Kind::Added) {
            tokens.push_back({part.id, 0, 0, part.type, true});
            continue;
        }
        std::vector<Token> found =
            tokensOf(part.kind == TemplatePart::Kind::First ? text : second.value_or(""), part.type);
        std::move(found.begin(), found.end(), std::back_inserter(tokens));
    }
    return tokens;
}

const std::string& Tokenizer::piece(int32_t id) const {
    const std::string& ofVocabulary = parts_.pieces.piece(id);
    return ofVocabulary.empty() ? addedPieces_.piece(id) : ofVocabulary;
}

int32_t Tokenizer::unknown() const {
    return std::visit([](const auto& model) { return model.unknown; }, parts_.model);
}

int Tokenizer::size() const { return std::max(parts_.pieces.size(), addedPieces_.size()); }

std::string Tokenizer::kind() const {
    if (std::holds_alternative<WordPiece>(parts_.model)) return "WordPiece";
    if (std::get<BytePairs>(parts_.model).byteFallback) return "BPE with byte fallback";
    return isOfBytes() ? "byte-level BPE" : "BPE";
}

bool Tokenizer::isOfBytes() const {
    return std::ranges::any_of(parts_.splitters, [](const Splitter& splitter) {
        return splitter.kind == Splitter::Kind::Gpt2 || splitter.kind == Splitter::Kind::Bytes;
    });
}

std::string Tokenizer::blank() const {
    for (const NormalizerStep& step : parts_.normalizer)
        if (step.kind == NormalizerStep::Kind::Replace && step.pattern == " ") return step.content;
    for (const Splitter& splitter : parts_.splitters)
        if (splitter.kind == Splitter::Kind::Metaspace) return splitter.blank;
    return {};
}

bool Tokenizer::beginsWithBlank() const {
    return std::any_of(
               parts_.normalizer.begin(), parts_.normalizer.end(),
               [](const NormalizerStep& step) { return step.kind == NormalizerStep::Kind::Prepend; }) ||
           std::ranges::any_of(parts_.splitters, [](const Splitter& splitter) {
               return splitter.prefix != Splitter::Prefix::Never;
           });
}

std::string Tokenizer::bytesOf(int32_t id) const {
    const std::string& written = piece(id);
    if (!addedPieces_.piece(id).empty()) return written;
    if (const auto* pieces = std::get_if<WordPiece>(&parts_.model))
        return written.starts_with(pieces->continuing) ? written.substr(pieces->continuing.size())
                                                       : " " + written;
    if (std::get<BytePairs>(parts_.model).byteFallback)
        if (const std::optional<unsigned char> byte = fallbackByte(written))
            return {static_cast<char>(*byte)};
    std::string bytes;
    if (isOfBytes()) {
        for (const Character& character : charactersOf(written))
            if (const std::optional<unsigned char> byte = byteOfPrintable(character.code))
                bytes += char(*byte);
            else
                bytes += utf8Of(character.code);
        return bytes;
    }
    const std::string from = blank();
    if (from.empty()) return written;
    for (const Character& character : replacedIn(charactersOf(written), from, " "))
        bytes += utf8Of(character.code);
    return bytes;
}

}  // namespace attx
