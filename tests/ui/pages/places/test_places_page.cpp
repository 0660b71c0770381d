// The page Vectors: asks when it is shown, keeps to the plane of the last snapshot, and rings neighbours.
#include <QComboBox>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <numeric>

#include "model/data/set_data.h"
#include "model/run/snapshots.h"
#include "runner.h"
#include "ui/asked.h"
#include "ui/figures/network/places_figure.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/places/places_page.h"
#include "ui/views/figure_view.h"
#include "ui/views/places_view.h"
#include "ui/views/value_box.h"

using namespace attx;

class TestPlacesPage : public QObject, PageTest<PlacesPage> {
    Q_OBJECT
    std::unique_ptr<Asked<Places>> asked_;

    void answer() const { asked_->workOut(); }
    void choose(CloudKind kind) const {
        kindCombo(*page_)->setCurrentIndex(kindCombo(*page_)->findData(static_cast<int>(kind)));
    }
    [[nodiscard]] PlacesView* view() const { return page_->findChild<PlacesView*>(); }
    static QComboBox* kindCombo(const PlacesPage& page) { return named<QComboBox>(page, "Vectors"); }
    static QComboBox* colorCombo(const PlacesPage& page) { return named<QComboBox>(page, "Colour"); }

private Q_SLOTS:
    void init() {
        make("reverse", {900, 600});
        asked_ = std::make_unique<Asked<Places>>(page_->study());
        page_->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
    }
    void cleanup() {
        asked_.reset();
        close();
    }

    void membersAreImagesWhereTheyHaveRoom() {
        const RunConfig config = presetByName("anomaly-shapes");
        const Program program = buildProgram(config.network, config.data.positions());
        run_->model.showNetwork(
            config, std::make_shared<const std::vector<float>>(initialParameters(program, config.seed)),
            std::make_shared<const DataSet>(makeSetData(config.data)));
        run_->model.setMemberImages([](const SampleRow& member) {
            QImage image(8, 8, QImage::Format_RGB32);
            image.fill(Qt::magenta);
            return member.row % 5 == 0 ? QImage() : image;
        });
        answer();  // to what was asked before
        QCOMPARE(colorCombo(*page_)->currentText(),
                 QStringLiteral("class"));  // there are no tokens, no order
        choose(CloudKind::Members);
        answer();
        const ScatterFigure& figure = view()->figure();
        const auto members = static_cast<qsizetype>(figure.up.values.size());
        QCOMPARE(figure.images.size(), std::min<qsizetype>(members, 1000));
        const auto unknown = std::count_if(figure.images.begin(), figure.images.end(),
                                           [](const QImage& image) { return image.isNull(); });
        QVERIFY(unknown > 0 && unknown < figure.images.size() / 2);
        const QImage painted = view()->grab().toImage();
        int64_t magenta = 0;
        for (int y = 0; y < painted.height(); ++y)
            for (int x = 0; x < painted.width(); ++x)
                magenta += painted.pixelColor(x, y) == QColor(Qt::magenta) ? 1 : 0;
        QVERIFY2(magenta > 400, qPrintable(QString::number(magenta)));  // more than one image
        QVERIFY(magenta < int64_t{400} * members / 2);                  // and not each over another
    }

    void numbersThatAreAddedHaveASpectrum() {
        QVERIFY(page_->spectrum()->isHidden() || !page_->spectrum()->isVisible());
        RunFixture added("addition-mod");
        added.show();
        run_->model.showNetwork(added.config, added.model.parameters(), added.data);
        choose(CloudKind::Embeddings);
        answer();
        if (!page_->study().answer() || page_->study().answer()->question.kind != CloudKind::Embeddings)
            answer();
        QVERIFY(page_->spectrum()->isVisible());
        const std::unique_ptr<Figure> figure = page_->frames().at(1)->figure();
        const NamedArray shares = figure->data().front();
        QCOMPARE(shares.values.size(), size_t{29});
        const float all = std::accumulate(shares.values.begin(), shares.values.end(), 0.0F);
        QVERIFY(std::abs(all - 1) < 1e-5F);
        QCOMPARE(QString::fromStdString(figure->csv()).count(QLatin1Char('\n')), 30);
        choose(CloudKind::Positions);
        QVERIFY(!page_->spectrum()->isVisible());
        QVERIFY(!page_->frames().at(1)->figure());
    }

    void whatIsChosenIsShown() {
        QCOMPARE(asked_->count(), 1);
        answer();
        QCOMPARE(asked_->count(), 1);  // answered: nothing more to ask
        choose(CloudKind::QueriesAndKeys);
        QCOMPARE(asked_->count(), 2);
        QVERIFY(named<QComboBox>(*page_, "Layer")->isVisible() &&
                named<QComboBox>(*page_, "Head")->isVisible());
        answer();
        const ScatterFigure& figure = view()->figure();
        QCOMPARE(figure.up.values.size(), size_t{2 * 8 * 16});
        QVERIFY(figure.hollow[1] && !figure.hollow[0]);
        QCOMPARE(figure.kindNames.size(), 10);  // the tokens
        colorCombo(*page_)->setCurrentIndex(1);
        QCOMPARE(view()->figure().kindNames.size(), 16);
        QCOMPARE(asked_->count(), 2);  // another colour asks nothing
        QVERIFY(named<QLabel>(*page_, "What is shown")->text().contains(QStringLiteral("256 vectors")));
        const std::string table = page_->frames().front()->figure()->csv();
        QVERIFY(table.starts_with("vector,") && table.find(",kind\n") != std::string::npos);
    }

    void membersAreForSets() {
        QCOMPARE(kindCombo(*page_)->findData(static_cast<int>(CloudKind::Members)), -1);
        choose(CloudKind::Positions);
        QVERIFY(!named<QComboBox>(*page_, "Layer")->isVisible());
    }

    void thePlaneIsThatOfTheLastSnapshot() {
        answer();
        QVERIFY(page_->study().answer()->ownAxes);
        QTemporaryDir folder;
        SnapshotWriter writer(folder.path().toStdString(), 0, uint64_t{1} << 40);
        const Program program = buildProgram(run_->config.network, run_->config.data.length);
        QVERIFY(writer.write(run_->config, initialParameters(program, 77), 5, 1));
        run_->model.beginRun(folder.path(), {});
        run_->model.setSnapshots(writer.stored());
        QCOMPARE(asked_->count(), 2);
        answer();
        QVERIFY(!page_->study().answer()->ownAxes);
        QVERIFY(named<QLabel>(*page_, "What is shown")->text().contains(QStringLiteral("last snapshot")));
    }

    void neighboursAreRinged() {
        answer();
        choose(CloudKind::Hidden);
        answer();
        QSignalSpy said(page_.get(), &Page::readout);
        view()->grab();  // painted: the dots have their places
        const auto places = view()->figure().places(QRectF(view()->rect()), 0, FigureStyle::light());
        QTest::mouseMove(view(), places[20].toPoint());
        QTRY_COMPARE(view()->ringed().size(), size_t{6});
        const size_t pointed = view()->ringed().front();
        QVERIFY(std::hypot(places[pointed].x() - places[20].x(), places[pointed].y() - places[20].y()) < 2);
        QVERIFY(said.back()[0].toString().contains(QStringLiteral("nearest")));
        QVERIFY(view()->valueBox().isVisible());
        QCOMPARE(view()->valueBox().text().simplified(),
                 view()->figure().runs[static_cast<qsizetype>(pointed)]);
        Q_EMIT view()->dotClicked(20);  // of the second example
        QCOMPARE(run_->model.sampleRow(), 1);
        Q_EMIT view()->dotHovered(-1);
        QVERIFY(view()->ringed().empty());
    }

    void dotsThatLeaveThePlaneAreCounted() {
        Places places;
        places.cloud.dim = 2;
        places.cloud.points = {{.token = 3}, {.token = 4}, {.token = 3}};
        places.at = {0, 0, 2, 0.5F, 0.5F, -3};
        places.range = {-1, 1, -1, 1};
        const ScatterFigure figure = placesFigure(places, PlaceColor::Token);
        QVERIFY(figure.across.front().title.contains(QStringLiteral("dots beyond the axes: 2")));
        QCOMPARE(figure.kinds, (std::vector<int>{0, 1, 0}));
        QCOMPARE(figure.runs.front(), QStringLiteral("token 3"));
        QVERIFY(placesFigure(places, PlaceColor::Class).kinds.empty());  // nothing to tell apart
    }

    void aUnitIsAsLongAcrossAsUp() {
        Places places;
        places.cloud.dim = 2;
        places.cloud.points = {{.token = 3}, {.token = 4}, {.token = 5}};
        places.at = {0, 0, 1, 0, 0, 1};
        places.range = {-2, 2, -0.5F, 1};
        const ScatterFigure figure = placesFigure(places, PlaceColor::Token);
        for (const QSizeF size : {QSizeF(900, 300), QSizeF(500, 800)}) {
            const std::vector<QPointF> dots = figure.places(QRectF(QPointF(), size), 0, FigureStyle::light());
            const qreal across = dots[1].x() - dots[0].x(), up = dots[0].y() - dots[2].y();
            QVERIFY2(across > 20 && std::abs(across - up) < 1e-6 * across,
                     qPrintable(QStringLiteral("%1, %2").arg(across).arg(up)));
        }
    }

    void fewDotsAreNamed() {
        Places places;
        places.cloud.dim = 2;
        places.cloud.points = {{.token = 3}, {.token = 4}};
        places.at = {-0.5F, 0, 0.5F, 0};
        places.range = {-1, 1, -1, 1};
        ScatterFigure figure = placesFigure(places, PlaceColor::Token);
        QVERIFY(figure.named);
        const auto painted = [&] {
            QImage image(600, 400, QImage::Format_RGB32);
            QPainter painter(&image);
            figure.paint(painter, QRectF(image.rect()), FigureStyle::light());
            return image;
        };
        const QPointF dot = figure.places(QRectF(0, 0, 600, 400), 0, FigureStyle::light()).front();
        const QRect beside(dot.toPoint() + QPoint(5, -6), QSize(12, 12));
        const QImage named = painted().copy(beside);
        figure.named = false;
        QVERIFY(named != painted().copy(beside));
        places.cloud.points.resize(200, {.token = 5});  // names would only cover each other
        places.at.resize(400);
        QVERIFY(!placesFigure(places, PlaceColor::Token).named);
    }

    void controlsAreKept() {
        choose(CloudKind::QueriesAndKeys);
        colorCombo(*page_)->setCurrentIndex(2);
        PlacesPage other(run_->model);
        other.restoreControls(page_->controls());
        QCOMPARE(kindCombo(other)->currentData().toInt(), static_cast<int>(CloudKind::QueriesAndKeys));
        QCOMPARE(colorCombo(other)->currentIndex(), 2);
    }

    void aTableIsColouredByWhatItsRowsAreOf() {
        choose(CloudKind::Embeddings);
        QCOMPARE(colorCombo(*page_)->count(), 1);
        QCOMPARE(colorCombo(*page_)->currentText(), QStringLiteral("token"));
        choose(CloudKind::Positions);
        QCOMPARE(colorCombo(*page_)->count(), 1);
        QCOMPARE(colorCombo(*page_)->currentText(), QStringLiteral("position"));
    }
};

TEST_CLASS(TestPlacesPage, QApplication)
#include "test_places_page.moc"
