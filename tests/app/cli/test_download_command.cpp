// What fetches published files, as a person uses it: the command and the dialog, from a server on this
// machine.
#include <QCryptographicHash>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "app/cli/commands.h"
#include "app/cli/program.h"
#include "app/options/shown_data.h"
#include "app/options/signals.h"
#include "app/sources/http_server.h"
#include "app/window/application.h"
#include "app/window/download_window.h"
#include "in_folder.h"
#include "model/config/config.h"
#include "runner.h"
#include "thrown.h"
#include "ui/controls/notice_bar.h"
#include "ui/form/config_form.h"
#include "ui/form/download_dialog.h"
#include "ui/form/form_field.h"

using namespace attx;

namespace test_download_command {

constexpr int size = 200'000;

class TestDownloadCommand : public QObject, InFolder {
    Q_OBJECT
    std::unique_ptr<HttpServer> server_;
    QByteArray url_, sha256_;

    /// What the server offers.
    [[nodiscard]] DownloadSource source() const {
        DownloadSource source = *findDownload("imdb");
        source.url = url_.constData();
        source.sha256 = sha256_.constData();
        source.bytes = size;
        return source;
    }
    /// The built program, while the server of this one answers.
    [[nodiscard]] static Ended runBeside(const QStringList& words) {
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        QSignalSpy ended(&process, &QProcess::finished);
        process.start(QStringLiteral(ATTX_BINARY), words);
        if (!ended.wait(60'000)) return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

private Q_SLOTS:
    void initTestCase() {
        for (const char* name : {"http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"}) qunsetenv(name);
    }
    void init() {
        makeNewFolder();
        server_ = std::make_unique<HttpServer>();
        server_->body = QByteArray(size, 'a');
        url_ = server_->url().toEncoded();
        sha256_ = QCryptographicHash::hash(server_->body, QCryptographicHash::Sha256).toHex();
    }

    void theCommandFetches() {
        Output output(true);
        QVERIFY(downloadShown(source(), server_->url(), at("file"), output));
        QCOMPARE(read("file"), server_->body);
    }

    void aSignalEndsTheCommandAndKeepsThePart() {
        server_->stallAfter = size / 2;
        Output output(true);
        connect(server_.get(), &QTcpServer::newConnection, [] { std::raise(SIGTERM); });
        QVERIFY(!downloadShown(source(), server_->url(), at("file"), output));
        QVERIFY(!QFile::exists(at("file")));
        QVERIFY(server_->body.startsWith(read("file.part")));
    }

    void anInterruptedProgramStillGivesItsObject() {
        server_->body = QByteArray(findDownload("imdb")->bytes, 'a');  // it asks for nothing of another size
        server_->stallAfter = size;
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        QSignalSpy ended(&process, &QProcess::finished);
        process.start(QStringLiteral(ATTX_BINARY),
                      {"download", "imdb", "--from", url_, "--to", folder_->path(), "--json"});
        QTRY_VERIFY(!server_->requests.isEmpty());
        process.terminate();
        QVERIFY(ended.wait(60'000));
        QCOMPARE(process.exitCode(), 1);
        const QJsonObject json = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        QVERIFY(json["interrupted"].toBool());
        QCOMPARE(json["name"].toString(), "imdb");
    }

    void theProgramNamesWhatIsWrong() {
        const QString to = folder_->path();
        Ended ended = runProgram({"download", "cifar"});
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("cifar-100|resnet-34|imdb"), ended.all().constData());
        ended = runProgram({"download", "imdb", "--from", "file:///etc/passwd", "--to", to});
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("--from"), ended.all().constData());
        ended = runBeside({"download", "imdb", "--from", url_, "--to", to, "--json"});
        QCOMPARE(ended.status, 1);
        QVERIFY2(ended.json()["error"].toString().contains("the server offers 200000"),
                 ended.all().constData());
        QVERIFY2(ended.err.contains("cite"), ended.all().constData());  // the terms come first
        server_->status = "404 Not Found";
        ended = runBeside({"download", "resnet-34", "--from", url_, "--to", to});
        QCOMPARE(ended.status, 1);
        QVERIFY2(ended.err.contains("the server answered 404"), ended.all().constData());
        QVERIFY(QDir(to).isEmpty());
    }

    void theDialogSaysWhatItIsAndFetchesOnlyWhenAsked() {
        const DownloadSource offered = source();
        QWidget window;
        window.show();
        QString got;
        auto* dialog = openDownload(offered, &window, [&](const QString& file) { got = file; });
        QCOMPARE(openDownload(offered, &window, {}), dialog);  // the one that is open
        QStringList texts;
        for (const QLabel* label : dialog->findChildren<QLabel*>()) texts << label->text();
        const QString all = texts.join('\n');
        for (const char* said : {offered.what, offered.publisher, offered.terms, offered.url, "200 kB"})
            QVERIFY2(all.contains(QString::fromUtf8(said)), said);
        QCoreApplication::processEvents();
        QVERIFY(server_->requests.isEmpty());

        dialog->findChild<QLineEdit*>("folderEdit")->setText(at("new"));
        auto* start = dialog->findChild<QPushButton*>("start");
        QCOMPARE(start->text(), "&Get it");
        QSignalSpy closed(dialog, &QDialog::accepted);
        QTest::mouseClick(start, Qt::LeftButton);
        QVERIFY(closed.wait());
        QCOMPARE(got, at("new/aclImdb_v1.tar.gz"));
        QCOMPARE(read("new/aclImdb_v1.tar.gz"), server_->body);
    }

    void theDialogCancelsAndResumes() {
        server_->stallAfter = size / 2;
        const DownloadSource offered = source();
        QWidget window;
        window.show();
        bool got = false;
        auto* dialog = openDownload(offered, &window, [&](const QString&) { got = true; });
        dialog->findChild<QLineEdit*>("folderEdit")->setText(folder_->path());
        auto* start = dialog->findChild<QPushButton*>("start");
        auto* close = dialog->findChild<QPushButton*>("close");
        auto* message = dialog->findChild<QLabel*>("message");
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY(message->text().contains("of 200 kB"));
        QVERIFY(!start->isEnabled() && dialog->findChild<QProgressBar*>()->isVisible());
        QCOMPARE(close->text(), "&Cancel");
        QTest::mouseClick(close, Qt::LeftButton);
        QVERIFY2(message->text().contains("kept"), qPrintable(message->text()));
        QCOMPARE(start->text(), "&Resume");
        server_->stallAfter = -1;
        QSignalSpy closed(dialog, &QDialog::accepted);
        QTest::mouseClick(start, Qt::LeftButton);
        QVERIFY(closed.wait());
        QVERIFY(got);
        QVERIFY(server_->asked("Range").startsWith("bytes="));
    }

    void theDialogStaysOpenWithWhatWentWrong() {
        server_->status = "404 Not Found";
        const DownloadSource offered = source();
        QWidget window;
        auto* dialog = openDownload(offered, &window, [](const QString&) {});
        dialog->findChild<QLineEdit*>("folderEdit")->setText(folder_->path());
        QTest::mouseClick(dialog->findChild<QPushButton*>("start"), Qt::LeftButton);
        QTRY_VERIFY(!dialog->isFetching());
        QVERIFY(dialog->findChild<QLabel*>("message")->text().contains("the server answered 404"));
        QVERIFY(dialog->isVisible());
        QCOMPARE(dialog->findChild<QPushButton*>("start")->text(), "&Get it");
    }

    void theFormOffersWhatItsTaskNeeds() {
        Application application(*qApp, {at("settings.ini"), at("runs")});
        MainWindow& window = application.window();
        window.show();
        const auto button = [&](const char* name) { return window.form().findChild<QPushButton*>(name); };
        for (const DownloadSource& each : downloadSources) QVERIFY(!button(each.name)->isVisible());
        window.form().setShowsAll(true);
        for (const DownloadSource& each : downloadSources) QVERIFY(!button(each.name)->isVisible());
        window.form().setConfig(presetByName("anomaly-shapes"));
        QVERIFY(button("cifar-100")->isVisible() && !button("imdb")->isVisible());
        QVERIFY(button("resnet-34")->isVisible() && !button("resnet-34")->isEnabled());
        RunConfig images = presetByName("anomaly");
        images.data.path = "somewhere";
        window.form().setConfig(images);
        QVERIFY(button("resnet-34")->isEnabled());
        window.form().setShowsAll(false);
        window.form().setConfig(presetByName("patches-cifar"));
        QVERIFY(button("cifar-100")->isVisible() && !button("resnet-34")->isVisible());
        window.form().setShowsAll(true);
        window.form().setConfig(presetByName("text-demo"));
        QVERIFY(button("imdb")->isVisible() && !button("cifar-100")->isVisible());
        button("imdb")->click();
        auto* dialog = window.findChild<DownloadDialog*>("imdb");
        QVERIFY(dialog && dialog->isVisible() && !dialog->isFetching());
        QVERIFY(!dialog->file().isEmpty());
    }

    void whatWasFetchedGoesIntoTheForm() {
        Application application(*qApp, {at("settings.ini"), at("runs")});
        MainWindow& window = application.window();
        window.show();
        const DownloadSource offered = source();
        const auto fetch = [&](const QString& folder) {
            application.download(offered);
            auto* dialog = window.findChild<DownloadDialog*>("imdb");
            dialog->findChild<QLineEdit*>("folderEdit")->setText(folder);
            QSignalSpy closed(dialog, &QDialog::accepted);
            dialog->findChild<QPushButton*>("start")->click();
            QVERIFY(closed.wait());
            QTRY_VERIFY(!window.findChild<DownloadDialog*>("imdb"));
        };
        fetch(at("first"));  // for another task than the form's: nothing is overturned
        QVERIFY(window.form().config() == presetByName("reverse"));
        QVERIFY(window.noticeBar().text().contains("Choose it in the form"));

        window.form().setConfig(presetByName("text-demo"));
        fetch(at("second"));
        const RunConfig config = window.form().config();
        QCOMPARE(config.data.path, at("second/aclImdb_v1.tar.gz").toStdString());
        QVERIFY(config.network == presetByName("text-imdb").network);
        QCOMPARE(config.preset, std::string("custom"));
    }
};

TEST_CLASS(TestDownloadCommand, QApplication)

}  // namespace test_download_command
#include "test_download_command.moc"
