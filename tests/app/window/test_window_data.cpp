// The whole application on data that have moved or changed since a run was trained on them.
#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QUrl>

#include "app/window/application_test.h"
#include "app/window/run_folders.h"
#include "in_folder.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "model/run/run_lock.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/state_bar.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/named.h"
#include "ui/window/help_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/run_files.h"
#include "ui/window/undo_history.h"

using namespace attx;

namespace test_window_data {

constexpr int patience = 60'000;

/// `count` texts in turn bad and `good`.
void writeReviews(const QString& path, int count, const QByteArray& good) {
    QByteArray lines("text,label\n");
    for (int i = 0; i < count; ++i) lines += i % 2 ? good + ",good\n" : QByteArray("a bad film,bad\n");
    writeContent(path, lines);
}

/// A BERT of one layer with two classes, as Hugging Face's library writes it.
void writeBert(const std::string& folder) {
    SafeTensors file;
    const auto put = [&](const std::string& name, const std::vector<int64_t>& shape) {
        int64_t size = 1;
        for (const int64_t extent : shape) size *= extent;
        std::vector<float> values(static_cast<size_t>(size));
        for (size_t i = 0; i < values.size(); ++i) values[i] = 0.1F * static_cast<float>(i % 7) - 0.3F;
        file.put(name, shape, std::move(values));
    };
    const auto both = [&](const std::string& name, const std::vector<int64_t>& shape) {
        put(name + ".weight", shape);
        put(name + ".bias", {shape[0]});
    };
    const std::string in = "bert.embeddings.", layer = "bert.encoder.layer.0.";
    put(in + "word_embeddings.weight", {7, 4});
    put(in + "position_embeddings.weight", {12, 4});
    put(in + "token_type_embeddings.weight", {2, 4});
    for (const std::string& norm :
         {in + "LayerNorm", layer + "attention.output.LayerNorm", layer + "output.LayerNorm"})
        both(norm, {4});
    for (const char* part :
         {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"})
        both(layer + part, {4, 4});
    both(layer + "intermediate.dense", {8, 4}), both(layer + "output.dense", {4, 8});
    both("bert.pooler.dense", {4, 4}), both("classifier", {2, 4});
    writeSafeTensors(folder + "/model.safetensors", file);
    writeFileAtomically(folder + "/config.json",
                        R"({"model_type": "bert", "hidden_size": 4, "num_attention_heads": 2,
        "num_hidden_layers": 1, "intermediate_size": 8, "hidden_act": "gelu", "layer_norm_eps": 1e-12,
        "id2label": {"0": "bad", "1": "good"}})");
    writeFileAtomically(folder + "/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nfilm\n");
}

class TestWindowData : public QObject, ApplicationTest {
    Q_OBJECT
private Q_SLOTS:
    void init() { startInNewFolder(); }
    void cleanup() { app_.reset(); }

    void dataThatMovedAreFoundAgain() {
        const QString texts = at("texts.csv"), moved = at("moved.csv");
        QByteArray lines("text,label\n");
        for (int i = 0; i < 60; ++i) lines += (i % 2 ? "a good film,good\n" : "a bad film,bad\n");
        writeContent(texts, lines);
        RunConfig config = presetWith("text-demo", "training.epochs=1");
        config.data.path = texts.toStdString();
        window().showConfig(config);
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(model().result() && model().result()->testAccuracy, patience);
        const QString run = runFolders(app_->store().folder()).at(0);
        QVERIFY(QFile::rename(texts, moved));
        start();
        app_->open(run);
        QTRY_VERIFY(window().noticeBar().text().contains("texts.csv"));
        QTRY_COMPARE(model().state(), RunState::Finished);
        QVERIFY(!model().data());
        auto* line = window().form().field("data.path")->editor()->findChild<QLineEdit*>();
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, moved);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(model().data());
        QCOMPARE(model().state(), RunState::Finished);
        QVERIFY(!model().metrics().steps.empty());
        QVERIFY(model().sampleRow() >= 0);
    }

    /// It says what it is, has something to look at, and reads data once they are named.
    void aPublishedNetworkOpensWithoutData() {
        const QString bert = at("tiny-bert"), texts = at("texts.csv");
        QVERIFY(QDir().mkpath(bert));
        writeBert(bert.toStdString());
        writeReviews(texts, 8, "a good film");
        app_->open(bert);
        QTRY_COMPARE(model().state(), RunState::Finished);
        QVERIFY2(window().noticeBar().text().startsWith("tiny-bert: layers: 1, heads in each: 2"),
                 qPrintable(window().noticeBar().text()));
        QVERIFY(!window().noticeBar().isError());
        QVERIFY(!model().data() && !model().sample().text.empty());
        QTRY_VERIFY(model().inspection().sample == model().sample());
        QCOMPARE(model().inspection().attention.size(), size_t{1});
        auto* line = window().form().field("data.path")->editor()->findChild<QLineEdit*>();
        QVERIFY(line);
        line->setFocus();
        QTest::keyClicks(line, texts);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(model().data());
        QCOMPARE(model().data()->validation.rows, 8);  // all of them, and none trains
        QCOMPARE(model().data()->train.rows, 0);
        QCOMPARE(model().state(), RunState::Finished);
        QCOMPARE(model().sample().words.front(), std::string("[CLS]"));
        window().hideNotice();
        app_->open(bert + "/model.safetensors");  // is the folder's, where config.json says what it is
        QTRY_VERIFY(window().noticeBar().text().startsWith("tiny-bert: layers: 1, heads in each: 2"));
        QVERIFY(!window().noticeBar().isError());
    }

    void aLessonCanBeDropped() {
        const QString file = at("mine.md");
        const auto write = [&](const char* text) { writeFileAtomically(file.toStdString(), text); };
        HelpPanel& help = window().helpPanel();
        help.hide();
        write("# Mine\n\n## One\npge: attention\n\nLook.\n");
        drop(file);
        QVERIFY2(window().noticeBar().isError() && window().noticeBar().text().contains("\"mine\", line 4"),
                 qPrintable(window().noticeBar().text()));
        QVERIFY(help.isHidden());
        write("# Mine\n\n## One\npage: attention\n\nLook.\n");
        drop(file);
        QVERIFY(help.isVisible());
        QCOMPARE(help.chosen(), QStringLiteral("mine"));
        const size_t count = help.lessons().lessons.size();
        write("# Mine, corrected\n\n## One\n\nLook.\n");
        Q_EMIT help.lessonsReloadRequested();
        QCOMPARE(help.lessons().lessons.size(), count);
        QCOMPARE(help.lessons().lessons.back().title, QStringLiteral("Mine, corrected"));
        QCOMPARE(help.chosen(), QStringLiteral("mine"));
    }

    void ownDataCanBeDropped() {
        const QString texts = at("texts.csv");
        writeReviews(texts, 60, "a good film");
        drop(texts);
        const auto question = [this] { return window().findChild<QDialog*>("ownData"); };
        const auto said = [&](const char* name) { return question()->findChild<QLabel*>(name)->text(); };
        QTRY_VERIFY(question());
        QVERIFY2(said("summary").startsWith("texts.csv: 60 texts of 2 classes"), qPrintable(said("summary")));
        QVERIFY2(said("details").contains("2 columns separated by commas, read as UTF-8"),
                 qPrintable(said("details")));
        QVERIFY2(said("details").contains("95 % of the texts"), qPrintable(said("details")));
        QVERIFY2(!said("details").contains("tells training from test"), qPrintable(said("details")));
        QVERIFY(!question()->findChild<QCheckBox*>("skip")->isVisible());  // there is nothing to leave out
        const auto* rows = question()->findChild<QTableWidget*>();
        QCOMPARE(rows->rowCount(), 3);
        QVERIFY(!rows->findItems("a good film", Qt::MatchContains).isEmpty());
        QTest::keyClick(question(), Qt::Key_Escape);  // leaves the form as it is
        QVERIFY(window().form().config().data.path.empty());
        QTRY_VERIFY(!question());

        drop(texts);
        QTRY_VERIFY(question());
        question()->accept();
        QTRY_COMPARE(window().form().config().data.path, texts.toStdString());
        QCOMPARE(window().form().config().data.length, 3);
        QVERIFY(window().noticeBar().text().contains("texts.csv"));
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(model().result() && model().result()->testAccuracy, patience);
    }

    void theQuestionSaysWhichColumnSplitsAndThatTextsAreCut() {
        const QString file = at("long.csv");
        QFile table(file);
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("text,label,split\n");
        const QByteArray longText = QByteArray("word ").repeated(600);
        for (int i = 0; i < 40; ++i)
            table.write(longText + (i % 2 == 0 ? "good,pos," : "bad,neg,") +
                        (i % 5 == 0 ? "test\n" : "train\n"));
        table.close();
        drop(file);
        const auto question = [this] { return window().findChild<QDialog*>("ownData"); };
        QTRY_VERIFY(question());
        const QString details = question()->findChild<QLabel*>("details")->text();
        QVERIFY2(details.contains("split tells training from test"), qPrintable(details));
        QVERIFY2(details.contains("Longer texts are cut"), qPrintable(details));
        question()->reject();
    }

    /// A person knows better which columns are meant, and whether the first row is a header.
    void columnsOfOwnDataCanBeChosen() {
        const QString file = at("opinions.csv");
        QFile table(file);
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("id,title,body,mood,genre\n");
        for (int i = 0; i < 60; ++i)
            table.write(QStringLiteral("%1,%2 film %1,it was a %2 evening with %3 friends,%2,%3\n")
                            .arg(i)
                            .arg(i % 2 == 0 ? "good" : "bad", i % 3 == 0   ? "old"
                                                              : i % 3 == 1 ? "new"
                                                                           : "no")
                            .toUtf8());
        table.close();
        app_->open(file);
        const auto question = [this] { return window().findChild<QDialog*>("ownData"); };
        QTRY_VERIFY(question());
        const auto choose = [&](const char* name, const QString& value) {
            auto* box = question()->findChild<QComboBox*>(name);
            box->setCurrentIndex(box->findText(value));
            Q_EMIT box->activated(box->currentIndex());
            QTRY_VERIFY(question()->isEnabled());
        };
        const auto column = [&](const char* name) {
            return question()->findChild<QComboBox*>(name)->currentText();
        };
        QCOMPARE(column("text"), QStringLiteral("body"));
        QCOMPARE(column("class"), QStringLiteral("mood"));
        choose("text", "title");
        choose("class", "genre");
        QVERIFY(question()->findChild<QLabel*>("summary")->text().contains("60 texts of 3 classes"));
        QVERIFY(question()->findChild<QTableWidget*>()->horizontalHeaderItem(1)->text().contains("text"));
        choose("class", "id");  // a class for each row is none
        QVERIFY(!question()->findChild<QLabel*>("problem")->text().isEmpty());
        choose("class", "genre");
        QVERIFY(question()->findChild<QLabel*>("problem")->text().isEmpty());
        question()->accept();
        QTRY_COMPARE(window().form().config().data.textColumn, std::string("title"));
        QCOMPARE(window().form().config().data.classColumn, std::string("genre"));
        QCOMPARE(window().form().config().network.numClasses, 3);
    }

    /// Lines that cannot be read can be left out, or not, and the question says which they are.
    void linesThatCannotBeReadCanBeLeftOut_data() {
        const Rows<QByteArray, QByteArray, QByteArray> row("good", "bad", "advises");
        row("pairs of words", "one two,two one\n", "three\n", "line 4: expected 2 fields");
        row("pairs of numbers", "1 2 3;3 2 1\n", "4 5 6\n", "line 4: expected 2 fields");
        row("texts", "a bad film,bad\na good film,good\n", "unrated\n", "line 7: expected 2 fields");
    }
    void linesThatCannotBeReadCanBeLeftOut() {
        QFETCH(const QByteArray, good);
        QFETCH(const QByteArray, bad);
        QFETCH(const QByteArray, advises);
        const QString file = at("odd.csv");
        writeContent(file, good.repeated(3) + bad + good.repeated(20) + bad);
        app_->open(file);
        const auto question = [this] { return window().findChild<QDialog*>("ownData"); };
        QTRY_VERIFY2(question(), qPrintable(window().noticeBar().text()));
        const auto said = [&](const char* name) { return question()->findChild<QLabel*>(name)->text(); };
        auto* skip = question()->findChild<QCheckBox*>("skip");
        auto* use = question()->findChild<QAbstractButton*>("use");
        QVERIFY(skip->isVisible() && skip->isChecked() && use->isEnabled());
        QVERIFY2(said("details").contains("2 lines that cannot be read were left out: " + advises),
                 qPrintable(said("details")));
        skip->click();
        QTRY_VERIFY(question()->isEnabled());
        QVERIFY2(said("problem").contains(advises), qPrintable(said("problem")));
        QVERIFY(skip->isVisible() && !skip->isChecked() && !use->isEnabled());
        skip->click();
        QTRY_VERIFY(question()->isEnabled());
        QVERIFY(said("problem").isEmpty() && use->isEnabled());
        question()->accept();
        QTRY_VERIFY(!window().form().config().data.csvPath.empty() ||
                    !window().form().config().data.path.empty());
        QVERIFY(window().form().config().data.skipBadLines);
    }

    /// Whether or not the window has read the images of the sets.
    void aWebPageOfASetHasItsImages() {
        const RunConfig config =
            presetWith("anomaly-shapes", "data.train_size=3000 data.test_size=400 data.set_size=4");
        const QString run = at("runs/sets");
        {
            Trainer trainer(*makeBackend("cpu"), config,
                            std::make_shared<const DataSet>(makeData(config.data)));
            RunRecorder recorder(RunFolder::create(run.toStdString(), config, trainer.device()), trainer);
            recorder.add(trainer.singleStep(), trainer);
        }
        app_->open(run);
        QTRY_VERIFY_WITH_TIMEOUT(!model().imagesOf(model().sample()).isEmpty(), patience);
        const QString file = at("set.html");
        Q_EMIT window().files().exportNetworkRequested(file);
        QTRY_VERIFY_WITH_TIMEOUT(window().noticeBar().text().contains(file), patience);
        const QByteArray whole = contentOf(file), images = QByteArray(whole).replace(" ", "");
        QVERIFY(images.contains("\"images\":[\"iVBOR"));  // a PNG in Base64
        QVERIFY(!images.contains("\"images\":[]"));

        model().setMemberImages({});  // as long as the window is still reading them
        const QString early = at("early.html");
        Q_EMIT window().files().exportNetworkRequested(early);
        QTRY_VERIFY_WITH_TIMEOUT(window().noticeBar().text().contains(early), patience);
        QVERIFY(contentOf(early) == whole);
    }

    void anInterruptedRunIsOfferedOnce() {
        const QString run = at("runs/killed");
        const RunConfig config = presetWith(
            "reverse",
            "training.batch_size=8 data.train_size=80 data.validation_size=16 data.test_size=16 threads=1");
        {
            Trainer trainer(*makeBackend("cpu"), config,
                            std::make_shared<const DataSet>(makeData(config.data)));
            RunRecorder recorder(RunFolder::create(run.toStdString(), config, trainer.device()), trainer);
            while (recorder.metrics().epochs.empty()) recorder.add(trainer.singleStep(), trainer);
        }
        app_.reset();
        Settings(at("settings.ini")).addRecentRun(run);
        {
            const RunLock held(run.toStdString());  // it still trains
            start();
            QTRY_VERIFY(model().data());
            QTest::qWait(200);
            QVERIFY(!window().noticeBar().isVisible());
        }
        start();
        QTRY_VERIFY(window().noticeBar().text().contains("The run killed was interrupted before its end"));
        QTest::mouseClick(window().noticeBar().findChild<QPushButton*>(), Qt::LeftButton);
        QTRY_COMPARE(model().state(), RunState::Finished);
        QVERIFY(!window().noticeBar().isVisible());
        QCOMPARE(model().metrics().epochs.size(), size_t{1});
        start();
        QTRY_COMPARE(model().state(), RunState::Finished);  // said once; from now on it is the last run
        QCOMPARE(model().name(), QStringLiteral("killed"));
    }

    void theLastRunIsOpenAgain() {
        const RunConfig config = presetWith(
            "reverse", "data.train_size=1280 data.validation_size=16 data.test_size=16 training.epochs=1");
        Q_EMIT window().trainRequested(config);
        QTRY_COMPARE(model().state(), RunState::Finished);
        const QString run = model().folder(), name = QFileInfo(run).fileName();
        for (int again = 0; again < 2; ++again) {  // at every start
            start();
            QTRY_COMPARE(model().state(), RunState::Finished);
            QCOMPARE(model().folder(), run);
            QCOMPARE(model().name(), name);
            QVERIFY(!window().formDiffers().isVisible());
        }
        // What was typed since stays in the form.
        const RunConfig typed = with(window().form().config(), "network.num_layers=3");
        window().changeConfig(typed);
        QVERIFY(window().formDiffers().isVisible());
        app_.reset();
        Settings(at("settings.ini")).setConfig(typed);  // as when the window is closed
        start();
        QTRY_COMPARE(model().state(), RunState::Finished);
        QTRY_COMPARE(window().form().config().network.numLayers, 3);
        QCOMPARE(model().config().network.numLayers, 1);
        QVERIFY(window().formDiffers().isVisible());
        app_.reset();
        QVERIFY(QDir(run).removeRecursively());
        start();
        QTRY_VERIFY(model().data());
        QTest::qWait(200);
        QVERIFY(!window().noticeBar().isVisible());
    }

    void whatWasTypedIsThereAgain() {
        QTRY_VERIFY(model().data());
        QTRY_COMPARE(model().sampleRow(), 0);
        std::vector<int32_t> tokens(16, 7);
        model().shown().chooseSample(typedSample(model().config(), model().names(), tokens));
        start();  // the one before is gone without a word
        QTRY_COMPARE(model().sample().tokens, tokens);
        QCOMPARE(model().sample().expected, tokens);
        QVERIFY(!window().history().canUndo());  // it was typed in another session
        model().chooseRow(3);
        QVERIFY(window().history().canUndo());
        start();
        QTRY_VERIFY(model().data());
        QTest::qWait(100);
        QCOMPARE(model().sampleRow(), 0);
    }

    void settingsAreUndoneWithTheirNetwork() {
        QTRY_VERIFY(model().data());
        const RunConfig first = model().config();
        model().chooseRow(2);
        window().changeConfig(presetByName("reverse-by-hand"));
        QTRY_VERIFY(model().config().network != first.network);
        QVERIFY(window().history().undoText().startsWith("preset"));
        window().history().undo();
        QTRY_VERIFY(model().config() == first);
        QVERIFY(window().form().config() == first);
        QVERIFY(!window().history().canUndo());  // the sample was one of the network before
        window().history().redo();
        QTRY_VERIFY(model().config().network == presetByName("reverse-by-hand").network);
    }

    void openingSaysThatTheDataHaveChanged() {
        const QString texts = at("texts.csv"), run = at("runs/texts");
        const auto write = [&](const QByteArray& good) { writeReviews(texts, 60, good); };
        write("a good film");
        RunConfig config = presetByName("text-demo");
        config.data.path = texts.toStdString();
        {
            const auto data = std::make_shared<const DataSet>(makeData(config.data));
            config.training.batchSize = 8;
            Trainer trainer(*makeBackend("cpu"), config, data);
            const RunRecorder recorder(RunFolder::create(run.toStdString(), config, trainer.device()),
                                       trainer);
        }
        write("a fine film");
        app_->open(run);
        QTRY_VERIFY2(
            window().noticeBar().text().contains("the data are not those that the run has learned from"),
            qPrintable(window().noticeBar().text()));
    }

    void changedDataAreAskedAboutBeforeARunGoesOn() {
        const QString texts = at("texts.csv");
        const auto write = [&](const QByteArray& good) { writeReviews(texts, 200, good); };
        write("a good film");
        RunConfig config = presetWith("text-demo", "training.epochs=1000");
        config.data.path = texts.toStdString();
        window().showConfig(config);
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(!model().metrics().epochs.empty(), patience);
        press("Stop");
        QTRY_VERIFY_WITH_TIMEOUT(model().result().has_value(), patience);
        const QString run = runFolders(app_->store().folder()).at(0);
        const DataNames names = model().names();
        write("a wonderful film");
        start();
        app_->open(run);
        QTRY_VERIFY_WITH_TIMEOUT(model().data() && model().state() == RunState::Finished, patience);
        const size_t steps = model().metrics().steps.size();
        for (const char* answer : {"Cancel", "&Resume with the changed data"}) {
            press("Train");
            QTRY_VERIFY_WITH_TIMEOUT(window().findChild<QMessageBox*>(), patience);
            auto* box = window().findChild<QMessageBox*>();
            QVERIFY2(box->text().contains("the training part has other content"), qPrintable(box->text()));
            QCOMPARE(model().state(), RunState::Finished);
            for (QAbstractButton* b : box->buttons())
                if (b->text().remove(u'&') == QString(answer).remove(u'&'))
                    QTest::mouseClick(b, Qt::LeftButton);
            QTRY_VERIFY(!window().findChild<QMessageBox*>());
        }
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > steps, patience);
        QVERIFY(model().names() == names);
        press("Stop");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(!RunFolder::open(run.toStdString()).earlierData().empty());
    }

private:
    /// The window has to have agreed to what is dropped.
    void drop(const QString& file) {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window(), &enter);
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window(), &event);
    }
    void press(const QString& name) {
        auto* button = named<QAbstractButton>(window().form(), name);
        QTRY_VERIFY2(button && button->isEnabled(), qPrintable(name));
        QTest::mouseClick(button, Qt::LeftButton);
    }
};

TEST_CLASS(TestWindowData, QApplication)

}  // namespace test_window_data
#include "test_window_data.moc"
