// Texts and their classes from folders and tables: what is taken, in which order, and what is said of bad
// ones.
#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "in_folder.h"
#include "model/data/generated_reviews.h"
#include "model/data/text_files.h"
#include "model/data/vectoriser.h"
#include "model/files/archive.h"
#include "model/files/csv.h"
#include "model/files/error.h"
#include "runner.h"
#include "without_rights.h"

using namespace attx;

namespace test_text_files {

using Lines = std::vector<std::vector<std::string>>;

Lines rowsOf(const std::string& text, char separator = ',') {
    CsvReader reader(text, separator, "test.csv");
    Lines rows;
    for (std::vector<std::string> row; reader.next(row);) rows.push_back(row);
    return rows;
}

std::string joined(const std::vector<LabelledText>& texts) {
    std::string all;
    for (const LabelledText& t : texts) all += std::to_string(t.label) + ":" + t.text + " ";
    return all;
}

TextFiles readTextFiles(const std::string& path) {
    DataConfig config;
    config.path = path;
    return readTextFiles(config);
}

class TestTextFiles : public QObject, InFolder {
    Q_OBJECT

    /// What reading `name` says is wrong.
    [[nodiscard]] QString complaint(const QString& name = {}) const {
        try {
            (void)readTextFiles(path(name));
        } catch (const Error& problem) {
            return problem.kind() == Error::Kind::Input ? QString::fromUtf8(problem.what()) : QString();
        }
        return {};
    }

private Q_SLOTS:
    void init() { makeNewFolder(); }

    // --- CSV ---

    void csv_data() {
        const Rows<std::string, Lines> row("text", "expected");
        row("plain", "a,b\nc,d\n", {{"a", "b"}, {"c", "d"}});
        row("no last line end", "a,b\nc,d", {{"a", "b"}, {"c", "d"}});
        row("carriage returns", "a,b\r\n\r\n\"c\",\"d\"\r\n", {{"a", "b"}, {"c", "d"}});
        row("quotes over lines", "a,\"b\nc, \"\"d\"\"\"\ne,f\n", {{"a", "b\nc, \"d\""}, {"e", "f"}});
        row("empty fields", "a,,\"\"\n,b,\n", {{"a", "", ""}, {"", "b", ""}});
        row("a quote inside is a quote", "5\" long,b\n", {{"5\" long", "b"}});
        row("mark of UTF-8",
            "\xEF\xBB\xBF"
            "a,b\n",
            {{"a", "b"}});
        row("nothing", {}, {});
        row("blank lines", "\n\r\n\n", {});
    }
    void csv() {
        QFETCH(std::string, text);
        QFETCH(Lines, expected);
        QCOMPARE(rowsOf(text), expected);
    }

    void csvBetweenTabs() {
        QCOMPARE(rowsOf("1\t\"so \\\"good\\\", it is\"\n", '\t'), (Lines{{"1", "so \"good\", it is"}}));
        QCOMPARE(CsvReader::separatorOf("a\tb,c\n"), '\t');
        QCOMPARE(CsvReader::separatorOf("a;b\nc,d"), ';');
        QCOMPARE(CsvReader::separatorOf("a,b\nc;d"), ',');
        QCOMPARE(CsvReader::separatorOf("a"), ',');
    }

    void quotesBetweenTabsAreText_data() {
        const Rows<QByteArray, QStringList, bool> row("table", "texts", "said");
        row("whole fields", "\"she \"\"said\"\"\"\ta\nb\tb\n", {"she \"said\"", "b"}, false);
        row("text behind a quote", "\"Are you?\" he asked\ta\n10\" pizza\tb\n",
            {"\"Are you?\" he asked", "10\" pizza"}, true);
        row("never closed", "\"hi\ta\nyou\tb\n", {"\"hi", "you"}, true);
        row("closed in another line", "\"hi\ta\nyou\tb\nthere\ta\nso\"\tb\n",
            {"\"hi", "you", "there", "so\""}, true);
        row("closed where a field ends", "\"hi\ta\nyou\tb\n\"\ta\nso\tb\n", {"\"hi", "you", "\"", "so"},
            true);
        row("lines inside", "\"one\ntwo\"\ta\nb\tb\n", {"one\ntwo", "b"}, false);
    }
    void quotesBetweenTabsAreText() {
        QFETCH(const QByteArray, table);
        QFETCH(QStringList, texts);
        QFETCH(const bool, said);
        write("t.tsv", "text\tlabel\n" + table);
        const TextFiles files = readTextFiles(path("t.tsv"));
        QStringList found;
        for (const LabelledText& text : files.train) found << QString::fromStdString(text.text);
        found.sort();
        texts.sort();
        QCOMPARE(found, texts);
        QCOMPARE(files.note.find("quotes are read as text") != std::string::npos, said);
    }

    void casesOfQuotes() {
        const std::string cases = std::string(ATTX_SOURCE_DIR) + "/../shared/cases";
        if (!std::filesystem::exists(cases)) QSKIP("There is no folder ../shared with the cases.");
        QCOMPARE(readTextFiles(cases + "/quotes.tsv").train.size(), size_t{22});
        QCOMPARE(readTextFiles(cases + "/quotes_merge.tsv").train.size(), size_t{32});
    }

    void allWrongRowsAreNamed() {
        write("t.csv", "text,label\na,b,c\nfine,a\nd\n");
        const QString said = complaint("t.csv");
        QVERIFY2(said.contains("line 2: expected 2 fields, as in the header, found 3") &&
                     said.contains("1 more, in line 4."),
                 qPrintable(said));
    }

    void csvErrorsNameTheLine() {
        const auto said = [](const std::string& text) {
            try {
                (void)rowsOf(text);
            } catch (const Error& problem) {
                return QString::fromUtf8(problem.what());
            }
            return QString();
        };
        QVERIFY2(said("a,b\n\"c\nd,e\n").contains("test.csv: line 2: the quote"),
                 qPrintable(said("a,b\n\"c\n")));
        QVERIFY2(said("a\n\"b\nc\"d\n").contains("test.csv: line 3: text stands behind"),
                 qPrintable(said("a\n\"b\nc\"d\n")));
    }

    // --- folders ---

    void aclImdb() {
        for (const char* split : {"train", "test"})
            for (const char* name : {"pos", "neg"})
                for (const char* file : {"1_9.txt", "0_8.txt"})
                    write(QStringLiteral("aclImdb/%1/%2/%3").arg(split, name, file),
                          QByteArray(split) + name + file[0]);
        write("aclImdb/train/unsup/0_0.txt", "left out");
        write("aclImdb/train/urls_pos.txt", "left out");
        write("aclImdb/README.txt", "left out");
        write("aclImdb/train/pos/labels.feat", "left out");
        for (const char* where : {"", "aclImdb"}) {
            const TextFiles read = readTextFiles(path(where));
            QCOMPARE(read.classes, (std::vector<std::string>{"neg", "pos"}));
            QCOMPARE(joined(read.train), std::string("0:trainneg0 0:trainneg1 1:trainpos0 1:trainpos1 "));
            QCOMPARE(joined(read.test), std::string("0:testneg0 0:testneg1 1:testpos0 1:testpos1 "));
            QVERIFY(read.validation.empty());
            QCOMPARE(read.note, std::string());
        }
        const TextFiles part = readTextFiles(path("aclImdb/train"));  // classes without splits
        QCOMPARE(joined(part.train), std::string("0:trainneg0 0:trainneg1 1:trainpos0 1:trainpos1 "));
        QVERIFY(part.test.empty());
    }

    void folderForEachClass() {
        write("reviews/c/1.txt", "three");
        write("reviews/a/1.txt", "one");
        write("reviews/b/1.TXT", "two");
        write("reviews/about.txt", "left out");
        const TextFiles read = readTextFiles(path());
        QCOMPARE(read.classes, (std::vector<std::string>{"a", "b", "c"}));
        QCOMPARE(joined(read.train), std::string("0:one 1:two 2:three "));
    }

    void oneFileElsewhereDoesNotReplaceTheOthers() {
        for (const char* name : {"a/1", "a/2", "b/1", "b/2"}) write(QStringLiteral("%1.txt").arg(name), name);
        write("b/old/1.txt", "deeper");
        const TextFiles read = readTextFiles(path());
        QCOMPARE(joined(read.train), std::string("0:a/1 0:a/2 1:b/1 1:b/2 "));
        const QString note = QString::fromStdString(read.note);
        QVERIFY2(note.contains("1 text left out") && note.contains("b/old/1.txt"), qPrintable(note));
        write("a/train/x/1.txt", "below something like a split");
        QCOMPARE(joined(readTextFiles(path()).train), std::string("0:a/1 0:a/2 1:b/1 1:b/2 "));
    }

    void foldersThatMayNotBeReadAreNamed() {
        for (const char* name : {"a/1", "b/1"}) write(QStringLiteral("%1.txt").arg(name), name);
        QVERIFY(chmod(path().c_str(), 0755) == 0 && chmod(path("b").c_str(), 0) == 0);
        QString said;
        {
            const WithoutRights nobody;
            said = complaint();
        }
        QVERIFY(chmod(path("b").c_str(), 0700) == 0);
        QVERIFY2(said.contains("b: you have no right to read this folder"), qPrintable(said));
    }

    void validationFolderIsTaken() {
        for (const char* split : {"train", "val", "test"})
            for (const char* name : {"x", "y"}) write(QStringLiteral("%1/%2/1.txt").arg(split, name), split);
        QCOMPARE(readTextFiles(path()).validation.size(), size_t{2});
    }

    void badFolders() {
        QVERIFY(complaint("missing").contains("no such file or folder"));
        QVERIFY2(complaint().contains("found no text to train on"), qPrintable(complaint()));
        write("pos/1.txt", "only one");
        QVERIFY2(complaint().contains("found only \"pos\""), qPrintable(complaint()));
        write("neg/1.txt", "");
        write("neg/2.txt", " \n");
        QVERIFY2(complaint().contains("every text of the class \"neg\" is empty"), qPrintable(complaint()));
        write("neg/3.txt", QByteArray("bad\0\0\0", 6));
        QVERIFY2(complaint().contains("neg/3.txt: expected text in UTF-8, found zero bytes"),
                 qPrintable(complaint()));
        write("neg/3.txt", QByteArray((16 << 20) + 1, 'a'));
        QVERIFY2(complaint().contains("neg/3.txt: a text has at most 16 MiB"), qPrintable(complaint()));
        write("notes.doc", "no table");
        QVERIFY(complaint("notes.doc").contains("found a file of another kind"));
    }

    void oddTextsAreReadAndSaid() {
        write("pos/1.txt", "fine");
        write("pos/2.txt", "caf\xE9");
        write("pos/3.txt", "");
        write("neg/1.txt", QByteArray("dull ").repeated(300'000));  // 1.5 MB
        const TextFiles read = readTextFiles(path());
        QCOMPARE(read.train.size(), size_t{4});
        QCOMPARE(read.train[2].text, std::string("café"));
        QCOMPARE(read.train[0].text.size(), size_t{1'500'000});
        const QString note = QString::fromStdString(read.note);
        QVERIFY2(note.contains("1 text read as Windows-1252") && note.contains("pos/2.txt"),
                 qPrintable(note));
        QVERIFY2(note.contains("1 text without a word") && note.contains("pos/3.txt"), qPrintable(note));
    }

    void classOnlyInTheTestIsRefused() {
        for (const char* name : {"train/a/1.txt", "train/b/1.txt", "test/c/1.txt"}) write(name, "text");
        QVERIFY2(complaint().contains("the class \"c\" is not among"), qPrintable(complaint()));
    }

    // --- archives ---

    void archivesAreReadAsFolders() {
        write("reviews.zip", QByteArray::fromStdString(zipBytes({{"aclImdb/README.txt", "left out"},
                                                                 {"aclImdb/train/pos/1.txt", "good"},
                                                                 {"aclImdb/train/neg/1.txt", "bad"},
                                                                 {"aclImdb/train/unsup/1.txt", "left out"},
                                                                 {"aclImdb/test/pos/1.txt", "fine"},
                                                                 {"aclImdb/test/neg/1.txt", ""}})));
        const TextFiles read = readTextFiles(path("reviews.zip"));
        QCOMPARE(joined(read.train), std::string("0:bad 1:good "));
        QCOMPARE(joined(read.test), std::string("0: 1:fine "));
        QVERIFY(QString::fromStdString(read.note).contains("reviews.zip/aclImdb/test/neg/1.txt"));
        write("climbs.zip", QByteArray::fromStdString(zipBytes({{"../pos/1.txt", "good"}})));
        QVERIFY2(complaint("climbs.zip").contains(".."), qPrintable(complaint("climbs.zip")));
        write("broken.tar.gz", "no archive at all");
        QVERIFY2(complaint("broken.tar.gz").contains("broken.tar.gz"),
                 qPrintable(complaint("broken.tar.gz")));
    }

    // --- tables ---

    void table() {
        write("reviews.csv",
              "id,Review,sentiment\n"
              "1,\"Good,\nvery good\",positive\n"
              "2,Bad,negative\n"
              "3,\"So \"\"so\"\"\",positive\n");
        const TextFiles read = readTextFiles(path("reviews.csv"));
        QCOMPARE(read.classes, (std::vector<std::string>{"negative", "positive"}));
        QCOMPARE(joined(read.train), std::string("0:Bad 1:Good,\nvery good 1:So \"so\" "));
        write("split.tsv", "label\ttext\tsplit\n1\ta\ttrain\n0\tb\ttrain\n1\tc\ttest\n0\td\tdev\n");
        const TextFiles parts = readTextFiles(path("split.tsv"));
        QCOMPARE(joined(parts.train), std::string("0:b 1:a "));
        QCOMPARE(joined(parts.validation), std::string("0:d "));
        QCOMPARE(joined(parts.test), std::string("1:c "));
    }

    void badTables_data() {
        const Rows<QByteArray, QString> row("bytes", "expected");
        row("empty", {}, "found an empty file");
        row("blank", "\n\n", "blank lines only");
        row("header", "a,b\n1,2\n", "found no column of classes");
        row("header only", "text,label\n", "found no text to train on");
        row("ragged", "text,label\na,x\nb,c,y\n", "line 3: expected 2 fields, as in the header, found 3");
        row("ragged behind a quoted line end", "text,label\n\"a\nb\",x\nc\n", "line 4: expected 2 fields");
        row("open quote", "text,label\n\"a,x\nb,y\n", "line 2: the quote that opens");
        row("one class", "text,label\na,x\nb,x\n", "found only \"x\"");
        row("no class", "text,label\na,x\nb,\n", "line 3: the class is missing");
        row("split", "text,label,split\na,x,train\nb,y,tomorrow\n",
            "line 3: expected train, validation or test");
        row("zero bytes", QByteArray("text,label\na\0b,x\n", 17), "line 2: expected text in UTF-8");
    }
    void badTables() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        write("t.csv", bytes);
        QVERIFY2(complaint("t.csv").contains(expected), qPrintable(complaint("t.csv")));
        QVERIFY(complaint("t.csv").contains("t.csv"));
    }

    // --- generated ---

    void generatedReviewsNeedTwoWordsTogether() {
        const std::vector<LabelledText> reviews = generatedReviews(4000, 42, 0);
        QCOMPARE(joined(reviews), joined(generatedReviews(4000, 42, 0)));
        QVERIFY(joined(reviews) != joined(generatedReviews(4000, 43, 0)));
        QVERIFY(joined(reviews) != joined(generatedReviews(4000, 42, 1)));
        const auto has = [](const LabelledText& t, const char* word) {
            return t.text.find(word) != std::string::npos;
        };
        int positives = 0, notAndPositive = 0, nots = 0, greatAndPositive = 0, greats = 0;
        for (const LabelledText& t : reviews) {
            positives += t.label;
            nots += has(t, " not "), notAndPositive += has(t, " not ") && t.label == 1;
            greats += has(t, " great"), greatAndPositive += has(t, " great") && t.label == 1;
            if (has(t, " was great.")) QCOMPARE(t.label, 1);
            if (has(t, "not great.")) QCOMPARE(t.label, 0);
            if (has(t, "never boring.")) QCOMPARE(t.label, 1);
        }
        QCOMPARE(positives, 2000);
        QVERIFY(nots > 500 && greats > 200);
        // Half of those with either word are praise: within four standard deviations.
        QVERIFY(std::abs(notAndPositive - nots / 2.0) < 2 * std::sqrt(nots));
        QVERIFY(std::abs(greatAndPositive - greats / 2.0) < 2 * std::sqrt(greats));
    }
};

TEST_CLASS(TestTextFiles, NoApplication)

}  // namespace test_text_files
#include "test_text_files.moc"
