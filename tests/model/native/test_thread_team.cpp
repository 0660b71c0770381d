// The team of threads: all take part, they meet, and what one throws reaches the caller.
#include <QtTest>
#include <atomic>
#include <stdexcept>

#include "model/native/thread_team.h"
#include "runner.h"

using namespace attx;

class TestThreadTeam : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyMemberMeetsTheOthers_data() {
        QTest::addColumn<int>("size");
        for (const int size : {1, 2, 5}) QTest::addRow("%d", size) << size;
    }
    void everyMemberMeetsTheOthers() {
        QFETCH(int, size);
        ThreadTeam team(size);
        for (int round = 0; round < 100; ++round) {
            std::vector<int> part(static_cast<size_t>(size)), sums(part.size());
            team.run([&](int member) {
                part[static_cast<size_t>(member)] = member + round;
                team.meet();
                for (const int value : part) sums[static_cast<size_t>(member)] += value;
            });
            for (const int sum : sums) QCOMPARE(sum, size * round + size * (size - 1) / 2);
        }
    }

    void whatAMemberThrowsReachesTheCaller_data() {
        QTest::addColumn<int>("thrower");
        QTest::newRow("the caller") << 0;
        QTest::newRow("another thread") << 2;
        QTest::newRow("all") << -1;
    }
    void whatAMemberThrowsReachesTheCaller() {
        QFETCH(int, thrower);
        ThreadTeam team(3);
        for (int round = 0; round < 100; ++round) {
            std::atomic<int> before{0}, behind{0};
            const auto work = [&](int member) {
                ++before;
                team.meet();
                if (thrower < 0 || member == thrower) throw std::runtime_error("no memory");
                team.meet();  // which never comes about
                ++behind;
            };
            QVERIFY_THROWS_EXCEPTION(std::runtime_error, team.run(work));
            QCOMPARE(before.load(), 3);
            QCOMPARE(behind.load(), 0);
            team.run([&](int) {
                team.meet();
                ++behind;
            });
            QCOMPARE(behind.load(), 3);  // and the team goes on
        }
    }
};

TEST_CLASS(TestThreadTeam, NoApplication)
#include "test_thread_team.moc"
