#include "ui/figures/text/text_shading.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "model/files/error.h"
#include "model/text/tokenizer.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

// Behind the last word that is read; a megabyte more would only be slow to lay out.
constexpr int shownBehind = 1000;

/// [T] of a method: a row of scores, or the mean over the rows, layers and heads of a map.
std::vector<float> meanOfRows(const NamedArray& map, size_t length) {
    std::vector<float> values(length, 0.0f);
    const size_t rows = map.values.size() / length;
    for (size_t i = 0; i < map.values.size(); ++i) values[i % length] += map.values[i] / float(rows);
    return values;
}

/// The line breaks of HTML, of which reviews are full, as breaks. "↵" keeps their place, since the network
/// reads the "br": alone, or at the end of a word.
void breakLines(ShownText& shown) {
    static const QRegularExpression breaks(QStringLiteral("<br\\s*/?>"),
                                           QRegularExpression::CaseInsensitiveOption);
    constexpr qsizetype word = 3;  // "<br", which belongs to the word before it
    QString text;
    std::vector<int> places;  // Place in `text` of each character of the original
    const auto copyTo = [&](qsizetype end) {
        for (auto at = std::ssize(places); at < end; ++at) {
            places.push_back(int(text.size()));
            text += shown.text[at];
        }
    };
    for (auto found = breaks.globalMatch(shown.text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        copyTo(match.capturedStart());
        for (qsizetype at = 0; at < match.capturedLength(); ++at)
            places.push_back(int(text.size()) + (at < word ? 0 : at == word ? 1 : 2));
        text += QStringLiteral("↵\n");
    }
    copyTo(shown.text.size());
    places.push_back(int(text.size()));
    for (TokenRange& token : shown.tokens) {
        token.begin = places[token.begin];
        token.end = places[token.end];
    }
    shown.text = text;
}

/// On the command line, in the order of TextShade.
std::vector<const char*> shadeNames() {
    std::vector<const char*> names{"attention", "relevance", "contribution", "argmax"};
    for (const ExplainMethodInfo& info : shadingMethods()) names.push_back(info.name);
    return names;
}

const char* shadeName(TextShade shade) { return shadeNames()[size_t(shade)]; }

}  // namespace

std::span<const ExplainMethodInfo> shadingMethods() {
    const std::span<const ExplainMethodInfo> all = mapMethods();
    const auto first = std::ranges::find_if(
        all, [](const ExplainMethodInfo& info) { return info.needs == ExplainNeeds::Network; });
    return {first, all.end()};
}

std::optional<ExplainMethod> methodOf(TextShade shade) {
    if (shade == TextShade::Relevance || shade == TextShade::Contribution) return ExplainMethod::Relevance;
    if (shade < TextShade::FirstMethod) return std::nullopt;
    return shadingMethods()[size_t(shade) - size_t(TextShade::FirstMethod)].method;
}

std::vector<float> attentionOf(const Inspection& inspection, int layer, int head) {
    const LayerMaps maps(inspection.attention, inspection.heads);
    if (head < 0) return headMean(maps, layer);
    const auto size = std::ptrdiff_t(maps.length) * maps.length;
    const auto begin = inspection.attention[layer].begin() + head * size;
    return {begin, begin + size};
}

std::vector<float> amongWords(const Inspection& inspection, int layer, int head) {
    std::vector<float> map = attentionOf(inspection, layer, head);
    if (!inspection.sample.classToken) return map;
    const auto T = size_t(inspection.sample.length());
    std::vector<float> words;
    for (size_t query = 1; query < T; ++query)
        for (size_t key = 1; key < T; ++key) words.push_back(map[query * T + key]);
    return words;
}

std::vector<float> shadesOf(TextShade shade, const Inspection& inspection, const Explanation* explanation,
                            int layer, int head, int chosen) {
    const auto T = size_t(inspection.sample.length());
    const auto behindClassToken = [&](std::vector<float> all) {
        if (inspection.sample.classToken && !all.empty()) all.erase(all.begin());  // it is no word
        return all;
    };
    std::vector<float> values(T, 0.0f);
    switch (shade) {
        case TextShade::Attention: {
            const std::vector<float> map = attentionOf(inspection, layer, head);
            const size_t ahead = inspection.sample.classToken ? 1 : 0;
            const size_t first = chosen < 0 ? ahead : ahead + size_t(chosen);
            const size_t last = chosen < 0 ? T : first + 1;
            for (size_t query = first; query < last; ++query)
                for (size_t key = 0; key < T; ++key)
                    values[key] += map[query * T + key] / float(last - first);
            return behindClassToken(values);
        }
        case TextShade::Argmax:
            for (const int32_t at : inspection.argmax)
                if (inspection.pooling == PoolingKind::Mean)
                    for (int32_t t = 0; t < at; ++t) values[t] += 1 / float(at);
                else
                    values[at] += 1;
            return behindClassToken(values);
        case TextShade::Relevance:
            if (!explanation || explanation->inspection.sample != inspection.sample) return {};
            for (const NamedArray& map : explanation->maps)
                if (map.name == infoOf(ExplainMethod::Relevance).name)
                    return pooledRelevance(map.values, explanation->inspection, explanation->contributions,
                                           int(T));
            return {};
        case TextShade::Contribution:
            if (!explanation || explanation->inspection.sample != inspection.sample) return {};
            return behindClassToken(explanation->positionContributions);
        default:
            if (!explanation || explanation->inspection.sample != inspection.sample) return {};
            for (const NamedArray& map : explanation->maps)
                if (map.name == infoOf(*methodOf(shade)).name) return behindClassToken(meanOfRows(map, T));
            return {};
    }
    return {};
}

std::vector<float> withPaddingSummed(const std::vector<float>& values, size_t words) {
    if (values.size() <= words) return values;
    const auto behind = values.begin() + words;
    std::vector<float> result(values.begin(), behind);
    result.push_back(std::accumulate(behind, values.end(), 0.0f));
    return result;
}

std::vector<StrongKey> strongestKeys(const std::vector<float>& attention, int length, int token, int words,
                                     int most) {
    std::vector<StrongKey> keys;
    for (int key = 0; key < words; ++key)
        keys.push_back({key, attention[size_t(token) * size_t(length) + size_t(key)]});
    const auto kept = std::min(keys.size(), size_t(most));
    std::partial_sort(keys.begin(), keys.begin() + kept, keys.end(),
                      [](const StrongKey& a, const StrongKey& b) { return a.weight > b.weight; });
    keys.resize(kept);
    return keys;
}

namespace {

/// The tokens of a published tokenizer, those that it adds in their places.
ShownText shownTokens(const QString& text, const Vocabulary& vocabulary, int length,
                      const std::optional<std::string>& second) {
    ShownText shown;
    const std::string bytes[2] = {text.toStdString(), second.value_or("")};
    const std::vector<Token> all = vocabulary.tokensOf(bytes[0], second), read = cutTo(all, size_t(length));
    shown.cut = read.size() < all.size();
    size_t side = 0, copied = 0;  // The text written now (0 or 1), and how many of its bytes are copied
    const auto copyTo = [&](size_t byte) {
        if (byte > copied)
            shown.text += QString::fromUtf8(bytes[side].data() + copied, qsizetype(byte - copied));
        copied = std::max(copied, byte);
        return int(shown.text.size());
    };
    bool isBegun = false;
    for (const Token& token : read) {
        const QString piece = QString::fromStdString(vocabulary.word(token.id));
        const bool known = token.id != vocabulary.tokenizer()->unknown();
        shown.unknown += !known;
        shown.words << piece;
        if (token.isAdded) {
            if (isBegun) side = 1, copied = 0, isBegun = false;  // what ends the first text
            if (!shown.text.isEmpty()) shown.text += QLatin1Char(' ');
            const auto begin = int(shown.text.size());
            shown.text += piece;
            shown.tokens.push_back({begin, begin + int(piece.size()), known});
            continue;
        }
        if (!isBegun && !shown.text.isEmpty()) shown.text += QLatin1Char(' ');
        isBegun = true;
        // Several pieces of one character have all of its bytes.
        const bool isSame = !shown.tokens.empty() && token.begin < copied;
        const int begin = isSame ? int(shown.text.size()) : copyTo(token.begin);
        shown.tokens.push_back({begin, copyTo(token.end), known});
    }
    for (size_t i = 0; i < shown.tokens.size(); ++i) {
        const auto isWritten = [&](size_t token, int character) {
            return !read[token].isAdded && character >= 0 && shown.text[character].isLetterOrNumber();
        };
        const TokenRange& range = shown.tokens[i];
        const bool isPiece = i > 0 && !read[i].isAdded && range.begin <= shown.tokens[i - 1].end &&
                             isWritten(i - 1, shown.tokens[i - 1].end - 1) &&
                             (range.begin == range.end || isWritten(i, range.begin));
        shown.wordOf.push_back(i == 0 ? 0 : shown.wordOf.back() + (isPiece ? 0 : 1));
    }
    if (shown.cut) shown.text += QStringLiteral(" …");
    breakLines(shown);
    return shown;
}

}  // namespace

ShownText shownText(const QString& text, const Vocabulary& vocabulary, int length,
                    const std::optional<std::string>& second) {
    if (vocabulary.tokenizer()) return shownTokens(text, vocabulary, length, second);
    ShownText shown;
    const std::string bytes = text.toStdString();
    std::vector<Word> words = wordsOf(bytes, size_t(length) + 1);
    shown.cut = words.size() > size_t(length);
    if (shown.cut) words.pop_back();
    size_t byte = 0;
    int character = 0;  // The character that `byte` belongs to
    const auto characterAt = [&](size_t wanted) {
        character += int(QString::fromUtf8(bytes.data() + byte, qsizetype(wanted - byte)).size());
        byte = wanted;
        return character;
    };
    for (Word& word : words) {
        const int begin = characterAt(word.begin), end = characterAt(word.end);
        const bool known = vocabulary.id(word.word) != Vocabulary::unknown;
        shown.unknown += !known;
        shown.tokens.push_back({begin, end, known});
        shown.words << QString::fromStdString(word.word);
    }
    const int last = character + shownBehind;
    shown.text = text.size() <= last ? text : text.left(last) + QStringLiteral(" …");
    breakLines(shown);
    return shown;
}

ShownText joinedWords(const ShownText& shown) {
    ShownText joined = shown;
    joined.tokens.clear();
    joined.words.clear();
    joined.wordOf.clear();
    for (size_t i = 0; i < shown.tokens.size(); ++i) {
        const auto word = size_t(shown.wordOf[i]);
        if (word == joined.tokens.size()) {
            joined.tokens.push_back(shown.tokens[i]);
        } else {
            joined.tokens[word].end = std::max(joined.tokens[word].end, shown.tokens[i].end);
            joined.tokens[word].known &= shown.tokens[i].known;
        }
    }
    for (const TokenRange& range : joined.tokens)
        joined.words << shown.text.mid(range.begin, range.end - range.begin).trimmed();
    return joined;
}

std::vector<float> amongJoined(const std::vector<float>& map, const std::vector<int>& wordOf) {
    const auto T = size_t(std::lround(std::sqrt(double(map.size()))));
    std::vector<size_t> word;
    std::vector<float> pieces;
    for (size_t t = 0; t < T; ++t) {
        word.push_back(t < wordOf.size() ? size_t(wordOf[t]) : pieces.size());
        pieces.resize(std::max(pieces.size(), word.back() + 1));
        ++pieces[word.back()];
    }
    const size_t W = pieces.size();
    std::vector<float> joined(W * W);
    for (size_t query = 0; query < T; ++query)
        for (size_t key = 0; key < T; ++key)
            joined[word[query] * W + word[key]] += map[query * T + key] / pieces[word[query]];
    return joined;
}

QStringList unreadParts(const ShownText& shown) {
    if (shown.tokens.empty()) return {tr("no word to read")};
    QStringList parts;
    if (shown.unknown == int(shown.tokens.size()))
        parts << tr("no word is known");
    else if (shown.unknown > 0)
        parts << tr("%1 unknown").arg(shown.unknown);
    if (shown.cut) parts << tr("the rest is not read");
    return parts;
}

namespace {

/// What `shades` gives each token, summed over the pieces of a word; where a word asks, the mean over its
/// pieces.
std::vector<float> ofWords(const ShownText& shown, int chosen,
                           const std::function<std::vector<float>(int)>& shades) {
    std::vector<std::vector<float>> asked;
    for (size_t token = 0; token < shown.wordOf.size(); ++token)
        if (shown.wordOf[token] == chosen) asked.push_back(shades(int(token)));
    if (asked.empty()) asked.push_back(shades(-1));
    std::vector<float> values;
    for (const std::vector<float>& one : asked)
        for (size_t token = 0; token < one.size(); ++token) {
            const auto behind = token - std::min(token, shown.wordOf.size() - 1);  // the padding's sum
            const size_t word = size_t(shown.wordOf[token - behind]) + behind;
            values.resize(std::max(values.size(), word + 1));
            values[word] += one[token] / float(asked.size());
        }
    return values;
}

}  // namespace

TextFigure textFigure(const ShownText& shown, const Inspection& inspection, const Explanation* explanation,
                      const TextShading& shading) {
    TextFigure figure;
    figure.setName(QStringLiteral("text"));
    const bool byWord = shading.byWord && !shown.wordOf.empty();
    const ShownText spoken = byWord ? joinedWords(shown) : shown;
    figure.text = spoken.text;
    figure.tokens = spoken.tokens;
    figure.words = spoken.words;
    const bool byMethod = shading.shade >= TextShade::FirstMethod;
    figure.diverging = shading.shade == TextShade::Contribution ||
                       (byMethod && infoOf(*methodOf(shading.shade)).shape == ExplainShape::Scores);
    const int words = int(shown.tokens.size());
    if (!inspection.attention.empty() && inspection.sample.length() >= words) {
        figure.padding = inspection.sample.length() - words - (inspection.sample.classToken ? 1 : 0);
        const auto shades = [&](int chosen) {
            return withPaddingSummed(
                shadesOf(shading.shade, inspection, explanation, shading.layer, shading.head, chosen),
                shown.tokens.size());
        };
        figure.values = byWord ? ofWords(shown, shading.chosen, shades) : shades(shading.chosen);
    }
    QStringList choice{QStringLiteral("--shade"), QString::fromLatin1(shadeName(shading.shade))};
    if (shading.shade == TextShade::Attention) {
        choice << QStringLiteral("--layer") << QString::number(shading.layer);
        if (shading.head >= 0) choice << QStringLiteral("--head") << QString::number(shading.head);
    }
    figure.setChoice(choice);
    saySample(figure, inspection.sample);
    const QString layer = QString::number(shading.layer + 1);
    const bool arePieces = !spoken.wordOf.empty();
    const QString head = shading.head < 0 ? tr("mean of all heads") : tr("head %1").arg(shading.head + 1);
    switch (shading.shade) {
        case TextShade::Attention:
            figure.valueLabel = shading.chosen < 0
                                    ? (arePieces ? tr("attention from all tokens on average, layer %1, %2")
                                                 : tr("attention from all words on average, layer %1, %2"))
                                          .arg(layer, head)
                                    : tr("attention from “%1”, layer %2, %3")
                                          .arg(spoken.words.value(shading.chosen), layer, head);
            break;
        case TextShade::Relevance:
            figure.valueLabel = tr("relevance for the predicted class");
            break;
        case TextShade::Contribution:
            figure.valueLabel = tr("share in the logit: for (blue), against (orange)");
            break;
        case TextShade::Argmax:
            figure.isCount = true;
            figure.valueLabel = arePieces ? tr("features that the pooling took from the token")
                                          : tr("features that the pooling took from the word");
            break;
        default:
            figure.valueLabel = tr("%1 (%2)").arg(modelText(infoOf(*methodOf(shading.shade)).title),
                                                  modelText(infoOf(*methodOf(shading.shade)).unit));
            break;
    }
    if (inspection.sample.classToken)
        figure.valueLabel = tr("%1; the class token is no word").arg(figure.valueLabel);
    return figure;
}

TextShade textShadeNamed(const std::string& name) {
    const std::vector<const char*> names = shadeNames();
    std::string all;
    for (size_t i = 0; i < names.size(); ++i) {
        if (name == names[i]) return static_cast<TextShade>(i);
        all.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
    }
    throw inputError("expected one of " + all + ", found \"" + name + "\".");
}

}  // namespace attx
