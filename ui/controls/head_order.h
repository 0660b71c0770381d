// Which heads the grid shows and in what order: by layer as the network has them, or sorted and filtered by
// what kind of head each is.
#pragma once
#include <QString>
#include <QVariantMap>
#include <QWidget>
#include <optional>
#include <vector>

#include "model/heads/head_patterns.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QToolButton;

namespace attx {

/// Behind Patterns the patterns follow, in their order.
enum class HeadMeasure { Entropy, Distance, Largest, Patterns };
[[nodiscard]] constexpr HeadMeasure measureOf(HeadPattern pattern) {
    return static_cast<HeadMeasure>(int(HeadMeasure::Patterns) + int(pattern));
}

/// Not-a-number: the head has none.
[[nodiscard]] double measureOf(const HeadKind& head, HeadMeasure measure);
/// "0.53 nats", "3.1 tokens", "0.83"; "–" where there is none.
[[nodiscard]] QString measureText(const HeadKind& head, HeadMeasure measure);
/// "anti-diagonal 0.97", or nothing: no pattern names the head.
[[nodiscard]] QString headName(const HeadKind& head);
/// Its name and the statistics, with theirs.
[[nodiscard]] QString statisticsText(const HeadKind& head);

struct HeadOrder {
    HeadMeasure by = HeadMeasure::Entropy;
    bool descending = false;
    double from = 0, to = 0;  ///< heads outside are left out; both included
};
/// Indices into `heads`; of equals the first comes first. Heads that do not have the measure are left out.
[[nodiscard]] std::vector<int> orderedHeads(const std::vector<HeadKind>& heads, const HeadOrder& order);

class HeadOrderControls : public QWidget {
    Q_OBJECT
public:
    struct Choice {
        int by = 0;  ///< Place in the list; 0: by layer
        bool descending = false;
        double from = 0, to = 0;
        int length = 16;  ///< The tokens of the sample
    };
    /// `choice` outlives this.
    explicit HeadOrderControls(Choice& choice, QWidget* parent = nullptr);

    /// None: every head in its layer's row.
    [[nodiscard]] std::optional<HeadOrder> order() const;
    /// "5 of 16 heads" beside the controls; nothing while heads are not sorted.
    void setCount(int shown, int all);
    void setLength(int tokens);  ///< what entropy and distance can reach
    void saveTo(QVariantMap& controls) const;
    void restoreFrom(const QVariantMap& controls);

Q_SIGNALS:
    void changed();

private:
    void chooseMeasure();
    void keepLimits();

    Choice& choice_;
    QComboBox* by_ = nullptr;
    QToolButton* descending_ = nullptr;
    QDoubleSpinBox *from_ = nullptr, *to_ = nullptr;
    QWidget* filter_ = nullptr;  ///< all that is hidden while heads are not sorted
    QLabel* count_ = nullptr;
};

}  // namespace attx
