// Another language: whatever was chosen, every page shows the same figures, and every field stands as it did.
// One head less: every figure that changes says so.
#include <QCheckBox>
#include <QScrollBar>
#include <QTemporaryDir>
#include <algorithm>
#include <cstring>

#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "runner.h"
#include "ui/controls/sequence_edit.h"
#include "ui/named.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/attention/pair_panel.h"
#include "ui/pages/attention/patching_panel.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/faithful_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/mistake_list.h"
#include "ui/pages/runs/parallel_view.h"
#include "ui/pages/runs/run_figures.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/pages/text/text_page.h"
#include "ui/pages/training/head_curves.h"
#include "ui/pages/training/training_page.h"
#include "ui/seen.h"
#include "ui/state/ablation_study.h"
#include "ui/state/comparison.h"
#include "ui/views/curve_view.h"
#include "ui/views/own_set.h"
#include "ui/views/set_list_view.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_language_state {

/// Puts each field of a page somewhere else, as a person does.
void shake(const Page& page) {
    QList<QPointer<QWidget>> widgets;
    for (QWidget* widget : page.findChildren<QWidget*>()) widgets << widget;
    for (const QPointer<QWidget>& widget : widgets) {
        if (!widget || !widget->isVisible() || !widget->isEnabled() || widget->window() != page.window())
            continue;
        if (auto* combo = qobject_cast<QComboBox*>(widget); combo && combo->count() > 1) {
            const int next = (combo->currentIndex() + 1) % combo->count();
            combo->setCurrentIndex(next);
            Q_EMIT combo->activated(next);
        } else if (auto* spin = qobject_cast<QSpinBox*>(widget)) {
            spin->setValue(spin->value() == spin->maximum() ? spin->value() - 1 : spin->value() + 1);
        } else if (auto* real = qobject_cast<QDoubleSpinBox*>(widget)) {
            real->setValue(real->value() / 2);
        } else if (auto* button = qobject_cast<QAbstractButton*>(widget); button && button->isCheckable()) {
            button->click();
        } else if (auto* slider = qobject_cast<QSlider*>(widget)) {
            slider->setValue(slider->value() + 7);
        }
    }
}

bool isSame(const std::vector<NamedArray>& one, const std::vector<NamedArray>& other) {
    return std::ranges::equal(one, other, [](const NamedArray& a, const NamedArray& b) {
        return a.values.size() == b.values.size() &&
               std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(float)) == 0;
    });
}

HeadHistory history() {
    HeadHistory found{.layers = 2, .heads = 2, .samples = 64, .snapshots = 2};
    for (const int64_t step : {0, 10}) {
        HeadMoment& moment = found.moments.emplace_back();
        moment.step = step;
        moment.kinds.resize(4);
        moment.importance.assign(4, 0.5 + static_cast<double>(step));
    }
    return found;
}

void makeRuns(const QTemporaryDir& folder) {
    for (int number = 0; number < 4; ++number) {
        RunConfig config = presetByName("reverse");
        config.training.learningRate = number < 2 ? 1e-3 : 1e-4;
        config.seed = static_cast<uint64_t>(number % 2);
        RunFolder run = RunFolder::create(folder.filePath(QStringLiteral("run-%1").arg(number)).toStdString(),
                                          config, "native");
        run.beginSession(0, {}, 1);
        const RunResult result{.epochs = 1, .validationAccuracy = 0.5 + 0.1 * number};
        run.writeResult(result);
    }
}

class TestLanguageState : public QObject {
    Q_OBJECT

    std::unique_ptr<Theme> theme_;
    std::unique_ptr<QTemporaryDir> runs_;
    std::unique_ptr<RunFixture> run_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<Answers> answers_;

    void show(const char* preset) {
        run_ = std::make_unique<RunFixture>(preset);
        window_ = std::make_unique<MainWindow>(run_->model, *theme_);
        answers_ = std::make_unique<Answers>(*window_);
        window_->resize(1500, 900);
        window_->setLessonsFolder({});
        window_->setRunsFolder(runs_->path());
        window_->show();
        run_->show();
        run_->train(3);
        run_->model.setState(RunState::Finished);
        window_->showConfig(run_->config);
        answers_->settle();
    }
    template <class P>
    P& turnTo() {
        P& page = window_->page<P>();
        window_->pages().show(page.id());
        answers_->settle();
        return page;
    }
    /// The ids of the pages that are offered.
    [[nodiscard]] QStringList pages() const {
        QStringList ids;
        for (const Page* page : window_->pages().pages())
            if (page->suits(run_->config)) ids << page->id();
        return ids;
    }
    [[nodiscard]] Seen see(const QString& page) {
        window_->pages().show(page);
        answers_->settle();
        return Seen(window_->pages().current());
    }
    /// Switches on every page, and compares all with what was there at first.
    void switchEverywhere() { switchOn(pages()); }
    /// Switches on the page that is looked at alone, and compares every page.
    void switchHere() { switchOn({window_->pages().current().id()}); }
    void switchOn(const QStringList& places) {
        std::map<QString, Seen> before;
        for (const QString& page : pages()) before.emplace(page, see(page));
        for (const QString& page : places) {
            window_->pages().show(page);
            for (const Language language : {Language::German, Language::English}) {
                speak(language);
                QCOMPARE(window_->pages().current().id(), page);
                answers_->settle();
                const bool same = language == Language::English;
                const QString changed = change(before.at(page), Seen(window_->pages().current()), same);
                QVERIFY2(changed.isEmpty(),
                         qPrintable(QStringLiteral("%1, %2: %3").arg(page, languageCode(), changed)));
            }
        }
        for (const QString& page : pages()) {
            const QString changed = change(before.at(page), see(page), true);
            QVERIFY2(changed.isEmpty(), qPrintable(page + ": " + changed));
        }
    }
    /// What every page would export, by the page and the figure's name.
    [[nodiscard]] std::map<QString, std::unique_ptr<Figure>> figures() {
        std::map<QString, std::unique_ptr<Figure>> found;
        for (const QString& page : pages()) {
            window_->pages().show(page);
            answers_->settle();
            for (const FigureFrame* frame : window_->pages().current().frames())
                if (auto figure = frame->figure())
                    found.emplace(page + QLatin1Char('/') + figure->name(), std::move(figure));
        }
        return found;
    }
    [[nodiscard]] bool offers(const char* page) const { return pages().contains(QLatin1String(page)); }

    /// What is chosen in figures, and shown because it was asked for.
    void choose() {
        auto& training = turnTo<TrainingPage>();
        training.view(0)->setFocus();
        for (int i = 0; i < 3; ++i) QTest::keyClick(training.view(0), Qt::Key_Plus);
        training.findChild<HeadCurves*>()->study().ask(
            run_->model.subject(), [](const auto&...) { return std::optional(history()); });
        auto& attention = turnTo<AttentionPage>();
        attention.study().startSweep();
        answers_->settle();
        attention.chooseHead(1);
        attention.pair().ask({0, 1, 1, 2});
        answers_->settle();
        QVERIFY(attention.headView()->isVisible() && attention.ablationView()->isVisible());
        QVERIFY(attention.pair().isVisible());
        auto& explain = turnTo<ExplainPage>();
        Q_EMIT explain.view()->mapClicked(1);
        QVERIFY(explain.largeView()->isVisible());
        auto& steps = turnTo<StepsPage>();
        steps.showHead(0, 0);
        answers_->settle();
        named<QComboBox>(steps, "Show")->setCurrentIndex(2);
        named<QDoubleSpinBox>(steps, "temperature")->setValue(0.5);
        auto& faithful = turnTo<FaithfulPage>();
        named<QSpinBox>(faithful, "Samples")->setValue(4);
        named<QPushButton>(faithful, "Measure")->click();
        answers_->settle();
        auto& evaluate = turnTo<EvaluatePage>();
        answers_->settle();
        QVERIFY(named<QTableWidget>(evaluate, "Most frequent confusions")->rowCount() > 0);
        named<QTableWidget>(evaluate, "Most frequent confusions")->setCurrentCell(0, 0);
        named<QTableWidget>(evaluate, "Examples")->setCurrentCell(0, 0);
        if (offers("text")) {
            auto& text = turnTo<TextPage>();
            text.mistakes().button()->click();
            answers_->settle();
            text.ownText()->setPlainText(QStringLiteral("a good film, a bad end"));
            answers_->settle();
            text.view()->step(3);
            named<QComboBox>(text, "Head")->setCurrentIndex(2);
        }
        if (offers("sets")) {
            auto& sets = turnTo<SetsPage>();
            auto images = std::make_shared<SplitImages>();
            images->test.count = run_->data->test.rows;
            images->test.width = images->test.height = 2;
            for (int64_t i = 0; i < images->test.count * 12; ++i)
                images->test.pixels.push_back(static_cast<uint8_t>(i * 7));
            images->validation = images->test;
            sets.setImages(images);
            for (const int image : {0, 1, 4})
                Q_EMIT sets.findChild<SetListView*>()->imageDoubleClicked(2, image);
            answers_->settle();
            Q_EMIT sets.headsView()->mapClicked(1);
            named<QPushButton>(sets, "Check equivariance")->click();
            sets.findChild<SetListView*>()->verticalScrollBar()->setValue(500);
        }
        auto& runs = turnTo<RunsPage>();
        runs.table()->sortByColumn(4, Qt::DescendingOrder);
        runs.table()->selectRow(1);
        runs.figures()->findChild<ParallelView*>()->setBrush(2, ParallelFigure::Brush{0, 0.5});
        named<QLineEdit>(runs, "Filter of the runs")->setText(QStringLiteral("run"));
        answers_->settle();
    }

private Q_SLOTS:
    void initTestCase() {
        theme_ = std::make_unique<Theme>(*qApp);
        runs_ = std::make_unique<QTemporaryDir>();
        makeRuns(*runs_);
    }
    void cleanup() {
        answers_.reset();
        window_.reset();
        run_.reset();
        setLanguage(Language::English);
    }

    void everyFieldStandsAsItDid_data() {
        QTest::addColumn<QString>("preset");
        for (const char* preset : {"reverse-deep", "text-demo", "anomaly-shapes"})
            QTest::newRow(preset) << preset;
    }
    void everyFieldStandsAsItDid() {
        QFETCH(QString, preset);
        show(preset.toUtf8());
        for (const QString& id : pages()) {
            window_->pages().show(id);
            answers_->settle();
            shake(window_->pages().current());
            answers_->settle();
        }
        switchEverywhere();
    }

    void everyFigureIsTheSame_data() { everyFieldStandsAsItDid_data(); }
    void everyFigureIsTheSame() {
        QFETCH(QString, preset);
        show(preset.toUtf8());
        choose();
        switchEverywhere();
    }

    void everyFigureSaysWhatIsAblated_data() { everyFieldStandsAsItDid_data(); }
    void everyFigureSaysWhatIsAblated() {
        QFETCH(QString, preset);
        show(preset.toUtf8());
        choose();
        const std::map<QString, std::unique_ptr<Figure>> whole = figures();
        run_->model.shown().setAblation({gatesWithout(run_->config.network, {{0, 1}}), {}});
        answers_->settle();
        turnTo<AttentionPage>().study().startSweep();
        answers_->settle();
        named<QPushButton>(turnTo<FaithfulPage>(), "Measure")->click();
        answers_->settle();
        QStringList changed;
        for (const auto& [place, figure] : figures()) {
            const auto before = whole.find(place);
            if (before == whole.end() || isSame(before->second->data(), figure->data())) continue;
            changed << place;
            const QString head = QString::fromStdString(figure->csv()).section(QLatin1Char('\n'), 0, 0);
            QVERIFY2(head.contains(QStringLiteral(",ablated")), qPrintable(place + ": " + head));
        }
        QVERIFY2(changed.size() >= 6, qPrintable(changed.join(QStringLiteral(", "))));
    }

    void twoNetworksStayCompared() {
        show("reverse-deep");
        Looks looks(window_->comparison(), Looks::Answered::AtOnce);
        RunConfig config = run_->config;
        const Program program = buildProgram(config.network, config.data.positions());
        window_->comparison().open(
            {QStringLiteral("other"), config,
             std::make_shared<const std::vector<float>>(initialParameters(program, config.seed + 1))});
        auto& explain = turnTo<ExplainPage>();
        shake(explain);
        answers_->settle();
        switchHere();
    }

    void coloursStayWhileOneLooksBack() {
        show("reverse-deep");
        run_->model.setSnapshots({{1, 0, 10}, {2, 1, 10}});
        const std::vector<float> usual = *run_->model.parameters();
        const auto look = [&](const Snapshot& snapshot, float scale) {
            std::vector<float> parameters = usual;
            for (float& parameter : parameters) parameter *= scale;
            run_->model.shown().chooseSnapshot(snapshot);
            run_->model.shown().setSnapshotParameters(
                snapshot, std::make_shared<const std::vector<float>>(std::move(parameters)));
            answers_->settle();
        };
        turnTo<AttentionPage>();
        look({1, 0, 10}, 2);
        turnTo<ExplainPage>();
        look({2, 1, 10}, 0.5F);
        look({1, 0, 10}, 2);
        switchHere();
    }

    void aCleanInputThatWasTypedStays() {
        show("reverse-deep");
        auto& attention = turnTo<AttentionPage>();
        attention.patchButton()->click();
        const auto& patching = *attention.findChild<PatchingPanel*>();
        auto* line = patching.findChild<SequenceEdit*>()->line();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6"));
        named<QSpinBox>(patching, "Position")->setValue(3);
        named<QSpinBox>(patching, "Second class")->setValue(2);
        answers_->settle();
        QVERIFY(patching.positionsView()->isVisible());
        switchHere();
        QCOMPARE(window_->page<AttentionPage>().findChild<PatchingPanel*>()->clean().tokens.front(), 1);
    }

    void aDeepNetworkIsExplainedByAllItsLayers() {
        show("reverse-deep");
        const auto layers = [this] {
            QList<int> shown;
            for (const auto* spin : window_->page<ExplainPage>().findChildren<QSpinBox*>())
                if (spin->isVisibleTo(spin->parentWidget()) &&
                    spin->maximum() == run_->config.network.numLayers)
                    shown << spin->value();
            return shown;
        };
        auto& explain = turnTo<ExplainPage>();
        named<QPushButton>(explain, "Options")->click();
        QCOMPARE(layers(), (QList{1, run_->config.network.numLayers}));
        speak(Language::German);
        QCOMPARE(layers(), (QList{1, run_->config.network.numLayers}));
        // Through another network, too: to the end of this one.
        run_->config.network.numLayers += 1;
        run_->show();
        answers_->settle();
        QCOMPARE(layers(), (QList{1, run_->config.network.numLayers}));
    }
};

TEST_CLASS(TestLanguageState, QApplication)

}  // namespace test_language_state
#include "test_language_state.moc"
