#include "ui/window/lesson_browser.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QImageReader>
#include <QTextBlock>
#include <QTextCursor>

namespace attx {
namespace {

constexpr int paragraphGap = 8;                        // px
constexpr qint64 mostPictureBytes = 16 * 1024 * 1024;  // Of its file; Qt limits what it decodes to.

}  // namespace

LessonBrowser::LessonBrowser(QWidget* parent) : QTextBrowser(parent) {
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, [](const QUrl& link) {
        if (link.scheme() == QLatin1String("https") || link.scheme() == QLatin1String("http"))
            QDesktopServices::openUrl(link);
    });
}

void LessonBrowser::showStep(const QString& markdown, const QString& folder) {
    folder_ = folder;
    setMarkdown(markdown);
    // Qt sets the paragraphs of Markdown without a distance.
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        format.setBottomMargin(paragraphGap);
        QTextCursor(block).setBlockFormat(format);
    }
}

// Where nothing is returned, or a picture without pixels, Qt opens the file itself, whatever it is.
QVariant LessonBrowser::loadResource(int type, const QUrl& name) {
    if (type != QTextDocument::ImageResource) return QByteArray(" ");
    QImage picture;
    const QFileInfo file(QDir(folder_).filePath(name.path()));
    const QString inside = QFileInfo(folder_).canonicalFilePath() + QLatin1Char('/');
    if (name.isRelative() && !folder_.isEmpty() && file.isFile() && file.size() <= mostPictureBytes &&
        file.canonicalFilePath().startsWith(inside))
        picture = QImageReader(file.canonicalFilePath()).read();
    if (!picture.isNull()) return picture;
    QImage none(1, 1, QImage::Format_ARGB32_Premultiplied);
    none.fill(Qt::transparent);
    return none;
}

}  // namespace attx
