// The rows of the tasks and of the label rules: each says whole what it is.
#include <QTest>
#include <algorithm>

#include "model/config/label_rule.h"
#include "model/config/task.h"
#include "model/data/tasks.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace {

DataSet smallData(RunConfig& config) {
    const bool sets = isSets(config.data);
    config.data.trainSize = sets ? 3000 : 40;
    config.data.validationSize = config.data.testSize = sets ? 400 : 20;
    config.data.setSize = 4;
    return makeData(config.data);
}

}  // namespace

class TestTasks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRuleNamesThePositionsOfItsLabels_data() {
        QTest::addColumn<int>("rule");
        for (const LabelRuleInfo& info : labelRuleTable)
            QTest::newRow(info.name) << static_cast<int>(info.rule);
    }
    void aRuleNamesThePositionsOfItsLabels() {
        QFETCH(int, rule);
        DataConfig data = with(DataConfig(), "rotate_by=2");
        data.rule = static_cast<LabelRule>(rule);
        const std::vector<int32_t> tokens{3, 1, 4, 0, 5, 2, 6};
        const TaskFunctions& task = functionsOf(data.task);
        const std::vector<int> positions = task.positions(data, tokens);
        const std::vector<int32_t> labels = task.labels(data, tokens);
        QCOMPARE(labels.empty(), isPairs(data));
        QVERIFY(positions.empty() || positions.size() == labels.size());
        for (const int position : positions) QVERIFY(position >= -1 && position < 7);
        for (const LabelRule moves : {LabelRule::Reverse, LabelRule::Copy, LabelRule::Rotate})
            for (size_t t = 0; t < tokens.size() && data.rule == moves; ++t)
                QCOMPARE(tokens[static_cast<size_t>(positions.at(t))], labels[t]);
        if (data.rule == LabelRule::Sort) QVERIFY(positions.empty());
        // Code that draws its rows draws them evenly.
        QVERIFY(infoOf(data.rule).isDrawnEvenly || infoOf(data.rule).python(data).empty());
        QVERIFY(!infoOf(data.rule).isMap || !infoOf(data.rule).python(data).empty());
    }

    void samplesAreOfTheirTasksKind_data() {
        QTest::addColumn<int>("task");
        for (const TaskInfo& info : taskTable) QTest::newRow(info.name) << static_cast<int>(info.task);
    }
    void samplesAreOfTheirTasksKind() {
        QFETCH(int, task);
        const TaskInfo& info = infoOf(static_cast<TaskKind>(task));
        RunConfig config = presetByName(info.preset);
        const DataSet data = smallData(config);
        const Sample sample = sampleOf(config, data, {SampleSource::Validation, 1});
        QCOMPARE(sample.kind(), info.sample);
        QCOMPARE(sample.length() > 0, true);
        QVERIFY(sample.length() <= config.data.positions());
        const Sample blank = placeholderSample(config, data.names);
        QCOMPARE(blank.kind(), info.sample);
        QCOMPARE(blank.length(), config.data.positions());
        QCOMPARE(sample.table().features.empty(), info.reads == InputKind::Tokens);
        if (info.reads == InputKind::Tokens)
            QCOMPARE(typedSample(config, data.names, sample.tokens).kind(), info.sample);
        const bool named = !functionsOf(info.task).positions(config.data, sample.tokens).empty();
        QCOMPARE(named, info.task == TaskKind::Sequences);  // the preset reverses
        for (const int64_t row : {int64_t{-1}, data.test.rows})
            VERIFY_SAYS(thrownMessage([&] {
                            (void)sampleOf(config, data, {SampleSource::Test, row});
                        }),
                        QStringLiteral("%1: the data have").arg(row));
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(functionsOf(TaskKind::Count)), Error);
    }

    /// Networks of other programs: the task is that which has such networks, or such inputs.
    void theTaskOfANetwork_data() {
        const Rows<InputKind, OutputKind, TaskKind> row("input", "output", "task");
        row("sequences", InputKind::Tokens, OutputKind::Positions, TaskKind::Sequences);
        row("texts", InputKind::Tokens, OutputKind::Pooled, TaskKind::Text);
        row("sets", InputKind::Features, OutputKind::Set, TaskKind::Sets);
        row("vectors with one answer", InputKind::Features, OutputKind::Pooled, TaskKind::Sets);
        row("vectors with an answer each", InputKind::Features, OutputKind::Positions, TaskKind::Sets);
        row("the odd one of tokens", InputKind::Tokens, OutputKind::Set, TaskKind::Sequences);
    }
    void theTaskOfANetwork() {
        QFETCH(InputKind, input);
        QFETCH(OutputKind, output);
        QFETCH(TaskKind, task);
        RunConfig config = with(RunConfig(), "network.input_dim=12");
        config.network.input = input;
        config.network.output = output;
        if (config.network.output == OutputKind::Set) config.network.numClasses = 1;
        takeTask(config);
        QCOMPARE(config.data.task, task);
        if (const auto inputs = infoOf(config.data.task).inputs) QCOMPARE(config.data.*inputs, 12);
        // A file of our own with its network alone opens as the same.
        const auto parameters = initialParameters(buildProgram(config.network, 1), 1);
        SafeTensorsView view = toSafeTensors(config, parameters);
        view.metadata.erase("run");
        const Checkpoint opened = checkpointFrom(parseSafeTensors(serialise(view), "x"), "x");
        QCOMPARE(opened.config.data.task, task);
    }

    void theInputFollowsWhatIsAnswered() {
        RunConfig stored = presetByName("text-demo"), changed = stored;
        changed.network.input = InputKind::Features;  // one answer for the whole may be about either
        followAnswers(stored, changed);
        QVERIFY(changed.network.input == InputKind::Features && isSets(changed.data));
        QVERIFY(!whyOneInput(changed.network));
        changed.network.output = OutputKind::Positions;
        followAnswers(stored, changed);
        QVERIFY(changed.network.input == InputKind::Tokens && isSequences(changed.data));
        QVERIFY(whyOneInput(changed.network));
        changed.network.output = OutputKind::Set;
        followAnswers(stored, changed);
        QVERIFY(changed.network.input == InputKind::Features && isSets(changed.data));
        QVERIFY(whyOneInput(changed.network));
    }
};

TEST_CLASS(TestTasks, NoApplication)
#include "test_tasks.moc"
