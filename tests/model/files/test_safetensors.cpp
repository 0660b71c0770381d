// safetensors: what the format's page says, what PyTorch wrote, and 20,000 damaged files.
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "in_folder.h"
#include "model/data/philox.h"
#include "model/files/files.h"
#include "model/files/memory.h"
#include "model/files/safetensors.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_safetensors {

/// A file with `header` as it stands, and then `data`.
std::string fileOf(const std::string& header, const std::string& data = {}) {
    const uint64_t length = header.size();
    std::string bytes(reinterpret_cast<const char*>(&length), sizeof(length));
    return bytes + header + data;
}

/// The raw little-endian bytes of `values`.
template <class T>
std::string raw(std::initializer_list<T> values) {
    std::string bytes;
    for (const T value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
    return bytes;
}

SafeTensors smallFile() {
    SafeTensors file;
    file.metadata["config"] = "{\"a\": \"ä\"}\n";
    file.metadata["empty"] = "";
    file.put("b.weight", {2, 3}, std::vector<float>{1, -2, 3.5f, 1e-30f, -0.0f, 1e30f});
    file.put("a", {}, std::vector<float>{7});
    file.put("tokens", {2, 1, 2}, std::vector<int64_t>{1, -2, INT64_MAX, INT64_MIN});
    file.put("nothing", {0, 5}, std::vector<float>{});
    return file;
}

bool same(const SafeTensors& a, const SafeTensors& b) {
    if (a.metadata != b.metadata || a.tensors.size() != b.tensors.size()) return false;
    for (const auto& [name, tensor] : a.tensors) {
        const auto other = b.tensors.find(name);
        if (other == b.tensors.end() || other->second.shape != tensor.shape) return false;
        if (other->second.values.index() != tensor.values.index()) return false;
        const bool isEqual = std::holds_alternative<std::vector<float>>(tensor.values)
                                 ? other->second.floats(name) == tensor.floats(name)
                                 : other->second.integers(name) == tensor.integers(name);
        if (!isEqual) return false;
    }
    return true;
}

QString parsingSays(const std::string& bytes) {
    return thrownMessage([&] { (void)parseSafeTensors(bytes, "a.safetensors"); });
}

class TestSafetensors : public QObject, InFolder {
    Q_OBJECT

private slots:
    void roundTrip() {
        QVERIFY(same(parseSafeTensors(serialise(smallFile()), "x"), smallFile()));
        writeSafeTensors(path("a.safetensors"), smallFile());
        QVERIFY(same(readSafeTensors(path("a.safetensors")), smallFile()));
        QVERIFY(same(parseSafeTensors(readFile(path("a.safetensors")), "x"), smallFile()));
        QVERIFY(same(parseSafeTensors(serialise({}), "x"), {}));
    }
    void sameContentSameBytes() {
        SafeTensors other = smallFile(), built;  // filled in another order
        for (auto it = other.tensors.rbegin(); it != other.tensors.rend(); ++it) built.tensors.insert(*it);
        built.metadata = other.metadata;
        QCOMPARE(serialise(built), serialise(other));
    }
    void dataAreAlignedForOtherReaders() {
        const std::string bytes = serialise(smallFile());
        uint64_t length = 0;
        std::memcpy(&length, bytes.data(), sizeof(length));
        QCOMPARE(length % 8, uint64_t{0});
        const auto header = nlohmann::ordered_json::parse(bytes.substr(8, length));
        QStringList names;
        uint64_t at = 0;
        for (const auto& [name, entry] : header.items()) {
            names << QString::fromStdString(name);
            if (name == "__metadata__") continue;
            const uint64_t element = entry["dtype"] == "I64" ? 8 : 4;
            QCOMPARE(entry["data_offsets"][0].get<uint64_t>(), at);
            QCOMPARE(at % element, uint64_t{0});
            at = entry["data_offsets"][1].get<uint64_t>();
        }
        QCOMPARE(names.join(' '), "__metadata__ tokens a b.weight nothing");
        QCOMPARE(bytes.size(), 8 + length + at);
    }
    void specialNumbersSurvive() {
        SafeTensors file;
        const float infinity = std::numeric_limits<float>::infinity();
        file.put("x", {3}, std::vector<float>{NAN, infinity, -infinity});
        const auto values = parseSafeTensors(serialise(file), "x").at("x").floats("x");
        QVERIFY(std::isnan(values[0]) && values[1] == infinity && values[2] == -infinity);
    }

    void widening_data() {
        addColumns<QString, QByteArray, QList<double>, QList<qint64>>("dtype", "bytes", "floats", "integers");
        const auto real = [](const char* dtype, const std::string& bytes, const QList<double>& values) {
            QTest::newRow(dtype) << QString(dtype) << QByteArray::fromStdString(bytes) << values
                                 << QList<qint64>();
        };
        const auto whole = [](const char* dtype, const std::string& bytes, const QList<qint64>& values) {
            QTest::newRow(dtype) << QString(dtype) << QByteArray::fromStdString(bytes) << QList<double>()
                                 << values;
        };
        const double inf = std::numeric_limits<double>::infinity();
        real("F64", raw<double>({1.5, -1e-300, 1e300}), {1.5, -0.0, inf});
        real("F32", raw<float>({1.5f, -0.1f}), {1.5, static_cast<double>(-0.1f)});
        // 1, -2, largest 65504, smallest normal 2^-14, smallest 2^-24, -0, infinity
        real("F16", raw<uint16_t>({0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001, 0x8000, 0x7c00}),
             {1, -2, 65504, 0x1p-14, 0x1p-24, -0.0, inf});
        real("BF16", raw<uint16_t>({0x3f80, 0xc000, 0x0001, 0xff80}), {1, -2, 0x1p-133, -inf});
        whole("I64", raw<int64_t>({INT64_MIN, 3}), {INT64_MIN, 3});
        whole("I32", raw<int32_t>({INT32_MIN, 3}), {INT32_MIN, 3});
        whole("I16", raw<int16_t>({INT16_MIN, 3}), {INT16_MIN, 3});
        whole("I8", raw<int8_t>({-128, 127}), {-128, 127});
        whole("U64", raw<uint64_t>({0, INT64_MAX}), {0, INT64_MAX});
        whole("U32", raw<uint32_t>({UINT32_MAX}), {UINT32_MAX});
        whole("U16", raw<uint16_t>({UINT16_MAX}), {UINT16_MAX});
        whole("U8", raw<uint8_t>({0, 255}), {0, 255});
        whole("BOOL", raw<uint8_t>({0, 1}), {0, 1});
    }
    void widening() {
        QFETCH(QString, dtype);
        QFETCH(QByteArray, bytes);
        QFETCH(QList<double>, floats);
        QFETCH(QList<qint64>, integers);
        const auto count = std::max(floats.size(), integers.size());
        const QString header = QString(R"({"x":{"dtype":"%1","shape":[%2],"data_offsets":[0,%3]}})")
                                   .arg(dtype)
                                   .arg(count)
                                   .arg(bytes.size());
        const auto file = parseSafeTensors(fileOf(header.toStdString(), bytes.toStdString()), "x");
        const StoredTensor& tensor = file.at("x");
        // The same where real numbers stay in the file until they are copied.
        writeFileAtomically(path("late"), fileOf(header.toStdString(), bytes.toStdString()));
        const SafeTensors late = openSafeTensors(path("late"));
        QCOMPARE(std::holds_alternative<LateFloats>(late.at("x").values), integers.isEmpty());
        if (integers.isEmpty()) {
            std::vector<float> copied(static_cast<size_t>(count));
            late.at("x").copyFloats(copied, "x");
            QVERIFY(std::memcmp(copied.data(), tensor.floats("x").data(), copied.size() * sizeof(float)) ==
                    0);
            QVERIFY_EXCEPTION_THROWN((void)late.at("x").floats("x"), Error);
            QVERIFY_EXCEPTION_THROWN((void)late.at("x").integers("x"), Error);
            const auto& values = tensor.floats("x");
            QCOMPARE(static_cast<qsizetype>(values.size()), count);
            for (qsizetype i = 0; i < count; ++i) {
                QCOMPARE(static_cast<double>(values[static_cast<size_t>(i)]), floats[i]);
                QCOMPARE(std::signbit(values[static_cast<size_t>(i)]), std::signbit(floats[i]));
            }
        } else {
            QVERIFY(late.at("x").integers("x") == tensor.integers("x"));
            const auto& values = tensor.integers("x");
            QCOMPARE(QList<qint64>(values.begin(), values.end()), integers);
        }
    }
    void wideningManyChunks() {
        std::string data;
        const int count = 100'001;  // no multiple of any chunk
        for (int i = 0; i < count; ++i) data += raw<int32_t>({i * 7});
        const std::string header = R"({"x":{"dtype":"I32","shape":[100001],"data_offsets":[0,400004]}})";
        writeFileAtomically(path("chunks"), fileOf(header, data));
        for (const SafeTensors& file :
             {parseSafeTensors(fileOf(header, data), "x"), readSafeTensors(path("chunks"))}) {
            const auto& values = file.at("x").integers("x");
            QCOMPARE(values.size(), size_t{count});
            for (int i = 0; i < count; ++i) QCOMPARE(values[static_cast<size_t>(i)], int64_t{i} * 7);
        }
    }
    void halfNotANumber() {
        const std::string header = R"({"x":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}})";
        QVERIFY(std::isnan(
            parseSafeTensors(fileOf(header, raw<uint16_t>({0x7e01})), "x").at("x").floats("x")[0]));
    }

    void allowed_data() {
        const Rows<QByteArray, int> row("header", "dataBytes");
        row("no tensors", "{}", 0);
        row("padding", "{}      ", 0);
        row("order of keys", QByteArray(R"({"x":{"data_offsets":[0,4],"shape":[],"dtype":"F32"}})"), 4);
        row("data in another order than the header",
            QByteArray(R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},
                             "y":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})"),
            12);
        row("data that are not aligned", QByteArray(R"({"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},
                             "y":{"dtype":"F32","shape":[2],"data_offsets":[1,9]}})"),
            9);
        row("empty tensors share a place",
            QByteArray(R"({"x":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},
                             "y":{"dtype":"F32","shape":[0,9],"data_offsets":[0,0]},
                             "z":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})"),
            4);
        row("empty metadata", QByteArray(R"({"__metadata__":{}})"), 0);
        row("a header as long as PK", QByteArray("{}").leftJustified(0x4b50, ' '), 0);
    }
    void allowed() {
        QFETCH(QByteArray, header);
        QFETCH(int, dataBytes);
        const std::string bytes =
            fileOf(header.toStdString(), std::string(static_cast<size_t>(dataBytes), '\1'));
        const SafeTensors file = parseSafeTensors(bytes, "x");
        QCOMPARE(file.tensors.size(), static_cast<size_t>(header.count("dtype")));
        QVERIFY(same(parseSafeTensors(serialise(file), "x"), file));
    }

    void refused_data() {
        const Rows<std::string, QString> row("bytes", "piece");
        const auto header = [&](const char* name, const std::string& text, const char* piece,
                                size_t dataBytes = 4) {
            row(name, fileOf(text, std::string(dataBytes, '\1')), piece);
        };
        const auto entry = [&](const char* name, const std::string& inner, const char* piece,
                               size_t dataBytes = 4) {
            header(name, R"({"x":{)" + inner + "}}", piece, dataBytes);
        };
        row("empty", "", "expected at least 8 bytes, found 0");
        row("7 bytes", "1234567", "expected at least 8 bytes, found 7");
        row("length alone", raw<uint64_t>({2}), "expected a header of 2 bytes, found 0");
        row("header cut off", fileOf("{\"x\":{}}").substr(0, 12), "expected a header of 8 bytes, found 4");
        row("header of the largest length", raw<uint64_t>({UINT64_MAX}) + "{}",
            "ask for a header of 18446744073709551615 bytes, and 100 MB are the limit");
        row("header over 100 MB", raw<uint64_t>({100'000'001}) + "{}",
            "100000001 bytes, and 100 MB are the limit");
        row("header of 100 MB that is not there", raw<uint64_t>({100'000'000}) + "{}",
            "expected a header of 100000000 bytes, found 2");
        row("PyTorch", "PK\3\4" + std::string(100, '\7'),
            "zip archive, as PyTorch writes; save the tensors with");
        row("text", "Attention is all you need", "not a safetensors file");
        row("PNG", "\x89PNG\r\n\x1a\n" + std::string(100, '\0'), "not a safetensors file");
        row("zeros", std::string(100, '\0'), "the header is not a JSON object");

        header("no JSON", "{]", "the header is not valid JSON: parse error");
        header("cut JSON", R"({"x":{"dtype")", "the header is not valid JSON");
        header("a list", "[]", "the header is not a JSON object");
        header("a number", "3", "the header is not a JSON object");
        header("leading blank", " {}", "the header is not a JSON object");
        header("padding with zeros", std::string("{}\0\0", 4), "the header is not valid JSON");
        header("not UTF-8", "{\"\xff\":1}", "the header is not valid JSON");
        header("an endless token", "{\"" + std::string(10'000, 'k'), "the header is not valid JSON");
        header("entry is a number", R"({"x":3})", "tensor \"x\": expected an object with dtype");
        header("entry is null", R"({"x":null})", "tensor \"x\": expected an object");
        header("entry is a list", R"({"x":[]})", "tensor \"x\": expected an object, found a list");
        header("entry is empty", R"({"x":{}})", "tensor \"x\": has no dtype");
        header("nested lists", R"({"x":{"shape":)" + std::string(100'000, '['),
               "nested deeper than the format knows");
        header("nested objects", R"({"x":{"shape":{)", "nested deeper than the format knows");
        header("metadata that is a text", R"({"__metadata__":"x"})", "expected an object");
        header("metadata with a number", R"({"__metadata__":{"a":1}})", "the metadata \"a\" are not a text");
        const auto many = [](int count, const std::string& value) {
            std::string list = "{";
            for (int i = 0; i < count; ++i)
                list.append(i ? "," : "").append("\"").append(std::to_string(i)).append("\":").append(value);
            return list + "}";
        };
        header("tensors without end", many(100'003, R"({"dtype":"F32","shape":[0],"data_offsets":[0,0]})"),
               "lists more than 100000 tensors");
        std::string metadata = R"({"__metadata__":)";
        metadata.append(many(100'001, R"("x")")).append("}");
        header("metadata without end", metadata, "the metadata have more than 100000 keys");
        header("metadata twice", R"({"__metadata__":{},"__metadata__":{}})", "stands twice");
        header("metadata key twice", R"({"__metadata__":{"a":"1","a":"2"}})", "the key \"a\" stands twice");

        const std::string good = R"("dtype":"F32","shape":[1],"data_offsets":[0,4])";
        header("name twice", "{\"x\":{" + good + "},\"x\":{" + good + "}}",
               "tensor \"x\": stands twice in the header");
        entry("key twice", R"("shape":[1],)" + good, "tensor \"x\": the key \"shape\" stands twice");
        entry("unknown key", R"("strides":[1],)" + good,
              "expected dtype, shape and data_offsets, found more keys");
        entry("no dtype", R"("shape":[1],"data_offsets":[0,4])", "tensor \"x\": has no dtype");
        entry("no shape", R"("dtype":"F32","data_offsets":[0,4])", "tensor \"x\": has no shape");
        entry("no offsets", R"("dtype":"F32","shape":[1])", "tensor \"x\": has no data_offsets");
        entry("unknown dtype", R"("dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4])",
              "tensor \"x\": expected a dtype among F32, I64, F64");
        entry("dtype in small letters", R"("dtype":"f32","shape":[1],"data_offsets":[0,4])", "found \"f32\"");
        entry("dtype is a number", R"("dtype":32,"shape":[1],"data_offsets":[0,4])", "found 32");
        entry("shape is a number", R"("dtype":"F32","shape":1,"data_offsets":[0,4])",
              "expected a list as shape, found 1");
        entry("shape is negative", R"("dtype":"F32","shape":[-1],"data_offsets":[0,4])",
              "expected whole numbers from 0 in the shape, found -1");
        entry("shape is a fraction", R"("dtype":"F32","shape":[1.0],"data_offsets":[0,4])",
              "in the shape, found 1.0");
        entry("shape is a text", R"("dtype":"F32","shape":["1"],"data_offsets":[0,4])",
              "in the shape, found \"1\"");
        entry("shape beyond 63 bits", R"("dtype":"F32","shape":[9223372036854775808],"data_offsets":[0,4])",
              "expected whole numbers from 0 in the shape");
        entry("count overflows", R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4])",
              "has more elements than can be counted");
        entry("count wraps to 1",
              R"("dtype":"F32","shape":[4294967297,4294967295,4294967297],"data_offsets":[0,4])",
              "has more elements than can be counted");
        entry("bytes overflow", R"("dtype":"F32","shape":[4611686018427387905],"data_offsets":[0,4])",
              "its shape needs 4611686018427387905 elements of 4 bytes");
        entry("too many dimensions",
              R"("dtype":"F32","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"data_offsets":[0,4])",
              "expected at most 16 dimensions");
        entry("size does not match", R"("dtype":"F32","shape":[2],"data_offsets":[0,4])",
              "its shape needs 2 elements of 4 bytes, its data_offsets [0,4] hold 4 bytes");
        entry("offsets are no list", R"("dtype":"F32","shape":[1],"data_offsets":4)",
              "expected data_offsets [begin, end], found 4");
        entry("one offset", R"("dtype":"F32","shape":[1],"data_offsets":[4])",
              "expected data_offsets [begin, end]");
        entry("three offsets", R"("dtype":"F32","shape":[1],"data_offsets":[0,4,8])", "found [0,4,8]");
        entry("negative offset", R"("dtype":"F32","shape":[1],"data_offsets":[-4,0])", "found [-4,0]");
        entry("offsets backwards", R"("dtype":"F32","shape":[1],"data_offsets":[4,0])",
              "[4,0] run backwards");
        entry("past the end", R"("dtype":"F32","shape":[2],"data_offsets":[0,8])",
              "its data end at byte 8, but the file has only 4 bytes of data; it may be cut off");
        entry("far past the end",
              R"("dtype":"U8","shape":[4],"data_offsets":[18446744073709551611,18446744073709551615])",
              "but the file has only 4 bytes");
        entry("gap before", R"("dtype":"F32","shape":[1],"data_offsets":[4,8])",
              "a gap of 4 bytes precedes its data", 8);
        entry("rest after", good, "no tensor for 1 byte at the end", 5);
        header("no tensor for the data", "{}", "no tensor for 4 bytes at the end");
        header("overlap", "{\"x\":{" + good + R"(},"y":{"dtype":"F32","shape":[1],"data_offsets":[2,6]}})",
               "tensor \"y\": its data overlap", 6);
        header("the same data twice", "{\"x\":{" + good + "},\"y\":{" + good + "}}",
               "tensor \"y\": its data overlap");
        header("gap between",
               "{\"x\":{" + good + R"(},"y":{"dtype":"F32","shape":[1],"data_offsets":[6,10]}})",
               "tensor \"y\": a gap of 2 bytes", 10);
        row("U64 beyond 63 bits",
            fileOf(R"({"x":{"dtype":"U64","shape":[1],"data_offsets":[0,8]}})", raw<uint64_t>({UINT64_MAX})),
            "a.safetensors: tensor \"x\": expected whole numbers below 2^63, found 18446744073709551615");
    }
    void refused() {
        QFETCH(std::string, bytes);
        QFETCH(QString, piece);
        const QString message = parsingSays(bytes);
        VERIFY_SAYS(message, piece);
        VERIFY_SAYS(message, "a.safetensors: ");
        QVERIFY2(message.size() < 600, qPrintable(message));
        // A file in parts is refused in the same words as one in memory.
        writeFileAtomically(path("bad"), bytes);
        const QString fromFile = thrownMessage([&] { (void)readSafeTensors(path("bad")); });
        QCOMPARE(fromFile.mid(fromFile.indexOf(": ")), message.mid(message.indexOf(": ")));
    }
    void manyKeysAreReadAtOnce() {
        std::string metadata, keys;
        for (int i = 0; i < 100'000; ++i) {
            const std::string key = (i > 0 ? ",\"k" : "\"k") + std::to_string(i);
            metadata += key + "\":\"1\"";
            keys += key + "\":1";
        }
        const std::string many = fileOf("{\"__metadata__\":{" + metadata + "}}"),
                          wrong = fileOf("{\"x\":{" + keys + "}}");
        // A time that grows with the square of the keys would end the test by its limit of five minutes.
        for (int times = 0; times < 20; ++times) {
            QCOMPARE(parseSafeTensors(many, "x").metadata.size(), size_t{100'000});
            VERIFY_SAYS(parsingSays(wrong), "found more keys");
        }
    }
    void fileThatIsNotThere() {
        VERIFY_SAYS(thrownMessage([&] { (void)readSafeTensors(path("none")); }), "none: could not be read");
        VERIFY_SAYS(thrownMessage([&] { (void)readSafeTensors(folder_->path().toStdString()); }),
                    "found a folder");
    }

    void wrongAccessIsNamed() {
        const SafeTensors file = smallFile();
        VERIFY_SAYS(thrownMessage([&] { (void)file.at("c"); }),
                    "expected a tensor \"c\", found a, b.weight, nothing, tokens");
        VERIFY_SAYS(thrownMessage([&] { (void)SafeTensors{}.at("c"); }), "found none at all");
        VERIFY_SAYS(thrownMessage([&] { (void)file.at("tokens").floats("tokens"); }),
                    "tensor \"tokens\": expected real numbers (F32), found whole numbers (I64)");
        VERIFY_SAYS(thrownMessage([&] { (void)file.at("a").integers("a"); }), "expected whole numbers (I64)");
    }
    void shapesMustFitWhenWritten_data() {
        QTest::addColumn<QList<qint64>>("shape");
        QTest::newRow("too large") << QList<qint64>{2, 3};
        QTest::newRow("too small") << QList<qint64>{2};
        QTest::newRow("scalar") << QList<qint64>{};
        QTest::newRow("negative") << QList<qint64>{-5, -1};
        QTest::newRow("overflow") << QList<qint64>{INT64_MAX, 2};
    }
    void shapesMustFitWhenWritten() {
        QFETCH(QList<qint64>, shape);
        const std::vector<int64_t> sizes(shape.begin(), shape.end());
        SafeTensors file;
        const auto kind = Error::Kind::Work;
        VERIFY_SAYS(thrownMessage([&] { file.put("x", sizes, std::vector<float>(5)); }, kind),
                    "does not fit 5 values");
        file.tensors["x"] = {sizes, std::vector<int64_t>(5)};
        VERIFY_SAYS(thrownMessage([&] { (void)serialise(file); }, kind), "does not fit 5 values");
    }
    void moreThanTheMachineHasIsNotRead() {
        if (!availableMemory()) QSKIP("This system does not say what memory it has.");
        constexpr int64_t elements = int64_t{1} << 40;  // 4 TiB, none of which is on the disk
        const std::string header = R"({"x":{"dtype":"F32","shape":[)" + std::to_string(elements) +
                                   R"(],"data_offsets":[0,)" + std::to_string(4 * elements) + "]}}";
        writeFileAtomically(path("sea"), fileOf(header, ""));
        QFile file(at("sea"));
        if (!file.resize(file.size() + 4 * elements)) QSKIP("This file system has no such large files.");
        VERIFY_SAYS(thrownMessage([&] { (void)readSafeTensors(path("sea")); }), "of memory");
        QVERIFY(file.remove());
    }

    void failedWriteLeavesTheOldFile() {
        writeSafeTensors(path("kept"), smallFile());
        SafeTensors broken = smallFile();
        broken.tensors["a"].shape = {2};
        VERIFY_SAYS(thrownMessage([&] { writeSafeTensors(path("kept"), broken); }, Error::Kind::Work),
                    "tensor \"a\"");
        QVERIFY(same(readSafeTensors(path("kept")), smallFile()));
    }

    /// Flipped, cut, repeated and replaced bytes, mostly in the header: an Error or a whole file, nothing
    /// else.
    void damagedFiles() {
        const std::string good = serialise(smallFile());
        const std::string pieces[] = {"[",
                                      "]",
                                      "{",
                                      "}",
                                      "\"",
                                      ",",
                                      ":",
                                      "-1",
                                      "1e9",
                                      "null",
                                      "99999999999999999999",
                                      "9223372036854775807",
                                      "\"F16\"",
                                      "\"U8\"",
                                      "\"I64\"",
                                      "[0,0]",
                                      "\\u0000",
                                      "\xff"};
        PhiloxSequence random(2024, RandomStream::Data);
        const auto below = [&](size_t bound) {
            return static_cast<size_t>(random.below(static_cast<uint32_t>(bound)));
        };
        int refusedFiles = 0, acceptedFiles = 0;
        constexpr int files = 20'000;
        for (int i = 0; i < files; ++i) {
            std::string bytes = good;
            for (size_t edits = 1 + below(3); edits > 0 && !bytes.empty(); --edits) {
                const size_t at = below(bytes.size());
                switch (below(7)) {
                    case 0:
                        bytes[at] = static_cast<char>(random.next());
                        break;
                    case 1:
                        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
                        break;
                    case 2:
                        bytes.resize(at);
                        break;
                    case 3:
                        bytes.erase(at, 1 + below(8));
                        break;
                    case 4:
                        bytes.insert(at, bytes.substr(below(bytes.size()), 1 + below(32)));
                        break;
                    case 5:
                        bytes.replace(at, 1 + below(4), pieces[below(std::size(pieces))]);
                        break;
                    case 6:  // a header length that fits what the header has become
                        if (const size_t end = bytes.rfind('}'); end != std::string::npos && end >= 8) {
                            const uint64_t length = end + 1 - 8;
                            std::memcpy(bytes.data(), &length, sizeof(length));
                        }
                        break;
                }
            }
            try {
                const SafeTensors file = parseSafeTensors(bytes, "damaged");
                for (const auto& [name, tensor] : file.tensors)
                    QVERIFY((std::holds_alternative<std::vector<float>>(tensor.values)
                                 ? tensor.floats(name).size()
                                 : tensor.integers(name).size()) < 1000);
                ++acceptedFiles;
            } catch (const Error& e) {
                QVERIFY2(e.kind() == Error::Kind::Input, e.what());
                ++refusedFiles;
            } catch (const std::exception& e) {
                QFAIL(qPrintable(QString("file %1: %2").arg(i).arg(e.what())));
            }
        }
        QCOMPARE(refusedFiles + acceptedFiles, files);
        QVERIFY2(refusedFiles > files / 2, qPrintable(QString::number(refusedFiles)));
        QVERIFY2(acceptedFiles > files / 100,
                 qPrintable(QString::number(acceptedFiles)));  // damaged values alone
    }

    void largeFilesAreRead() {
        SafeTensors file;
        for (int i = 0; i < 25; ++i)
            file.put("layer" + std::to_string(i), {1000, 1000}, std::vector<float>(1'000'000, 1.0f));
        writeSafeTensors(path("large"), file);
        QVERIFY(QFileInfo(at("large")).size() > 100'000'000);
        QElapsedTimer timer;
        timer.start();
        const SafeTensors read = readSafeTensors(path("large"));
        qInfo("100 MB read in %lld ms", timer.elapsed());
        QCOMPARE(read.tensors.size(), size_t{25});
        QCOMPARE(read.at("layer24").floats("x").back(), 1.0f);
    }
};

TEST_CLASS(TestSafetensors, NoApplication)

}  // namespace test_safetensors
#include "test_safetensors.moc"
