#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QtTest>
#include <cmath>

#include "in_folder.h"
#include "model/files/error.h"
#include "model/files/npy.h"
#include "runner.h"
#include "ui/controls/export_dialog.h"
#include "ui/export/export.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/look/theme.h"

using namespace attx;

namespace test_export {

HeatMapFigure antiDiagonal(int n) {
    HeatMap map{.rows = n, .cols = n};
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c)
            map.values.push_back(r + c == n - 1 ? 0.8f : 0.2f / static_cast<float>(n));
    map.title = QStringLiteral("Layer 1, Head 1");
    map.xLabel = QStringLiteral("key");
    map.yLabel = QStringLiteral("query");
    HeatMapFigure figure(map, {});
    figure.setName(QStringLiteral("attention"));
    figure.valueLabel = QStringLiteral("attention weight");
    return figure;
}

CurveFigure twoCurves() {
    CurveFigure figure;
    figure.setName(QStringLiteral("training"));
    CurvePanel panel;
    panel.title = QStringLiteral("Loss");
    panel.xLabel = QStringLiteral("step");
    panel.yLabel = QStringLiteral("loss (nats)");
    CurveSeries train, validation;
    train.name = QStringLiteral("train");
    train.x = {0, 1, 2, 3};
    train.y = {2, 1.5, NAN, 0.25};
    validation.name = QStringLiteral("validation");
    validation.x = {1.5, 3};
    validation.y = {1.25, 0.5};
    validation.color = 1;
    panel.series = {train, validation};
    figure.panels = {panel};
    return figure;
}

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class TestExport : public QObject {
    Q_OBJECT

    QTemporaryDir folder_, config_;
    QString in(const QString& name) const { return folder_.filePath(name); }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", config_.path().toUtf8()); }
    void png_data() {
        addColumns<double, bool>("scale", "dark");
        for (double scale : {1.0, 1.5, 2.0}) {
            QTest::addRow("light, scale %g", scale) << scale << false;
            QTest::addRow("dark, scale %g", scale) << scale << true;
        }
    }
    void png() {
        QFETCH(double, scale);
        QFETCH(bool, dark);
        const HeatMapFigure figure = antiDiagonal(16);
        ExportOptions options;
        options.size = {500, 400};
        options.scale = scale;
        options.style = dark ? FigureStyle::darkStyle() : FigureStyle::light();
        const QString path = in(QStringLiteral("a.png"));
        QCOMPARE(exportFigure(figure, path, options), QStringList{path});
        const QImage image(path);
        QCOMPARE(image.size(), QSize(qRound(500 * scale), qRound(400 * scale)));
        QCOMPARE(image.dotsPerMeterX(), static_cast<int>(std::lround(scale * 96 / 0.0254)));
        QCOMPARE(image.dotsPerMeterY(), image.dotsPerMeterX());
        QCOMPARE(image.pixel(0, 0), options.style.background.rgb());
        const QRectF cells = figure.layout(QRectF(0, 0, 500, 400), options.style, scale).cells[0];
        for (int r = 0; r < 16; ++r)
            for (int c = 0; c < 16; ++c) {
                const QRectF cell = cellRect(figure.maps[0], cells, r, c);
                const QRgb expected = mapColor(ColorMap::Viridis, r + c == 15 ? 1.f : 0.f);
                // The corners too: nothing is smoothed.
                for (const QPointF p : {cell.center(), cell.topLeft() + QPointF(0.6, 0.6),
                                        cell.bottomRight() - QPointF(0.6, 0.6)})
                    QCOMPARE(image.pixel((p * scale).toPoint()), expected);
            }
    }
    void svg() {
        const QString path = in(QStringLiteral("a.svg"));
        exportFigure(antiDiagonal(16), path);
        const QByteArray bytes = contents(path);
        QCOMPARE(bytes.count("<image "), bytes.count("image-rendering:pixelated"));
        QVERIFY(bytes.contains("<image style=\"image-rendering:crisp-edges;image-rendering:pixelated\""));
        QVERIFY(bytes.contains("<svg width=\"720\" height=\"640\""));
        for (const char* text : {"Layer 1, Head 1", ">key<", ">query<", ">attention weight<"})
            QVERIFY2(bytes.contains(text), text);
        QVERIFY(!bytes.contains("font-family=\"\""));
        QSvgRenderer renderer(bytes);
        QVERIFY(renderer.isValid());
        QCOMPARE(renderer.defaultSize(), QSize(720, 640));
        QImage image(720, 640, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        renderer.render(&painter, QRectF(image.rect()));
        const HeatMapFigure figure = antiDiagonal(16);
        const QRectF cells = figure.layout(QRectF(0, 0, 720, 640), FigureStyle::light(), 1).cells[0];
        for (int r = 0; r < 16; ++r)
            QCOMPARE(image.pixel(cellRect(figure.maps[0], cells, r, 15 - r).center().toPoint()),
                     mapColor(ColorMap::Viridis, 1.f));
    }
    void svgOfCurvesIsDrawnAsLines() {
        const QString path = in(QStringLiteral("c.svg"));
        exportFigure(twoCurves(), path);
        const QByteArray bytes = contents(path);
        QVERIFY(QSvgRenderer(bytes).isValid());
        QVERIFY(!bytes.contains("<image"));
        for (const char* text : {">Loss<", ">step<", "loss (nats)", ">validation<"})
            QVERIFY2(bytes.contains(text), text);
    }
    void svgStaysInsideOfAZoomedPanel() {
        CurveFigure figure = twoCurves();
        figure.panels[0].yLo = 0.9;
        figure.panels[0].yHi = 1.1;
        figure.panels[0].series[0].y = {2, 1, 1, 5000};
        const QString path = in(QStringLiteral("z.svg"));
        exportFigure(figure, path);
        QRegularExpression points(QStringLiteral("<polyline[^>]*points=\"([^\"]*)\""));
        auto match = points.globalMatch(QString::fromUtf8(contents(path)));
        QVERIFY(match.hasNext());
        while (match.hasNext())
            for (const QString& pair : match.next().captured(1).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
                const double y = pair.section(QLatin1Char(','), 1).toDouble();
                QVERIFY2(y > -1 && y < 481, qPrintable(pair));
            }
    }
    void pdf() {
        const QString path = in(QStringLiteral("a.pdf"));
        const ExportOptions options{.size = {800, 600}};
        exportFigure(antiDiagonal(16), path, options);
        const QByteArray bytes = contents(path);
        QVERIFY(bytes.startsWith("%PDF-"));
        QVERIFY(bytes.trimmed().endsWith("%%EOF"));
        // 96 px are 72 points.
        const QRegularExpression box(QStringLiteral("/MediaBox \\[0 0 (\\d+)[.\\d]* (\\d+)"));
        const auto match = box.match(QString::fromLatin1(bytes));
        QVERIFY(match.hasMatch());
        QCOMPARE(match.captured(1), QStringLiteral("600"));
        QCOMPARE(match.captured(2), QStringLiteral("450"));
        QVERIFY2(!bytes.contains("/DCTDecode"), "cells must not be compressed with loss");
    }
    void csvEqualsTheData() {
        const HeatMapFigure figure = antiDiagonal(5);
        const QString path = in(QStringLiteral("a.csv"));
        exportFigure(figure, path);
        const QStringList lines =
            QString::fromUtf8(contents(path)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 6);
        QCOMPARE(lines[0], QStringLiteral("row,0,1,2,3,4"));
        for (int r = 0; r < 5; ++r)
            for (int c = 0; c < 5; ++c)
                QCOMPARE(lines[r + 1].section(QLatin1Char(','), c + 1, c + 1).toFloat(),
                         figure.maps[0].at(r, c));
    }
    void csvOfCurves() {
        QCOMPARE(
            QString::fromStdString(twoCurves().csv()),
            QStringLiteral("panel,curve,x,y\nLoss,train,0,2\nLoss,train,1,1.5\nLoss,train,2,\nLoss,train,3,"
                           "0.25\nLoss,validation,1.5,1.25\nLoss,validation,3,0.5\n"));
        // As scripts call them: neither a translation nor a result is in the names.
        CurveFigure named = twoCurves();
        named.panels[0].key = QStringLiteral("loss");
        named.panels[0].series[0].key = QStringLiteral("training");
        QVERIFY(named.csv().find("\nloss,training,0,2\n") != std::string::npos);
        named.panels.push_back(named.panels[0]);
        QCOMPARE(named.data().front().name, std::string("loss training"));
    }
    void npyEqualsTheData() {
        const HeatMapFigure figure = antiDiagonal(5);
        const QString path = in(QStringLiteral("a.npy"));
        QCOMPARE(exportFigure(figure, path), QStringList{path});
        const NamedArray read = readNpy(path.toStdString());
        QCOMPARE(read.shape, (std::vector<int64_t>{5, 5}));
        QCOMPARE(read.values, figure.maps[0].values);
    }
    void npyOfSeveralArrays() {
        const QStringList files = exportFigure(twoCurves(), in(QStringLiteral("c.npy")));
        QCOMPARE(files,
                 (QStringList{in(QStringLiteral("c_train.npy")), in(QStringLiteral("c_validation.npy"))}));
        const NamedArray read = readNpy(files[1].toStdString());
        QCOMPARE(read.shape, (std::vector<int64_t>{2, 2}));
        QCOMPARE(read.values, (std::vector<float>{1.5f, 1.25f, 3.f, 0.5f}));
    }

    void failuresAreNamedAndLeaveNothing_data() {
        QTest::addColumn<QString>("path");
        for (const QString& suffix : exportSuffixes())
            QTest::newRow(qPrintable(suffix)) << QStringLiteral("/proc/nowhere/figure.") + suffix;
        QTest::newRow("unknown format") << folder_.filePath(QStringLiteral("figure.docx"));
        QTest::newRow("no format") << folder_.filePath(QStringLiteral("figure"));
    }
    void failuresAreNamedAndLeaveNothing() {
        QFETCH(QString, path);
        try {
            exportFigure(antiDiagonal(4), path);
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(QString::fromStdString(error.what()).contains(path), error.what());
        }
        QVERIFY(!QFile::exists(path));
    }
    void aFailureKeepsTheEarlierFile() {
        // A path below a file can neither be written nor made.
        const QString earlier = in(QStringLiteral("earlier.png"));
        exportFigure(antiDiagonal(4), earlier);
        const QByteArray before = contents(earlier);
        QVERIFY_EXCEPTION_THROWN(exportFigure(antiDiagonal(8), earlier + QStringLiteral("/a.png")), Error);
        const ExportOptions huge{.size = {100000, 100000}};
        QVERIFY_EXCEPTION_THROWN(exportFigure(antiDiagonal(8), earlier, huge), Error);
        QCOMPARE(contents(earlier), before);
        QVERIFY(QDir(folder_.path()).entryList({QStringLiteral("earlier.png?*")}).isEmpty());
    }
    void theFilesOfARunAreNotWrittenOver() {
        QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("run")));
        for (const char* name : {"run/run.json", "run/metrics.csv"}) {
            writeContent(in(QLatin1String(name)), "of the run");
        }
        QVERIFY_EXCEPTION_THROWN(exportFigure(twoCurves(), in(QStringLiteral("run/metrics.csv"))), Error);
        QCOMPARE(contents(in(QStringLiteral("run/metrics.csv"))), QByteArray("of the run"));
        QCOMPARE(exportFigure(twoCurves(), in(QStringLiteral("run/curves.csv"))).size(), 1);
    }

    void eachFigureHasANameOfItsOwn() {
        std::vector<std::unique_ptr<Figure>> figures;
        figures.push_back(antiDiagonal(4).clone());
        figures.push_back(twoCurves().clone());
        figures.push_back(antiDiagonal(3).clone());
        QCOMPARE(fileStems(figures), (QStringList{QStringLiteral("attention"), QStringLiteral("training"),
                                                  QStringLiteral("attention-2")}));
    }
    void clipboard() {
        const ExportOptions options{.size = {300, 200}, .scale = 1};
        copyFigure(antiDiagonal(4), options);
        QCOMPARE(QGuiApplication::clipboard()->image().size(), QSize(300, 200));
        copyData(antiDiagonal(2));
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("row\t0\t1\n0\t0.1\t0.8\n")));
    }
    void whatIsLeftToWriteIsWrittenInAnotherThread() {
        const QString path = in(QStringLiteral("later.png"));
        const std::function<QStringList()> job = exportJob(antiDiagonal(4), path);
        QVERIFY(!QFile::exists(path));  // the longer part is still to come
        QCOMPARE(job(), QStringList{path});
        const QByteArray expected = contents(path);

        const QString beside = in(QStringLiteral("beside.png"));
        bool ended = false;
        {
            QObject receiver;
            exportInBackground(antiDiagonal(4), beside, {}, &receiver,
                               [&](const QStringList& written, const QString& error) {
                                   ended = written == QStringList{beside} && error.isEmpty();
                               });
            QVERIFY(!ended);
            QTRY_VERIFY(ended);
        }
        QCOMPARE(contents(beside), expected);
        const QString orphan = in(QStringLiteral("orphan.png"));
        bool called = false;
        {
            QObject receiver;  // gone before the file is written
            exportInBackground(antiDiagonal(4), orphan, {}, &receiver,
                               [&](const QStringList&, const QString&) { called = true; });
        }
        QTRY_COMPARE(contents(orphan), expected);
        QVERIFY(!called);
    }
    void dialogWritesAndReportsFailure() {
        ExportDialog dialog(antiDiagonal(4));
        auto* edit = dialog.findChild<QLineEdit*>(QStringLiteral("pathEdit"));
        auto* error = dialog.findChild<QLabel*>(QStringLiteral("errorLabel"));
        dialog.show();
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, QStringLiteral("/proc/nowhere/a.svg"));
        dialog.accept();
        QTRY_VERIFY(error->isVisible());
        QVERIFY(dialog.isVisible());
        QVERIFY(error->height() >= error->heightForWidth(error->width()));  // all of it can be read
        edit->selectAll();
        QTest::keyClicks(edit, in(QStringLiteral("dialog.svg")));
        dialog.accept();
        QTRY_VERIFY(!dialog.isVisible());
        QVERIFY(contents(in(QStringLiteral("dialog.svg"))).contains("<svg"));
    }
    void theDialogReplacesNothingUnasked() {
        ExportDialog dialog(twoCurves());
        dialog.show();
        auto* edit = dialog.findChild<QLineEdit*>(QStringLiteral("pathEdit"));
        const auto answer = [&](QMessageBox::ButtonRole role) {
            dialog.accept();
            auto* question = dialog.findChild<QMessageBox*>();
            QVERIFY(question && question->isVisible());
            QCOMPARE(question->defaultButton(),
                     question->button(QMessageBox::Cancel));  // Enter, Enter is safe
            for (QAbstractButton* button : question->buttons())
                if (question->buttonRole(button) == role) button->click();
            QTRY_VERIFY(!dialog.findChild<QMessageBox*>());
        };
        for (const char* name : {"mine.csv", "mine_train.npy"}) {
            writeContent(in(QLatin1String(name)), "mine");
        }
        edit->setText(in(QStringLiteral("mine.npy")));  // one file for each curve
        answer(QMessageBox::RejectRole);
        QCOMPARE(contents(in(QStringLiteral("mine_train.npy"))), QByteArray("mine"));
        edit->setText(in(QStringLiteral("mine.csv")));
        answer(QMessageBox::RejectRole);
        QVERIFY(dialog.isVisible());
        QCOMPARE(contents(in(QStringLiteral("mine.csv"))), QByteArray("mine"));
        answer(QMessageBox::AcceptRole);
        QTRY_VERIFY(!dialog.isVisible());
        QVERIFY(contents(in(QStringLiteral("mine.csv"))).startsWith("panel,curve,"));
    }
    void theDialogRemembersAndProposesAFreeName() {
        SaveDialog::setAnswers({{QStringLiteral("export/folder"), in(QStringLiteral("none"))}});
        QVERIFY(QFileInfo(QFileInfo(ExportDialog(antiDiagonal(4)).path()).path()).isDir());
        {
            ExportDialog dialog(antiDiagonal(4));
            dialog.findChild<QLineEdit*>(QStringLiteral("pathEdit"))
                ->setText(in(QStringLiteral("attention.csv")));
            dialog.findChild<QComboBox*>()->setCurrentIndex(3);
            dialog.show();
            dialog.accept();
            QTRY_VERIFY(!dialog.isVisible());
        }
        QCOMPARE(ExportDialog(antiDiagonal(4)).path(), in(QStringLiteral("attention-2.csv")));
        // Where a home is, nothing was written by it.
        QVERIFY(QDir(config_.path()).isEmpty());
    }

    /// Where the screen is too low for all rows they scroll, and Save is seen.
    void theDialogIsNoHigherThanItsScreen() {
        Theme theme(*qApp);
        theme.setZoom(200);
        ExportDialog dialog(antiDiagonal(4));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const int room = dialog.screen()->availableSize().height();
        QVERIFY2(dialog.height() <= room && dialog.minimumSizeHint().height() <= room,
                 qPrintable(QString::number(dialog.height())));
        const auto* buttons = dialog.findChild<QDialogButtonBox*>();
        QVERIFY(dialog.rect().contains({buttons->mapTo(&dialog, QPoint()), buttons->size()}));
        theme.setZoom(100);
    }
};

TEST_CLASS(TestExport, QApplication)

}  // namespace test_export
#include "test_export.moc"
