// What "export" writes, run by those for whom it is written: PyTorch, OpenCV, NumPy, a browser.
#include <QDir>
#include <QImage>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <opencv2/dnn.hpp>

#include "app/cli/program.h"
#include "app/cli/run_python.h"
#include "in_folder.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "runner.h"

using namespace attx;

namespace test_export_command {

constexpr int steps = 10;

/// Empty: there is none.
QString chromium() {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
        if (const QString found = QStandardPaths::findExecutable(QLatin1String(name)); !found.isEmpty())
            return found;
    return {};
}

/// What a Python program says to each list of words, in one interpreter, as importing PyTorch takes seconds.
QByteArrayList saidToEach(const QString& python, const QString& code, const QList<QStringList>& calls) {
    const QByteArray mark = "-- end of a call --\n";
    QStringList words{"-c", R"(import runpy, sys
code, mark, calls = sys.argv[1], sys.argv[2], sys.argv[3:]
for call in calls:
    sys.argv = [code, *call.split()]
    runpy.run_path(code, run_name='__main__')
    print(mark, end='', flush=True))",
                      code, QString::fromUtf8(mark)};
    for (const QStringList& call : calls) words << call.join(' ');
    QByteArrayList answers;
    QByteArray all = said(python, words);
    for (qsizetype end = 0; (end = all.indexOf(mark)) >= 0; all.remove(0, end + mark.size()))
        answers << all.left(end);
    return answers;
}

std::vector<float> numbers(const QJsonValue& value) {
    std::vector<float> result;
    if (!value.isArray()) return {static_cast<float>(value.toDouble())};
    for (const QJsonValue& part : value.toArray())
        for (const float number : numbers(part)) result.push_back(number);
    return result;
}
std::vector<float> numbers(const QByteArray& json) { return numbers(QJsonDocument::fromJson(json).array()); }

QJsonArray jsonOf(const auto& values) {
    QJsonArray array;
    for (const auto value : values) array.append(static_cast<double>(value));
    return array;
}

float farthest(const std::vector<float>& a, const std::vector<float>& b) {
    if (a.size() != b.size() || a.empty()) return INFINITY;
    float most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

class TestExportCommand : public QObject, InFolder {
    Q_OBJECT

    [[nodiscard]] SafeTensors inspected(const QString& run) const {
        const Ended ended =
            runProgram({"inspect", at(run), "--sample", "0", "--out", at(run + ".seen.safetensors")});
        return ended.status == 0 ? readSafeTensors(at(run + ".seen.safetensors").toStdString())
                                 : SafeTensors();
    }
    static std::vector<float> floatsOf(const SafeTensors& file, const char* name) {
        return file.tensors.contains(name) ? file.at(name).floats(name) : std::vector<float>();
    }

    static void networks() {
        addColumns<QString, QStringList>("run", "words");
        const QStringList small{"data.train_size=1280", "data.validation_size=50", "data.test_size=50"};
        QTest::newRow("sequences") << "reverse" << small;
        QTest::newRow("two layers of two heads, a linear output, AdamW")
            << "sort"
            << small + QStringList{"data.rule=sort",           "network.num_layers=2",
                                   "network.num_heads=2",      "network.linear_output=true",
                                   "training.optimiser=adamw", "training.schedule=warmup_cosine_decay",
                                   "training.warmup=4"};
        QTest::newRow("a table, narrow heads, no encoding")
            << "rotate"
            << small + QStringList{"data.rule=rotate",
                                   "data.rotate_by=3",
                                   "network.embedding_table=true",
                                   "network.key_dim=5",
                                   "network.num_heads=3",
                                   "training.schedule=constant",
                                   "network.positional_encoding=false",
                                   "training.clip_norm=0"};
        QTest::newRow("GELU") << "gelu" << small + QStringList{"network.activation=gelu"};
        QTest::newRow("GELU by tanh") << "tanh" << small + QStringList{"network.activation=gelu_tanh"};
        QTest::newRow("SiLU") << "silu" << small + QStringList{"network.activation=silu"};
        QTest::newRow("SwiGLU") << "swiglu"
                                << small + QStringList{"network.activation=swiglu", "network.bias=false"};
        QTest::newRow("GEGLU") << "geglu" << small + QStringList{"network.activation=geglu"};
        QTest::newRow("learned positions") << "learned" << small + QStringList{"network.positions=learned"};
        QTest::newRow("rotary positions") << "rotary" << small + QStringList{"network.positions=rotary"};
        QTest::newRow("ALiBi") << "alibi"
                               << small + QStringList{"network.positions=alibi", "network.num_heads=4"};
        QTest::newRow("pre-norm") << "prenorm"
                                  << small + QStringList{"network.norm_first=true",
                                                         "network.embedding_norm=true"};
        QTest::newRow("RMSNorm, causal, no biases")
            << "rms"
            << small + QStringList{"network.norm_first=true", "network.norm=rms", "network.causal=true",
                                   "network.bias=false", "network.num_layers=2"};
        QTest::newRow("LayerNorm without bias")
            << "unbiased" << small + QStringList{"network.norm_first=true", "network.norm=layer_no_bias"};
        QTest::newRow("attention only")
            << "attention"
            << small + QStringList{"network.norm=none", "network.dim_feedforward=0",
                                   "network.linear_output=true", "network.num_layers=2"};
        QTest::newRow("a last norm, causal")
            << "last" << small + QStringList{"network.final_norm=true", "network.causal=true"};
        QTest::newRow("a tied table, types of tokens")
            << "tied"
            << small + QStringList{"network.embedding_table=true", "network.tied_output=true",
                                   "network.token_types=2"};
        QTest::newRow("a transform before a tied table")
            << "transform"
            << small + QStringList{"network.embedding_table=true", "network.tied_output=true",
                                   "network.output_transform=true", "network.activation=gelu"};
        QTest::newRow("shared keys, rotary")
            << "shared"
            << small + QStringList{"network.num_heads=4", "network.kv_heads=2", "network.positions=rotary"};
        QTest::newRow("sums, the full batch, smoothed")
            << "sums"
            << QStringList{"addition-mod", "data.train_size=900", "network.model_dim=32",
                           "network.dim_feedforward=64", "training.label_smoothing=0.1"};
        QTest::newRow("brackets, a class token, Adam with L2")
            << "brackets"
            << QStringList{"brackets",          "data.train_size=1280",       "data.validation_size=50",
                           "data.test_size=50", "training.optimiser=adam_l2", "training.warmup=4"};
        QTest::newRow("masked tokens, SGD") << "masked"
                                            << QStringList{"masked",
                                                           "data.train_size=1280",
                                                           "data.validation_size=50",
                                                           "data.test_size=50",
                                                           "training.optimiser=sgd",
                                                           "training.learning_rate=0.1"};
        QTest::newRow("counts, drawn by the code")
            << "histogram"
            << QStringList{"histogram", "data.train_size=1280", "data.validation_size=50",
                           "data.test_size=50"};
        QTest::newRow("pairs of several lengths")
            << "pairs" << QStringList{"data.rule=csv", "data.csv_path=PAIRS", "training.batch_size=16"};
        QTest::newRow("sets") << "sets" << QStringList{"anomaly-shapes",          "data.train_size=3000",
                                                       "data.test_size=400",      "data.set_size=4",
                                                       "data.shuffle_place=true", "data.test_draws=2"};
        QTest::newRow("sets, a linear output")
            << "linear"
            << QStringList{"anomaly-shapes", "data.train_size=3000", "data.test_size=400", "data.set_size=4",
                           "network.linear_output=true"};
        QTest::newRow("texts") << "texts"
                               << QStringList{"text-demo", "data.train_size=400", "data.validation_size=50",
                                              "data.test_size=50"};
        const QStringList few{"text-demo", "data.train_size=400", "data.validation_size=50",
                              "data.test_size=50"};
        QTest::newRow("texts, mean, types of tokens")
            << "texts-mean" << few + QStringList{"network.pooling=mean", "network.token_types=3"};
        QTest::newRow("texts, class token first, pooler by tanh")
            << "texts-class"
            << few + QStringList{"network.pooling=first", "network.class_token=true",
                                 "network.positions=learned", "network.pooler=tanh",
                                 "network.max_positions=65"};
        QTest::newRow("texts, class token, last position, pooler by ReLU")
            << "texts-last"
            << few + QStringList{"network.pooling=last", "network.class_token=true", "network.pooler=relu",
                                 "network.positional_encoding=true"};
        QTest::newRow("texts, all positions joined")
            << "texts-joined" << few + QStringList{"network.pooling=flatten", "network.max_positions=70"};
        QTest::newRow("texts, Keras 3, padding seen")
            << "padded"
            << QStringList{"text-demo", "data.train_size=400", "data.validation_size=50", "data.test_size=50",
                           "training.optimiser=rmsprop_keras3",
                           // At 0.001 the input of a ReLU comes so close to 0 in the seventh step that
                           // rounding (10^-6 by then) decides on its side.
                           "training.learning_rate=0.0001", "network.mask_padding=false",
                           "network.embedding_table=false"};
    }

    /// Trains `steps` steps without dropout, once; false if that failed.
    [[nodiscard]] bool trained(const QString& run, const QStringList& settings) const {
        if (QDir(at(run)).exists()) return true;
        QStringList words{"train", "--out", at(run), "--steps", QString::number(steps)};
        for (const char* dropout : {"dropout", "input_dropout", "pool_dropout"})
            words << "--set" << QStringLiteral("network.%1=0").arg(dropout);
        for (QString setting : settings)
            if (setting.contains('='))
                words << "--set" << setting.replace("PAIRS", at("pairs.csv"));
            else
                words << "--preset" << setting;
        const Ended ended = runProgram(words);
        if (ended.status != 0) qWarning() << ended.all();
        return ended.status == 0;
    }

private Q_SLOTS:
    void initTestCase() {
        std::string pairs;
        for (int row = 0; row < 200; ++row) {  // of 3 to 9 tokens, reversed
            std::string in, out;
            for (int i = 0; i < 3 + row % 7; ++i) {
                const std::string token = std::to_string((row * 7 + i * i) % 10);
                in += token + " ";
                out.insert(0, token + " ");
            }
            pairs.append(in).append(";").append(out).append("\n");
        }
        writeFileAtomically(at("pairs.csv").toStdString(), pairs);
    }

    void pytorchAgrees_data() { networks(); }
    void pytorchAgrees() {
        QFETCH(QString, run);
        QFETCH(QStringList, words);
        static const QString python = pythonWith("torch");
        if (python.isEmpty()) QSKIP("No Python with PyTorch is installed (Debian: python3-torch)");
        QVERIFY(trained(run, words));
        const QString code = at(run + ".py");
        const Ended ended =
            succeeded(runProgram({"export", at(run), "--as", "pytorch", "--out", code, "--json"}));
        for (const QJsonValue& file : ended.json()["files"].toArray())
            QVERIFY2(QFileInfo(file.toString()).size() > 0, qPrintable(file.toString()));
        QVERIFY(!QString::fromStdString(readFile(code.toStdString()))
                     .contains(QRegularExpression("\\{\\{|#if|#endif")));

        const std::vector<float> ours = floatsOf(inspected(run), "logits");
        const QByteArrayList answers = saidToEach(
            python, code,
            {{"--logits", "0"}, {"--train", "--no-dropout", "--steps", QString::number(steps)}, {}});
        QCOMPARE(answers.size(), 3);
        const std::vector<float> logits = numbers(answers[0]);
        // Where padding is masked, ours has only the positions that are none.
        QVERIFY(logits.size() >= ours.size());
        const float apart = farthest(ours, {logits.begin(), logits.begin() + std::ssize(ours)});
        QVERIFY2(apart <= 1e-5F, qPrintable(QStringLiteral("logits are %1 apart").arg(apart)));

        const QString training = answers[1];
        std::vector<float> losses, expected;
        for (auto match =
                 QRegularExpression("^step \\d+  loss ([\\d.]+)", QRegularExpression::MultilineOption)
                     .globalMatch(training);
             match.hasNext();)
            losses.push_back(match.next().captured(1).toFloat());
        const std::string metrics = at(run + "/metrics.csv").toStdString();
        for (const StepRecord& step : metricsFromCsv(readFile(metrics), metrics).steps)
            expected.push_back(static_cast<float>(step.loss));
        QCOMPARE(expected.size(), size_t{steps});
        const float lossesApart = farthest(losses, expected);
        QVERIFY2(lossesApart <= 1e-4F,
                 qPrintable(QStringLiteral("losses are %1 apart:\n").arg(lossesApart) + training));

        const QString measured = answers[2];
        QVERIFY2(measured.startsWith("validation  loss "), qPrintable(measured));
        const QJsonObject evaluated = runProgram({"evaluate", at(run), "--json"}).json();
        const QRegularExpression accuracy("accuracy ([\\d.]+)");
        QVERIFY2(std::abs(accuracy.match(measured).captured(1).toDouble() -
                          evaluated["val_acc"].toDouble(-1)) < 0.003,
                 qPrintable(measured));
    }

    void onnxIsValidAndAgrees_data() { networks(); }
    void onnxIsValidAndAgrees() {
        QFETCH(QString, run);
        QFETCH(QStringList, words);
        static const QString python = pythonWith("onnx");
        if (python.isEmpty()) QSKIP("No Python with ONNX is installed (Debian: python3-onnx)");
        QVERIFY(trained(run, words));
        QCOMPARE(runProgram({"export", at(run), "--out", at(run + ".onnx")}).status, 0);
        const SafeTensors seen = inspected(run);
        const std::vector<float> logits = numbers(said(
            python, {QStringLiteral(ATTX_SOURCE_DIR "/tests/app/cli/evaluate_onnx.py"), at(run + ".onnx")},
            QJsonDocument(inputs(run, seen)).toJson()));
        const std::vector<float> ours = floatsOf(seen, "logits");
        QVERIFY(logits.size() >= ours.size());
        const float apart = farthest(ours, {logits.begin(), logits.begin() + std::ssize(ours)});
        QVERIFY2(apart <= 1e-5F, qPrintable(QStringLiteral("logits are %1 apart").arg(apart)));
    }

    void opencvAgrees_data() {
        const Rows<QString, QStringList> row("run", "words");
        const QStringList small{"data.train_size=1280", "data.validation_size=50", "data.test_size=50"};
        row("one-hot sequences", "reverse", small);
        row("two layers of two heads", "sort",
            small + QStringList{"data.rule=sort", "network.num_layers=2", "network.num_heads=2",
                                "training.optimiser=adamw", "training.schedule=warmup_cosine_decay",
                                "training.warmup=4"});
        row("sets", "sets",
            {"anomaly-shapes", "data.train_size=3000", "data.test_size=400", "data.set_size=4",
             "data.shuffle_place=true", "data.test_draws=2"});
    }
    void opencvAgrees() {
        QFETCH(QString, run);
        QFETCH(QStringList, words);
        QVERIFY(trained(run, words));
        QCOMPARE(runProgram({"export", at(run), "--out", at(run + ".onnx")}).status, 0);
        const SafeTensors seen = inspected(run);
        const QJsonObject given = inputs(run, seen);
        const QString name = given.keys().constFirst();
        std::vector<float> values = numbers(given[name]);
        const int length = name == "features" ? 4 : 16;
        const int shape[] = {1, length, static_cast<int>(values.size()) / length};
        cv::dnn::Net network = cv::dnn::readNetFromONNX(at(run + ".onnx").toStdString());
        network.setInput(cv::Mat(3, shape, CV_32F, values.data()), name.toStdString());
        const cv::Mat answer = network.forward("logits").clone();
        const std::vector<float> logits(answer.ptr<float>(), answer.ptr<float>() + answer.total());
        const float apart = farthest(logits, floatsOf(seen, "logits"));
        QVERIFY2(apart <= 1e-5F, qPrintable(QStringLiteral("logits are %1 apart").arg(apart)));
    }

    /// The data of the page are those of inspect, to the 16 bits that they are kept in.
    void aPageHoldsTheAttentionOfEverySnapshot() {
        QVERIFY(trained("reverse", {"data.train_size=1280", "data.validation_size=50", "data.test_size=50"}));
        succeeded(runProgram({"export", at("reverse"), "--as", "html", "--out", at("page.html"), "--json"}));
        const QByteArray page = QByteArray::fromStdString(readFile(at("page.html").toStdString()));
        QVERIFY(page.size() < 2'000'000);
        for (const char* none : {"http:", "https:", "src=", "href=", "url(", "import ", "fetch(", "{{"})
            QVERIFY2(!page.contains(none), none);
        QVERIFY(page.contains("default-src 'none'"));
        const QByteArray mark = "<script type=\"application/json\" id=\"data\">";
        const qsizetype begin = page.indexOf(mark) + mark.size();
        const QJsonObject data =
            QJsonDocument::fromJson(page.mid(begin, page.indexOf("</script>", begin) - begin)).object();
        const qsizetype frames = data["frames"].toArray().size();
        QCOMPARE(frames, QDir(at("reverse/snapshots")).entryList({"*.safetensors"}).size() + 1);
        QCOMPARE(data["labels"].toArray().size(), 16);
        const QByteArray weights = QByteArray::fromBase64(data["weights"].toString().toLatin1());
        QCOMPARE(weights.size(), frames * 256 * 2);
        const std::vector<float> expected = floatsOf(inspected("reverse"), "attention.0");
        for (qsizetype i = 0; i < 256; ++i) {
            const auto byte = [&](qsizetype k) {
                return static_cast<unsigned char>(weights[weights.size() - 512 + 2 * i + k]);
            };
            const float weight = static_cast<float>(byte(0) + 256 * byte(1)) / 65535;
            QVERIFY(std::abs(weight - expected[static_cast<size_t>(i)]) < 1e-5F);
        }
    }

    /// Each beside the axes of the maps and among the members, the odd one and the predicted one framed.
    void aPageOfASetShowsItsImages() {
        const int members = 4;
        QVERIFY(trained("pictures", {"anomaly-shapes", "data.train_size=3000", "data.test_size=400",
                                     "data.set_size=4", "data.shuffle_place=true", "data.test_draws=2"}));
        succeeded(runProgram({"export", at("pictures"), "--out", at("set.html"), "--sample", "1"}));
        const QByteArray page = QByteArray::fromStdString(readFile(at("set.html").toStdString()));
        const QByteArray mark = "<script type=\"application/json\" id=\"data\">";
        const qsizetype begin = page.indexOf(mark) + mark.size();
        const QJsonObject data =
            QJsonDocument::fromJson(page.mid(begin, page.indexOf("</script>", begin) - begin)).object();
        const QJsonArray images = data["images"].toArray();
        QCOMPARE(images.size(), members);
        const auto sees = [&](int i) {
            return QImage::fromData(QByteArray::fromBase64(images[i].toString().toLatin1()), "PNG");
        };
        for (int i = 0; i < members; ++i) QCOMPARE(sees(i).size(), QSize(32, 32));
        const int odd = data["odd"].toInt(-1);
        QVERIFY(odd >= 0 && odd < members);
        for (int i = 0; i < members; ++i) QVERIFY(i == odd || sees(i) != sees(odd));
        const QString browser = chromium();
        if (browser.isEmpty()) QSKIP("No Chromium is installed");
        const QByteArray shown =
            said(browser, {"--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                           "--user-data-dir=" + at("browser"), "file://" + at("set.html") + "#cell=0,1,2"});
        if (shown.isEmpty()) QSKIP("Chromium is installed but opens no page here");
        const qsizetype maps = shown.count("<canvas") - 1;
        QCOMPARE(shown.count("<img "), members + 2 * members * maps + 2);  // and those of the cell
        for (const char* kind : {"odd", "predicted"}) {                    // which may be the same
            const QRegularExpression framed(QStringLiteral("<img class=\"picture[^\"]* %1").arg(kind));
            QCOMPARE(QString::fromUtf8(shown).count(framed), 1);
        }
    }

    void aBrowserShowsIt() {
        const QString browser = chromium();
        if (browser.isEmpty()) QSKIP("No Chromium is installed");
        aPageHoldsTheAttentionOfEverySnapshot();
        const SafeTensors seen = inspected("reverse");
        const auto& tokens = seen.at("tokens").integers("tokens");
        const float weight = floatsOf(seen, "attention.0")[11 * 16 + 4];
        const QByteArray last =
            said(browser, {"--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                           "--user-data-dir=" + at("browser"), "file://" + at("page.html") + "#cell=0,11,4"});
        if (last.isEmpty()) QSKIP("Chromium is installed but opens no page here");
        const QString readout = QStringLiteral("Layer 1, head 1: query 12 '%1' → key 5 '%2'  %3")
                                    .arg(tokens[11])
                                    .arg(tokens[4])
                                    .arg(static_cast<double>(weight), 0, 'f', 3);
        QVERIFY2(QString::fromUtf8(last).contains(readout), qPrintable(readout + "\n" + last.right(3000)));
        QVERIFY(last.contains("as saved"));
        QCOMPARE(last.count("<canvas"), 2);  // the map and the colours
        QCOMPARE(last.count("class=\"axis "), 2);
        const QByteArray rows = last.mid(last.indexOf("class=\"axis rows\"")).split('\n').front();
        QVERIFY(rows.left(300).contains("<span>" + QByteArray::number(tokens[0]) + "</span><span>" +
                                        QByteArray::number(tokens[1]) + "</span>"));
        const QByteArray first =
            said(browser, {"--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                           "--user-data-dir=" + at("browser"), "file://" + at("page.html") + "#frame=0"});
        QVERIFY(first.contains("before training"));
    }

    /// Also those of long sequences in a narrow window, in which the labels are higher than the rows.
    void labelsStandAtTheirRows() {
        const QString browser = chromium();
        if (browser.isEmpty()) QSKIP("No Chromium is installed");
        QVERIFY(trained("reverse", {"data.train_size=1280", "data.validation_size=50", "data.test_size=50"}));
        const int length = 64;
        succeeded(runProgram({"export", at("reverse"), "--tokens", QStringLiteral("1 ").repeated(length),
                              "--out", at("long.html")}));
        QByteArray page = QByteArray::fromStdString(readFile(at("long.html").toStdString()));
        page.replace("</body>", R"(<script>{
            const box = document.querySelector(".map canvas").getBoundingClientRect();
            const labels = [...document.querySelectorAll(".rows span")].filter(span => span.textContent);
            const boxes = labels.map(span => span.getBoundingClientRect());
            const last = boxes[boxes.length - 1], step = boxes[1].top - boxes[0].top;
            const row = [...labels[0].parentNode.children].indexOf(labels[labels.length - 1]) + .5;
            const away = Math.abs(box.top + row / 64 * box.height - (last.top + last.bottom) / 2);
            document.body.append(`away ${Math.round(away)}, apart ${step > 10}`);
        }</script></body>)");
        QFile file(at("measured.html"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(page) == page.size());
        file.close();
        const QByteArray shown = said(
            browser, {"--headless", "--no-sandbox", "--disable-gpu", "--window-size=500,900", "--dump-dom",
                      "--user-data-dir=" + at("browser"), "file://" + at("measured.html")});
        if (shown.isEmpty()) QSKIP("Chromium is installed but opens no page here");
        QVERIFY2(shown.contains("away 0, apart true"), shown.right(200));
    }

    /// The reader that the manual shows.
    void theReadersLinesRead() {
        const QString python = pythonWith("json");
        if (python.isEmpty()) QSKIP("No Python with NumPy is installed");
        QVERIFY(trained("reverse", {"data.train_size=1280", "data.validation_size=50", "data.test_size=50"}));
        const QString page =
            QString::fromStdString(readFile(ATTX_SOURCE_DIR "/resources/manual/checkpoints.md"));
        const QString code =
            page.section("## Reading the files in Python", 1).section("```python\n", 1).section("```", 0, 0);
        QVERIFY(code.count('\n') > 10);
        writeFileAtomically(at("reader.py").toStdString(), code.toStdString());
        const QByteArray text = said(python, {at("reader.py"), at("reverse")});
        QVERIFY2(text.contains("1 heads; 10346 parameters"), text);
        QVERIFY2(text.contains("last loss: 2."), text);
    }

    void whatIsWrongIsSaid_data() {
        const Rows<QStringList, QString> row("words", "says");
        row("ending", {"--out", "x.txt"}, "ends in .py");
        row("form", {"--as", "keras", "--out", "x.py"}, "expected pytorch, onnx or html");
        row("no file", {}, "needs --out");
        row("sample", {"--out", "x.py", "--sample", "3"}, "for a page");
        row("a file of the run", {"--out", "reverse/last.py"}, "would not be whole");
        row("far sample", {"--out", "x.html", "--sample", "50"}, "0 to 49");
    }
    void whatIsWrongIsSaid() {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        QVERIFY(trained("reverse", {"data.train_size=1280", "data.validation_size=50", "data.test_size=50"}));
        const Ended ended = runProgram(QStringList{"export", at("reverse")} + words, folder_->path());
        QCOMPARE(ended.status, 2);
        QVERIFY2(QString::fromUtf8(ended.err).contains(says), ended.all());
    }

private:
    /// What the exported network reads for what was inspected, by the names of its inputs.
    [[nodiscard]] static QJsonObject inputs(const QString& run, const SafeTensors& seen) {
        if (seen.tensors.contains("features")) return {{"features", jsonOf(floatsOf(seen, "features"))}};
        const std::vector<int64_t>& given = seen.at("tokens").integers("tokens");
        const bool text = run.startsWith("texts") || run == "padded",
                   masked = run.startsWith("texts") || run == "pairs" || run == "brackets";
        const size_t length = text                ? 64
                              : run == "sums"     ? 3
                              : run == "brackets" ? 40
                              : run == "masked"   ? 32
                                                  : 16;
        const size_t categories = run == "sums" ? 60 : run == "brackets" ? 2 : run == "masked" ? 11 : 10;
        std::vector<int64_t> tokens(length), mask(length);
        std::copy(given.begin(), given.end(), tokens.begin());
        std::fill_n(mask.begin(), given.size(), 1);
        QJsonObject object;
        if (text) {
            object["tokens"] = jsonOf(tokens);
        } else {
            std::vector<int64_t> oneHot(length * categories);
            for (size_t i = 0; i < length; ++i) oneHot[i * categories + static_cast<size_t>(tokens[i])] = 1;
            object["one_hot"] = jsonOf(oneHot);
        }
        if (masked) object["mask"] = jsonOf(mask);
        return object;
    }
};

TEST_CLASS(TestExportCommand, QCoreApplication)

}  // namespace test_export_command
#include "test_export_command.moc"
