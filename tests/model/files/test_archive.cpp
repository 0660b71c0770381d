// Archives that do harm are refused; others are read and unpacked whole.
#include <archive.h>
#include <archive_entry.h>

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "model/files/archive.h"
#include "model/files/files.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_archive {

struct Entry {
    std::string name, bytes = {};
    unsigned type = AE_IFREG;
    std::string link = {}, hardlink = {};
};

/// A .tar.gz as an attacker could write it.
void writeTar(const std::string& path, const std::vector<Entry>& entries) {
    archive* handle = archive_write_new();
    archive_write_add_filter_gzip(handle);
    archive_write_set_format_pax_restricted(handle);
    QVERIFY(archive_write_open_filename(handle, path.c_str()) == ARCHIVE_OK);
    for (const Entry& given : entries) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, given.name.c_str());
        archive_entry_set_filetype(entry, given.type);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_size(entry, static_cast<la_int64_t>(given.bytes.size()));
        if (!given.link.empty()) archive_entry_set_symlink(entry, given.link.c_str());
        if (!given.hardlink.empty()) archive_entry_set_hardlink(entry, given.hardlink.c_str());
        QVERIFY(archive_write_header(handle, entry) == ARCHIVE_OK);
        if (!given.bytes.empty()) archive_write_data(handle, given.bytes.data(), given.bytes.size());
        archive_entry_free(entry);
    }
    QVERIFY(archive_write_close(handle) == ARCHIVE_OK);
    archive_write_free(handle);
}

std::string readAll(const std::string& path, const ArchiveLimits& limits = {}) {
    ArchiveReader reader(path, limits);
    std::string all;
    while (reader.next()) all += reader.name() + "=" + reader.read() + ";";
    return all;
}

class TestArchive : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    [[nodiscard]] std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }
    [[nodiscard]] QStringList names() const {
        return QDir(folder_.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

private Q_SLOTS:
    void init() {
        for (const QString& name : names()) std::filesystem::remove_all(at(qPrintable(name)));
    }

    void readsTarAndZip() {
        writeTar(at("a.tar.gz"), {{"./top/", "", AE_IFDIR, "", ""}, {"./top/one", "1"}, {"top/two", ""}});
        QCOMPARE(readAll(at("a.tar.gz")), std::string("top/one=1;top/two=;"));
        writeFileAtomically(at("a.zip"), zipBytes({{"feats.npy", "abc"}, {"note", "d"}}));
        QCOMPARE(readAll(at("a.zip")), std::string("feats.npy=abc;note=d;"));
        QVERIFY(zipBytes({{"x", "y"}}) == zipBytes({{"x", "y"}}));
        QVERIFY(isArchiveName("A.TAR.GZ") && isArchiveName("b.tgz") && !isArchiveName("b.gz"));
    }

    void readsNamesInUtf8WhateverTheLocale() {
        writeFileAtomically(at("a.zip"), zipBytes({{"Bücher/für.txt", "1"}}));
        const std::string zip = readFile(at("a.zip"));
        QCOMPARE(zip[7], '\x08');  // its names are said to be UTF-8
        QCOMPARE(readAll(at("a.zip")), std::string("Bücher/für.txt=1;"));
        // What Python writes: a pax header with the name in UTF-8.
        QCOMPARE(readAll(ATTX_TEST_DATA "/umlaut.tar.gz"), std::string("Bücher/für.txt=1;"));
    }

    void refusesWhatLeadsOutside_data() {
        const Rows<std::string, uint, std::string, std::string, std::string> row("name", "type", "link",
                                                                                 "hardlink", "message");
        const std::string none;
        row("..", "a/../../b", uint(AE_IFREG), none, none, "leads out of its folder (..)");
        row("absolute", "/etc/passwd", uint(AE_IFREG), none, none, "is an absolute path");
        row("drive", "C:/x", uint(AE_IFREG), none, none, "is an absolute path");
        row("backslash", "..\\x", uint(AE_IFREG), none, none, "is an absolute path or one of another system");
        row("link", "a", uint(AE_IFLNK), "/etc", none, "is a link");
        row("hard link", "a", uint(AE_IFREG), none, "good", "is a link");
        row("pipe", "a", uint(AE_IFIFO), none, none, "is a device or a pipe");
    }
    void refusesWhatLeadsOutside() {
        QFETCH(std::string, name);
        QFETCH(uint, type);
        QFETCH(std::string, link);
        QFETCH(std::string, hardlink);
        QFETCH(std::string, message);
        writeTar(at("bad.tar.gz"), {{"good", "1"}, {name, "", type, link, hardlink}});
        const QString refusal = thrownMessage([&] { (void)readAll(at("bad.tar.gz")); });
        VERIFY_SAYS(refusal, QString::fromStdString(message));
        VERIFY_SAYS(refusal, "bad.tar.gz");
        VERIFY_SAYS(thrownMessage([&] { (void)unpackArchive(at("bad.tar.gz"), at("out")); }),
                    QString::fromStdString(message));
        QCOMPARE(names(), QStringList{"bad.tar.gz"});  // nothing half unpacked
    }

    void refusesBombs() {
        writeTar(at("bomb.tar.gz"), {{"a", std::string(40 << 20, '\0')}, {"b", std::string(40 << 20, '\0')}});
        VERIFY_SAYS(thrownMessage([&] { (void)readAll(at("bomb.tar.gz")); }),
                    "unpacks to more than 64 MiB at \"b\"");
        const auto pass = [&] {
            ArchiveReader reader(at("bomb.tar.gz"));
            while (reader.next()) continue;  // unpacked to find the next one
        };
        VERIFY_SAYS(thrownMessage(pass), "unpacks to more than 64 MiB");
        VERIFY_SAYS(thrownMessage([&] { (void)unpackArchive(at("bomb.tar.gz"), at("out")); }),
                    "unpacks to more");
        QCOMPARE(names(), QStringList{"bomb.tar.gz"});
        writeTar(at("many.tar.gz"), {{"a", ""}, {"b", ""}, {"c", ""}});
        VERIFY_SAYS(thrownMessage([&] { (void)readAll(at("many.tar.gz"), {.files = 2}); }),
                    "more than 2 entries");
    }

    void refusesDecodersOfAnySize() {
        std::string zip = zipBytes({{"a", "1"}});
        constexpr char ppmd = 98;  // takes up to 256 MB, as the entry says
        zip[8] = ppmd;             // of the entry's own header, then of the list at the end
        zip[zip.find("PK\1\2") + 10] = ppmd;
        writeFileAtomically(at("ppmd.zip"), zip);
        VERIFY_SAYS(thrownMessage([&] { (void)readAll(at("ppmd.zip")); }), "neither stored nor deflated");
    }

    void refusesTruncatedAndOther() {
        std::string noise(300000, '\0');
        for (size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>((i * i * 2654435761U) >> 13);
        writeTar(at("whole.tar.gz"), {{"a", noise}});
        const std::string bytes = readFile(at("whole.tar.gz"));
        writeFileAtomically(at("cut.tar.gz"), bytes.substr(0, bytes.size() / 2));
        VERIFY_SAYS(thrownMessage([&] { (void)readAll(at("cut.tar.gz")); }), "truncated or broken");
        writeFileAtomically(at("other.tar.gz"), std::string(5000, 'x'));
        VERIFY_SAYS(thrownMessage([&] { (void)readAll(at("other.tar.gz")); }), "other.tar.gz");
        VERIFY_SAYS(thrownMessage([&] { (void)readAll(at("none.tar.gz")); }), "could not be read");
    }

    void unpacksWholeOrNotAtAll() {
        writeTar(at("a.tar.gz"), {{"top/", "", AE_IFDIR, "", ""}, {"top/one", "1"}, {"top/deep/two", "2"}});
        QVERIFY(unpackArchive(at("a.tar.gz"), at("out")));
        QCOMPARE(readFile(at("out/one")), std::string("1"));
        QCOMPARE(readFile(at("out/deep/two")), std::string("2"));
        VERIFY_SAYS(thrownMessage([&] { (void)unpackArchive(at("a.tar.gz"), at("out")); }),
                    "is there already");
        int asked = 0;
        QVERIFY(!unpackArchive(at("a.tar.gz"), at("stopped"), [&] { return ++asked == 2; }));
        QCOMPARE(names(), (QStringList{"a.tar.gz", "out"}));
    }
};

TEST_CLASS(TestArchive, NoApplication)

}  // namespace test_archive
#include "test_archive.moc"
