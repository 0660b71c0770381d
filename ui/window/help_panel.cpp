#include "ui/window/help_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTextDocument>

#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/line.h"
#include "ui/pages/page.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/menu_entry.h"

namespace attx {
namespace {

constexpr int panelWidth = 300;  // px; some 45 characters a line

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
    browser_ = new QTextBrowser(this);
    browser_->setFrameShape(QFrame::NoFrame);
    browser_->setAccessibleName(tr("Help"));
    browser_->setOpenLinks(false);
    browser_->viewport()->setAutoFillBackground(false);
    lesson_ = new LessonPanel(model, this);
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
        const int item = static_cast<int>(i) + 1;
        const bool isDone = lesson_->isDone(lesson);
        chooser_->setItemText(
            item,
            (isDone ? QStringLiteral("✓ %1: %2") : QStringLiteral("%1: %2")).arg(item).arg(lesson.title));
        if (menu_ && item <= menu_->actions().size())
            menu_->actions()[item - 1]->setText(
                (isDone ? QStringLiteral("✓ %1") : QStringLiteral("%1")).arg(entryName(lesson.title)));
    }
}

void HelpPanel::showMenu() {
    if (!menu_) return nameLessons();
    menu_->clear();
    for (const Lesson& lesson : shelf_.lessons)
        menu_->addAction(entryName(lesson.title), this, [this, id = lesson.id] {
            choose(id);
            show();
            lesson_->takeKeyboard();
        });
    menu_->setEnabled(!shelf_.lessons.empty());
    nameLessons();
}

QString HelpPanel::chosen() const { return chooser_->currentData().toString(); }

void HelpPanel::choose(const QString& lesson) {
    chooser_->setCurrentIndex(std::max(0, lesson.isEmpty() ? 0 : chooser_->findData(lesson)));
    showChosen();
}

void HelpPanel::showChosen() {
    const int index = chooser_->currentIndex();
    stack_->setCurrentIndex(index > 0 ? 1 : 0);
    chooser_->setToolTip(index > 0 ? Qt::convertFromPlainText(chooser_->currentText())
                                   : tr("Help for the page, or a lesson"));
    if (index > 0) {
        lesson_->setLesson(shelf_.lessons[static_cast<size_t>(index - 1)]);
        lesson_->setHasNext(index + 1 < chooser_->count());
    }
    QString problems;
    for (const QString& problem : shelf_.problems)
        problems += QStringLiteral("<p>%1</p>").arg(problem.toHtmlEscaped());
    browser_->setHtml(
        problems + pageHelp_ +
        tr("<p><b>Keys</b>: space trains and pauses, s trains one step, comma and full stop go back and "
           "forth in time, p plays it, digits choose the page, Ctrl+E exports, F6 goes "
           "from the form to the page and on to the help, F9 hides the form, F1 this "
           "help, Esc goes back.</p><p><b>Words</b></p><p><i>Query, key, value</i>: what a position asks "
           "for, what it offers, and what it hands over when it is attended to.<br><i>Attention weight</i>: "
           "how much of a key's value a query takes; the weights of a query add up to 1.<br><i>Head</i>: one "
           "of the attentions that a layer computes side by side.<br><i>Layer</i>: attention and a "
           "feed-forward network, each added to what came in (the residual) and "
           "normalised.<br><i>Embedding</i>: the vector that stands for a token.<br><i>Logit</i>: the score "
           "of a class before the softmax makes probabilities of scores.<br><i>Padding</i>: what fills short "
           "sequences up to one length.<br><i>Epoch</i>: once through all training data; <i>step</i>: one "
           "batch of them.<br><i>Validation data</i>: never learned from, to see what the network can do "
           "with new ones.<br><i>Snapshot</i>: the parameters as they were at a step.<br><i>Ablation</i>: "
           "removing a part, such as a head, to see what it was needed for.</p>"));
}

void HelpPanel::setPage(const Page& page) {
    pageHelp_ = QStringLiteral("<h3>%1</h3>").arg(page.title().toHtmlEscaped()) + page.help();
    lesson_->setPage(page);
    if (chooser_->currentIndex() == 0) showChosen();
}

}  // namespace attx
