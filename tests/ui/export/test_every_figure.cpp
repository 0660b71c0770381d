// Every figure as files: its SVG is the same picture as its PNG, and its table has the numbers of its arrays.
#include <QProcess>
#include <QStandardPaths>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>
#include <map>

#include "model/files/npy.h"
#include "runner.h"
#include "ui/every_figure.h"
#include "ui/export/export.h"
#include "ui/look/language.h"

using namespace attx;

namespace test_every_figure {

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
    constexpr int square = 32;  // px of pictures at the usual scale, 2
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

struct CsvTable {
    QStringList header;
    QList<QStringList> rows;
};

CsvTable csvTableOf(const QByteArray& csv) {
    CsvTable table;
    QStringList fields(1);
    bool quoted = false;
    for (const QChar c : QString::fromUtf8(csv)) {
        if (c == QLatin1Char('"')) {
            // Two of them are one, which the second begins again.
            if (!quoted && !fields.back().isEmpty()) fields.back() += c;
            quoted = !quoted;
        } else if (quoted || (c != QLatin1Char(',') && c != QLatin1Char('\n'))) {
            fields.back() += c;
        } else if (c == QLatin1Char(',')) {
            fields << QString();
        } else {
            if (table.header.isEmpty())
                table.header = fields;
            else
                table.rows << fields;
            fields = QStringList(1);
        }
    }
    return table;
}

/// What tells the numbers of a table apart in a script: the names of columns, panels, curves, maps and
/// matrices, sorted.
QStringList namesIn(const CsvTable& table) {
    QStringList names = table.header;
    const qsizetype columns = table.header.value(1) == QLatin1String("curve") ? 2 : 1;
    static const QStringList named{"panel", "map", "matrix"};
    if (named.contains(table.header.front()))
        for (const QStringList& row : table.rows) names << row.mid(0, columns).join(QLatin1Char(' '));
    names.removeDuplicates();
    names.sort();
    return names;
}

struct Cell {
    QString text;
    qsizetype column;
};

/// The numbers of a table in the order of the arrays of the same figure; nothing: it is of no kind that there
/// is.
std::optional<QList<Cell>> cellsOf(const CsvTable& table) {
    QList<Cell> cells;
    const auto add = [&](qsizetype first, qsizetype last) {
        for (const QStringList& row : table.rows)
            for (qsizetype column = first; column <= last; ++column) cells.push_back({row[column], column});
    };
    qsizetype end = table.header.size() - 1;
    // Facts about all numbers follow in columns of their own, from this one on.
    for (const char* first : {"split", "samples", "explains", "baseline_loss"})
        if (const qsizetype at = table.header.lastIndexOf(QLatin1String(first)); at > 0)
            end = std::min(end, at - 1);
    const QString header = table.header.mid(0, end + 1).join(QLatin1Char(','));
    if (header.startsWith(QLatin1String("panel,curve,x,y"))) {
        std::map<QString, bool> banded;
        for (const QStringList& row : table.rows)
            banded[row[0] + ' ' + row[1]] |= end == 4 && !row[4].isEmpty();
        for (const QStringList& row : table.rows)
            for (qsizetype column = 2; column <= (banded[row[0] + ' ' + row[1]] ? 4 : 3); ++column)
                cells.push_back({row[column], column});
    } else if (header.startsWith(QLatin1String("map,row,"))) {
        add(2, end);
    } else if (header.startsWith(QLatin1String("row,"))) {
        add(1, end);
    } else if (header.startsWith(QLatin1String("run,")) || header.startsWith(QLatin1String("vector,"))) {
        add(1, table.header[end] == QLatin1String("kind") ? end - 1 : end);
    } else if (header == QLatin1String("set,place,class,odd,predicted,probability")) {
        add(end, end);
        for (const QStringList& row : table.rows)
            if (row[3] == QLatin1String("1")) cells.push_back({QString::number(row[1].toInt() - 1), 3});
    } else {
        static const std::map<QString, qsizetype> others{{"panel,name,value", 2},
                                                         {"position,word,text,value", 3},
                                                         {"layer,part,formula,parameters", 3},
                                                         {"part,shape,parameters,layers", 2},
                                                         {"name,value,low,high,values", 1},
                                                         {"query,key,weight", 2},
                                                         {"matrix,row,column,value", 3}};
        // Facts about all rows follow in columns of their own.
        const auto found = header.startsWith(QLatin1String("name,value,low,high,values"))
                               ? others.find(QStringLiteral("name,value,low,high,values"))
                               : others.find(header);
        if (found == others.end()) return std::nullopt;
        add(found->second, found->second);
    }
    return cells;
}

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
    [[nodiscard]] CsvTable written(const Figure& figure) const {
        exportFigure(figure, in(QStringLiteral("table.csv")));
        return csvTableOf(contents(in(QStringLiteral("table.csv"))));
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
            ExportOptions options{.size = drawing.figure->defaultSize()};
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

    void theTableHasTheNumbersOfTheArrays() {
        for (const NamedDrawing& drawing : drawn_) {
            const auto complain = [&](const QString& what) { return qPrintable(drawing.of + ": " + what); };
            const CsvTable table = written(*drawing.figure);
            QVERIFY2(QSet<QString>(table.header.begin(), table.header.end()).size() == table.header.size(),
                     complain(table.header.join(',')));
            for (const QStringList& row : table.rows)
                QVERIFY2(row.size() == table.header.size(), complain(row.join(',')));
            const auto cells = cellsOf(table);
            QVERIFY2(cells, complain("no kind of table has the header " + table.header.join(',')));
            std::vector<float> numbers;
            for (const QString& file : exportFigure(*drawing.figure, in(QStringLiteral("array.npy")))) {
                const NamedArray array = readNpy(file.toStdString());
                numbers.insert(numbers.end(), array.values.begin(), array.values.end());
            }
            QVERIFY2(std::ssize(numbers) == cells->size(),
                     complain(QStringLiteral("%1 numbers, %2 cells").arg(numbers.size()).arg(cells->size())));
            std::map<std::pair<qsizetype, float>, QString> words;  // of choices, by column and place
            std::map<std::pair<qsizetype, QString>, float> places;
            for (size_t i = 0; i < numbers.size(); ++i) {
                const auto& [text, column] = (*cells)[static_cast<qsizetype>(i)];
                const float value = numbers[i];
                bool isNumber = false;
                const auto read = static_cast<float>(text.toDouble(&isNumber));
                if (std::isnan(value))
                    QVERIFY2(text.isEmpty(), complain(text));
                else if (isNumber)
                    QVERIFY2(read == value,
                             complain(QStringLiteral("%1, not %2").arg(text).arg(double{value})));
                else
                    QVERIFY2(!text.isEmpty() && words.insert({{column, value}, text}).first->second == text &&
                                 places.insert({{column, text}, value}).first->second == value,
                             complain(text));
            }
        }
    }

    void factsAreColumnsOfEveryTable() {
        for (const NamedDrawing& drawing : drawn_) {
            const std::unique_ptr<Figure> figure = drawing.figure->clone();
            figure->facts.emplace_back(QStringLiteral("what"), QStringLiteral("one, \"two\""));
            const CsvTable table = written(*figure);
            const qsizetype column = table.header.indexOf(QStringLiteral("what"));
            QVERIFY2(column >= 0, qPrintable(drawing.of + ": " + table.header.join(',')));
            for (const QStringList& row : table.rows)  // maps of other columns have a header of their own
                QVERIFY2(row[column] == QLatin1String("one, \"two\"") || row[column] == QLatin1String("what"),
                         qPrintable(drawing.of + ": " + row.join(',')));
        }
    }

    /// A script reads the same names whatever the network has learned and whatever language the window has.
    void namesAreThoseOfFiles() {
        std::vector<QStringList> english;
        for (const NamedDrawing& drawing : drawn_) english.push_back(namesIn(written(*drawing.figure)));
        QCOMPARE(namesIn(written(drawn(QStringLiteral("text, thresholds")))),
                 (QStringList{"area_under_roc", "average_precision", "base_rate", "curve", "n", "panel",
                              "positive_class", "precision-recall base-rate", "precision-recall network",
                              "roc chance", "roc network", "split", "x", "y"}));
        QCOMPARE(namesIn(written(drawn(QStringLiteral("sequences, places")))),
                 (QStringList{"component_1", "component_2", "kind", "vector"}));
        figures_->learn(15);
        setLanguage(Language::German);
        const std::vector<NamedDrawing> german = figures_->draw();
        for (size_t i = 0; i < german.size(); ++i)
            QCOMPARE(german[i].of + namesIn(written(*german[i].figure)).join('|'),
                     drawn_[i].of + english[i].join('|'));
        const QString thresholds = QStringLiteral("text, thresholds");
        for (const NamedDrawing& drawing : german)
            if (drawing.of == thresholds)
                QVERIFY(dynamic_cast<const CurveFigure&>(*drawing.figure).panels.front().title !=
                        dynamic_cast<const CurveFigure&>(drawn(thresholds)).panels.front().title);
        QVERIFY(german.front().figure->title() != drawn_.front().figure->title());
        setLanguage(Language::English);
    }

    /// The area under the curve that the table gives is that of the title: no point is lost.
    void theRocIsWhole() {
        const Figure& figure = drawn(QStringLiteral("text, thresholds"));
        double area = 0, x = 0, y = 0;
        for (const QStringList& row : written(figure).rows) {
            if (row[0] != QLatin1String("roc") || row[1] != QLatin1String("network")) continue;
            area += (row[2].toDouble() - x) * (row[3].toDouble() + y) / 2;
            x = row[2].toDouble(), y = row[3].toDouble();
        }
        QCOMPARE(x, 1.0);
        const QString title = dynamic_cast<const CurveFigure&>(figure).panels.front().title;
        QVERIFY2(title.startsWith(QStringLiteral("ROC: area %1,").arg(area, 0, 'f', 4)),
                 qPrintable(title + QString::number(area)));
    }
};

TEST_CLASS(TestEveryFigure, QApplication)

}  // namespace test_every_figure
#include "test_every_figure.moc"
