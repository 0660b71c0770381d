// What a window shows, to be compared before and after: the fields of its pages, and their figures.
#pragma once
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableWidget>
#include <QTimer>
#include <QtTest>

#include "ui/look/language.h"
#include "ui/pages/page.h"
#include "ui/state/study.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/text_view.h"
#include "ui/window/main_window.h"

namespace attx {

/// Answers every study of a window, of whatever language, from the event loop.
class Answers : public QObject {
public:
    explicit Answers(MainWindow& window) : window_(window) {
        connect(&window, &MainWindow::rebuilt, this, &Answers::serve);
        serve();
    }
    void settle() const {
        constexpr int turns = 3;  // of what a handler puts off until the events are done
        for (;;) {
            for (int turn = 0; turn < turns; ++turn) QCoreApplication::processEvents();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            if (!isBusy()) return;
            QTest::qWait(5);
        }
    }
    bool isHeldBack = false;  ///< until then nothing is answered

private:
    /// Is a study asking, or does a timer wait for the last of several changes?
    [[nodiscard]] bool isBusy() const {
        constexpr int longestWait = 200;
        const auto waits = [](const QTimer* timer) {
            return timer->isActive() && timer->isSingleShot() && timer->interval() <= longestWait;
        };
        return std::ranges::any_of(window_.findChildren<QTimer*>(), waits) ||
               std::ranges::any_of(window_.findChildren<StudyBase*>(), &StudyBase::isAsking);
    }
    void serve() {
        for (StudyBase* study : window_.findChildren<StudyBase*>()) {
            if (study->property("served").toBool()) continue;
            study->setProperty("served", true);
            connect(
                study, &StudyBase::asked, this,
                [this, study = QPointer(study)](const Query& query) {
                    if (study && !isHeldBack) answer(*study, query);
                },
                Qt::QueuedConnection);
        }
    }
    static void answer(StudyBase& study, const Query& query) {
        const std::atomic<bool> interrupt{false};
        try {
            study.take(query.tag, query.answer({interrupt, [](const auto&) {}}), true);
        } catch (const std::exception& problem) {
            study.fail(query.tag, QString::fromUtf8(problem.what()));
        }
    }

    MainWindow& window_;
};

/// Where a field stands, in numbers; nothing for what is no field.
inline QString stateOf(const QWidget& widget) {
    if (const auto* combo = qobject_cast<const QComboBox*>(&widget))
        return QStringLiteral("%1 of %2").arg(combo->currentIndex()).arg(combo->count());
    if (const auto* spin = qobject_cast<const QSpinBox*>(&widget))
        return QStringLiteral("%1 in %2…%3").arg(spin->value()).arg(spin->minimum()).arg(spin->maximum());
    if (const auto* spin = qobject_cast<const QDoubleSpinBox*>(&widget))
        return QStringLiteral("%1 in %2…%3").arg(spin->value()).arg(spin->minimum()).arg(spin->maximum());
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget); button && button->isCheckable())
        return button->isChecked() ? QStringLiteral("on") : QStringLiteral("off");
    if (const auto* slider = qobject_cast<const QSlider*>(&widget)) return QString::number(slider->value());
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget);
        line && !qobject_cast<const QAbstractSpinBox*>(line->parentWidget()))
        return line->text();
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(&widget)) return text->toPlainText();
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
        return QString::number(tabs->currentIndex());
    if (const auto* stack = qobject_cast<const QStackedWidget*>(&widget))
        return QString::number(stack->currentIndex());
    if (const auto* table = qobject_cast<const QTableWidget*>(&widget))
        return QStringLiteral("%1 of %2").arg(table->currentRow()).arg(table->rowCount());
    if (const auto* table = qobject_cast<const QTableView*>(&widget)) {
        QStringList rows, widths;
        for (const QModelIndex& index : table->selectionModel()->selectedRows(1))
            rows << index.data().toString();
        for (int column = 0; column < table->model()->columnCount(); ++column)
            widths << QString::number(table->columnWidth(column));
        return QStringLiteral("%1 of %2, by %3 %4, widths %5")
            .arg(rows.join(QLatin1Char(' ')))
            .arg(table->model()->rowCount())
            .arg(table->horizontalHeader()->sortIndicatorSection())
            .arg(table->horizontalHeader()->sortIndicatorOrder())
            .arg(widths.join(QLatin1Char(' ')));
    }
    if (const auto* view = qobject_cast<const HeatMapView*>(&widget))
        return QString::number(view->selectedMap());
    if (const auto* view = qobject_cast<const TextView*>(&widget)) return QString::number(view->chosen());
    return {};
}

/// The fields of a page, named by their classes and places among these.
inline QStringList fieldsOf(const QWidget& page) {
    QStringList fields;
    QHash<QString, int> counts;
    for (const QWidget* widget : page.findChildren<QWidget*>()) {
        if (widget->window() != page.window()) continue;
        const QString state = stateOf(*widget);
        if (state.isNull()) continue;
        const QString name = QLatin1String(widget->metaObject()->className());
        fields << QStringLiteral("%1 %2%3: %4")
                      .arg(name)
                      .arg(++counts[name])
                      .arg(widget->isVisibleTo(&page) ? QString() : QStringLiteral(" (hidden)"), state);
    }
    return fields;
}

/// What a page shows.
struct Seen {
    QStringList fields, tables;
    std::vector<std::vector<float>> numbers;
    std::vector<QImage> pictures;

    explicit Seen(const Page& page) : fields(fieldsOf(page)) {
        for (const FigureFrame* frame : page.frames()) {
            const std::unique_ptr<Figure> figure = frame->figure();
            if (!figure) continue;
            tables << QString::fromStdString(figure->csv());
            for (const NamedArray& array : figure->data()) numbers.push_back(array.values);
            QImage& picture = pictures.emplace_back(figure->defaultSize(), QImage::Format_RGB32);
            QPainter painter(&picture);
            figure->paint(painter, QRectF(picture.rect()), FigureStyle::light());
        }
    }
};

inline bool areSame(const std::vector<float>& a, const std::vector<float>& b) {
    return std::ranges::equal(a, b,
                              [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

inline QString firstDifference(const QStringList& before, const QStringList& after) {
    for (qsizetype i = 0; i < std::max(before.size(), after.size()); ++i)
        if (before.value(i) != after.value(i))
            return QStringLiteral("before: %1\nafter: %2").arg(before.value(i), after.value(i)).left(2000);
    return {};
}

/// The first change; empty: there is none, but for words in another language.
inline QString change(const Seen& before, const Seen& after, bool sameLanguage) {
    if (before.fields != after.fields) return firstDifference(before.fields, after.fields);
    if (before.numbers.size() != after.numbers.size())
        return QStringLiteral("%1 arrays, before %2").arg(after.numbers.size()).arg(before.numbers.size());
    for (size_t i = 0; i < before.numbers.size(); ++i)
        if (!areSame(before.numbers[i], after.numbers[i]))
            return QStringLiteral("numbers of array %1").arg(i);
    if (!sameLanguage) return {};
    if (before.tables != after.tables) return firstDifference(before.tables, after.tables);
    for (size_t i = 0; i < before.pictures.size(); ++i)
        if (before.pictures[i] != after.pictures.at(i)) return QStringLiteral("picture %1").arg(i);
    return {};
}

inline void speak(Language language) {
    setLanguage(language);
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

}  // namespace attx
