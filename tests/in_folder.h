// A folder for a test, and the files in it.
#pragma once
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <string>

/// The bytes of a file. It must be there: else the test fails on the line of the call.
inline QByteArray contentOf(const QString& path, const char* source = __builtin_FILE(),
                            int line = __builtin_LINE()) {
    QFile file(path);
    QTest::qVerify(file.open(QIODevice::ReadOnly), "the file can be read", qPrintable(path), source, line);
    return file.isOpen() ? file.readAll() : QByteArray();
}

/// Writes a file, and makes the folders that lead to it.
inline void writeContent(const QString& path, const QByteArray& bytes, const char* source = __builtin_FILE(),
                         int line = __builtin_LINE()) {
    QFile file(path);
    QTest::qVerify(QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
                       file.write(bytes) == bytes.size(),
                   "the file can be written", qPrintable(path), source, line);
}

/// What a class of tests inherits, behind QObject: a folder whose files it names by their places in it.
class InFolder {
protected:
    [[nodiscard]] QString at(const QString& name) const { return QDir(folder_->path()).filePath(name); }
    [[nodiscard]] std::string path(const QString& name = {}) const { return at(name).toStdString(); }
    [[nodiscard]] QByteArray read(const QString& name, const char* source = __builtin_FILE(),
                                  int line = __builtin_LINE()) const {
        return contentOf(at(name), source, line);
    }
    /// Gives the path of the file that it writes.
    std::string write(const QString& name, const QByteArray& bytes, const char* source = __builtin_FILE(),
                      int line = __builtin_LINE()) const {
        writeContent(at(name), bytes, source, line);
        return path(name);
    }
    void makeNewFolder() { folder_ = std::make_unique<QTemporaryDir>(); }

    std::unique_ptr<QTemporaryDir> folder_ = std::make_unique<QTemporaryDir>();
};
