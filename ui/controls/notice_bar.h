// A line above the pages that says what happened and stays until it is closed or replaced.
#pragma once
#include <QFrame>
#include <QStringList>
#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace attx {

class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);

    void showNotice(const QString& text, bool isError);
    /// With a button called `label` that closes the notice and calls `act`.
    void showOffer(const QString& text, const QString& label, std::function<void()> act);
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isError() const { return isError_; }
    /// The last notices with their times, the newest last.
    [[nodiscard]] const QStringList& history() const { return history_; }
    void setHistory(const QStringList& lines) { history_ = lines; }

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* icon_ = nullptr;
    QLabel* label_ = nullptr;
    QPushButton* offer_ = nullptr;
    QToolButton* close_ = nullptr;
    std::function<void()> act_;
    bool isError_ = false;
    QStringList history_;
};

}  // namespace attx
