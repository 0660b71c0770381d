// The set that a person put together goes into a lesson state and comes out of it as it was.
#include <QApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>
#include <memory>

#include "app/window/lesson_state.h"
#include "runner.h"
#include "thrown.h"
#include "ui/look/theme.h"
#include "ui/pages/picture/picture_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_own_set_state {

std::vector<OwnSet::Member> members(int width) {
    std::vector<OwnSet::Member> all;
    for (int i = 0; i < 3; ++i) {
        OwnSet::Member member;
        member.from = {i == 0 ? SampleSource::Own : SampleSource::Test, i};
        member.name = QStringLiteral("picture %1").arg(i);
        member.image = QImage(i == 2 ? 700 : 32, 32, QImage::Format_RGB32);
        member.image.fill(QColor(10 * i, 20, 30));
        for (int k = 0; k < width; ++k) member.features.push_back(0.1F * static_cast<float>(i + k));
        all.push_back(member);
    }
    return all;
}

class TestOwnSetState : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itIsTheSameAgain() {
        Theme theme(*static_cast<QApplication*>(QCoreApplication::instance()));
        RunFixture run("anomaly-shapes");
        run.show();
        const int width = run.config.network.inputDim;
        std::string json;
        {
            MainWindow window(run.model, theme);
            window.page<SetsPage>().ownSet()->setMembers(members(width));
            const LessonState state = lessonState(run.model, window, QStringLiteral("look"), false);
            QVERIFY2(state.leftOut.isEmpty(), qPrintable(state.leftOut));
            json = state.json;
        }
        MainWindow window(run.model, theme);
        QCOMPARE(window.page<SetsPage>().ownSet()->count(), 0);
        const LessonNotes notes = showLessonState(json, run.model, window);
        QVERIFY2(notes.problem.isEmpty(), qPrintable(notes.problem));
        const auto& again = window.page<SetsPage>().ownSet()->members();
        const auto before = members(width);
        QCOMPARE(again.size(), before.size());
        for (size_t i = 0; i < before.size(); ++i) {
            QCOMPARE(again[i].name, before[i].name);
            QCOMPARE(again[i].features, before[i].features);
            QCOMPARE(again[i].from.row, before[i].from.row);
            QCOMPARE(again[i].image.pixelColor(3, 3), before[i].image.pixelColor(3, 3));
        }
        QVERIFY(again[2].image.width() <= 256);
        QVERIFY(run.model.sample() == window.page<SetsPage>().ownSet()->sample());
        QTRY_COMPARE(window.page<SetsPage>().ownSet()->shown().probabilities.size(), before.size());
    }

    void anOwnPictureIsTheSameAgain_data() {
        const Rows<int> row("channels");
        row("colours", 3);
        row("grey", 1);
    }
    void anOwnPictureIsTheSameAgain() {
        QFETCH(const int, channels);
        Theme theme(*static_cast<QApplication*>(QCoreApplication::instance()));
        RunFixture run("patches");
        if (channels == 1) {
            run.config.data.channels = 1;
            run.config.data.trainSize = 64;
            run.data = std::make_shared<const DataSet>(makeData(run.config.data));
            tieNetworkToData(run.config);
        }
        run.show();
        std::vector<uint8_t> pixels;
        for (int i = 0; i < 32 * 32 * 3; ++i) pixels.push_back(uint8_t(7 * i));
        std::string json;
        Sample shown;
        {
            MainWindow window(run.model, theme);
            shown = window.page<PicturePage>().keepOwn(QStringLiteral("cat.png"), pixels);
            run.model.shown().chooseSample(shown);
            const LessonState state = lessonState(run.model, window, {}, false);
            QVERIFY2(state.leftOut.isEmpty(), qPrintable(state.leftOut));
            json = state.json;
        }
        run.model.chooseRow(1);
        MainWindow window(run.model, theme);
        const LessonNotes notes = showLessonState(json, run.model, window);
        QVERIFY2(notes.problem.isEmpty(), qPrintable(notes.problem));
        QVERIFY(run.model.sample() != shown);
        QCOMPARE(run.model.sample().features, shown.features);
        const PicturePage::Own* own = window.page<PicturePage>().ownOf(run.model.sample());
        QVERIFY(own && own->name == QStringLiteral("cat.png") && own->pixels == pixels);
        RunFixture sets("anomaly-shapes");
        sets.show();
        MainWindow other(sets.model, theme);
        QVERIFY(showLessonState(json, sets.model, other).problem.contains("sample"));
    }

    void whatIsNoneIsRefused() {
        const QJsonArray good = stateOfOwnSet(members(4));
        QCOMPARE(ownSetIn(good, 4).size(), size_t{3});
        const auto with = [&](const char* name, const QJsonValue& value) {
            QJsonArray state = good;
            QJsonObject first = state[0].toObject();
            first[QLatin1String(name)] = value;
            state[0] = first;
            return state;
        };
        for (const QJsonArray& bad :
             {with("source", 7), with("png", QStringLiteral("AAAA")), with("features", QJsonArray{1, 2}),
              with("features", QJsonArray{1, 2, QStringLiteral("x"), 4})})
            QVERIFY(!thrownMessage([&] { (void)ownSetIn(bad, 4); }).isEmpty());
        QVERIFY(!thrownMessage([&] { (void)ownSetIn(good, 5); }).isEmpty());
        QJsonArray many;
        for (size_t i = 0; i <= largestOwnSet; ++i) many << good[0];
        QVERIFY(!thrownMessage([&] { (void)ownSetIn(many, 4); }).isEmpty());
    }
};

TEST_CLASS(TestOwnSetState, QApplication)

}  // namespace test_own_set_state
#include "test_own_set_state.moc"
