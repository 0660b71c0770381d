#include "ui/figures/text/text_shading.h"

#include <QRegularExpression>
#include <algorithm>
#include <numeric>

#include "model/files/error.h"
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
    for (size_t i = 0; i < map.values.size(); ++i)
        values[i % length] += map.values[i] / static_cast<float>(rows);
    return values;
}

/// The line breaks of HTML, of which reviews are full, as breaks. "↵" keeps their place, since the network
/// reads the "br": alone, or at the end of a word.
void breakLines(ShownText& shown) {
    static const QRegularExpression breaks(QStringLiteral("<br\\s*/?>"),
                                           QRegularExpression::CaseInsensitiveOption);
    constexpr qsizetype word = 3;  // "<br", which belongs to the word before it
    QString text;
    std::vector<int> places;  // of the characters in `text`
    const auto copyTo = [&](qsizetype end) {
        for (auto at = std::ssize(places); at < end; ++at) {
            places.push_back(static_cast<int>(text.size()));
            text += shown.text[at];
        }
    };
    for (auto found = breaks.globalMatch(shown.text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        copyTo(match.capturedStart());
        for (qsizetype at = 0; at < match.capturedLength(); ++at)
            places.push_back(static_cast<int>(text.size()) + (at < word ? 0 : at == word ? 1 : 2));
        text += QStringLiteral("↵\n");
    }
    copyTo(shown.text.size());
    places.push_back(static_cast<int>(text.size()));
    for (TokenRange& token : shown.tokens) {
        token.begin = places[static_cast<size_t>(token.begin)];
        token.end = places[static_cast<size_t>(token.end)];
    }
    shown.text = text;
}

/// On the command line, in the order of TextShade.
std::vector<const char*> shadeNames() {
    std::vector<const char*> names{"attention", "relevance", "contribution", "argmax"};
    for (const ExplainMethodInfo& info : shadingMethods()) names.push_back(info.name);
    return names;
}

const char* shadeName(TextShade shade) { return shadeNames()[static_cast<size_t>(shade)]; }

}  // namespace

std::span<const ExplainMethodInfo> shadingMethods() {
    const std::span<const ExplainMethodInfo> all = mapMethods();
    const auto first = std::find_if(all.begin(), all.end(), [](const ExplainMethodInfo& info) {
        return info.needs == ExplainNeeds::Network;
    });
    return {first, all.end()};
}

std::optional<ExplainMethod> methodOf(TextShade shade) {
    if (shade == TextShade::Relevance || shade == TextShade::Contribution) return ExplainMethod::Relevance;
    if (shade < TextShade::FirstMethod) return std::nullopt;
    return shadingMethods()[static_cast<size_t>(shade) - static_cast<size_t>(TextShade::FirstMethod)].method;
}

std::vector<float> attentionOf(const Inspection& inspection, int layer, int head) {
    const LayerMaps maps(inspection.attention, inspection.heads);
    if (head < 0) return headMean(maps, layer);
    const auto size = static_cast<std::ptrdiff_t>(maps.length) * maps.length;
    const auto begin = inspection.attention[static_cast<size_t>(layer)].begin() + head * size;
    return {begin, begin + size};
}

std::vector<float> amongWords(const Inspection& inspection, int layer, int head) {
    std::vector<float> map = attentionOf(inspection, layer, head);
    if (!inspection.sample.classToken) return map;
    const auto T = static_cast<size_t>(inspection.sample.length());
    std::vector<float> words;
    for (size_t query = 1; query < T; ++query)
        for (size_t key = 1; key < T; ++key) words.push_back(map[query * T + key]);
    return words;
}

std::vector<float> shadesOf(TextShade shade, const Inspection& inspection, const Explanation* explanation,
                            int layer, int head, int chosen) {
    const auto T = static_cast<size_t>(inspection.sample.length());
    const auto behindClassToken = [&](std::vector<float> all) {
        if (inspection.sample.classToken && !all.empty()) all.erase(all.begin());  // it is no word
        return all;
    };
    std::vector<float> values(T, 0.0f);
    switch (shade) {
        case TextShade::Attention: {
            const std::vector<float> map = attentionOf(inspection, layer, head);
            const size_t ahead = inspection.sample.classToken ? 1 : 0;
            const size_t first = chosen < 0 ? ahead : ahead + static_cast<size_t>(chosen);
            const size_t last = chosen < 0 ? T : first + 1;
            for (size_t query = first; query < last; ++query)
                for (size_t key = 0; key < T; ++key)
                    values[key] += map[query * T + key] / static_cast<float>(last - first);
            return behindClassToken(values);
        }
        case TextShade::Argmax:
            for (const int32_t at : inspection.argmax)
                if (inspection.pooling == PoolingKind::Mean)
                    for (int32_t t = 0; t < at; ++t)
                        values[static_cast<size_t>(t)] += 1 / static_cast<float>(at);
                else
                    values[static_cast<size_t>(at)] += 1;
            return behindClassToken(values);
        case TextShade::Relevance:
            if (!explanation || explanation->inspection.sample != inspection.sample) return {};
            for (const NamedArray& map : explanation->maps)
                if (map.name == infoOf(ExplainMethod::Relevance).name)
                    return pooledRelevance(map.values, explanation->inspection, explanation->contributions,
                                           static_cast<int>(T));
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
    const auto behind = values.begin() + static_cast<std::ptrdiff_t>(words);
    std::vector<float> result(values.begin(), behind);
    result.push_back(std::accumulate(behind, values.end(), 0.0f));
    return result;
}

std::vector<StrongKey> strongestKeys(const std::vector<float>& attention, int length, int token, int words,
                                     int most) {
    std::vector<StrongKey> keys;
    for (int key = 0; key < words; ++key)
        keys.push_back(
            {key,
             attention[static_cast<size_t>(token) * static_cast<size_t>(length) + static_cast<size_t>(key)]});
    const auto kept = std::min(keys.size(), static_cast<size_t>(most));
    std::partial_sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(kept), keys.end(),
                      [](const StrongKey& a, const StrongKey& b) { return a.weight > b.weight; });
    keys.resize(kept);
    return keys;
}

ShownText shownText(const QString& text, const Vocabulary& vocabulary, int length) {
    ShownText shown;
    const std::string bytes = text.toStdString();
    std::vector<Word> words = wordsOf(bytes, static_cast<size_t>(length) + 1);
    shown.cut = words.size() > static_cast<size_t>(length);
    if (shown.cut) words.pop_back();
    size_t byte = 0;
    int character = 0;  // of `byte`
    const auto characterAt = [&](size_t wanted) {
        character += static_cast<int>(
            QString::fromUtf8(bytes.data() + byte, static_cast<qsizetype>(wanted - byte)).size());
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

QStringList unreadParts(const ShownText& shown) {
    if (shown.tokens.empty()) return {tr("no word to read")};
    QStringList parts;
    if (shown.unknown == static_cast<int>(shown.tokens.size()))
        parts << tr("no word is known");
    else if (shown.unknown > 0)
        parts << tr("%1 unknown").arg(shown.unknown);
    if (shown.cut) parts << tr("the rest is not read");
    return parts;
}

TextFigure textFigure(const ShownText& shown, const Inspection& inspection, const Explanation* explanation,
                      const TextShading& shading) {
    TextFigure figure;
    figure.setName(QStringLiteral("text"));
    figure.text = shown.text;
    figure.tokens = shown.tokens;
    figure.words = shown.words;
    const bool byMethod = shading.shade >= TextShade::FirstMethod;
    figure.diverging = shading.shade == TextShade::Contribution ||
                       (byMethod && infoOf(*methodOf(shading.shade)).shape == ExplainShape::Scores);
    const int words = static_cast<int>(shown.tokens.size());
    if (!inspection.attention.empty() && inspection.sample.length() >= words) {
        figure.padding = inspection.sample.length() - words - (inspection.sample.classToken ? 1 : 0);
        figure.values = withPaddingSummed(
            shadesOf(shading.shade, inspection, explanation, shading.layer, shading.head, shading.chosen),
            shown.tokens.size());
    }
    QStringList choice{QStringLiteral("--shade"), QString::fromLatin1(shadeName(shading.shade))};
    if (shading.shade == TextShade::Attention) {
        choice << QStringLiteral("--layer") << QString::number(shading.layer);
        if (shading.head >= 0) choice << QStringLiteral("--head") << QString::number(shading.head);
    }
    figure.setChoice(choice);
    const QString layer = QString::number(shading.layer + 1);
    const QString head = shading.head < 0 ? tr("mean of all heads") : tr("head %1").arg(shading.head + 1);
    switch (shading.shade) {
        case TextShade::Attention:
            figure.valueLabel = shading.chosen < 0
                                    ? tr("attention from all words on average, layer %1, %2").arg(layer, head)
                                    : tr("attention from “%1”, layer %2, %3")
                                          .arg(shown.words.value(shading.chosen), layer, head);
            break;
        case TextShade::Relevance:
            figure.valueLabel = tr("relevance for the predicted class");
            break;
        case TextShade::Contribution:
            figure.valueLabel = tr("share in the logit: for (blue), against (orange)");
            break;
        case TextShade::Argmax:
            figure.isCount = true;
            figure.valueLabel = tr("features that the pooling took from the word");
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
