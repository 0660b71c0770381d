#include "fuzz_input.h"
#include "model/data/vectoriser.h"

// One word a line, as checkpoints hold them; then all of it as a text of these words.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        std::vector<std::string> words;
        for (std::string_view rest = bytes; !rest.empty();) {
            const std::string_view word = rest.substr(0, rest.find('\n'));
            words.emplace_back(word);
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        }
        const attx::Vocabulary vocabulary(words, "fuzz");
        (void)vocabulary.wordsOf(vocabulary.idsOf(bytes, 100), bytes);
    });
}
