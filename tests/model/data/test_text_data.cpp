// Texts as a data set: splits, vocabulary and labels, what a checkpoint keeps of them, and that the
// classifier of the reference notebooks learns from them.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "in_folder.h"
#include "model/attribute/explain.h"
#include "model/data/text_data.h"
#include "model/files/error.h"
#include "model/native/native_session.h"
#include "model/network/parameter_table.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

namespace test_text_data {

DataConfig small(const std::string& path = {}) {
    DataConfig data = with(presetByName("text-demo").data, "train_size=200 length=24");
    data.validationSize = data.testSize = 50;
    data.path = path;
    return data;
}

QString complaintOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& problem) {
        return QString::fromUtf8(problem.what());
    }
    return {};
}

class TestTextData : public QObject, InFolder {
    Q_OBJECT

    /// `count` texts of each class in its folder.
    void writeTexts(const QString& where, const QStringList& classes, int count) const {
        for (const QString& name : classes) {
            QVERIFY(QDir().mkpath(at(where + "/" + name)));
            for (int i = 0; i < count; ++i) {
                QFile file(at(QStringLiteral("%1/%2/%3.txt").arg(where, name).arg(i, 3, 10, QChar(u'0'))));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(QStringLiteral("word%2 of %1").arg(name).arg(i).toUtf8());
            }
        }
    }

private Q_SLOTS:
    void whatIsCutAndPaddedIsCounted() {
        QFile file(at("lengths.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("text,label\n");
        for (int i = 0; i < 200; ++i)
            file.write((QByteArray("word ").repeated(i < 8 ? 50 : 6) + (i % 2 ? ",good\n" : ",bad\n")));
        file.close();
        DataConfig config = with(small(path("lengths.csv")), "length=12");
        const TextLengths lengths = makeTextData(config).textLengths.value();
        QCOMPARE(lengths.texts, 160);
        QVERIFY(lengths.cut > 0 && lengths.cut <= 8);
        QCOMPARE(lengths.padding, static_cast<double>(160 - lengths.cut) / 320);
        QCOMPARE(lengths.suggested, 6);  // at most one of twenty is longer
        config.length = 5;
        const TextLengths shorter = makeTextData(config).textLengths.value();
        QCOMPARE(shorter.cut, 160);
        QCOMPARE(shorter.padding, 0.0);
        QVERIFY(lengthsText({3, 1, 0, 1}, 1)
                    .ends_with("1 of 3 texts to train with have more than 1 word (data.length) and are cut "
                               "there; 0 % of what the network reads is padding. 95 % of the texts have at "
                               "most 1 word: data.length=1 would hold those."));
        QVERIFY(lengthsText(shorter, 5).starts_with("160 of 160 texts to train with have more than 5 words"));
        QVERIFY(!makeSequenceData(DataConfig{}).textLengths);
    }
    void generatedReviewsBecomeRows() {
        const DataSet data = makeTextData(small()), again = makeTextData(small());
        QCOMPARE(data.train.rows, int64_t{200});
        QCOMPARE(data.test.rows, int64_t{50});
        QCOMPARE(data.train.tokens, again.train.tokens);
        QCOMPARE(data.names.classes, (std::vector<std::string>{"negative", "positive"}));
        QVERIFY(data.names.vocabulary.size() <= small().vocabulary);
        QCOMPARE(data.validation.texts.size(), size_t{50});
        for (int64_t row = 0; row < 50; ++row) {
            const auto length = static_cast<size_t>(data.validation.lengths[static_cast<size_t>(row)]);
            const std::vector<int32_t> ids =
                data.names.vocabulary.idsOf(data.validation.texts[static_cast<size_t>(row)], 24);
            QCOMPARE(ids.size(), length);
            for (size_t t = 0; t < 24; ++t)
                QCOMPARE(data.validation.tokens[static_cast<size_t>(row) * 24 + t],
                         t < length ? ids[t] : Vocabulary::padding);
        }
    }

    void textsAreDealtAsAsked_data() {
        // The parts are to train, validate and test.
        const Rows<QString, QStringList, QList<int>, QString> row("folder", "settings", "parts", "dealing");
        const QString tenth = QStringLiteral("10 % of the rows to ");
        row("a tenth each", "own", {}, QList{120, 15, 15}, tenth + "validate, " + tenth + "test");
        row("a test of its own", "tested", {}, QList{135, 15, 30},
            tenth + "validate, the files' own to test");
        row("a size", "own", {"data.validation_size=10"}, QList{125, 10, 15},
            "10 rows to validate, " + tenth + "test");
        row("shares", "own", {"data.validation_share=0.5", "data.test_share=0.3"}, QList{30, 75, 45},
            "50 % of the rows to validate, 30 % of the rows to test");
        row("as earlier versions", "own", {"data.earlier_split=true"}, QList{96, 24, 30},
            "as earlier versions did, a fifth where the files do not say");
    }
    void textsAreDealtAsAsked() {
        QFETCH(QString, folder);
        QFETCH(QStringList, settings);
        QFETCH(QList<int>, parts);
        QFETCH(QString, dealing);
        writeTexts("own", {"a", "b", "c"}, 50);
        writeTexts("tested/train", {"a", "b", "c"}, 50);
        writeTexts("tested/test", {"a", "b", "c"}, 10);
        RunConfig config = presetByName("text-demo");
        config.data = small(path(folder));
        for (const QString& setting : settings) setByPath(config, setting.toStdString());
        const DataSet data = makeTextData(config.data);
        QCOMPARE(QList<int>({static_cast<int>(data.train.rows), static_cast<int>(data.validation.rows),
                             static_cast<int>(data.test.rows)}),
                 parts);
        QCOMPARE(QString::fromStdString(data.dealing), dealing);
        for (int32_t label = 0; label < 3; ++label)
            QVERIFY(
                std::abs(3 * std::count(data.validation.labels.begin(), data.validation.labels.end(), label) -
                         data.validation.rows) <= 3);
        config.data.validationShare = 0;
        config.data.validationSize = 150;
        config.data.earlierSplit = false;
        QVERIFY(complaintOf([&] { (void)makeTextData(config.data); }).contains("150 of 150 rows leave none"));
    }

    void earlierVersionsDealtAFifthOfEachClass() {
        writeTexts("plain", {"a", "b", "c"}, 50);
        DataConfig config = with(small(path("plain")), "earlier_split=true");
        const DataSet data = makeTextData(config);
        QCOMPARE(data.test.rows, int64_t{30});
        QCOMPARE(data.validation.rows, int64_t{24});  // a fifth of the 40 of each class that are left
        QCOMPARE(data.train.rows, int64_t{96});
        for (int32_t label = 0; label < 3; ++label) {
            const auto& labels = data.validation.labels;
            QCOMPARE(std::count(labels.begin(), labels.end(), label), 8);
        }
        std::set<std::string> seen(data.test.texts.begin(), data.test.texts.end());
        for (const std::string& text : data.validation.texts) QVERIFY(seen.insert(text).second);
        QCOMPARE(seen.size(), size_t{54});
        QCOMPARE(makeTextData(config).test.texts, data.test.texts);
        config.seed = 43;
        QVERIFY(makeTextData(config).test.texts != data.test.texts);
        writeTexts("few", {"a", "b"}, 1);
        QVERIFY(
            complaintOf([&] { (void)makeTextData(small(path("few"))); }).contains("at least three texts"));
    }

    void vocabularyIsLearnedFromTheTrainingPartAlone() {
        writeTexts("split/train", {"x", "y"}, 10);
        writeTexts("split/test", {"x", "y"}, 12);  // word10 and word11 are new
        const DataSet data = makeTextData(small(path("split")));
        QCOMPARE(data.test.rows, int64_t{24});
        QCOMPARE(data.names.vocabulary.id("word10"), Vocabulary::unknown);
        QCOMPARE(data.names.vocabulary.id("of"), 2);
    }

    void aTrainedNetworkKeepsItsNumbers() {
        writeTexts("first", {"neg", "pos"}, 10);
        writeTexts("second", {"pos", "zzz"}, 10);
        const DataNames known{{"pos", "neg"}, Vocabulary({"pos", "of"}, "test")};
        const DataSet data = makeTextData(small(path("first")), known);
        QCOMPARE(data.names, known);
        for (size_t row = 0; row < data.test.texts.size(); ++row)
            QCOMPARE(data.test.labels[row], data.test.texts[row].find("pos") == std::string::npos ? 1 : 0);
        QCOMPARE(data.test.tokens[1], known.vocabulary.id("of"));
        const QString complaint = complaintOf([&] { (void)makeTextData(small(path("second")), known); });
        QVERIFY2(complaint.contains("trained on the classes pos, neg") && complaint.contains("\"zzz\""),
                 qPrintable(complaint));
    }

    void classesMustFitTheNetwork() {
        NetworkConfig network = presetByName("text-demo").network;
        requireClasses(network, {{"a", "b"}, {}});
        const QString three = complaintOf([&] { requireClasses(network, {{"a", "b", "c"}, {}}); });
        QVERIFY2(three.contains("3 classes (a, b, c)") && three.contains("set it to 3"), qPrintable(three));
        network.numClasses = 3;
        requireClasses(network, {{"a", "b", "c"}, {}});
        QVERIFY(complaintOf([&] { requireClasses(network, {{"a", "b"}, {}}); }).contains("set it to 1"));
    }

    void tokensOfATypedText() {
        RunConfig config = presetByName("text-demo");
        const Vocabulary words({"good", "bad"}, "test");
        QCOMPARE(tokensOfText(config, words, "Good? Bad! Ugly."), (std::vector<int32_t>{2, 3, 1}));
        QCOMPARE(tokensOfText(config, words, " ... "), (std::vector<int32_t>{0}));
        config.network.maskPadding = false;
        config.data.length = 4;
        QCOMPARE(tokensOfText(config, words, "good bad"), (std::vector<int32_t>{2, 3, 0, 0}));
        QCOMPARE(tokensOfText(config, words, "good bad good bad good"), (std::vector<int32_t>{2, 3, 2, 3}));
    }

    void namesComeBackFromACheckpoint() {
        const RunConfig config = presetByName("text-demo");
        const DataSet data = makeTextData(config.data);
        const auto parameters = initialParameters(buildProgram(config.network, config.data.length), 1);
        const std::string bytes = serialise(toSafeTensors(config, parameters, data.names));
        const Checkpoint checkpoint = checkpointFrom(parseSafeTensors(bytes, "file"), "file");
        QCOMPARE(checkpoint.names, data.names);
        QVERIFY(checkpoint.config == config);
        SafeTensors broken = parseSafeTensors(bytes, "file");
        broken.metadata.erase("vocabulary");
        broken.metadata.erase("classes");
        QCOMPARE(checkpointFrom(broken, "file").names, DataNames());
        broken.metadata["vocabulary"] = "the\nthe\n";
        QVERIFY(complaintOf([&] { (void)checkpointFrom(broken, "file"); }).contains("stands there twice"));
    }

    void everyParameterIsAccountedFor() {
        const RunConfig config = presetByName("text-imdb");
        const Program program = buildProgram(config.network, config.data.length);
        int64_t encoder = 0, all = 0;
        for (const ParameterRow& row : parameterTable(program)) {
            all += row.count;
            if (row.layer == "Encoder layer 1") encoder += row.count;
            if (row.part == "Queries, keys and values") {
                QCOMPARE(row.formula, std::string("3 × 2 heads × 32 × 32 + 3 × 2 × 32"));
                QCOMPARE(row.count, int64_t{6336});
            }
        }
        const ParameterRow first = parameterTable(program).front();
        QCOMPARE(first.layer, std::string("Embedding"));
        QCOMPARE(first.formula, std::string("32 × 20,000"));
        QCOMPARE(encoder, int64_t{10656});
        QCOMPARE(all, program.parameterCount());
        QCOMPARE(grouped(10656), std::string("10,656"));
        QCOMPARE(grouped(999), std::string("999"));
        QCOMPARE(grouped(1234567), std::string("1,234,567"));
    }

    void demoIsLearnedAndExplained() {
        const RunConfig config = presetWith("text-demo", "training.epochs=6 training.target_accuracy=0.995");
        const auto data = std::make_shared<const DataSet>(makeTextData(config.data));
        NativeBackend backend;
        Trainer trainer(backend, config, data);
        while (!trainer.advance(std::chrono::seconds(1)).result) continue;
        Inspector inspector(config.network);
        const auto parameters = std::make_shared<const std::vector<float>>(trainer.bestParameters());
        inspector.setParameters(parameters);
        const auto ask = [&](const char* text) {
            const ExplainOptions options{.methods = {ExplainMethod::Relevance}};
            const ExplainTarget yes{.outputClass = 1};
            return explain(
                inspector,
                typedSample(config, data->names, tokensOfText(config, data->names.vocabulary, text), text),
                yes, options);
        };
        const std::vector<std::pair<const char*, bool>> reviews{{"The plot was good.", true},
                                                                {"The plot was not good.", false},
                                                                {"The music was never boring.", true},
                                                                {"The music was really boring.", false}};
        for (const auto& [text, positive] : reviews) {
            const Explanation e = ask(text);
            QVERIFY2((e.inspection.logits.front() > 0) == positive, text);
            QCOMPARE(e.inspection.prediction, (std::vector<int32_t>{positive ? 1 : 0}));
            // What the pooled features bring, and the bias, are the whole logit.
            const int T = static_cast<int>(e.inspection.sample.tokens.size());
            float sum = parameters->back();
            for (const float part : e.positionContributions) sum += part;
            QVERIFY2(std::abs(sum - e.inspection.logits.front()) < 1e-3f * (1 + std::abs(sum)), text);
            const std::vector<float> relevant =
                pooledRelevance(e.maps.front().values, e.inspection, e.contributions, T);
            QCOMPARE(relevant.size(), static_cast<size_t>(T));
            for (const float value : relevant) QVERIFY(value >= 0 && std::isfinite(value));
        }
    }

    /// The reference notebooks' classifier on real reviews, shortened so that it takes seconds.
    void sampleOfImdbIsLearned() {
        const char* shared = std::getenv("ATTX_SHARED");
        const QString archive =
            QStringLiteral("%1/data/aclImdb-subset.tar.gz")
                .arg(shared ? QString::fromLocal8Bit(shared) : QStringLiteral(ATTX_SOURCE_DIR "/../shared"));
        if (!QFile::exists(archive))
            QSKIP("The sample of IMDB is not here (../shared/data, or the folder that ATTX_SHARED names).");
        QCOMPARE(QProcess::execute("tar", {"xzf", archive, "-C", folder_->path()}), 0);
        RunConfig config = presetWith("text-imdb", "data.length=200 training.epochs=10 training.patience=3");
        config.data.path = path("aclImdb");
        const auto data = std::make_shared<const DataSet>(makeTextData(config.data));
        QCOMPARE(data->train.rows, int64_t{3200});
        QCOMPARE(data->validation.rows, int64_t{800});
        QCOMPARE(data->test.rows, int64_t{2000});
        QCOMPARE(data->names.vocabulary.size(), 20000);
        NativeBackend backend;
        Trainer trainer(backend, config, data);
        while (true)
            if (const auto result = trainer.advance(std::chrono::seconds(1)).result) {
                qInfo("test accuracy %.4f after %d epochs of 200 tokens", *result->testAccuracy,
                      result->epochs);
                QVERIFY2(*result->testAccuracy >= 0.75, "the full length reaches 0.83");
                return;
            }
    }
};

TEST_CLASS(TestTextData, NoApplication)

}  // namespace test_text_data
#include "test_text_data.moc"
