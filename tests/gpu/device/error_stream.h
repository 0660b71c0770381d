// What a driver or the loader writes to the error stream.
#pragma once
#include <unistd.h>

#include <QTemporaryFile>

namespace attx {

/// What is written there while it lives, kept from the terminal.
class ErrorStream {
public:
    ErrorStream() : before_(dup(STDERR_FILENO)) {
        if (file_.open()) dup2(file_.handle(), STDERR_FILENO);
    }
    ErrorStream(const ErrorStream&) = delete;
    ErrorStream& operator=(const ErrorStream&) = delete;
    ~ErrorStream() { end(); }
    QString end() {
        if (before_ < 0) return {};
        dup2(before_, STDERR_FILENO);
        close(before_);
        before_ = -1;
        file_.seek(0);
        return QString::fromUtf8(file_.readAll());
    }

private:
    QTemporaryFile file_;
    int before_;
};

}  // namespace attx
