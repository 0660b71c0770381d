// Qt's application, which a mistake in one slot does not end, with the run under way.
#pragma once
#include <QApplication>

namespace attx {

class GuardedApplication : public QApplication {
    Q_OBJECT
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;

Q_SIGNALS:
    /// What was thrown through the event loop of any thread; the event is lost, the program goes on.
    void caught(const QString& message);
};

}  // namespace attx
