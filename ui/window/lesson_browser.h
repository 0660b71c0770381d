// The text of a lesson's step. A lesson may be a stranger's: it shows pictures of its own folder, and opens
// pages of the web, but nothing else of the computer.
#pragma once
#include <QTextBrowser>

namespace attx {

class LessonBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit LessonBrowser(QWidget* parent = nullptr);
    /// Of a step; pictures are looked for in `folder`, which a lesson that comes with the program has among
    /// its resources.
    void showStep(const QString& markdown, const QString& folder);
    /// Nothing but pictures: regular files in the lesson's folder or below it, no links that lead out of it,
    /// of at most 16 MB.
    QVariant loadResource(int type, const QUrl& name) override;

private:
    QString folder_;
};

}  // namespace attx
