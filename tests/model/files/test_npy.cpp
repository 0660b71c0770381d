#include <QtTest>
#include <cmath>
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
    // As numpy.save writes them: each type, either order of bytes and axes, each version.
    void otherTypes_data() {
        addColumns<QByteArray, QList<float>>("bytes", "values");
        const auto row = [](const char* name, const std::string& descr, const std::string& data,
                            const QList<float>& values) {
            const std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" +
                                       std::to_string(values.size()) + ",), }\n";
            QTest::newRow(name) << QByteArray::fromStdString(file(header, data)) << values;
        };
        const auto little = [](auto... values) {
            std::string data;
            ((data.append(reinterpret_cast<const char*>(&values), sizeof values)), ...);
            return data;
        };
        row("float64", "<f8", little(0.5, -1e-3, 1e300), {0.5F, -1e-3F, INFINITY});
        row("float16", "<f2", little(uint16_t{0x3c00}, uint16_t{0xc100}), {1, -2.5F});
        row("big-endian float32", ">f4", std::string("\x3f\xc0\0\0", 4), {1.5F});
        row("big-endian float64", ">f8", std::string("\xbf\xf8\0\0\0\0\0\0", 8), {-1.5F});
        row("int64", "<i8", little(int64_t{-3}, int64_t{1} << 40), {-3, 1099511627776.F});
        row("uint8", "|u1", little(uint8_t{0}, uint8_t{255}), {0, 255});
        row("uint32", "<u4", little(uint32_t{4000000000U}), {4e9F});
        row("bool", "|b1", little(uint8_t{1}, uint8_t{0}), {1, 0});
        const std::string data = little(1.F, 2.F, 3.F, 4.F, 5.F, 6.F);
        QTest::newRow("Fortran order")
            << QByteArray::fromStdString(
                   file("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n", data))
            << QList<float>{1, 3, 5, 2, 4, 6};
        QTest::newRow("Python 2") << QByteArray::fromStdString(file(
                                         "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }\n",
                                         data))
                                  << QList<float>{1, 2, 3, 4, 5, 6};
        const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }\n";
        for (const char version : {'\x02', '\x03'})
            QTest::newRow(version == '\x02' ? "version 2.0" : "version 3.0")
                << QByteArray::fromStdString(std::string("\x93NUMPY") + version + '\0' +
                                             little(static_cast<uint32_t>(header.size())) + header + data)
                << QList<float>{1, 2, 3, 4, 5, 6};
    }
    void otherTypes() {
        QFETCH(QByteArray, bytes);
        QFETCH(QList<float>, values);
        const NamedArray read = npyFromBytes(bytes.toStdString(), "the file");
        QCOMPARE(QList<float>(read.values.begin(), read.values.end()), values);
    }
    void wrongInput_data() {
        const Rows<std::string, QString> row("bytes", "says");
        const std::string good = npyBytes({"a", {2, 2}, {1, 2, 3, 4}});
        row("empty", "", "first bytes");
        row("other format", "PK\x03\x04 something else entirely", "first bytes");
        row("cut in the header", good.substr(0, 40), "header of");
        row("cut in the data", good.substr(0, good.size() - 4), "4 values of 4 bytes");
        row("too long", good + "1234", "4 values of 4 bytes");
        row("complex numbers", file("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "12345678"),
            "'<f4'");
        row("objects", file("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "12345678"), "'<f4'");
        row("fields", file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "1234"),
            "'<f4'");
        row("cut doubles", file("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", "12345678"),
            "2 values of 8 bytes");
        row("no order", file("{'descr': '<f4', 'shape': (1,), }", "1234"), "an order");
        row("version 4", std::string("\x93NUMPY\x04\x00", 8) + good.substr(8), "version 1.0 to 3.0");
        row("version 2, cut", std::string("\x93NUMPY\x02\x00\x40", 9), "version 1.0 to 3.0");
        row("version 2, a header of 4 GB",
            std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12) + good.substr(10), "header of");
        std::string axes;
        for (int i = 0; i < 100; ++i) axes += "1, ";
        row("a hundred axes",
            file("{'descr': '<f4', 'fortran_order': True, 'shape': (" + axes + "), }", "1234"), "a shape");
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
        QFETCH(std::string, bytes);
        QFETCH(QString, says);
        try {
            (void)npyFromBytes(bytes, "the file");
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
