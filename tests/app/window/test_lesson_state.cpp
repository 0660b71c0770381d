// What a teacher hands out: saved in one window, opened in another as it was; and files that are none.
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSlider>
#include <QTest>

#include "app/handout/hand_out.h"
#include "app/window/application_test.h"
#include "app/window/lesson_state.h"
#include "app/window/run_folders.h"
#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/run/records.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"
#include "ui/controls/notice_bar.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/window/hand_out_dialog.h"
#include "ui/window/help_panel.h"
#include "ui/window/time_bar.h"
#include "ui/window/undo_history.h"

using namespace attx;

namespace test_lesson_state {

constexpr int patience = 60'000;

class TestLessonState : public QObject, ApplicationTest {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        makeNewFolder();
        startAs("teacher");
    }
    void cleanup() { app_.reset(); }

    void aNetworkAloneIsHandedOut() {
        train();
        QTRY_COMPARE(model().snapshots().size(), size_t{4});
        window().timeBar().slider()->setValue(1);
        QTRY_VERIFY(model().shown().isSettled());
        const Inspection shown = model().inspection();
        save("all");
        const qint64 all = QFileInfo(at("lesson.attx")).size();
        QVERIFY(QFile::remove(at("lesson.attx")));
        window().hideNotice();
        save("alone", true);
        QVERIFY(QFileInfo(at("lesson.attx")).size() < all / 2);
        QStringList names;
        for (const ArchiveFile& file : entries()) names << QString::fromStdString(file.name);
        names.sort();
        QCOMPARE(names, (QStringList{"model.safetensors", "state.json"}));
        startAs("student");
        app_->open(at("lesson.attx"));
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(model().shown().isSettled());
        QCOMPARE(model().inspection().logits, shown.logits);
        QCOMPARE(window().noticeBar().text(), QStringLiteral("alone"));  // nothing was passed over
        QCOMPARE(window().windowTitle(), QStringLiteral("lesson – Attention Explorer"));
        // What the dialog says of both.
        const HandOutDialog dialog(QStringLiteral("x"), 76'800'000, 1'400'000, nullptr);
        const auto* contents = dialog.findChild<QComboBox*>();
        QCOMPARE(contents->itemText(0), QStringLiteral("network and training (about 77 MB)"));
        QCOMPARE(contents->itemText(1), QStringLiteral("network alone (about 2 MB)"));
        QVERIFY(!dialog.wantsNetworkAlone());
        QVERIFY(HandOutDialog(QStringLiteral("x"), 0, 1'400'000, nullptr).wantsNetworkAlone());
    }

    void aRunIsHandedOut() {
        train();
        QTRY_COMPARE(model().snapshots().size(), size_t{4});
        window().pages().show(QStringLiteral("attention"));
        window().timeBar().slider()->setValue(1);
        model().chooseRow(7);
        model().shown().toggleToken(3);
        Ablation ablation = model().ablation();
        ablation.headGates = {0};
        model().shown().setAblation(ablation);
        model().setFirstQueryBelow(true);
        auto& steps = window().page<StepsPage>();
        QVariantMap typed = steps.controls();
        typed["temperature"] = 0.5;
        steps.restoreControls(typed);
        window().helpPanel().choose(QStringLiteral("lesson-5-reverse"));
        window().helpPanel().show();
        QTRY_VERIFY(model().shown().isSettled());
        const Inspection shown = model().inspection();
        const RunMetrics metrics = model().metrics();
        const std::string run = runFolders(app_->store().folder()).at(0).toStdString();
        save("Look at the third row.");

        startAs("student");
        app_->open(at("lesson.attx"));
        QTRY_COMPARE_WITH_TIMEOUT(model().snapshots().size(), size_t{4}, patience);
        QTRY_VERIFY(model().shown().isSettled() && model().shown().snapshot());
        QCOMPARE(model().state(), RunState::Finished);
        QCOMPARE(model().metrics().steps.size(), metrics.steps.size());
        QCOMPARE(model().sampleRow(), 7);
        QCOMPARE(model().ablation(), ablation);
        QVERIFY(model().firstQueryBelow());
        QCOMPARE(model().inspection().logits, shown.logits);
        QCOMPARE(model().inspection().attention, shown.attention);
        QCOMPARE(window().pages().current().id(), QStringLiteral("attention"));
        QCOMPARE(window().page<StepsPage>().input().temperature, 0.5);
        QCOMPARE(window().helpPanel().chosen(), QStringLiteral("lesson-5-reverse"));
        QVERIFY(!window().history().canUndo());
        QCOMPARE(window().noticeBar().text(), QStringLiteral("Look at the third row."));
        // It is a run like any other, file by file, and can be gone on with.
        const QString mine = runFolders(app_->store().folder()).at(0);
        for (const char* name : runFiles)
            QCOMPARE(readFile((mine + "/" + name).toStdString()), readFile(run + "/" + name));
        QVERIFY(!QFileInfo::exists(mine + "/state.json"));
        QCOMPARE(window().windowTitle(), QStringLiteral("lesson – Attention Explorer"));
    }

    /// A lesson that was closed, or that is about another network, is none of the state.
    void aLessonOfSomethingElseIsNotHandedOut() {
        HelpPanel& help = window().helpPanel();
        help.choose(QStringLiteral("lesson-5-reverse"));
        help.show();
        QCOMPARE(lessonInState(), QStringLiteral("lesson-5-reverse"));
        help.hide();
        QCOMPARE(lessonInState(), QString());
        help.show();
        const RunConfig texts = presetWith("text-demo", "training.epochs=1");
        window().showConfig(texts);
        Q_EMIT window().trainRequested(texts);
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QCOMPARE(help.chosen(), QStringLiteral("lesson-5-reverse"));
        QCOMPARE(lessonInState(), QString());
        help.choose(QStringLiteral("manual/lessons"));
        QCOMPARE(lessonInState(), QStringLiteral("manual/lessons"));
    }

    void nothingOfTheComputerIsInAState() {
        const QString secret = at("secret");
        window().page<RunsPage>().showFolder(secret);
        window().setLessonsFolder(secret);
        window().pages().show(RunsPage::pageId);
        save("Hello.");
        const QByteArray state = QByteArray::fromStdString(entries()[0].bytes);
        QStringList texts;
        collect(QJsonDocument::fromJson(state).object(), texts);
        QVERIFY(texts.contains(QStringLiteral("Hello.")));
        for (const QString& text : texts)
            QVERIFY2(!text.contains(QLatin1Char('/')) && !text.contains(QStringLiteral("secret")),
                     qPrintable(text));
        // Nor is it taken from one that an earlier version saved.
        std::vector<ArchiveFile> files = entries();
        QJsonObject object = QJsonDocument::fromJson(state).object();
        QJsonObject controls = object["controls"].toObject(), runs = controls["runs"].toObject();
        runs["folder"] = secret;
        runs["logX"] = true;
        controls["runs"] = runs;
        object["controls"] = controls;
        files[0].bytes = QJsonDocument(object).toJson().toStdString();
        writeFileAtomically(at("lesson.attx").toStdString(), zipBytes(files));
        startAs("student");
        const QString mine = window().page<RunsPage>().folder();
        QVERIFY(!mine.isEmpty());
        app_->open(at("lesson.attx"));
        QTRY_COMPARE(model().state(), RunState::Finished);
        QTRY_VERIFY(window().page<RunsPage>().controls()["logX"].toBool());
        QCOMPARE(window().page<RunsPage>().folder(), mine);
        QCOMPARE(window().pages().current().id(), QStringLiteral("attention"));
    }

    void aStateOfAnotherVersionNamesItsFile() {
        save({});
        std::vector<ArchiveFile> files = entries();
        files[0].bytes = "{\"attention_explorer_lesson\": 2}";
        writeFileAtomically(at("lesson.attx").toStdString(), zipBytes(files));
        app_->open(at("lesson.attx"));
        QTRY_VERIFY(
            window().noticeBar().text().contains("lesson.attx: Expected a lesson state of version 1"));
    }

    void aNetworkWithoutARunIsHandedOut() {
        model().shown().chooseSample(
            typedSample(model().config(), model().names(), {5, 4, 3, 2, 1, 0, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4}));
        const std::vector<float> fresh = *model().parameters();
        save({});
        startAs("student");
        app_->open(at("lesson.attx"));
        QTRY_COMPARE(model().state(), RunState::Finished);
        QCOMPARE(*model().parameters(), fresh);
        QTRY_COMPARE(model().sample().tokens.front(), 5);
        QCOMPARE(model().sample().from.source, SampleSource::Own);
    }

    void whatDoesNotFitIsSaidBesideTheNotes() {
        save("Look at the third row.");
        std::vector<ArchiveFile> files = entries();
        QJsonObject state = QJsonDocument::fromJson(QByteArray::fromStdString(files[0].bytes)).object();
        state["sample"] = QJsonObject{{"source", "validation"}, {"row", 1e9}};
        state["masked_tokens"] = QJsonArray{99};
        state["snapshot_step"] = 5;
        files[0].bytes = QJsonDocument(state).toJson().toStdString();
        writeFileAtomically(at("lesson.attx").toStdString(), zipBytes(files));
        app_->open(at("lesson.attx"));
        QTRY_VERIFY(window().noticeBar().text().contains("sample, ablation, snapshot"));
        QVERIFY(window().noticeBar().text().startsWith("Look at the third row."));
        QCOMPARE(model().state(), RunState::Finished);
        QVERIFY(model().ablation().empty());
    }

    void whatNoNetworkHasIsNotTaken_data() {
        const Rows<QString, QJsonArray, QString> row("key", "value", "says");
        row("half a head", "head_gates", QJsonArray{0.5}, "ablation");
        row("twice a head", "head_gates", QJsonArray{2}, "ablation");
        row("a head below zero", "head_gates", QJsonArray{-1}, "ablation");
        row("a head that is a text", "head_gates", QJsonArray{"x"}, "ablation");
        row("too many heads", "head_gates", QJsonArray{1, 0}, "ablation");
        QJsonArray all;
        for (int i = 0; i < 16; ++i) all << i;
        row("all tokens masked", "masked_tokens", all, "ablation");
        row("half a position", "masked_tokens", QJsonArray{1.5}, "ablation");
        row("tokens that are not read", "tokens", QJsonArray{1, 10}, "sample");
        row("huge tokens", "tokens", QJsonArray{1e300}, "sample");
        row("no tokens", "tokens", {}, "sample");
    }
    void whatNoNetworkHasIsNotTaken() {
        QFETCH(const QString, key);
        QFETCH(const QJsonArray, value);
        QFETCH(const QString, says);
        save({});
        std::vector<ArchiveFile> files = entries();
        QJsonObject state = QJsonDocument::fromJson(QByteArray::fromStdString(files[0].bytes)).object();
        if (key == "tokens")
            state["sample"] = QJsonObject{{"source", "own"}, {key, value}};
        else
            state[key] = value;
        files[0].bytes = QJsonDocument(state).toJson().toStdString();
        writeFileAtomically(at("lesson.attx").toStdString(), zipBytes(files));
        app_->open(at("lesson.attx"));
        QTRY_VERIFY2(window().noticeBar().text().contains("is not shown: " + says + "."),
                     qPrintable(window().noticeBar().text()));
        QVERIFY(model().ablation().empty());
    }

    void whatIsNoLessonStateIsRefused_data() {
        const Rows<QString, QString> row("change", "says");
        row("another file", "more", "\"run.sh\" does not belong");
        row("a deeper snapshot", "deep", "does not belong");
        row("out of the folder", "out", "leads out of its folder");
        row("no state", "stateless", "found no state.json");
        row("no network", "empty", "found no network");
        row("a broken network", "broken", "model.safetensors");
        row("cut off", "cut", "lesson.attx");
        row("text", "text", "lesson.attx");
    }
    void whatIsNoLessonStateIsRefused() {
        QFETCH(QString, change);
        QFETCH(QString, says);
        save({});
        std::vector<ArchiveFile> files = entries();
        if (change == "more") files.push_back({"run.sh", "rm -r ."});
        if (change == "deep") files.push_back({"snapshots/x/y.safetensors", ""});
        if (change == "out") files.push_back({"../run.json", "{}"});
        if (change == "stateless") files.erase(files.begin());
        if (change == "empty") files.pop_back();
        if (change == "broken") files[1].bytes.resize(files[1].bytes.size() / 2);
        std::string bytes = zipBytes(files);
        if (change == "cut") bytes.resize(bytes.size() / 2);
        if (change == "text") bytes = "a lesson";
        writeFileAtomically(at("lesson.attx").toStdString(), bytes);
        VERIFY_SAYS(thrownMessage([&] {
                        (void)openHandOut(at("lesson.attx").toStdString(), at("runs").toStdString());
                    }),
                    says.toLatin1().constData());
        QVERIFY(QDir(at("runs")).isEmpty());
    }

    void itsNameTells() {
        QVERIFY(isHandOut("a/b.ATTX") && !isHandOut("a/b.safetensors") && !isHandOut("attx"));
    }

private:
    [[nodiscard]] QString lessonInState() {
        const LessonState state = lessonState(model(), window(), {}, true);
        return QJsonDocument::fromJson(QByteArray::fromStdString(state.json))["lesson"].toString();
    }
    /// Texts of a state, at any depth.
    static void collect(const QJsonValue& value, QStringList& texts) {
        if (value.isString()) texts << value.toString();
        for (const auto& one : value.toArray()) collect(one, texts);
        for (const auto& one : value.toObject()) collect(one, texts);
    }
    /// The program of somebody who has their own settings and runs.
    void startAs(const QString& who) {
        start(who + ".ini", who + "-runs");
        QTRY_VERIFY(model().parameters() && model().data());
    }
    void train() {
        const RunConfig config = presetWith("reverse",
                                            "data.train_size=1280 data.validation_size=100 "
                                            "data.test_size=100 training.epochs=3 training.snapshots=0");
        Q_EMIT window().trainRequested(config);
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
    }
    void save(const QString& notes, bool networkAlone = false) {
        Q_EMIT window().saveLessonStateRequested(at("lesson.attx"), notes, networkAlone);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(at("lesson.attx")), patience);
        QTRY_VERIFY(window().noticeBar().text().startsWith("Saved to"));
    }
    [[nodiscard]] std::vector<ArchiveFile> entries() const {
        std::vector<ArchiveFile> files;
        ArchiveReader reader(at("lesson.attx").toStdString());
        while (reader.next()) files.push_back({reader.name(), reader.read()});
        return files;
    }
};

TEST_CLASS(TestLessonState, QApplication)

}  // namespace test_lesson_state
#include "test_lesson_state.moc"
