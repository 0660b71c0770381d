// Ctrl+K: what it finds by which words, and where choosing leads.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSlider>
#include <QTableView>
#include <QTest>
#include <QTreeWidget>

#include "model/attribute/explain_methods.h"
#include "model/config/keys.h"
#include "model/config/presets.h"
#include "runner.h"
#include "ui/controls/fold_group.h"
#include "ui/controls/notice_bar.h"
#include "ui/form/config_form.h"
#include "ui/form/form_content.h"
#include "ui/form/form_field.h"
#include "ui/look/language.h"
#include "ui/look/manual_pages.h"
#include "ui/look/model_text.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/attention/pair_panel.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/mistake_list.h"
#include "ui/pages/runs/run_figures.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/runs/sweep_dialog.h"
#include "ui/pages/samples/samples_page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/pages/text/text_page.h"
#include "ui/pages/training/training_page.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"
#include "ui/window/command_search.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_browser.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/menu_entry.h"
#include "ui/window/presentation.h"
#include "ui/window/search_entries.h"
#include "ui/window/time_bar.h"
#include "ui/window_test.h"

using namespace attx;

namespace test_command_search {

QStringList namesFor(const std::vector<SearchEntry>& entries, const QString& typed) {
    QStringList names;
    for (const SearchEntry* entry : found(entries, typed)) names << entry->name;
    return names;
}

class TestCommandSearch : public WindowTest {
    Q_OBJECT

    void start(const std::string& preset) { WindowTest::open(preset, {1366, 768}); }
    CommandSearch* search() {
        for (auto* dialog : window_->findChildren<CommandSearch*>())
            if (dialog->isVisible()) return dialog;
        return nullptr;
    }
    CommandSearch* open() {
        QTest::keyClick(window_.get(), Qt::Key_K, Qt::ControlModifier);
        return search();
    }
    std::vector<SearchEntry> entries() { return searchEntries(*window_, run_->model); }
    /// As a person does: Ctrl+K, these words, Return.
    void choose(const QString& words) {
        CommandSearch* dialog = open();
        QVERIFY(dialog);
        dialog->line()->insert(words);  // QTest types no umlauts
        QTest::keyClick(dialog->line(), Qt::Key_Return);
        QVERIFY2(!dialog->isVisible(), qPrintable("nothing was chosen: " + words));
    }
    QString page() { return window_->pages().current().id(); }
    QString said() { return window_->noticeBar().text(); }
    QString focusName() {
        return QApplication::focusWidget() ? QApplication::focusWidget()->accessibleName() : QString();
    }

private Q_SLOTS:
    void init() { start("reverse-deep"); }
    void cleanup() { close(); }

    void wordsAreFoundInAnyOrder() {
        const std::vector<SearchEntry> all{
            {"Save model as…", "File", "Ctrl+Shift+S", "safetensors", {}},
            {"Export network: as web page…", "File › Export network", {}, "One HTML file", {}},
            {"Übersicht", "Ansicht", "p", "page", {}}};
        QCOMPARE(namesFor(all, {}).size(), 3);
        QCOMPARE(namesFor(all, "page web"), QStringList{"Export network: as web page…"});
        QCOMPARE(namesFor(all, "NETW exp"), QStringList{"Export network: as web page…"});
        QCOMPARE(namesFor(all, "html"), QStringList{"Export network: as web page…"});
        QCOMPARE(namesFor(all, "safeT model"), QStringList{"Save model as…"});
        QCOMPARE(namesFor(all, "ubersicht"), QStringList{QStringLiteral("Übersicht")});
        QCOMPARE(namesFor(all, "page"),
                 (QStringList{"Export network: as web page…", QStringLiteral("Übersicht")}));
        QCOMPARE(namesFor(all, "p").front(), QStringLiteral("Übersicht"));  // its key
        QCOMPARE(namesFor(all, "ctrl+shift+s"), QStringList{"Save model as…"});
        // Where nothing has every word, what has the most of them: "export to PyTorch".
        QCOMPARE(namesFor(all, "page web to nowhere"), QStringList{"Export network: as web page…"});
        QCOMPARE(namesFor(all, "page model").size(), 3);
        QVERIFY(namesFor(all, "nowhere").isEmpty());
        QVERIFY(namesFor(all, "eb").isEmpty());  // inside of a word only with more letters
        QVERIFY(namesFor(all, ";").isEmpty());
    }

    void everythingIsThere() {
        for (const char* preset : {"reverse-deep", "text-demo"}) {
            start(preset);
            const QStringList names = namesFor(entries(), {});
            int actions = 0;
            for (const QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
                for (QAction* action : menu->actions()) {
                    if (action->isSeparator() || action->menu() || !action->isVisible()) continue;
                    ++actions;
                    const QString text = action->text().section('\t', 0, 0).remove('&');
                    const QString own = action->property(searchName).toString();  // A page's title
                    QVERIFY2(!names.filter(own.isEmpty() ? text : own).isEmpty(), qPrintable(text));
                }
            QVERIFY(actions > 40);
            for (const Page* page : window_->pages().pages()) QVERIFY(names.contains(page->title()));
            for (const FormGroup& group : formGroups())
                for (const char* path : group.paths)
                    QVERIFY2(names.contains(modelText(keyInfo(path).form.label)), path);
            for (const ExplainMethodInfo& info : mapMethods()) QVERIFY(names.contains(modelText(info.title)));
            QVERIFY(window_->helpPanel().lessons().lessons.size() >= 8);
            for (const Lesson& lesson : window_->helpPanel().lessons().lessons)
                QVERIFY(names.contains(lesson.title));
            for (const QString& name : manualNames())
                QVERIFY(isHelpOfPage(name) || names.contains(manualTitle(name)));
        }
    }

    void theKeyboardIsEnough() {
        window_->page<AttentionPage>().gridView()->setFocus();
        const QWidget* before = QApplication::focusWidget();
        CommandSearch* dialog = open();
        QVERIFY(dialog && dialog->line()->hasFocus());
        const QTreeWidget& list = *dialog->list();
        const auto row = [&] { return list.indexOfTopLevelItem(list.currentItem()); };
        QTest::keyClicks(dialog->line(), "layer");
        QVERIFY(list.topLevelItemCount() > 3 && row() == 0);
        QTest::keyClick(dialog->line(), Qt::Key_Down);
        QTest::keyClick(dialog->line(), Qt::Key_Tab);
        QCOMPARE(row(), 2);
        QTest::keyClick(dialog->line(), Qt::Key_Up);
        QCOMPARE(row(), 1);
        QTest::keyClick(dialog->line(), Qt::Key_Up);
        QTest::keyClick(dialog->line(), Qt::Key_Up);
        QCOMPARE(row(), list.topLevelItemCount() - 1);
        QTest::keyClicks(dialog->line(), " xyzzy");
        QVERIFY(list.topLevelItem(list.topLevelItemCount() - 1)->flags() ==
                Qt::NoItemFlags);  // what is missing
        QTest::keyClick(dialog->line(), Qt::Key_Up);
        QCOMPARE(row(), list.topLevelItemCount() - 2);
        dialog->line()->setText("xyzzy");
        QCOMPARE(list.topLevelItemCount(), 1);
        QTest::keyClick(dialog->line(), Qt::Key_Return);  // there is nothing to choose
        QVERIFY(dialog->isVisible());
        QTest::keyClick(dialog->line(), Qt::Key_Escape);
        QVERIFY(!dialog->isVisible() && before->hasFocus());
        QCOMPARE(run_->model.state(), RunState::Idle);

        dialog = open();
        QVERIFY(!open());  // the key closes it, too
        dialog = open();
        window_->form().field("network.num_heads")->editor()->setFocus();
        QVERIFY(!dialog->isVisible());
        QVERIFY(window_->form().field("network.num_heads")->editor()->hasFocus());
    }

    void aClickChooses() {
        CommandSearch* dialog = open();
        QTest::keyClicks(dialog->line(), "positions");
        QTreeWidget& list = *dialog->list();
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                          list.visualItemRect(list.topLevelItem(0)).center());
        QCOMPARE(page(), QStringLiteral("positions"));
    }

    void anEntrySaysWhereItIsAndItsKey() {
        const auto all = entries();
        const SearchEntry& page = *found(all, "export pytorch").front();
        QCOMPARE(page.place, QStringLiteral("File › Export network"));
        QCOMPARE(found(all, "export figure").front()->shortcut, QStringLiteral("Ctrl+E"));
        QCOMPARE(found(all, "explain").front()->shortcut, QStringLiteral("3"));
        QCOMPARE(found(all, QStringLiteral("Train › Training")).front()->shortcut, QStringLiteral("1"));
        QVERIFY(!found(all, "close comparison").front()->choose);  // there is none
        CommandSearch* dialog = open();
        QTest::keyClicks(dialog->line(), "close comparison");
        QTest::keyClick(dialog->line(), Qt::Key_Return);
        QVERIFY(dialog->isVisible());
    }

    void aSettingIsShownAndHasTheKeyboard() {
        window_->form().hide();
        window_->form().setFolded({"optimiser", "ending"});
        choose("weight decay");
        FormField* field = window_->form().field("training.weight_decay");
        QVERIFY(field->isVisible() && field->editor()->hasFocus());
        QVERIFY(!window_->form().folded().contains(QStringLiteral("optimiser")));
        QVERIFY(window_->form().folded().contains(QStringLiteral("ending")));
        window_->presentation().toggle();
        choose("preset");
        QVERIFY(!window_->presentation().isOn());
        QCOMPARE(focusName(), QStringLiteral("Preset"));
    }

    void aPresetIsChosen() {
        RunConfig expected = presetByName("text-demo");
        expected.threads = window_->form().config().threads;
        choose(QStringLiteral("Generated texts"));
        QVERIFY(window_->form().config() == expected);
    }

    void aMethodIsSwitchedOn() {
        auto& explain = window_->page<ExplainPage>();
        QVERIFY(!explain.controls()["occlusion"].toBool());
        QVariantMap wanted = explain.controls();
        wanted["occlusion"] = true;
        choose("occlusion");
        QCOMPARE(page(), QStringLiteral("explain"));
        QCOMPARE(explain.controls(), wanted);
    }

    void lessonsAndManualAreShown() {
        window_->helpPanel().hide();
        choose("positional encoding lesson");
        QVERIFY(window_->helpPanel().isVisible());
        QCOMPARE(window_->helpPanel().chosen(), QStringLiteral("lesson-3-positions"));
        choose("manual sweeps");
        QCOMPARE(window_->helpPanel().chosen(), QStringLiteral("manual/sweeps"));
        QVERIFY(window_->helpPanel().browser()->hasFocus());
    }

    void aPageOfAnotherTaskSaysWhatToChoose() {
        window_->form().hide();
        choose("sets page");
        QCOMPARE(page(), QStringLiteral("attention"));
        QVERIFY2(said().contains(QStringLiteral("Sets")), qPrintable(said()));
        QCOMPARE(focusName(), QStringLiteral("Preset"));
        start("anomaly-shapes");
        window_->pages().show(QStringLiteral("attention"));
        choose("sets");
        QCOMPARE(page(), QStringLiteral("sets"));
    }

    /// What a review found that people do not find, by the names that it gave.
    void whatNobodyFindsIsFound_data() {
        const Rows<std::function<bool()>> row("isThere");
        const auto runs = [this](RunFigures::View view) {
            return [this, view] {
                auto& page = window_->page<RunsPage>();
                return this->page() == "runs" && page.controls()["view"].toInt() == static_cast<int>(view);
            };
        };
        const auto inForm = [this](const char* path) {
            return [this, path] { return window_->form().field(path)->editor()->hasFocus(); };
        };
        row("lessons", [this] { return window_->helpPanel().chosen() == "lesson-1-dot-product"; });
        row("presentation", [this] { return window_->presentation().isOn(); });
        row("F11", [this] { return window_->presentation().isOn(); });
        row("label rule", inForm("data.rule"));
        row("copy/sort/rotate", inForm("data.rule"));
        row("heads through training", [this] {
            return page() == "training" && window_->page<TrainingPage>().subjectCombo()->currentIndex() == 1;
        });
        row("faithfulness", [this] { return page() == "faithful"; });
        row("two groups", runs(RunFigures::View::Comparison));
        row("importance of settings", runs(RunFigures::View::Importance));
        row("parallel axes", runs(RunFigures::View::Parallel));
        row("pair up close", [this] {
            const auto& pair = window_->page<AttentionPage>().pair().pair();
            return page() == "attention" && pair && pair->layer == 0 && pair->head == 0;
        });
        row("a head's own numbers",
            [this] { return page() == "steps" && window_->page<StepsPage>().controls().contains("head"); });
        row("masking tokens", [this] { return window_->page<AttentionPage>().tokenStrip()->hasFocus(); });
        row("web page export", [this] { return dialogTitle() == "Export as web page"; });
        row("animation", [this] { return said().contains("nothing to animate"); });
        row("compare with", [this] { return dialogTitle().startsWith("Open a run"); });
        row("type-ahead in the sweep list", [this] { return window_->findChild<SweepDialog*>() != nullptr; });
        row("difference to", [this] { return page() == "explain" && focusName() == "Difference to"; });
        row("own set", [this] { return said().contains("reads no sets of images"); });
        row("head importance", [this] { return page() == "attention" && focusName() == "Head importance"; });
        row("options of the explanations",
            [this] { return page() == "explain" && focusName() == "Options"; });
        row("colour scale", [this] { return page() == "explain" && focusName() == "colour scale"; });
        row("filter settings", [this] { return window_->findChild<SweepDialog*>() != nullptr; });
        row("notes", [this] { return window_->page<RunsPage>().table()->hasFocus(); });
        row("stars on runs", [this] { return window_->page<RunsPage>().table()->hasFocus(); });
        row("find mistakes", [this] {
            return page() == "samples" && window_->page<SamplesPage>().showCombo()->currentIndex() == 1;
        });
        row("first query below", [this] { return run_->model.firstQueryBelow(); });
        row(",", [this] { return said().contains("no snapshots"); });
        row(".", [this] { return said().contains("no snapshots"); });
        row("p", [this] { return said().contains("no snapshots"); });
        row("x", [this] { return window_->page<AttentionPage>().gridView()->hasFocus(); });
        row("s", [this] { return steps_ == 1; });
        row("copy report", [] { return QApplication::clipboard()->text().startsWith("Attention Explorer"); });
    }
    void whatNobodyFindsIsFound() {
        QFETCH(std::function<bool()>, isThere);
        window_->page<RunsPage>().figures()->setView(RunFigures::View::Scatter);
        window_->helpPanel().hide();
        window_->form().hide();
        QApplication::clipboard()->clear();
        steps_ = 0;
        connect(window_.get(), &MainWindow::stepRequested, this, [this] { ++steps_; });
        QVERIFY(!isThere());
        choose(QTest::currentDataTag());
        QTRY_VERIFY(isThere());
    }

    void mistakesOfTextsAreOnTheirPage() {
        start("text-demo");
        choose("find mistakes");
        QCOMPARE(page(), QStringLiteral("text"));
        QVERIFY(window_->page<TextPage>().mistakes().button()->isVisible());
        QVERIFY(window_->page<TextPage>().mistakes().button()->hasFocus());
    }

    void theTimelineFollowsItsEntries() {
        run_->train(3);
        run_->model.setState(RunState::Finished);
        run_->model.setSnapshots({{0, 0, 10}, {2, 1, 10}});
        const QSlider& slider = *window_->timeBar().slider();
        QCOMPARE(slider.value(), 2);
        choose(",");
        QCOMPARE(slider.value(), 1);
        choose(".");
        QCOMPARE(slider.value(), 2);
        choose("play the training");
        QVERIFY(window_->timeBar().isPlaying());
    }

    void theMenuHasItAndGermanFindsGerman() {
        QVERIFY(found(entries(), "find anything").front()->shortcut == "Ctrl+K");
        QCOMPARE(found(entries(), "german language").front()->name, QStringLiteral("Language: Deutsch"));
        setLanguage(Language::German);
        QTRY_COMPARE(window_->menuBar()->actions().front()->text(), QStringLiteral("&Datei"));
        choose(QStringLiteral("köpfe im training"));
        QCOMPARE(page(), QStringLiteral("training"));
        QCOMPARE(window_->page<TrainingPage>().subjectCombo()->currentIndex(), 1);
        QCOMPARE(found(entries(), "englisch").front()->name, QStringLiteral("Sprache: English"));
        QCOMPARE(found(entries(), "deutsch").front()->name, QStringLiteral("Sprache: Deutsch"));
        choose("regel kopieren");
        QVERIFY(window_->form().field("data.rule")->editor()->hasFocus());
    }

private:
    static QString dialogTitle() {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (widget->isVisible() && qobject_cast<QDialog*>(widget)) return widget->windowTitle();
        return {};
    }

    int steps_ = 0;
};

TEST_CLASS(TestCommandSearch, QApplication)

}  // namespace test_command_search
#include "test_command_search.moc"
