#include "ui/export/html_page.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QFile>
#include <QMap>
#include <algorithm>
#include <cmath>

#include "model/evaluate/set_answers.h"
#include "model/files/json.h"
#include "ui/export/export.h"
#include "ui/look/color_map.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

/// What stands on the page besides its data, by the names that its script has for it.
QMap<QByteArray, QString> pageWords() {
    return {{"language", tr("en")},  // Language of the page, as HTML has it
            {"noscript", tr("This page draws its maps by JavaScript, which is switched off here.")},
            {"play", tr("Play")},
            {"pause", tr("Pause")},
            {"time", tr("Snapshot of the training")},
            {"colours", tr("Colours")},
            {"weight", tr("attention weight")},
            {"expected", tr("expected")},
            {"prediction", tr("prediction")},
            {"head", tr("Layer %1, head %2")},
            {"odd", tr("the odd one")},
            {"predicted", tr("the predicted one")},
            {"probability", tr("Below each image: the probability that it is the odd one.")},
            {"noImage", tr("A grey square: no image is known of this member, only its features.")},
            {"query", tr("query")},
            {"key", tr("key")},
            {"point", tr("Point at a cell of a map: what attends to what, and how much.")}};
}

/// JSON that may stand in a script of a page: no text of it ends that.
std::string inScript(const nlohmann::ordered_json& json) {
    const std::string text = jsonText(json, -1, NotUtf8::Replaced);
    return QByteArray::fromStdString(text).replace("<", "\\u003c").toStdString();
}

std::vector<std::string> plain(const QStringList& texts) {
    std::vector<std::string> result;
    for (const QString& text : texts) result.push_back(text.toStdString());
    return result;
}

/// Weights of 0 to 1 as little-endian numbers of 16 bits, in Base64.
std::string packed(const std::vector<PageFrame>& frames) {
    QByteArray bytes;
    for (const PageFrame& frame : frames)
        for (const float value : frame.maps) {
            constexpr float most = 65535;
            const float weight = std::isfinite(value) ? std::clamp(value, 0.F, 1.F) : 0.F;
            const auto number = unsigned(std::lround(weight * most));
            bytes.append(char(number & 0xFF)).append(char(number >> 8));
        }
    return bytes.toBase64().toStdString();
}

/// As a PNG in Base64; empty: there is none.
std::string packed(const QImage& image) {
    constexpr int mostImageSide = 80;  // a side; the largest own set, of 64 images, stays below 2 MB
    return pngOf(image, mostImageSide).toBase64().toStdString();
}

QString percent(float share) { return QStringLiteral("%1 %").arg(100 * double(share), 0, 'f', 1); }

}  // namespace

PageFrame pageFrame(const QString& name, const Inspection& inspection, const RunConfig& config,
                    const DataNames& names, int positions) {
    const NetworkConfig& network = config.network;
    PageFrame frame;
    frame.name = name;
    const int length = inspection.sample.length();
    for (const std::vector<float>& layer : inspection.attention)
        for (int head = 0; head < inspection.heads; ++head)
            for (int query = 0; query < positions; ++query) {
                const auto from = layer.begin() + (ptrdiff_t(head) * length + query) * length;
                frame.maps.insert(frame.maps.end(), from, from + positions);
            }
    if (network.output == OutputKind::Positions) {
        for (const int32_t answer : inspection.prediction) frame.prediction << QString::number(answer);
        return frame;
    }
    const auto answer = size_t(inspection.prediction.front());
    if (network.output == OutputKind::Pooled) {
        frame.prediction << classText(config.data, names, answer) + QStringLiteral("  ") +
                                percent(classProbabilities(inspection.logits)[answer]);
    } else {
        frame.probabilities = setProbabilities(inspection.logits);
        frame.prediction << tr("member %1").arg(answer + 1) + QStringLiteral("  ") +
                                percent(frame.probabilities[answer]);
    }
    return frame;
}

std::string htmlPage(const PageContent& content) {
    QString colours;
    for (const QRgb colour : colorTable(ColorMap::Viridis))
        colours += QStringLiteral("%1").arg(colour & 0xFFFFFF, 6, 16, QLatin1Char('0'));
    nlohmann::ordered_json data{{"title", content.title.toStdString()},
                                {"about", content.about.toStdString()},
                                {"labelsTitle", content.labelsTitle.toStdString()},
                                {"labels", plain(content.labels)},
                                {"expected", plain(content.expected)},
                                {"images", nlohmann::ordered_json::array()},
                                {"odd", content.odd},
                                {"words", nlohmann::ordered_json::object()},
                                {"firstQueryBelow", content.firstQueryBelow},
                                {"layers", content.layers},
                                {"heads", content.heads},
                                {"frames", nlohmann::ordered_json::array()},
                                {"colours", colours.toStdString()},
                                {"weights", packed(content.frames)}};
    const QMap<QByteArray, QString> words = pageWords();
    for (auto word = words.begin(); word != words.end(); ++word)
        data["words"][word.key().toStdString()] = word->toStdString();
    for (const PageFrame& frame : content.frames)
        data["frames"].push_back({{"name", frame.name.toStdString()},
                                  {"prediction", plain(frame.prediction)},
                                  {"probabilities", frame.probabilities}});
    for (const QImage& image : content.images) data["images"].push_back(packed(image));
    QFile file(QStringLiteral(":/export/page.html"));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT(opened);
    std::string page = opened ? file.readAll().toStdString() : std::string();
    // From the end of the page to its beginning: a mark is found before any text that could hold its letters.
    const std::pair<const char*, std::string> parts[] = {
        {"{{DATA}}", inScript(data)},
        {"{{NOSCRIPT}}", words["noscript"].toStdString()},
        {"{{TITLE}}", content.title.toHtmlEscaped().toStdString()},
        {"{{VERSION}}", QCoreApplication::applicationVersion().toHtmlEscaped().toStdString()},
        {"{{LANGUAGE}}", words["language"].toStdString()}};
    for (const auto& [mark, text] : parts) page.replace(page.find(mark), std::string_view(mark).size(), text);
    return page;
}

}  // namespace attx
