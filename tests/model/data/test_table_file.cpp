// Tables as other people write them: what is recognised, which columns are taken, and what is said of bad
// ones.
#include "model/data/table_file.h"

#include <QTemporaryDir>
#include <QtTest>

#include "in_folder.h"
#include "model/data/text_data.h"
#include "model/data/text_files.h"
#include "model/files/archive.h"
#include "model/files/encoding.h"
#include "peak_of.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_table_file {

/// `count` rows by `row`, which gets the number of each.
template <class Row>
QByteArray rowsOf(int count, Row row) {
    QByteArray table;
    for (int i = 0; i < count; ++i) table += row(i) + "\n";
    return table;
}

QByteArray number(int i) { return QByteArray::number(i); }

/// A text, longer than any class, that no other row has.
QByteArray review(int i) { return "what a long review number " + number(i); }

class TestTableFile : public QObject, InFolder {
    Q_OBJECT

    static DataConfig wish(const std::string& path, const std::vector<const char*>& settings = {}) {
        RunConfig config;
        for (const char* setting : settings) setByPath(config, setting);
        config.data.path = path;
        return config.data;
    }
    /// "text_column class_column header separator encoding" as they are recognised.
    static QString recognised(const DataConfig& asked) {
        const TextFiles files = readTextFiles(asked);
        if (!files.recognised) return {};
        const DataConfig& data = *files.recognised;
        return QStringLiteral("%1 %2 %3 %4 %5")
            .arg(QString::fromStdString(data.textColumn), QString::fromStdString(data.classColumn),
                 data.header == HeaderLine::True ? "header" : "none", QString::fromStdString(data.separator),
                 nameOf(data.encoding));
    }
    static QString says(const DataConfig& asked) {
        return thrownMessage([&] { (void)readTextFiles(asked); });
    }

private Q_SLOTS:
    void numbersAreNoTexts() {
        const std::string path = write("ids.csv", "id,text,label\n" + rowsOf(20, [](int i) {
                                                      return QByteArray("12345678901234567") +
                                                             number(10 + i) + ",word " + number(i) + "," +
                                                             (i % 2 ? "good" : "bad");
                                                  }));
        QCOMPARE(recognised(wish(path)), QStringLiteral("text label header comma UTF-8"));
        QCOMPARE(recognised(wish(path, {"data.class_column=label"})),
                 QStringLiteral("text label header comma UTF-8"));
        VERIFY_SAYS(
            says(wish(path, {"data.task=text", "data.text_column=text+label", "data.class_column=label"})),
            "named as text and as class");
        VERIFY_SAYS(says(wish(path, {"data.task=text", "data.text_column=label", "data.class_column=label"})),
                    "named as text and as class");
    }
    void whatIsRecognised_data() {
        const Rows<QString, QByteArray, QString> row("name", "bytes", "expected");
        const auto two = [](const char* separator, const QByteArray& header = {}) {
            return header +
                   rowsOf(20, [&](int i) { return review(i) + separator + (i % 2 ? "good" : "bad"); });
        };
        row("other names", "a.csv", two(",", "tweet,emotion\n"), "tweet emotion header comma UTF-8");
        row("no header", "b.csv", two(","), "1 2 none comma UTF-8");
        row("no suffix, tabs", "SMSCollection", two("\t"), "1 2 none tab UTF-8");
        row("semicolons", "c.txt", two(";", "Review;Liked\n"), "Review Liked header semicolon UTF-8");
        row("bars", "d.tab", two("|"), "1 2 none bar UTF-8");
        row("blank edges", "e.csv", two(",", " text ,label \n"), "text label header comma UTF-8");
        row("a mark first", "f.csv", two(",", "\xEF\xBB\xBFtitle,tag\n"), "title tag header comma UTF-8");
        row("carriage returns", "g.csv", two(",", "title,tag\n").replace('\n', "\r\n"),
            "title tag header comma UTF-8");
        row("carriage returns alone", "h.csv", two(",", "title,tag\n").replace('\n', '\r'),
            "title tag header comma UTF-8");
        row("Windows-1252", "i.csv", two(",", "prix \x80,caf\xE9\n").replace("long", "\x93long\x94"),
            "prix € café header comma Windows-1252");
        row("class first, a number", "j.csv",
            "Class Index,Title\n" + rowsOf(20, [](int i) { return number(i % 3) + "," + review(i); }),
            "Title Class Index header comma UTF-8");
        row("fewest different values", "k.csv",
            "id,city,mood,text\n" + rowsOf(24,
                                           [](int i) {
                                               return number(i) + ",city" + number(i % 6) + ",mood" +
                                                      number(i % 3) + "," + review(i);
                                           }),
            "text mood header comma UTF-8");
        row("mostly empty", "l.csv",
            "text,gold,mood\n" +
                rowsOf(24,
                       [](int i) { return review(i) + (i == 3 ? ",yes," : ",,") + "mood" + number(i % 3); }),
            "text mood header comma UTF-8");
        row("same name twice", "m.csv",
            "text,text\n" + rowsOf(20, [](int i) { return review(i) + "," + (i % 2 ? "a" : "b"); }),
            "1 2 header comma UTF-8");
        row("names of rows", "o.csv",
            "\"text\",\"n\"\n" + rowsOf(20,
                                        [](int i) {
                                            return "\"" + number(i) + "\",\"" + review(i) + "\",\"" +
                                                   number(i % 2) + "\"";
                                        }),
            "text n header comma UTF-8");
        row("commas in quotes", "n.csv",
            "text;n\n" + rowsOf(20, [](int i) { return "\"a, b; c " + review(i) + "\";" + number(i % 2); }),
            "text n header semicolon UTF-8");
    }
    void whatIsRecognised() {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, expected);
        const std::string path = write(name, bytes);
        QCOMPARE(recognised(wish(path)), expected);
        const TextFiles files = readTextFiles(wish(path));
        QCOMPARE(readTextFiles(*files.recognised).train.size(), files.train.size());
        QVERIFY(files.train.size() >= 20 && !files.recognisedText.empty());
        QVERIFY(readTextFiles(*files.recognised).recognisedText.empty());  // nothing is left to recognise
    }

    void utf16IsRead_data() {
        addColumns<bool, bool>("big", "mark");
        for (const bool big : {false, true})
            for (const bool mark : {false, true})
                QTest::addRow("%s, %s", big ? "big" : "little", mark ? "marked" : "bare") << big << mark;
    }
    void utf16IsRead() {
        QFETCH(const bool, big);
        QFETCH(const bool, mark);
        const QString table = "tweet\temotion\n" + QString::fromUtf8(rowsOf(20, [](int i) {
                                  return "é " + review(i) + "\t" + (i % 2 ? "a" : "b");
                              }));
        QStringEncoder encoder(big ? QStringConverter::Utf16BE : QStringConverter::Utf16LE,
                               mark ? QStringConverter::Flag::WriteBom : QStringConverter::Flag::Default);
        const QByteArray bytes = encoder.encode(table);
        QCOMPARE(recognised(wish(write("u.tsv", bytes))), QStringLiteral("tweet emotion header tab UTF-16"));
    }

    void packedTablesAreRead() {
        const QByteArray table =
            "tweet,emotion\n" + rowsOf(20, [](int i) { return review(i) + (i % 2 ? ",a" : ",b"); });
        const QString expected = QStringLiteral("tweet emotion header comma UTF-8");
        const std::string zip = write(
            "packed.zip",
            QByteArray::fromStdString(zipBytes(
                {{"__MACOSX/._t.csv", "x"}, {"readme", "what it is"}, {"in/t.csv", table.toStdString()}})));
        QCOMPARE(recognised(wish(zip)), expected);
        VERIFY_SAYS(says(wish(zip, {"data.text_column=none"})), "packed.zip/in/t.csv: expected the column");
        const std::string plain = write("t.csv", table);
        QProcess gzip;
        gzip.start("gzip", {"-k", QString::fromStdString(plain)});
        if (!gzip.waitForFinished() || gzip.exitCode() != 0) QSKIP("There is no gzip here.");
        QCOMPARE(recognised(wish(plain + ".gz")), expected);
        const std::string several =
            write("two.zip", QByteArray::fromStdString(zipBytes({{"train.csv", "a"}, {"test.csv", "b"}})));
        VERIFY_SAYS(says(wish(several)), "expected one table, found 2 (train.csv, test.csv)");
    }

    void columnsCanBeNamed() {
        const std::string path = write("named.csv", "Title,Body,Kind,Source\n" + rowsOf(24, [](int i) {
                                                        return "title" + number(i) + "," + review(i) + "," +
                                                               number(i % 4) + "," + number(i % 2);
                                                    }));
        QCOMPARE(recognised(wish(path)), QStringLiteral("Body Source header comma UTF-8"));
        QCOMPARE(recognised(wish(path, {"data.class_column=kind", "data.text_column=1"})),
                 QStringLiteral("Title Kind header comma UTF-8"));
        const TextFiles joined = readTextFiles(wish(path, {"data.text_column=Title+Body"}));
        QCOMPARE(joined.recognised->textColumn, std::string("Title+Body"));
        QCOMPARE(joined.train.front().text, std::string("title0 what a long review number 0"));
        VERIFY_SAYS(says(wish(path, {"data.class_column=mood"})),
                    "expected the column \"mood\" (data.class_column), found 4 columns: Title, Body, Kind, "
                    "Source.");
        QCOMPARE(readTextFiles(wish(path, {"data.header=false", "data.class_column=4"})).classes.size(),
                 size_t{3});  // the name of the column is one
    }

    void badLinesAreListedAtOnceOrLeftOut() {
        QByteArray table =
            "text,label\n" + rowsOf(20, [](int i) { return review(i) + (i % 2 ? ",a" : ",b"); });
        table += "one,two,three\nfine,a\n\"open,b\nmore \"x\" b,a\nfine,\n";
        const std::string path = write("bad.csv", table);
        const QString complaint = says(wish(path));
        VERIFY_SAYS(complaint, "bad.csv: line 22: expected 2 fields, as in the header, found 3.");
        VERIFY_SAYS(complaint,
                    "there are 2 more, in the lines 24, 26. Mend them, or leave them out "
                    "(data.skip_bad_lines, --skip-bad-lines)");
        const TextFiles files = readTextFiles(wish(path, {"data.skip_bad_lines=true"}));
        QCOMPARE(files.train.size(), size_t{22});
        QVERIFY2(files.note.find("3 lines that cannot be read were left out: line 22:") != std::string::npos,
                 files.note.c_str());
    }

    void aTitleAboveTheHeaderIsABadLine() {
        const std::string path = write("title.csv", "Report 2020\ntext,label\n" + rowsOf(20, [](int i) {
                                                        return review(i) + (i % 2 ? ",a" : ",b");
                                                    }));
        VERIFY_SAYS(says(wish(path)), "title.csv: line 1: expected 2 fields, as in the header, found 1.");
        const TextFiles files = readTextFiles(wish(path, {"data.skip_bad_lines=true"}));
        QCOMPARE(files.train.size(), size_t{20});
        QCOMPARE(files.recognised->textColumn, std::string("text"));
    }

    void trimmedClassesAreSaid() {
        const TextFiles files =
            readTextFiles(wish(write("edges.csv", "text ,label \n" + rowsOf(20, [](int i) {
                                                      return review(i) + (i % 2 ? "," : ", ") +
                                                             (i % 4 < 2 ? "spam" : "ham");
                                                  }))));
        QCOMPARE(files.classes, (std::vector<std::string>{"ham", "spam"}));
        QVERIFY2(files.note.find("edges of 10 classes were cut off") != std::string::npos &&
                     files.note.find("names of columns") != std::string::npos,
                 files.note.c_str());
    }

    void badTablesAreSentences_data() {
        addColumns<QByteArray, QString>("bytes", "expected");
        QTest::newRow("one column") << rowsOf(20, review) << "found no column of classes";
        QTest::newRow("one class") << "text,label\n" + rowsOf(20, [](int i) { return review(i) + ",a"; })
                                   << "found only \"a\"";
        QTest::newRow("a class for each row")
            << rowsOf(20, [](int i) { return review(i) + ",kind" + number(i); }) << "each at least twice";
        QTest::newRow("a million columns") << QByteArray(1'000'000, ',') + "\n"
                                           << "at most 100000 fields";
        QTest::newRow("thousands of columns") << QByteArray(5000, ',') + "\na,b\n"
                                              << "found at least 5001";
        QTest::newRow("zero bytes") << rowsOf(20, [](int i) { return review(i) + ",a"; }).append("x\0y,b", 5)
                                    << "zero bytes";
        QTest::newRow("zeros alone") << QByteArray(1000, '\0') << "zero";
    }
    void badTablesAreSentences() {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, expected);
        VERIFY_SAYS(says(wish(write("bad", bytes))), expected);
    }

    void aLongLineTakesLittleMemory() {
        if constexpr (!measuresMemory) QSKIP("Sanitizers take memory of their own.");
        const std::string path =
            write("long.csv", "text,label\na,b\nc,d\n" + QByteArray(100'000'000, 'x') + ",a\nb,b\n");
        const int64_t before = peakOf([] {}), peak = peakOf([&] { (void)says(wish(path)); });
        QVERIFY2(peak - before < 600'000, qPrintable(QString::number(peak - before)));
        VERIFY_SAYS(says(wish(path)), "line 4: a text has at most 16 MiB, found 95 MiB");
    }

    void mixedEncodingsAreUtf8WithMarks() {
        const TextFiles files = readTextFiles(wish(write("mixed.csv", rowsOf(20, [](int i) {
                                                             return "caf\xC3\xA9 " + review(i) +
                                                                    (i == 5 ? " \xE9" : "") +
                                                                    (i % 2 ? ",a" : ",b");
                                                         }))));
        QCOMPARE(nameOf(files.recognised->encoding), "UTF-8");
        QVERIFY2(files.note.find("1 text not wholly in UTF-8") != std::string::npos, files.note.c_str());
        VERIFY_SAYS(says(wish(write("odd.csv", rowsOf(20, review)), {"data.encoding=utf-16"})), "found");
    }

    void foldersHaveNoColumns() {
        VERIFY_SAYS(says(wish(folder_->path().toStdString(), {"data.text_column=a"})),
                    "folders of texts have none");
    }
};

TEST_CLASS(TestTableFile, NoApplication)

}  // namespace test_table_file
#include "test_table_file.moc"
