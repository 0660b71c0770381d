// The sample that is looked at: its number in the validation data and a line to type an own one; and its
// tokens with the prediction, which stand elsewhere on the page. Every page that shows maps of a sample has
// one; all say the same.
#pragma once
#include <QWidget>
#include <functional>
#include <vector>

class QCheckBox;
class QLabel;

namespace attx {

class RunModel;
class SampleNumber;
struct Sample;
class SequenceEdit;
class TokenStrip;

/// Lets a line be typed in what the network reads, words or numbers; `shown` is what stands in it.
void fitSequenceEdit(SequenceEdit& edit, const RunModel& model, const std::function<const Sample&()>& shown);

class SampleBar : public QWidget {
    Q_OBJECT
public:
    /// `typed`, which outlives it: the text in the line.
    SampleBar(RunModel& model, QString& typed, QWidget* parent = nullptr);

    void setCursorCell(int query, int key);
    /// Arrow up and down, page up and down: the next and the previous sample. False for other keys.
    bool handleKey(int key);
    [[nodiscard]] SequenceEdit* sequenceEdit() const { return sequence_; }
    /// Placed by the page.
    [[nodiscard]] TokenStrip* tokenStrip() const { return strip_; }

Q_SIGNALS:
    /// The position under the pointer, -1 when it left.
    void positionHovered(int position);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeLine();
    void setSequenceLimits();
    void showSample();
    void showPrediction();
    void showPadding();
    void typed(const std::vector<int32_t>& tokens);

    RunModel& model_;
    TokenStrip* strip_ = nullptr;
    SampleNumber* number_ = nullptr;
    SequenceEdit* sequence_ = nullptr;
    QCheckBox* padding_ = nullptr;  ///< only where there is padding
    QLabel* score_ = nullptr;       ///< what the tokens do not say: of sets and texts
};

}  // namespace attx
