// The page for browsers: what is written into it cannot become part of its code.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTranslator>
#include <QtTest>

#include "runner.h"
#include "ui/export/html_page.h"

using namespace attx;

class TestHtmlPage : public QObject {
    Q_OBJECT
    static Inspection inspection(int length, std::vector<int32_t> prediction, std::vector<float> logits) {
        Inspection found;
        found.sample = sampleOf(std::vector<int32_t>(static_cast<size_t>(length)));
        found.prediction = std::move(prediction);
        found.logits = std::move(logits);
        found.heads = 2;
        std::vector<float> layer;
        for (int i = 0; i < 2 * length * length; ++i) layer.push_back(static_cast<float>(i) / 100);
        found.attention = {layer};
        return found;
    }

    static QJsonObject dataOf(const PageContent& content) {
        const QByteArray page = QByteArray::fromStdString(htmlPage(content)), mark = "id=\"data\">";
        const qsizetype begin = page.indexOf(mark) + mark.size();
        return QJsonDocument::fromJson(page.mid(begin, page.indexOf("</script>", begin) - begin)).object();
    }

private Q_SLOTS:
    void namesStayText() {
        const QString name =
            QStringLiteral("</script><script>alert(\"1\")</script><!-- & é {{VERSION}} {{DATA}}");
        PageContent content;
        content.title = content.about = content.labelsTitle = name;
        content.labels = QStringList{name, name};
        content.heads = 1;
        content.frames = {{name, {name, name}, {0.F, 1.F, 0.5F, 0.25F}}};
        const QByteArray page = QByteArray::fromStdString(htmlPage(content));
        QVERIFY(!page.contains("alert(\"1\")</script>"));
        QVERIFY(page.contains("<title>&lt;/script&gt;"));
        const QByteArray mark = "id=\"data\">";
        const qsizetype begin = page.indexOf(mark) + mark.size();
        const QJsonObject data =
            QJsonDocument::fromJson(page.mid(begin, page.indexOf("</script>", begin) - begin)).object();
        QCOMPARE(data["title"].toString(), name);
        QCOMPARE(data["labels"].toArray().at(1).toString(), name);
        QCOMPARE(QByteArray::fromBase64(data["weights"].toString().toLatin1()),
                 QByteArray::fromHex("0000ffff00800040"));
        QCOMPARE(page.count("<script"), 2);
    }

    /// What a person reads on the page is none of the template's own words, nor of its script's.
    void itSpeaksTheLanguageOfTheWindow() {
        struct Marked : QTranslator {
            QString translate(const char*, const char* text, const char*, int) const override {
                return QStringLiteral("§") + QLatin1String(text);
            }
            bool isEmpty() const override { return false; }
        } marked;
        QCoreApplication::installTranslator(&marked);
        PageContent content;
        content.labels = QStringList{QStringLiteral("1")};
        content.heads = 1;
        content.frames = {{QStringLiteral("2"), {QStringLiteral("3")}, {1.F}}};
        QString page = QString::fromStdString(htmlPage(content));
        QCoreApplication::removeTranslator(&marked);
        QVERIFY(page.contains(QStringLiteral("<html lang=\"§en\">")));
        const QJsonObject words = QJsonDocument::fromJson(page.section(QStringLiteral("id=\"data\">"), 1)
                                                              .section(QStringLiteral("</script>"), 0, 0)
                                                              .toUtf8())
                                      .object()["words"]
                                      .toObject();
        QVERIFY(words.size() > 8);
        for (const QJsonValue& word : words) QVERIFY(word.toString().startsWith(QStringLiteral("§")));
        // Between the tags, outside of style and scripts; and what the script sets.
        QString read = page.section(QStringLiteral("<body>"), 1);
        read.remove(QRegularExpression(QStringLiteral("<script.*?</script>"),
                                       QRegularExpression::DotMatchesEverythingOption));
        read.remove(QRegularExpression(QStringLiteral("<[^>]*>")));
        for (const QString& line : read.split(QLatin1Char('\n')))
            QVERIFY2(!line.contains(QRegularExpression(QStringLiteral("^[^§]*[A-Za-z]"))), qPrintable(line));
        const QRegularExpression set(QStringLiteral("(textContent = |aria-label\", |row\\()[\"`][A-Za-z]"));
        QVERIFY2(!page.contains(set), qPrintable(set.match(page).captured()));
    }

    /// Only the first positions, of every head: those behind them are padding.
    void aFrameLeavesOutPadding() {
        RunConfig config;
        NetworkConfig& network = config.network;
        network.output = OutputKind::Pooled;
        network.numHeads = 2;
        const PageFrame frame =
            pageFrame({}, inspection(3, {1}, {0.F, 0.F}), config, {{"bad", "good"}, {}}, 2);
        QCOMPARE(frame.maps, (std::vector<float>{0.00F, 0.01F, 0.03F, 0.04F, 0.09F, 0.10F, 0.12F, 0.13F}));
        QCOMPARE(frame.prediction, QStringList{QStringLiteral("good  50.0 %")});
    }

    /// In the page itself, large ones smaller, and nothing for a member of no image.
    void aSetHasItsImages() {
        QImage small(3, 2, QImage::Format_RGB888), large(800, 400, QImage::Format_RGB888);
        small.fill(Qt::red);
        small.setPixelColor(2, 1, Qt::blue);
        large.fill(Qt::green);
        PageContent content;
        content.labels = QStringList{"a", "b", "c"};
        content.images = {small, QImage(), large};
        content.odd = 2;
        content.frames = {
            {"now", {"member 3  50.0 %"}, std::vector<float>(9, 1.F / 3), {0.25F, 0.25F, 0.5F}}};
        const QJsonObject data = dataOf(content);
        const auto image = [&](int i) {
            return QImage::fromData(
                QByteArray::fromBase64(data["images"].toArray().at(i).toString().toLatin1()), "PNG");
        };
        QCOMPARE(image(0).convertToFormat(QImage::Format_RGB888), small);
        QCOMPARE(data["images"].toArray().at(1).toString(), QString());
        QCOMPARE(image(2).size(), QSize(80, 40));
        QCOMPARE(image(2).pixelColor(40, 20), QColor(Qt::green));
        QCOMPARE(data["odd"].toInt(-1), 2);
        QCOMPARE(data["frames"].toArray().at(0)["probabilities"].toArray().at(2).toDouble(), 0.5);
    }

    void answersAreNamed() {
        RunConfig config;
        NetworkConfig& network = config.network;
        network.numHeads = 2;
        const Inspection found = inspection(2, {1, 0}, {0.F, 1.F, 1.F, 0.F});
        QCOMPARE(pageFrame({}, found, config, {}, 2).prediction, (QStringList{"1", "0"}));
        network.output = OutputKind::Set;
        const PageFrame set = pageFrame({}, inspection(2, {1}, {0.F, 0.F}), config, {}, 2);
        QCOMPARE(set.prediction, QStringList{QStringLiteral("member 2  50.0 %")});
        QCOMPARE(set.probabilities, (std::vector<float>{0.5F, 0.5F}));
    }
};

TEST_CLASS(TestHtmlPage, QCoreApplication)
#include "test_html_page.moc"
