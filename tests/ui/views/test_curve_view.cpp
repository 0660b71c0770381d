#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>

#include "runner.h"
#include "ui/figures/curves/curve_plot.h"
#include "ui/figures/custom_plot.h"
#include "ui/texts_of.h"
#include "ui/views/curve_view.h"

using namespace attx;

namespace test_curve_view {

CurveFigure lossFigure() {
    CurveFigure figure;
    CurvePanel panel;
    panel.title = QStringLiteral("Loss");
    panel.xLabel = QStringLiteral("step");
    panel.yLabel = QStringLiteral("loss (nats)");
    CurveSeries train, validation;
    train.name = QStringLiteral("train");
    validation.name = QStringLiteral("validation");
    validation.color = 1;
    validation.markers = true;
    panel.series = {train, validation};
    figure.panels = {panel};
    return figure;
}

class TestCurveView : public QObject {
    Q_OBJECT

    std::unique_ptr<CurveView> view_;

    QCPAxisRect* axes() const { return view_->plot()->axisRects().at(0); }
    QCPAxis* xAxis() const { return axes()->axis(QCPAxis::atBottom); }
    QCPAxis* yAxis() const { return axes()->axis(QCPAxis::atLeft); }
    int points() const {
        int most = 0;
        for (int i = 0; i < view_->plot()->graphCount(); ++i)
            most = std::max(most, view_->plot()->graph(i)->dataCount());
        return most;
    }

private Q_SLOTS:
    void init() {
        view_ = std::make_unique<CurveView>();
        view_->resize(500, 320);
        view_->setFigure(lossFigure());
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    }
    void cleanup() { view_.reset(); }

    void emptyAxesSayWhatFillsThem() {
        const auto* const empty = view_->findChild<QLabel*>(QStringLiteral("empty"));
        view_->setEmptyText(QStringLiteral("Press Measure."));
        QVERIFY(empty->isVisible());
        QVERIFY(axes()->rect().contains(empty->geometry()));
        QVERIFY(empty->width() < axes()->width());
        view_->append(0, 0, 1, 2);
        QTRY_VERIFY(!empty->isVisible());
        view_->setFigure(lossFigure());
        QTRY_VERIFY(empty->isVisible());
        view_->setEmptyText({});
        QVERIFY(!empty->isVisible());
    }

    void aMarkAtTheEndOfTheAxisIsWhole() {
        CurveFigure figure = lossFigure();
        figure.panels[0].xHi = 10;
        figure.panels[0].series[1].x = {5, 10};
        figure.panels[0].series[1].y = {1, 2};
        view_->setFigure(figure);
        const QRgb color = view_->plot()->graph(view_->plot()->graphCount() - 1)->pen().color().rgb();
        const auto beyond = [&] {
            view_->plot()->replot(QCustomPlot::rpImmediateRefresh);
            return view_->grab().toImage().pixel(axes()->right() + 1,
                                                 static_cast<int>(yAxis()->coordToPixel(2)));
        };
        QTRY_COMPARE(beyond(), color);
    }

    void appendedPointsAppear() {
        for (int i = 0; i < 50000; ++i) view_->append(0, 0, i, std::sin(i * 0.01) + 2);
        QCOMPARE(view_->figure().panels[0].series[0].x.size(), size_t(50000));
        QTRY_COMPARE(xAxis()->range().upper >= 49999, true);
        QVERIFY(points() > 200);
        QVERIFY2(points() < 6000, "drawn points are thinned to the screen");
        view_->append(5, 0, 1, 1);  // no such panel, no such series: ignored
        view_->append(0, 9, 1, 1);
    }
    void readoutGivesExactValues() {
        view_->append(0, 0, {0, 10, 20}, {3, 2.125, 1});
        view_->append(0, 1, {15}, {2.5});
        QCOMPARE(view_->readout(0, 11), QStringLiteral("step 10\ntrain 2.125\nvalidation 2.5 (at 15)"));
        QCOMPARE(view_->readout(0, -100), QStringLiteral("step 0\ntrain 3\nvalidation 2.5 (at 15)"));
        QVERIFY(view_->readout(1, 0).isEmpty());
        view_->append(0, 0, 30, -0.5);
        QVERIFY(view_->readout(0, 30).contains(QStringLiteral("train −0.5")));
    }
    void hoverShowsTheReadout() {
        view_->append(0, 0, {0, 10, 20}, {3, 2, 1});
        QTRY_VERIFY(xAxis()->range().upper >= 20);
        QSignalSpy hovered(view_.get(), &CurveView::hovered);
        QCustomPlot* plot = view_->plot();
        QTest::mouseMove(plot, axes()->center());
        QTRY_COMPARE(hovered.size(), 1);
        QCOMPARE(hovered[0][0].toInt(), 0);
        QVERIFY(std::abs(hovered[0][1].toDouble() - 10) < 1);
        auto* label = plot->findChild<QLabel*>();
        QVERIFY(label->isVisible());
        QVERIFY(label->text().contains(QStringLiteral("train 2")));
        QVERIFY(plot->rect().contains(label->geometry()));
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(plot, &leave);
        QVERIFY(label->isHidden());
        QCOMPARE(hovered.last()[0].toInt(), -1);
    }
    void wheelZoomsAndResetRestores() {
        view_->append(0, 0, {0, 100}, {0, 1});
        QTRY_VERIFY(xAxis()->range().upper >= 100);
        const QCPRange whole = xAxis()->range();
        const QPointF center = axes()->center();
        QWheelEvent wheel(center, view_->plot()->mapToGlobal(center.toPoint()), {}, {0, 120}, {}, {},
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view_->plot(), &wheel);
        QVERIFY(xAxis()->range().size() < whole.size());
        QVERIFY(view_->figure().panels[0].xHi > view_->figure().panels[0].xLo);
        const QCPRange zoomed = xAxis()->range();
        view_->append(0, 0, 200, 2);  // new points do not move what a person looks at
        QTest::qWait(100);
        QCOMPARE(xAxis()->range().lower, zoomed.lower);
        QCOMPARE(xAxis()->range().upper, zoomed.upper);
        QTest::mouseDClick(view_->plot(), Qt::LeftButton, {}, axes()->center());
        QTRY_VERIFY(xAxis()->range().upper >= 200);
    }
    void theWheelDoesNotLoseTheCurves() {
        view_->append(0, 0, {0, 100}, {0, 1});
        QTRY_VERIFY(xAxis()->range().upper >= 100);
        const QCPRange whole = xAxis()->range();
        const QPointF center = axes()->center();
        for (int i = 0; i < 10; ++i) {
            QWheelEvent wheel(center, view_->plot()->mapToGlobal(center.toPoint()), {}, {0, -120}, {}, {},
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(view_->plot(), &wheel);
            QTest::qWait(40);
        }
        QTRY_COMPARE(xAxis()->range().size(), whole.size());
    }
    void dragPansAndShiftDragZooms() {
        view_->append(0, 0, {0, 100}, {0, 1});
        QTRY_VERIFY(xAxis()->range().upper >= 100);
        const QCPRange whole = xAxis()->range();
        const QPoint center = axes()->center();
        QTest::mousePress(view_->plot(), Qt::LeftButton, {}, center);
        QTest::mouseMove(view_->plot(), center + QPoint(20, 0));
        QTest::mouseMove(view_->plot(), center + QPoint(40, 0));
        QTest::mouseRelease(view_->plot(), Qt::LeftButton, {}, center + QPoint(40, 0));
        QVERIFY(xAxis()->range().lower < whole.lower);
        QVERIFY(std::abs(xAxis()->range().size() - whole.size()) < 1e-6);
        QTest::mousePress(view_->plot(), Qt::LeftButton, Qt::ShiftModifier, center);
        QTest::mouseMove(view_->plot(), center + QPoint(30, 30));
        QTest::mouseMove(view_->plot(), center + QPoint(60, 60));
        QTest::mouseRelease(view_->plot(), Qt::LeftButton, Qt::ShiftModifier, center + QPoint(60, 60));
        QVERIFY(xAxis()->range().size() < whole.size() / 3);
    }
    void keysZoomPanAndReset() {
        view_->append(0, 0, {0, 100}, {0, 1});
        QTRY_VERIFY(xAxis()->range().upper >= 100);
        const QCPRange whole = xAxis()->range();
        QTest::keyClick(view_.get(), Qt::Key_Plus);
        QVERIFY(xAxis()->range().size() < whole.size());
        QTest::keyClick(view_.get(), Qt::Key_Right);
        QVERIFY(xAxis()->range().center() > whole.center());
        QTest::keyClick(view_.get(), Qt::Key_Home);
        QTRY_COMPARE(xAxis()->range().size(), whole.size());
    }
    void smoothingKeepsTheRawCurve() {
        std::vector<double> x, y;
        for (int i = 0; i < 200; ++i) {
            x.push_back(i);
            y.push_back(i % 2);
        }
        view_->append(0, 0, x, y);
        view_->setSmoothing(0.9);
        QTRY_VERIFY(points() == 200);
        int drawn = 0;
        double widest = 0, narrowest = 1e9;
        for (int i = 0; i < view_->plot()->graphCount(); ++i) {
            const QCPGraph* graph = view_->plot()->graph(i);
            if (graph->dataCount() == 0) continue;
            ++drawn;
            bool found = false;
            const QCPRange late = graph->data()->valueRange(found, QCP::sdBoth, QCPRange(100, 199));
            QVERIFY(found);
            widest = std::max(widest, late.size());
            narrowest = std::min(narrowest, late.size());
        }
        QCOMPARE(drawn, 2);
        QCOMPARE(widest, 1.0);
        QVERIFY(narrowest < 0.2);
        QCOMPARE(view_->figure().panels[0].series[0].y, y);
        view_->setSmoothing(0);
        QTRY_COMPARE(view_->plot()->graph(1)->dataCount() == 0 || view_->plot()->graph(0)->dataCount() == 0,
                     true);
    }
    void logScale() {
        view_->append(0, 0, {0, 1, 2, 3}, {100, 0, -1, 0.01});
        view_->setLogScale(true);
        QTRY_COMPARE(yAxis()->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(yAxis()->range().lower > 0);
        QVERIFY(yAxis()->range().upper > 100);
        view_->setLogScale(false);
        QTRY_COMPARE(yAxis()->scaleType(), QCPAxis::stLinear);
        QVERIFY(yAxis()->range().lower < -1);
    }
    void aFaintSeriesIsInTheLegendByItsNote() {
        CurveFigure figure = lossFigure();
        CurveSeries earlier;
        earlier.x = {0, 1};
        earlier.y = {12, 4};
        earlier.faint = true;
        earlier.name = QStringLiteral("some folder");
        const qsizetype without = namesInLegend(figure.panels[0]).size();
        figure.panels[0].series.push_back(earlier);
        QCOMPARE(namesInLegend(figure.panels[0]).size(), without);
        figure.panels[0].series.back().note = QStringLiteral("rate 10");
        QVERIFY(textsOf(figure, {600, 400}, FigureStyle::light()).contains(QStringLiteral("rate 10")));
        view_->setFigure(figure);
        QTRY_COMPARE(axes()->parentPlot()->plotLayout()->findChild<QCPLegend*>()->itemCount(),
                     static_cast<int>(without) + 1);
    }
    void theReadoutFitsALine() {
        view_->append(0, 0, {0, 1}, {1, 0.5});
        QVERIFY(view_->readout(0, 1).contains(QLatin1Char('\n')));
        QVERIFY(view_->readoutLine(0, 1).startsWith(QStringLiteral("step 1   ")));
        QCOMPARE(view_->readoutLine(-1, 1), QString());
    }
    void legendCanBeHidden() {
        const auto legends = [this] {
            return axes()->parentPlot()->plotLayout()->findChildren<QCPLegend*>();
        };
        QTRY_COMPARE(legends().size(), 1);
        view_->setLegendVisible(false);
        QTRY_COMPARE(legends().size(), 0);
    }
    void legendStandsOffTheData() {
        for (const int width : {900, 260}) {  // side by side, and below each other
            view_->resize(width, 300);
            QTRY_VERIFY(axes()->outerRect().width() <= width);
            const auto legends = axes()->parentPlot()->plotLayout()->findChildren<QCPLegend*>();
            QCOMPARE(legends.size(), 1);
            QVERIFY(legends.front()->outerRect().height() > 0);
            QVERIFY(!legends.front()->outerRect().intersects(axes()->outerRect()));
            QVERIFY(axes()->rect().height() > 100);
        }
    }
    void aHiddenViewCatchesUp() {
        view_->hide();
        view_->append(0, 0, {0, 500}, {0, 1});
        QTest::qWait(60);
        QVERIFY(xAxis()->range().upper < 500);
        view_->show();
        QTRY_VERIFY(xAxis()->range().upper >= 500);
    }
    void aViewWithoutRoomPaintsNothing() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("engine")));
        QSignalSpy painted(view_->plot(), &QCustomPlot::afterReplot);
        view_->plot()->resize(500, 0);
        view_->setMarker(0.5);
        view_->append(0, 0, 1, 2);
        QTest::qWait(50);
        QCOMPARE(painted.count(), 0);
        view_->plot()->resize(500, 320);
        QTRY_VERIFY(painted.count() > 0);
    }

    void aHiddenViewKeepsNoPictures() {
        view_->append(0, 0, {0, 10, 20}, {3, 2, 1});
        QTRY_VERIFY(xAxis()->range().upper >= 20);
        QTest::qWait(20);  // until it is painted
        const QImage shown = view_->plot()->grab().toImage();
        view_->hide();
        const QImage blank = view_->plot()->grab().toImage();
        QVERIFY(blank != shown);
        view_->plot()->replot(QCustomPlot::rpQueuedReplot);  // as it was asked for before
        QTest::qWait(20);
        QCOMPARE(view_->plot()->grab().toImage(), blank);
        view_->setMarker(5);  // nothing to paint it into, and no warning
        view_->setMarker({});
        view_->show();
        QCOMPARE(view_->plot()->grab().toImage(), shown);  // at once
    }
    void aNewFigureLeavesNothingOfTheOneBefore() {
        QSignalSpy painted(view_->plot(), &QCustomPlot::afterReplot);
        const auto partsOfANewOne = [&] {
            view_->setFigure(lossFigure());
            const bool shown = painted.wait();
            return shown ? view_->plot()->findChildren<QObject*>().size() : -1;
        };
        const auto atFirst = partsOfANewOne();
        QVERIFY(atFirst > 0);
        for (int i = 0; i < 5; ++i) QCOMPARE(partsOfANewOne(), atFirst);
    }
    void emptyAndManyPanels() {
        CurveFigure figure;
        QSignalSpy painted(view_->plot(), &QCustomPlot::afterReplot);
        view_->setFigure(figure);
        QVERIFY(painted.wait());
        figure.columns = 2;
        for (int p = 0; p < 5; ++p) figure.panels.push_back(lossFigure().panels[0]);
        view_->setFigure(figure);
        QTRY_COMPARE(view_->plot()->axisRectCount(), 5);
    }
    void figurePaintsWithoutAWindow() {
        CurveFigure figure = lossFigure();
        figure.panels[0].series[0].x = {0, 1};
        figure.panels[0].series[0].y = {0, 1};
        QImage image(400, 300, QImage::Format_ARGB32_Premultiplied);
        const FigureStyle style = FigureStyle::darkStyle();
        QPainter painter(&image);
        figure.paint(painter, image.rect(), style);
        painter.end();
        QCOMPARE(image.pixel(0, 0), style.background.rgba());
        int colored = 0;
        for (int y = 0; y < 300; ++y)
            for (int x = 0; x < 400; ++x)
                if (image.pixel(x, y) == style.seriesColor(0).rgba()) ++colored;
        QVERIFY2(colored > 100, qPrintable(QString::number(colored)));
    }
};

TEST_CLASS(TestCurveView, QApplication)

}  // namespace test_curve_view
#include "test_curve_view.moc"
