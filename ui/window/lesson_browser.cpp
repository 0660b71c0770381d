#include "ui/window/lesson_browser.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QImageReader>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace attx {
namespace {

constexpr int paragraphGap = 8, listIndent = 20;       // px
constexpr qint64 mostPictureBytes = 16 * 1024 * 1024;  // Limit of a picture's file; Qt limits its pixels

/// Each line of code is a block.
bool isCode(const QTextBlock& block) { return block.blockFormat().hasProperty(QTextFormat::BlockCodeFence); }

}  // namespace

LessonBrowser::LessonBrowser(QWidget* parent) : QTextBrowser(parent) {
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(false);
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
    // Made before it is shown: the document shown would be laid out again for each paragraph.
    auto* text = new QTextDocument(this);
    text->setDefaultFont(font());
    text->setUndoRedoEnabled(false);
    text->setIndentWidth(listIndent);
    text->setMarkdown(markdown);
    // Qt sets the paragraphs of Markdown without a distance, and headings too large for a narrow panel.
    for (QTextBlock block = text->begin(); block.isValid(); block = block.next()) {
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
    setDocument(text);
    delete std::exchange(text_, text);
    fitHeight();
}

void LessonBrowser::setNoHigherThanText() {
    noHigherThanText_ = true;
    fitHeight();
}

void LessonBrowser::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    fitHeight();
}

void LessonBrowser::showEvent(QShowEvent* event) {
    QTextBrowser::showEvent(event);
    fitHeight();  // A text that was set while it was hidden had another width
}

void LessonBrowser::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fitHeight();
}

// A text that follows its viewport is higher beside a scroll bar, which its height then keeps. So the height
// is measured on a copy of the text, and the scroll bar is there where there is less room, and only there.
void LessonBrowser::fitHeight() {
    if (!noHigherThanText_ || std::exchange(isFitting_, true)) return;
    const int needed = neededHeight();
    setMaximumHeight(needed);
    setVerticalScrollBarPolicy(height() < needed ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    isFitting_ = false;
}

int LessonBrowser::neededHeight() {
    const int width = this->width() - 2 * frameWidth();
    const std::unique_ptr<QTextDocument> copy(document()->clone(this));  // whose pictures are found here
    copy->setTextWidth(width);
    const bool scrollsAcross = copy->size().width() > width;  // a long line of code
    return int(std::ceil(copy->size().height())) + 2 * frameWidth() +
           (scrollsAcross ? horizontalScrollBar()->sizeHint().height() : 0);
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
