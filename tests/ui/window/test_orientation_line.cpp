// The line above the figures is true in every state: of the task, of the network, of its answer.
#include <QPushButton>
#include <QVBoxLayout>
#include <QtTest>
#include <algorithm>

#include "model/run/records.h"
#include "runner.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/window/orientation_line.h"
#include "ui/window/status_line.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestOrientationLine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNewcomerIsToldTaskScoreAndWhatToDo() {
        RunFixture run("reverse");
        run.show();
        const Inspection& seen = run.model.inspection();
        int right = 0;
        for (size_t i = 0; i < seen.prediction.size(); ++i)
            if (seen.prediction[i] == run.model.sample().expected[i]) ++right;
        const std::vector<int32_t>& labels = run.data->validation.labels;
        int64_t most = 0;  // of the most frequent digit
        for (int digit = 0; digit < 10; ++digit)
            most = std::max<int64_t>(most, std::count(labels.begin(), labels.end(), digit));
        QCOMPARE(orientationText(run.model),
                 QStringLiteral("Task: reverse 16 digits. Untrained: %1 of 16 right in this sequence (chance "
                                "level %2). Press Train.")
                     .arg(right)
                     .arg(16.0 * static_cast<double>(most) / static_cast<double>(labels.size()), 0, 'g', 2));
    }

    void itFollowsTheRun() {
        RunFixture run("reverse");
        run.show();
        run.train(3);
        QVERIFY(orientationText(run.model).contains(QStringLiteral("Training, step 3: ")));
        QVERIFY(!orientationText(run.model).contains(QStringLiteral("Press Train")));
        run.model.setState(RunState::Paused);
        QVERIFY(orientationText(run.model).contains(QStringLiteral("Paused at step 3: ")));
        run.model.setState(RunState::Finished);
        QVERIFY(orientationText(run.model).contains(QStringLiteral("As saved: ")));  // no result is known
        RunResult result{.steps = 3};
        run.model.setResult(result);
        QVERIFY(orientationText(run.model).contains(QStringLiteral("Trained: ")));
        result.reason = EndReason::Stopped;
        run.model.setResult(result);
        QVERIFY(orientationText(run.model).contains(QStringLiteral("Stopped after step 3: ")));
        run.model.shown().setAblation({{0.F}, {2}});
        QVERIFY(orientationText(run.model).contains(
            QStringLiteral("Stopped after step 3, 1 head ablated, 1 token masked")));
        run.model.shown().setAblation({});
        run.model.setSnapshots({{2, 1, 10}});
        run.model.shown().chooseSnapshot({2, 1, 10});
        QVERIFY(orientationText(run.model).startsWith(QStringLiteral("Snapshot of step 2")));
    }

    void theRunsResultIsNotThatOfAStepOrAnAblation() {
        RunFixture run("reverse");
        run.show();
        run.train(3);
        run.model.setState(RunState::Finished);
        run.model.setResult(RunResult{.steps = 3, .testAccuracy = 0.5});
        StatusLine status(run.model);
        status.showProgress();
        QVERIFY2(status.words().startsWith(QStringLiteral("test accuracy 50.00 %")),
                 qPrintable(status.words()));
        run.model.shown().setAblation({{0.F}, {}});
        QVERIFY2(status.words().startsWith(QStringLiteral("at the run's end: test accuracy 50.00 %")),
                 qPrintable(status.words()));
        run.model.shown().setAblation({});
        QVERIFY(status.words().startsWith(QStringLiteral("test accuracy")));
        run.model.setSnapshots({{2, 1, 10}});
        run.model.shown().chooseSnapshot({2, 1, 10});
        run.model.shown().setSnapshotParameters({2, 1, 10}, run.model.parameters());
        QVERIFY2(status.words().startsWith(QStringLiteral("at the run's end:")), qPrintable(status.words()));
    }

    void anAssumedTaskIsSaidToBeOne() {
        RunFixture run("reverse");
        run.show();
        run.model.setTaskAssumed(true);
        QVERIFY2(orientationText(run.model).startsWith(QStringLiteral(
                     "Task: reverse 16 digits (assumed: the file does not say it). Untrained: ")),
                 qPrintable(orientationText(run.model)));
        run.show();  // another network
        QVERIFY(!orientationText(run.model).contains(QStringLiteral("assumed")));
    }

    void noScoreIsClaimedWithoutALabel() {
        RunFixture run("reverse");
        run.show();
        run.model.shown().chooseSample(sampleOf({1, 2, 3}));
        QCOMPARE(orientationText(run.model),
                 QStringLiteral("Task: reverse 16 digits. Untrained. Press Train."));
    }

    void everyTaskHasItsSentence_data() {
        const Rows<QString, QString> row("preset", "says");
        row("copy", "copy", "Task: copy ");
        row("set", "anomaly-shapes", "Task: find the odd one out among 10 images.");
        row("text", "text-demo", "Task: tell ");
    }
    void everyTaskHasItsSentence() {
        QFETCH(QString, preset);
        QFETCH(QString, says);
        RunConfig config =
            preset == QLatin1String("copy") ? presetByName("reverse") : presetByName(preset.toStdString());
        if (preset == QLatin1String("copy")) config.data.rule = LabelRule::Copy;
        RunModel model;
        model.showNetwork(config, nullptr, nullptr);
        QVERIFY2(orientationText(model).startsWith(says), qPrintable(orientationText(model)));
    }

    void thePageSaysHowToReadItAndTheLineIsCutNotWider() {
        RunFixture run("reverse");
        run.show();
        OrientationLine line(run.model);
        const AttentionPage attention(run.model);
        line.resize(3000, 20);
        line.show();
        line.setPage(attention);
        QVERIFY(line.text().endsWith(attention.reading()));
        QVERIFY(line.text().startsWith(QStringLiteral("Task: reverse 16 digits.")));
        const StepsPage steps(run.model);  // shows typed numbers: nothing about one is said
        line.setPage(steps);
        QCOMPARE(line.text(), steps.reading());
        line.setPage(attention);
        const QString whole = line.text();
        // Where there is no room it is cut at its end, and stays one line.
        const int height = line.sizeHint().height();
        line.resize(300, 20);
        QCoreApplication::processEvents();
        QCOMPARE(line.text(), whole);
        QCOMPARE(line.sizeHint().height(), height);
        for (int width = 120; width < 700; width += 7) {
            line.resize(width, 20);
            const QString seen = line.fitting();
            if (seen == whole) continue;
            QVERIFY2(seen.endsWith(QStringLiteral(" …")), qPrintable(seen));
            const QString words = seen.chopped(2);
            QVERIFY2(whole.startsWith(words) && whole[words.size()] == QLatin1Char(' '), qPrintable(seen));
            QVERIFY(line.fontMetrics().horizontalAdvance(seen) <= width + line.fontMetrics().height());
        }
    }
};

TEST_CLASS(TestOrientationLine, QApplication)
#include "test_orientation_line.moc"
