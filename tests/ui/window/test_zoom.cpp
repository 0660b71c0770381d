// The window at other sizes: zoom, the presentation, and every page on every screen that it is promised for.
#include <QAbstractScrollArea>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QWindow>

#include "model/config/presets.h"
#include "runner.h"
#include "ui/contrast.h"
#include "ui/export/export.h"
#include "ui/form/config_form.h"
#include "ui/look/language.h"
#include "ui/named.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/page.h"
#include "ui/state/comparison.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"
#include "ui/window/help_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/orientation_line.h"
#include "ui/window/presentation.h"
#include "ui/window/time_bar.h"
#include "ui/window_test.h"

using namespace attx;

namespace test_zoom {

/// A layout settles in several turns of the event loop.
void settle() {
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
}

QString nameOf(const QWidget& widget, const QString& page) {
    const auto* label = qobject_cast<const QLabel*>(&widget);
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const QString text = label ? label->text() : button ? button->text() : widget.accessibleName();
    return QStringLiteral("%1: %2 \"%3\" %4x%5 at %6,%7 in %8 %9x%10")
        .arg(page, QLatin1String(widget.metaObject()->className()), text)
        .arg(widget.width())
        .arg(widget.height())
        .arg(widget.x())
        .arg(widget.y())
        .arg(QLatin1String(widget.parentWidget()->metaObject()->className()))
        .arg(widget.parentWidget()->width())
        .arg(widget.parentWidget()->height());
}

bool scrolls(const QWidget& widget) {
    for (const QWidget* outer = widget.parentWidget(); outer; outer = outer->parentWidget())
        if (qobject_cast<const QAbstractScrollArea*>(outer)) return true;
    return false;
}

/// Whether all of its text is seen: what is cut on purpose says so by its policy.
bool textFits(const QWidget& widget) {
    const auto* label = qobject_cast<const QLabel*>(&widget);
    if (label && !label->text().isEmpty() && label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored) {
        if (label->wordWrap()) return label->height() >= label->heightForWidth(label->width());
        return label->width() >= label->sizeHint().width() &&
               label->height() >= label->fontMetrics().height();
    }
    const bool isButton =
        qobject_cast<const QPushButton*>(&widget) || qobject_cast<const QCheckBox*>(&widget);
    return !isButton ||
           (widget.width() >= widget.sizeHint().width() && widget.height() >= widget.fontMetrics().height());
}

/// Whether its text is large enough, and stands out from what it is written on.
bool isLegible(QWidget& widget) {
    const auto* label = qobject_cast<const QLabel*>(&widget);
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const QString text = label ? label->text() : button ? button->text() : QString();
    if (text.trimmed().isEmpty() || !widget.isEnabled()) return true;
    return widget.font().pixelSize() >= zoomed(labelPx) && contrastOf(widget) >= 4.5;
}

class TestZoom : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() {
        close();
        theme_->setZoom(usualZoom);
        theme_->setChoice(Theme::Choice::Light);
    }

    void stepsOfTheZoom() {
        theme_->zoomBy(1);
        QCOMPARE(theme_->zoom(), 110);
        theme_->zoomBy(-100);
        QCOMPARE(theme_->zoom(), zoomSteps.front());
        theme_->zoomBy(100);
        QCOMPARE(theme_->zoom(), zoomSteps.back());
        theme_->setZoom(193);
        QCOMPARE(theme_->zoom(), 200);
        QCOMPARE(zoomed(100), 200);
        QCOMPARE(FigureStyle::of(lightPalette()).font(labelPx).pixelSize(), 2 * labelPx);
        QCOMPARE(FigureStyle::light().font(labelPx).pixelSize(), labelPx);
    }

    void theFirstSizeFollowsTheZoom() {
        theme_->setZoom(200);
        RunModel model;
        const MainWindow window(model, *theme_);
        QCOMPARE(window.size(), QSize(2560, 1600));
    }

    void everythingGrowsAndComesBack() {
        open("reverse");
        const auto* strip = window_->pages().current().findChild<TokenStrip*>();
        QVERIFY(strip);
        settle();
        const int form = window_->form().width(), rows = TokenStrip::lyingHeight();
        const auto figure = window_->pages().current().frames().front()->figure();
        const QImage exported = renderImage(*figure, {});
        QTest::keyClick(window_.get(), Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(window_.get(), Qt::Key_Equal, Qt::ControlModifier);
        QCOMPARE(theme_->zoom(), 125);
        theme_->setZoom(200);
        settle();
        window_->showNormal();  // the screen of the tests has 800 × 800 px
        window_->resize(1900, 1000);
        settle();
        QCOMPARE(window_->form().width(), 2 * form);
        QCOMPARE(TokenStrip::lyingHeight(), 2 * rows);
        QVERIFY(strip->height() >= 2 * rows);
        QCOMPARE(window_->helpPanel().width(), 600);
        QCOMPARE(renderImage(*figure, {}), exported);  // a figure on paper has its own size
        for (const QLabel* label : window_->findChildren<QLabel*>())
            QVERIFY2(label->font().pixelSize() >= 2 * labelPx, qPrintable(label->text()));
        QTest::keyClick(window_.get(), Qt::Key_0, Qt::ControlModifier);
        settle();
        QCOMPARE(window_->form().width(), form);
        QCOMPARE(TokenStrip::lyingHeight(), rows);
    }

    void theHelpTakesThePlaceOfTheForm() {
        open("reverse-deep");
        window_->helpPanel().hide();
        theme_->setZoom(150);
        window_->resize(1200, 720);  // both have no room in it
        settle();
        const int width = window_->width();
        const int help =
            std::max(window_->helpPanel().minimumSizeHint().width(), window_->helpPanel().minimumWidth());
        QVERIFY2(
            window_->minimumSizeHint().width() + help > width,
            qPrintable(
                QStringLiteral("%1 %2 %3").arg(window_->minimumSizeHint().width()).arg(help).arg(width)));
        QTest::keyClick(window_.get(), Qt::Key_F1);
        settle();
        QVERIFY(window_->helpPanel().isVisible());
        QVERIFY(window_->form().isHidden());
        QCOMPARE(window_->width(), width);
        QTest::keyClick(window_.get(), Qt::Key_F9);  // and the other way about
        settle();
        QVERIFY(window_->form().isVisible());
        QVERIFY(window_->helpPanel().isHidden());
        QTest::keyClick(window_.get(), Qt::Key_F9);
        settle();
        QVERIFY(window_->helpPanel().isVisible());
        QCOMPARE(window_->width(), width);
    }

    void aPresentationShowsTheFigureTheTimelineAndTrain() {
        theme_->setZoom(110);
        open("reverse");
        QWidget* form = &window_->form();
        const auto seen = [this] {
            QSet<const QWidget*> widgets;
            for (const QWidget* widget : window_->findChildren<QWidget*>())
                if (widget->isVisible() && widget->parent() != window_->pages().placeTabs() &&
                    widget->parent() != window_->pages().pageTabs())
                    widgets.insert(widget);
            return widgets;
        };
        settle();
        const auto before = seen();
        const auto placeOf = [&](const char* key) {
            const QWidget* field = window_->form().field(key);
            return QRect(field->mapTo(form, QPoint()), field->size());
        };
        const QRect layers = placeOf("network.num_layers"), heads = placeOf("network.num_heads");
        QTest::keyClick(window_.get(), Qt::Key_F11);
        settle();
        Presentation& room = window_->presentation();
        QVERIFY(room.isOn());
        QVERIFY(window_->windowHandle()->windowStates() & Qt::WindowFullScreen);
        QVERIFY(form->isHidden() && window_->menuBar()->isHidden() && window_->helpPanel().isHidden());
        QVERIFY(window_->pages().placeTabs()->isHidden() && window_->pages().pageTabs()->isHidden());
        QVERIFY(window_->pages().current().frames().front()->isVisible());
        QVERIFY(window_->timeBar().isVisible() && room.trainButton()->isVisible());
        for (const QComboBox* box : window_->pages().current().findChildren<QComboBox*>())
            QVERIFY(!box->isVisible());
        QCOMPARE(theme_->zoom(), 175);
        QCOMPARE(room.usualZoom(), 110);
        // The keys work without the menus, and the room has a zoom of its own.
        QTest::keyClick(window_.get(), Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(theme_->zoom(), 200);
        QSignalSpy train(window_.get(), &MainWindow::trainRequested);
        QTest::mouseClick(room.trainButton(), Qt::LeftButton);
        QCOMPARE(train.size(), 1);
        QTest::keyClick(window_.get(), Qt::Key_3);
        QCOMPARE(window_->pages().current().id(), QStringLiteral("explain"));
        for (const QComboBox* box : window_->pages().current().findChildren<QComboBox*>())
            QVERIFY(!box->isVisible());
        for (const TokenStrip* tokens : window_->pages().current().findChildren<TokenStrip*>())
            QVERIFY(tokens->isVisible());  // they show the answer
        QVERIFY(window_->pages().pageTabs()->isHidden());
        QTest::keyClick(window_.get(), Qt::Key_2);
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        settle();
        QVERIFY(!room.isOn());
        QCOMPARE(theme_->zoom(), 110);
        QTRY_COMPARE(placeOf("network.num_layers"), layers);
        QCOMPARE(placeOf("network.num_heads"), heads);
        const auto names = [](const QSet<const QWidget*>& widgets) {
            QStringList list;
            for (const QWidget* widget : widgets)
                list << QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') +
                            widget->accessibleName();
            return list.join(QStringLiteral(", "));
        };
        QCOMPARE(names(before - seen()), QString());
        QCOMPARE(names(seen() - before), QString());
        QTest::keyClick(window_.get(), Qt::Key_F11);
        QCOMPARE(theme_->zoom(), 200);
        // On a screen with little width a lesson does not grow at the figure's cost.
        QTest::keyClick(window_.get(), Qt::Key_F11);
        window_->helpPanel().choose(QStringLiteral("lesson-5-reverse"));
        window_->helpPanel().show();
        settle();
        QVERIFY(window_->screen()->size().width() < 1600);
        QTest::keyClick(window_.get(), Qt::Key_F11);
        QVERIFY(room.isOn() && window_->helpPanel().isVisible());
        QCOMPARE(theme_->zoom(), 110);
        QTest::keyClick(window_.get(), Qt::Key_F11);
        window_->helpPanel().hide();
        QTest::keyClick(window_.get(), Qt::Key_F11);
        QCOMPARE(theme_->zoom(), 200);
    }

    void mapsAreLargeOnAnOldProjector() {
        // Of the first map that a view shows; all have 16 cells a side.
        const auto sideOf = [](const HeatMapView& view) {
            return view.figure().maps.empty() ? 0 : 16 * view.rectOfCell(0, 0, 0).width();
        };
        const QSize screen(1280 - 16, 720 - 48);
        const auto openHere = [&](const char* preset) {
            open(preset);
            window_->helpPanel().show();
            window_->resize(screen);
            window_->pages().show(QStringLiteral("attention"));
            settle();
        };
        openHere("reverse");
        const qreal single = sideOf(*window_->page<AttentionPage>().gridView());
        window_.reset();
        openHere("reverse-deep");
        auto& attention = window_->page<AttentionPage>();
        attention.chooseHead(6);
        settle();
        const qreal large = sideOf(*attention.headView());
        // It loses the line of its name and, as cells have whole pixels, less than one of each of the 16.
        const qreal name = FigureStyle::of(attention.palette()).font(bodyPx).pixelSize() * 2.0;
        QVERIFY2(large > single - name - 16,
                 qPrintable(QStringLiteral("%1, alone %2").arg(large).arg(single)));
        attention.chooseHead(-1);

        window_->pages().show(QStringLiteral("explain"));
        settle();
        auto& explain = window_->page<ExplainPage>();
        const qreal small = sideOf(*explain.view());
        QTest::mouseClick(explain.view(), Qt::LeftButton, {},
                          explain.view()->rectOfCell(1, 8, 8).center().toPoint());
        settle();
        const qreal enlarged = sideOf(*explain.largeView());
        QVERIFY2(enlarged >= 1.3 * small, qPrintable(QStringLiteral("%1, was %2").arg(enlarged).arg(small)));
        QVERIFY(explain.goBack());

        // Beside another network all three are as large as each other.
        Looks second(window_->comparison(), Looks::Answered::AtOnce);
        window_->comparison().open(
            {QStringLiteral("another"), run_->config,
             std::make_shared<const std::vector<float>>(
                 initialParameters(buildProgram(run_->config.network, run_->config.data.positions()), 7)),
             run_->data->names});
        window_->pages().show(QStringLiteral("attention"));
        settle();
        for (const int head : {-1, 6}) {
            attention.chooseHead(head);
            settle();
            const qreal first = sideOf(head < 0 ? *attention.gridView() : *attention.headView());
            const qreal other = sideOf(*attention.secondView()),
                        difference = sideOf(*attention.differenceView());
            QVERIFY2(first >= (head < 0 ? 24 : 90), qPrintable(QString::number(first)));
            QCOMPARE(other, first);
            QCOMPARE(difference, first);
        }
    }

    void whatGaveWayComesBack() {
        open("reverse");
        window_->pages().show(
            QStringLiteral("schedule"));  // which has room beside the form on a small screen
        const QWidget* form = &window_->form();
        theme_->setZoom(80);
        settle();
        QVERIFY(form->isVisible());
        // Never wider than the screen for the sake of the form.
        const int room = window_->screen()->availableSize().width();
        for (const int by : {1, 1, 1, 1, 1, 1, -1, 1}) {
            QTest::keyClick(window_.get(), by > 0 ? Qt::Key_Plus : Qt::Key_Minus, Qt::ControlModifier);
            settle();
            QVERIFY2(form->isHidden() || window_->minimumSizeHint().width() <= room,
                     qPrintable(QStringLiteral("%1 at %2 %")
                                    .arg(window_->minimumSizeHint().width())
                                    .arg(theme_->zoom())));
        }
        QTRY_VERIFY(form->isHidden());
        {
            MainWindow later(run_->model, *theme_);
            later.restoreLayoutState(window_->layoutState());
            QVERIFY(!later.form().isHidden());  // until it gives way there, too
        }
        for (int i = 0; i < 6; ++i) QTest::keyClick(window_.get(), Qt::Key_Minus, Qt::ControlModifier);
        QTRY_VERIFY(form->isVisible());
        // What a person hides stays hidden.
        QTest::keyClick(window_.get(), Qt::Key_F9);
        QVERIFY(form->isHidden());
        QTest::keyClick(window_.get(), Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(window_.get(), Qt::Key_Minus, Qt::ControlModifier);
        settle();
        QVERIFY(form->isHidden());
    }

    void aKeyGoesToTheNextPart() {
        open("reverse");
        window_->helpPanel().show();
        settle();
        QSet<const QWidget*> reached;
        const std::array<const QWidget*, 3> parts{&window_->form(), &window_->pages().current(),
                                                  &window_->helpPanel()};
        for (size_t i = 0; i < parts.size(); ++i) {
            QTest::keyClick(window_.get(), Qt::Key_F6);
            for (const QWidget* part : parts)
                if (window_->focusWidget() && part->isAncestorOf(window_->focusWidget()))
                    reached.insert(part);
        }
        QCOMPARE(reached.size(), 3);
    }

    /// Each of the sentences has one line where the page is wide enough for it.
    void sentencesHaveTheWidthThatThereIs() {
        open("reverse-deep");
        window_->helpPanel().hide();
        window_->resize(1900, 1000);
        window_->pages().show(QStringLiteral("explain"));
        settle();
        const QLabel& label = *named<QLabel>(window_->page<ExplainPage>(), "What the maps show");
        QVERIFY(label.isVisible());
        const auto sentences = label.text().count(QStringLiteral("<br>")) + 1;
        QVERIFY(sentences == 3 && label.text().size() > mostCharacters * sentences);
        QCOMPARE(label.heightForWidth(label.width()), label.heightForWidth(10000));
    }

    void everyPlaceIsNamedInANarrowWindow() {
        for (const Language language : {Language::English, Language::German}) {
            setLanguage(language);
            open("reverse");
            for (const int width : {640, 760, 1000}) {
                window_->resize(width, 480);
                settle();
                const QTabBar& tabs = *window_->pages().placeTabs();
                QVERIFY2(tabs.tabRect(tabs.count() - 1).right() < tabs.width(),
                         qPrintable(
                             QStringLiteral("%1 %2").arg(tabs.tabRect(tabs.count() - 1).right()).arg(width)));
                QVERIFY(tabs.geometry().bottom() <= window_->menuBar()->height());
                QVERIFY(window_->timeBar().slider()->width() >= 60);
            }
        }
        setLanguage(Language::English);
    }

    void everyPageOnEveryScreen_data() {
        addColumns<QString, QSize, int, bool, bool, bool>("preset", "screen", "zoom", "help", "german",
                                                          "dark");
        // What a window manager leaves of the screen.
        const QSize frame(16, 48);
        // Each point of a screen is four dots: sizes in points are the same, so one row a task and language
        // will do.
        const bool fine = qApp->devicePixelRatio() > 1;
        for (const bool german : {false, true})
            for (const char* preset : {"reverse", "reverse-deep", "anomaly-shapes", "text-demo"})
                for (const QSize& screen : {QSize(1280, 720), QSize(1366, 768), QSize(1920, 1080)}) {
                    if (german && screen.width() == 1366) continue;  // between the others
                    if (fine && screen.width() != (german ? 1280 : 1366)) continue;
                    QTest::newRow(qPrintable(QStringLiteral("%1 %2%3")
                                                 .arg(QLatin1String(preset))
                                                 .arg(screen.width())
                                                 .arg(german ? QStringLiteral(" German") : QString())))
                        << preset << screen - frame << 100 << true << german << false;
                }
        if (fine) return;
        for (const char* preset : {"reverse", "anomaly-shapes", "text-demo"}) {
            QTest::newRow(qPrintable(QStringLiteral("%1 projector 200 %").arg(QLatin1String(preset))))
                << preset << QSize(1920, 1080) - frame << 200 << false << false << false;
            for (const bool german : {false, true})
                QTest::newRow(qPrintable(
                    QStringLiteral("%1 dark%2")
                        .arg(QLatin1String(preset), german ? QStringLiteral(" German") : QString())))
                    << preset << QSize(german ? 1280 : 1366, german ? 720 : 768) - frame << 100 << true
                    << german << true;
            QTest::newRow(qPrintable(QStringLiteral("%1 1280 x 800").arg(QLatin1String(preset))))
                << preset << QSize(1280, 800) - frame << 100 << true << false << false;
        }
    }
    void everyPageOnEveryScreen() {
        QFETCH(QString, preset);
        QFETCH(QSize, screen);
        QFETCH(int, zoom);
        QFETCH(bool, help);
        QFETCH(bool, german);
        QFETCH(bool, dark);
        theme_->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
        setLanguage(german ? Language::German : Language::English);
        theme_->setZoom(zoom);
        open(preset.toStdString());
        window_->helpPanel().setVisible(help);
        run_->train(2);
        window_->resize(screen);
        settle();
        QVERIFY2(window_->size() == screen, qPrintable(sizes()));
        QStringList wrong;
        lookAtEveryPage(wrong);
        // Beside a second network, which may be any.
        const auto weights = [](const RunConfig& config) {
            return std::make_shared<const std::vector<float>>(
                initialParameters(buildProgram(config.network, config.data.positions()), 7));
        };
        Looks second(window_->comparison(), Looks::Answered::AtOnce);
        RunConfig other = run_->config;
        other.network.numLayers += 1;
        for (const RunConfig& config : {run_->config, other}) {
            window_->comparison().open({QStringLiteral("2026-11-23T20-20-56-of-another-learning-rate"),
                                        config, weights(config), run_->data->names});
            QVERIFY(window_->comparison().second());
            settle();
            QVERIFY2(window_->size() == screen, qPrintable(sizes()));
            lookAtEveryPage(wrong);
        }
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("\n") + wrong.join(QStringLiteral("\n"))));
    }

private:
    /// Of the window, and the least of each page.
    QString sizes() {
        QString text = QStringLiteral("%1 x %2 on %3; at least:")
                           .arg(window_->width())
                           .arg(window_->height())
                           .arg(window_->pages().current().id());
        for (const Page* page : window_->pages().pages()) {
            const int width = page->minimumSizeHint().width();
            const int height = page->layout() ? page->layout()->totalMinimumHeightForWidth(page->width()) : 0;
            text += QStringLiteral(" %1 %2 x %3").arg(page->id()).arg(width).arg(height);
        }
        return text;
    }

    /// Names in `wrong` what is cut, lies outside of its parent, or is hard to read.
    void lookAtEveryPage(QStringList& wrong) {
        const QTabBar& tabs = *window_->pages().placeTabs();
        int right = 0;
        for (int i = 0; i < tabs.count(); ++i)
            if (tabs.isTabVisible(i)) right = std::max(right, tabs.tabRect(i).right());
        if (right >= tabs.width())
            wrong << QStringLiteral("the tabs end at %1 of %2").arg(right).arg(tabs.width());
        for (const Page* page : window_->pages().pages()) {
            if (!page->suits(run_->config)) continue;
            const QSize screen = window_->size();
            window_->pages().show(page->id());
            settle();
            if (window_->size() != screen) {
                wrong << page->id() + QStringLiteral(" widens the window to ") + sizes();
                window_->resize(screen);
                settle();
            }
            for (QWidget* widget : window_->findChildren<QWidget*>()) {
                if (!widget->isVisible() || widget->isWindow() || scrolls(*widget)) continue;
                if (!isLegible(*widget))
                    wrong << nameOf(*widget, page->id()) + QStringLiteral(" is hard to read");
                if (widget->objectName().startsWith(QStringLiteral("qt_"))) continue;  // inside of Qt's own
                if (!widget->parentWidget()->rect().contains(widget->geometry()) || !textFits(*widget))
                    wrong << nameOf(*widget, page->id());
            }
        }
    }
};

TEST_CLASS(TestZoom, QApplication)

}  // namespace test_zoom
#include "test_zoom.moc"
