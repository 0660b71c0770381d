#include "model/data/generated_reviews.h"

#include <array>
#include <span>

#include "model/data/philox.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

using Words = std::span<const char* const>;

constexpr std::array subjects{"the plot",        "the acting",     "the music", "the ending",
                              "the script",      "the dialogue",   "the film",  "the pacing",
                              "the camera work", "the whole story"};
constexpr std::array praise{"good",  "great",    "brilliant", "moving", "funny",      "clever",
                            "fresh", "charming", "gripping",  "superb", "convincing", "memorable"};
constexpr std::array blame{"bad",   "awful", "boring", "dull",     "tedious",     "clumsy",
                           "stale", "silly", "weak",   "dreadful", "forgettable", "predictable"};
constexpr std::array negators{"not", "never", "hardly", "not at all", "by no means", "anything but"};
constexpr std::array adverbs{"really", "truly", "simply", "quite"};
constexpr std::array people{"my sister",   "a friend", "my neighbour", "the man next to me",
                            "our teacher", "a critic", "my old aunt",  "the whole family"};
constexpr std::array actions{"watched it on Sunday evening",   "had read the book before",
                             "bought the tickets on-line",     "fell over a bag of popcorn",
                             "knew the director's first film", "took the last bus home",
                             "sat in the front row",           "asked for a glass of water"};
constexpr std::array facts{"It runs for two hours.",
                           "It is set in a small town by the sea.",
                           "The cast comes from the theatre; most are new to the screen.",
                           "They filmed it in black & white.",
                           "It opens with a train, a letter and a dog.",
                           "There are songs in it (three of them).",
                           "The cinema was half full.",
                           "It is the second part of a trilogy.",
                           "We saw it in the original language.",
                           "A detective looks for his brother's house."};

const char* oneOf(PhiloxSequence& random, Words words) { return words[random.below(uint32_t(words.size()))]; }

std::string sentence(std::string text) {
    if (text.front() >= 'a' && text.front() <= 'z') text.front() = char(text.front() - 'a' + 'A');
    return text;
}

std::string aside(PhiloxSequence& random) {
    if (random.below(2) == 0) return oneOf(random, facts);
    const std::string who = oneOf(random, people);
    return sentence(who + " " + oneOf(random, actions) + ".");
}

std::string opinion(PhiloxSequence& random, bool positive, bool negated) {
    std::string text = oneOf(random, subjects);
    text += " was ";
    if (negated)
        text += oneOf(random, negators) + std::string(" ");
    else if (random.below(3) == 0)
        text += oneOf(random, adverbs) + std::string(" ");
    return text + oneOf(random, positive != negated ? Words(praise) : Words(blame));
}

std::string verdict(PhiloxSequence& random, bool positive) {
    const bool negated = random.below(2) == 0;
    std::string text = sentence(opinion(random, positive, negated));
    switch (random.below(3)) {
        case 0:
            return text + ", and " + opinion(random, positive, negated) + ".";
        case 1:
            return text + "! " + sentence(opinion(random, positive, negated)) + ".";
        default:
            return text + ".";
    }
}

}  // namespace

const std::vector<std::string>& generatedClasses() {
    static const std::vector<std::string> names{ATTX_TR("model", "negative"), ATTX_TR("model", "positive")};
    return names;
}

std::vector<LabelledText> generatedReviews(int count, uint64_t seed, uint32_t sequence) {
    std::vector<LabelledText> reviews;
    PhiloxSequence random(seed, RandomStream::Data, sequence);
    for (int i = 0; i < count; ++i) {
        const bool positive = i % 2 == 1;
        std::string text;
        for (uint32_t n = random.below(3); n > 0; --n) text += aside(random) + " ";
        text += verdict(random, positive);
        for (uint32_t n = random.below(3); n > 0; --n) text += " " + aside(random);
        reviews.push_back({std::move(text), positive ? 1 : 0});
    }
    return reviews;
}

}  // namespace attx
