#include "app/window/guarded_application.h"

#include <exception>
#include <new>

namespace attx {

bool GuardedApplication::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::bad_alloc&) {
        Q_EMIT caught(tr("There was not enough memory for what was just asked. Close what is not needed."));
    } catch (const std::exception& problem) {
        Q_EMIT caught(tr("Unexpected error: %1").arg(QString::fromUtf8(problem.what())));
    }
    return false;
}

}  // namespace attx
