// The last row of the window: timeline and status beside each other, or below where it is narrow; and Train
// while the form, which has it, is hidden.
#pragma once
#include <QWidget>

namespace attx {

class FootRow : public QWidget {
    Q_OBJECT
public:
    /// Takes the first three as children; hidden ones leave their room to the others.
    FootRow(QWidget* train, QWidget* time, QWidget* status, QWidget* form, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool fitsInOne(int width) const;
    [[nodiscard]] int rowHeight() const;
    void place();

    QWidget *train_, *time_, *status_, *form_;
};

}  // namespace attx
