// Which heads the grid shows and in what order: by layer as the network has them, or sorted and filtered by
// what kind of head each is.
#pragma once
#include <QString>
#include <QVariantMap>
#include <QWidget>
#include <optional>
#include <vector>

#include "model/explain/explain.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QToolButton;

namespace attx {

enum class HeadMeasure { Entropy, Distance, Largest };

[[nodiscard]] double measureOf(const HeadStatistics& head, HeadMeasure measure);
/// "0.53 nats", "3.1 tokens", "0.83".
[[nodiscard]] QString measureText(const HeadStatistics& head, HeadMeasure measure);
/// All three, with their names.
[[nodiscard]] QString statisticsText(const HeadStatistics& head);

struct HeadOrder {
    HeadMeasure by = HeadMeasure::Entropy;
    bool descending = false;
    double from = 0, to = 0;  ///< heads outside are left out; both included
};
/// Indices into `heads`; of equals the first comes first.
[[nodiscard]] std::vector<int> orderedHeads(const std::vector<HeadStatistics>& heads, const HeadOrder& order);

class HeadOrderControls : public QWidget {
    Q_OBJECT
public:
    explicit HeadOrderControls(QWidget* parent = nullptr);

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

    QComboBox* by_ = nullptr;
    QToolButton* descending_ = nullptr;
    QDoubleSpinBox *from_ = nullptr, *to_ = nullptr;
    QWidget* filter_ = nullptr;  ///< all that is hidden while heads are not sorted
    QLabel* count_ = nullptr;
    int length_ = 16;
};

}  // namespace attx
