// The controls that switch heads off; and what is off with what that costs, a line that stands elsewhere.
#pragma once
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace attx {

class AblationStudy;
class ControlRow;
class RunModel;
class TokenStrip;

class AblationBar : public QWidget {
    Q_OBJECT
public:
    /// `switches`, which outlives it: whether a click on a head is meant to switch it off.
    /// `tokens`, which outlive it: where a click masks.
    AblationBar(const RunModel& model, AblationStudy& study, bool& switches, const TokenStrip& tokens,
                QWidget* parent = nullptr);

    /// Behind the buttons, in their row.
    void addControl(QWidget* control);
    /// What is off; hidden while nothing is. Placed by the page.
    [[nodiscard]] QWidget* stateLine() const { return line_; }

    /// Whether a click on a head is meant to switch it off.
    [[nodiscard]] bool switchesHeads() const;
    void setSwitchesHeads(bool switches);
    /// "3 heads ablated, 1 token masked · accuracy 100.0 % → 71.3 %, loss 0.0020 → 0.9160"
    [[nodiscard]] QString text() const;

private:
    void refresh();

    const RunModel& model_;
    AblationStudy& study_;
    const TokenStrip& tokens_;
    ControlRow* row_ = nullptr;
    QWidget* line_ = nullptr;
    QPushButton* switch_ = nullptr;
    QPushButton* sweep_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* state_ = nullptr;
    QPushButton* reset_ = nullptr;
};

}  // namespace attx
