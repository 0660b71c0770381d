// Two networks side by side on the pages of attention and explanations: same input, difference, other shapes,
// and the end of it.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include "model/data/text_data.h"
#include "runner.h"
#include "settings.h"
#include "ui/named.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/state/ablation_study.h"
#include "ui/state/comparison.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_comparison {

using Parameters = std::shared_ptr<const std::vector<float>>;

Parameters parametersOf(const RunConfig& config, uint64_t seed) {
    return std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(config.network, config.data.length), seed));
}

/// A comparison whose questions are answered at once.
struct Beside {
    explicit Beside(RunModel& first) : comparison(first.shown()) {}
    Comparison comparison;
    Looks looks{comparison, Looks::Answered::AtOnce};
};

/// The page of attention in view, nothing beside yet.
struct InView {
    RunFixture run;
    Beside beside{run.model};
    AttentionPage page{run.model};

    explicit InView(const std::string& preset) : run(preset) {
        page.setComparison(beside.comparison);
        run.showOn(page, {1200, 700});
    }
};

class TestComparison : public QObject {
    Q_OBJECT

    static QPoint centre(const HeatMapView& view, int map) {
        return view.rectOfCell(map, 3, 3).center().toPoint();
    }
    static QPushButton* closeButton(const QWidget& page) {
        return named<QPushButton>(page, "Close comparison");
    }

private Q_SLOTS:
    void anotherVocabularyReadsTheSameWords() {
        const RunConfig config = presetByName("text-demo");
        DataNames names, others;
        names.vocabulary = Vocabulary({"good", "film"}, "test");
        others.vocabulary = Vocabulary({"zorro", "good"}, "test");
        RunModel first;
        first.showNetwork(config, parametersOf(config, 1), nullptr, names);
        Beside beside{first};
        beside.comparison.open({QStringLiteral("other"), config, parametersOf(config, 2), others});
        const std::string text = "A good Zorro film";
        first.shown().chooseSample(
            typedSample(config, names, tokensOfText(config, names.vocabulary, text), text));
        const auto read = [](std::vector<int32_t> tokens) {
            tokens.resize(5);
            return tokens;
        };
        QCOMPARE(read(first.sample().tokens), (std::vector<int32_t>{1, 2, 1, 3, 0}));
        QCOMPARE(read(beside.looks.last().sample.tokens), (std::vector<int32_t>{1, 3, 2, 1, 0}));
        QCOMPARE(beside.looks.last().sample.tokens.size(), first.sample().tokens.size());
        QCOMPARE(first.sample().words[2], "[zorro]");
        QCOMPARE(beside.looks.last().sample.words[2], "zorro");
        QCOMPARE(beside.looks.last().sample.words[3], "[film]");
    }
    void anotherMaskReadsWithOrWithoutThePadding_data() {
        QTest::addColumn<bool>("firstMasks");
        QTest::newRow("the second sees it") << true;
        QTest::newRow("the first sees it") << false;
    }
    void anotherMaskReadsWithOrWithoutThePadding() {
        QFETCH(bool, firstMasks);
        RunConfig config = presetByName("text-demo"), other = config;
        config.network.maskPadding = firstMasks;
        other.network.maskPadding = !firstMasks;
        const DataNames names{.vocabulary = Vocabulary({"good", "film"}, "test")};
        RunModel first;
        first.showNetwork(config, parametersOf(config, 1), nullptr, names);
        Beside beside{first};
        beside.comparison.open({QStringLiteral("other"), other, parametersOf(other, 2), names});
        const std::string text = "a good film";
        Sample sample = typedSample(config, names, tokensOfText(config, names.vocabulary, text), text);
        sample.expected = {1};
        first.shown().chooseSample(sample);
        QCOMPARE(beside.looks.last().sample.tokens, tokensOfText(other, names.vocabulary, text));
        QVERIFY(beside.looks.last().sample.length() != first.sample().length());
        QCOMPARE(beside.looks.last().sample.words.size(), beside.looks.last().sample.tokens.size());
        QCOMPARE(beside.comparison.second()->sample().expected, std::vector<int32_t>{1});
    }
    void attentionOfBothAndTheDifference() {
        InView shown("reverse-deep");
        auto& [run, beside, page] = shown;
        QVERIFY(page.secondView()->isHidden() || !page.secondView()->isVisible());
        beside.comparison.open({QStringLiteral("other"), run.config, parametersOf(run.config, 77)});
        QVERIFY(page.secondView()->isVisible() && page.differenceView()->isVisible());
        QCOMPARE(beside.looks.last().sample.tokens, run.model.sample().tokens);
        const auto compare = [&] {
            const auto &a = page.gridView()->figure().maps, &b = page.secondView()->figure().maps,
                       &d = page.differenceView()->figure().maps;
            QCOMPARE(b.size(), a.size());
            QCOMPARE(d.size(), a.size());
            for (size_t map = 0; map < a.size(); ++map)
                for (size_t i = 0; i < a[map].values.size(); ++i)
                    QCOMPARE(d[map].values[i], b[map].values[i] - a[map].values[i]);
        };
        compare();
        QVERIFY(page.differenceView()->figure().scale.symmetric);
        QCOMPARE(page.secondView()->figure().maps[7].values.size(), size_t{256});
        QVERIFY(page.secondView()->figure().maps[7].values != page.gridView()->figure().maps[7].values);

        // The second follows the sample, own sequences and hidden tokens, not the heads that are off.
        run.model.chooseRow(3);
        QCOMPARE(beside.looks.last().sample.tokens, run.model.sample().tokens);
        run.model.shown().chooseSample(sampleOf({1, 2, 3, 4, 5}));
        compare();
        run.model.shown().toggleToken(2);
        QCOMPARE(beside.looks.last().subject.ablation.maskedTokens, (std::vector<int32_t>{2}));
        QCOMPARE(page.secondView()->figure().maps[0].at(1, 2), 0.f);
        page.study().toggleHead(2);
        QVERIFY(beside.looks.last().subject.ablation.headGates.empty());
        compare();

        // A head is large on both sides, with its difference.
        QCoreApplication::processEvents();
        QTest::mouseClick(page.secondView(), Qt::LeftButton, {}, centre(*page.secondView(), 5));
        QCOMPARE(page.chosenHead(), 5);
        QVERIFY(!page.gridView()->isVisible() && page.headView()->isVisible());
        QCOMPARE(page.secondView()->figure().maps.size(), size_t{1});
        const auto &left = page.headView()->figure().maps[0].values,
                   &right = page.secondView()->figure().maps[0].values;
        for (size_t i = 0; i < left.size(); ++i)
            QCOMPARE(page.differenceView()->figure().maps[0].values[i], right[i] - left[i]);
        QVERIFY(page.goBack());
        compare();
        QCOMPARE(page.frames().size(), size_t{3});

        QTest::mouseClick(closeButton(page), Qt::LeftButton);
        QVERIFY(!beside.comparison.second());
        QVERIFY(!page.secondView()->isVisible() && !page.differenceView()->isVisible());
        QCOMPARE(page.frames().size(), size_t{1});
    }

    void otherShapesComparePickedHeads() {
        InView shown("reverse-deep");
        auto& [run, beside, page] = shown;
        const RunConfig small = with(run.config, "network.num_layers=2 network.num_heads=2");
        beside.comparison.open({QStringLiteral("small"), small, parametersOf(small, 3)});
        QVERIFY(!beside.comparison.sameHeads());
        QCOMPARE(page.gridView()->figure().maps.size(), size_t{16});
        QCOMPARE(page.secondView()->figure().maps.size(), size_t{4});
        QCOMPARE(page.differenceView()->figure().maps.size(), size_t{1});
        QCoreApplication::processEvents();
        QTest::mouseClick(page.gridView(), Qt::LeftButton, {}, centre(*page.gridView(), 9));
        QTest::mouseClick(page.secondView(), Qt::LeftButton, {}, centre(*page.secondView(), 3));
        const HeatMap& difference = page.differenceView()->figure().maps[0];
        const auto &left = page.gridView()->figure().maps[9].values,
                   &right = page.secondView()->figure().maps[3].values;
        for (size_t i = 0; i < left.size(); ++i) QCOMPARE(difference.values[i], right[i] - left[i]);
        QCOMPARE(difference.title, QStringLiteral("Layer 2, Head 2 − Layer 3, Head 2"));
        // A second click enlarges the two.
        const std::vector<float> here = left, there = right;
        QTest::mouseClick(page.secondView(), Qt::LeftButton, {}, centre(*page.secondView(), 3));
        QCOMPARE(page.chosenHead(), 9);
        QVERIFY(page.headView()->isVisible() && !page.gridView()->isVisible());
        QCOMPARE(page.headView()->figure().maps.front().values, here);
        QCOMPARE(page.secondView()->figure().maps.size(), size_t{1});
        QCOMPARE(page.secondView()->figure().maps.front().values, there);
        for (size_t i = 0; i < here.size(); ++i)
            QCOMPARE(page.differenceView()->figure().maps[0].values[i], there[i] - here[i]);
        QVERIFY(page.goBack());
        QCOMPARE(page.secondView()->figure().maps.size(), size_t{4});
        // The first one becomes alike: every head has its counterpart.
        run.model.showNetwork(small, parametersOf(small, 9), run.data);
        QVERIFY(beside.comparison.sameHeads());
        QCOMPARE(page.differenceView()->figure().maps.size(), size_t{4});
    }

    void explanationsOfBothAndTheDifference() {
        RunFixture run("reverse-deep");
        Beside beside(run.model);
        ExplainPage page(run.model);
        page.setComparison(beside.comparison);
        page.resize(1200, 800);
        run.show();
        const RunConfig shallow = with(run.config, "network.num_layers=2");
        beside.comparison.open({QStringLiteral("shallow"), shallow, parametersOf(shallow, 3)});
        QVERIFY(!beside.looks.last().explain);  // nothing is asked while the page is hidden
        page.show();
        QVERIFY(beside.looks.last().explain);
        QCOMPARE(beside.looks.last().explain->options.lastLayer, 2);
        const auto &a = page.view()->figure().maps, &b = page.secondView()->figure().maps,
                   &d = page.differenceView()->figure().maps;
        QVERIFY(!a.empty());
        QCOMPARE(b.size(), a.size());
        QCOMPARE(d.size(), a.size());
        for (size_t map = 0; map < a.size(); ++map) {
            QCOMPARE(b[map].title, a[map].title);
            for (size_t i = 0; i < a[map].values.size(); ++i)
                QCOMPARE(d[map].values[i], b[map].values[i] - a[map].values[i]);
        }
        run.model.shown().chooseSample(sampleOf({5, 4, 3}));
        QCOMPARE(b[0].rows, 3);
        QCOMPARE(d[0].rows, 3);
        QTest::mouseClick(closeButton(page), Qt::LeftButton);
        QVERIFY(!page.secondView()->isVisible());
        QCOMPARE(page.frames().size(), size_t{1});
    }

    void anotherTaskKeepsItsOwnPositions() {
        InView shown("reverse");
        auto& [run, beside, page] = shown;
        const RunConfig text = with(run.config, "data.task=text");
        beside.comparison.open({QStringLiteral("texts"), text, parametersOf(text, 3)});
        run.model.shown().chooseSample(sampleOf({5, 4, 3}));
        QCOMPARE(page.gridView()->figure().maps[0].rows, 3);
        QCOMPARE(page.secondView()->figure().maps[0].rows, 16);
        QVERIFY(page.differenceView()->figure().maps.empty());
        run.model.shown().setShowsPadding(true);
        QVERIFY(beside.comparison.second()->showsPadding());
    }

    void aNetworkForAnotherTaskEndsIt() {
        InView shown("reverse");
        auto& [run, beside, page] = shown;
        beside.comparison.open({QStringLiteral("other"), run.config, parametersOf(run.config, 3)});
        QSignalSpy closed(&beside.comparison, &Comparison::closed);
        run.show();  // the same task: it goes on
        QVERIFY(beside.comparison.second() && closed.isEmpty());
        RunConfig text = presetByName("text-demo");
        run.looks.ignore();
        run.model.showNetwork(text, parametersOf(text, 1), nullptr);
        QVERIFY(!beside.comparison.second());
        QVERIFY(!page.secondView()->isVisible());
        QCOMPARE(closed.count(), 1);
        QVERIFY(closed[0][0].toString().contains(QStringLiteral("other is closed")));
    }

    void theSnapshotIsFollowed() {
        RunFixture run("reverse");
        run.show();
        Comparison comparison(run.model.shown());
        std::vector<Snapshot> asked;
        connect(&comparison, &Comparison::snapshotRequested, this,
                [&](const Snapshot& snapshot) { asked.push_back(snapshot); });
        run.model.setSnapshots({{0, 0, 1}, {100, 1, 1}, {200, 2, 1}});
        const auto now = parametersOf(run.config, 1), then = parametersOf(run.config, 2);
        comparison.open({QStringLiteral("other"), run.config, now, {}, {{0, 0, 1}, {90, 1, 1}, {180, 2, 1}}});
        QVERIFY(asked.empty());
        QCOMPARE(comparison.caption(), QStringLiteral("other"));
        run.model.shown().chooseSnapshot({100, 1, 1});
        QCOMPARE(asked.back().step, 90);  // the nearest that it has
        comparison.second()->setSnapshotParameters(asked.back(), then);
        QCOMPARE(comparison.second()->parameters(), then);
        QCOMPARE(comparison.caption(), QStringLiteral("other, step 90"));
        run.model.shown().chooseNow();
        QCOMPARE(comparison.second()->parameters(), now);
        comparison.open({QStringLiteral("file"), run.config, now});  // has no moments
        run.model.shown().chooseSnapshot({0, 0, 1});
        QVERIFY(!comparison.second()->snapshot());
        QCOMPARE(asked.size(), size_t{1});
    }

    void lateAnswersAboutAnotherAreDropped() {
        RunFixture run("reverse");
        run.show();
        Comparison comparison(run.model.shown());
        Looks looks(comparison);
        comparison.open({QStringLiteral("one"), run.config, parametersOf(run.config, 1)});
        comparison.open({QStringLiteral("two"), run.config, parametersOf(run.config, 2)});
        looks.answer(0);
        QVERIFY(comparison.second()->inspection().attention.empty());
    }
};

TEST_CLASS(TestComparison, QApplication)

}  // namespace test_comparison
#include "test_comparison.moc"
