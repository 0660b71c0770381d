// The page of sets: rows, filters, the set that is looked at, the check of equivariance; long lists.
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

#include "model/evaluate/set_answers.h"
#include "runner.h"
#include "ui/asked.h"
#include "ui/figures/maps/explanation_figure.h"
#include "ui/looks.h"
#include "ui/named.h"
#include "ui/pages/sample_number.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/state/comparison.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/own_set.h"
#include "ui/views/set_list_view.h"

using namespace attx;

namespace test_sets_page {

/// Three classes of 8 images of one colour each, features of 4 numbers, sets of 4.
struct Fixture {
    RunConfig config = presetByName("anomaly-shapes");
    std::shared_ptr<DataSet> data = std::make_shared<DataSet>();
    std::shared_ptr<SplitImages> images = std::make_shared<SplitImages>();
    std::shared_ptr<const std::vector<float>> parameters;

    Fixture() {
        config.data.setSize = 4;
        config.network.inputDim = 4;
        config.network.modelDim = 8;
        config.network.numHeads = 2;
        config.network.dimFeedforward = 8;
        parameters =
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(config.network, 4), 1));
        Table& table = data->validation;
        table.length = 4;
        table.featureDim = 4;
        for (int32_t cls = 0; cls < 3; ++cls)
            for (int i = 0; i < 8; ++i) {
                table.classes.push_back(cls);
                for (int d = 0; d < 4; ++d)
                    table.features.push_back(static_cast<float>((cls * 7 + i * 3 + d) % 5));
                images->test.labels.push_back(cls);
                for (int p = 0; p < 4; ++p)
                    for (int c = 0; c < 3; ++c) images->test.pixels.push_back(c == cls ? 255 : 0);
            }
        table.rows = 24;
        data->test = data->train = table;
        data->names.classes = {"apple", "fish", "chair"};
        images->test.count = 24;
        images->test.width = images->test.height = 2;
        images->validation = images->test;
    }

    /// Answers as a network would give them: set i is sure by i / 24 of place i % 4.
    [[nodiscard]] std::shared_ptr<const SetAnswers> answers() const {
        SetAnswers result = setsWithoutAnswers(data->test, evaluationRows(data->test, config.data), 4);
        for (int set = 0; set < 24; ++set)
            for (int i = 0; i < 4; ++i)
                result.probabilities.push_back(i == set % 4
                                                   ? 0.3F + 0.6F * static_cast<float>(set) / 24
                                                   : (0.7F - 0.6F * static_cast<float>(set) / 24) / 3);
        return std::make_shared<const SetAnswers>(result);
    }
};

void drop(QWidget& widget, QMimeData& data) {
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&widget, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&widget, &event);
}

/// A page in view with its first question asked.
struct InView : Fixture {
    RunModel model;
    SetsPage page{model};
    Asked<SetAnswers> asked{page.study().study()};
    Looks looks{model};

    InView() {
        page.resize(900, 600);
        page.show();
        model.showNetwork(config, parameters, data);
    }
};

class TestSetsPage : public QObject {
    Q_OBJECT

    static QComboBox* methodCombo(const SetsPage& page) { return named<QComboBox>(page, "Explanation"); }
    static QLabel* comparedLabel(const SetsPage& page) {
        return named<QLabel>(page, "Answers of both networks");
    }
    static QComboBox* splitCombo(const SetsPage& page) { return named<QComboBox>(page, "data"); }
    static QComboBox* showCombo(const SetsPage& page) { return named<QComboBox>(page, "show"); }
    static QComboBox* orderCombo(const SetsPage& page) { return named<QComboBox>(page, "order"); }
    static QPushButton* equivarianceButton(const SetsPage& page) {
        return named<QPushButton>(page, "Check equivariance");
    }
    static QLabel* equivarianceLabel(const SetsPage& page) {
        return named<QLabel>(page, "Result of the check");
    }
    static SetListView* list(const SetsPage& page) { return page.findChild<SetListView*>(); }

private Q_SLOTS:
    void aSetOfTheTestDataIsNobodysOwn() {
        InView f;
        SampleNumber number(f.model);
        const auto* shown = number.findChild<QSpinBox*>();
        f.page.setImages(f.images);
        f.asked.answer(0, *f.answers());
        Q_EMIT list(f.page)->setClicked(2);
        QCOMPARE(shown->text(), QStringLiteral("test 3"));
        f.model.chooseRow(1);
        QVERIFY(shown->text().startsWith(QStringLiteral("2")));
    }

    void showsSetsAndFilters() {
        InView f;
        QCOMPARE(f.asked.count(), 1);
        f.page.setImages(f.images);
        f.asked.answer(0, *f.answers());
        QCOMPARE(f.page.shownSets().size(), size_t{24});
        const ShownSet first = f.page.shownSet(0);
        QCOMPARE(first.images.size(), 4);
        QCOMPARE(first.odd, 3);
        QCOMPARE(first.predicted(), 0);
        QCOMPARE(first.names[3], QStringLiteral("apple"));
        QVERIFY(first.names[0] != first.names[3]);
        QCOMPARE(first.images[3].pixelColor(0, 0), QColor(255, 0, 0));
        showCombo(f.page)->setCurrentIndex(3);  // sure: none reaches 0.9
        QVERIFY(f.page.shownSets().empty());
        showCombo(f.page)->setCurrentIndex(2);  // unsure: 0.3 + 0.6 i / 24 up to 0.5
        QCOMPARE(f.page.shownSets().size(), size_t{9});
        showCombo(f.page)->setCurrentIndex(1);  // mistakes: only those at place 4 are right
        QCOMPARE(f.page.shownSets().size(), size_t{18});
        orderCombo(f.page)->setCurrentIndex(1);  // largest loss first: the surest mistake
        QCOMPARE(f.page.shownSets().front(), 22);
        orderCombo(f.page)->setCurrentIndex(2);  // least sure first
        QCOMPARE(f.page.shownSets().front(), 0);
        f.page.study().study().take(f.asked.tag(0) + 1, f.answers(), true);  // of no question
        QCOMPARE(f.page.shownSets().size(), size_t{18});
        // What is exported are the rows in view.
        const auto figure = f.page.frames().front()->figure();
        QVERIFY(figure->csv().find("probability") != std::string::npos);
        QVERIFY(figure->data().front().shape[0] > 0);
    }

    void headsThatAreOffCountForTheList() {
        InView f;
        f.page.setImages(f.images);
        f.asked.answer(0, *f.answers());
        const auto summary = [&] { return named<QLabel>(f.page, "Summary")->text(); };
        QVERIFY(summary().endsWith(QStringLiteral("% found")));
        std::vector<float> gates(static_cast<size_t>(f.config.network.numLayers * f.config.network.numHeads),
                                 1.0F);
        gates.front() = 0;
        f.model.shown().setAblation({gates, {}});
        QCOMPARE(f.asked.count(), 2);
        QCOMPARE(f.asked.study.askedWith().ablation.headGates, gates);
        f.model.shown().setAblation({});  // the answer under way is of no use any more
        QCOMPARE(f.asked.count(), 3);
        QVERIFY(f.asked.study.askedWith().ablation.empty());
        f.model.shown().setAblation({gates, {}});
        f.asked.answer(3, *f.answers());
        QVERIFY2(summary().endsWith(QStringLiteral("1 head ablated")), qPrintable(summary()));
        f.model.shown().setAblation({gates, {2}});  // a hidden image is one set's own
        QCOMPARE(f.asked.count(), 4);
    }

    void aCountSoFarIsNotTakenForTheEnd() {
        InView f;
        const auto summary = [&] { return named<QLabel>(f.page, "Summary")->text(); };
        SetAnswers part = *f.answers();
        part.probabilities.resize(size_t{4} * 10);
        f.asked.answer(0, part, false);
        QVERIFY2(summary().endsWith(QStringLiteral("found so far, 10 of 24 asked")), qPrintable(summary()));
        f.asked.answer(0, *f.answers());
        QVERIFY2(summary().endsWith(QStringLiteral("% found")), qPrintable(summary()));
    }

    void theSplitOfASetBesideAnotherListIsSaid() {
        InView f;
        const auto caption = [&] { return named<QLabel>(f.page, "The set that is looked at")->text(); };
        QVERIFY2(caption().startsWith(QStringLiteral("Validation set 1 (the list has the test sets)")),
                 qPrintable(caption()));
        splitCombo(f.page)->setCurrentIndex(1);
        QVERIFY2(caption().startsWith(QStringLiteral("Validation set 1 ·")), qPrintable(caption()));
    }

    void answersAboutTheOtherSplitAreIgnored() {
        Fixture f;
        f.data->test.rows = 12;  // the other split's rows lead out of it
        f.data->test.classes.resize(12);
        f.data->test.features.resize(48);
        RunModel model;
        SetsPage page(model);
        Asked asked(page.study().study());
        page.resize(900, 600);
        page.show();
        splitCombo(page)->setCurrentIndex(1);
        model.showNetwork(f.config, f.parameters, f.data);
        QCOMPARE(asked.count(), 1);
        splitCombo(page)->setCurrentIndex(0);  // while the validation sets are still answered
        QCOMPARE(asked.count(), 2);
        SetAnswers late =
            setsWithoutAnswers(f.data->validation, evaluationRows(f.data->validation, f.config.data), 4);
        late.probabilities.assign(late.rows.size(), 0.25F);
        asked.answer(0, late);
        QVERIFY(page.shownSets().empty());
        asked.answer(1, setsWithoutAnswers(f.data->test, evaluationRows(f.data->test, f.config.data), 4),
                     false);
        QCOMPARE(page.shownSets().size(), size_t{12});
    }

    void aFilterKeepsTheMarkOnItsSet() {
        InView f;
        f.asked.answer(0, *f.answers());
        QTest::mouseClick(list(f.page)->viewport(), Qt::LeftButton, {},
                          list(f.page)->rectOfRow(1).center().toPoint());
        QCOMPARE(list(f.page)->selected(), 1);
        QCOMPARE(f.page.controls()[QStringLiteral("set")].toInt(), 2);  // what a lesson asks for
        orderCombo(f.page)->setCurrentIndex(1);                         // largest loss first
        QVERIFY(list(f.page)->selected() > 1);
        QCOMPARE(f.page.shownSets()[static_cast<size_t>(list(f.page)->selected())], 1);
        orderCombo(f.page)->setCurrentIndex(0);
        showCombo(f.page)->setCurrentIndex(2);  // unsure: set 1 is, among others
        QCOMPARE(f.page.shownSets()[static_cast<size_t>(list(f.page)->selected())], 1);
        splitCombo(f.page)->setCurrentIndex(1);  // other sets
        QCOMPARE(f.page.controls()[QStringLiteral("set")].toInt(), 0);
        QCOMPARE(list(f.page)->selected(), -1);
        splitCombo(f.page)->setCurrentIndex(0);
        f.asked.answer(f.asked.count() - 1, *f.answers());
        QVERIFY(list(f.page)->selected() >= 0);
        f.model.showNetwork(f.config, std::make_shared<const std::vector<float>>(*f.parameters), f.data);
        f.asked.answer(f.asked.count() - 1, *f.answers());
        QVERIFY(list(f.page)->selected() >= 0);  // the same data: Train was pressed
        f.model.chooseRow(2);                    // on another page
        QCOMPARE(list(f.page)->selected(), -1);
    }

    void aFailedQuestionDoesNotBlockTheNext() {
        InView f;
        f.page.study().study().fail(f.asked.tag(0), QStringLiteral("no"));
        f.page.study().ask();
        QCOMPARE(f.asked.count(), 1);  // the same parameters would fail again
        f.model.showNetwork(f.config, std::make_shared<const std::vector<float>>(*f.parameters), f.data);
        QCOMPARE(f.asked.count(), 2);
    }

    void aCheckOfAnotherSetIsNotShown() {
        InView f;
        Asked checks(f.page.equivariance());
        f.asked.answer(0, *f.answers());
        QTest::mouseClick(equivarianceButton(f.page), Qt::LeftButton);
        QCOMPARE(checks.count(), 1);
        QTest::mouseClick(list(f.page)->viewport(), Qt::LeftButton, {},
                          list(f.page)->rectOfRow(1).center().toPoint());
        checks.answer(0, {{2, 0, 1, 3}, {0.1F, 0.2F, 0.3F, 0.4F}, {0.3F, 0.1F, 0.2F, 0.4F}, 0});
        QVERIFY(equivarianceLabel(f.page)->text().isEmpty());
    }

    void theReadingIsOfWhatIsShown() {
        InView f;
        QSignalSpy changed(&f.page, &Page::readingChanged);
        QVERIFY(f.page.reading().startsWith(QStringLiteral("Below each image")));
        f.page.restoreControls({{QStringLiteral("confusion"), true}});
        QVERIFY(f.page.reading().startsWith(QStringLiteral("Row: class of the odd one")));
        QCOMPARE(changed.size(), 1);
    }

    void theCheckMovesEachImage() {
        InView f;
        Asked checks(f.page.equivariance());
        f.asked.answer(0, *f.answers());
        for (int check = 0; check < 6; ++check) {
            QTest::mouseClick(equivarianceButton(f.page), Qt::LeftButton);
            checks.workOut();
            const std::vector<int32_t>& order = f.page.equivariance().answer()->order;
            for (size_t i = 0; i < order.size(); ++i) QVERIFY(order[i] != static_cast<int32_t>(i));
        }
    }

    void aClickedSetIsLookedAt() {
        InView f;
        f.page.setImages(f.images);
        f.asked.answer(0, *f.answers());
        f.looks.fail(f.looks.size() - 1);  // none is in flight
        const qsizetype before = f.looks.size();
        QTest::mouseClick(list(f.page)->viewport(), Qt::LeftButton, {},
                          list(f.page)->rectOfRow(1).center().toPoint());
        QVERIFY(f.looks.size() > before);
        const Look request = f.looks.last();
        QCOMPARE(request.sample, f.model.sample());
        QCOMPARE(request.sample.features.size(), size_t{16});
        QCOMPARE(request.sample.from, (SampleRow{SampleSource::Test, 1}));
        QCOMPARE(f.model.sample().expected, std::vector<int32_t>{3});
        QCOMPARE(request.sample.words.size(), size_t{4});
        f.looks.answer(f.looks.size() - 1);
        QCOMPARE(f.page.headsView()->figure().maps.size(), size_t(f.config.network.numLayers * 2));
        QCOMPARE(f.page.headsView()->figure().maps[0].tickImages.size(), 4);
        QVERIFY(!f.page.headsView()->figure().maps[0].originBelow);
        f.model.setFirstQueryBelow(true);
        QVERIFY(f.page.headsView()->figure().maps[0].originBelow);
        // Other pages have the images too, of whole sets only.
        QCOMPARE(f.model.imagesOf(request.sample).size(), 4);
        Sample partly = setOf(std::vector<float>(8), 2);
        partly.members = {{SampleSource::Test, 0}, {SampleSource::Test, 999}};
        QVERIFY(f.model.imagesOf(partly).isEmpty());
        // The check shuffles the set that is looked at.
        Asked checks(f.page.equivariance());
        QTest::mouseClick(equivarianceButton(f.page), Qt::LeftButton);
        QCOMPARE(checks.count(), 1);
        checks.answer(0, {{2, 0, 1, 3}, {0.1F, 0.2F, 0.3F, 0.4F}, {0.3F, 0.1F, 0.2F, 0.4F}, 3e-8F});
        QVERIFY(equivarianceLabel(f.page)->text().contains(QStringLiteral("shuffled to 3 1 2 4")));
        QVERIFY(equivarianceLabel(f.page)->text().contains(QStringLiteral("3e-08")));
        QVERIFY(equivarianceLabel(f.page)->toolTip().contains(QStringLiteral("0.300 0.100 0.200 0.400")));
        QVERIFY(equivarianceLabel(f.page)->text().startsWith(QStringLiteral("The order does not matter")));
    }

    void anOwnSetIsAnsweredLive() {
        Fixture f;
        RunModel model;
        SetsPage page(model);
        Asked asked(page.study().study());
        QSignalSpy pictures(&page, &SetsPage::picturesRequested);
        Looks looks(model);
        page.resize(900, 700);
        page.show();
        model.showNetwork(f.config, f.parameters, f.data);
        page.setImages(f.images);
        asked.answer(0, *f.answers());
        const auto middle = [&](int row, int image) {
            const QRectF rect = list(page)->rectOfRow(row);
            return setImageRect(rect, 4, image, FigureStyle::of(page.palette())).center().toPoint();
        };
        QTest::mouseDClick(list(page)->viewport(), Qt::LeftButton, {}, middle(0, 3));
        QCOMPARE(page.ownSet()->count(), 1);
        QVERIFY(page.ownSet()->sample().members.empty());  // one image is no set
        // A dropped image of the data.
        const std::unique_ptr<QMimeData> member(memberData({SampleSource::Validation, 2}));
        drop(*page.ownSet(), *member);
        QCOMPARE(page.ownSet()->count(), 2);
        // Dropped files are described elsewhere.
        QMimeData file;
        file.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/cat.png"))});
        drop(*page.ownSet(), file);
        QCOMPARE(pictures.size(), 1);
        const auto request = pictures[0][0].value<PictureRequest>();
        QCOMPARE(request.files, QStringList{QStringLiteral("/tmp/cat.png")});
        QCOMPARE(request.side, 2);
        QImage red(2, 2, QImage::Format_RGB888);
        red.fill(Qt::red);
        page.addPicture(request.tag + 1, {QStringLiteral("late"), red, {1, 2, 3, 4}});
        QCOMPARE(page.ownSet()->count(), 2);
        page.addPicture(request.tag, {QStringLiteral("cat"), red, {1, 2, 3, 4}});
        QCOMPARE(page.ownSet()->count(), 3);
        QCOMPARE(model.sample().features, page.ownSet()->sample().features);
        QCOMPARE(std::vector<float>(model.sample().features.end() - 4, model.sample().features.end()),
                 (std::vector<float>{1, 2, 3, 4}));
        // Its answer stands below it.
        looks.fail(looks.size() - 1);
        const Look question = looks.last();
        QCOMPARE(question.sample.features.size(), size_t{12});
        looks.answer(looks.size() - 1);
        const Inspection& inspection = model.inspection();
        QCOMPARE(page.ownSet()->shown().probabilities, setProbabilities(inspection.logits));
        QCOMPARE(page.headsView()->figure().maps[0].tickImages.size(), 3);
        QVERIFY(page.frames().back()->figure()->csv().find("cat") != std::string::npos);
        // A click takes an image out; other data empty it.
        QTest::mouseClick(page.ownSet(), Qt::LeftButton, {}, page.ownSet()->imageRect(0).center().toPoint());
        QCOMPARE(page.ownSet()->count(), 2);
        model.showNetwork(f.config, f.parameters, std::make_shared<DataSet>(*f.data));
        QCOMPARE(page.ownSet()->count(), 0);
    }

    void aComparedNetworkAnswersTheSameSet() {
        InView f;
        Comparison comparison(f.model.shown());
        const Looks looks(comparison, Looks::Answered::AtOnce);
        f.looks.answer(f.looks.size() - 1);
        f.page.setComparison(comparison);
        QVERIFY(comparedLabel(f.page)->isHidden() && f.page.secondView()->parentWidget()->isHidden());
        const auto other = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(f.config.network, 4), 9));
        comparison.open({QStringLiteral("other"), f.config, other});
        QCOMPARE(comparison.second()->sample(), f.model.sample());
        const auto &a = f.page.headsView()->figure().maps, &b = f.page.secondView()->figure().maps,
                   &d = f.page.differenceView()->figure().maps;
        QVERIFY(!a.empty() && b.size() == a.size() && d.size() == a.size());
        // In a window of 1280 × 720 beside its help the maps of every head are larger than thumbnails.
        f.page.resize(687, 539);
        QCoreApplication::processEvents();
        for (HeatMapView* view : {f.page.headsView(), f.page.secondView(), f.page.differenceView()}) {
            const QRectF map = view->rectOfCell(0, 0, 0).united(view->rectOfCell(0, 3, 3));
            QVERIFY2(map.width() >= 24 && map.height() >= 24, qPrintable(QString::number(map.width())));
            QCOMPARE(view->parentWidget()->y(), f.page.headsView()->parentWidget()->y());
        }
        for (size_t i = 0; i < a[0].values.size(); ++i)
            QCOMPARE(d[0].values[i], b[0].values[i] - a[0].values[i]);
        methodCombo(f.page)->setCurrentIndex(1 + static_cast<int>(ExplainMethod::Rollout));
        f.looks.answer(f.looks.size() - 1);
        QCOMPARE(a.size(), size_t{1});
        QVERIFY(b.size() == 1 && d.size() == 1);
        for (size_t i = 0; i < a[0].values.size(); ++i)
            QCOMPARE(d[0].values[i], b[0].values[i] - a[0].values[i]);
        QVERIFY(comparedLabel(f.page)->isVisible());
        QVERIFY(comparedLabel(f.page)->text().contains(QStringLiteral("other: image ")));
        // One that reads other features has no answer: the page says why.
        RunConfig wide = f.config;
        wide.network.inputDim = 7;
        comparison.open({QStringLiteral("wide"), wide,
                         std::make_shared<const std::vector<float>>(
                             initialParameters(buildProgram(wide.network, 4), 9))});
        QVERIFY(f.page.secondView()->parentWidget()->isHidden());
        QVERIFY(comparison.whyNot(Comparison::Of::Answers).contains(QStringLiteral("features of 7 numbers")));
        comparison.close();
        QVERIFY(comparedLabel(f.page)->isHidden());
        QVERIFY(comparison.whyNot(Comparison::Of::Answers).isEmpty());
    }

    void aMethodExplainsTheSet() {
        InView f;
        f.looks.answer(f.looks.size() - 1);
        const std::vector<HeatMap>& maps = f.page.headsView()->figure().maps;
        const auto choose = [&](ExplainMethod method) {
            methodCombo(f.page)->setCurrentIndex(1 + static_cast<int>(method));
            QCOMPARE(f.looks.last().explain->options.methods, std::vector<ExplainMethod>{method});
        };
        const size_t heads = maps.size();
        QVERIFY(heads > 1);
        choose(ExplainMethod::InputXGradient);
        QCOMPARE(maps.size(), heads);  // until the answer is there
        f.looks.answer(f.looks.size() - 1);
        QCOMPARE(maps.size(), size_t{1});
        QCOMPARE(maps[0].cols, 4);
        QCOMPARE(maps[0].title, titleOf(ExplainMethod::InputXGradient));
        choose(ExplainMethod::Occlusion);
        QCOMPARE(maps[0].title, titleOf(ExplainMethod::InputXGradient));  // never by another's name
        f.looks.answer(f.looks.size() - 1);
        QCOMPARE(maps[0].title, titleOf(ExplainMethod::Occlusion));
        methodCombo(f.page)->setCurrentIndex(0);
        QCOMPARE(maps.size(), heads);
        QVERIFY(!f.model.shown().wantedExplanation());
    }

    void anotherTaskHasNoSets() {
        RunModel model;
        SetsPage page(model);
        page.show();
        const RunConfig config = presetByName("reverse");
        model.showNetwork(config,
                          std::make_shared<const std::vector<float>>(
                              initialParameters(buildProgram(config.network, 16), 1)),
                          nullptr);
        QCOMPARE(list(page)->count(), 0);
    }

    void tenThousandSetsPaintOnlyWhatIsSeen() {
        int built = 0;
        SetListView view([&](int) {
            ++built;
            ShownSet set;
            for (int i = 0; i < 10; ++i) set.images << QImage(32, 32, QImage::Format_RGB888);
            return set;
        });
        view.resize(800, 700);
        view.setSets(10000, 10);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        built = 0;
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() / 2);
        (void)view.grab();
        QVERIFY2(built > 0 && built < 40, qPrintable(QString::number(built)));
        view.setSelected(9999);
        QVERIFY(view.rectOfRow(9999).bottom() <= view.viewport()->height() + 1);
        QCOMPARE(view.rowsInView().second, 10000);
    }

    void equivarianceHoldsWithoutPositions() {
        Fixture f;
        Inspector inspector(f.config.network);
        inspector.setParameters(f.parameters);
        const std::vector<float> set(f.data->test.features.begin(), f.data->test.features.begin() + 16);
        const std::vector<int32_t> order{2, 0, 3, 1};
        std::vector<float> shuffled;
        for (const int32_t from : order)
            for (int32_t d = 0; d < 4; ++d) shuffled.push_back(set[static_cast<size_t>(4 * from + d)]);
        const auto a = inspector.inspect(setOf(set, 4)).logits,
                   b = inspector.inspect(setOf(shuffled, 4)).logits;
        QVERIFY(equivarianceError(a, b, order) < 1e-5F);
        QVERIFY(equivarianceError(a, a, order) > 1e-3F);  // it would tell
    }
};

TEST_CLASS(TestSetsPage, QApplication)

}  // namespace test_sets_page
#include "test_sets_page.moc"
