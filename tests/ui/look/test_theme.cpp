// What every control and dialog has in common: toggles, icons of messages, the length of lines.
#include <malloc.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPixmapCache>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "runner.h"
#include "ui/contrast.h"
#include "ui/controls/notice_bar.h"
#include "ui/look/theme.h"

using namespace attx;

class TestTheme : public QObject {
    Q_OBJECT

    std::unique_ptr<Theme> theme_;

    static std::vector<QRgb> colorsIn(QWidget& widget) {
        std::vector<QRgb> colors;
        const QImage image = widget.grab().toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) colors.push_back(image.pixel(x, y));
        return colors;
    }
    static QSet<QRgb> colorsOf(QWidget& widget) {
        const std::vector<QRgb> all = colorsIn(widget);
        return {all.begin(), all.end()};
    }
    /// Is bluish by more than text and greys are: the accent, or mixed with it.
    static int accented(QWidget& widget) {
        int count = 0;
        const QImage image = widget.grab().toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor color = image.pixelColor(x, y);
                if (color.blue() - color.red() > 24) ++count;
            }
        return count;
    }
    static void themes() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

private Q_SLOTS:
    void initTestCase() { theme_ = std::make_unique<Theme>(*qApp); }

    void aToggleThatIsOnHasTheAccent_data() { themes(); }
    void aToggleThatIsOnHasTheAccent() {
        QFETCH(bool, dark);
        theme_->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
        QPushButton push(QStringLiteral("Formulas"));
        QToolButton tool;
        tool.setText(QStringLiteral("Legend"));
        QCheckBox box(QStringLiteral("Padding"));
        for (QAbstractButton* toggle : std::initializer_list<QAbstractButton*>{&push, &tool, &box}) {
            toggle->setCheckable(true);
            toggle->setFocusPolicy(Qt::NoFocus);
            toggle->resize(toggle->sizeHint());
            QCOMPARE(accented(*toggle), 0);
            toggle->setChecked(true);
            QVERIFY2(accented(*toggle) > 40, toggle->metaObject()->className());
        }
        // A tool button that can be on looks like a push button that can.
        push.setChecked(false);
        tool.setChecked(false);
        const QColor edge = qApp->palette().color(QPalette::Mid),
                     fill = qApp->palette().color(QPalette::Button);
        for (QWidget* toggle : std::initializer_list<QWidget*>{&push, &tool})
            QVERIFY(colorsOf(*toggle).contains(edge.rgb()) && colorsOf(*toggle).contains(fill.rgb()));
    }

    void focusIsSeenOnTheAccentToo_data() { themes(); }
    void focusIsSeenOnTheAccentToo() {
        QFETCH(bool, dark);
        theme_->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* train = new QPushButton(QStringLiteral("Train"), &window);
        train->setDefault(true);
        auto* box = new QCheckBox(&window);
        box->setChecked(true);
        auto* other = new QPushButton(QStringLiteral("Other"), &window);
        for (QWidget* widget : std::initializer_list<QWidget*>{train, box, other}) layout->addWidget(widget);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (QAbstractButton* button : std::initializer_list<QAbstractButton*>{train, box}) {
            other->setFocus(Qt::TabFocusReason);
            const QImage without = button->grab().toImage();
            button->setFocus(Qt::TabFocusReason);
            const QImage with = button->grab().toImage();
            int changed = 0;
            for (int y = 0; y < with.height(); ++y)
                for (int x = 0; x < with.width(); ++x)
                    if (contrastRatio(with.pixelColor(x, y), without.pixelColor(x, y)) >= 3) ++changed;
            QVERIFY2(changed >= 20, button->metaObject()->className());
        }
    }

    void aBoxWithoutATickIsSeen_data() { themes(); }
    void aBoxWithoutATickIsSeen() {
        QFETCH(bool, dark);
        theme_->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
        QCheckBox box;
        box.setFocusPolicy(Qt::NoFocus);
        box.resize(box.sizeHint());
        const QImage image = box.grab().toImage();
        const QColor window = qApp->palette().color(QPalette::Window);
        int seen = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (contrastRatio(image.pixelColor(x, y), window) >= 3) ++seen;
        QVERIFY2(seen >= 30, qPrintable(QString::number(seen)));  // most of its outline
    }

    void whatIsDisabledLooksIt_data() { themes(); }
    void whatIsDisabledLooksIt() {
        QFETCH(bool, dark);
        theme_->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* combo = new QComboBox(&window);
        combo->addItem(QStringLiteral("sets of images"));
        auto* box = new QCheckBox(QStringLiteral("shuffle places"), &window);
        auto* spin = new QSpinBox(&window);
        const QList<QWidget*> controls{combo, box, spin};
        for (QWidget* control : controls) layout->addWidget(control);
        window.show();
        for (QWidget* control : controls) {
            const double enabled = contrastOf(*control);
            control->setEnabled(false);
            const double disabled = contrastOf(*control);
            QVERIFY2(disabled < 0.6 * enabled, qPrintable(QStringLiteral("%1: %2 against %3")
                                                              .arg(control->metaObject()->className())
                                                              .arg(disabled)
                                                              .arg(enabled)));
        }
    }

    void aButtonWithAMenuHasAnArrow() {
        QPushButton plain(QStringLiteral("Layers")), opens(QStringLiteral("Layers"));
        QMenu menu;
        opens.setMenu(&menu);
        const auto inkAtTheEnd = [](QPushButton& button) {
            button.resize(140, 30);
            const QImage end = button.grab(QRect(112, 6, 22, 18)).toImage();
            int ink = 0;
            for (int y = 0; y < end.height(); ++y)
                for (int x = 0; x < end.width(); ++x)
                    if (end.pixel(x, y) != end.pixel(0, 0)) ++ink;
            return ink;
        };
        QCOMPARE(inkAtTheEnd(plain), 0);
        QVERIFY(inkAtTheEnd(opens) > 8);
    }

    void changingTheThemeKeepsNothing() {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* list = new QComboBox(&window);
        list->addItem(QStringLiteral("one"));
        for (QWidget* widget : std::initializer_list<QWidget*>{
                 list, new QSpinBox(&window), new QSlider(&window), new QTableWidget(2, 2, &window)})
            layout->addWidget(widget);
        window.show();
        const auto change = [&](int times) {
            for (int i = 0; i < times; ++i)
                for (const Theme::Choice choice : {Theme::Choice::Dark, Theme::Choice::Light}) {
                    theme_->setChoice(choice);
                    QCoreApplication::processEvents();
                    window.grab();
                }
        };
        change(20);
        const size_t before = mallinfo2().uordblks;  // stands still with a sanitizer's allocator
        change(100);
        const auto grown = static_cast<int64_t>(mallinfo2().uordblks) - static_cast<int64_t>(before);
        QVERIFY2(grown < 200'000, qPrintable(QString::number(grown)));  // bytes
    }

    void aBoxThatIsTooNarrowSaysSo() {
        QComboBox box;
        const auto drawn = [&box](const QString& text) {
            box.clear();
            box.addItem(text);
            box.resize(110, 26);
            return box.grab().toImage();
        };
        const QImage cut = drawn(QStringLiteral("warm-up, then cosine"));
        bool isElided = false;
        for (const char* text :
             {"warm-up, th…", "warm-up, t…", "warm-up, …", "warm-up,…", "warm-up…", "warm-u…", "warm-…"})
            isElided |= cut == drawn(QString::fromUtf8(text));
        QVERIFY(isElided);
    }

    void messagesHaveNoColouredIcons_data() { themes(); }
    void messagesHaveNoColouredIcons() {
        QFETCH(bool, dark);
        theme_->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
        for (const auto icon :
             {QMessageBox::Question, QMessageBox::Warning, QMessageBox::Critical, QMessageBox::Information}) {
            QMessageBox box(icon, {}, QStringLiteral("What now?"), QMessageBox::Ok | QMessageBox::Cancel);
            const QImage image = box.iconPixmap().toImage();
            QVERIFY(!image.isNull());
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (const QColor color = image.pixelColor(x, y); color.alpha() > 128)
                        QVERIFY(std::max({color.red(), color.green(), color.blue()}) -
                                    std::min({color.red(), color.green(), color.blue()}) <
                                24);
            for (const QAbstractButton* button : box.buttons()) QVERIFY(button->icon().isNull());
        }
    }

    void noPictureOutlivesItsColoursOrItsSize() {
        const auto keep = [] { QPixmapCache::insert(QStringLiteral("old"), QPixmap(8, 8)); };
        const auto isKept = [] { return QPixmapCache::find(QStringLiteral("old"), nullptr); };
        theme_->setChoice(Theme::Choice::Light);
        keep();
        QVERIFY(isKept());
        theme_->setChoice(Theme::Choice::Dark);
        QVERIFY(!isKept());
        keep();
        theme_->zoomBy(1);
        QVERIFY(!isKept());
        theme_->setZoom(100);
    }

    /// Scroll bars, and a slider that waits, as WCAG asks of controls: three to one.
    void slidersAreSeenInTheDark() {
        theme_->setChoice(Theme::Choice::Dark);
        QScrollBar bar(Qt::Vertical);
        bar.resize(bar.sizeHint().width(), 200);
        QSlider waiting(Qt::Horizontal);
        waiting.resize(200, waiting.sizeHint().height());
        waiting.setEnabled(false);
        const QColor window = qApp->palette().color(QPalette::Window);
        for (QWidget* widget : std::initializer_list<QWidget*>{&bar, &waiting}) {
            int seen = 0;
            for (const QRgb color : colorsIn(*widget))
                if (contrastRatio(QColor(color), window) >= 3) ++seen;
            QVERIFY2(seen > 80, qPrintable(QString::number(seen)));  // px: more than an arrow
        }
    }

    void linesAreNoLongerThanCanBeRead() {
        QCOMPARE(inLines(QStringLiteral("short")), QStringLiteral("short"));
        const QString text =
            QStringLiteral("Divide the products by the root of d, as attention does. Without it ")
                .repeated(4)
                .trimmed();
        const QStringList lines = inLines(text).split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), (text.size() + mostCharacters - 1) / mostCharacters);
        for (const QString& line : lines) QVERIFY(line.size() <= mostCharacters);
        QCOMPARE(inLines(text).replace(QLatin1Char('\n'), QLatin1Char(' ')), text);
        const QString kept = QStringLiteral("A = softmax(Q)\nVaswani et al. 2017");
        QCOMPARE(inLines(kept), kept);

        QPushButton button(QStringLiteral("scaled"));
        button.setToolTip(text);
        button.show();
        QHelpEvent event(QEvent::ToolTip, {2, 2}, button.mapToGlobal(QPoint(2, 2)));
        QCoreApplication::sendEvent(&button, &event);
        QCOMPARE(QToolTip::text(), inLines(text));
        QToolTip::hideText();

        NoticeBar notice;
        notice.resize(1600, 80);
        notice.showNotice(text, false);
        notice.show();
        QVERIFY(QTest::qWaitForWindowExposed(&notice));
        for (const auto* label : notice.findChildren<QLabel*>())
            if (label->text() == text)
                QVERIFY2(label->width() <= mostCharacters * label->fontMetrics().averageCharWidth(),
                         qPrintable(QString::number(label->width())));
    }
};

TEST_CLASS(TestTheme, QApplication)
#include "test_theme.moc"
