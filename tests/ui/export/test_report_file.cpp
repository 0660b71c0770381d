// The report: every word and picture is in its one file, as a page and as a PDF.
#include <QAbstractTextDocumentLayout>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QUrl>

#include "runner.h"
#include "thrown.h"
#include "ui/export/report.h"

using namespace attx;

namespace test_report_file {

ReportContent example() {
    ReportContent content;
    content.title = QStringLiteral("Report on <a & b>");
    content.sentences = {QStringLiteral("Task: reverse."), QStringLiteral("test accuracy 100 %")};
    QImage picture(400, 300, QImage::Format_RGB32);
    picture.fill(Qt::red);
    picture.setDevicePixelRatio(2);
    content.figures = {{QStringLiteral("Attention"), QStringLiteral("one head"), picture},
                       {{}, QStringLiteral("another"), picture}};
    content.settingsTitle = QStringLiteral("Settings");
    content.settings = {{QStringLiteral("learning rate"), QStringLiteral("0.0005")}};
    content.made = QStringLiteral("Made today");
    return content;
}

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace test_report_file

class TestReportFile : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private Q_SLOTS:
    void aPageHoldsAll() {
        const QString path = folder_.filePath(QStringLiteral("report.html"));
        writeReport(path, test_report_file::example());
        const QByteArray page = test_report_file::read(path);
        QVERIFY(page.contains("<h1>Report on &lt;a &amp; b&gt;</h1>"));
        for (const char* words : {"Task: reverse.", "test accuracy 100 %", "<h2>Attention</h2>", "one head",
                                  "another", "learning rate</td><td>0.0005", "Made today"})
            QVERIFY2(page.contains(words), words);
        QCOMPARE(page.count("<h2>"), 2);  // the second figure belongs to the first section
        QCOMPARE(page.count("src=\"data:image/png;base64,"), 2);
        QVERIFY(page.contains("width=\"200\" height=\"150\""));
        QVERIFY(!page.contains("http"));
        const qsizetype from = page.indexOf("base64,") + 7;
        const QImage picture =
            QImage::fromData(QByteArray::fromBase64(page.mid(from, page.indexOf('"', from) - from)));
        QCOMPARE(picture.size(), QSize(400, 300));
        QCOMPARE(picture.pixelColor(10, 10), QColor(Qt::red));
    }

    void aPdfHoldsThePictures() {
        const QString path = folder_.filePath(QStringLiteral("report.pdf"));
        ReportContent content = test_report_file::example();
        writeReport(path, content);
        const QByteArray pdf = test_report_file::read(path);
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf.contains("/Subtype /Image"));
        content.figures.clear();
        writeReport(path, content);
        QVERIFY(!test_report_file::read(path).contains("/Subtype /Image"));
    }

    /// No heading and no caption stands on another page than its figure, which no page cuts.
    void pagesBreakBetweenFigures() {
        const QSizeF page(698, 1026);
        for (const int height : {300, 640, 900, 1100, 2600}) {
            ReportContent content = test_report_file::example();
            content.figures.clear();
            for (int i = 0; i < 9; ++i) {
                QImage picture(1600, 2 * height + 31 * i, QImage::Format_RGB32);  // wider than the page
                picture.setDevicePixelRatio(2);
                picture.fill(Qt::white);
                QPainter painter(&picture);
                for (int y = 0; y < picture.height(); y += 26)  // lines of text
                    painter.fillRect(0, y, 400, 18, Qt::black);
                painter.end();
                content.figures.push_back({i % 3 == 2 ? QString() : QStringLiteral("Section %1").arg(i),
                                           i % 3 == 1 ? QStringLiteral("caption") : QString(), picture});
            }
            const auto document = reportDocument(content, page);
            const auto placeOf = [&](const QTextBlock& block) {
                const QPointF from = document->documentLayout()->blockBoundingRect(block).topLeft();
                return block.layout()->lineAt(0).rect().translated(from);
            };
            const auto pageOf = [&](double y) { return int(y / page.height()); };
            QCOMPARE(pageOf(placeOf(document->begin()).top()), 0);
            int headings = 0, parts = 0;
            for (QTextBlock block = document->begin(); block.next().isValid(); block = block.next()) {
                const QRectF place = placeOf(block);
                const QString at =
                    QStringLiteral("%1: %2 at %3").arg(height).arg(block.text()).arg(place.top());
                QVERIFY2(pageOf(place.top()) == pageOf(place.bottom() - 1), qPrintable(at));
                if (block.blockFormat().headingLevel() > 0) {
                    ++headings;
                    QVERIFY2(pageOf(place.top()) == pageOf(placeOf(block.next()).bottom() - 1),
                             qPrintable(at));
                }
                if (block.text() == QStringLiteral("caption"))
                    QVERIFY2(pageOf(place.top()) == pageOf(placeOf(block.previous()).top()), qPrintable(at));
                if (!isFigureOfReport(block)) continue;
                ++parts;
                QVERIFY2(place.left() > 0 && place.right() < page.width(), qPrintable(at));
                QVERIFY2(pageOf(place.top() - 1) == pageOf(place.top()), qPrintable(at));
                const QImage part =
                    document
                        ->resource(QTextDocument::ImageResource, QUrl(QStringLiteral("figure:%1").arg(parts)))
                        .value<QImage>();
                // Behind another part it begins between lines of text.
                const bool isBlank = part.pixel(0, 0) == 0xFFFFFFFF;
                QVERIFY2(isBlank || !isFigureOfReport(block.previous()), qPrintable(at));
            }
            QCOMPARE(headings, 8);  // the title, six sections and the settings
            QVERIFY2(height > 1400 ? parts > 9 : parts == 9, qPrintable(QString::number(parts)));
        }
    }

    void anotherEndingIsRefused() {
        VERIFY_SAYS(thrownMessage([&] { writeReport(folder_.filePath(QStringLiteral("report.doc")), {}); }),
                    ".html or .pdf");
        QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("report.doc"))));
    }
};

TEST_CLASS(TestReportFile, QApplication)
#include "test_report_file.moc"
