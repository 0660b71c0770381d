#include "fuzz_input.h"
#include "model/text/text_json.h"
#include "model/text/tokenizer.h"

// vocab.json up to the first NUL and merges.txt behind it, as a byte-level tokenizer; the first byte takes
// vocab.txt and WordPiece instead. Then all of it as a text.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        attx::TokenizerParts parts;
        const bool ofLines = bytes.starts_with('l');
        const size_t end = std::min(bytes.find('\0'), bytes.size());
        const std::string_view pieces = bytes.substr(0, end),
                               behind = bytes.substr(std::min(end + 1, bytes.size()));
        parts.pieces = ofLines ? attx::piecesFromLines(pieces, "fuzz")
                               : attx::piecesOf(attx::textJson(pieces, "fuzz", "vocabulary"), "fuzz");
        parts.splitters = {{ofLines ? attx::Splitter::Kind::Bert : attx::Splitter::Kind::Gpt2}};
        parts.normalizer = attx::bertNormalizer(ofLines, ofLines, ofLines, ofLines);
        if (ofLines) {
            parts.model = attx::WordPiece{};
        } else {
            attx::BytePairs pairs;
            pairs.learn(attx::mergesFromLines(behind, "fuzz"), parts.pieces, "fuzz");
            parts.model = pairs;
        }
        const attx::Tokenizer tokenizer(std::move(parts));
        for (const attx::Token& token : tokenizer.encode(bytes)) (void)tokenizer.piece(token.id);
    });
}
