#include "ui/window/lesson_browser.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QImageReader>
#include <QTextBlock>
#include <QTextCursor>
#include <algorithm>

namespace attx {
namespace {

constexpr int paragraphGap = 8, listIndent = 20;       // px
constexpr qint64 mostPictureBytes = 16 * 1024 * 1024;  // Limit of a picture's file; Qt limits its pixels

/// Each line of code is a block.
bool isCode(const QTextBlock& block) { return block.blockFormat().hasProperty(QTextFormat::BlockCodeFence); }

}  // namespace

LessonBrowser::LessonBrowser(QWidget* parent) : QTextBrowser(parent) {
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        if (link.scheme() == QLatin1String("https") || link.scheme() == QLatin1String("http"))
            QDesktopServices::openUrl(link);
        else if (link.isRelative() && link.path().endsWith(QLatin1String(".md")))
            Q_EMIT pageClicked(QFileInfo(link.path()).completeBaseName());
    });
}

void LessonBrowser::showMarkdown(const QString& markdown, const QString& folder) {
    folder_ = folder;
    document()->setIndentWidth(listIndent);
    setMarkdown(markdown);
    // Qt sets the paragraphs of Markdown without a distance, and headings too large for a narrow panel.
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        QTextCursor cursor(block);
        if (format.headingLevel() > 0) {
            QTextCharFormat size;
            size.setProperty(QTextFormat::FontSizeAdjustment, std::max(0, 2 - format.headingLevel()));
            cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            cursor.mergeCharFormat(size);
        }
        const bool goesOn = isCode(block) && isCode(block.next());
        format.setBottomMargin(goesOn ? 0 : paragraphGap);
        cursor.setBlockFormat(format);
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
