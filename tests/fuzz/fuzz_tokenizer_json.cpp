#include "fuzz_input.h"
#include "model/text/tokenizer_json.h"

// A tokenizer.json; then all of it as a text of that tokenizer.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        const attx::Tokenizer tokenizer(attx::tokenizerPartsFromJson(bytes, "fuzz"));
        for (const attx::Token& token : tokenizer.encode(bytes, bytes)) (void)tokenizer.piece(token.id);
    });
}
