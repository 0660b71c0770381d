// Tests the graphics device at a user's wish and shows the report; other code does the testing.
#pragma once
#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace attx {

class DeviceTestDialog : public QDialog {
    Q_OBJECT
public:
    explicit DeviceTestDialog(QWidget* parent = nullptr);

    void showProgress(int percent, const QString& part);
    /// It has ended: `text` is shown, and `json`, if there is one, can be saved.
    void end(const QString& summary, bool isProblem, const QString& text, const QByteArray& json);

Q_SIGNALS:
    void startRequested();
    void cancelRequested();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void start();
    void save();

    QLabel* message_;
    QProgressBar* progress_;
    QPlainTextEdit* text_;
    QPushButton *start_, *save_, *close_;
    QByteArray json_;
    bool running_ = false;
};

}  // namespace attx
