// Queries in a thread of their own: the newest replaces one that waits and interrupts one under way, progress
// is reported, errors are said, and either side may end before the other.
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <stdexcept>

#include "app/threads/query_worker.h"
#include "runner.h"

using namespace attx;

namespace test_query_worker {

constexpr int patience = 20'000;

/// Counts until it is interrupted; reports each number.
std::optional<int> countForEver(const Subject&, const std::function<void(const int&)>& report,
                                const std::atomic<bool>& interrupt) {
    for (int i = 0; !interrupt; ++i) {
        report(i);
        QThread::msleep(1);
    }
    return std::nullopt;
}

class TestQueryWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersInAnotherThread() {
        Study<QThread*> study;
        QueryWorker worker(study);
        study.ask({}, [](const Subject&, const auto&, const auto&) {
            return std::optional(QThread::currentThread());
        });
        QVERIFY(study.isAsking() && !study.answer());
        QTRY_VERIFY_WITH_TIMEOUT(study.answer(), patience);
        QVERIFY(!study.isAsking());
        QVERIFY(*study.answer() != QThread::currentThread());
    }

    void theNewestInterruptsAndReplaces() {
        Study<int> study;
        QueryWorker worker(study);
        study.ask({}, countForEver);
        QTRY_VERIFY_WITH_TIMEOUT(study.answer(), patience);  // under way, with a report
        std::atomic<int> answered{0};
        for (int i = 1; i <= 40; ++i)
            study.ask({}, [i, &answered](const Subject&, const auto&, const auto&) {
                ++answered;
                return std::optional(-i);
            });
        QTRY_VERIFY_WITH_TIMEOUT(!study.isAsking(), patience);
        QCOMPARE(*study.answer(), -40);
        QVERIFY(answered < 40);
    }

    void cancelEndsWhatIsUnderWay() {
        Study<int> study;
        QueryWorker worker(study);
        study.ask({}, countForEver);
        QTRY_VERIFY_WITH_TIMEOUT(study.answer(), patience);
        study.cancel();
        QVERIFY(!study.isAsking() && !study.answer());
        study.ask({}, [](const Subject&, const auto&, const auto&) { return std::optional(7); });
        QTRY_VERIFY_WITH_TIMEOUT(study.answer(), patience);  // it would wait for ever behind the one before
        QCOMPARE(*study.answer(), 7);
    }

    void anErrorIsSaid_data() {
        QTest::addColumn<bool>("memory");
        QTest::newRow("memory") << true;
        QTest::newRow("anything else") << false;
    }
    void anErrorIsSaid() {
        QFETCH(bool, memory);
        Study<int> study;
        QueryWorker worker(study);
        QSignalSpy failed(&study, &StudyBase::failed);
        study.ask({}, [memory](const Subject&, const auto&, const auto&) -> std::optional<int> {
            if (memory) throw std::bad_alloc();
            throw std::runtime_error("no such head");
        });
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
        QVERIFY(failed[0][0].toString().contains(memory ? "memory" : "no such head"));
        QVERIFY(!study.isAsking() && !study.answer());
    }

    void eitherMayEndFirst() {
        auto study = std::make_unique<Study<int>>();
        auto worker = std::make_unique<QueryWorker>(*study);
        study->ask({}, countForEver);
        worker.reset();  // interrupts; a question for ever would hang here
        study->ask({}, countForEver);
        worker = std::make_unique<QueryWorker>(*study);
        study->ask({}, countForEver);
        study.reset();
        worker.reset();
    }
};

TEST_CLASS(TestQueryWorker, QCoreApplication)

}  // namespace test_query_worker
#include "test_query_worker.moc"
