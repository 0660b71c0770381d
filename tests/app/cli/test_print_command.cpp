// render for print, and the page of an ablated network.
#include <QImage>
#include <QJsonArray>
#include <QTemporaryDir>
#include <cmath>

#include "app/cli/program.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "runner.h"

using namespace attx;

class TestPrintCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        succeeded(runProgram(smallTraining(
            at("run"), {"--set", "network.num_heads=2", "--set", "network.num_layers=2", "--steps", "4"})));
    }

    void aColumnWide() {
        const Ended ended =
            succeeded(render({"--columns", "1", "--out", at("column.png"), "--range", "0:0.01", "--json"}));
        const QImage image(at("column.png"));
        QVERIFY(std::abs(image.width() - 85 / 25.4 * 300) < 2);
        QCOMPARE(qRound(image.dotsPerMeterX() * 0.0254), 300);
        QVERIFY2(
            ended.json()["warnings"].toArray()[0].toString().contains("of 1024 values lie outside of 0…0.01"),
            ended.all().constData());
        QCOMPARE(render({"--mm", "170x100", "--dpi", "600", "--out", at("large.png")}).status, 0);
        QVERIFY(std::abs(QImage(at("large.png")).height() - 100 / 25.4 * 600) < 4);
        const Ended font = render({"--font", "No Such Font", "--out", at("font.svg")});
        QVERIFY2(font.status == 0 && font.out.contains("there is no font No Such Font"),
                 font.all().constData());
    }

    /// No name of an axis, title or key is cut where the figure may be as high as it has to be.
    void namesAreWholeInAColumn_data() {
        QTest::addColumn<QString>("figure");
        for (const char* figure : {"loss", "accuracy", "learning-rate", "gradient-norm", "schedule",
                                   "positional-waves", "positional-encoding", "positional-similarity",
                                   "position-accuracy", "places", "confusion", "reliability", "faithfulness"})
            QTest::newRow(figure) << figure;
    }
    void namesAreWholeInAColumn() {
        QFETCH(QString, figure);
        const Ended ended = succeeded(runProgram(
            {"render", at("run"), "--figure", figure, "--columns", "1", "--out", at("names.svg"), "--json"}));
        QVERIFY2(ended.json()["warnings"].toArray().isEmpty(), ended.all().constData());
        const QString svg = QString::fromStdString(readFile(at("names.svg").toStdString()));
        const qsizetype cut = svg.indexOf(QStringLiteral("…"));
        QVERIFY2(cut < 0, qPrintable(svg.mid(cut - 80, 90)));
        QVERIFY(svg.contains("</text>"));
        for (const char* name : {"names.pdf", "names.png"})
            QCOMPARE(
                runProgram({"render", at("run"), "--figure", figure, "--columns", "1", "--out", at(name)})
                    .status,
                0);
    }

    void whatCannotBeIsSaid_data() {
        const Rows<QStringList, QString> row("words", "says");
        row("two sizes", {"--mm", "85", "--columns", "1"}, "Give one of them");
        row("three sides", {"--mm", "8x8x8"}, "--mm: expected WIDTHxHEIGHT");
        row("too small", {"--mm", "2"}, "--mm: expected WIDTHxHEIGHT");
        row("three columns", {"--columns", "3"}, "--columns");
        row("map", {"--color-map", "jet"}, "viridis, cividis, inferno, grey");
        row("range", {"--range", "1:0"}, "--range: expected LOW:HIGH");
        row("half a range", {"--range", "1"}, "--range: expected LOW:HIGH");
        row("title", {"--title", "maybe"}, "expected on or off");
        row("dots twice", {"--dpi", "300", "--scale", "2"}, "say the same");
    }
    void whatCannotBeIsSaid() {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        const Ended ended = render(words + QStringList{"--out", at("no.png")});
        QCOMPARE(ended.status, 2);
        QVERIFY2(QString::fromUtf8(ended.err).contains(says), ended.all().constData());
        QVERIFY(!QFile::exists(at("no.png")));
    }

    /// The page answers as `inspect` does without the same heads, and says which they are.
    void aPageWithoutHeads() {
        const QStringList heads{"--ablate", "0.1,1"};
        succeeded(
            runProgram(QStringList{"export", at("run"), "--as", "html", "--out", at("page.html")} + heads));
        const QByteArray page = QByteArray::fromStdString(readFile(at("page.html").toStdString()));
        const QByteArray mark = "<script type=\"application/json\" id=\"data\">";
        const qsizetype begin = page.indexOf(mark) + mark.size();
        const QJsonObject data =
            QJsonDocument::fromJson(page.mid(begin, page.indexOf("</script>", begin) - begin)).object();
        QVERIFY2(
            data["about"].toString().endsWith("Ablated: layer 1 head 2, layer 2 head 1, layer 2 head 2."),
            qPrintable(data["about"].toString()));
        QCOMPARE(
            runProgram(QStringList{"inspect", at("run"), "--sample", "0", "--out", at("seen.safetensors")} +
                       heads)
                .status,
            0);
        const SafeTensors seen = readSafeTensors(at("seen.safetensors").toStdString());
        const std::vector<float>& attention = seen.at("attention.1").floats("attention.1");
        const QByteArray weights = QByteArray::fromBase64(data["weights"].toString().toLatin1());
        const qsizetype last = weights.size() - static_cast<qsizetype>(2 * attention.size());
        for (qsizetype i = 0; i < static_cast<qsizetype>(attention.size()); ++i) {
            const auto byte = [&](qsizetype k) {
                return static_cast<unsigned char>(weights[last + 2 * i + k]);
            };
            const float weight = static_cast<float>(byte(0) + 256 * byte(1)) / 65535;
            QVERIFY(std::abs(weight - attention[static_cast<size_t>(i)]) < 1e-5F);
        }
        QCOMPARE(runProgram(QStringList{"export", at("run"), "--out", at("no.py")} + heads).status, 2);
    }

private:
    [[nodiscard]] QString at(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    [[nodiscard]] Ended render(const QStringList& words) const {
        return runProgram(QStringList{"render", at("run"), "--figure", "attention"} + words);
    }
    QTemporaryDir folder_;
};

TEST_CLASS(TestPrintCommand, QCoreApplication)
#include "test_print_command.moc"
