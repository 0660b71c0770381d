// Asks before anything is fetched: what, from whom, under which terms, how large, where to. Then shows how
// far it is. Other code does the fetching.
#pragma once
#include <QDialog>

#include "model/data/download_source.h"

class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace attx {

class DownloadDialog : public QDialog {
    Q_OBJECT
public:
    /// `source` must outlive the dialog. `folder`: what the person may change.
    DownloadDialog(const DownloadSource& source, const QString& folder, QWidget* parent = nullptr);

    [[nodiscard]] QString file() const;  ///< its whole path
    [[nodiscard]] bool isFetching() const { return fetching_; }
    void showProgress(qint64 done, qint64 total, double secondsLeft);
    void showUnpacking();
    /// It was not fetched; the dialog stays open, to go on.
    void end(const QString& message, bool isProblem);

Q_SIGNALS:
    void startRequested(const QString& file);
    void cancelRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void addText(QFormLayout& form, const QString& label, const QString& text);
    void chooseFolder();
    void start();
    void closeOrCancel();
    void showState();
    void colorMessage();

    const DownloadSource& source_;
    bool fetching_ = false;
    bool messageIsProblem_ = false;
    QLineEdit* folderEdit_ = nullptr;
    QPushButton* browse_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* message_ = nullptr;
    QPushButton* start_ = nullptr;
    QPushButton* close_ = nullptr;
};

/// Where downloads go unless the user chooses otherwise: beside the program's runs.
[[nodiscard]] QString downloadFolder();

}  // namespace attx
