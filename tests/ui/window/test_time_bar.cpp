// The slider below the pages: scrubbing, keys, playing, following the run.
#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <map>

#include "model/run/trainer.h"
#include "runner.h"
#include "ui/named.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/training/training_page.h"
#include "ui/views/curve_view.h"
#include "ui/views/heat_map_view.h"
#include "ui/window/main_window.h"
#include "ui/window/time_bar.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_time_bar {

constexpr int stepsBetween = 5;

class TestTimeBar : public QObject {
    Q_OBJECT

    std::unique_ptr<Theme> theme_;
    std::unique_ptr<RunFixture> run_;
    std::unique_ptr<MainWindow> window_;
    std::map<int64_t, std::shared_ptr<const std::vector<float>>> kept_;
    std::vector<Snapshot> snapshots_;

    [[nodiscard]] TimeBar& bar() const { return window_->timeBar(); }
    [[nodiscard]] QToolButton* button(const QString& name) const { return named<QToolButton>(bar(), name); }
    void keep(const Trainer& trainer) {
        kept_[trainer.step()] = std::make_shared<const std::vector<float>>(trainer.parameters());
        snapshots_.push_back({trainer.step(), trainer.step() > 0 ? 1 : 0, 1000});
    }
    /// What the attention page shows is what the network of that moment makes of the sample.
    void verifyShown(const std::vector<float>& parameters) {
        Inspector inspector(run_->config.network);
        inspector.setParameters(std::make_shared<const std::vector<float>>(parameters));
        const Inspection expected = inspector.inspect(run_->model.sample());
        std::vector<float> maps;  // [layers, heads, T, T]
        for (const std::vector<float>& layer : expected.attention)
            maps.insert(maps.end(), layer.begin(), layer.end());
        QVERIFY(window_->page<AttentionPage>().gridView()->figure().data().front().values == maps);
    }

private Q_SLOTS:
    void initTestCase() { theme_ = std::make_unique<Theme>(*qApp); }

    void init() {
        run_ = std::make_unique<RunFixture>("reverse-deep");
        RunModel& model = run_->model;
        connect(&model.shown(), &Shown::snapshotRequested, &model, [this](const Snapshot& snapshot) {
            run_->model.shown().setSnapshotParameters(snapshot, kept_.at(snapshot.step));
        });
        window_ = std::make_unique<MainWindow>(model, *theme_);
        run_->showOn(*window_, {1280, 800});
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        kept_.clear();
        snapshots_.clear();
        Trainer trainer(run_->backend, run_->config, run_->data);
        model.beginRun("first", "native");
        model.setState(RunState::Training);
        keep(trainer);
        for (int i = 1; i <= 4 * stepsBetween; ++i) {
            TrainProgress progress;
            progress.steps = trainer.singleStep().steps;
            progress.step = i;
            progress.totalSteps = trainer.totalSteps();
            progress.parameters = std::make_shared<const std::vector<float>>(trainer.parameters());
            model.addProgress(progress);
            if (i % stepsBetween == 0) keep(trainer);
        }
        model.setSnapshots(snapshots_);
    }
    void cleanup() {
        window_.reset();
        run_.reset();
    }

    void theOthersGiveWayToTheSlider() {
        const QLabel* name = bar().findChildren<QLabel*>().front();
        QCOMPARE(name->text(), QStringLiteral("timeline"));
        const QWidget *speed = bar().speedCombo(), *save = button(QStringLiteral("Save animation"));
        const int whole = bar().sizeHint().width(), least = bar().minimumSizeHint().width(),
                  ofName = name->sizeHint().width();
        const auto parts = [&](int width) {
            bar().resize(width, bar().height());
            return QString::number(!name->isHidden()) + QString::number(!save->isHidden()) +
                   QString::number(!speed->isHidden());
        };
        QCOMPARE(parts(whole), QStringLiteral("111"));
        QCOMPARE(parts(whole - 1), QStringLiteral("011"));
        QCOMPARE(parts(whole - ofName - 20), QStringLiteral("001"));
        QCOMPARE(parts(least), QStringLiteral("000"));
        QTRY_VERIFY2(bar().slider()->width() >= 80, qPrintable(QString::number(bar().slider()->width())));
        QCOMPARE(parts(whole), QStringLiteral("111"));
        QTRY_VERIFY2(bar().slider()->width() >= 80, qPrintable(QString::number(bar().slider()->width())));
    }

    void scrubbingShowsThatMoment() {
        QCOMPARE(bar().slider()->maximum(), 5);
        QCOMPARE(bar().slider()->value(), 5);
        QCOMPARE(bar().label()->text(), "now: epoch 1 of 5, step 20");
        QVERIFY2(bar().slider()->toolTip().contains("on disk: 5, 5"), qPrintable(bar().slider()->toolTip()));
        for (const int index : {2, 0, 4, 1}) {
            bar().slider()->setValue(index);
            const Snapshot& moment = snapshots_[static_cast<size_t>(index)];
            QVERIFY(run_->model.shown().snapshot() == moment);
            QCOMPARE(bar().label()->text(), index == 0
                                                ? "before training"
                                                : QStringLiteral("epoch 1 of 5, step %1").arg(moment.step));
            verifyShown(*kept_.at(moment.step));
            const std::optional<double> marker = window_->page<TrainingPage>().view(0)->figure().marker;
            QVERIFY(marker && *marker == static_cast<double>(moment.step));
        }
        bar().slider()->setValue(5);
        QVERIFY(!run_->model.shown().snapshot());
        QVERIFY(!window_->page<TrainingPage>().view(0)->figure().marker);
        verifyShown(*kept_.at(20));
    }

    void everyKeyOfTheSliderAndOfTheWindow() {
        bar().slider()->setFocus();
        QTest::keyClick(bar().slider(), Qt::Key_Home);
        QVERIFY(run_->model.shown().snapshot() == snapshots_[0]);
        QTest::keyClick(bar().slider(), Qt::Key_Right);
        QVERIFY(run_->model.shown().snapshot() == snapshots_[1]);
        QTest::keyClick(bar().slider(), Qt::Key_End);
        QVERIFY(!run_->model.shown().snapshot());
        window_->page<AttentionPage>().setFocus();
        QTest::keyClick(&window_->page<AttentionPage>(), Qt::Key_Comma);
        QVERIFY(run_->model.shown().snapshot() == snapshots_[4]);
        QTest::keyClick(&window_->page<AttentionPage>(), Qt::Key_Period);
        QVERIFY(!run_->model.shown().snapshot());
    }

    void theRightEndFollowsTheRun() {
        const TrainProgress progress{.steps = {{21, 1, 1, 0, 0, 0}}, .parameters = kept_.at(5)};
        run_->model.addProgress(progress);
        QCOMPARE(bar().label()->text(), "now: epoch 1 of 5, step 21");
        verifyShown(*kept_.at(5));
        // One more moment: now stays now, and a moment stays that moment.
        std::vector<Snapshot> more = snapshots_;
        more.push_back({25, 1, 1000});
        run_->model.setSnapshots(more);
        QCOMPARE(bar().slider()->value(), 6);
        bar().slider()->setValue(2);
        run_->model.setSnapshots(snapshots_);
        QCOMPARE(bar().slider()->value(), 2);
        QVERIFY(run_->model.shown().snapshot() == snapshots_[2]);
        // It is thinned out: the slider stands where it stood, the page still shows it.
        run_->model.setSnapshots({snapshots_[0], snapshots_[4]});
        QCOMPARE(bar().slider()->value(), 0);
        verifyShown(*kept_.at(10));
    }

    void playsToTheEndOfWhatIsKept() {
        QSignalSpy moments(&run_->model.shown(), &Shown::snapshotRequested);
        bar().speedCombo()->setCurrentIndex(bar().speedCombo()->count() - 1);  // 30 a second
        QTest::mouseClick(button("Play"), Qt::LeftButton);
        QVERIFY(bar().isPlaying());
        QVERIFY(run_->model.shown().snapshot() == snapshots_[0]);
        QTRY_VERIFY(!bar().isPlaying());
        QCOMPARE(moments.size(), 5);
        QVERIFY(run_->model.shown().snapshot() == snapshots_[4]);
        verifyShown(*kept_.at(20));
        // Keys begin and end it, too; somebody who scrubs stops it.
        QTest::keyClick(&window_->page<AttentionPage>(), Qt::Key_P);
        QVERIFY(bar().isPlaying() && button("Pause playing"));
        QTest::keyClick(&window_->page<AttentionPage>(), Qt::Key_P);
        QVERIFY(!bar().isPlaying() && button("Play"));
        bar().setPlaying(true);
        bar().slider()->setValue(3);
        QVERIFY(!bar().isPlaying());
        QVERIFY(run_->model.shown().snapshot() == snapshots_[3]);
    }

    void playingKeepsTheSpeed() {
        bar().speedCombo()->setCurrentIndex(3);  // 10 a second
        QElapsedTimer clock;
        clock.start();
        bar().setPlaying(true);
        QTRY_VERIFY(!bar().isPlaying());
        // Four frames of 100 ms; a coarse timer of Qt may be 5 % early.
        QVERIFY2(clock.elapsed() >= 380, qPrintable(QString::number(clock.elapsed())));
    }

    void nothingToLookBackAt() {
        run_->model.setSnapshots({});
        QVERIFY(!bar().slider()->isEnabled());
        QVERIFY(!button("Play")->isEnabled());
        QVERIFY(!bar().slider()->toolTip().contains("on disk"));
        bar().setPlaying(true);
        QVERIFY(!bar().isPlaying());
        run_->show();
        run_->model.setState(RunState::Idle);
        QCOMPARE(bar().label()->text(), "before training");
    }
};

TEST_CLASS(TestTimeBar, QApplication)

}  // namespace test_time_bar
#include "test_time_bar.moc"
