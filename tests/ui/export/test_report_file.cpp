// The report: every word and picture is in its one file, as a page and as a PDF.
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

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

    void anotherEndingIsRefused() {
        VERIFY_SAYS(thrownMessage([&] { writeReport(folder_.filePath(QStringLiteral("report.doc")), {}); }),
                    ".html or .pdf");
        QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("report.doc"))));
    }
};

TEST_CLASS(TestReportFile, QApplication)
#include "test_report_file.moc"
