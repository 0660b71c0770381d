// The explanations' page: asks for what is chosen, shows what comes, subtracts, and asks for nothing
// while it is hidden.
#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QtTest>
#include <cmath>

#include "runner.h"
#include "settings.h"
#include "ui/look/language.h"
#include "ui/named.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/texts_of.h"
#include "ui/views/heat_map_view.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_explain_page {

RunConfig deepConfig() { return with(RunConfig(), "network.num_layers=3 network.num_heads=2 data.length=6"); }

class TestExplainPage : public QObject {
    Q_OBJECT
    std::unique_ptr<RunModel> model_;
    std::unique_ptr<Looks> looks_;
    std::unique_ptr<ExplainPage> page_;

    [[nodiscard]] QCheckBox* box(const char* name) const {
        const ExplainMethod method = explainMethodNamed(name);
        for (QCheckBox* candidate : page_->findChildren<QCheckBox*>())
            if (candidate->text() == QString::fromUtf8(infoOf(method).title)) return candidate;
        return nullptr;
    }
    [[nodiscard]] QComboBox* combo(const char* name) const { return named<QComboBox>(*page_, name); }
    [[nodiscard]] const std::vector<HeatMap>& maps() const { return page_->view()->figure().maps; }

    [[nodiscard]] auto explained() const {
        return std::count_if(looks_->asked.begin(), looks_->asked.end(),
                             [](const Look& look) { return look.explain.has_value(); });
    }
    void chooseAllButFlow() {
        for (const ExplainMethodInfo& info : mapMethods())
            box(info.name)->setChecked(info.method != ExplainMethod::Flow);
    }
    static QPushButton* optionsButton(const ExplainPage& page) { return named<QPushButton>(page, "Options"); }

private Q_SLOTS:
    void init() {
        model_ = std::make_unique<RunModel>();
        looks_ = std::make_unique<Looks>(*model_, Looks::Answered::AtOnce);
        page_ = std::make_unique<ExplainPage>(*model_);
        const RunConfig config = deepConfig();
        model_->showNetwork(config,
                            std::make_shared<const std::vector<float>>(
                                initialParameters(buildProgram(config.network, config.data.length), 5)),
                            nullptr);
        page_->resize(900, 600);
    }

    void masksHaveAWayBack() {
        page_->show();
        QPushButton* restore = nullptr;
        for (QPushButton* button : page_->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Restore all")) restore = button;
        QVERIFY(restore && !restore->isVisible());
        model_->shown().toggleToken(1);
        QVERIFY(restore->isVisible());
        restore->click();
        QVERIFY(model_->ablation().empty() && !restore->isVisible());
    }

    void sentencesGiveTheirRoomToTheMaps() {
        const auto sentences = [&] { return named<QLabel>(*page_, "What the maps show")->isVisible(); };
        page_->show();
        QTRY_VERIFY(sentences());
        page_->resize(700, 430);
        QTRY_VERIFY(!sentences());
        page_->resize(900, 700);
        QTRY_VERIFY(sentences());
    }

    /// Beside a lesson in a small window the controls alone take the height: the page scrolls to the maps.
    void mapsKeepTheirHeightInASmallWindow() {
        page_->show();
        page_->resize(330, 300);
        QTRY_COMPARE(page_->size(), QSize(330, 300));
        const auto* maps = page_->findChild<HeatMapView*>();
        QTRY_VERIFY(maps->height() >= HeatMapView::leastOfThree);
        const auto* scroll = page_->findChild<QScrollArea*>();
        QVERIFY(maps->mapTo(scroll->widget(), QPoint(0, maps->height())).y() <= scroll->widget()->height());
    }

    void theColourBarNamesWhatItMeasures() {
        page_->show();
        for (const ExplainMethodInfo& info : mapMethods())
            box(info.name)->setChecked(info.method == ExplainMethod::Occlusion);
        QCOMPARE(page_->view()->figure().valueLabel, QStringLiteral("logit"));
        box("rollout")->setChecked(true);
        QCOMPARE(page_->view()->figure().valueLabel, QStringLiteral("attention weight, logit"));
        chooseAllButFlow();
        QCOMPARE(page_->view()->figure().valueLabel, QStringLiteral("each map in its unit"));
    }

    void asksOnlyWhileShown() {
        QVERIFY(explained() == 0);
        page_->show();
        QVERIFY(explained() > 0);
        QCOMPARE(maps().size(), size_t{3});
        page_->hide();
        const auto before = explained();
        model_->shown().chooseSample(sampleOf({1, 2, 3}));
        QCOMPARE(explained(), before);
    }

    void mapsAreThoseOfTheMethods() {
        page_->show();
        chooseAllButFlow();
        const Explanation& e = *model_->shown().explanation();
        const auto first = std::find_if(e.maps.begin(), e.maps.end(),
                                        [](const NamedArray& m) { return m.name == "standard_first"; });
        QCOMPARE(maps()[0].values, first->values);
        QCOMPARE(maps()[0].rows, 6);
        for (const ExplainMethodInfo& info : mapMethods())
            QCOMPARE(page_->captions().contains(QString::fromUtf8(infoOf(info.method).sentence)),
                     box(info.name)->isChecked());
        QVERIFY(
            page_->captions().contains(QStringLiteral("the change of the logit")));  // integrated gradients
        QTest::mouseClick(box("standard_first"), Qt::LeftButton, {},
                          {8, box("standard_first")->height() / 2});
        QCOMPARE(maps().size(), mapMethods().size() - 2);
        QTest::mouseClick(box("flow"), Qt::LeftButton, {}, {8, box("flow")->height() / 2});
        QCOMPARE(maps().size(), mapMethods().size() - 1);
        QVERIFY(!page_->captions().contains(QString::fromUtf8(infoOf(ExplainMethod::StandardFirst).title)));
    }

    void theFirstOutputStandsWhereTheFirstQueryDoes() {
        page_->show();
        const auto below = [&] {
            return std::count_if(maps().begin(), maps().end(),
                                 [](const HeatMap& m) { return m.originBelow; });
        };
        QCOMPARE(below(), 0);  // as matrices are written
        model_->setFirstQueryBelow(true);
        QCOMPARE(below(), std::ssize(maps()));
    }

    void formulasAndOptionsComeOnRequest() {
        page_->show();
        const auto formula = QString::fromUtf8(infoOf(ExplainMethod::Relevance).formula).toHtmlEscaped();
        QVERIFY(!page_->captions().contains(formula));
        QTest::mouseClick(page_->formulasButton(), Qt::LeftButton);
        QVERIFY(page_->captions().contains(formula));
        QVERIFY(page_->captions().contains(QStringLiteral("residual share")));  // what the letters mean
        auto* residual = page_->findChild<QDoubleSpinBox*>();
        QVERIFY(!residual->isVisible());
        QTest::mouseClick(optionsButton(*page_), Qt::LeftButton);
        QVERIFY(residual->isVisible());
        QVariantMap kept = page_->controls();
        QCOMPARE(kept[QStringLiteral("target")].toInt(), 0);
        kept[QStringLiteral("target")] = 1;
        ExplainPage other(*model_);
        other.restoreControls(kept);
        QCOMPARE(other.controls()[QStringLiteral("target")].toInt(), 1);
        QVERIFY(other.formulasButton()->isChecked() && optionsButton(other)->isChecked());
    }

    void aClickEnlargesAMapAndEscGoesBack() {
        page_->show();
        QVERIFY(!page_->largeView()->isVisible() && !page_->goBack());
        QCoreApplication::processEvents();
        HeatMapView& view = *page_->view();
        const qreal before = view.rectOfCell(1, 0, 0).width();
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.rectOfCell(1, 2, 2).center().toPoint());
        QVERIFY(page_->largeView()->isVisible());
        QTRY_VERIFY(page_->largeView()->rectOfCell(0, 0, 0).width() > 1.2 * before);
        QVERIFY(page_->captions().startsWith(QStringLiteral("<b>Rollout</b>")));
        QVERIFY(!page_->captions().contains(QStringLiteral("<b>Relevance</b>")));
        QCOMPARE(page_->largeView()->figure().maps.front().title, QStringLiteral("Rollout"));
        QCOMPARE(page_->largeView()->figure().maps.front().values, maps()[1].values);
        QVERIFY(view.figure().thumbnails);
        QCOMPARE(page_->frames().size(), size_t{2});
        // What is under the pointer is lit in both.
        Q_EMIT page_->largeView()->cellHovered(0, 1, 4);
        QCOMPARE(view.figure().cursor, (CellIndex{-1, 1, 4}));
        QVERIFY(page_->goBack());
        QVERIFY(!page_->largeView()->isVisible() && !view.figure().thumbnails);
        QCOMPARE(page_->frames().size(), size_t{1});
    }

    void colorsStayWhileTimePlays() {
        page_->show();
        QCoreApplication::processEvents();
        QVERIFY(page_->view()->figure().heldRanges.empty());
        const std::vector<ColorRange> own = page_->view()->figure().ranges();
        const std::vector<float> usual = *model_->parameters();
        const auto look = [&](int64_t step, float scale) {
            std::vector<float> parameters = usual;
            for (float& parameter : parameters) parameter *= scale;
            const Snapshot moment{step, 1, 10};
            model_->shown().chooseSnapshot(moment);
            model_->shown().setSnapshotParameters(
                moment, std::make_shared<const std::vector<float>>(std::move(parameters)));
            return page_->view()->figure().heldRanges;
        };
        const std::vector<ColorRange> first = look(1, 3), second = look(2, 0.1F), third = look(1, 3);
        QCOMPARE(first.size(), own.size());
        for (size_t i = 0; i < own.size(); ++i) {
            QVERIFY(first[i].lo <= own[i].lo && first[i].hi >= own[i].hi);
            QVERIFY(second[i].lo <= first[i].lo && second[i].hi >= first[i].hi);
            QVERIFY(third[i].lo == second[i].lo &&
                    third[i].hi == second[i].hi);  // all moments have been seen
        }
        QVERIFY(first[0].hi > own[0].hi);
        combo("What is explained")->setCurrentIndex(1);  // another question: other colours
        QVERIFY(page_->view()->figure().heldRanges[0].hi <= first[0].hi);
        look(1, 3);
        look(2, 0.1F);
        model_->shown().chooseSample(sampleOf({5, 4, 3, 2, 1}));  // another sample likewise
        HeatMapGridFigure one = page_->view()->figure();
        const ColorRange held = one.ranges()[0];
        one.heldRanges.clear();
        QCOMPARE(held.hi, one.ranges()[0].hi);
    }

    /// The list stays open while one ticks, and its button says how many are ticked.
    void methodsAreChosenFromAMenuOrByRecipe() {
        page_->show();
        QCoreApplication::processEvents();
        QPushButton* button = page_->methodsButton();
        QCOMPARE(button->text(), QStringLiteral("Methods (3)"));
        QVERIFY(!box("rollout")->isVisible());
        button->menu()->popup(QPoint());
        QVERIFY(box("rollout")->isVisible());
        QTest::mouseClick(box("rollout"), Qt::LeftButton, {}, QPoint(4, box("rollout")->height() / 2));
        QVERIFY(button->menu()->isVisible() && !box("rollout")->isChecked());
        QCOMPARE(button->text(), QStringLiteral("Methods (2)"));
        const auto recipe = [&](const char* name) {
            for (QPushButton* each : page_->findChildren<QPushButton*>())
                if (each->text() == QLatin1String(name)) QTest::mouseClick(each, Qt::LeftButton);
        };
        recipe("Laboratory");
        QCOMPARE(button->text(), QStringLiteral("Methods (4)"));
        QTRY_COMPARE(maps().size(), size_t{4});
        QCOMPARE(maps()[0].title, QStringLiteral("First layer"));
        recipe("Perturbation");
        QTRY_COMPARE(maps().size(), size_t{3});
        QVERIFY(box("occlusion")->isChecked() && !box("rollout")->isChecked());
        button->menu()->close();
    }

    void mapsStandInAsManyRowsAsMakeThemLargest() {
        page_->resize(1200, 400);
        page_->show();
        page_->chooseMethods(std::vector{ExplainMethod::StandardFirst, ExplainMethod::StandardLast,
                                         ExplainMethod::Rollout, ExplainMethod::Relevance});
        QTRY_COMPARE(maps().size(), size_t{4});
        QTRY_COMPARE(page_->view()->figure().gridRows, 1);
        page_->resize(620, 700);
        QTRY_COMPARE(page_->view()->figure().gridRows, 2);
    }

    /// Where the controls stand and in how many rows the maps is decided by the room alone, not by what was
    /// before, and no control is cut wherever they stand.
    void roomAloneDecidesWhereThingsStand_data() {
        QTest::addColumn<int>("sample");
        for (const int sample : {0, 1, 4}) QTest::addRow("sample %d", sample) << sample;
    }
    void roomAloneDecidesWhereThingsStand() {
        QFETCH(const int, sample);
        RunFixture run(sample == 4 ? "reverse-deep" : "anomaly-shapes");
        run.show();
        run.model.shown().chooseSample(sampleOf(run.config, *run.data, {SampleSource::Validation, sample}));
        ExplainPage page(run.model);
        if (sample > 0)
            page.chooseMethods(std::vector{ExplainMethod::StandardFirst, ExplainMethod::StandardLast,
                                           ExplainMethod::Rollout, ExplainMethod::Relevance});
        const auto placed = [&](QSize size) {
            page.resize(size);
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
            QString text = QString::number(page.view()->figure().gridRows);
            for (QWidget* each : page.findChildren<QWidget*>()) {
                if (!each->isVisible() || each->isWindow()) continue;
                if (qobject_cast<QAbstractButton*>(each) || qobject_cast<QComboBox*>(each)) {
                    const QRect seen = each->visibleRegion().boundingRect();
                    if (seen != each->rect())
                        text += QStringLiteral(" %1 is cut").arg(each->accessibleName());
                }
            }
            return text;
        };
        page.show();
        for (const QSize size : {QSize(1057, 690), QSize(1040, 640), QSize(1366, 700), QSize(1600, 700),
                                 QSize(1200, 700), QSize(1000, 900)}) {
            const QString first = placed(size);
            QVERIFY2(!first.contains(QStringLiteral("cut")), qPrintable(first));
            (void)placed({760, 900});
            QCOMPARE(placed(size), first);
            (void)placed({1700, 500});
            QCOMPARE(placed(size), first);
        }
    }

    /// The images of sets are read when their network is shown already.
    void imagesThatComeLaterAreDrawn() {
        RunFixture run("anomaly-shapes");
        ExplainPage page(run.model);
        page.show();
        run.show();
        QTRY_VERIFY(!page.view()->figure().maps.empty());
        QVERIFY(page.view()->figure().maps[0].tickImages.isEmpty());
        run.model.setMemberImages([](const SampleRow&) {
            QImage image(8, 8, QImage::Format_RGB32);
            image.fill(Qt::magenta);
            return image;
        });
        QCOMPARE(page.view()->figure().maps[0].tickImages.size(), 10);
    }

    void captionsAreWholeOrScroll() {
        page_->show();
        for (const char* language : {"english", "german"})
            for (const QSize size : {QSize(650, 560), QSize(560, 900)}) {
                if (language == std::string("german")) setLanguage(Language::German);
                page_ = std::make_unique<ExplainPage>(*model_);
                setLanguage(Language::English);
                page_->resize(size);
                page_->show();
                QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
                const auto labels = page_->findChildren<QLabel*>();
                const auto captions = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
                    return label->text().contains(QStringLiteral("<br>"));
                });
                QVERIFY(captions != labels.end());
                const auto needed = [&] { return (*captions)->heightForWidth((*captions)->width()); };
                QTRY_VERIFY2(
                    (*captions)->height() >= needed(),
                    qPrintable(QStringLiteral("%1 px of %2").arg((*captions)->height()).arg(needed())));
                const auto* area = qobject_cast<QScrollArea*>((*captions)->parentWidget()->parentWidget());
                QVERIFY(area->isVisible());
                QVERIFY(area->viewport()->height() + area->verticalScrollBar()->maximum() >= needed());
            }
    }

    void formulasLeaveMapsThatCanBeRead() {
        page_->resize(670, 520);
        page_->show();
        QCoreApplication::processEvents();
        page_->formulasButton()->click();
        QTRY_VERIFY2(page_->view()->height() >= 140, qPrintable(QString::number(page_->view()->height())));
        page_->formulasButton()->click();
        // Of many methods they scroll.
        chooseAllButFlow();
        page_->formulasButton()->click();
        QTRY_VERIFY2(page_->view()->height() >= 160, qPrintable(QString::number(page_->view()->height())));
        QVERIFY(page_->captions().contains(QStringLiteral("residual share")));
    }

    void differenceIsSubtracted() {
        page_->show();
        chooseAllButFlow();
        const std::vector<float> first = maps()[0].values, last = maps()[1].values;
        combo("Difference to")->setCurrentIndex(1);
        // Only what has the unit of attention weights: last layer and rollout. The page says so.
        QCOMPARE(maps().size(), size_t{2});
        QVERIFY(page_->captions().contains(QStringLiteral("another unit")));
        for (size_t i = 0; i < first.size(); ++i) QCOMPARE(maps()[0].values[i], last[i] - first[i]);
        QVERIFY(page_->view()->figure().scale.symmetric);
    }

    void targetAndOptionsReachTheQuestion() {
        page_->show();
        combo("What is explained")->setCurrentIndex(1);
        QCOMPARE(looks_->last().explain->target.position, std::optional<int>(0));
        const std::vector<float> before = maps()[1].values;  // of the rollout
        page_->findChild<QDoubleSpinBox*>()->setValue(0.0);
        QCOMPARE(looks_->last().explain->options.rollout.residualShare, 0.0);
        QVERIFY(maps()[1].values != before);
        combo("What is explained")->setCurrentIndex(2);
        QVERIFY(looks_->last().explain->target.score == ExplainTarget::Score::Loss);
        QCOMPARE(looks_->last().sample.expected, model_->sample().expected);
    }

    void optionsThatAreNotUsualAreSaidBelowTheMapsAndInFiles() {
        page_->show();
        const auto said = [&](const FigureFrame& frame) {
            return textsOf(*frame.figure(), {900, 500}, FigureStyle::light()).join(QLatin1Char(' '));
        };
        const auto table = [&](const FigureFrame& frame) {
            return QString::fromStdString(frame.figure()->csv());
        };
        QCOMPARE(page_->view()->figure().note(), QString());
        QVERIFY(table(*page_->frames()[0]).contains(QStringLiteral("\nrollout,")));
        const QString facts = QStringLiteral(
            ",explains,explained_position,explained_class,first_layer,last_layer,residual_share,head_fusion,"
            "gradient_part,relevance_without_identity,split,sample\n");
        QVERIFY(table(*page_->frames()[0]).contains(facts));
        QVERIFY2(table(*page_->frames()[0])
                     .contains(QStringLiteral(",logit,each,predicted,0,2,0.5,mean,positive,true,own,\n")),
                 qPrintable(table(*page_->frames()[0])));
        QCOMPARE(maps()[2].title, QStringLiteral("Relevance − I"));  // not the map of the formula
        optionsButton(*page_)->click();
        named<QSpinBox>(*page_, "First layer")->setValue(2);
        page_->findChild<QDoubleSpinBox*>()->setValue(0.3);
        combo("Heads")->setCurrentIndex(1);
        combo("What is explained")->setCurrentIndex(1);
        named<QCheckBox>(*page_, "Relevance without the identity")->setChecked(false);
        optionsButton(*page_)->click();  // what is folded away is said all the same
        QCOMPARE(maps()[2].title, QStringLiteral("Relevance"));
        QCOMPARE(page_->view()->figure().note(),
                 QStringLiteral("layers 2 to 3 · Rollout: residual 0.3 · Rollout: largest of the heads · "
                                "Relevance: explains position 1"));
        HeatMapGridFigure several = page_->view()->figure();
        several.maps[0].notes << several.maps[2].notes.first();
        QVERIFY2(several.note().contains(QStringLiteral(", Relevance: explain position 1")),
                 qPrintable(several.note()));
        QVERIFY2(said(*page_->frames()[0]).contains(page_->view()->figure().note()),
                 qPrintable(said(*page_->frames()[0])));
        QVERIFY(table(*page_->frames()[0])
                    .contains(QStringLiteral(
                        "\n\"rollout (layers 2 to 3, residual 0.3, largest of the heads)\",")));
        QVERIFY2(table(*page_->frames()[0])
                     .contains(QStringLiteral(",logit,0,predicted,1,2,0.3,max,positive,false,own,\n")),
                 qPrintable(table(*page_->frames()[0])));
        Q_EMIT page_->view()->mapClicked(1);  // one of them, large
        const FigureFrame& large = *page_->frames()[0];
        const QString own = QStringLiteral("layers 2 to 3 · residual 0.3 · largest of the heads");
        QVERIFY2(said(large).contains(own), qPrintable(said(large)));
        QVERIFY(!said(large).contains(QStringLiteral("position 1")));
        QVERIFY(table(large).startsWith(QStringLiteral("row,")));
        QVERIFY(
            table(large).contains(QStringLiteral(",logit,0,predicted,1,2,0.3,max,positive,false,own,\n")));
        // A network of other layers: from the second to its end.
        QCOMPARE(looks_->last().explain->options.lastLayer, 0);
    }

    void limitsAreThoseOfTheNetworksAnswers_data() {
        const Rows<QString, int, int> row("preset", "lastPosition", "lastClass");
        row("sequence", "reverse", 15, 9);
        row("text: one answer, yes or no", "text-demo", 0, 1);
        row("set: one of its members", "anomaly-shapes", 0, 3);
    }
    void limitsAreThoseOfTheNetworksAnswers() {
        QFETCH(QString, preset);
        QFETCH(int, lastPosition);
        QFETCH(int, lastClass);
        const RunConfig config =
            presetWith(preset.toStdString(),
                       "data.set_size=4 data.train_size=3000 data.validation_size=400 data.test_size=400");
        const auto parameters = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(config.network, config.data.positions()), 5));
        model_->showNetwork(config, parameters, std::make_shared<const DataSet>(makeData(config.data)));
        page_->show();
        combo("What is explained")->setCurrentIndex(1);
        const auto spin = [&](const char* name) { return named<QSpinBox>(*page_, name); };
        QCOMPARE(spin("Position")->minimum(), 1);
        QCOMPARE(spin("Position")->maximum(), lastPosition + 1);
        const int first = config.network.output == OutputKind::Set ? 1 : 0;  // images are counted from 1
        QCOMPARE(spin("Class")->maximum(), lastClass + first);
        spin("Class")->setValue(lastClass + first);
        QCOMPARE(looks_->last().explain->target.outputClass, std::optional(lastClass));
        // The label is known, of a text and a set one for the whole.
        combo("What is explained")->setCurrentIndex(2);
        QVERIFY(looks_->last().explain->target.score == ExplainTarget::Score::Loss);
        QCOMPARE(looks_->last().sample.expected.size(), static_cast<size_t>(lastPosition) + 1);
        QCOMPARE(combo("What is explained")->currentText(), QStringLiteral("the loss"));
    }

    void whatWasAskedOfOneKindOfAnswersIsForgottenForAnother() {
        page_->show();
        combo("What is explained")->setCurrentIndex(1);
        const auto show = [this](const char* preset) {
            const RunConfig config =
                presetWith(preset, "data.train_size=3000 data.validation_size=400 data.test_size=400");
            const auto parameters = std::make_shared<const std::vector<float>>(
                initialParameters(buildProgram(config.network, config.data.positions()), 5));
            model_->showNetwork(config, parameters, std::make_shared<const DataSet>(makeData(config.data)));
        };
        show("reverse");
        QCOMPARE(combo("What is explained")->currentIndex(), 1);
        show("text-demo");
        QCOMPARE(combo("What is explained")->currentIndex(), 0);
        QVERIFY(!looks_->last().explain->target.position);
    }

    void oneScoreIsARowAndALossHasNone() {
        page_->show();
        box("occlusion")->setChecked(true);
        QCOMPARE(maps().back().rows, 6);
        combo("What is explained")->setCurrentIndex(1);
        QCOMPARE(maps().back().rows, 1);
        QCOMPARE(maps().back().cols, 6);
        combo("What is explained")->setCurrentIndex(2);  // the loss
        QVERIFY(!box("occlusion")->isEnabled());
        QVERIFY(box("occlusion")->toolTip().contains(QStringLiteral("not the loss")));
        // The sentences below the maps give way where there is no room for them.
        QVERIFY(box("occlusion")
                    ->toolTip()
                    .contains(QString::fromUtf8(infoOf(ExplainMethod::Occlusion).sentence)));
        QCOMPARE(maps().size(), size_t{3});
        combo("What is explained")->setCurrentIndex(0);
        QVERIFY(box("occlusion")->isEnabled());
        QCOMPARE(maps().size(), size_t{4});
    }

    void aLossWithoutALabelIsSaidToBeNone() {
        page_->show();
        model_->shown().chooseSample(sampleOf({1, 2, 3, 4}));
        combo("What is explained")->setCurrentIndex(2);
        QVERIFY(looks_->last().explain->target.score == ExplainTarget::Score::Logit);
        QVERIFY(combo("What is explained")->currentText().contains(QStringLiteral("label unknown")));
    }

    void typedSequencesAreExplained() {
        page_->show();
        model_->shown().chooseSample(sampleOf({1, 2, 3, 4}, {4, 3, 2, 1}));
        QCOMPARE(maps()[0].rows, 4);
        model_->shown().chooseSample(sampleOf(std::vector<int32_t>(70, 1)));
        QVERIFY(!box("flow")->isEnabled());  // too long for it
        QCOMPARE(maps()[0].rows, 70);
    }

    void controlsHaveNamesAndTips() {
        for (QWidget* widget : page_->findChildren<QWidget*>()) {
            if (!qobject_cast<QComboBox*>(widget) && !qobject_cast<QCheckBox*>(widget) &&
                !qobject_cast<QAbstractSpinBox*>(widget))
                continue;
            QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->accessibleName()));
            const auto* check = qobject_cast<QCheckBox*>(widget);
            QVERIFY(!widget->accessibleName().isEmpty() || (check && !check->text().isEmpty()));
        }
        const QVariantMap controls = page_->controls();
        box("rollout")->setChecked(false);
        page_->restoreControls(controls);
        QVERIFY(box("rollout")->isChecked());
    }
};

TEST_CLASS(TestExplainPage, QApplication)

}  // namespace test_explain_page
#include "test_explain_page.moc"
