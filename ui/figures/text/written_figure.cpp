#include "ui/figures/text/written_figure.h"

#include <QByteArrayView>
#include <QStringDecoder>
#include <limits>

#include "ui/look/translate.h"

namespace attx {
namespace {

constexpr float notSeen = std::numeric_limits<float>::quiet_NaN();

/// How much each token gets of the attention, [tokens]; not a number for those that are not seen.
std::vector<float> attentionFrom(const WrittenText& written, const WrittenAttention& asked) {
    std::vector<float> values(written.tokens.size(), notSeen);
    const WrittenToken& token = written.tokens[asked.from];
    if (!token.attention) return values;
    const size_t seen = size_t(asked.from) + 1 - token.attendsFrom, heads = size_t(written.heads);
    for (size_t i = 0; i < seen; ++i) {
        double sum = 0;
        for (size_t head = 0; head < heads; ++head)
            if (asked.head < 0 || head == size_t(asked.head))
                sum += double((*token.attention)[(size_t(asked.layer) * heads + head) * seen + i]);
        values[token.attendsFrom + i] = float(asked.head < 0 ? sum / double(heads) : sum);
    }
    return values;
}

}  // namespace

QString shownPiece(const WrittenText& written, int32_t id) {
    return QString::fromStdString(written.text.piece(id));
}

TextFigure writtenFigure(const WrittenText& written, const std::optional<WrittenAttention>& attention) {
    TextFigure figure;
    figure.setName(QStringLiteral("written"));
    QStringDecoder decoder(QStringDecoder::Utf8);
    for (size_t i = 0; i < written.tokens.size(); ++i) {
        std::string bytes = written.text.bytes(written.tokens[i].id);
        if (i == 0 && written.text.beginsWithBlank && bytes.starts_with(' ')) bytes.erase(0, 1);
        const auto begin = int(figure.text.size());
        const QString characters = decoder.decode(QByteArrayView(bytes.data(), std::ssize(bytes)));
        figure.text += characters;
        figure.tokens.push_back({begin, int(figure.text.size()), true});
        figure.words << shownPiece(written, written.tokens[i].id);
    }
    if (attention) {
        figure.values = attentionFrom(written, *attention);
        const QString from =
            tr("attention from token %1, layer %2").arg(attention->from + 1).arg(attention->layer + 1);
        figure.valueLabel = attention->head < 0 ? tr("%1, mean of the heads").arg(from)
                                                : tr("%1, head %2").arg(from).arg(attention->head + 1);
        return figure;
    }
    for (const WrittenToken& token : written.tokens)
        figure.values.push_back(token.surprise() ? float(*token.surprise()) : notSeen);
    figure.isCount = true;
    figure.valueLabel = tr("surprise in bits");
    return figure;
}

}  // namespace attx
