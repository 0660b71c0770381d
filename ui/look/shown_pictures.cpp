#include "ui/look/shown_pictures.h"

#include <QBuffer>
#include <QFile>
#include <QImageReader>
#include <QRegularExpression>
#include <QTextDocument>
#include <QUrl>
#include <QVariant>

#include "model/files/error.h"
#include "model/files/files.h"

namespace attx {
namespace {

constexpr uint64_t mostPictureBytes = 16'000'000;

/// Qt draws what an SVG refers to, whatever file that is.
bool namesOtherFiles(const QByteArray& svg) {
    static const QRegularExpression link(QStringLiteral("href\\s*=\\s*[\"'](?!#|data:)"));
    return svg.contains('\0') || QString::fromUtf8(svg).contains(link);
}

}  // namespace

QImage pictureIn(const QString& path) {
    try {
        QByteArray bytes =
            QByteArray::fromStdString(readFile(QFile::encodeName(path).toStdString(), mostPictureBytes));
        QBuffer buffer(&bytes);
        QImageReader reader(&buffer);
        const QByteArray format = reader.format();
        if (format == "svgz" || (format == "svg" && namesOtherFiles(bytes))) return {};
        return reader.read();
    } catch (const Error&) {
        return {};
    }
}

void guardPicturesOfTexts() {
    QTextDocument::setDefaultResourceProvider([](const QUrl& url) -> QVariant {
        // The program's own, and what stands in the text itself.
        if (url.scheme() == QLatin1String("qrc") || url.scheme() == QLatin1String("data")) return {};
        const QImage picture = pictureIn(url.isLocalFile() ? url.toLocalFile() : url.path());
        if (!picture.isNull()) return picture;
        QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied);  // For less Qt would open the file itself.
        nothing.fill(Qt::transparent);
        return nothing;
    });
}

}  // namespace attx
