// What the text of a lesson, which may be a stranger's, shows and opens.
#include <sys/stat.h>

#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "runner.h"
#include "ui/lessons/lesson.h"
#include "ui/window/lesson_browser.h"

using namespace attx;

namespace test_lesson_browser {

/// What the desktop would open.
class Desktop : public QObject {
    Q_OBJECT
public:
    Desktop() {
        for (const QString& scheme : schemes_) QDesktopServices::setUrlHandler(scheme, this, "take");
    }
    ~Desktop() override {
        for (const QString& scheme : schemes_) QDesktopServices::unsetUrlHandler(scheme);
    }
    Desktop(const Desktop&) = delete;
    Desktop& operator=(const Desktop&) = delete;
    [[nodiscard]] const QStringList& opened() const { return opened_; }

public Q_SLOTS:
    void take(const QUrl& link) { opened_ << link.toString(); }

private:
    const QStringList schemes_{"https", "http", "file", "smb"};
    QStringList opened_;
};

class TestLessonBrowser : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What leads elsewhere is not even opened: a device or a pipe would not let the window go.
    void picturesAreThoseOfTheLesson_data() {
        const Rows<QString, bool> row("name", "shown");
        row("in its folder", "picture.png", true);
        row("below its folder", "more/picture.png", true);
        row("linked inside", "inside.png", true);
        row("missing", "missing.png", false);
        row("outside", "../outside.png", false);
        row("linked outside", "outside.png", false);
        row("whole path", "@/outside.png", false);
        row("as an address", "file://@/outside.png", false);
        row("device", "/dev/zero", false);
        row("pipe", "pipe.png", false);
        row("no picture", "lesson.md", false);
        row("too large", "large.png", false);
    }
    void picturesAreThoseOfTheLesson() {
        QFETCH(QString, name);
        QFETCH(bool, shown);
        const QTemporaryDir place;
        const QString lessons = place.filePath("lessons");
        QVERIFY(QDir().mkpath(lessons + "/more"));
        QImage picture(30, 20, QImage::Format_RGB32);
        picture.fill(Qt::red);
        for (const char* file :
             {"lessons/picture.png", "lessons/more/picture.png", "lessons/large.png", "outside.png"})
            QVERIFY(picture.save(place.filePath(file)));
        QVERIFY(QFile::resize(lessons + "/large.png", 17'000'000));
        QVERIFY(QFile::link("picture.png", lessons + "/inside.png"));
        QVERIFY(QFile::link("../outside.png", lessons + "/outside.png"));
        QCOMPARE(::mkfifo(qPrintable(lessons + "/pipe.png"), 0600), 0);
        name.replace('@', place.path());
        QFile file(lessons + "/lesson.md");
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(QStringLiteral("# Pictures\n\n## One\n\n![x](%1)\n").arg(name).toUtf8()) > 0);
        file.close();
        const LessonShelf shelf = readLessons(lessons, {});
        const Lesson& lesson = shelf.lessons.back();
        QCOMPARE(lesson.id, "lesson");

        LessonBrowser browser;
        browser.showMarkdown(lesson.steps.front().text, lesson.folder);
        QVERIFY(!browser.grab().isNull());
        const QVariant loaded = browser.document()->resource(QTextDocument::ImageResource, QUrl(name));
        QCOMPARE(qvariant_cast<QImage>(loaded).size(), shown ? picture.size() : QSize(1, 1));
        QCOMPARE(browser.loadResource(QTextDocument::StyleSheetResource, QUrl("lesson.md")), QByteArray(" "));
    }

    void linksOpenPagesOfTheWebAlone() {
        const Desktop desktop;
        LessonBrowser browser;
        browser.showMarkdown("text", {});
        for (const char* link : {"https://example.org/a", "http://example.org/b", "file:///etc/passwd",
                                 "smb://example.org/c", "lesson.md", "/dev/zero"}) {
            Q_EMIT browser.anchorClicked(QUrl(link));
            QCOMPARE(browser.toPlainText(), "text");
        }
        QCOMPARE(desktop.opened(), (QStringList{"https://example.org/a", "http://example.org/b"}));
    }
};

TEST_CLASS(TestLessonBrowser, QApplication)

}  // namespace test_lesson_browser
#include "test_lesson_browser.moc"
