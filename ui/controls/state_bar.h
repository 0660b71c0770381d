// A line over the pages that says how things stand, with a button that changes it.
#pragma once
#include <QWidget>

class QLabel;

namespace attx {

class StateBar : public QWidget {
    Q_OBJECT
public:
    /// Hidden at first.
    StateBar(const QString& name, const QString& button, const QString& tip, QWidget* parent = nullptr);
    /// An empty text hides the bar.
    void setText(const QString& text);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void clicked();

private:
    QLabel* label_ = nullptr;
};

}  // namespace attx
