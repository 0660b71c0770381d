// RunModel: what pages are told, and that questions to the inspector never queue.
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "model/data/text_data.h"
#include "model/network/program.h"
#include "model/run/records.h"
#include "model/sweeps/run_notes.h"
#include "model/sweeps/sweep.h"
#include "runner.h"
#include "settings.h"
#include "ui/looks.h"
#include "ui/state/run_model.h"

using namespace attx;

class TestRunModel : public QObject {
    Q_OBJECT

    RunConfig config_;
    std::shared_ptr<const DataSet> data_;
    std::shared_ptr<const std::vector<float>> parameters_;

    static TrainProgress progressAt(int64_t step) {
        TrainProgress progress{.step = step, .totalSteps = 10};
        progress.steps.push_back({step, 1, 2.f, 0.5f, 1e-3f, 1.f});
        return progress;
    }

private Q_SLOTS:
    void initTestCase() {
        config_ = presetByName("reverse");
        config_.data.trainSize = 128;
        config_.data.validationSize = 4;
        config_.data.testSize = 1;
        data_ = std::make_shared<const DataSet>(makeSequenceData(config_.data));
        parameters_ = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(config_.network, config_.data.length), 1));
    }

    void whatANameAloneDoesNotSayStandsWithItsFolder() {
        RunFixture run("reverse");
        run.model.setPlace(QStringLiteral("/runs/2026-11-27T00-17-25-reverse"));
        QCOMPARE(run.model.name(), QStringLiteral("2026-11-27T00-17-25-reverse"));
        run.model.setPlace(QStringLiteral("/runs/sweep-reverse/003"));
        QCOMPARE(run.model.name(), QStringLiteral("sweep-reverse/003"));
        run.model.setPlace(QStringLiteral("/runs/2026-11-27T00-17-25-lesson/model.safetensors"));
        QCOMPARE(run.model.name(), QStringLiteral("2026-11-27T00-17-25-lesson/model.safetensors"));
        run.model.setPlace({});
        QCOMPARE(run.model.name(), QString());
    }

    void aRunOfASweepIsNamedByItsSettings() {
        const QTemporaryDir folder;
        const std::string place = folder.filePath(QStringLiteral("rates")).toStdString();
        SweepRequest request;
        request.seeds = 2;
        request.bases = {{"reverse", config_}};
        request.parameters = {parseParameter("training.learning_rate=0.001,0.01")};
        const Sweep sweep = planSweep(request);
        writeSweep(place, sweep);
        const QString run = QString::fromStdString(place + '/' + sweep.runs[3].name);
        RunFixture shown("reverse");
        shown.model.setPlace(run);
        QCOMPARE(shown.model.name(), QStringLiteral("rates: learning rate 0.01 · seed 43"));
        QVERIFY(QDir().mkpath(run));
        writeNotes(run.toStdString(), {.name = "the fast one", .note = {}, .star = false});
        shown.model.readName();
        QCOMPARE(shown.model.name(), QStringLiteral("the fast one"));
    }

    void looksAtTheFirstValidationSample() {
        RunModel model;
        Looks requests(model);
        model.showNetwork(config_, parameters_, data_);
        QCOMPARE(model.sampleRow(), 0);
        QCOMPARE(model.sample().tokens, std::vector<int32_t>(data_->validation.tokens.begin(),
                                                             data_->validation.tokens.begin() + 16));
        QCOMPARE(model.sample().expected, applyRule(config_.data, model.sample().tokens));
        QCOMPARE(requests.size(), 1);
        QCOMPARE(requests.asked[0].sample, model.sample());
    }

    void mapsOfAnotherNetworkAreNotShownAsThoseOfThisOne() {
        RunModel model;
        Looks requests(model);
        model.showNetwork(config_, parameters_, data_);
        requests.answer(0);
        QCOMPARE(model.inspection().sample, model.sample());
        const QSignalSpy changed(&model.shown(), &Shown::inspectionChanged);
        model.showNetwork(config_, parameters_,
                          data_);  // the same again: its maps stay until the new ones are there
        QCOMPARE(model.inspection().sample, model.sample());
        QCOMPARE(changed.size(), 0);
        RunConfig other = config_;
        other.network.numLayers += 1;
        model.showNetwork(other, parameters_, data_);
        QCOMPARE(model.inspection().sample.length(), 0);
        QCOMPARE(changed.size(), 1);
    }

    void anotherTaskBeginsWithAllItsHeads() {
        RunModel model;
        model.showNetwork(config_, parameters_, data_);
        model.shown().setAblation({{0.F}, {}});
        model.showNetwork(config_, parameters_, data_);
        QCOMPARE(model.shown().ablatedHeads(), 1);  // of the same task: it is an experiment
        RunConfig other = presetByName("text-demo");
        other.network.numLayers = config_.network.numLayers;
        other.network.numHeads = config_.network.numHeads;
        model.showNetwork(other, nullptr, nullptr);
        QCOMPARE(model.shown().ablatedHeads(), 0);
    }

    void anotherNetworkBehindATrainedOneBeginsWithAllItsHeads() {
        RunModel model;
        model.showNetwork(config_, parameters_, data_);
        RunMetrics metrics;
        metrics.steps.resize(1);
        model.setMetrics(metrics);
        model.shown().setAblation({{0.F}, {}});
        model.showNetwork(config_, parameters_, data_);
        QCOMPARE(model.shown().ablatedHeads(), 0);
    }

    void hasSomethingToLookAtBeforeTheDataAreMade() {
        RunModel model;
        Looks requests(model);
        model.showNetwork(config_, parameters_, nullptr);
        QCOMPARE(model.sample().tokens.size(), 16u);
        QCOMPARE(model.sample().expected.size(), 16u);
        QCOMPARE(requests.size(), 1);
    }

    void anotherMaskIsAskedWithOrWithoutThePadding() {
        RunConfig config = with(config_, "data.rule=csv data.csv_path=pairs.csv data.length=6");
        std::string pairs;
        for (int i = 0; i < 30; ++i) pairs += "1 2 3;3 2 1\n";
        const auto data = std::make_shared<const DataSet>(pairsFromCsv(config.data, pairs));
        RunModel model;
        Looks requests(model);
        const auto asked = [&](bool mask) {
            config.network.maskPadding = mask;
            model.showNetwork(config, parameters_, data);
            return requests.last().sample.tokens;
        };
        QCOMPARE(asked(true), (std::vector<int32_t>{1, 2, 3}));
        QCOMPARE(asked(false), (std::vector<int32_t>{1, 2, 3, 0, 0, 0}));
        QCOMPARE(model.sample().expected, (std::vector<int32_t>{3, 2, 1, -1, -1, -1}));
        QCOMPARE(asked(true), (std::vector<int32_t>{1, 2, 3}));
        QCOMPARE(model.sample().expected, (std::vector<int32_t>{3, 2, 1}));
        model.shown().chooseSample(typedSample(config, {}, {4, 0, 0}));  // typed: zeros are tokens
        QCOMPARE(asked(false), (std::vector<int32_t>{4, 0, 0}));
    }

    void anOwnTextIsAnotherSampleUnderAnotherMask() {
        RunConfig text = presetWith(
            "text-demo",
            "data.train_size=64 data.validation_size=64 data.test_size=64 network.mask_padding=true");
        const auto data = std::make_shared<const DataSet>(makeData(text.data));
        const std::string written = "a good film";
        const auto read = [&] { return tokensOfText(text, data->names.vocabulary, written); };
        RunModel model;
        model.showNetwork(text, parameters_, data);
        model.shown().chooseSample(typedSample(text, data->names, read(), written));
        const Sample before = model.sample();
        text.network.maskPadding = false;
        model.showNetwork(text, parameters_, data);
        QVERIFY(model.sample() != before);  // what was answered is about fewer positions
        QCOMPARE(model.sample().tokens, read());
        QCOMPARE(model.sample().text, written);
        QCOMPARE(model.shown().paddingOf(model.sample()), text.data.length - 3);
    }

    void asksOneQuestionAtATimeAndThenTheNewest() {
        RunModel model;
        Looks requests(model);
        QSignalSpy inspections(&model.shown(), &Shown::inspectionChanged);
        model.showNetwork(config_, parameters_, data_);
        for (int32_t token : {1, 2, 3}) model.shown().chooseSample(sampleOf({token, token}));
        QCOMPARE(requests.size(), 1);  // the others wait
        // The answer is about a sample that nobody looks at any more: not shown, but the newest is asked.
        requests.answer(0);
        QCOMPARE(inspections.size(), 0);
        QCOMPARE(requests.size(), 2);
        QCOMPARE(requests.asked[1].sample.tokens, (std::vector<int32_t>{3, 3}));
        requests.answer(1);
        QCOMPARE(inspections.size(), 1);
        QCOMPARE(requests.size(), 2);
        QCOMPARE(model.inspection().prediction.size(), 2u);
    }

    void ignoresStaleAndRepeatedAnswers() {
        RunModel model;
        Looks requests(model);
        QSignalSpy inspections(&model.shown(), &Shown::inspectionChanged);
        model.showNetwork(config_, parameters_, data_);
        model.showNetwork(config_, parameters_, data_);  // does not wait for the first answer
        QCOMPARE(requests.size(), 2);
        requests.answer(0);
        QCOMPARE(inspections.size(), 0);
        requests.answer(1);
        requests.answer(1);
        QCOMPARE(inspections.size(), 1);
    }

    void goesOnAfterAFailedInspection() {
        RunModel model;
        Looks requests(model);
        model.showNetwork(config_, parameters_, data_);
        model.shown().chooseSample(sampleOf({1}));
        requests.fail(0);
        QCOMPARE(requests.size(), 2);
    }

    void newParametersAskAgain() {
        RunModel model;
        Looks requests(model);
        model.showNetwork(config_, parameters_, data_);
        requests.answer(0);
        TrainProgress progress = progressAt(1);
        model.addProgress(progress);
        QCOMPARE(requests.size(), 1);  // unchanged
        progress.parameters = std::make_shared<const std::vector<float>>(*parameters_);
        model.addProgress(progress);
        QCOMPARE(requests.size(), 2);
        QVERIFY(requests.asked[1].subject.parameters == progress.parameters);
    }

    void looksBackAtAMoment() {
        RunModel model;
        Looks requests(model);
        QSignalSpy moments(&model.shown(), &Shown::snapshotRequested),
            chosen(&model.shown(), &Shown::parametersChosen);
        model.showNetwork(config_, parameters_, data_);
        requests.answer(0);
        const Snapshot first{0, 0, 10}, second{4, 1, 10};
        model.setSnapshots({first, second});
        QVERIFY(!model.shown().snapshot() && model.shown().isSettled());
        model.shown().chooseSnapshot(first);
        model.shown().chooseSnapshot(second);
        QCOMPARE(moments.size(), 2);
        QVERIFY(!model.shown().isSettled());
        const auto old = std::make_shared<const std::vector<float>>(*parameters_);
        model.shown().setSnapshotParameters(first, old);  // nobody waits for it any more
        QVERIFY(model.parameters() == parameters_);
        model.shown().setSnapshotParameters(second, old);
        QVERIFY(model.parameters() == old);
        QCOMPARE(chosen.size(), 1);
        QVERIFY(requests.asked[1].subject.parameters == old);
        QVERIFY(!model.shown().isSettled());
        requests.answer(1);
        QVERIFY(model.shown().isSettled());
        // The run goes on; what is looked at stays till somebody asks for now.
        TrainProgress progress = progressAt(5);
        progress.parameters = std::make_shared<const std::vector<float>>(*parameters_);
        model.addProgress(progress);
        QVERIFY(model.parameters() == old);
        QCOMPARE(requests.size(), 2);
        model.shown().chooseNow();
        QVERIFY(model.parameters() == progress.parameters);
        QCOMPARE(requests.size(), 3);
    }

    void aMomentThatCannotBeReadLeadsBackToNow() {
        RunModel model;
        model.showNetwork(config_, parameters_, data_);
        model.setSnapshots({{0, 0, 10}});
        model.shown().chooseSnapshot({0, 0, 10});
        model.shown().failSnapshot({7, 1, 10});  // another one
        QVERIFY(model.shown().snapshot());
        model.shown().failSnapshot({0, 0, 10});
        QVERIFY(!model.shown().snapshot());
    }

    void anotherNetworkOrRunHasNoMoments() {
        RunModel model;
        model.showNetwork(config_, parameters_, data_);
        for (const bool otherNetwork : {true, false}) {
            model.setSnapshots({{0, 0, 10}});
            model.shown().chooseSnapshot({0, 0, 10});
            if (otherNetwork)
                model.showNetwork(config_, parameters_, data_);
            else
                model.beginRun(QStringLiteral("next"), QStringLiteral("native"));
            QVERIFY(!model.shown().snapshot() && model.snapshots().empty());
            QVERIFY(model.parameters() == parameters_);
        }
        model.setSnapshots({{0, 0, 10}});
        model.shown().chooseSnapshot({0, 0, 10});
        model.setState(RunState::Training);  // a stopped run goes on: follow it
        QVERIFY(!model.shown().snapshot());
        QCOMPARE(model.snapshots().size(), size_t{1});
    }

    void choosesSamplesWithinTheData() {
        RunModel model;
        model.showNetwork(config_, parameters_, data_);
        model.chooseRow(99);
        QCOMPARE(model.sampleRow(), 3);
        model.chooseRow(-5);
        QCOMPARE(model.sampleRow(), 0);
        model.shown().chooseSample(sampleOf({1, 2}, {2, 1}));
        QCOMPARE(model.sampleRow(), -1);
    }

    void leavesOutThePaddingOfShorterRows() {
        DataSet padded = *data_;
        padded.validation.lengths.assign(4, 5);
        RunModel model;
        model.showNetwork(config_, parameters_, std::make_shared<const DataSet>(padded));
        QCOMPARE(model.sample().tokens.size(), 5u);
        QCOMPARE(model.sample().expected.size(), 5u);
    }

    void paddingStandsBehindAText() {
        const RunConfig text = with(config_, "data.task=text");
        RunModel model;
        model.showNetwork(text, parameters_, nullptr);
        QCOMPARE(model.sample().tokens.front(), 0);  // before there are data: no text, and so no padding
        QCOMPARE(model.shown().shownPositions(model.sample()), 16);
        QCOMPARE(model.shown().shownPositions(typedSample(text, {}, {5, 0, 7, 0, 0})), 3);
        QCOMPARE(model.shown().shownPositions(typedSample(text, {}, {0, 0})), 1);

        model.shown().chooseSample(typedSample(text, {}, {5, 4, 0, 0}));
        model.shown().setShowsPadding(true);
        model.shown().toggleToken(3);
        model.shown().toggleToken(0);
        QCOMPARE(model.ablation().maskedTokens, (std::vector<int32_t>{3, 0}));
        model.shown().setShowsPadding(false);
        QCOMPARE(model.ablation().maskedTokens, (std::vector<int32_t>{0}));
        model.shown().toggleToken(1);  // the last word that is left stays
        model.shown().toggleToken(3);  // and what is not shown is not hidden
        QCOMPARE(model.ablation().maskedTokens, (std::vector<int32_t>{0}));

        model.showNetwork(config_, parameters_, data_);
        QCOMPARE(model.shown().shownPositions(typedSample(config_, {}, {1, 0, 0})), 3);
    }

    void theSampleStaysWhereTheTablesDo() {
        RunModel model;
        model.showNetwork(config_, parameters_, data_);
        model.chooseRow(2);
        const RunConfig draws = with(config_, "data.test_draws=3");
        model.showNetwork(draws, parameters_, data_);
        QCOMPARE(model.sampleRow(), 2);
    }

    void keepsTheNewestEarlierRuns() {
        RunModel model;
        QSignalSpy resets(&model, &RunModel::metricsReset);
        model.showNetwork(config_, parameters_, data_);
        for (int run = 0; run < 8; ++run) {
            model.beginRun(QString::number(run), QStringLiteral("native"));
            model.addProgress(progressAt(1));
        }
        QCOMPARE(model.earlierRuns().size(), RunModel::keptEarlierRuns);
        QCOMPARE(model.earlierRuns().back().name, QStringLiteral("6"));
        QCOMPARE(model.metrics().steps.size(), 1u);
        QCOMPARE(resets.size(), 9);
        // A run that is shown again is no earlier one beside itself.
        model.beginRun(QStringLiteral("5"), QStringLiteral("native"));
        QStringList names;
        for (const EarlierRun& run : model.earlierRuns()) names << run.name;
        QVERIFY2(!names.contains(QStringLiteral("5")) && names.contains(QStringLiteral("7")),
                 qPrintable(names.join(QLatin1Char(' '))));
    }

    void tellsOfProgressOnce() {
        RunModel model;
        model.showNetwork(config_, parameters_, data_);
        QSignalSpy steps(&model, &RunModel::stepsAdded), epochs(&model, &RunModel::epochAdded),
            states(&model, &RunModel::stateChanged);
        TrainProgress progress = progressAt(4);
        progress.epoch = EpochReport{1, 4, 2, 0.5, 1.9, 0.6, true};
        model.addProgress(progress);
        QCOMPARE(steps.size(), 1);
        QCOMPARE(epochs.size(), 1);
        QCOMPARE(model.progress().step, 4);
        QVERIFY(model.progress().steps.empty());
        model.setState(RunState::Training);
        model.setState(RunState::Training);
        QCOMPARE(states.size(), 1);
    }
};

TEST_CLASS(TestRunModel, QCoreApplication)
#include "test_run_model.moc"
