// A line of text in whatever room there is: what does not fit is left out of its middle and stands in its
// tip.
#pragma once
#include <QLabel>

namespace attx {

class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString fitting() const;
};

}  // namespace attx
