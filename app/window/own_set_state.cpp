#include "app/window/own_set_state.h"

#include <QBuffer>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "model/files/error.h"

namespace attx {
namespace {

constexpr int largestSide = 256;  // px: more is not seen of a member
const auto sourceName = QStringLiteral("source"), rowName = QStringLiteral("row"),
           memberName = QStringLiteral("name"), imageName = QStringLiteral("png"),
           featuresName = QStringLiteral("features");

QString pngText(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const bool isLarge = std::max(image.width(), image.height()) > largestSide;
    (isLarge ? image.scaled(largestSide, largestSide, Qt::KeepAspectRatio, Qt::SmoothTransformation) : image)
        .save(&buffer, "PNG");
    return QString::fromLatin1(bytes.toBase64());
}

/// Of no more than such a picture has.
QImage pictureIn(const QString& text) {
    QImage image = QImage::fromData(QByteArray::fromBase64(text.toLatin1()), "PNG");
    if (image.isNull() || std::max(image.width(), image.height()) > largestSide)
        throw inputError("Expected a small PNG.");
    return image;
}

}  // namespace

QJsonArray stateOfOwnSet(const std::vector<OwnSet::Member>& members) {
    QJsonArray state;
    for (const OwnSet::Member& member : members) {
        QJsonArray features;
        for (const float value : member.features) features << double(value);
        QJsonObject one{{sourceName, int(member.from.source)},
                        {rowName, double(member.from.row)},
                        {memberName, member.name},
                        {featuresName, features}};
        if (!member.image.isNull()) one[imageName] = pngText(member.image);
        state << one;
    }
    return state;
}

std::vector<OwnSet::Member> ownSetIn(const QJsonArray& state, int width) {
    if (size_t(state.size()) > largestOwnSet) throw inputError("Expected fewer pictures.");
    std::vector<OwnSet::Member> members;
    for (const auto& value : state) {
        const QJsonObject one = value.toObject();
        OwnSet::Member member;
        const int source = one[sourceName].toInt(-1);
        if (source < 0 || source > int(SampleSource::Test))
            throw inputError("Expected where a picture is from.");
        member.from = {static_cast<SampleSource>(source), int64_t(one[rowName].toDouble(-1))};
        member.name = one[memberName].toString();
        if (one.contains(imageName)) member.image = pictureIn(one[imageName].toString());
        for (const auto& number : one[featuresName].toArray())
            member.features.push_back(float(number.toDouble(NAN)));
        if (std::ssize(member.features) != width ||
            !std::ranges::all_of(member.features, [](float number) { return std::isfinite(number); }))
            throw inputError("Expected as many features as the network reads.");
        members.push_back(std::move(member));
    }
    return members;
}

}  // namespace attx
