// Questions about a network: answers carry their tag, and the newest question replaces one that waits.
#undef QT_NO_CAST_FROM_ASCII  // tests are full of plain words
#include <QSignalSpy>
#include <QTest>

#include "app/inspect_worker.h"

using namespace attx;

namespace {

InspectRequest ask(quint64 tag, const std::vector<int32_t>& tokens, const NetworkConfig& network = {}) {
    static std::map<int, std::shared_ptr<const std::vector<float>>> made;
    auto& parameters = made[network.modelDim];
    if (!parameters)
        parameters =
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(network, 4), 1));
    return {tag, network, parameters, tokens};
}

}  // namespace

class TestInspectWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersWithTheTag() {
        InspectWorker worker;
        QSignalSpy answers(&worker, &InspectWorker::answered);
        worker.request(ask(7, {0, 7, 6, 4}));
        QVERIFY(answers.wait());
        QCOMPARE(answers[0][0].toULongLong(), 7U);
        const auto inspection = answers[0][1].value<Inspection>();
        QCOMPARE(inspection.tokens, (std::vector<int32_t>{0, 7, 6, 4}));
        QCOMPARE(inspection.logits.size(), size_t{4 * 10});
        QCOMPARE(inspection.attention.size(), size_t{1});
        QCOMPARE(inspection.attention[0].size(), size_t{4 * 4});
        QCOMPARE(inspection.prediction.size(), size_t{4});
    }

    void newestReplacesTheWaiting() {
        InspectWorker worker;
        QSignalSpy answers(&worker, &InspectWorker::answered);
        constexpr quint64 last = 500;
        const std::vector<int32_t> tokens(200, 3);
        for (quint64 tag = 1; tag <= last; ++tag) worker.request(ask(tag, tokens));
        QTRY_VERIFY(!answers.isEmpty() && answers.last()[0].toULongLong() == last);
        QVERIFY(answers.count() < static_cast<int>(last));
        for (int i = 1; i < answers.count(); ++i)
            QVERIFY(answers[i - 1][0].toULongLong() < answers[i][0].toULongLong());
    }

    void followsAnotherNetwork() {
        InspectWorker worker;
        QSignalSpy answers(&worker, &InspectWorker::answered);
        NetworkConfig wide;
        wide.modelDim = 64;
        wide.numHeads = 4;
        worker.request(ask(1, {1, 2}));
        QVERIFY(answers.wait());
        worker.request(ask(2, {1, 2, 3}, wide));
        QVERIFY(answers.wait());
        QCOMPARE(answers[1][1].value<Inspection>().heads, 4);
        QCOMPARE(answers[1][1].value<Inspection>().attention[0].size(), size_t{4 * 3 * 3});
    }

    void wrongQuestionsFailAndTheNextIsAnswered() {
        InspectWorker worker;
        QSignalSpy answers(&worker, &InspectWorker::answered), failures(&worker, &InspectWorker::failed);
        worker.request(ask(1, {1, 10}));
        QVERIFY(failures.wait());
        QCOMPARE(failures[0][0].toULongLong(), 1U);
        QVERIFY(failures[0][1].toString().contains("10"));
        InspectRequest short_ = ask(2, {1});
        short_.parameters = std::make_shared<const std::vector<float>>(3);
        worker.request(short_);
        QVERIFY(failures.wait());
        worker.request(ask(3, {1}));
        QVERIFY(answers.wait());
    }

    void oneTokenIsAnsweredWithinAFrame() {
        InspectWorker worker;
        QSignalSpy answers(&worker, &InspectWorker::answered);
        worker.request(ask(1, std::vector<int32_t>(16, 2)));
        QVERIFY(answers.wait());
        QElapsedTimer clock;
        clock.start();
        constexpr int questions = 50;
        for (int i = 0; i < questions; ++i) {
            worker.request(ask(static_cast<quint64>(i + 2), std::vector<int32_t>(16, i % 10)));
            QVERIFY(answers.wait());
        }
        const double each = static_cast<double>(clock.elapsed()) / questions;
        qInfo("%.2f ms from a question to its answer", each);
        QVERIFY(each <= 16);
    }
};

QTEST_GUILESS_MAIN(TestInspectWorker)
#include "test_inspect_worker.moc"
