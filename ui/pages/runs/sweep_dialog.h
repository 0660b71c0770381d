// A new sweep from the form: which keys vary, over which values and seeds; what comes of it is the sweep.json
// that `sweep plan` writes.
#pragma once
#include <QDialog>
#include <QTimer>

#include "model/run/split_rows.h"
#include "model/sweeps/sweep.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace attx {

struct KeyInfo;

class SweepDialog : public QDialog {
    Q_OBJECT
public:
    /// All that can be typed.
    struct Entries {
        RunConfig base;
        std::vector<std::pair<bool, QString>> keys;  ///< One a row: whether it varies, and its values
        int seeds = 1, method = 0, count = 0, jobs = 1;
        QString folder;
        QByteArray place;  ///< The geometry of the dialog
    };

    /// `base`: what every run begins with. `parent folder`: where the sweep's own is suggested.
    SweepDialog(const RunConfig& base, const QString& parentFolder, QWidget* parent = nullptr);

    /// The values of a key, as --set takes them: "1e-4,5e-4" or "log:1e-5..1e-2". More than one vary it.
    void setValues(const std::string& key, const QString& values);
    void setSeeds(int seeds);
    /// Floating-point operations a second that a training has reached and how that is known, in words.
    /// `threads`: by how many; 0: by as many as each run of the sweep will have. Until then the time is a
    /// guess.
    void setSpeed(double flopsPerSecond, int threads, const QString& known);
    /// How many rows there are in the data `of`; other data than those of the sweep say nothing.
    void setRows(const DataConfig& of, const std::optional<SplitRows>& rows);
    void setFolder(const QString& folder);
    [[nodiscard]] Entries entries() const;
    /// Those of a dialog of the same base.
    void setEntries(const Entries& entries);
    /// Throws Error::Kind::Input for values that are none.
    [[nodiscard]] SweepRequest request() const;
    [[nodiscard]] QString command() const;  ///< the lines that do the same
    [[nodiscard]] QString message() const;
    [[nodiscard]] bool isGood() const { return good_; }
    /// Writes sweep.json; false if that failed, which the message says.
    bool plan();

public Q_SLOTS:
    void train();
    void planOnly();
    void saveScript();

Q_SIGNALS:
    void planned(const QString& folder, int jobs);  ///< jobs: runs at a time; 0: not now
    void notice(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillKeys();
    void addChoices(int row, const KeyInfo& key);
    void showChoices(int row);
    void filterKeys(const QString& words);
    void check();
    void say(const QString& text, bool isProblem);
    void chooseFolder();
    [[nodiscard]] QString folder() const;
    [[nodiscard]] QString summaryOf(const Sweep& sweep) const;

    const RunConfig base_;
    QTableWidget* keys_ = nullptr;
    QSpinBox *seeds_ = nullptr, *count_ = nullptr, *jobs_ = nullptr;
    QComboBox* method_ = nullptr;
    QLineEdit* folder_ = nullptr;
    QPlainTextEdit* command_ = nullptr;
    QLabel* message_ = nullptr;
    QPushButton *train_ = nullptr, *plan_ = nullptr, *script_ = nullptr;
    QTimer soon_;
    bool good_ = false, isProblem_ = false;
    double speed_ = 0;
    int speedThreads_ = 0;
    QString speedKnown_;
    std::optional<SplitRows> rows_;  ///< Rows of base_.data, if they are known
};

}  // namespace attx
