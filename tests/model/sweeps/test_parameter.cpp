// What a sweep varies, as it is written on the command line.
#include <QTemporaryDir>
#include <QtTest>

#include "model/files/files.h"
#include "model/sweeps/parameter.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

class TestParameter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isReadAsWritten_data() {
        const Rows<std::string, Parameter> row("text", "expected");
        row("a list", "network.num_heads=1,2, 4", {"network.num_heads", {"1", "2", "4"}, {}});
        row("one value", "training.epochs=3", {"training.epochs", {"3"}, {}});
        row("nothing", "data.path=", {"data.path", {""}, {}});
        row("quoted commas", "data.csv_path=\"a,b.csv\",c.csv", {"data.csv_path", {"a,b.csv", "c.csv"}, {}});
        row("one quoted value", "data.csv_path=\"a,b.csv\"", {"data.csv_path", {"a,b.csv"}, {}});
        row("a path like a range", "data.path=log:1..2", {"data.path", {"log:1..2"}, {}});
        row("logarithmic", "training.learning_rate=log:1e-5..1e-2",
            {"training.learning_rate", {}, ValueRange{1e-5, 1e-2, Distribution::LogUniform}});
        row("whole numbers", "network.num_layers=int:1..6",
            {"network.num_layers", {}, ValueRange{1, 6, Distribution::Int}});
        row("uniform", "network.dropout=uniform:0..0.5",
            {"network.dropout", {}, ValueRange{0, 0.5, Distribution::Uniform}});
    }
    void isReadAsWritten() {
        QFETCH(std::string, text);
        QFETCH(Parameter, expected);
        const Parameter found = parseParameter(text);
        QCOMPARE(found.key, expected.key);
        QCOMPARE(found.values, expected.values);
        QVERIFY(found == expected);
    }

    void whatCannotBeIsNamed_data() {
        const Rows<QString> row("says");
        row("network.num_heads", "found no \"=\"");
        row("network.num_hats=1,2", "network.num_hats: not a key; did you mean network.num_heads?");
        row("network.num_heads=1,two",
            "network.num_heads: expected a whole number from 1 to 64, found \"two\"");
        row("network.num_heads=1,,2", "network.num_heads: expected a whole number");
        row("network.num_heads=1,100", "network.num_heads: expected a whole number from 1 to 64, found 100");
        row("training.learning_rate=0.001,1e-3", "training.learning_rate: the value 0.001 stands twice");
        row("training.learning_rate=log:0..1", "begins above 0");
        row("training.learning_rate=log:1e-2..1e-5", "from a smaller to a larger number");
        row("training.learning_rate=log:1e-5", "expected a range");
        row("training.learning_rate=uniform:1..20",
            "training.learning_rate: expected a number from 0 to 10, found 20");
        row("network.num_layers=uniform:1..6", "network.num_layers takes whole numbers");
        row("network.num_layers=int:1..6.5", "expects whole numbers");
        row("seed=int:0..18446744073709551615", "draws from at most");
        row("data.csv_path=\"a", "never closes");
        row("data.csv_path=/nothing/a.csv,/nothing/b.csv", "data.csv_path: /nothing/a.csv: there is nothing");
        row("preset=reverse,sort", "preset: only names");
    }
    void whatCannotBeIsNamed() {
        QFETCH(QString, says);
        VERIFY_SAYS(
            thrownMessage([] { (void)checkedParameter(parseParameter(QTest::currentDataTag()), {}); }), says);
    }

    void pathsAreMadeWhole() {
        const QTemporaryDir folder;
        const std::string file = folder.filePath("a,b.csv").toStdString();
        writeFileAtomically(file, "1;1\n");
        const std::string relative =
            QDir::current().relativeFilePath(folder.filePath("a,b.csv")).toStdString();
        std::string text = "data.csv_path=\"";
        text += relative + "\"";
        QCOMPARE(checkedParameter(parseParameter(text), {}).values, std::vector<std::string>{file});
    }
};

TEST_CLASS(TestParameter, QCoreApplication)
#include "test_parameter.moc"
