// The words of messages.
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <limits>

#include "model/files/text.h"
#include "runner.h"

using namespace attx;

class TestText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void shapesAndNumbers() {
        QCOMPARE(shapeText({}), std::string("[]"));
        QCOMPARE(shapeText({2, 3}), std::string("[2, 3]"));
        QCOMPARE(shortest(0.1), std::string("0.1"));
        QCOMPARE(shortest(0.1F), std::string("0.1"));
        QCOMPARE(shortest(-12), std::string("-12"));
        QCOMPARE(std::stod(shortest(std::numeric_limits<double>::min())), std::numeric_limits<double>::min());
    }
    /// Every byte in front of, between and behind letters, among files that patterns would match.
    void aShellReadsEveryWordAsItIs() {
        const QTemporaryDir folder;
        QByteArray expected;
        std::string line = "printf '%s\\0'";
        const auto add = [&](const std::string& word) {
            line += " " + shellWord(word);
            expected += QByteArray::fromStdString(word) + '\0';
        };
        add("");
        for (int c = 1; c < 256; ++c) {
            const std::string byte(1, static_cast<char>(c));
            for (const std::string& word : {byte, byte + "a", "a" + byte + "a", "a" + byte}) add(word);
        }
        for (const char* name : {"a", "aa", "aaa"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        QProcess shell;
        shell.setWorkingDirectory(folder.path());
        shell.start("sh", {"-s"});
        shell.write(QByteArray::fromStdString(line + "\n"));
        shell.closeWriteChannel();
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.readAllStandardOutput(), expected);
    }
    void oneIsNoPlural() {
        QCOMPARE(counted(1, "head"), std::string("1 head"));
        QCOMPARE(counted(0, "head"), std::string("0 heads"));
        QCOMPARE(counted(2, "class", "classes"), std::string("2 classes"));
        QCOMPARE(counted(1, "byte is", "bytes are"), std::string("1 byte is"));
    }
    void longTextIsCutBetweenCharacters() {
        QCOMPARE(shortened("short", 5), std::string("short"));
        QCOMPARE(shortened("longer", 5), std::string("longe..."));
        QCOMPARE(shortened("\u00e4\u00e4\u00e4", 3), std::string("\u00e4..."));
    }
    void distanceAndTheNearestWord() {
        QCOMPARE(editDistance("kitten", "sitting"), size_t{3});
        QCOMPARE(editDistance("", "abc"), size_t{3});
        QCOMPARE(nearestWord("trian", {"render", "train"}), std::string("train"));
        QCOMPARE(nearestWord("xyz", {"render", "train"}), std::string());
        QCOMPARE(nearestWord("a", {"b"}), std::string());
        QCOMPARE(nearestWord(std::string(1000, 'x'), {std::string(999, 'x')}), std::string());
    }
};

TEST_CLASS(TestText, NoApplication)
#include "test_text.moc"
