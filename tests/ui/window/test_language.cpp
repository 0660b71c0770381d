// German: every text of the sources is translated, every text of the window is shown in German, and switching
// there and back keeps what is shown.
#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QFile>
#include <QLabel>
#include <QLibraryInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTranslator>
#include <QXmlStreamReader>
#include <QtTest>
#include <set>

#include "model/attribute/explain_methods.h"
#include "model/config/keys.h"
#include "model/config/presets.h"
#include "model/config/task.h"
#include "model/data/dataset.h"
#include "model/data/drawn_shapes.h"
#include "runner.h"
#include "ui/controls/export_dialog.h"
#include "ui/figures/evaluate/figures_of_evaluation.h"
#include "ui/form/config_form.h"
#include "ui/form/preset_list.h"
#include "ui/form/run_controls.h"
#include "ui/look/language.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_language {

const QString translation =
    QStringLiteral(ATTX_SOURCE_DIR "/resources/translations/attention-explorer_de.ts");

struct Message {
    QString context, source, german;
    bool finished = true;
    [[nodiscard]] QString key() const { return context + QStringLiteral(": ") + source; }
};

QList<Message> messagesOf(const QString& path) {
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("name")) context = xml.readElementText();
        if (xml.name() == QLatin1String("source")) messages.push_back({context, xml.readElementText(), {}});
        if (xml.name() == QLatin1String("translation")) {
            messages.back().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            messages.back().german = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return messages;
}

/// Asked for whatever no other translator has: notes it.
class Untranslated : public QTranslator {
public:
    Untranslated() { QCoreApplication::installTranslator(this); }
    QString translate(const char* context, const char* source, const char*, int) const override {
        const QLatin1String name(context);
        // Qt's own words, of a package that may be missing, are not the project's.
        if (name.startsWith(QLatin1Char('Q')) && name != QLatin1String("QObject")) return {};
        static const QRegularExpression word(QStringLiteral("[A-Za-z]{2}")),
            paper(QStringLiteral(" (19|20)\\d\\d, "));
        const QString text = QString::fromUtf8(source);
        if (text.contains(word) && !text.contains(paper)) texts.insert(name + QStringLiteral(": ") + text);
        return {};
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
    mutable std::set<QString> texts;
};

/// All that a widget and those in it say, to eyes and to screen readers.
std::set<QString> textsOf(const QWidget& root) {
    std::set<QString> texts;
    QList<QWidget*> widgets = root.findChildren<QWidget*>();
    for (QWidget* widget : widgets) {
        texts.insert({widget->toolTip(), widget->accessibleName(), widget->accessibleDescription()});
        if (const auto* label = qobject_cast<QLabel*>(widget)) texts.insert(label->text());
        if (const auto* button = qobject_cast<QAbstractButton*>(widget)) texts.insert(button->text());
        if (const auto* line = qobject_cast<QLineEdit*>(widget)) texts.insert(line->placeholderText());
        if (const auto* spin = qobject_cast<QSpinBox*>(widget))
            texts.insert({spin->prefix(), spin->suffix()});
        if (const auto* browser = qobject_cast<QTextBrowser*>(widget)) texts.insert(browser->toPlainText());
        if (const auto* combo = qobject_cast<QComboBox*>(widget))
            for (int i = 0; i < combo->count(); ++i)
                texts.insert({combo->itemText(i), combo->itemData(i, Qt::ToolTipRole).toString()});
        if (const auto* tabs = qobject_cast<QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i) texts.insert({tabs->tabText(i), tabs->tabToolTip(i)});
    }
    for (const QAction* action : root.findChildren<QAction*>())
        texts.insert({action->text(), action->toolTip()});
    return texts;
}

/// The same in both languages: names, symbols, numbers, and words that German has taken over.
bool isOfBothLanguages(const QString& text) {
    static const QSet<QString> same{"Attention Explorer",
                                    "Attention",
                                    "Training",
                                    "Text",
                                    "Seed",
                                    "Tokens",
                                    "Top-k",
                                    "Adam",
                                    "AdamW",
                                    "ReLU",
                                    "tanh",
                                    "SwiGLU",
                                    "GEGLU",
                                    "LayerNorm",
                                    "RMSNorm",
                                    "ALiBi",
                                    "GELU",
                                    "GELU, tanh",
                                    "SiLU",
                                    "RMSprop",
                                    "SGD",
                                    "UTF-8",
                                    "UTF-16",
                                    "Windows-1252",
                                    "RMSprop, Keras 3",
                                    "Test",
                                    "Logit",
                                    "Position",
                                    "Rollout",
                                    "Embedding",
                                    "Filter",
                                    "Zoom",
                                    "Log x",
                                    "Log y",
                                    "Logits",
                                    "Padding",
                                    "&English",
                                    "&Deutsch",
                                    "English",
                                    "Deutsch",
                                    "Warm-up",
                                    "Tutorial in JAX",
                                    "Tutorial in PyTorch",
                                    "Scroll Left",
                                    "Scroll Right"};                  // Qt's own, of the tabs
    QString plain = text.section(QLatin1Char('\t'), 0, 0).trimmed();  // without the key
    if (same.contains(plain)) return true;
    // Papers and notebooks keep their titles; what a device is called comes from the model.
    static const QRegularExpression names(QStringLiteral(
        "CIFAR-100|ResNet-34|IMDB|[^\n]* (19|20)\\d\\d, [^\n]*|UvA Deep Learning .*|Lab 8: .*|native, .*"));
    plain.remove(names);
    return !plain.contains(QRegularExpression(QStringLiteral("[A-Za-zÄÖÜäöü]{3}")));
}

void rebuildIn(Language language) {
    setLanguage(language);
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

class TestLanguage : public QObject {
    Q_OBJECT

    std::unique_ptr<Theme> theme_;

    /// Every page, painted once, and what opens from the window.
    static void walk(MainWindow& window) {
        for (const Page* page : window.pages().pages()) {
            window.pages().show(page->id());
            QCoreApplication::processEvents();
            (void)window.grab();
            (void)page->help();
            (void)page->reading();
        }
        for (const std::unique_ptr<Figure>& figure : window.figures()) (void)figure->csv();
        window.toggleSearch();
    }

private Q_SLOTS:
    void initTestCase() { theme_ = std::make_unique<Theme>(*qApp); }
    void cleanup() { setLanguage(Language::English); }

    void everyTextHasItsGerman() {
        const QList<Message> messages = messagesOf(translation);
        QVERIFY(messages.size() > 1000);
        static const QRegularExpression places(QStringLiteral("%[0-9nvm]"));
        const auto placesIn = [](const QString& text) {
            std::multiset<QString> found;
            for (auto match = places.globalMatch(text); match.hasNext();)
                found.insert(match.next().captured());
            return found;
        };
        for (const Message& message : messages) {
            QVERIFY2(message.finished && (!message.german.isEmpty() || message.source == QLatin1String(",")),
                     qPrintable(message.key()));
            if (message.source.contains(QLatin1String("%n"))) continue;  // once for each form
            QVERIFY2(placesIn(message.source) == placesIn(message.german),
                     qPrintable(message.key() + " / " + message.german));
        }
    }

    void theTranslationIsUpToDate() {
        const QString tool = QLibraryInfo::path(QLibraryInfo::BinariesPath) + QStringLiteral("/lupdate");
        if (!QFile::exists(tool))
            QSKIP("There is no lupdate here (Debian: qt6-l10n-tools), so the sources' texts cannot be read.");
        const QTemporaryDir folder;
        const QString fresh = folder.filePath(QStringLiteral("fresh_de.ts"));
        QVERIFY(QFile::copy(translation, fresh));
        QProcess update;
        update.setWorkingDirectory(QStringLiteral(ATTX_SOURCE_DIR));
        update.start(QStringLiteral("cmake"), {"-DLUPDATE=" + tool, "-DTS=" + fresh, "-P",
                                               ATTX_SOURCE_DIR "/resources/translations/update.cmake"});
        QVERIFY(update.waitForFinished(120'000));
        QCOMPARE(update.exitCode(), 0);
        std::set<QString> kept, wanted;
        for (const Message& message : messagesOf(translation)) kept.insert(message.key());
        for (const Message& message : messagesOf(fresh)) wanted.insert(message.key());
        for (const QString& text : wanted)
            QVERIFY2(kept.contains(text),
                     qPrintable("not in the translation; build the target `translations`: " + text));
        for (const QString& text : kept)
            QVERIFY2(wanted.contains(text),
                     qPrintable("no longer in the sources; build the target `translations`: " + text));
    }

    void momentsAreWrittenAsTheLanguageDoes() {
        const QDateTime moment(QDate(2026, 11, 8), QTime(9, 5, 59));
        setLanguage(Language::German);
        QCOMPARE(momentText(moment), QStringLiteral("08.11.2026 09:05"));
        setLanguage(Language::English);
        QCOMPARE(momentText(moment), QStringLiteral("8 Nov 2026 09:05"));
    }

    void theModelsWordsAreTranslated() {
        setLanguage(Language::German);
        const Untranslated rest;
        setLanguage(Language::English);
        setLanguage(Language::German);  // asked before the one that notes
        for (const KeyInfo& key : runConfigKeys()) {
            (void)modelText(key.help);
            if (key.form.label) (void)modelText(key.form.label);
            for (const char* choice : key.form.choices) (void)modelText(choice);
        }
        for (const ExplainMethodInfo& info : explainMethods()) {
            for (const char* text : {info.title, info.sentence, info.unit}) (void)modelText(text);
        }
        for (const PresetInfo& preset : presetList())
            for (const std::string& text : {preset.title, preset.shows}) (void)modelText(text);
        QVERIFY2(rest.texts.empty(), qPrintable(rest.texts.empty() ? QString() : *rest.texts.begin()));
    }

    void eachEntryOfAMenuHasAKeyOfItsOwn() {
        RunFixture run("reverse");
        MainWindow window(run.model, *theme_);
        for (const Language language : {Language::English, Language::German}) {
            rebuildIn(language);
            int menus = 0;
            for (const QMenu* menu : window.findChildren<QMenu*>()) {
                std::set<QKeySequence> taken;
                for (const QAction* action : menu->actions())
                    if (const QKeySequence key = QKeySequence::mnemonic(action->text()); !key.isEmpty())
                        QVERIFY2(taken.insert(key).second, qPrintable(menu->title() + ": " + action->text()));
                menus += !taken.empty();
            }
            QVERIFY(menus >= 4);
        }
        rebuildIn(Language::English);
    }

    void theWindowIsGerman_data() {
        QTest::addColumn<QString>("preset");
        for (const char* preset : {"reverse-deep", "text-demo", "anomaly-shapes", "patches"})
            QTest::newRow(preset) << preset;
    }
    void theWindowIsGerman() {
        QFETCH(QString, preset);
        Untranslated rest;
        RunFixture run(preset.toStdString());
        MainWindow window(run.model, *theme_);
        window.resize(1366, 768);
        window.show();
        window.setLessonsFolder({});
        run.show();
        if (run.config.data.task == TaskKind::Sequences) run.train(3);
        run.model.setSnapshots({{0, 0, 10}, {2, 1, 10}});
        const std::set<QString> english = textsOf(window);
        rebuildIn(Language::German);
        rest.texts.clear();
        rebuildIn(Language::English);
        rebuildIn(Language::German);
        rest.texts.clear();  // what was asked for in English
        window.helpPanel().choose(QStringLiteral("lesson-1-dot-product"));
        walk(window);
        const std::set<QString> german = textsOf(window);
        QStringList missing;
        for (const QString& text : rest.texts) missing << text;
        QVERIFY2(missing.isEmpty(), qPrintable("without German: " + missing.join(QStringLiteral(" | "))));
        QStringList classes;  // those of data that the program makes up have German names
        const DataConfig& data = run.config.data;
        if (!isText(data) && !isSets(data) && !isPictures(data))
            for (const std::string& name : run.model.names().classes) classes << QString::fromStdString(name);
        for (const QString& text : german)
            if (english.contains(text) && !classes.contains(text) && !isOfBothLanguages(text))
                missing << text;
        QVERIFY2(missing.isEmpty(), qPrintable("shown in English: " + missing.join(QStringLiteral(" | "))));
    }

    /// Classes of data that the program draws or generates; those of files, and of tables, stay as they are.
    void namesThatTheProgramMakesUpAreGerman() {
        RunConfig config = presetByName("text-demo");
        const DataNames reviews{{"negative", "positive"}, {}};
        const Evaluation evaluation{.output = OutputKind::Pooled, .classes = 2};
        setLanguage(Language::German);
        QStringList left;
        for (const ImageData& images : {drawnShapes(100, 100, 1), drawnPictures(100, 100, 1)})
            for (const std::string& name : images.classes)
                if (!drawnText(name).endsWith(QLatin1String(" (gezeichnet)")) ||
                    drawnText(name).section(QLatin1String(" ("), 0, 0) ==
                        QString::fromStdString(name).section(QLatin1String(" ("), 0, 0))
                    left << QString::fromStdString(name);
        const QString red = drawnText(QStringLiteral("red star (drawn)")),
                      blank = drawnText(QStringLiteral("blank 3"));
        const QString foreign = drawnText(QStringLiteral("red ball (drawn)"));
        const QStringList ours = classTexts(config.data, reviews);
        const HeatMapFigure figure = confusionFigure(evaluation, reviews.classes, ours);
        config.data.path = "reviews.csv";
        const QStringList ofFiles = classTexts(config.data, reviews);
        setLanguage(Language::English);
        QCOMPARE(left, QStringList());
        QCOMPARE(red, QStringLiteral("roter Stern (gezeichnet)"));
        QCOMPARE(blank, QStringLiteral("leer 3"));
        QCOMPARE(foreign, QStringLiteral("red ball (drawn)"));
        QCOMPARE(ours, (QStringList{"negativ", "positiv"}));
        QCOMPARE(ofFiles, (QStringList{"negative", "positive"}));
        QCOMPARE(figure.maps[0].xTicks(), ours);
        QVERIFY(figure.csv().starts_with("row,negative,positive"));
        QCOMPARE(drawnText(QStringLiteral("red star (drawn)")), QStringLiteral("red star (drawn)"));
    }

    void theDeviceIsInTheWindowsLanguage() {
        const QString device = QStringLiteral("native, AVX-512 and libxsmm, 2 threads");
        QCOMPARE(deviceText(device), device);
        setLanguage(Language::German);
        QCOMPARE(deviceText(device), QStringLiteral("native, AVX-512 und libxsmm, 2 Threads"));
        QCOMPARE(deviceText(QStringLiteral("native, AVX2, 1 thread")),
                 QStringLiteral("native, AVX2, 1 Thread"));
        setLanguage(Language::English);
    }

    /// German is longer: it still fits, with the help open.
    void germanFitsANarrowScreen_data() { theWindowIsGerman_data(); }
    void germanFitsANarrowScreen() {
        QFETCH(QString, preset);
        RunFixture run(preset.toStdString());
        MainWindow window(run.model, *theme_);
        window.resize(1280, 720);
        window.show();
        window.setLessonsFolder({});
        run.show();
        rebuildIn(Language::German);
        window.helpPanel().show();
        QCoreApplication::processEvents();
        constexpr int screen = 1280, frame = 16;
        QStringList wide{QStringLiteral("window %1").arg(window.centralWidget()->minimumSizeHint().width())};
        for (const Page* page : window.pages().pages())
            wide << QStringLiteral("%1 %2").arg(page->id()).arg(page->minimumSizeHint().width());
        QVERIFY2(window.centralWidget()->minimumSizeHint().width() <= screen - frame,
                 qPrintable(wide.join(QStringLiteral(", "))));
        const auto* fields = window.form().findChild<QScrollArea*>();
        QVERIFY(fields->widget()->minimumSizeHint().width() <= fields->viewport()->width());
        QStringList cut;
        for (const auto* label : window.form().findChildren<QLabel*>())
            if (label->maximumWidth() < QWIDGETSIZE_MAX && !label->wordWrap() &&
                label->fontMetrics().horizontalAdvance(label->text()) > label->maximumWidth())
                cut << label->text();
        QVERIFY2(cut.isEmpty(), qPrintable("cut: " + cut.join(QStringLiteral(" | "))));
    }

    void switchingKeepsWhatIsShown() {
        RunFixture run("reverse-deep");
        MainWindow window(run.model, *theme_);
        window.resize(1366, 768);
        window.show();
        window.setLessonsFolder({});
        run.show();
        run.train(3);
        window.pages().show(QStringLiteral("training"));
        RunConfig typed = run.config;
        typed.training.epochs = 7;
        window.showConfig(typed);
        run.model.shown().toggleToken(2);
        window.helpPanel().choose(QStringLiteral("lesson-5-reverse"));
        window.helpPanel().lesson().go(2);
        window.form().setStepTime(std::chrono::seconds(1));  // a slow computer
        const auto time = [&] {
            const auto* card = window.findChild<QAbstractButton*>(QStringLiteral("reverse-deep"));
            return card->toolTip().section(QLatin1Char('('), 1);
        };
        const QString slow = time();
        QVERIFY(slow != QStringLiteral("%1)").arg(presetCost("reverse-deep")));
        const auto train = [&] { return window.form().controls().trainButton()->text(); };
        const QString english = window.helpPanel().lesson().step().title;
        const QRect geometry = window.geometry();
        const QString button = train();
        QSignalSpy rebuilt(&window, &MainWindow::rebuilt);

        rebuildIn(Language::German);
        QCOMPARE(rebuilt.count(), 1);
        QCOMPARE(train(), QStringLiteral("Trainieren"));
        QCOMPARE(window.pages().current().id(), QStringLiteral("training"));
        QCOMPARE(window.pages().current().title(), QStringLiteral("Training"));
        QCOMPARE(window.form().config().training.epochs, 7);
        QCOMPARE(window.geometry(), geometry);
        QCOMPARE(time(), slow);
        QCOMPARE(run.model.state(), RunState::Training);
        QCOMPARE(window.helpPanel().lesson().stepIndex(), 2);
        QCOMPARE(window.helpPanel().lesson().step().title, QStringLiteral("Was die Linie sagt"));
        QCOMPARE(window.figures().front()->title(), QStringLiteral("Verlust"));

        rebuildIn(Language::English);
        QCOMPARE(train(), button);
        QCOMPARE(window.helpPanel().lesson().step().title, english);
        QCOMPARE(window.figures().front()->title(), QStringLiteral("Loss"));
        QCOMPARE(window.form().config().training.epochs, 7);
        setLanguage(Language::English);  // again: nothing changes
        QCoreApplication::processEvents();
        QCOMPARE(rebuilt.count(), 2);
    }

    void theMenuSwitches() {
        RunFixture run("reverse");
        MainWindow window(run.model, *theme_);
        window.show();
        const auto choose = [&](const QString& text) {
            for (QAction* action : window.findChildren<QAction*>())
                if (action->text() == text) {
                    action->trigger();
                    break;
                }
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
        };
        choose(QStringLiteral("&Deutsch"));
        QCOMPARE(languageCode(), QStringLiteral("de"));
        QCOMPARE(window.menuBar()->actions().front()->text(), QStringLiteral("&Datei"));
        choose(QStringLiteral("&English"));
        QCOMPARE(window.menuBar()->actions().front()->text(), QStringLiteral("&File"));
    }

    void numbersAreTypedWithPointAndInGermanWithComma_data() {
        const Rows<int, QString, double> row("language", "typed", "number");
        const int english = static_cast<int>(Language::English), german = static_cast<int>(Language::German);
        row("point", english, "0.001", 0.001);
        row("point in German", german, "0.001", 0.001);
        row("comma in German", german, " 0,001 ", 0.001);
        row("exponent in German", german, "2,5e-4", 2.5e-4);
        row("both in German", german, "1.000,5", -1.0);
        row("comma", english, "0,5", -1.0);
    }
    void numbersAreTypedWithPointAndInGermanWithComma() {
        QFETCH(int, language);
        QFETCH(QString, typed);
        QFETCH(double, number);
        setLanguage(static_cast<Language>(language));
        bool isNumber = false;
        const double value = typedNumber(typed, &isNumber);
        QCOMPARE(isNumber, number > 0);
        if (isNumber) QCOMPARE(value, number);
        QCOMPARE(countText(66698), language == static_cast<int>(Language::German)
                                       ? QStringLiteral("66\u202f698")
                                       : QStringLiteral("66,698"));
    }
};

TEST_CLASS(TestLanguage, QApplication)

}  // namespace test_language
#include "test_language.moc"
