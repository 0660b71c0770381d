#include "ui/window/help_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTextDocument>
#include <utility>

#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/line.h"
#include "ui/look/manual_pages.h"
#include "ui/pages/page.h"
#include "ui/window/lesson_browser.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/menu_entry.h"

namespace attx {
namespace {

constexpr int panelWidth = 300;  // px; some 45 characters a line
const auto manualPrefix = QStringLiteral("manual/");

}  // namespace

HelpPanel::HelpPanel(const RunModel& model, QWidget* parent) : QFrame(parent) {
    fixWidth(this, panelWidth);
    setAccessibleName(tr("Help and lessons"));
    chooser_ = new QComboBox(this);
    chooser_->setAccessibleName(tr("Help or a lesson"));
    chooser_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    QToolButton* close =
        makeIconButton("close", tr("Close the help"), tr("Close this (F1 opens it again)"), this);
    connect(close, &QToolButton::clicked, this, &HelpPanel::closeClicked);
    browser_ = new LessonBrowser(this);
    browser_->setAccessibleName(tr("Help"));
    lesson_ = new LessonPanel(model, this);
    lesson_->setObjectName(QStringLiteral("lesson"));  // A presentation keeps it
    stack_ = new QStackedWidget(this);
    stack_->addWidget(browser_);
    stack_->addWidget(lesson_);
    auto* sides = flatLayout<QHBoxLayout>(this, 0);
    sides->addWidget(makeLine(QFrame::VLine, this));
    auto* layout = new QVBoxLayout;
    layout->setContentsMargins(12, 8, 8, 8);
    layout->setSpacing(8);
    sides->addLayout(layout, 1);
    auto* row = new QHBoxLayout;
    row->addWidget(chooser_, 1);
    row->addWidget(close);
    layout->addLayout(row);
    layout->addWidget(stack_, 1);
    setLessons({});
    connect(lesson_, &LessonPanel::nextLessonRequested, this,
            [this] { chooser_->setCurrentIndex(chooser_->currentIndex() + 1); });
    connect(browser_, &LessonBrowser::pageClicked, this,
            [this](const QString& name) { choose(manualPrefix + name); });
    connect(lesson_, &LessonPanel::progressChanged, this, &HelpPanel::nameLessons);
    connect(chooser_, &QComboBox::currentIndexChanged, this, &HelpPanel::showChosen);
}

void HelpPanel::setLessons(const LessonShelf& shelf) {
    const QString before = chosen();
    const QSignalBlocker blocker(chooser_);
    shelf_ = shelf;
    chooser_->clear();
    chooser_->addItem(tr("Help for this page"));
    for (size_t i = 0; i < shelf_.lessons.size(); ++i)
        chooser_->addItem(shelf_.lessons[i].title, shelf_.lessons[i].id);
    chooser_->insertSeparator(chooser_->count());
    for (const QString& name : manualNames())
        if (!isHelpOfPage(name))
            chooser_->addItem(tr("Manual: %1").arg(manualTitle(name).section(QLatin1Char(':'), 0, 0)),
                              manualPrefix + name);
    choose(before);
    showMenu();
}

void HelpPanel::fillMenu(QMenu* menu) {
    menu_ = menu;
    showMenu();
}

void HelpPanel::nameLessons() {
    for (size_t i = 0; i < shelf_.lessons.size(); ++i) {
        const Lesson& lesson = shelf_.lessons[i];
        const int item = int(i) + 1;
        const QString name =
            (lesson_->isDone(lesson) ? QStringLiteral("✓ %1: %2") : QStringLiteral("%1: %2")).arg(item);
        chooser_->setItemText(item, name.arg(lesson.title));
        if (menu_) menu_->actions()[item - 1]->setText(name.arg(entryName(lesson.title)));
    }
}

void HelpPanel::showMenu() {
    if (!menu_) return nameLessons();
    menu_->clear();
    for (const Lesson& lesson : shelf_.lessons) {
        QAction* action = menu_->addAction(entryName(lesson.title), this, [this, id = lesson.id] {
            choose(id);
            show();
            lesson_->takeKeyboard();
        });
        action->setProperty(searchName, lesson.title);
    }
    menu_->addSeparator();
    alsoFoundBy(
        addEntry(menu_, tr("&Open lessons folder"),
                 tr("Lessons of your own are Markdown files in this folder; it is created if it is missing"),
                 this, &HelpPanel::lessonsFolderRequested),
        tr("own lessons, write a lesson"));
    addEntry(menu_, tr("&Reload lessons"), tr("Read the files in the lessons folder again"), this,
             &HelpPanel::lessonsReloadRequested);
    nameLessons();
}

QString HelpPanel::chosen() const { return chooser_->currentData().toString(); }

QString HelpPanel::chosenForShown() const {
    const bool isOfAnother = stack_->currentWidget() == lesson_ && !lesson_->isOfShown();
    return isHidden() || isOfAnother ? QString() : chosen();
}

void HelpPanel::choose(const QString& id) {
    chooser_->setCurrentIndex(std::max(0, id.isEmpty() ? 0 : chooser_->findData(id)));
    showChosen();
}

void HelpPanel::showChosen() {
    const int index = chooser_->currentIndex(), lessons = int(shelf_.lessons.size());
    const bool isLesson = index > 0 && index <= lessons;
    stack_->setCurrentIndex(isLesson ? 1 : 0);
    chooser_->setToolTip(index > 0 ? Qt::convertFromPlainText(chooser_->currentText())
                                   : tr("Help for the page, a lesson, or a page of the manual"));
    if (isLesson) {
        lesson_->setLesson(shelf_.lessons[index - 1]);
        lesson_->setHasNext(index < lessons);
    } else {
        textWaits_ = true;
        showText();
    }
}

void HelpPanel::showText() {
    if (!isVisible() || !std::exchange(textWaits_, false)) return;
    if (chosen().startsWith(manualPrefix))
        return browser_->showMarkdown(manualText(chosen().mid(manualPrefix.size())), {});
    QString problems;
    for (const QString& problem : shelf_.problems)
        problems += escapedMarkdown(problem) + QStringLiteral("\n\n");
    browser_->showMarkdown(problems + pageHelp_ + QLatin1Char('\n') + manualText(QStringLiteral("keys")), {});
}

void HelpPanel::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    showText();
}

void HelpPanel::setPage(const Page& page) {
    pageHelp_ = page.help();
    lesson_->setPage(page);
    if (chooser_->currentIndex() == 0) showChosen();
}

}  // namespace attx
