// A new sweep from the form: what it plans, what it says, what it refuses.
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "model/config/keys.h"
#include "model/config/presets.h"
#include "model/files/files.h"
#include "runner.h"
#include "ui/form/run_estimate.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"
#include "ui/pages/runs/runs_read.h"
#include "ui/pages/runs/sweep_dialog.h"

using namespace attx;

class TestSweepDialog : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> dir_;
    std::unique_ptr<SweepDialog> dialog_;

private Q_SLOTS:
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        dialog_ = std::make_unique<SweepDialog>(presetByName("reverse"), dir_->path());
    }

    void threeRatesAndThreeSeeds() {
        dialog_->setValues("training.learning_rate", QStringLiteral("1e-4, 5e-4,1e-3"));
        dialog_->setSeeds(3);
        QVERIFY2(dialog_->isGood(), qPrintable(dialog_->message()));
        QVERIFY2(dialog_->message().startsWith("Runs: 9 (combinations: 3, seeds: 3)."),
                 qPrintable(dialog_->message()));
        const QString command = dialog_->command();
        QVERIFY2(command.contains(
                     "sweep plan --preset reverse --set training.learning_rate=1e-4,5e-4,1e-3 --seeds 3"),
                 qPrintable(command));
        QSignalSpy planned(dialog_.get(), &SweepDialog::planned);
        dialog_->train();
        QCOMPARE(planned.size(), 1);
        const QString folder = planned[0][0].toString();
        QCOMPARE(folder, dir_->filePath("sweep-reverse"));
        QVERIFY(planned[0][1].toInt() >= 1);
        // The file that the command line would have written.
        SweepRequest request;
        request.bases = {{"reverse", presetByName("reverse")}};
        request.parameters = {parseParameter("training.learning_rate=1e-4,5e-4,1e-3")};
        request.seeds = 3;
        const Sweep expected = planSweep(request), found = readSweep(folder.toStdString());
        QVERIFY(found.runs == expected.runs && found.parameters == expected.parameters &&
                found.seeds == expected.seeds && found.bases == expected.bases);
        QCOMPARE(SweepDialog(presetByName("reverse"), dir_->path()).command().count("sweep-reverse-2"), 2);
    }

    /// The word of the file, which the cell has, does not stand beside the name on its button.
    void aChoiceIsNamedOnce() {
        dialog_->resize(900, 800);
        dialog_->show();
        auto* table = dialog_->findChild<QTableWidget*>();
        int buttons = 0;
        for (int row = 0; row < table->rowCount(); ++row) {
            const QWidget* button = table->cellWidget(row, 2);
            if (!button) continue;
            ++buttons;
            const QSignalBlocker quiet(table);
            table->scrollToItem(table->item(row, 2));
            table->item(row, 2)->setForeground(Qt::magenta);
            const QImage cell = table->viewport()->grab(button->geometry()).toImage();
            for (int y = 0; y < cell.height(); ++y)
                for (int x = 0; x < cell.width(); ++x)
                    QVERIFY2(cell.pixelColor(x, y) != QColor(Qt::magenta),
                             qPrintable(table->item(row, 1)->text()));
        }
        QVERIFY(buttons > 5);
    }

    void theTimeFollowsRunsThatAreFinished() {
        QVERIFY2(dialog_->message().contains("(a guess)"), qPrintable(dialog_->message()));
        dialog_->setSpeed(1e12, 0, QStringLiteral("at the pace of the runs shown"));
        const QString fast = dialog_->message();
        QVERIFY2(fast.contains("at the pace of the runs shown"), qPrintable(fast));
        dialog_->setSpeed(1e9, 0, QStringLiteral("by a trial"));
        const QString slow = dialog_->message();
        QVERIFY(slow != fast);
        // Each run of the sweep has fewer threads than the trial had.
        dialog_->setSpeed(1e9, 4096, QStringLiteral("by a trial"));
        QVERIFY(dialog_->message() != slow);
    }

    /// Files have the samples that they have, whatever the settings ask for.
    void theTimeIsThatOfTheSamplesThatThereAre() {
        RunConfig config = presetByName("own-pairs");
        config.data.csvPath = dir_->filePath("pairs.csv").toStdString();
        writeFileAtomically(config.data.csvPath, "1 2;2 1\n");
        SweepDialog dialog(config, dir_->path());
        QVERIFY2(dialog.message().contains("if there are " + countText(config.data.trainSize) +
                                           " training samples"),
                 qPrintable(dialog.message()));
        dialog.setSpeed(1e9, 0, QStringLiteral("by a trial"));
        const SplitRows few{64, 8, 8};
        dialog.setRows(presetByName("reverse").data, few);  // other data
        QVERIFY(dialog.message().contains("samples"));
        dialog.setRows(config.data, few);
        QVERIFY(!dialog.message().contains("samples"));
        const auto time = [](const RunConfig& one) { return durationText(estimateTime(one, 1e9).time); };
        QVERIFY(time(withRows(config, few)) != time(config));
        QVERIFY2(dialog.message().contains("About " + time(withRows(config, few)) + " here"),
                 qPrintable(dialog.message()));
        dialog.setValues("data.tokens", QStringLiteral("words,characters"));  // each as other data
        QVERIFY(dialog.message().contains("samples"));
    }

    /// A batch of all is as large as the data of the run were.
    void thePaceIsThatOfTheSamplesThatThereWere() {
        RunConfig config = presetByName("own-pairs");
        config.training.fullBatch = true;
        RunTable table;
        RunRow& row = table.rows.emplace_back();
        row.state = RunStatus::Finished;
        row.config = config;
        row.result.emplace().msPerStep = 1000;
        const double asked = speedOf(table);
        row.data.emplace().train.rows = 64;
        QCOMPARE(speedOf(table), estimateTime(withRows(config, {64, 0, 0}), 1).flopsPerStep);
        QVERIFY(speedOf(table) < asked);
    }

    void choicesAreTickedByTheirNames() {
        auto* table = dialog_->findChild<QTableWidget*>();
        const auto rowOf = [&](const char* key) {
            for (int row = 0; row < table->rowCount(); ++row)
                if (table->item(row, 1)->data(Qt::UserRole).toString() == QLatin1String(key)) return row;
            return -1;
        };
        const int row = rowOf("training.schedule");
        auto* button = qobject_cast<QToolButton*>(table->cellWidget(row, 2));
        QVERIFY(button);
        const auto named = [button] {  // in front of the sign of a menu
            return button->text().endsWith(u'▾') ? button->text().chopped(1).trimmed() : QString();
        };
        const QString usual = named();
        QVERIFY(!usual.isEmpty() && !usual.contains(QLatin1Char('_')));  // not as files call it
        for (QCheckBox* box : button->menu()->findChildren<QCheckBox*>()) box->setChecked(true);
        QCOMPARE(table->item(row, 0)->checkState(), Qt::Checked);
        QCOMPARE(dialog_->request().parameters.size(), size_t{1});
        QCOMPARE(dialog_->request().parameters[0].values, keyInfo("training.schedule").choices);
        const auto count = std::ssize(keyInfo("training.schedule").choices);
        QCOMPARE(named(),
                 QStringLiteral("%1 values").arg(count));  // Their names have no room, but in the tip
        const QStringList all = button->toolTip().section(QLatin1Char('\n'), 1).split(QStringLiteral(" · "));
        QVERIFY(all.contains(usual) && all.contains(QStringLiteral("constant")));
        QCOMPARE(all.size(), count);
        // What is set from without is ticked.
        dialog_->setValues("training.schedule", QStringLiteral("constant"));
        QCOMPARE(named(), QStringLiteral("constant"));
        const int flag = rowOf("network.causal");
        QVERIFY(qobject_cast<QToolButton*>(table->cellWidget(flag, 2)));
        QVERIFY(!table->cellWidget(rowOf("training.learning_rate"), 2));
    }

    void semicolonsStandBetweenValuesToo() {
        dialog_->setValues("training.learning_rate", QStringLiteral("1e-4; 5e-4"));
        QCOMPARE(dialog_->request().parameters[0].values, (std::vector<std::string>{"1e-4", "5e-4"}));
    }

    void settingsAreFoundByTheirWords() {
        auto* table = dialog_->findChild<QTableWidget*>();
        dialog_->setValues("network.num_layers", QStringLiteral("1,2"));
        dialog_->findChild<QLineEdit*>(QStringLiteral("sought"))->setText(QStringLiteral("learning_rate"));
        QStringList shown;
        for (int row = 0; row < table->rowCount(); ++row)
            if (!table->isRowHidden(row)) shown << table->item(row, 1)->data(Qt::UserRole).toString();
        QVERIFY(shown.contains(QStringLiteral("training.learning_rate")));
        QVERIFY(shown.contains(QStringLiteral("network.num_layers")));  // it varies
        QVERIFY(!shown.contains(QStringLiteral("network.num_heads")));
    }

    void whatIsTypedCounts() {
        auto* table = dialog_->findChild<QTableWidget*>();
        int row = 0;
        while (table->item(row, 1)->data(Qt::UserRole).toString() != QLatin1String("training.epochs")) ++row;
        QCOMPARE(table->item(row, 0)->checkState(), Qt::Unchecked);
        table->item(row, 2)->setText(QStringLiteral("1"));  // a single value, as in a cell
        QCOMPARE(table->item(row, 0)->checkState(), Qt::Checked);
        QCOMPARE(dialog_->request().bases[0].second.training.epochs, 1);
    }

    void oneValueIsForAllRuns() {
        dialog_->setValues("network.num_layers", QStringLiteral("2"));
        QVERIFY(dialog_->request().parameters.empty());
        QCOMPARE(dialog_->request().bases[0].second.network.numLayers, 2);
        QVERIFY2(dialog_->command().contains("--set network.num_layers=2"), qPrintable(dialog_->command()));
    }

    void whatCannotBeIsSaidAndNothingWritten_data() {
        const Rows<QString, QString, QString> row("key", "values", "said");
        row("no number", "training.learning_rate", "1e-4,fast", "“learning rate”: expected");
        row("do not go together", "network.num_heads", "1,3", "“heads”=3");
        row("a range in a grid", "network.num_layers", "int:1..3", "random");
        row("twice", "network.num_heads", "1,1", "stands twice");
    }
    void whatCannotBeIsSaidAndNothingWritten() {
        QFETCH(QString, key);
        QFETCH(QString, values);
        QFETCH(QString, said);
        dialog_->setValues(key.toStdString(), values);
        QVERIFY(!dialog_->isGood());
        QVERIFY2(dialog_->message().contains(said), qPrintable(dialog_->message()));
        for (const QPushButton* button : dialog_->findChildren<QPushButton*>())
            if (button->isDefault()) QVERIFY(!button->isEnabled());
        QVERIFY(!dialog_->plan());
        QVERIFY(!QFile::exists(dir_->filePath("sweep-reverse")));
    }

    /// Runs of a preset whose files are missing would fail one after the other.
    void filesOfThePresetAreThereFirst() {
        const RunConfig config = presetByName("patches-cifar");
        QCOMPARE(settingToFill(config), "data.path");
        const SweepDialog unfilled(config, dir_->path());
        QVERIFY(!unfilled.isGood());
        QVERIFY2(unfilled.message().contains("choose or download the files"), qPrintable(unfilled.message()));
    }

    void aFolderThatIsThereIsRefused() {
        QVERIFY(QDir(dir_->path()).mkpath("mine"));
        writeFileAtomically(dir_->filePath("mine/letter.txt").toStdString(), "");
        dialog_->setFolder(dir_->filePath("mine"));
        QVERIFY(!dialog_->isGood() && dialog_->message().contains("is there already"));
    }

    void theJobScriptIsSaved() {
        dialog_->setSeeds(3);
        QSignalSpy planned(dialog_.get(), &SweepDialog::planned);
        dialog_->saveScript();
        QCOMPARE(planned.size(), 1);
        QCOMPARE(planned[0][1].toInt(), 0);
        const std::string script = readFile(dir_->filePath("sweep-reverse/job.sh").toStdString());
        QVERIFY(script.find("#SBATCH --array=0-2\n") != std::string::npos);
    }
};

TEST_CLASS(TestSweepDialog, QApplication)
#include "test_sweep_dialog.moc"
