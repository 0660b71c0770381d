// A line over the pages that says what happened. It moves nothing; what succeeded goes after some seconds,
// what failed or offers something stays until it is closed or replaced.
#pragma once
#include <QFrame>
#include <QPointer>
#include <QStringList>
#include <QTimer>
#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace attx {

class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// Lies over the lower end of `pages` from now on.
    void layOver(QWidget* pages);
    void showNotice(const QString& text, bool isError);
    /// With a button called `label` that closes the notice and calls `act`.
    void showOffer(const QString& text, const QString& label, std::function<void()> act);
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isError() const { return isError_; }
    /// The last notices with their times, the newest last.
    [[nodiscard]] const QStringList& history() const { return history_; }
    /// The notice and the history, for the notice bar of another language.
    struct Content {
        QString text;  ///< Empty: it is closed
        bool isError = false;
        QString offer;  ///< Name of the button; empty: none
        std::function<void()> act;
        QStringList history;
    };
    [[nodiscard]] Content content() const;
    void setContent(const Content& content);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QLabel* icon_ = nullptr;
    QLabel* label_ = nullptr;
    QPushButton* offer_ = nullptr;
    QToolButton* close_ = nullptr;
    std::function<void()> act_;
    bool isError_ = false;
    QStringList history_;
    QPointer<QWidget> pages_;
    QTimer goes_;
};

}  // namespace attx
