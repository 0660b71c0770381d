// Figures on the command line: own inputs, a chosen layer and head, explanations, texts. What they show is
// compared with what inspect writes.
#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/files/npy.h"
#include "model/files/safetensors.h"
#include "runner.h"

using namespace attx;

class TestRenderCommand : public QObject, InFolder {
    Q_OBJECT

    [[nodiscard]] Ended render(const QString& run, const QString& figure, const QStringList& more) const {
        return runProgram(QStringList{"render", at(run), "--figure", figure} + more);
    }
    [[nodiscard]] std::vector<float> numbers(const QString& name) const {
        return readNpy(at(name).toStdString()).values;
    }
    [[nodiscard]] SafeTensors inspected(const QStringList& what) const {
        const Ended ended =
            runProgram(QStringList{"inspect", at("run"), "--out", at("seen.safetensors")} + what);
        return ended.status == 0 ? readSafeTensors(at("seen.safetensors").toStdString()) : SafeTensors();
    }

private Q_SLOTS:
    void initTestCase() {
        succeeded(runProgram(
            smallTraining(at("run"), {"--set", "network.num_heads=2", "--set", "network.num_layers=2"})));
    }

    void aHeadOfAnOwnSequence() {
        const QStringList own{"--tokens", "3 1 4 1 5"};
        succeeded(render("run", "attention-head",
                         own + QStringList{"--layer", "1", "--head", "1", "--out", at("head.npy")}));
        const std::vector<float> drawn = numbers("head.npy");
        const SafeTensors seen = inspected(own);
        const auto& all = seen.at("attention.1").floats("attention.1");
        QCOMPARE(drawn, std::vector<float>(all.begin() + 25, all.begin() + 50));
        const Ended first =
            succeeded(render("run", "attention-head", own + QStringList{"--out", at("first.npy")}));
        QVERIFY(numbers("first.npy") != drawn);
    }

    /// Two queries, of which the first stands on top, or below: the same cells in another order.
    void theFirstQueryIsOnTopOrBelow() {
        const auto drawn = [&](const QStringList& more) {
            const QStringList what{"--tokens", "3 1", "--size", "400x400", "--scale", "1"};
            const Ended ended =
                render("run", "attention-head", what + more + QStringList{"--out", at("map.png")});
            return ended.status == 0 ? QImage(at("map.png")) : QImage();
        };
        const QImage above = drawn({}), below = drawn({"--first-query", "below"});
        QCOMPARE(above.size(), QSize(400, 400));
        QCOMPARE(above, drawn({"--first-query", "above"}));
        const auto column = [](const QImage& image, int y) { return image.pixel(150, y); };
        QVERIFY(column(above, 120) != column(above, 250));
        QCOMPARE(column(above, 120), column(below, 250));
        QCOMPARE(column(above, 250), column(below, 120));
    }

    void explanationsOfWhatIsAskedFor() {
        const QStringList what{"--tokens", "3 1 4", "--explain", "relevance", "--position", "1"};
        succeeded(render("run", "explanations", what + QStringList{"--out", at("maps.npy")}));
        QCOMPARE(numbers("maps.npy"), inspected(what).at("relevance").floats("relevance"));
        const Ended usual = succeeded(render("run", "explanations", {"--out", at("maps.png")}));
        QVERIFY(QFileInfo(at("maps.png")).size() > 1000);
        QVERIFY2(usual.out.contains("every method but flow"), usual.all());
    }

    /// What is drawn of the last snapshot is what inspect says of that network.
    void headsThroughTraining() {
        succeeded(render("run", "heads", {"--measure", "distance", "--out", at("heads.csv")}));
        const QByteArrayList lines = read("heads.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 1 + 4 * 3);  // of each head before training, and two epochs
        QCOMPARE(lines.front(), QByteArray("panel,curve,x,y,split,samples,quantity"));
        QVERIFY(lines[1].startsWith("layer-1,head-1,0,") && lines.back().startsWith("layer-2,head-2,20,"));
        QVERIFY2(lines.back().endsWith(",distance"), lines.back());
        refusedWith(render("run/model.safetensors", "heads", {"--out", at("none.csv")}),
                    "snapshots, found none");
    }

    void aPairUpClose() {
        const QStringList own{"--tokens", "3 1 4 1 5"};
        succeeded(
            render("run", "pair", own + QStringList{"--query", "1", "--key", "3", "--out", at("pair.csv")}));
        const QByteArrayList lines = read("pair.csv").trimmed().split('\n');
        const SafeTensors seen = inspected(own + QStringList{"--explain", "score_terms"});
        const auto& term = seen.at("score_content_content").floats("score_content_content");
        QCOMPARE(lines[0], QByteArray("panel,name,value,split,sample"));
        QVERIFY2(lines[1].startsWith("score-terms,") && lines[1].endsWith(",own,"), lines[1]);
        QVERIFY(std::abs(lines[1].split(',')[2].toDouble() - static_cast<double>(term[1 * 5 + 3])) < 1e-5);
        succeeded(render("run", "pair", {"--layer", "1", "--out", at("pair.png")}));
    }

    void whatPatchingBringsBack() {
        const QStringList own{"--tokens", "3 1 4 1 5", "--patch-from", "3 1 4 2 5", "--position", "0"};
        const QStringList out{"--out", at("patching.csv")};
        const Ended ended = succeeded(render("run", "patching", own + out));
        QVERIFY2(!ended.err.contains("does not depend"), ended.all());
        const SafeTensors seen = inspected(own);
        const auto& shares = seen.at("patching").floats("patching");
        const QByteArrayList lines = read("patching.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 1 + std::ssize(shares) / 5);
        QVERIFY(lines[1].startsWith("input,"));
        for (qsizetype i = 0; i < std::ssize(shares); ++i)
            QVERIFY(std::abs(lines[i / 5 + 1].split(',')[i % 5 + 1].toDouble() -
                             static_cast<double>(shares[static_cast<size_t>(i)])) < 1e-4);
        succeeded(render("run", "patching-heads", own + QStringList{"--out", at("heads.png")}));
    }

    void whereThingsLie() {
        for (const char* kind : {"hidden", "embeddings", "positions", "queries_keys"}) {
            succeeded(render("run", "places", {"--vectors", kind, "--out", at("places.csv")}));
        }
        succeeded(render("run", "places", {"--layer", "2", "--color", "correct", "--out", at("hidden.csv")}));
        const QByteArray lines = read("hidden.csv");
        QCOMPARE(lines.count('\n'), 1 + 100 * 16);
        QVERIFY(lines.startsWith("vector,component_1,component_2,kind\n") && lines.contains(",right\n") &&
                lines.contains(",wrong\n"));
    }

    void kindsOfHeads() {
        const Ended ended = succeeded(runProgram(
            {"inspect", at("run"), "--tokens", "3 1 4 1", "--out", at("kinds.safetensors"), "--json"}));
        const SafeTensors file = readSafeTensors(at("kinds.safetensors").toStdString());
        QCOMPARE(file.at("head_patterns").shape, (std::vector<int64_t>{1, 2, 2, 9}));
        const auto& attention = file.at("attention.1").floats("attention.1");
        const float* map = attention.data() + 16;  // of head 1
        const float diagonal = (map[0] + map[5] + map[10] + map[15]) / 4;
        const QJsonObject head = ended.json()["heads"].toArray().at(3).toObject();
        QCOMPARE(head["layer"].toInt(), 1);
        QCOMPARE(head["head"].toInt(), 1);
        const QJsonObject patterns = head["patterns"].toObject();
        QVERIFY(std::abs(patterns["diagonal"].toDouble() - static_cast<double>(diagonal)) < 1e-5);
        QVERIFY(!patterns.contains("padding"));
        QCOMPARE(ended.json()["patterns"].toArray().at(3).toString(), "anti_diagonal");
        // The two 1s look at each other.
        const float same = (map[4 + 3] + map[12 + 1]) / 2;
        QVERIFY(std::abs(patterns["same_token"].toDouble() - static_cast<double>(same)) < 1e-5);
    }

    void aTextOfOnesOwn() {
        succeeded(runProgram({"train", "--preset", "text-demo", "--epochs", "1", "--out", at("text")}));
        for (const char* shade :
             {"attention", "relevance", "contribution", "argmax", "integrated_gradients", "norms"}) {
            succeeded(render("text", "text",
                             {"--text", "The film was not good", "--shade", shade, "--out", at("text.csv")}));
            const QByteArray lines = read("text.csv");
            QVERIFY2(lines.contains("not") && lines.count('\n') >= 6, lines);
        }
        succeeded(render("text", "all", {"--out", at("figures")}));
        QVERIFY(QFileInfo::exists(at("figures/text.png")));
    }

    void whatAFigureDoesNotDependOnIsSaid_data() {
        const Rows<QStringList, QStringList> row("words", "idle");
        row("a sample of curves", {"loss", "--sample", "3"}, {"--sample"});
        row("own tokens of curves", {"loss", "--tokens", "3 1"}, {"--tokens"});
        row("a method of attention", {"attention", "--explain", "rollout"}, {"--explain"});
        row("a shade without words", {"attention", "--tokens", "3 1", "--shade", "argmax"}, {"--shade"});
        row("all needed", {"explanations", "--tokens", "3 1", "--explain", "relevance", "--class", "2"}, {});
    }
    void whatAFigureDoesNotDependOnIsSaid() {
        QFETCH(const QStringList, words);
        QFETCH(const QStringList, idle);
        const Ended ended = succeeded(
            render("run", words.front(), words.mid(1) + QStringList{"--out", at("idle.csv"), "--json"}));
        const QJsonArray warnings = ended.json()["warnings"].toArray();
        QCOMPARE(warnings.size(), idle.size());
        for (qsizetype i = 0; i < idle.size(); ++i) QVERIFY(warnings[i].toString().startsWith(idle[i]));
    }

    void whatIsNotThereIsRefused_data() {
        const Rows<QStringList, QByteArray> row("words", "said");
        row("layer", {"attention-head", "--layer", "2"}, "--layer");
        row("head", {"attention-head", "--head", "2"}, "--head");
        row("category", {"attention", "--tokens", "1 99"}, "99");
        row("text", {"attention", "--text", "a film"}, "vocabulary");
        row("vectors", {"places", "--vectors", "members"}, "reads sets");
        row("query", {"pair", "--query", "16"}, "--query");
        row("measure", {"heads", "--measure", "colour"}, "anti_diagonal");
        row("one input", {"patching"}, "--patch-from");
        row("task", {"set-links"}, "task sets");
        row("sample", {"attention", "--sample", "100"}, "--sample");
        row("first query", {"attention", "--first-query", "left"}, "--first-query");
        row("method", {"explanations", "--explain", "magic"}, "--explain");
        row("two samples", {"attention", "--tokens", "1 2", "--sample", "1"}, "found several");
        row("no map", {"explanations", "--explain", "score_terms"}, "score_terms is no map");
        row("animation", {"parameters", "--animation"}, "animation");
    }
    void whatIsNotThereIsRefused() {
        QFETCH(const QStringList, words);
        QFETCH(const QByteArray, said);
        refusedWith(render("run", words.front(), words.mid(1) + QStringList{"--out", at("no.csv")}), said);
        QVERIFY(!QFileInfo::exists(at("no.csv")));
    }
};

TEST_CLASS(TestRenderCommand, QCoreApplication)
#include "test_render_command.moc"
