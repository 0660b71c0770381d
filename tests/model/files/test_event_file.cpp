// TensorBoard's event files, read back by an independent reader.
#include <QtTest>

#include "event_reader.h"
#include "model/files/event_file.h"
#include "runner.h"

using namespace attx;

class TestEventFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4
    void checkHasTheStandardsValues() {
        QCOMPARE(crc32c("123456789"), 0xe3069283U);
        QCOMPARE(crc32c(std::string(32, '\0')), 0x8a9136aaU);
        QCOMPARE(crc32c(std::string(32, '\xff')), 0x62a8ab43U);
        QCOMPARE(crc32c(""), 0U);
    }

    void recordsAreFramed() {
        const std::string record = tfRecord("abc");
        QCOMPARE(record.size(), size_t{8 + 4 + 3 + 4});
        QCOMPARE(record.substr(0, 8), (std::string{3, 0, 0, 0, 0, 0, 0, 0}));
        QCOMPARE(record.substr(12, 3), std::string("abc"));
        QCOMPARE(littleEndian(std::string_view(record).substr(8, 4)), maskedCheck(record.substr(0, 8)));
        QCOMPARE(littleEndian(std::string_view(record).substr(15, 4)), maskedCheck("abc"));
    }

    void comesBack() {
        std::string file = versionRecord(1234.5);
        file += summaryRecord(1235, 7, {{{"loss/train", 0.25F}, {"accuracy/train", -1e-30F}}, {}});
        file += restartRecord(1236, 300);
        std::string png("\x89PNG\0\xff", 6);
        png += std::string(1000, 'x');  // a length of two bytes
        file += summaryRecord(1237, int64_t{1} << 40, {{}, {{"attention", {300, 5, png}}}});
        const std::vector<ReadEvent> events = readEvents(file);
        QCOMPARE(events.size(), size_t{4});
        QCOMPARE(events[0].version, std::string("brain.Event:2"));
        QCOMPARE(events[0].wallTime, 1234.5);
        QCOMPARE(events[1].step, int64_t{7});
        QCOMPARE(events[1].scalars.at("loss/train"), 0.25F);
        QCOMPARE(events[1].scalars.at("accuracy/train"), -1e-30F);
        QVERIFY(events[2].restart);
        QCOMPARE(events[2].step, int64_t{300});
        QCOMPARE(events[3].step, int64_t{1} << 40);
        QCOMPARE(events[3].images.at("attention"), png);
        QCOMPARE(events[3].imageWidth, 300);
        QCOMPARE(events[3].imageHeight, 5);
    }

    void aTornRecordCostsOnlyItself() {
        const std::string whole = versionRecord(1) + summaryRecord(2, 1, {{{"a", 1.0F}}, {}});
        const std::string torn = summaryRecord(3, 2, {{{"a", 2.0F}}, {}});
        for (size_t kept = 0; kept < torn.size(); ++kept)
            QCOMPARE(readEvents(whole + torn.substr(0, kept)).size(), size_t{2});
        QCOMPARE(readEvents(whole + torn).size(), size_t{3});
    }
};

TEST_CLASS(TestEventFile, QCoreApplication)
#include "test_event_file.moc"
