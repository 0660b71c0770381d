// Several figures in one: their letters, places, numbers and print; and the line for a terminal that the
// export dialog offers.
#include <QImage>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <algorithm>
#include <memory>

#include "runner.h"
#include "ui/controls/export_dialog.h"
#include "ui/export/export.h"
#include "ui/export/print.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/figures/panels_figure.h"
#include "ui/views/panels_dialog.h"

using namespace attx;

namespace test_panels {

std::unique_ptr<Figure> map(const QString& name) {
    HeatMap map{.rows = 2, .cols = 3, .values = {0, 0.1F, 0.2F, 0.3F, 0.4F, 0.5F}};
    map.title = QStringLiteral("A map");
    auto figure = std::make_unique<HeatMapFigure>(map, ColorScale{});
    figure->setName(name);
    return figure;
}

PanelsFigure three() {
    PanelsFigure panels;
    for (const char* name : {"attention", "rollout", "attention"}) {
        panels.parts.push_back(map(QString::fromLatin1(name)));
        panels.parts.back()->setTitle(QString::fromLatin1(name));
    }
    return panels;
}

/// The columns of the picture between these rows that are not of its background.
int inked(const QImage& picture, int fromX, int toX, int fromY, int toY) {
    int found = 0;
    for (int y = fromY; y < toY; ++y)
        for (int x = fromX; x < toX; ++x)
            found += picture.pixel(x, y) != picture.pixel(0, picture.height() - 1);
    return found;
}

class TestPanels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void letters() {
        QCOMPARE(PanelsFigure::letter(0), QStringLiteral("a)"));
        QCOMPARE(PanelsFigure::letter(25), QStringLiteral("z)"));
        QCOMPARE(PanelsFigure::letter(26), QStringLiteral("aa)"));
    }

    void eachHasItsPlace() {
        PanelsFigure panels = three();
        const QSize size = panels.defaultSize();
        const QImage picture = renderImage(panels, {size, 1, FigureStyle::light()});
        const int halfX = size.width() / 2, halfY = size.height() / 2;
        QVERIFY(inked(picture, 0, halfX, 0, halfY) > 1000);
        QVERIFY(inked(picture, halfX, size.width(), 0, halfY) > 1000);
        QVERIFY(inked(picture, 0, halfX, halfY, size.height()) > 1000);
        QCOMPARE(inked(picture, halfX + 8, size.width(), halfY + 8, size.height()), 0);
        panels.columns = 3;
        QVERIFY(panels.defaultSize().width() > size.width());
        QVERIFY(panels.defaultSize().height() < size.height());
    }

    void numbersAreThoseOfTheParts() {
        const PanelsFigure panels = three();
        const std::vector<NamedArray> arrays = panels.data();
        const size_t each = arrays.size() / 3;
        QVERIFY(each > 0);
        QVERIFY(arrays.front().name.starts_with("a_") && arrays.back().name.starts_with("c_"));
        const auto lines = QString::fromStdString(panels.csv()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.front(), QStringLiteral("panel,figure,array,index,value,facts"));
        qsizetype values = 0;
        for (const NamedArray& array : arrays) values += static_cast<qsizetype>(array.values.size());
        QCOMPARE(lines.size(), values + 1);
        QVERIFY(std::ranges::any_of(lines, [](const QString& line) {
            return line.startsWith("b,rollout,") && line.endsWith(",1 2,0.5,");
        }));
        const auto copy = panels.clone();
        QCOMPARE(dynamic_cast<const PanelsFigure&>(*copy).parts[1]->name(), QStringLiteral("rollout"));
    }

    void printReachesEachPart() {
        const PanelsFigure panels = three();
        QVERIFY(hasTitle(panels));
        const PrintOptions print{.mm = {170, 0}, .title = false, .colors = ColorMap::Grey};
        const PrintedFigure made = printed(panels, {}, print);
        for (const auto& part : dynamic_cast<const PanelsFigure&>(*made.figure).parts) {
            const auto& grid = dynamic_cast<const HeatMapGridFigure&>(*part);
            QVERIFY(grid.maps[0].title.isEmpty());
            QCOMPARE(grid.scale.map, ColorMap::Grey);
        }
        QCOMPARE(made.options.size.width(), pxOf(170));
    }

    /// Maps that stand in no order take more rows in a narrow panel, so that their titles have room; what has
    /// none all the same is said.
    void narrowPanelsKeepTheirTitles() {
        PanelsFigure panels;
        for (int part = 0; part < 3; ++part) {
            auto maps = std::make_unique<HeatMapGridFigure>();
            maps->setName(QStringLiteral("explanations"));
            maps->scale.mode = ScaleMode::PerMap;
            maps->gridCols = 6;
            for (int i = 0; i < 6; ++i) {
                HeatMap map{.rows = 16, .cols = 16, .values = std::vector<float>(256, 0.5F)};
                map.values.front() = 0;
                map.title = QStringLiteral("Rollout %1").arg(i);
                map.xLabel = QStringLiteral("input");
                maps->maps.push_back(map);
            }
            maps->notes = {QStringLiteral("validation sample 1")};
            panels.parts.push_back(std::move(maps));
        }
        const PrintOptions print{.mm = {85, 0}};
        const PrintedFigure made = printed(panels, {}, print);
        const auto& narrow = dynamic_cast<const PanelsFigure&>(*made.figure);
        const QRectF page{QPointF(), QSizeF(made.options.size)};
        const std::vector<QRectF> rooms = narrow.rooms(page, made.options.style);
        for (size_t i = 0; i < rooms.size(); ++i) {
            const auto& grid = dynamic_cast<const HeatMapGridFigure&>(*narrow.parts[i]);
            const HeatMapGridLayout place = grid.layout(rooms[i], made.options.style, 1);
            QVERIFY(place.mapTitles);
            QVERIFY(place.grid.bottom() < place.note.top());
        }
        panels.columns = 3;
        const PrintOptions small{.mm = {40, 0}};
        const QStringList notes = printed(panels, {}, small).notes;
        QVERIFY2(!notes.filter(QStringLiteral("has no room for: titles of maps")).isEmpty(),
                 qPrintable(notes.join(QLatin1Char('\n'))));
    }

    void theListIsOrderedAndShortened() {
        KeptPanels panels;
        for (const char* name : {"one", "two"}) {
            auto figure = map(QString::fromLatin1(name));
            figure->setTitle(QString::fromLatin1(name));
            panels.figures.push_back(std::move(figure));
        }
        auto* dialog = new PanelsDialog(
            panels, [](const QString&, const QString&) {}, nullptr);
        dialog->show();
        auto* list = dialog->findChild<QListWidget*>();
        const auto press = [dialog](const QString& text) {
            for (QPushButton* button : dialog->findChildren<QPushButton*>())
                if (button->text().remove(QLatin1Char('&')) == text) button->click();
        };
        QCOMPARE(list->item(0)->text(), QStringLiteral("a) one"));
        press(QStringLiteral("Move down"));
        QCOMPARE(list->item(0)->text(), QStringLiteral("a) two"));
        QCOMPARE(list->currentRow(), 1);
        QCOMPARE(panels.figure().parts[0]->name(), QStringLiteral("two"));
        dialog->findChild<QSpinBox*>()->setValue(1);
        QCOMPARE(panels.figure().columns, 1);
        press(QStringLiteral("Remove"));
        press(QStringLiteral("Remove"));
        QVERIFY(panels.figures.empty());
        delete dialog;
    }

    void theDialogAsksForItsLine() {
        ExportDialog dialog(*map(QStringLiteral("attention")));
        QSignalSpy asked(&dialog, &ExportDialog::commandRequested);
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text().contains(QStringLiteral("co&mmand"))) button->click();
        QCOMPARE(asked.size(), 1);
        const QStringList how = asked[0][0].toStringList();
        QCOMPARE(how.value(how.indexOf(QStringLiteral("--scale")) + 1), QStringLiteral("2"));
        QVERIFY(how.value(how.size() - 1).endsWith(QStringLiteral("attention.png")));

        PrintOptions print;
        print.mm = {85, 60};
        print.fontPt = 7.5;
        print.title = false;
        print.family = QStringLiteral("Liberation Serif");
        print.range = {0.0F, 0.5F};
        print.colors = ColorMap::Inferno;
        QCOMPARE(renderWords({{}, 3.125, FigureStyle::darkStyle()}, print),
                 (QStringList{"--mm", "85x60", "--scale", "3.125", "--theme", "dark", "--font-size", "7.5",
                              "--font", "Liberation Serif", "--title", "off", "--color-map", "inferno",
                              "--range", "0:0.5"}));
    }
};

TEST_CLASS(TestPanels, QApplication)

}  // namespace test_panels
#include "test_panels.moc"
