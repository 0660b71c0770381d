// Markdown: the text of a lesson's step, or a page of the manual. A lesson may be a stranger's: it shows
// pictures of its own folder, and opens pages of the web, but nothing else of the computer.
#pragma once
#include <QTextBrowser>

namespace attx {

class LessonBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit LessonBrowser(QWidget* parent = nullptr);
    /// Pictures are looked for in `folder`, which a lesson that comes with the program has among its
    /// resources; empty: there are none.
    void showMarkdown(const QString& markdown, const QString& folder);
    /// From now on it takes as much height as its text needs at its width, and scrolls where there is less.
    void setNoHigherThanText();
    /// Nothing but pictures: regular files in the lesson's folder or below it, no links that lead out of it,
    /// of at most 16 MB.
    QVariant loadResource(int type, const QUrl& name) override;

Q_SIGNALS:
    /// A link to "NAME.md", as pages of the manual have to one another.
    void pageClicked(const QString& name);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitHeight();
    [[nodiscard]] int neededHeight();  ///< Height in px without a vertical scroll bar

    QString folder_;
    QTextDocument* text_ = nullptr;  ///< The document shown
    bool noHigherThanText_ = false, isFitting_ = false;
};

}  // namespace attx
