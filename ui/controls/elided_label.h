// A line of text in whatever room there is: what does not fit is left out, of its middle unless told
// otherwise, and stands in its tip.
#pragma once
#include <QLabel>

namespace attx {

class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    /// At its end: whole sentences and clauses as far as may be.
    void setElision(Qt::TextElideMode mode) { elision_ = mode; }
    /// Shown instead of a text that does not fit; of several, separated by U+009C, the first that does.
    void setShortText(const QString& text) {
        short_ = text;
        update();
    }
    [[nodiscard]] QString fitting() const;  ///< The part of the text that is shown

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode elision_ = Qt::ElideMiddle;
    QString short_;
};

/// A widget with a caption over it, which is hidden at first.
struct Captioned {
    QWidget* column = nullptr;  ///< holds both; a layout would keep its room while it is hidden
    ElidedLabel* caption = nullptr;
};
/// `shortText`: the caption where that which it is given does not fit.
[[nodiscard]] Captioned captioned(QWidget* widget, QWidget* parent, const QString& shortText = {});

}  // namespace attx
