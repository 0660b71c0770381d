#include "model/data/vectoriser.h"

#include <algorithm>

#include "model/files/encoding.h"
#include "model/files/error.h"
#include "model/text/tokenizer.h"

namespace attx {
namespace {

// Not those of <cctype>, which follow the locale.
bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
/// !"#$%&()*+,-./:;<=>?@[\]^_`{|}~' : every printing ASCII character but letters and digits.
bool isPunctuation(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}
char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

/// Calls visit(word, begin, end) for each word of `text` until it returns false; `word` is reused.
template <class Visit>
void eachWord(std::string_view text, Visit visit) {
    std::string word;
    size_t begin = 0, end = 0;
    for (size_t at = 0; at <= text.size(); ++at) {
        if (at == text.size() || isSpace(text[at])) {
            if (!word.empty() && !visit(word, begin, end)) return;
            word.clear();
        } else if (!isPunctuation(text[at])) {
            if (word.empty()) begin = at;
            word += lower(text[at]);
            end = at + 1;
        }
    }
}

}  // namespace

std::vector<Word> wordsOf(std::string_view text, size_t most) {
    std::vector<Word> words;
    if (most == 0) return words;
    eachWord(text, [&](const std::string& word, size_t begin, size_t end) {
        words.push_back({word, begin, end});
        return words.size() < most;
    });
    return words;
}

int paddingBehind(std::span<const int32_t> tokens) {
    const auto isWord = [](int32_t token) { return token != Vocabulary::padding; };
    return int(std::find_if(tokens.rbegin(), tokens.rend(), isWord) - tokens.rbegin());
}

Vocabulary::Vocabulary(std::vector<std::string> words, const std::string& source) : words_(std::move(words)) {
    ids_.reserve(words_.size());
    for (size_t i = 0; i < words_.size(); ++i) {
        const std::string& word = words_[i];
        const std::string where = source + ": word " + std::to_string(i + reserved) + " of the vocabulary ";
        if (word.empty() || std::ranges::any_of(word, isSpace))
            throw inputError(where + "is empty or holds white space, which no word of a text does.");
        if (!ids_.emplace(word, int32_t(i) + reserved).second)
            throw inputError(where + "stands there twice: \"" + word.substr(0, 40) + "\".");
    }
}

Vocabulary Vocabulary::learn(const std::vector<std::string_view>& texts, int mostTokens) {
    std::unordered_map<std::string, int64_t> counts;
    for (const std::string_view text : texts)
        eachWord(text, [&](const std::string& word, size_t, size_t) { return ++counts[word], true; });
    std::vector<std::pair<int64_t, std::string>> order;
    order.reserve(counts.size());
    for (auto& [word, count] : counts) order.emplace_back(count, word);
    const size_t kept = std::min(order.size(), size_t(std::max(mostTokens, int{reserved}) - reserved));
    std::partial_sort(order.begin(), order.begin() + kept, order.end(), std::greater<>());
    std::vector<std::string> words;
    words.reserve(kept);
    for (size_t i = 0; i < kept; ++i) words.push_back(std::move(order[i].second));
    return {std::move(words), "the texts"};
}

int Vocabulary::size() const { return tokenizer_ ? tokenizer_->size() : int(words_.size()) + reserved; }

int32_t Vocabulary::id(const std::string& word) const {
    const auto found = ids_.find(word);
    return found == ids_.end() ? unknown : found->second;
}

const std::string& Vocabulary::word(int32_t id) const {
    static const std::string none, other = "[UNK]";
    if (tokenizer_) return tokenizer_->piece(id);
    if (id == padding) return none;
    const auto index = size_t(id - reserved);
    return id < reserved || index >= words_.size() ? other : words_[index];
}

std::vector<std::string> Vocabulary::wordsOf(std::span<const int32_t> ids, std::string_view text) const {
    std::vector<std::string> read;
    if (empty()) return read;
    const std::vector<Word> written = tokenizer_ ? std::vector<Word>() : attx::wordsOf(text, ids.size());
    for (const int32_t id : ids) {
        const size_t at = read.size();
        if (id >= size())  // the network has an embedding for it, the vocabulary no word
            read.push_back("[" + std::to_string(id) + "]");
        else if (tokenizer_)
            read.push_back(word(id));
        else if (id == unknown && at < written.size())
            read.push_back("[" + written[at].word + "]");
        else
            read.push_back(id == padding ? "[PAD]" : word(id));
    }
    return read;
}

std::vector<Token> Vocabulary::tokensOf(std::string_view text, std::optional<std::string_view> second) const {
    if (tokenizer_) return tokenizer_->encode(text, second);
    std::vector<Token> tokens;
    eachWord(text, [&](const std::string& word, size_t begin, size_t end) {
        tokens.push_back({id(word), begin, end});
        return true;
    });
    return tokens;
}

std::vector<int32_t> Vocabulary::idsOf(std::string_view text, int length) const {
    std::vector<int32_t> ids;
    if (length <= 0) return ids;
    if (tokenizer_) {
        for (const Token& token : cutTo(tokenizer_->encode(text), size_t(length))) ids.push_back(token.id);
        return ids;
    }
    eachWord(text, [&](const std::string& word, size_t, size_t) {
        ids.push_back(id(word));
        return ids.size() < size_t(length);
    });
    return ids;
}

std::string Vocabulary::toText() const {
    std::string text;
    for (const std::string& word : words_) text += word + '\n';
    return text;
}

Vocabulary Vocabulary::fromText(std::string_view text, const std::string& source) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {std::move(words), source};
}

std::string validUtf8(std::string bytes, int64_t* replaced) {
    int64_t bad = 0;
    std::string text;
    size_t copied = 0;  // everything before it is in `text`, unless nothing was wrong so far
    for (size_t at = 0; at < bytes.size();) {
        if (const size_t size = characterSize(std::string_view(bytes).substr(at))) {
            at += size;
            continue;
        }
        text.append(bytes, copied, at - copied);
        text += "\xEF\xBF\xBD";
        copied = ++at;
        ++bad;
    }
    if (replaced) *replaced = bad;
    if (bad == 0) return bytes;
    return text.append(bytes, copied, bytes.size() - copied);
}

}  // namespace attx
