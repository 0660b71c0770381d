// The help panel: help of every page in both languages, and the manual.
#include <QComboBox>
#include <QDesktopServices>
#include <QDirIterator>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

#include "runner.h"
#include "ui/controls/notice_bar.h"
#include "ui/form/config_form.h"
#include "ui/look/language.h"
#include "ui/look/manual_pages.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_browser.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window_test.h"

using namespace attx;

namespace test_help_panel {

bool isIn(const QString& language, const QString& name) {
    return QFileInfo::exists(QStringLiteral(":/manual/%1/%2.md").arg(language, name));
}

class TestHelpPanel : public WindowTest {
    Q_OBJECT

    HelpPanel& help() { return window_->helpPanel(); }
    QString says() { return help().browser()->toPlainText(); }
    QString notice() { return window_->noticeBar().isVisible() ? window_->noticeBar().text() : QString(); }
    QMenu* lessonsMenu() {
        for (const QAction* action : window_->menuBar()->actions())
            if (action->text() == "&Lessons") return action->menu();
        return nullptr;
    }
    QUrl opened_;

public Q_SLOTS:
    void opened(const QUrl& url) { opened_ = url; }

private Q_SLOTS:
    void init() { open("reverse", {1280, 720}); }
    void cleanup() { close(); }

    void everyPageHasItsHelpInBothLanguages() {
        QStringList names = manualNames();
        QVERIFY(names.removeAll("keys") == 1);
        QVERIFY(isIn("de", "keys"));
        for (const Page* page : window_->pages().pages()) {
            const QString name = manualNameOfPage(page->id());
            QVERIFY2(names.removeAll(name) == 1, qPrintable(name));
            QVERIFY2(isIn("de", name), qPrintable(name));
            QVERIFY2(page->help().startsWith("# The page " + page->title() + "\n"), qPrintable(name));
        }
        for (const QString& name : names) QVERIFY2(!isHelpOfPage(name), qPrintable("no such page: " + name));
    }

    /// Those of the menus, and those that the sources name.
    void everyKeyIsInTheListOfKeys() {
        const QString english = manualText("shortcuts");
        setLanguage(Language::German);
        const QString german = manualText("shortcuts");
        setLanguage(Language::English);
        const auto keysOf = [](const QString& text) {
            static const QRegularExpression bold("\\*\\*([^\\s*]+(?: [^\\s*]+)?)\\*\\*");
            QSet<QString> keys;
            for (auto match = bold.globalMatch(text); match.hasNext();) keys << match.next().captured(1);
            return keys;
        };
        const QSet<QString> inEnglish = keysOf(english), inGerman = keysOf(german);
        QVERIFY(inEnglish.size() > 40);
        QCOMPARE(inGerman.size(), inEnglish.size());
        const auto isThere = [&](const QString& key) {
            QString translated = key;
            for (const auto& [from, to] :
                 std::initializer_list<std::pair<const char*, const char*>>{{"Ctrl+", "Strg+"},
                                                                            {"Shift+", "Umschalt+"},
                                                                            {"Space", "Leertaste"},
                                                                            {"Page Up", "Bild auf"},
                                                                            {"Page Down", "Bild ab"},
                                                                            {"Home", "Pos1"},
                                                                            {"Backspace", "Rücktaste"},
                                                                            {"Delete", "Entf"}})
                translated.replace(from, QString::fromUtf8(to));
            return inEnglish.contains(key) && inGerman.contains(translated);
        };
        int shortcuts = 0;
        for (const QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
            for (const QAction* action : menu->actions())
                for (const QKeySequence& keys : action->shortcuts()) {
                    ++shortcuts;
                    QVERIFY2(isThere(keys.toString()), qPrintable(keys.toString()));
                }
        QVERIFY(shortcuts >= 14);

        const QMap<QString, QString> names{{"Left", "←"},
                                           {"Right", "→"},
                                           {"Up", "↑"},
                                           {"Down", "↓"},
                                           {"Return", "Enter"},
                                           {"Escape", "Esc"},
                                           {"Backtab", "Shift+Tab"},
                                           {"Comma", ","},
                                           {"Period", "."},
                                           {"Plus", "+"},
                                           {"Minus", "-"},
                                           {"PageUp", "Page Up"},
                                           {"PageDown", "Page Down"}};
        static const QRegularExpression key("Qt::Key_(\\w+)");
        int keys = 0;
        for (QDirIterator sources(ATTX_SOURCE_DIR "/ui", {"*.cpp"}, QDir::Files,
                                  QDirIterator::Subdirectories);
             sources.hasNext();) {
            QFile source(sources.next());
            QVERIFY(source.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(source.readAll());
            for (auto match = key.globalMatch(text); match.hasNext();) {
                const QString code = match.next().captured(1);
                const QString name = names.value(code, code.size() == 1 ? code.toLower() : code);
                ++keys;
                QVERIFY2(isThere(name), qPrintable(source.fileName() + ": " + name));
            }
        }
        QVERIFY(keys > 60);
    }

    void theMenuOpensTheListOfKeys() {
        help().hide();
        for (QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text() == "&Keyboard shortcuts") action->trigger();
        QVERIFY(help().isVisible());
        QVERIFY2(says().startsWith("Keyboard shortcuts") && says().contains("Ctrl+Shift+O"),
                 qPrintable(says()));
    }

    /// Only the first start shows the help without being asked.
    void helpThatWasNotAskedForIsShutAtTheNextStart() {
        const auto isShownNext = [this](const MainWindow& window) {
            MainWindow next(run_->model, *theme_);
            next.restoreLayoutState(window.layoutState());
            MainWindow third(run_->model, *theme_);  // that it is as it was is no choice
            third.restoreLayoutState(next.layoutState());
            return !next.helpPanel().isHidden() && !third.helpPanel().isHidden();
        };
        QVERIFY(help().isVisible());
        QVERIFY(!isShownNext(*window_));
        help().choose("lesson-5-reverse");
        QVERIFY(isShownNext(*window_));
        help().choose({});
        QVERIFY(!isShownNext(*window_));
        setLanguage(Language::German);
        QTRY_VERIFY(says().contains(QStringLiteral("Tasten und Wörter")));
        QVERIFY(help().isVisible());  // a change of language is no start
        QVERIFY(!isShownNext(*window_));
        for (int i = 0; i < 2; ++i) QTest::keyClick(window_.get(), Qt::Key_F1);
        QVERIFY(help().isVisible());
        QVERIFY(isShownNext(*window_));
        QTest::keyClick(window_.get(), Qt::Key_F1);
        QVERIFY(!isShownNext(*window_));
    }

    void aFileThatIsOpenedAtTheStartHasTheRoomOfTheHelp() {
        for (int i = 0; i < 2; ++i) QTest::keyClick(window_.get(), Qt::Key_F1);
        window_->putHelpAway();
        QVERIFY(help().isHidden());
        QTest::keyClick(window_.get(), Qt::Key_F9);  // there is room
        QVERIFY(window_->form().isHidden() && help().isHidden());
        QTest::keyClick(window_.get(), Qt::Key_F9);
        MainWindow next(run_->model, *theme_);
        next.restoreLayoutState(window_->layoutState());
        QVERIFY(!next.helpPanel().isHidden());
        QTest::keyClick(window_.get(), Qt::Key_F1);
        QVERIFY(help().isVisible());
        QTest::keyClick(window_.get(), Qt::Key_F1);
        window_->putHelpAway();  // it is shut by choice
        next.restoreLayoutState(window_->layoutState());
        QVERIFY(next.helpPanel().isHidden());
    }

    void headingsAndCodeFitThePanel() {
        LessonBrowser browser;
        browser.showMarkdown("# Title\n\ntext\n\n```\none\ntwo\n```\n\nmore", {});
        const QTextDocument& document = *browser.document();
        QCOMPARE(document.firstBlock().begin().fragment().charFormat().intProperty(
                     QTextFormat::FontSizeAdjustment),
                 1);
        QMap<QString, qreal> gaps;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            gaps[block.text()] = block.blockFormat().bottomMargin();
        QCOMPARE(gaps["one"], 0.0);
        QVERIFY(gaps["two"] > 0 && gaps["text"] > 0);
    }

    void theManualCanBeRead() {
        QComboBox* chooser = help().findChild<QComboBox*>();
        const int runs = chooser->findData("manual/runs");
        QVERIFY(runs > 9);
        chooser->setCurrentIndex(runs);
        QCOMPARE(help().chosen(), "manual/runs");
        QVERIFY(help().browser()->isVisible() && says().startsWith("Runs: before the start"));
        QVERIFY(!says().contains("**") && !says().contains("# "));
        window_->pages().show(QStringLiteral("training"));
        QVERIFY(says().startsWith("Runs: before the start"));
        Q_EMIT help().browser()->anchorClicked(QUrl("sweeps.md"));
        QVERIFY2(says().startsWith("Sweeps: many runs"), qPrintable(says().left(80)));
        help().choose({});
        QVERIFY2(says().startsWith("The page Training") && says().contains("Keys and words"),
                 qPrintable(says().left(80)));
        help().choose("lesson-9b-induction");  // the last lesson: no page of the manual is the next one
        QVERIFY(!help().browser()->isVisible());
        LessonPanel& lesson = help().lesson();
        lesson.go(static_cast<int>(help().lessons().lessons.back().steps.size()) - 1);
        QVERIFY(!lesson.nextButton()->isEnabled());
    }

    void lessonsAreAMenu() {
        QMenu* menu = lessonsMenu();
        QVERIFY(menu && menu->isEnabled());
        const std::vector<Lesson>& lessons = help().lessons().lessons;
        QVERIFY(lessons.size() >= 8);
        help().hide();
        for (size_t i = 0; i < lessons.size(); ++i) {
            QCOMPARE(menu->actions()[static_cast<int>(i)]->text(),
                     QStringLiteral("%1: %2").arg(i + 1).arg(lessons[i].title));
            menu->actions()[static_cast<int>(i)]->trigger();
            QVERIFY(help().isVisible());
            QCOMPARE(help().chosen(), lessons[i].id);
        }
    }

    void onesOwnLessonsHaveTheirFolder() {
        const QTemporaryDir place;
        const QString folder = place.filePath("data/lessons");
        window_->setLessonsFolder(folder);
        const auto entry = [this](const QString& text) {
            for (QAction* action : lessonsMenu()->actions())
                if (action->text() == text) return action;
            return static_cast<QAction*>(nullptr);
        };
        QDesktopServices::setUrlHandler("file", this, "opened");
        entry("&Open lessons folder")->trigger();
        QDesktopServices::unsetUrlHandler("file");
        QCOMPARE(opened_, QUrl::fromLocalFile(folder));
        QVERIFY(QFileInfo(folder).isDir());

        const auto write = [&folder](const QByteArray& text) {
            QFile file(folder + "/mine.md");
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        const size_t before = help().lessons().lessons.size();
        QVERIFY(write("# My own\n\n## Step\ncheck: nonsense\n\nText\n"));
        entry("&Reload lessons")->trigger();
        QCOMPARE(help().lessons().lessons.size(), before);
        QVERIFY2(notice().contains("mine"), qPrintable(notice()));
        QVERIFY(write("# My own\n\n## Step\n\nText\n"));
        entry("&Reload lessons")->trigger();
        QCOMPARE(help().lessons().lessons.size(), before + 1);
        QVERIFY(entry(QStringLiteral("%1: My own").arg(before + 1)));
        QVERIFY2(notice().isEmpty(), qPrintable(notice()));

        QVERIFY(write("a file"));
        window_->setLessonsFolder(folder + "/mine.md/lessons");
        entry("&Open lessons folder")->trigger();
        QVERIFY2(notice().contains("mine.md"), qPrintable(notice()));
    }

    void germanHelpIsGerman() {
        QHash<QString, QString> english;
        for (const QString& name : manualNames()) english[name] = manualText(name);
        setLanguage(Language::German);
        QTRY_VERIFY(says().contains(QStringLiteral("Tasten und Wörter")));
        for (const Page* page : window_->pages().pages())
            QVERIFY2(page->help().startsWith("# Die Seite " + page->title() + "\n"), qPrintable(page->id()));
        for (const QString& name : manualNames())
            QVERIFY2(!manualText(name).isEmpty() && manualText(name) != english[name], qPrintable(name));
        QVERIFY(manualText("none").isEmpty());
    }

    void signsOfMarkdownAreShownAsTheyAre() {
        const QString text = QStringLiteral("1. * a_b_c *x* [l](m) <b> & # `code` \\ ~~q~~ | é");
        LessonBrowser browser;
        browser.showMarkdown(escapedMarkdown(text), {});
        QCOMPARE(browser.toPlainText(), text);
    }
};

TEST_CLASS(TestHelpPanel, QApplication)

}  // namespace test_help_panel
#include "test_help_panel.moc"
