#include "ui/export/report.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QUrl>
#include <algorithm>
#include <functional>
#include <limits>
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
constexpr int edge = 1;  // px of a page that stay empty: what begins there would show on the page before, too
constexpr int besideFigure = 110;       // px of a page that a heading and a caption take
constexpr double mostShrunk = 4.0 / 3;  // times the page's height that a figure may have and be shrunk to it

bool isOfOneColour(const QImage& picture, int row) {
    for (int x = 1; x < picture.width(); ++x)
        if (picture.pixel(x, row) != picture.pixel(0, row)) return false;
    return true;
}

/// In parts of at most `most` rows, cut between lines of text where there is such a place.
std::vector<QImage> partsOf(const QImage& picture, int most) {
    std::vector<QImage> parts;
    for (int from = 0; from < picture.height();) {
        int to = std::min(from + most, picture.height());
        if (to < picture.height()) {
            int between = to;
            while (between > from + most / 2 && !isOfOneColour(picture, between)) --between;
            if (between > from + most / 2) to = between;
        }
        parts.push_back(picture.copy(0, from, picture.width(), to - from));
        from = to;
    }
    return parts;
}

/// `most`: the room for a figure. `margins`: round it all, as CSS has them. `sourceOf`: where the browser or
/// the document finds a picture.
QString htmlOf(const ReportContent& content, QSizeF most, const char* margins,
               const std::function<QString(const QImage& picture)>& sourceOf) {
    QString html = QStringLiteral(
                       "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%1</title><style>body { "
                       "font-family: sans-serif; font-size: 13px; max-width: 980px; margin: %2; "
                       "color: #1f2328; background: #ffffff } h1 { font-size: 20px } h2 { font-size: 16px; "
                       "break-after: avoid } "
                       "td { padding: 1px 16px 1px 0; vertical-align: top } .small { color: #59636e; "
                       "font-size: 12px } img { max-width: 100% }</style></head><body>\n<h1>%1</h1>\n")
                       .arg(content.title.toHtmlEscaped(), QLatin1String(margins));
    for (const QString& sentence : content.sentences)
        html += QStringLiteral("<p>%1</p>\n").arg(sentence.toHtmlEscaped());
    for (const ReportFigure& figure : content.figures) {
        if (!figure.title.isEmpty())
            html += QStringLiteral("<h2>%1</h2>\n").arg(figure.title.toHtmlEscaped());
        const QSizeF size = figure.picture.deviceIndependentSize();
        double share = std::min(1.0, most.width() / size.width());
        if (size.height() * share < mostShrunk * most.height())
            share = std::min(share, most.height() / size.height());
        const double rows = most.height() / share * figure.picture.devicePixelRatio();
        for (const QImage& part :
             partsOf(figure.picture, int(std::min<double>(rows, figure.picture.height()))))
            html += QStringLiteral("<p><img src=\"%1\" width=\"%2\" height=\"%3\" alt=\"%4\"></p>\n")
                        .arg(sourceOf(part))
                        .arg(int(part.deviceIndependentSize().width() * share))
                        .arg(int(part.deviceIndependentSize().height() * share))
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

/// A heading stands on the page of its figure, and so does a figure's caption.
void keepTogether(const QTextDocument& document) {
    const auto pageOf = [&](const QTextBlock& block) {
        const double top = document.documentLayout()->blockBoundingRect(block).top();  // first: it lays out
        const QTextLine last = block.layout()->lineAt(block.layout()->lineCount() - 1);
        return int((top + last.rect().bottom() - 1) / document.pageSize().height());
    };
    const auto isHeading = [](const QTextBlock& block) { return block.blockFormat().headingLevel() > 0; };
    QTextBlock first;  // The first block of those that belong together
    for (QTextBlock block = document.begin(), next = block.next(); next.isValid();
         block = next, next = next.next()) {
        const bool isFigure = isFigureOfReport(block);
        if (isHeading(block) || (isFigure && !first.isValid())) first = block;
        if (!first.isValid()) continue;
        if (isHeading(block) || (isFigure && !isHeading(next) && !isFigureOfReport(next))) {
            if (pageOf(block) == pageOf(next)) continue;
            QTextBlockFormat onNextPage;
            onNextPage.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
            QTextCursor(first).mergeBlockFormat(onNextPage);
        } else {
            first = {};
        }
    }
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
    reportDocument(content, QSizeF(writer.width(), writer.height()))->print(&writer);
    return bytes;
}

}  // namespace

bool isFigureOfReport(const QTextBlock& block) {
    return !block.begin().atEnd() && block.begin().fragment().charFormat().isImageFormat();
}

std::unique_ptr<QTextDocument> reportDocument(const ReportContent& content, QSizeF page) {
    auto document = std::make_unique<QTextDocument>();
    int number = 0;
    document->setHtml(htmlOf(content, page - QSizeF(2 * edge, besideFigure), "0", [&](const QImage& picture) {
        QString name = QStringLiteral("figure:%1").arg(++number);
        document->addResource(QTextDocument::ImageResource, QUrl(name), picture);
        return name;
    }));
    document->setDocumentMargin(edge);
    document->setPageSize(page);
    keepTogether(*document);
    return document;
}

void writeReport(const QString& path, const ReportContent& content) {
    requireOutputPlace(path.toStdString());
    const QString suffix = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (suffix == QLatin1String("html"))
        bytes = htmlOf(content, QSizeF(a4Width, std::numeric_limits<int>::max()), "24px auto",
                       [](const QImage& picture) {
                           return QStringLiteral("data:image/png;base64,") +
                                  QString::fromLatin1(pngOf(picture).toBase64());
                       })
                    .toUtf8();
    else if (suffix == QLatin1String("pdf"))
        bytes = pdfOf(content);
    else
        throw inputError(tr("A report cannot be written to \"%1\": its name must end in .html or .pdf.")
                             .arg(path)
                             .toStdString());
    writeFileAtomically(path.toStdString(), std::string(bytes.constData(), size_t(bytes.size())));
}

}  // namespace attx
