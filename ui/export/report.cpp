#include "ui/export/report.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>
#include <QTextDocument>
#include <QUrl>
#include <algorithm>
#include <functional>
#include <string>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/sweeps/output_place.h"
#include "ui/export/export.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

constexpr int pageDpi = 96, margin = 48;  // px
constexpr int a4Width = 794;              // px at 96 dpi

/// `sourceOf`: where the browser or the document finds a picture.
QString htmlOf(const ReportContent& content, int mostWidth,
               const std::function<QString(const QImage& picture, size_t number)>& sourceOf) {
    QString html = QStringLiteral(
                       "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%1</title><style>body { "
                       "font-family: sans-serif; font-size: 13px; max-width: 980px; margin: 24px auto; "
                       "color: #1f2328; background: #ffffff } h1 { font-size: 20px } h2 { font-size: 16px } "
                       "td { padding: 1px 16px 1px 0; vertical-align: top } .small { color: #59636e; "
                       "font-size: 12px } img { max-width: 100% }</style></head><body>\n<h1>%1</h1>\n")
                       .arg(content.title.toHtmlEscaped());
    for (const QString& sentence : content.sentences)
        html += QStringLiteral("<p>%1</p>\n").arg(sentence.toHtmlEscaped());
    for (size_t i = 0; i < content.figures.size(); ++i) {
        const ReportFigure& figure = content.figures[i];
        if (!figure.title.isEmpty())
            html += QStringLiteral("<h2>%1</h2>\n").arg(figure.title.toHtmlEscaped());
        const QSizeF size = figure.picture.deviceIndependentSize();
        const double share = std::min(1.0, mostWidth / size.width());
        html += QStringLiteral("<p><img src=\"%1\" width=\"%2\" height=\"%3\" alt=\"%4\"></p>\n")
                    .arg(sourceOf(figure.picture, i))
                    .arg(qRound(size.width() * share))
                    .arg(qRound(size.height() * share))
                    .arg(figure.caption.toHtmlEscaped());
        if (!figure.caption.isEmpty())
            html += QStringLiteral("<p class=\"small\">%1</p>\n").arg(figure.caption.toHtmlEscaped());
    }
    html += QStringLiteral("<h2>%1</h2>\n<table>\n").arg(content.settingsTitle.toHtmlEscaped());
    for (const auto& [name, value] : content.settings)
        html += QStringLiteral("<tr><td>%1</td><td>%2</td></tr>\n")
                    .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    return html + QStringLiteral("</table>\n<p class=\"small\">%1</p>\n</body></html>\n")
                      .arg(content.made.toHtmlEscaped());
}

QByteArray pdfOf(const ReportContent& content) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(content.title);
    writer.setCreator(content.made);
    writer.setResolution(pageDpi);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(margin, margin, margin, margin) * 72.0 / pageDpi, QPageLayout::Point);
    QTextDocument document;
    document.setHtml(htmlOf(content, a4Width - 2 * margin, [&](const QImage& picture, size_t number) {
        QString name = QStringLiteral("figure:%1").arg(number);
        document.addResource(QTextDocument::ImageResource, QUrl(name), picture);
        return name;
    }));
    document.setPageSize(QSizeF(writer.width(), writer.height()));
    document.print(&writer);
    return bytes;
}

}  // namespace

void writeReport(const QString& path, const ReportContent& content) {
    requireOutputPlace(path.toStdString());
    const QString suffix = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (suffix == QLatin1String("html"))
        bytes = htmlOf(content, a4Width, [](const QImage& picture, size_t) {
                    return QStringLiteral("data:image/png;base64,") +
                           QString::fromLatin1(pngOf(picture).toBase64());
                }).toUtf8();
    else if (suffix == QLatin1String("pdf"))
        bytes = pdfOf(content);
    else
        throw inputError(tr("A report cannot be written to \"%1\": its name must end in .html or .pdf.")
                             .arg(path)
                             .toStdString());
    writeFileAtomically(path.toStdString(), std::string(bytes.constData(), size_t(bytes.size())));
}

}  // namespace attx
