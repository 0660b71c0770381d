// What ablation keeps: nothing of a network that is not shown any more.
#include <QSignalSpy>
#include <QtTest>

#include "runner.h"
#include "ui/asked.h"
#include "ui/state/ablation_study.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestAblationStudy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dataThatAreNotShownAnyMoreAreLetGoOf() {
        RunFixture run("reverse-deep");
        run.show();
        AblationStudy study(run.model);
        QSignalSpy asked(&study.effectStudy(), &StudyBase::asked);
        study.toggleHead(1);
        answerWhole(study.effectStudy(), asked.back()[0].value<Query>());
        QVERIFY(study.effect());
        asked.clear();  // the questions hold them too
        std::weak_ptr<const DataSet> before = run.data;
        run.data = std::make_shared<const DataSet>(*run.data);
        run.show();
        QVERIFY(before.expired());
    }
};

TEST_CLASS(TestAblationStudy, QApplication)
#include "test_ablation_study.moc"
