// Lessons: the files that come with the program are right, mistakes in others are named with their line, and
// a check holds when what it asks for has been done.
#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "runner.h"
#include "thrown.h"
#include "ui/lessons/lesson_check.h"
#include "ui/look/language.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_lesson {

const QStringList pages{"training", "attention", "explain", "positions", "schedule", "steps",    "text",
                        "sets",     "picture",   "network", "runs",      "write",    "evaluate", "places"};

Lesson parse(const QString& markdown) { return parseLesson(QStringLiteral("mine"), markdown, pages); }

LessonCheck checkOf(const QString& text) {
    return parse(QStringLiteral("# T\n\n## S\ncheck: %1\n\nText").arg(text)).steps.front().checks.front();
}

class TestLesson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theProgramsLessonsAreAllThere() {
        const LessonShelf shelf = readLessons({}, pages);
        QVERIFY2(shelf.problems.isEmpty(), qPrintable(shelf.problems.join('\n')));
        QCOMPARE(shelf.lessons.size(), size_t{15});
        const RunModel model;
        const LessonView view{.model = model, .form = {}, .page = {}, .controls = {}, .answer = {}};
        for (const Lesson& lesson : shelf.lessons)
            for (const LessonStep& step : lesson.steps) {
                QVERIFY2(step.text.size() > 80, qPrintable(lesson.id + ": " + step.title));
                for (const LessonCheck& check : step.checks)
                    QVERIFY(!todoText(check, view, QStringLiteral("P")).isEmpty());
            }
    }

    /// Nothing writes into the pipe: opening it as a file would last for ever.
    void onlyRegularFilesOfUsualSizeAreLessons() {
        const QTemporaryDir folder;
        const auto at = [&](const char* name) { return folder.filePath(QLatin1String(name)); };
        QVERIFY(QDir(folder.path()).mkdir(languageCode()));
        for (const char* name : {"piped.md", "large.md"}) {
            QFile file(at(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("# T\n\n## S\n\nText") > 0);
            if (name == std::string("large.md")) QVERIFY(file.resize(2'000'000));
        }
        QCOMPARE(mkfifo(qPrintable(folder.filePath(languageCode() + QStringLiteral("/piped.md"))), 0666), 0);
        const LessonShelf shelf = readLessons(folder.path(), pages);
        QCOMPARE(shelf.lessons.size(), readLessons({}, pages).lessons.size());
        QCOMPARE(shelf.problems.size(), 2);
        QVERIFY2(shelf.problems[0].contains(QStringLiteral("large.md: expected at most 1 MB, found 2 MB")),
                 qPrintable(shelf.problems[0]));
        QVERIFY2(shelf.problems[1].contains(QStringLiteral("expected a regular file")),
                 qPrintable(shelf.problems[1]));
    }

    void whatATrainingComesToIsNotToldBefore() {
        RunModel model;
        const LessonCheck check = checkOf(QStringLiteral("accuracy <= 0.3"));
        const auto todo = [&] {
            return todoText(check, {.model = model, .form = {}, .page = {}, .controls = {}, .answer = {}},
                            {});
        };
        QCOMPARE(todo(), QStringLiteral("Train for an epoch."));
        TrainProgress progress;
        progress.epoch.emplace().validationAccuracy = 0.9;
        model.addProgress(progress);
        QVERIFY2(todo().contains(QStringLiteral("above 30 %")), qPrintable(todo()));
    }

    void bothLanguagesHaveTheSameSteps() {
        const std::vector<Lesson> english = readLessons({}, pages).lessons;
        setLanguage(Language::German);
        const LessonShelf shelf = readLessons({}, pages);
        setLanguage(Language::English);
        QVERIFY2(shelf.problems.isEmpty(), qPrintable(shelf.problems.join('\n')));
        QCOMPARE(shelf.lessons.size(), english.size());
        for (size_t i = 0; i < english.size(); ++i) {
            const Lesson &one = english[i], &other = shelf.lessons[i];
            QCOMPARE(other.id, one.id);
            QCOMPARE(other.steps.size(), one.steps.size());
            for (size_t k = 0; k < one.steps.size(); ++k) {
                const LessonStep &a = one.steps[k], &b = other.steps[k];
                const QString where = one.id + ": " + a.title;
                std::vector<LessonCheck> checks = a.checks, same = b.checks;
                for (auto* each : {&checks, &same})
                    for (LessonCheck& check : *each) check.sentence.clear();
                QVERIFY2(a.preset == b.preset && a.page == b.page && a.settings == b.settings &&
                             a.sample == b.sample && a.example == b.example && checks == same,
                         qPrintable(where));
                QVERIFY2(a.text != b.text, qPrintable(where));
                const bool asks = std::ranges::any_of(
                    checks, [](const LessonCheck& check) { return check.kind == LessonCheck::Kind::Answer; });
                QVERIFY2(asks != a.because.isEmpty() && asks != b.because.isEmpty(), qPrintable(where));
            }
        }
    }

    void aFileIsRead() {
        const Lesson lesson = parse(
            "# Mine\n\n## First\npreset: reverse\nset: network.num_heads = 2\npage: attention\n"
            "sample: 1 2 3\ncheck: accuracy >= 0.5\ncheck: answer 0.25 ± 0.01\nbecause: So it is.\n\nA "
            "*text*\n\n"
            "page: this is text\n## Second\n\nMore.\n");
        QCOMPARE(lesson.title, QStringLiteral("Mine"));
        QCOMPARE(lesson.steps.size(), size_t{2});
        const LessonStep& first = lesson.steps[0];
        QCOMPARE(first.title, QStringLiteral("First"));
        QCOMPARE(first.text, QStringLiteral("A *text*\n\npage: this is text"));
        QCOMPARE(first.preset, QStringLiteral("reverse"));
        QCOMPARE(first.settings.size(), size_t{1});
        QVERIFY(first.settings[0] == std::pair(QStringLiteral("network.num_heads"), QStringLiteral("2")));
        QCOMPARE(first.sample, QStringLiteral("1 2 3"));
        QCOMPARE(first.checks.size(), size_t{2});
        QVERIFY(first.setsUp() && !lesson.steps[1].setsUp());
        QCOMPARE(first.checks[1].tolerance, 0.01);
        QCOMPARE(first.because, QStringLiteral("So it is."));
    }

    void mistakesAreNamedWithTheirLine_data() {
        addColumns<QString, QString>("markdown", "says");
        const auto row = [](const char* name, const QString& directive, const char* says) {
            QTest::newRow(name) << QStringLiteral("# T\n\n## S\n%1\n\nText").arg(directive)
                                << QStringLiteral("Lesson \"mine\", line 4: ") + QLatin1String(says);
        };
        row("directive", "pages: attention", "\"pages\" is no directive");
        row("no colon", "Text too early", "\"Text too early\" is no directive");
        row("page", "page: atention", "there is no page \"atention\"; there are training");
        row("preset", "preset: revers", "");
        row("key", "set: network.heads = 2", "");
        row("value", "set: network.num_heads = two", "");
        row("no value", "set: network.num_heads", "\"network.num_heads\" sets nothing");
        row("empty", "page:", "page has no value");
        row("check", "check: happy", "\"happy\" cannot be checked");
        row("number", "check: accuracy >= much", "\"much\" is no number");
        row("at most", "check: steps <= 5", "only accuracy");
        row("example", "example: 99", "there is no example 99");
        row("reason", "because: It is so.", "\"because\" says why an answer is right");
        row("tolerance", "check: answer 3 ± some", "\"some\" is no number");
        QTest::newRow("no title") << "## S\n\nText"
                                  << "line 1: a step before the title";
        QTest::newRow("two titles") << "# A\n# B"
                                    << "line 2: a second title";
        QTest::newRow("no step") << "# A\n"
                                 << "Lesson \"mine\": it has no step";
        QTest::newRow("nothing") << ""
                                 << "Lesson \"mine\": it has no title";
        QTest::newRow("text first") << "# A\ntext"
                                    << "line 2: text before the first step";
    }
    void mistakesAreNamedWithTheirLine() {
        QFETCH(QString, markdown);
        QFETCH(QString, says);
        VERIFY_SAYS(thrownMessage([&] { (void)parse(markdown); }), says);
    }

    void onesOwnLessonsStandBehindAndABadOneHidesNone() {
        const QTemporaryDir folder;
        const auto write = [&](const char* name, const char* text) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
        };
        write("good.md", "# Good\n\n## One\n\nText");
        write("bad.md", "# Bad\n\n## One\npage: nowhere\n\nText");
        write("README.md", "What lies here.");
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("de")));
        write("de/good.md", "# Gut\n\n## Eins\n\nText");
        setLanguage(Language::German);
        QCOMPARE(readLessons(folder.path(), pages).lessons.back().title, QStringLiteral("Gut"));
        setLanguage(Language::English);
        // One that was opened stands instead of an earlier one of its name.
        const LessonShelf opened = readLessons({}, pages, {folder.filePath(QStringLiteral("good.md"))});
        QCOMPARE(opened.lessons.size(), size_t{16});
        QCOMPARE(opened.lessons.back().folder, folder.path());
        QCOMPARE(readLessons(folder.path(), pages, opened.files).lessons.size(), size_t{16});
        const LessonShelf shelf = readLessons(folder.path(), pages);
        QCOMPARE(shelf.lessons.size(), size_t{16});
        QCOMPARE(shelf.lessons.back().title, QStringLiteral("Good"));
        QCOMPARE(shelf.problems.size(), 1);
        QVERIFY(shelf.problems[0].contains(QStringLiteral("\"bad\", line 4")));
    }

    void checksHoldWhenItHasBeenDone() {
        RunFixture run("reverse");
        run.show();
        LessonView view{run.model, run.config, QStringLiteral("training"), {}, {}, true, true};
        const auto isTrue = [&](const char* check) { return holds(checkOf(QString::fromUtf8(check)), view); };
        QVERIFY(isTrue("page training") && !isTrue("page text"));
        QVERIFY(!isTrue("training") && !isTrue("trained") && !isTrue("steps >= 1"));
        QVERIFY(!isTrue("accuracy >= 0") && !isTrue("accuracy <= 1"));  // none is known
        QVERIFY(isTrue("config network.num_heads = 1") && !isTrue("config network.num_heads = 2"));
        view.form.network.numHeads = 2;
        QVERIFY(isTrue("config network.num_heads = 2"));
        QVERIFY(!isTrue("masked 1"));
        run.model.shown().toggleToken(3);
        QVERIFY(isTrue("masked 1") && !isTrue("masked 2"));
        QVERIFY(!isTrue("ablated 1"));
        run.model.shown().setAblation({{0}, {}});
        QVERIFY(isTrue("ablated 1"));
        QVERIFY(!isTrue("typed"));
        run.model.shown().chooseSample(sampleOf({1}));
        QVERIFY(!isTrue("typed"));  // that is a token that someone begins with
        run.model.shown().chooseSample(sampleOf({1, 2}));
        QVERIFY(isTrue("typed"));
        run.model.shown().chooseSample(sampleOf({1, 2, 3}));
        QVERIFY(isTrue("typed"));
        view.isSampleNew = false;  // it was there before the step was opened
        QVERIFY(!isTrue("typed"));
        QVERIFY(isTrue("untrained"));
        run.train(4);
        QVERIFY(!isTrue("untrained"));
        QVERIFY(isTrue("training") && isTrue("steps >= 4") && !isTrue("steps >= 5") && !isTrue("trained"));
        TrainProgress progress;
        progress.epoch.emplace();
        progress.epoch->validationAccuracy = 0.8;
        run.model.addProgress(progress);
        QVERIFY(isTrue("accuracy >= 0.8") && !isTrue("accuracy >= 0.81"));
        QVERIFY(isTrue("accuracy <= 0.8") && !isTrue("accuracy <= 0.79"));
        run.model.setState(RunState::Finished);
        QVERIFY(isTrue("trained"));
        QVERIFY(!isTrue("snapshot"));
        run.model.setSnapshots({{2, 1, 10}});
        run.model.shown().chooseSnapshot({2, 1, 10});
        QVERIFY(isTrue("snapshot"));
    }

    void whatIsLeftToAblateIsCounted() {
        RunFixture run("reverse-deep");
        run.show();
        const LessonView view{.model = run.model, .form = {}, .page = {}, .controls = {}, .answer = {}};
        const LessonCheck check = checkOf(QStringLiteral("ablated 2"));
        QCOMPARE(todoText(check, view, {}), QStringLiteral("Ablate 2 heads."));
        Ablation first{std::vector<float>(16, 1), {}};
        first.headGates[0] = 0;
        run.model.shown().setAblation(first);
        QCOMPARE(todoText(check, view, {}), QStringLiteral("Ablate one more, so that 2 are off at once."));
    }

    void aNumberIsOne() {
        for (const char* check :
             {"accuracy >= nan", "accuracy <= inf", "steps >= nan", "answer 2 ± nan", "answer nan ± 1"}) {
            const QString message = thrownMessage([&] { (void)checkOf(QString::fromUtf8(check)); });
            VERIFY_SAYS(message, QStringLiteral("is no number"));
            QVERIFY2(message.contains(QStringLiteral("line 4")), qPrintable(message));
        }
        QCOMPARE(checkOf(QStringLiteral("answer nan")).text, QStringLiteral("nan"));  // a word
    }

    void aControlIsNamedWithWhatToDo() {
        const RunModel model;
        LessonView view{.model = model, .form = {}, .page = {}, .controls = {}, .answer = {}};
        const LessonCheck check =
            checkOf(QStringLiteral("control masked = false true: Mask key 2: the last."));
        QVERIFY(!holds(check, view));
        QVERIFY(todoText(check, view, {}).contains(QStringLiteral("no control \"masked\"")));
        view.controls = {{QStringLiteral("masked"), QVariantList{false, false}}};
        QVERIFY(!holds(check, view));
        QCOMPARE(todoText(check, view, {}), QStringLiteral("Mask key 2: the last."));
        view.controls[QStringLiteral("masked")] = QVariantList{false, true};
        QVERIFY(holds(check, view));
    }

    void answersAreReadAsPeopleWriteThem_data() {
        const Rows<QString, QString, bool> row("check", "typed", "right");
        row("one of two", "answer yes | ja", "Ja", true);
        row("none of two", "answer yes | ja", "yes | ja", false);
        row("a number, or words", "answer 2 | key 2", "it is 2,0", true);
        row("another number, or words", "answer 2 | key 2", "12", false);
        row("number", "answer 14", "14", true);
        row("other number", "answer 14", "15", false);
        row("a number among words", "answer 14", "position 14", true);
        row("two numbers", "answer 14", "14 or 15", false);
        row("words for a number", "answer 14", "fourteen", false);
        row("blanks", "answer 14", " 14.0 ", true);
        row("within", "answer 0.62 ± 0.01", "0.6231", true);
        row("outside", "answer 0.62 ± 0.01", "0.64", false);
        // 0.4 - 0.3 is more than 0.1 in binary; the next digit that a person could type is outside.
        row("at the edge", "answer 0.3 ± 0.1", "0.4", true);
        row("just outside", "answer 0.3 ± 0.1", "0.40000001", false);
        row("just below", "answer 0.3 ± 0.1", "0.19999999", false);
        row("at the lower edge", "answer 0.3 ± 0.1", "0.2", true);
        row("comma", "answer 0.62 ± 0.01", "0,62", true);
        row("word", "answer relevance", "Relevance", true);
        row("percent", "answer 10", "10 %", true);
        row("percent in words", "answer 10", "10 Prozent", true);
        row("full stop", "answer yes | ja", "Yes.", true);
        row("other word", "answer relevance", "rollout", false);
        row("nothing", "answer relevance", "", false);
    }
    void answersAreReadAsPeopleWriteThem() {
        QFETCH(QString, check);
        QFETCH(QString, typed);
        QFETCH(bool, right);
        const RunModel model;
        QCOMPARE(holds(checkOf(check), {model, {}, {}, {}, typed}), right);
    }

    void anotherRuleIsAnotherNetwork() {
        LessonStep step;
        step.preset = QStringLiteral("reverse");
        RunConfig config = presetByName("reverse");
        QVERIFY(isOfNetwork(step, config));
        config.data.rule = LabelRule::Sort;
        QVERIFY(!isOfNetwork(step, config));
    }
};

TEST_CLASS(TestLesson, QApplication)

}  // namespace test_lesson
#include "test_lesson.moc"
