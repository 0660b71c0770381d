// The picture of the network counts what the network has, and its parts lead to their pages.
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include "choices.h"
#include "model/config/settings.h"
#include "model/network/parameter_table.h"
#include "runner.h"
#include "settings.h"
#include "ui/figures/network/architecture_figure.h"
#include "ui/figures/network/weights_figure.h"
#include "ui/named.h"
#include "ui/pages/network/network_page.h"
#include "ui/texts_of.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/parameter_view.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestNetworkPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyParameterIsCounted_data() {
        QTest::addColumn<QString>("preset");
        for (const auto& [name, config] : presets())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void everyParameterIsCounted() {
        QFETCH(QString, preset);
        const RunConfig config = presetByName(preset.toStdString());
        const Program program = buildProgram(config.network, config.data.positions());
        const ArchitectureFigure figure(program);
        QCOMPARE(figure.total(), program.parameterCount());
        QCOMPARE(figure.layers, config.network.numLayers);
        const NetworkConfig& network = config.network;
        const int parts = (network.normFirst && network.norm != NormKind::None ? 3 : 2) *
                          (network.dimFeedforward > 0 ? 2 : 1);
        QCOMPARE(std::count_if(figure.parts.begin(), figure.parts.end(),
                               [](const ArchitecturePart& part) { return part.inLayer; }),
                 ptrdiff_t{parts});
        // Nothing overlaps, at any size.
        const FigureStyle style = FigureStyle::light();
        for (const QSizeF& size : {QSizeF(700, 600), QSizeF(240, 240), QSizeF(2000, 300)}) {
            const QRectF room(QPointF(), size);
            for (int i = 0; i < static_cast<int>(figure.parts.size()); ++i) {
                QVERIFY(room.contains(figure.rectOfPart(i, room, style)));
                if (i > 0)
                    QVERIFY(figure.rectOfPart(i, room, style).top() >
                            figure.rectOfPart(i - 1, room, style).bottom());
            }
        }
    }

    void anActivationThatIsNotUsualIsNamed() {
        const NetworkConfig network = with(presetByName("reverse").network, "activation=gelu_tanh");
        const ArchitectureFigure figure(buildProgram(network, 16));
        QVERIFY(std::any_of(figure.parts.begin(), figure.parts.end(), [](const ArchitecturePart& part) {
            return part.title == QStringLiteral("Feed-forward, GELU, tanh: 32 → 64 → 32");
        }));
    }

    void everyChoiceIsCounted() {
        for (const NetworkConfig& network : pairwiseNetworks()) {
            const Program program = buildProgram(network, 6);
            int64_t rows = 0;
            for (const ParameterRow& row : parameterTable(program)) rows += row.count;
            QVERIFY2(rows == program.parameterCount(), named(network).c_str());
            QVERIFY2(ArchitectureFigure(program).total() == rows, named(network).c_str());
        }
    }

    void whatWasChosenIsDrawn() {
        RunConfig config = presetByName("text-demo");
        for (const char* setting : {"network.class_token=true", "network.pooling=first",
                                    "network.pooler=tanh", "network.token_types=2",
                                    "network.positions=learned", "network.num_heads=4", "network.kv_heads=2"})
            applySetting(config, setting);
        QStringList titles, shapes;
        for (const ArchitecturePart& part : ArchitectureFigure(buildProgram(config.network, 64)).parts)
            titles << part.title, shapes << part.shape;
        QCOMPARE(titles.mid(0, 6), (QStringList{"Input: tokens, 200 categories", "Embedding", "+ token types",
                                                "Class token in front", "+ learned positions",
                                                "Attention: 4 heads of 32, 2 of keys"}));
        QCOMPARE(shapes.mid(0, 6),
                 (QStringList{"[64]", "[64, 32]", "[64, 32]", "[65, 32]", "[65, 32]", "[65, 32]"}));
        QCOMPARE(titles.mid(titles.size() - 3),
                 (QStringList{"First position", "Pooler, tanh", "Output: logits"}));
        applySetting(config, "network.pooling=flatten");
        const auto joined = ArchitectureFigure(buildProgram(config.network, 64)).parts;
        QCOMPARE(joined[joined.size() - 3].title, QString("All positions, joined"));
        QCOMPARE(joined[joined.size() - 3].shape, QString("[%1]").arg(65 * 32));
    }

    void shapesAndCountsStandInANarrowPicture() {
        RunFixture run("reverse");
        const ArchitectureFigure figure(buildProgram(run.config.network, 16));
        const QStringList texts = textsOf(figure, {300, 500}, FigureStyle::light());
        for (const ArchitecturePart& part : figure.parts) {
            QVERIFY2(texts.contains(part.title), qPrintable(part.title));
            QVERIFY2(std::any_of(texts.begin(), texts.end(),
                                 [&](const QString& text) { return text.startsWith(part.shape); }),
                     qPrintable(part.title + part.shape));
        }
        QVERIFY(std::any_of(texts.begin(), texts.end(), [](const QString& text) {
            return text.startsWith(QStringLiteral("[16, 32] · 4")) &&
                   text.endsWith(QStringLiteral("224 parameters"));
        }));
    }

    void shapesAreThoseOfTheSample() {
        RunFixture run("reverse");
        run.show();
        NetworkPage page(run.model);
        const auto shapes = [&] {
            QStringList all;
            for (const ArchitecturePart& part : page.view()->figure().parts) all << part.shape;
            return all.join(' ');
        };
        QCOMPARE(shapes(),
                 QStringLiteral("[16] [16, 32] [16, 32] [16, 32] [16, 32] [16, 32] [16, 32] [16, 10]"));
        run.model.shown().chooseSample(sampleOf({1, 2, 3}));
        QVERIFY(shapes().startsWith("[3] [3, 32]"));
        QVERIFY(page.view()->figure().csv().find("Embedding,\"[3, 32]\",352,1\n") != std::string::npos);
        QCOMPARE(page.table()->figure().total(), page.view()->figure().total());
    }

    void aPartShowsItsWeightsAndItsPage() {
        RunFixture run("reverse");
        run.show();
        NetworkPage page(run.model);
        page.resize(1000, 640);
        page.show();
        QSignalSpy wanted(&page, &Page::pageRequested);
        ArchitectureView* view = page.view();
        const auto click = [view](int part) {
            QTest::mouseClick(view, Qt::LeftButton, {}, view->rectOfPart(part).center().toPoint());
        };
        click(2);  // positions that are computed have none
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QStringLiteral("positions"));
        QCOMPARE(page.frames().back(), page.table()->parentWidget()->parentWidget()->parentWidget());

        click(3);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(named<QComboBox>(page, "Weights")->count(),
                 4);  // queries, keys and values together, and what joins heads
        const Program program = buildProgram(run.config.network, 16);
        const size_t first = view->figure().parts[3].learned.front();
        const HeatMapGridFigure& shown = page.findChild<HeatMapView*>()->figure();
        QCOMPARE(shown.maps[0].rows, static_cast<int>(program.parameters[first].shape[0]));
        const int64_t at = program.parameters[first].offset;
        for (size_t i = 0; i < 40; ++i)
            QCOMPARE(shown.maps[0].values[i], (*run.model.parameters())[static_cast<size_t>(at) + i]);
        named<QPushButton>(page, "Open its page")->click();
        QCOMPARE(wanted.back()[0].toString(), QStringLiteral("attention"));
        QVERIFY(page.goBack());
        QVERIFY(!page.goBack());
        const QImage picture = view->grab().toImage();
        QVERIFY(!picture.isNull());
    }

    void everyParameterIsOfOnePart() {
        for (const NetworkConfig& network : pairwiseNetworks()) {
            const Program program = buildProgram(network, 6);
            std::vector<int> times(program.parameters.size());
            for (const ArchitecturePart& part : ArchitectureFigure(program).parts) {
                int64_t count = 0;
                for (const size_t which : part.learned)
                    for (int layer = 0; layer < (part.inLayer ? network.numLayers : 1); ++layer) {
                        const size_t own = ofLayer(program, which, layer);
                        ++times[own];
                        count += program.parameters[own].size();
                    }
                if (!part.title.contains(QStringLiteral("tied")))
                    QVERIFY2(count == part.parameters * (part.inLayer ? network.numLayers : 1),
                             named(network).c_str());
            }
            for (size_t i = 0; i < times.size(); ++i)
                QVERIFY2(times[i] == 1 || (times[i] == 2 && network.tiedOutput),
                         (named(network) + ": " + program.parameters[i].name).c_str());
        }
    }

    void largeOnesAreCutAndSaySo() {
        const NetworkConfig network = with(presetByName("text-demo").network, "input_dim=3000");
        const Program program = buildProgram(network, 6);
        const std::vector<float> parameters(static_cast<size_t>(program.parameterCount()), 0.5F);
        const size_t table = ArchitectureFigure(program).parts[1].learned.front();
        const HeatMapFigure figure = weightsFigure(program, parameters, table);
        QCOMPARE(std::max(figure.maps[0].rows, figure.maps[0].cols), mostDrawnWeights);
        QVERIFY(figure.maps[0].notes.front().contains(QStringLiteral("3000")));
    }
};

TEST_CLASS(TestNetworkPage, QApplication)
#include "test_network_page.moc"
