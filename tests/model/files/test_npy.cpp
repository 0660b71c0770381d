#include <QtTest>
#include <cstring>

#include "model/files/error.h"
#include "model/files/npy.h"
#include "runner.h"

using namespace attx;

class TestNpy : public QObject {
    Q_OBJECT

    static std::string file(const std::string& header, const std::string& data) {
        std::string bytes("\x93NUMPY\x01\x00", 8);
        bytes += static_cast<char>(header.size() & 0xff);
        bytes += static_cast<char>(header.size() >> 8);
        return bytes + header + data;
    }

private Q_SLOTS:
    void roundTrip_data() {
        QTest::addColumn<QList<int>>("shape");
        QTest::newRow("scalar") << QList<int>{};
        QTest::newRow("vector") << QList<int>{5};
        QTest::newRow("matrix") << QList<int>{2, 3};
        QTest::newRow("four axes") << QList<int>{2, 1, 4, 3};
        QTest::newRow("empty") << QList<int>{0, 3};
    }
    void roundTrip() {
        QFETCH(QList<int>, shape);
        NamedArray array{"a", {shape.begin(), shape.end()}, {}};
        for (int64_t i = 0; i < elementCount(array.shape); ++i)
            array.values.push_back(static_cast<float>(i) / 3.f);
        const NamedArray read = npyFromBytes(npyBytes(array), "a");
        QCOMPARE(read.shape, array.shape);
        QCOMPARE(read.values, array.values);
    }
    void layoutOfTheFile() {
        const std::string bytes = npyBytes({"a", {2}, {1.f, -2.f}});
        QCOMPARE(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
        const auto header = static_cast<size_t>(static_cast<unsigned char>(bytes[8])) +
                            256 * static_cast<size_t>(static_cast<unsigned char>(bytes[9]));
        QCOMPARE((10 + header) % 64, size_t(0));
        QCOMPARE(bytes[10 + header - 1], '\n');
        QVERIFY(bytes.find("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }") == 10);
        QCOMPARE(bytes.size(), 10 + header + 8);
        float value = 0;
        std::memcpy(&value, bytes.data() + 10 + header + 4, 4);
        QCOMPARE(value, -2.f);
    }
    void wrongInput_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& bytes, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString::fromLatin1(says);
        };
        const std::string good = npyBytes({"a", {2, 2}, {1, 2, 3, 4}});
        row("empty", "", "first bytes");
        row("other format", "PK\x03\x04 something else entirely", "first bytes");
        row("cut in the header", good.substr(0, 40), "header of");
        row("cut in the data", good.substr(0, good.size() - 4), "4 values of 4 bytes");
        row("too long", good + "1234", "4 values of 4 bytes");
        row("doubles", file("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", "12345678"),
            "'<f4'");
        row("Fortran order", file("{'descr': '<f4', 'fortran_order': True, 'shape': (1,), }", "1234"),
            "C order");
        row("no shape", file("{'descr': '<f4', 'fortran_order': False, }", "1234"), "a shape");
        row("negative size", file("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "1234"),
            "a shape");
        row("product overflows",
            file("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, "
                 "4611686018427387904), }",
                 "1234"),
            "a shape");
        row("shape without end", file("{'descr': '<f4', 'fortran_order': False, 'shape': (1", "1234"),
            "a shape");
    }
    void wrongInput() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        try {
            (void)npyFromBytes(bytes.toStdString(), "the file");
            QFAIL("accepted");
        } catch (const Error& error) {
            const QString message = QString::fromStdString(error.what());
            QVERIFY2(message.contains(says), qPrintable(message));
            QVERIFY2(message.contains(QStringLiteral("the file")), qPrintable(message));
            QCOMPARE(error.kind(), Error::Kind::Input);
        }
    }
    void shapeMustMatchValues() { QVERIFY_EXCEPTION_THROWN((void)npyBytes({"a", {3}, {1.f}}), Error); }
    void missingFile() { QVERIFY_EXCEPTION_THROWN((void)readNpy("/nowhere/at/all.npy"), Error); }
};

TEST_CLASS(TestNpy, NoApplication)
#include "test_npy.moc"
