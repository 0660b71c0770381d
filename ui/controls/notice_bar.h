// A line above the pages that says what happened and stays until it is closed or replaced.
#pragma once
#include <QFrame>
#include <QStringList>

class QLabel;
class QToolButton;

namespace attx {

class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);

    void showNotice(const QString& text, bool isError);
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isError() const { return isError_; }
    /// The last notices with their times, the newest last.
    [[nodiscard]] const QStringList& history() const { return history_; }

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* icon_ = nullptr;
    QLabel* label_ = nullptr;
    QToolButton* close_ = nullptr;
    bool isError_ = false;
    QStringList history_;
};

}  // namespace attx
