// Questions about a network: answers carry their tag, and the newest question replaces one that waits.
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTest>
#include <algorithm>
#include <map>

#include "app/workers/inspect_worker.h"

using namespace attx;

namespace {

InspectRequest ask(quint64 tag, const std::vector<int32_t>& tokens, const NetworkConfig& network = {}) {
    static std::map<int, std::shared_ptr<const std::vector<float>>> made;
    auto& parameters = made[network.modelDim];
    if (!parameters)
        parameters =
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(network, 4), 1));
    return {tag, network, parameters, sampleOf(tokens)};
}

/// Gathers what comes back, in the test's own thread.
struct Listener : QObject {
    explicit Listener(InspectWorker& worker) {
        connect(&worker, &InspectWorker::answered, this, [this](quint64 tag, const Inspection& inspection) {
            tags.push_back(tag);
            last = inspection;
            arrived.quit();
        });
        connect(&worker, &InspectWorker::failed, this, [this](quint64 tag, const QString& message) {
            failedTags.push_back(tag);
            lastFailure = message;
            arrived.quit();
        });
    }
    std::vector<quint64> tags, failedTags;
    Inspection last;
    QString lastFailure;
    QEventLoop arrived;
};

}  // namespace

class TestInspectWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersWithTheTag() {
        InspectWorker worker;
        Listener heard(worker);
        worker.request(ask(7, {0, 7, 6, 4}));
        heard.arrived.exec();
        QCOMPARE(heard.tags, (std::vector<quint64>{7}));
        QCOMPARE(heard.last.sample.tokens, (std::vector<int32_t>{0, 7, 6, 4}));
        QCOMPARE(heard.last.logits.size(), size_t{4 * 10});
        QCOMPARE(heard.last.attention.size(), size_t{1});
        QCOMPARE(heard.last.attention[0].size(), size_t{4 * 4});
        QCOMPARE(heard.last.prediction.size(), size_t{4});
    }

    void newestReplacesTheWaiting() {
        InspectWorker worker;
        Listener heard(worker);
        constexpr quint64 last = 500;
        const std::vector<int32_t> tokens(200, 3);
        for (quint64 tag = 1; tag <= last; ++tag) worker.request(ask(tag, tokens));
        QTRY_VERIFY(!heard.tags.empty() && heard.tags.back() == last);
        QVERIFY(heard.tags.size() < last);
        QVERIFY(std::is_sorted(heard.tags.begin(), heard.tags.end()));
    }

    void followsAnotherNetwork() {
        InspectWorker worker;
        Listener heard(worker);
        NetworkConfig wide;
        wide.modelDim = 64;
        wide.numHeads = 4;
        worker.request(ask(1, {1, 2}));
        heard.arrived.exec();
        worker.request(ask(2, {1, 2, 3}, wide));
        heard.arrived.exec();
        QCOMPARE(heard.last.heads, 4);
        QCOMPARE(heard.last.attention[0].size(), size_t{4 * 3 * 3});
    }

    void wrongQuestionsFailAndTheNextIsAnswered() {
        InspectWorker worker;
        Listener heard(worker);
        worker.request(ask(1, {1, 10}));
        heard.arrived.exec();
        QCOMPARE(heard.failedTags, (std::vector<quint64>{1}));
        QVERIFY(heard.lastFailure.contains("10"));
        InspectRequest truncated = ask(2, {1});
        truncated.parameters = std::make_shared<const std::vector<float>>(3);
        worker.request(truncated);
        heard.arrived.exec();
        QCOMPARE(heard.failedTags.size(), size_t{2});
        worker.request(ask(3, {1}));
        heard.arrived.exec();
        QCOMPARE(heard.tags, (std::vector<quint64>{3}));
    }

    void featuresOfAnotherWidthAreRefused_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("twice as wide") << 2 * 6;
        QTest::newRow("half as wide") << 6 / 2;
        QTest::newRow("one more") << 6 + 1;
        QTest::newRow("none") << 0;
    }
    void featuresOfAnotherWidthAreRefused() {
        QFETCH(int, width);
        NetworkConfig network = presetByName("anomaly-shapes").network;
        network.inputDim = 6;
        constexpr int members = 4;
        InspectRequest request{
            1, network,
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(network, members), 3)),
            setOf(std::vector<float>(static_cast<size_t>(std::max(members * width, 1)), 0.5F), members)};
        for (const bool explained : {false, true}) {
            if (explained) request.explain.emplace().options.methods = {ExplainMethod::Relevance};
            InspectWorker worker;
            Listener heard(worker);
            worker.request(request);
            heard.arrived.exec();
            const QString expected = width > 0
                                         ? QString("reads vectors of width 6, the data has %1").arg(width)
                                         : QString("A set of 4 members needs a vector of each");
            QVERIFY2(heard.tags.empty() && heard.lastFailure.contains(expected),
                     qPrintable(heard.lastFailure));
        }
    }

    void theLossOfASetIsExplained() {
        NetworkConfig network = presetByName("anomaly-shapes").network;
        constexpr int members = 4;
        const auto parameters =
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(network, members), 3));
        std::vector<float> features;
        for (int i = 0; i < members * network.inputDim; ++i)
            features.push_back(static_cast<float>(i * 37 % 101) / 50 - 1);
        InspectRequest request{1, network, parameters, setOf(features, members)};
        const auto relevanceOf = [&](ExplainTarget::Score score, int32_t odd) {
            request.sample.expected = {odd};
            request.explain.emplace();
            request.explain->target.score = score;
            request.explain->options.methods = {ExplainMethod::AttentionXGradient};
            InspectWorker worker;
            QObject context;
            std::vector<float> values;  // heard of before the listener, which ends the wait
            connect(&worker, &InspectWorker::answered, &context,
                    [&](quint64, const Inspection&, const std::shared_ptr<const Explanation>& explanation) {
                        values = explanation->maps.front().values;
                    });
            Listener heard(worker);
            worker.request(request);
            heard.arrived.exec();
            return values;
        };
        using Score = ExplainTarget::Score;
        const std::vector<float> first = relevanceOf(Score::Loss, 0), last = relevanceOf(Score::Loss, 3);
        QVERIFY(!first.empty() && first != last && first != relevanceOf(Score::Logit, 0));
    }

    void oneTokenIsAnsweredWithinAFrame() {
        InspectWorker worker;
        Listener heard(worker);
        worker.request(ask(1, std::vector<int32_t>(16, 2)));
        heard.arrived.exec();
        QElapsedTimer clock;
        clock.start();
        constexpr int questions = 50;
        for (quint64 i = 0; i < questions; ++i) {
            worker.request(ask(i + 2, std::vector<int32_t>(16, static_cast<int32_t>(i % 10))));
            heard.arrived.exec();
        }
        const double each = static_cast<double>(clock.nsecsElapsed()) / 1e6 / questions;
        qInfo("%.2f ms from a question to its answer", each);
        QVERIFY(each <= 16);
    }
};

QTEST_GUILESS_MAIN(TestInspectWorker)
#include "test_inspect_worker.moc"
