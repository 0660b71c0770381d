#include "ui/export/export.h"

#include <QBuffer>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSet>
#include <QSvgGenerator>
#include <QtConcurrent>
#include <algorithm>
#include <cmath>
#include <exception>
#include <span>
#include <utility>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/npy.h"
#include "model/sweeps/output_place.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

constexpr double dpi = 96;  // px an inch: one px is 1/96 inch
constexpr double metresPerInch = 0.0254;
constexpr qint64 mostPixels = 1LL << 28;  // 1 GB as an image; larger ones are a slip of the finger

Error failed(const QString& text) { return workError(text.toStdString()); }

QSize sizeOf(const Figure& figure, const ExportOptions& options) {
    return options.size.isEmpty() ? figure.defaultSize() : options.size;
}

void writeFile(const QString& path, const QByteArray& bytes) {
    const std::string_view whole(bytes.constData(), size_t(bytes.size()));
    writeFileAtomically(path.toStdString(), std::span(&whole, 1));
}

/// What is left to do for a picture, in any thread.
std::function<QImage()> pictureJob(const Figure& figure, const ExportOptions& options) {
    const QSize size = sizeOf(figure, options);
    const double scale = options.scale > 0 ? options.scale : 1;
    const QSize pixels(qRound(size.width() * scale), qRound(size.height() * scale));
    if (static_cast<qint64>(pixels.width()) * pixels.height() > mostPixels)
        throw failed(tr("A picture of %1 × %2 pixels is too large. Choose a smaller size or scale.")
                         .arg(pixels.width())
                         .arg(pixels.height()));
    const QSizeF room = QSizeF(pixels) / scale;
    return [pixels, scale, room, draw = figure.drawing(room, options.style),
            background = options.style.background] {
        QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
        if (image.isNull()) return image;
        image.fill(background);
        {
            QPainter painter(&image);
            painter.scale(scale, scale);
            draw(painter, QRectF(QPointF(), room));
        }
        // After painting: Qt would size fonts by it.
        const int dotsPerMetre = int(std::lround(scale * dpi / metresPerInch));
        image.setDotsPerMeterX(dotsPerMetre);
        image.setDotsPerMeterY(dotsPerMetre);
        return image.convertToFormat(QImage::Format_RGB32);
    };
}

QByteArray pngBytes(const QImage& image, const QString& title) {
    constexpr int quick = 60;  // Qt's scale: a fifth faster than its usual compression, a tenth larger
    QByteArray bytes = pngOf(image, 0, quick);
    if (bytes.isEmpty())
        throw failed(tr("Cannot make a picture of \"%1\": there was not enough memory. Choose a smaller size "
                        "or scale.")
                         .arg(title));
    return bytes;
}

QByteArray svgBytes(const Figure& figure, const ExportOptions& options) {
    const QSize size = sizeOf(figure, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setResolution(int(dpi));
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        generator.setTitle(figure.title());
        generator.setDescription(tr("Made by Attention Explorer"));
        QPainter painter(&generator);
        figure.paint(painter, QRectF(QPointF(), QSizeF(size)), options.style);
    }
    buffer.close();
    QString svg = QString::fromUtf8(bytes);
    // Viewers smooth what they enlarge. Qt asks for speed, which not all take for an answer; the style names
    // the value of CSS and, for older viewers, the one of Firefox before it.
    svg.replace(QStringLiteral("<image "),
                QStringLiteral("<image style=\"image-rendering:crisp-edges;image-rendering:pixelated\" "));
    // Millimetres round to a part of a pixel, which viewers then show as an empty edge.
    static const QRegularExpression millimetres(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    svg.replace(millimetres,
                QStringLiteral("<svg width=\"%1\" height=\"%2\"").arg(size.width()).arg(size.height()));
    // The font of this machine may be missing where the file is opened.
    static const QRegularExpression families(QStringLiteral("font-family=\"([^\"]*)\""));
    svg.replace(families, QStringLiteral("font-family=\"\\1, sans-serif\""));
    bytes = svg.toUtf8();
    return bytes;
}

QByteArray pdfBytes(const Figure& figure, const ExportOptions& options) {
    const QSize size = sizeOf(figure, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setTitle(figure.title());
        writer.setCreator(QStringLiteral("Attention Explorer"));
        writer.setResolution(int(dpi));
        writer.setPageMargins(QMarginsF());
        writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / dpi, QPageSize::Point, {}, QPageSize::ExactMatch));
        QPainter painter(&writer);
        painter.setRenderHint(QPainter::LosslessImageRendering);
        figure.paint(painter, QRectF(QPointF(), QSizeF(size)), options.style);
    }
    return bytes;
}

/// "Layer 1, Head 2" -> "layer-1-head-2"
QString stemOf(const std::string& name) {
    QString stem;
    for (const QChar c : QString::fromStdString(name).toLower()) {
        if (c.isLetterOrNumber() || c == QLatin1Char('.') || c == QLatin1Char('_'))
            stem += c;
        else if (!stem.isEmpty() && !stem.endsWith(QLatin1Char('-')))
            stem += QLatin1Char('-');
    }
    while (stem.endsWith(QLatin1Char('-'))) stem.chop(1);
    return stem.isEmpty() ? QStringLiteral("data") : stem;
}

QString freeName(const QString& wanted, QSet<QString>& taken) {
    QString name = wanted;
    for (int n = 2; taken.contains(name); ++n) name = QStringLiteral("%1-%2").arg(wanted).arg(n);
    taken.insert(name);
    return name;
}

QByteArray npyOf(const NamedArray& array) {
    const std::string bytes = npyBytes(array);
    return QByteArray(bytes.data(), qsizetype(bytes.size()));
}

/// Where each of several arrays goes.
QStringList arrayPaths(const std::vector<NamedArray>& arrays, const QString& path) {
    if (arrays.size() == 1) return {path};
    const QFileInfo info(path);
    QStringList paths;
    QSet<QString> taken;
    for (const NamedArray& array : arrays)
        paths << info.dir().filePath(
            QStringLiteral("%1_%2.npy").arg(info.completeBaseName(), freeName(stemOf(array.name), taken)));
    return paths;
}

QStringList writeArrays(const std::vector<NamedArray>& arrays, const QString& path) {
    QStringList paths = arrayPaths(arrays, path);
    for (size_t i = 0; i < arrays.size(); ++i) writeFile(paths[qsizetype(i)], npyOf(arrays[i]));
    return paths;
}

bool isNpy(const QString& path) { return QFileInfo(path).suffix().toLower() == QLatin1String("npy"); }

}  // namespace

QStringList exportSuffixes() {
    return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv"),
            QStringLiteral("npy")};
}

QByteArray pngOf(const QImage& image, int mostSide, int quality) {
    const bool isLarge = mostSide > 0 && std::max(image.width(), image.height()) > mostSide;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const bool isSaved =
        (isLarge ? image.scaled(mostSide, mostSide, Qt::KeepAspectRatio, Qt::SmoothTransformation) : image)
            .save(&buffer, "PNG", quality);
    return isSaved ? bytes : QByteArray();
}

QImage renderImage(const Figure& figure, const ExportOptions& options) {
    return pictureJob(figure, options)();
}

QStringList exportPaths(const Figure& figure, const QString& path) {
    return isNpy(path) ? arrayPaths(figure.data(), path) : QStringList{path};
}

std::function<QStringList()> exportJob(const Figure& figure, const QString& path,
                                       const ExportOptions& options) {
    for (const QString& file : exportPaths(figure, path)) requireOutputPlace(file.toStdString());
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (isNpy(path)) return [path, arrays = figure.data()] { return writeArrays(arrays, path); };
    if (suffix == QLatin1String("png"))
        return [path, title = figure.title(), picture = pictureJob(figure, options)] {
            writeFile(path, pngBytes(picture(), title));
            return QStringList{path};
        };
    QByteArray bytes;
    if (suffix == QLatin1String("svg"))
        bytes = svgBytes(figure, options);
    else if (suffix == QLatin1String("pdf"))
        bytes = pdfBytes(figure, options);
    else if (suffix == QLatin1String("csv"))
        bytes = QByteArray::fromStdString(figure.csv());
    else
        throw inputError(
            tr("Cannot export to \"%1\": its name must end in one of .%2.")
                .arg(QDir::toNativeSeparators(path), exportSuffixes().join(QStringLiteral(", .")))
                .toStdString());
    return [path, bytes] {
        writeFile(path, bytes);
        return QStringList{path};
    };
}

QStringList exportFigure(const Figure& figure, const QString& path, const ExportOptions& options) {
    return exportJob(figure, path, options)();
}

void exportInBackground(const Figure& figure, const QString& path, const ExportOptions& options,
                        QObject* receiver, const ExportEnd& then) {
    std::function<QStringList()> job;
    try {
        job = exportJob(figure, path, options);
    } catch (const std::exception& error) {
        then({}, QString::fromUtf8(error.what()));
        return;
    }
    QtConcurrent::run([job] {
        std::pair<QStringList, QString> end;
        try {
            end.first = job();
        } catch (const std::exception& error) {
            end.second = QString::fromUtf8(error.what());
        }
        return end;
    }).then(receiver, [then](const std::pair<QStringList, QString>& end) { then(end.first, end.second); });
}

QStringList fileStems(const std::vector<std::unique_ptr<Figure>>& figures) {
    QStringList stems;
    QSet<QString> taken;
    for (const auto& figure : figures) stems << freeName(figure->name(), taken);
    return stems;
}

void copyFigure(const Figure& figure, const ExportOptions& options) {
    const QImage image = renderImage(figure, options);
    if (image.isNull()) throw failed(tr("Cannot copy the picture: there was not enough memory."));
    QGuiApplication::clipboard()->setImage(image);
}

void copyData(const Figure& figure) {
    // Spreadsheets take tabs; the CSV goes along for those who ask for it.
    const QByteArray csv = QByteArray::fromStdString(figure.csv());
    QString text;
    bool quoted = false;
    for (const QChar c : QString::fromUtf8(csv)) {
        if (c == QLatin1Char('"')) quoted = !quoted;
        text += c == QLatin1Char(',') && !quoted ? QLatin1Char('\t') : c;
    }
    auto* mime = new QMimeData;
    mime->setText(text);
    mime->setData(QStringLiteral("text/csv"), csv);
    QGuiApplication::clipboard()->setMimeData(mime);
}

}  // namespace attx
