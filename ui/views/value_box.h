// The value under the pointer, in a box beside it.
#pragma once
#include <QLabel>

namespace attx {

class ValueBox : public QLabel {
    Q_OBJECT
public:
    /// Hidden at first; over all that `parent` shows.
    explicit ValueBox(QWidget* parent);
    /// Beside a point of the parent, on the side where there is room.
    void showAt(const QPoint& point, const QString& text);
    /// In as many lines as the parent's width asks for; stays where it is.
    void say(const QString& text);
};

}  // namespace attx
