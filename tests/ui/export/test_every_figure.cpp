// Every figure as files: its SVG is the same picture as its PNG.
#include <QProcess>
#include <QStandardPaths>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>

#include "ui/every_figure.h"
#include "ui/export/export.h"

using namespace attx;

namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A picture of `size` as another program draws it; null: it could not.
QImage rastered(const QString& svg, const QSize& size) {
    const QString png = svg + QStringLiteral(".png");
    QProcess rsvg;
    rsvg.start(QStringLiteral("rsvg-convert"),
               {"-w", QString::number(size.width()), "-h", QString::number(size.height()), "-o", png, svg});
    return rsvg.waitForFinished() && rsvg.exitCode() == 0 ? QImage(png) : QImage();
}

/// The largest difference, 0 to 255, between the means of two pictures over squares as large as a short
/// label: programs place letters and lines up to a pixel apart, which these means hardly see, but all of them
/// see what is missing.
int differenceOf(const QImage& one, const QImage& other) {
    constexpr int square = 16;
    int most = 0;
    for (const int shift :
         {0, square / 2}) {  // what lies at the edges of squares lies within those of another grid
        const QSize squares((one.width() - shift) / square, (one.height() - shift) / square);
        const auto means = [&](const QImage& image) {
            return image.copy(QRect(QPoint(shift, shift), squares * square))
                .scaled(squares, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                .convertToFormat(QImage::Format_RGB32);
        };
        const QImage a = means(one), b = means(other);
        for (int y = 0; y < squares.height(); ++y)
            for (int x = 0; x < squares.width(); ++x) {
                const QColor p = a.pixelColor(x, y), q = b.pixelColor(x, y);
                most = std::max({most, std::abs(p.red() - q.red()), std::abs(p.green() - q.green()),
                                 std::abs(p.blue() - q.blue())});
            }
    }
    return most;
}

/// Texts that are drawn twice at one place.
QStringList doubledTexts(const QByteArray& svg) {
    QStringList doubled;
    QSet<QString> seen;
    QString transform;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) continue;
        const auto attribute = [&](const char* name) {
            return reader.attributes().value(QLatin1String(name)).toString() + QLatin1Char(' ');
        };
        if (reader.name() == QLatin1String("g")) transform = attribute("transform");
        if (reader.name() != QLatin1String("text")) continue;
        const QString place = transform + attribute("x") + attribute("y"), text = reader.readElementText();
        if (seen.contains(place + text)) doubled << text;
        seen.insert(place + text);
    }
    if (seen.isEmpty() || reader.hasError()) doubled << QStringLiteral("no text: ") + reader.errorString();
    return doubled;
}

}  // namespace

class TestEveryFigure : public QObject {
    Q_OBJECT
    QTemporaryDir folder_, runs_;
    std::unique_ptr<EveryFigure> figures_;
    std::vector<NamedDrawing> drawn_;

    [[nodiscard]] QString in(const QString& name) const { return folder_.filePath(name); }
    [[nodiscard]] const Figure& drawn(const QString& of) const {
        return *std::find_if(drawn_.begin(), drawn_.end(), [&](const NamedDrawing& d) {
                    return d.of == of;
                })->figure;
    }

private Q_SLOTS:
    void initTestCase() {
        figures_ = std::make_unique<EveryFigure>(runs_.path());
        drawn_ = figures_->draw();
    }

    void noneIsMissing() {
        for (const NamedFigure& named : figureTable()) {
            const QString name = QStringLiteral(", ") + QLatin1String(named.name);
            QVERIFY2(std::any_of(drawn_.begin(), drawn_.end(),
                                 [&](const NamedDrawing& drawing) { return drawing.of.endsWith(name); }),
                     named.name);
        }
        for (const NamedDrawing& drawing : drawn_)
            for (const NamedArray& array : drawing.figure->data())
                QVERIFY2(!array.values.empty(), qPrintable(drawing.of));
    }

    void svgIsThePicture_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("usual size") << 0;
        QTest::newRow("one column") << 321;
    }
    void svgIsThePicture() {
        QFETCH(int, width);
        if (QStandardPaths::findExecutable(QStringLiteral("rsvg-convert")).isEmpty())
            QSKIP("rsvg-convert is not installed (Debian: librsvg2-bin): figures as SVG are not compared");
        constexpr int same = 20;  // what fonts and smoothed edges of two programs come to is 17
        for (const NamedDrawing& drawing : drawn_) {
            ExportOptions options;
            options.scale = 1;
            options.size = drawing.figure->defaultSize();
            const qreal least = std::ceil(drawing.figure->leastSize(width, options.style).height());
            if (width > 0) options.size = {width, std::max(240, static_cast<int>(least))};
            const QString path = in(QStringLiteral("picture.svg"));
            exportFigure(*drawing.figure, path, options);
            QVERIFY2(doubledTexts(contents(path)).isEmpty(),
                     qPrintable(drawing.of + ": " + doubledTexts(contents(path)).join(" | ")));
            const QImage picture = renderImage(*drawing.figure, options),
                         other = rastered(path, picture.size());
            QCOMPARE(other.size(), picture.size());
            const int difference = differenceOf(picture, other);
            QVERIFY2(difference <= same,
                     qPrintable(QStringLiteral("%1: %2").arg(drawing.of).arg(difference)));
        }
    }

    /// Of all words one is not known, and it alone stands on dots.
    void anUnknownWordAloneIsDotted() {
        const QString path = in(QStringLiteral("text.svg"));
        exportFigure(drawn(QStringLiteral("text, text")), path);
        const QString svg = QString::fromUtf8(contents(path));
        const QRegularExpression dotted(QStringLiteral("stroke-dasharray[^>]*>\\s*<(?:polyline|path)[^>]*"));
        int lines = 0;
        for (auto match = dotted.globalMatch(svg); match.hasNext(); ++lines) {
            const QString line = match.next().captured();
            const QRegularExpression number(
                QStringLiteral("(?:points|d)=\"\\D*([\\d.]+),[\\d.]+\\D+([\\d.]+),"));
            const auto ends = number.match(line);
            QVERIFY2(ends.hasMatch(), qPrintable(line));
            const double length = std::abs(ends.captured(2).toDouble() - ends.captured(1).toDouble());
            QVERIFY2(length > 10 && length < 60, qPrintable(line));
        }
        QCOMPARE(lines, 1);
    }
};

QTEST_MAIN(TestEveryFigure)
#include "test_every_figure.moc"
