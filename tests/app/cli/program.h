// Runs the built program, as a person in a terminal does.
#pragma once
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

struct Ended {
    int status = -1;
    QByteArray out, err;
    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
    [[nodiscard]] QByteArray all() const {
        return "status " + QByteArray::number(status) + "\nstdout: " + out + "\nstderr: " + err;
    }
};

/// Without a display or a login, and far from the person's own settings.
inline QProcessEnvironment cleanEnvironment() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR", "ATTX_ISA"})
        environment.remove(QLatin1String(name));
    return environment;
}

inline Ended runProgram(const QStringList& words, const QString& folder = {}) {
    constexpr int longestMilliseconds = 300'000;
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment());
    if (!folder.isEmpty()) process.setWorkingDirectory(folder);
    process.start(QStringLiteral(ATTX_BINARY), words);
    if (!process.waitForFinished(longestMilliseconds) || process.exitStatus() != QProcess::NormalExit)
        return {
            -1, process.readAllStandardOutput(),
            process.readAllStandardError() + "\ndid not end by itself: " + process.errorString().toUtf8()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// `ended`, if it succeeded; else the test fails on the line of the call, with what the program said.
inline Ended succeeded(Ended ended, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    QTest::qVerify(ended.status == 0, "status == 0", ended.all(), file, line);
    return ended;
}

/// `ended`, if it refused its input with a message that has `piece`; else the test fails as above.
inline Ended refusedWith(Ended ended, const QByteArray& piece, const char* file = __builtin_FILE(),
                         int line = __builtin_LINE()) {
    QTest::qVerify(ended.status == 2 && ended.err.contains(piece),
                   "status == 2, and the message says: " + piece, ended.all(), file, line);
    return ended;
}

/// `train` of a network that learns little but soon: ten steps an epoch. `more` may set the same keys.
inline QStringList smallTraining(const QString& out, const QStringList& more = {}) {
    QStringList words{"train", "--epochs", "2", "--out", out};
    for (const QString key : {"data.train_size=1280", "data.validation_size=100", "data.test_size=100",
                              "training.snapshots=0"})  // but those of epochs
        if (more.filter(key.section(QLatin1Char('='), 0, 0) + QLatin1Char('=')).isEmpty())
            words << "--set" << key;
    return words + more;
}
