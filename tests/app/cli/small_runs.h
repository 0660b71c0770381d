// Runs that take a moment: of sequences and of texts, for tests that ask many commands about them.
#pragma once
#include <QFile>
#include <QTemporaryDir>

#include "app/cli/program.h"

class SmallRuns {
public:
    [[nodiscard]] QString at(const QString& name) const { return folder_.filePath(name); }
    [[nodiscard]] QByteArray read(const QString& name) const {
        QFile file(at(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(at(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    /// In their folder.
    [[nodiscard]] Ended run(const QStringList& words) const { return runProgram(words, folder_.path()); }
    void make(const QStringList& words) const { succeeded(run(words)); }

    /// "run": two layers of two heads.
    void makeSequences() const {
        make(QStringList{"train", "--out", "run", "--set", "network.num_layers=2", "--set",
                         "network.num_heads=2", "--set", "data.train_size=640", "--set",
                         "data.validation_size=64", "--set", "data.test_size=64"} +
             small);
    }
    /// one.csv and two.csv, whose classes are told by the words the one way and the other.
    void writeTexts() const {
        writeTexts("one.csv", "good nice ", "bad awful ");
        writeTexts("two.csv", "bad awful ", "good nice ");
    }
    void makeTexts(const QString& run, const QString& data) const {
        make(QStringList{"train", "--preset", "text-imdb", "--data", data, "--set", "data.length=3", "--set",
                         "training.batch_size=4", "--out", run} +
             small);
    }

private:
    void writeTexts(const QString& name, const QByteArray& first, const QByteArray& second) const {
        QByteArray table = "text,label\n";
        for (int i = 0; i < 30; ++i)
            table += first + QByteArray::number(i) + ",a\n" + second + QByteArray::number(i) + ",b\n";
        write(name, table);
    }

    inline static const QStringList small{"--set", "training.snapshots=2", "--set", "threads=1", "--epochs",
                                          "2"};
    QTemporaryDir folder_;
};

/// Without times, which differ each time, and without what only repeats the options.
inline QByteArray timeless(const QByteArray& bytes) {
    QJsonObject json = QJsonDocument::fromJson(bytes).object();
    if (json.isEmpty()) return bytes;
    for (const char* key : {"seconds", "ms_per_step", "memory_bytes", "device_memory_bytes", "free_bytes",
                            "created", "result", "settings", "ablation"})
        json.remove(QLatin1String(key));
    return QJsonDocument(json).toJson();
}
