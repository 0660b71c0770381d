// The form: what is wrong is said where it is typed, and nothing is emitted that cannot be trained.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyleOptionComboBox>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <limits>

#include "model/config/presets.h"
#include "model/native/instruction_set.h"
#include "runner.h"
#include "settings.h"
#include "ui/controls/fold_group.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/form/run_controls.h"
#include "ui/form/run_estimate.h"
#include "ui/look/language.h"
#include "ui/look/unit_text.h"

using namespace attx;

class TestConfigForm : public QObject {
    Q_OBJECT

    template <class W>
    static W* editor(const ConfigForm& form, const char* path) {
        FormField* field = form.field(path);
        return field ? qobject_cast<W*>(field->editor()) : nullptr;
    }
    static void type(QWidget* widget, const QString& text) {
        widget->setFocus();
        QTest::keySequence(widget, QKeySequence::SelectAll);
        QTest::keyClicks(widget, text);
    }

private Q_SLOTS:
    void showsWhatItIsGiven() {
        for (const auto& [name, preset] : presets()) {
            ConfigForm form;
            form.setConfig(preset);
            QCOMPARE(form.isValid(), settingToFill(preset).empty());  // some are for files of one's own
            QVERIFY(form.config() == preset);
            QCOMPARE(presetOf(form.config()), name);
        }
    }

    void rowsHaveOneHeight() {
        ConfigForm form;
        form.resize(300, 900);
        form.show();
        const int height = form.field("network.num_heads")->sizeHint().height();
        for (const char* box : {"network.embedding_table", "network.linear_output"}) {
            QVERIFY(qobject_cast<QCheckBox*>(form.field(box)->editor()));
            QVERIFY(std::abs(form.field(box)->sizeHint().height() - height) <= 1);
        }
    }

    void headsThatDoNotDivideTheWidth() {
        ConfigForm form;
        form.show();
        QSignalSpy edits(&form, &ConfigForm::edited);
        auto* heads = editor<QSpinBox>(form, "network.num_heads");
        QVERIFY(heads);
        type(heads, QStringLiteral("5"));
        FormField* field = form.field("network.num_heads");
        QVERIFY(field->problem().contains(QStringLiteral("5 heads do not divide")));
        QVERIFY(field->findChild<QLabel*>(QString())->isVisible());
        QVERIFY(!form.isValid());
        QVERIFY(!form.controls().trainButton()->isEnabled());
        QVERIFY(form.controls().trainButton()->toolTip().contains(field->problem()));
        QCOMPARE(edits.size(), 0);
        type(heads, QStringLiteral("4"));
        QVERIFY(field->problem().isEmpty());
        QVERIFY(form.controls().trainButton()->isEnabled());
        QCOMPARE(edits.size(), 1);
        QCOMPARE(form.config().network.numHeads, 4);
    }

    void choicesAreSeenWhole_data() {
        QTest::addColumn<int>("language");
        QTest::newRow("English") << static_cast<int>(Language::English);
        QTest::newRow("German") << static_cast<int>(Language::German);
    }
    void choicesAreSeenWhole() {
        QFETCH(int, language);
        setLanguage(static_cast<Language>(language));
        const auto english = qScopeGuard([] { setLanguage(Language::English); });
        ConfigForm form;
        form.resize(form.width(), 3000);
        form.show();
        QVERIFY(QTest::qWaitForWindowExposed(&form));
        QStringList cut;
        for (const FormField* field : form.findChildren<FormField*>()) {
            auto* combo = qobject_cast<QComboBox*>(field->editor());
            if (!combo || !field->isVisible()) continue;
            QStyleOptionComboBox option;
            const auto* label = field->findChild<QLabel*>();
            const int before = combo->currentIndex();
            for (int i = 0; i < combo->count(); ++i) {
                combo->setCurrentIndex(i);
                field->layout()->activate();
                option.initFrom(combo);
                const QRect inner = combo->style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                                   QStyle::SC_ComboBoxEditField, combo);
                if (combo->fontMetrics().horizontalAdvance(combo->itemText(i)) > inner.width())
                    cut << combo->itemText(i);
            }
            combo->setCurrentIndex(before);
            if (label->width() < label->fontMetrics().horizontalAdvance(label->text())) cut << label->text();
        }
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QStringLiteral(" | "))));
    }

    void ratesAreTypedScientifically() {
        ConfigForm form;
        form.show();
        auto* rate = editor<QLineEdit>(form, "training.learning_rate");
        QCOMPARE(rate->text(), QStringLiteral("5e-4"));
        type(rate, QStringLiteral("2.5e-3"));
        QCOMPARE(form.config().training.learningRate, 2.5e-3);
        QVERIFY(form.isValid());
        type(rate, QStringLiteral("fast"));
        QVERIFY(form.field("training.learning_rate")->problem().contains(QStringLiteral("fast")));
        QVERIFY(!form.isValid());
        QCOMPARE(form.config().training.learningRate, 2.5e-3);
        type(rate, QStringLiteral("50"));  // a number, but out of range
        QVERIFY(!form.field("training.learning_rate")->problem().isEmpty());
    }

    void categoriesAreTiedToTheNetwork() {
        ConfigForm form;
        editor<QSpinBox>(form, "data.num_categories")->setValue(17);
        QCOMPARE(form.config().network.inputDim, 17);
        QCOMPARE(form.config().network.numClasses, 17);
        QVERIFY(form.isValid());
        QCOMPARE(form.config().preset, std::string("custom"));
    }

    void onlyRelevantFieldsAreShown() {
        ConfigForm form;
        form.show();
        auto* rule = editor<QComboBox>(form, "data.rule");
        QVERIFY(form.field("data.csv_path")->isHidden());
        rule->setCurrentIndex(static_cast<int>(LabelRule::Csv));
        QVERIFY(!form.field("data.csv_path")->isHidden());
        QVERIFY(!form.field("data.csv_path")->problem().isEmpty());
        rule->setCurrentIndex(static_cast<int>(LabelRule::Rotate));
        QVERIFY(!form.field("data.rotate_by")->isHidden());
        QVERIFY(form.isValid());
    }

    void anotherRuleLetsGoOfTheFileOfPairs() {
        ConfigForm form;
        auto* rule = editor<QComboBox>(form, "data.rule");
        rule->setCurrentIndex(static_cast<int>(LabelRule::Csv));
        auto* file = form.field("data.csv_path")->findChild<QLineEdit*>();
        QTest::keyClicks(file, QStringLiteral("pairs.csv"));
        QVERIFY(form.isValid() && form.config().data.csvPath == "pairs.csv");
        rule->setCurrentIndex(static_cast<int>(LabelRule::Copy));
        QVERIFY(form.isValid() && form.config().data.csvPath.empty());
        rule->setCurrentIndex(static_cast<int>(LabelRule::Csv));
        QVERIFY(!form.isValid() && file->text().isEmpty());
    }

    void ownFilesAreDealtByShares() {
        ConfigForm form;
        form.show();
        const auto shown = [&](const char* key) { return !form.field(key)->isHidden(); };
        RunConfig config = presetByName("reverse");
        form.setConfig(config);
        QVERIFY(shown("data.validation_size") && !shown("data.validation_share") &&
                !shown("data.earlier_split"));
        config.data.rule = LabelRule::Csv;
        config.data.csvPath = "pairs.csv";
        form.setConfig(config);
        QVERIFY(!shown("data.train_size") && !shown("data.validation_size") &&
                shown("data.validation_share"));
        config.data.testShare = 0;
        form.setConfig(config);
        QVERIFY(shown("data.test_size") && shown("data.test_share"));
        config.data.earlierSplit = true;
        form.setConfig(config);
        QVERIFY(shown("data.earlier_split") && shown("data.train_size") && !shown("data.test_share"));
        // What became of it is said once the file is read.
        auto* split = form.findChild<QLabel*>(QStringLiteral("split"));
        QVERIFY(split->isHidden());
        DataSet data;
        data.train.rows = 1600;
        data.validation.rows = data.test.rows = 200;
        data.dealing = "10 % of the rows to validate";
        form.setData(config.data, &data);
        QVERIFY(!split->isHidden());
        QVERIFY(split->text().startsWith(QStringLiteral("1,600 training, 200 validation, 200 test rows")));
        QCOMPARE(split->toolTip(), QStringLiteral("10 % of the rows to validate"));
        data.textLengths = TextLengths{1600, 12, 0.551, 412};
        data.note = "One line has no text.";
        form.setData(config.data, &data);
        QVERIFY2(
            split->text().contains(QStringLiteral(
                "12 of 1,600 texts are cut (limit 16 words, 95\u00a0% have ≤ 412). 55\u00a0% is padding.")) &&
                split->text().endsWith(QStringLiteral("\nOne line has no text.")),
            qPrintable(split->text()));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY(split->height() >= split->heightForWidth(split->width()));  // none of it is cut
        data.textLengths->cut = 0;
        form.setData(config.data, &data);
        QVERIFY(split->text().contains(QStringLiteral("No text is cut (limit 16 words")));
        config.data.csvPath = "other.csv";
        form.setConfig(config);
        QVERIFY(split->isHidden());
    }

    void theWheelChangesNothingWithoutTheFocus() {
        ConfigForm form;
        form.show();
        QSignalSpy edits(&form, &ConfigForm::edited);
        for (QComboBox* combo : form.findChildren<QComboBox*>()) {
            combo->clearFocus();
            const int before = combo->currentIndex();
            QWheelEvent event({5, 5}, combo->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(combo, &event);
            QCOMPARE(combo->currentIndex(), before);
        }
        QVERIFY(edits.isEmpty());
    }

    void durationsInWords_data() {
        const Rows<double, QString> row("seconds", "words");
        row("short", 0.2, "1 s");
        row("rounded", 59.4, "59 s");
        row("rounded to a minute", 59.7, "1 min 0 s");
        row("an hour", 3600.0, "1 h 0 min");
        row("days", 2.5 * 86400, "2 d 12 h");
    }
    void durationsInWords() {
        QFETCH(double, seconds);
        QFETCH(QString, words);
        QCOMPARE(durationText(std::chrono::duration<double>(seconds)), words);
    }

    void locksButTheLearningRateWhileTraining() {
        ConfigForm form;
        form.show();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        QSignalSpy rates(&form, &ConfigForm::learningRateChanged), edits(&form, &ConfigForm::edited);
        form.setState(RunState::Training);
        QVERIFY(!editor<QSpinBox>(form, "network.num_heads")->isEnabled());
        auto* rate = editor<QLineEdit>(form, "training.learning_rate");
        QVERIFY(rate->isEnabled());
        type(rate, QStringLiteral("2e-3"));
        QCOMPARE(rates.size(), 0);  // not 2, on the way to 2e-3
        QTest::keyClick(rate, Qt::Key_Return);
        QCOMPARE(rates.size(), 1);
        QCOMPARE(rates.back().front().toDouble(), 2e-3);
        type(rate, QStringLiteral("1e-4"));
        rate->clearFocus();
        QCOMPARE(rates.size(), 2);
        QCOMPARE(rates.back().front().toDouble(), 1e-4);
        QCOMPARE(edits.size(), 0);
        QVERIFY(!form.controls().trainButton()->isEnabled());
        form.setState(RunState::Paused);
        QCOMPARE(form.controls().trainButton()->text(), QStringLiteral("Resume"));
        QVERIFY(form.controls().trainButton()->isEnabled());
        form.setState(RunState::Finished);
        QVERIFY(editor<QSpinBox>(form, "network.num_heads")->isEnabled());
    }

    void buttonsEmitIntent() {
        ConfigForm form;
        form.show();
        QSignalSpy trains(&form, &ConfigForm::trainClicked), steps(&form, &ConfigForm::stepClicked),
            pauses(&form, &ConfigForm::pauseClicked);
        QTest::mouseClick(form.controls().trainButton(), Qt::LeftButton);
        QCOMPARE(trains.size(), 1);
        QVERIFY(trains.front().front().value<RunConfig>() == form.config());
        form.controls().step();
        QCOMPARE(steps.size(), 1);
        form.setState(RunState::Training);
        form.controls().toggleTraining();
        QCOMPARE(pauses.size(), 1);
    }

    void keepsDeviceAndThreadsOverPresets() {
        ConfigForm form;
        form.setDevices({{QStringLiteral("cpu"), QStringLiteral("processor")}});
        const RunConfig config = presetWith("reverse", "device=cpu threads=1");
        form.setConfig(config);
        QCOMPARE(presetOf(form.config()), std::string("reverse"));
        auto* combo = form.findChild<QComboBox*>();
        Q_EMIT combo->activated(combo->findData(QStringLiteral("reverse-deep")));
        QCOMPARE(form.config().network.numLayers, 4);
        QCOMPARE(form.config().device, std::string("cpu"));
        QCOMPARE(form.config().threads, 1);
    }

    void aPresetHasNotTheThreadsOfAnOpenedRun() {
        ConfigForm form;
        form.setConfig(presetWith("reverse", "threads=3"));  // as the window was left
        const RunConfig opened = presetWith("reverse", "threads=1");
        form.borrowMachine(opened);
        form.setConfig(opened);
        QCOMPARE(form.config().threads, 1);
        const auto choose = [&](const char* preset) {
            auto* combo = form.findChild<QComboBox*>();
            Q_EMIT combo->activated(combo->findData(QString::fromLatin1(preset)));
        };
        choose("reverse-deep");
        QCOMPARE(form.config().threads, 3);
        form.setShowsAll(true);
        form.field("threads")->type(QStringLiteral("2"));
        Q_EMIT form.field("threads")->edited();
        form.borrowMachine(opened);
        form.setConfig(opened);
        choose("text-demo");
        QCOMPARE(form.config().threads, 2);
    }

    void anArchitectureMakesSeveralChoices() {
        ConfigForm form;
        auto* combo = form.findChild<QComboBox*>(QStringLiteral("architectures"));
        QVERIFY(combo);
        QCOMPARE(combo->currentText(), QStringLiteral("as in the notebooks"));
        QSignalSpy edited(&form, &ConfigForm::edited);
        const int llama = combo->findText(QStringLiteral("like Llama"));
        combo->setCurrentIndex(llama);
        Q_EMIT combo->activated(llama);
        QCOMPARE(edited.size(), 1);
        const NetworkConfig network = form.config().network;
        QVERIFY(network.norm == NormKind::Rms && network.normFirst && !network.bias && network.causal);
        QVERIFY(network.positions == Positions::Rotary && network.activation == Activation::Swiglu);
        auto* norm = qobject_cast<QComboBox*>(form.field("network.norm")->editor());
        QCOMPARE(norm->currentText(), QStringLiteral("RMSNorm"));
        norm->setCurrentIndex(0);
        Q_EMIT norm->activated(0);
        QCOMPARE(combo->currentText(), QStringLiteral("own choice"));
        // Which cannot be chosen: it says what there is.
        Q_EMIT combo->activated(combo->count() - 1);
        QVERIFY(form.config().network.norm == NormKind::Layer);
    }

    void remembersFolds() {
        ConfigForm form;
        form.setFolded({QStringLiteral("data"), QStringLiteral("device")});
        QCOMPARE(form.folded(), (QStringList{QStringLiteral("data"), QStringLiteral("device")}));
    }

    void estimatesFollowAMeasuredStep() {
        const RunConfig config = presetByName("reverse");
        const RunTime slow = estimateTime(config, 1e9), fast = estimateTime(config, 1e11);
        QCOMPARE(slow.parameters, 10346);
        QCOMPARE(slow.steps, 3900);
        QVERIFY(estimateBytes(config) > dataSetBytes(config.data));
        QVERIFY(std::abs(slow.time.count() / fast.time.count() - 100) < 1e-6);
        const SplitRows all = splitRows(config.data);
        QCOMPARE(estimateTime(withRows(config, {all.train / 2, 0, 0}), 1e9).steps, slow.steps / 2);
        QVERIFY(estimateTime(withRows(config, {all.train, 0, 0}), 1e9).time <
                slow.time);  // nothing to evaluate
    }

    void aMeasuredStepIsOfTheSamplesThatThereAre() {
        RunConfig config = presetByName("reverse");
        config.training.fullBatch = true;
        const RunConfig few = withRows(config, {8, 8, 8});
        const DataSet data = makeData(few.data);
        ConfigForm form;
        form.setData(config.data, &data);
        form.setConfig(config);
        QSignalSpy timed(&form, &ConfigForm::stepTimed);
        form.setStepTime(std::chrono::seconds(1));
        QCOMPARE(timed.size(), 1);
        QCOMPARE(timed.front().front().toDouble(), estimateTime(few, 1).flopsPerStep);
        QVERIFY(timed.front().front().toDouble() < estimateTime(config, 1).flopsPerStep);
    }

    void theGuessBeforeItKnowsTheKernels() {
        std::vector<double> speeds;
        for (const Kernels* kernels : runnableKernels()) {
            forceInstructionSet(kernels->name);
            speeds.push_back(assumedSpeed(1));
        }
        forceInstructionSet({});
        QVERIFY(
            std::is_sorted(speeds.rbegin(), speeds.rend(), std::less_equal<>()));  // best first, none alike
    }

    void whatDoesNotFitCannotBeStarted() {
        if (!memoryLimit()) QSKIP("This system does not say what memory it has.");
        ConfigForm form;
        RunConfig config = presetByName("reverse");
        form.setConfig(config);
        const auto* start = form.controls().trainButton();
        QVERIFY(start->isEnabled());
        config.network.modelDim = 4096;
        config.network.dimFeedforward = 65536;
        config.network.numLayers = 64;
        form.setConfig(config);
        QVERIFY(!start->isEnabled());
        QVERIFY2(start->toolTip().contains(QStringLiteral("The run needs about ")),
                 qPrintable(start->toolTip()));
        const auto labels = form.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text() == QStringLiteral("does not fit into memory");
        }));
    }

    void filesAreEstimatedOnceTheyAreCounted() {
        ConfigForm form;
        RunConfig config = presetWith("text-imdb", "data.path=reviews");
        form.setConfig(config);
        const auto hasTime = [&] {
            const auto labels = form.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->text().contains(QStringLiteral(" · ~"));
            });
        };
        QVERIFY(!hasTime());
        DataSet data;
        data.train.rows = 3200;
        form.setData(config.data, &data);
        QVERIFY(hasTime());
        config.data.path = "others";
        form.setConfig(config);
        QVERIFY(!hasTime());
    }

    void numbersAreShort_data() {
        const Rows<double, QString> row("value", "text");
        row("rate", 5e-4, "5e-4");
        row("tenth", 0.1, "0.1");
        row("beta", 0.999, "0.999");
        row("zero", 0.0, "0");
        row("tiny", 1e-12, "1e-12");
        row("large", 2.5e7, "2.5e7");
    }
    void numbersAreShort() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(shortNumber(value), text);
    }

    void everyKeyHasAField() {
        ConfigForm form;
        for (const KeyInfo& key : runConfigKeys()) {
            // The form has its own boxes for these two; the rest follows from the data.
            if (key.path == "preset" || key.path == "device" || key.path == "network.input" ||
                key.path == "network.output" || key.path == "network.input_dim" ||
                key.path == "network.num_classes")
                continue;
            QVERIFY2(form.field(key.path), key.path.c_str());
        }
    }

    void everyPresetFitsTheWidth() {
        ConfigForm form;
        for (const auto& [name, preset] : presets()) {
            form.setConfig(preset);
            form.show();
            const auto* scroll = form.findChild<QScrollArea*>();
            for (const KeyInfo& key : runConfigKeys())
                if (const FormField* field = form.field(key.path); field && !field->isHidden())
                    QVERIFY2(field->minimumSizeHint().width() <= scroll->viewport()->width() - 40,
                             qPrintable(QString::fromStdString(name + " " + key.path)));
            QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(), name.c_str());
        }
    }

    void taskChoosesItsKeys() {
        ConfigForm form;
        const auto shown = [&](const char* path) { return !form.field(path)->isHidden(); };
        QVERIFY(shown("data.rule") && !shown("data.path") && !shown("data.set_size"));
        QSignalSpy edited(&form, &ConfigForm::edited);
        auto* task = qobject_cast<QComboBox*>(form.field("data.task")->editor());
        QVERIFY(task);
        task->setCurrentIndex(2);
        Q_EMIT task->activated(2);
        QCOMPARE(edited.count(), 1);
        QCOMPARE(form.config().preset, std::string("text-demo"));
        QVERIFY(form.isValid());
        QVERIFY(shown("data.path") && shown("data.vocabulary") && shown("training.rho"));
        QVERIFY(!shown("data.rule") && !shown("data.num_categories") && !shown("training.beta1"));
        QVERIFY(shown("data.train_size"));
        const RunConfig files = with(form.config(), "data.path=somewhere");
        form.setConfig(files);
        QVERIFY(!shown("data.train_size"));
    }

    void whatIsTypedStaysAndIsExplained_data() {
        const Rows<QString, QString, QString> row("path", "text", "says");
        row("negative", "network.num_heads", "-5", "-5");
        row("below the least", "data.length", "0", "found 0");
        row("above the most", "network.num_layers", "99999", "99999");
        row("no whole number", "data.length", "1.5", "whole number, found “1.5”");
        row("beyond any number", "data.length", "99999999999", "found “99999999999”");
        row("nothing", "data.length", "", "found “”");
        row("share above 1", "network.dropout", "1.5", "1.5");
        row("no share", "network.dropout", "half", "found “half”");
    }
    void whatIsTypedStaysAndIsExplained() {
        QFETCH(const QString, path);
        QFETCH(const QString, text);
        QFETCH(const QString, says);
        ConfigForm form;
        form.resize(300, 500);
        form.show();
        form.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        FormField* field = form.field(path.toStdString());
        auto* spin = qobject_cast<QAbstractSpinBox*>(field->editor());
        type(spin, text.isEmpty() ? QStringLiteral("1") : text);
        if (text.isEmpty()) QTest::keyClick(spin, Qt::Key_Backspace);
        auto* problems = form.findChild<QPushButton*>(QStringLiteral("problems"));
        form.controls().trainButton()->setFocus();
        problems->setFocus();  // leaving the field changes nothing
        QCOMPARE(spin->text().remove(QLatin1Char(',')), text);
        QVERIFY2(field->problem().contains(says), qPrintable(field->problem()));
        QVERIFY(!form.isValid() && !form.controls().trainButton()->isEnabled());
        // At the button, with the way there.
        QVERIFY(problems->isVisible());
        QCOMPARE(problems->accessibleName(), QStringLiteral("1 thing to correct: %1").arg(field->label()));
        for (FoldGroup* group : form.findChildren<FoldGroup*>()) group->setFolded(true);
        QTest::mouseClick(problems, Qt::LeftButton);
        QVERIFY(spin->hasFocus() && spin->isVisible());
        QVERIFY(!spin->visibleRegion().isEmpty());
        // Arrows lead back within the limits.
        QTest::keyClick(spin, Qt::Key_Down);
        QTest::keyClick(spin, Qt::Key_Up);
        const KeyInfo& key = *std::find_if(runConfigKeys().begin(), runConfigKeys().end(),
                                           [&](const KeyInfo& k) { return k.path == path.toStdString(); });
        const double value = spin->text().toDouble();
        QVERIFY(value >= key.minimum && value <= key.maximum);
    }

    void everyControlTeaches() {
        ConfigForm form;
        for (const QWidget* widget : form.findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->window() != &form) continue;  // popups
            if (widget->objectName().startsWith(QStringLiteral("qt_"))) continue;  // inside of Qt's own
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
            QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->accessibleName()));
        }
    }
};

TEST_CLASS(TestConfigForm, QApplication)
#include "test_config_form.moc"
