// The page How faithful?: measures explanations when it is asked to, and finds what was measured before.
#include <QDir>
#include <QFile>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "model/evaluate/faithfulness_file.h"
#include "runner.h"
#include "ui/asked.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/evaluate/faithful_page.h"
#include "ui/views/curve_view.h"

using namespace attx;

class TestFaithfulPage : public QObject, PageTest<FaithfulPage> {
    Q_OBJECT

    std::unique_ptr<QSignalSpy> asked_;

    static QTableWidget* methods(const FaithfulPage& page) { return named<QTableWidget>(page, "Methods"); }
    static QPushButton* askButton(const FaithfulPage& page) { return named<QPushButton>(page, "Measure"); }
    static QString summary(const FaithfulPage& page) { return named<QLabel>(page, "Result")->text(); }

private Q_SLOTS:
    void init() {
        make("reverse", {900, 600});
        asked_ = std::make_unique<QSignalSpy>(&page_->study(), &StudyBase::asked);
        page_->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
    }
    void cleanup() { close(); }

    void whatTheNetworkDoesNotHaveSaysWhy() {
        const auto entry = [&] {
            for (QAction* action : named<QPushButton>(*page_, "Methods")->menu()->actions())
                if (action->data().toString() == QStringLiteral("integrated_gradients")) return action;
            return static_cast<QAction*>(nullptr);
        };
        QVERIFY(entry() && entry()->isEnabled());
        RunConfig texts = presetByName("text-demo");
        texts.network.inputDim = 1;  // without [UNK]
        run_->model.showNetwork(texts, nullptr, nullptr);
        QVERIFY(!entry()->isEnabled());
        QVERIFY2(entry()->toolTip().contains(QStringLiteral("[UNK]")), qPrintable(entry()->toolTip()));
    }

    void explanationsAreMeasuredWhenAsked() {
        QCOMPARE(named<QSpinBox>(*page_, "Samples")->value(), 200);
        named<QSpinBox>(*page_, "Samples")->setValue(5);
        QAction* occlusion = nullptr;
        for (QAction* action : named<QPushButton>(*page_, "Methods")->menu()->actions())
            if (action->data().toString() == QStringLiteral("occlusion")) occlusion = action;
        QVERIFY(occlusion && !occlusion->isChecked());
        occlusion->trigger();
        QCOMPARE(asked_->size(), 0);
        QTest::mouseClick(askButton(*page_), Qt::LeftButton);
        QCOMPARE(asked_->size(), 1);
        workOut(page_->study(), *asked_);
        const Faithfulness& found = *page_->study().answer();
        QCOMPARE(found.samples, int64_t{5});
        QVERIFY(std::ranges::any_of(found.methods, [](const auto& m) { return m.name == "occlusion"; }));
        QVERIFY(!methods(*page_)->findItems(QStringLiteral("Occlusion"), Qt::MatchExactly).isEmpty());
        QCOMPARE(methods(*page_)->rowCount(), static_cast<int>(found.methods.size()));
        QVERIFY(found.methods.size() >= 6);
        // Untrained: the page says that nothing follows.
        QVERIFY2(summary(*page_).contains(QStringLiteral("nothing can be concluded")),
                 qPrintable(summary(*page_)));
        QCOMPARE(page_->frames().size(), size_t{1});
        QVERIFY(!page_->frames().front()->figure()->data().empty());
    }

    void numbersBelowZeroHaveAMinusSign() {
        Faithfulness found;
        found.methods = {{.name = "rollout", .comprehensiveness = {.mean = -0.001, .band = 0.5}}};
        Asked<Faithfulness> asked(page_->study());
        QTest::mouseClick(askButton(*page_), Qt::LeftButton);
        asked.answer(0, found);
        QCOMPARE(methods(*page_)->item(0, 1)->text(), QStringLiteral("−0.001 ± 0.500"));
    }

    void whatWasMeasuredIsThereAgain() {
        const QTemporaryDir folder;
        run_->model.beginRun(folder.path(), QStringLiteral("native"));
        run_->model.setState(RunState::Finished);
        page_->hide();
        page_->show();
        QCOMPARE(asked_->size(), 1);  // whether something was kept
        workOut(page_->study(), *asked_);
        QCOMPARE(methods(*page_)->rowCount(), 0);
        QVERIFY(summary(*page_).contains(QStringLiteral("not measured yet")));
        QTest::mouseClick(askButton(*page_), Qt::LeftButton);
        QCOMPARE(asked_->size(), 2);
        workOut(page_->study(), *asked_);
        const int rows = methods(*page_)->rowCount();
        const QString first = methods(*page_)->item(0, 1)->text();
        QVERIFY(rows >= 6 && QFile::exists(folder.filePath(QString::fromLatin1(faithfulnessFileName))));

        FaithfulPage later(run_->model);
        QSignalSpy asked(&later.study(), &StudyBase::asked);
        later.show();
        QVERIFY(QTest::qWaitForWindowExposed(&later));
        QCOMPARE(asked.size(), 1);
        workOut(later.study(), asked);
        QCOMPARE(methods(later)->rowCount(), rows);
        QCOMPARE(methods(later)->item(0, 1)->text(), first);
        QVERIFY(!summary(later).contains(QStringLiteral("another state")));

        // What cannot be kept is shown, and says so.
        QVERIFY(QFile::remove(folder.filePath(QString::fromLatin1(faithfulnessFileName))));
        QVERIFY(QDir().mkpath(folder.filePath(QString::fromLatin1(faithfulnessFileName) + "/x")));
        QTest::mouseClick(askButton(later), Qt::LeftButton);
        workOut(later.study(), asked);
        QCOMPARE(methods(later)->rowCount(), rows);
        QVERIFY2(summary(later).contains(QStringLiteral("not kept with the run")),
                 qPrintable(summary(later)));
    }
};

TEST_CLASS(TestFaithfulPage, QApplication)
#include "test_faithful_page.moc"
