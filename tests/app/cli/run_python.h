// Runs programs that are not this project's: Python with what it can import, browsers.
#pragma once
#include <QProcess>
#include <QtDebug>

/// A Python that can import `module`; empty: there is none.
inline QString pythonWith(const char* module) {
    for (const char* name : {"/usr/bin/python3", "python3"}) {
        QProcess process;
        process.start(QLatin1String(name), {"-c", QLatin1String("import numpy, ") + QLatin1String(module)});
        if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit &&
            process.exitCode() == 0)
            return QLatin1String(name);
    }
    return {};
}

inline QByteArray said(const QString& program, const QStringList& words, const QByteArray& given = {}) {
    QProcess process;
    process.start(program, words);
    process.write(given);
    process.closeWriteChannel();
    if (!process.waitForFinished(300'000) || process.exitCode() != 0)
        qWarning().noquote() << process.readAllStandardError();
    return process.readAllStandardOutput();
}
