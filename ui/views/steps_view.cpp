#include "ui/views/steps_view.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr qreal leastEditorWidth = 96;  // "-0.66133150" can be read while it is typed
}  // namespace

std::optional<double> parseCell(const QString& text) {
    QString plain = text.trimmed();
    plain.replace(QLatin1Char(','), QLatin1Char('.')).replace(QChar(0x2212), QLatin1Char('-'));
    bool ok = false;
    const double value = plain.toDouble(&ok);
    if (!ok || !(std::abs(value) <= largestInput)) return std::nullopt;
    return value;
}

StepsView::StepsView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);  // the figure fills its rectangle
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Attention step by step"));
    setAccessibleDescription(
        tr("Eight matrices. Tab moves through queries, keys and values, arrows through all numbers; type to "
           "change one, M masks a key."));
    editor_ = new QLineEdit(this);
    editor_->setAccessibleName(tr("Number"));
    editor_->setToolTip(tr("A number from −%1 to %1. Tab: the next one; Esc: as it was").arg(largestInput));
    editor_->setAlignment(Qt::AlignCenter);
    editor_->setTextMargins(0, 0, 0, 0);
    editor_->hide();
    editor_->installEventFilter(this);
    connect(editor_, &QLineEdit::textEdited, this, &StepsView::takeTyped);
}

void StepsView::setInput(const AttentionInput& input, const StepsFigure::Head& head) {
    if (editing_ && input == figure_.input() && head == figure_.head()) return;
    closeEditor(false);
    figure_.setInput(input, head);
    forgetHidden();
}

void StepsView::setCutOut(StepsPart part, const StepsCut& cut) {
    if (part == figure_.part && cut == figure_.cut) return;
    figure_.part = part;
    figure_.cut = cut;
    forgetHidden();
}

/// What is lit is in view.
void StepsView::forgetHidden() {
    if (!figure_.shows(current_)) current_ = {};
    if (!figure_.shows(hovered_)) hovered_ = {};
    showLit();
    update();
}

QRectF StepsView::rectOf(const StepCell& cell) const {
    const StepsLayout at = place();
    if (cell.row == columnName) return at.columnNameRect(cell.step, cell.col);
    if (cell.col < 0) return at.rowNameRect(cell.step, cell.row);
    return at.cellRect(cell.step, cell.row, cell.col);
}

StepsLayout StepsView::place() const { return figure_.layout(QRectF(rect()), FigureStyle::of(palette())); }

bool StepsView::isTyped(const StepCell& cell) const {
    return !figure_.head() && isGiven(cell.step) && figure_.shows(cell);
}

void StepsView::setCurrent(const StepCell& cell) {
    current_ = cell;
    showLit();
    if (figure_.shows(cell)) {
        setAccessibleDescription(figure_.readout(cell));
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

void StepsView::setHovered(const StepCell& cell) {
    if (cell == hovered_) return;
    hovered_ = cell;
    const int key = cell.row == columnName || cell.col < 0 ? figure_.keyOf(cell) : -1;
    setCursor(key >= 0 ? Qt::PointingHandCursor : isTyped(cell) ? Qt::IBeamCursor : Qt::ArrowCursor);
    showLit();
}

void StepsView::showLit() {
    StepCell lit;
    if (figure_.shows(hovered_))
        lit = hovered_;
    else if (figure_.shows(current_) && (hasFocus() || editing_))
        lit = current_;
    figure_.lit = lit;
    update();
    Q_EMIT cellLit(lit);
}

bool StepsView::moveToGiven(int direction) {
    if (figure_.head()) return false;
    std::vector<StepCell> given;
    for (Step step : {Step::Q, Step::K, Step::V}) {
        const SmallMatrix& m = figure_.steps().of(step);
        for (int row = 0; row < m.rows; ++row)
            for (int col = 0; col < m.cols; ++col) given.push_back({step, row, col});
    }
    if (!figure_.shows(current_)) {
        setCurrent(direction > 0 ? given.front() : given.back());
        return true;
    }
    const auto found = std::ranges::find(given, current_);
    if (found == given.end()) return false;
    const auto next = found - given.begin() + direction;
    if (next < 0 || next >= std::ptrdiff_t(given.size())) return false;
    setCurrent(given[next]);
    return true;
}

void StepsView::moveBy(int rows, int cols) {
    if (!figure_.shows(current_)) {
        setCurrent(firstCell());
        return;
    }
    // By places among what is shown; over the edge into the neighbouring matrix.
    const auto placeIn = [](const std::vector<int>& shown, int index) {
        return int(std::ranges::find(shown, index) - shown.begin());
    };
    const Step step = current_.step;
    std::vector<int> down = figure_.shownRows(step), across = figure_.shownColumns(step);
    int row = placeIn(down, current_.row) + rows, col = placeIn(across, current_.col) + cols;
    const auto inside = [](const std::vector<int>& shown, int at) {
        return at >= 0 && at < std::ssize(shown);
    };
    if (!inside(down, row) || !inside(across, col)) {
        const StepsFigure::Panels& panels = figure_.panels();
        for (int y = 0; y < std::ssize(panels); ++y)
            for (int x = 0; x < std::ssize(panels[0]); ++x) {
                if (panels[y][x] != step) continue;
                const int nextY = y + rows, nextX = x + cols;
                if (nextY < 0 || nextY >= std::ssize(panels) || nextX < 0 || nextX >= std::ssize(panels[0]))
                    return;
                const auto next = panels[nextY][nextX];
                if (!next) return;
                down = figure_.shownRows(*next);
                across = figure_.shownColumns(*next);
                const int lastRow = int(down.size()) - 1;
                const int lastCol = int(across.size()) - 1;
                row = rows == 0 ? std::min(row, lastRow) : rows > 0 ? 0 : lastRow;
                col = cols == 0 ? std::min(col, lastCol) : cols > 0 ? 0 : lastCol;
                setCurrent({*next, down[row], across[col]});
                return;
            }
    }
    setCurrent({step, down[row], across[col]});
}

StepCell StepsView::firstCell() const {
    const Step first = figure_.shownSteps().front();
    return {first, figure_.shownRows(first).front(), figure_.shownColumns(first).front()};
}

void StepsView::toggleMask(int key) {
    AttentionInput input = figure_.input();
    const auto index = size_t(key);
    input.masked[index] = !input.masked[index];
    figure_.setInput(input, figure_.head());
    showLit();
    Q_EMIT edited(input);
}

void StepsView::openEditor(const std::optional<QString>& text) {
    if (!isTyped(current_)) return;
    valueBefore_ = figure_.steps().of(current_.step).at(current_.row, current_.col);
    editing_ = true;
    editor_->setPalette(palette());
    editor_->setText(text ? *text : QString::number(valueBefore_, 'g', 9));
    placeEditor();
    editor_->show();
    editor_->setFocus();
    if (text)
        takeTyped(*text);
    else
        editor_->selectAll();
    showLit();
}

void StepsView::placeEditor() {
    const QRectF cell = rectOf(current_);
    const qreal width = std::max(cell.width() - 1, leastEditorWidth);
    const qreal height = std::max(cell.height() - 1, editor_->sizeHint().height() + 0.0);
    QRectF where(0, 0, width, height);
    where.moveCenter(cell.center());
    where.moveLeft(std::clamp(where.left(), 0.0, std::max(0.0, this->width() - width)));
    editor_->setGeometry(where.toRect());
}

void StepsView::takeTyped(const QString& text) {
    const std::optional<double> value = parseCell(text);
    QPalette colors = palette();
    if (!value) colors.setColor(QPalette::Text, problemColor(colors));
    editor_->setPalette(colors);
    if (!value) {
        const bool started =
            QStringList{QString(), QStringLiteral("-"), QStringLiteral("."), QStringLiteral("−")}.contains(
                text.trimmed());
        Q_EMIT problemChanged(started ? QString()
                                      : tr("“%1” is not a number from −%2 to %2, such as −0.5")
                                            .arg(text.trimmed())
                                            .arg(largestInput));
        return;
    }
    Q_EMIT problemChanged({});
    AttentionInput input = figure_.input();
    SmallMatrix& matrix = current_.step == Step::Q ? input.q : current_.step == Step::K ? input.k : input.v;
    if (matrix.at(current_.row, current_.col) == *value) return;
    matrix.at(current_.row, current_.col) = *value;
    figure_.setInput(input);
    showLit();
    Q_EMIT edited(input);
}

void StepsView::closeEditor(bool restore) {
    if (!editing_) return;
    if (restore) takeTyped(QString::number(valueBefore_, 'g', 17));
    editing_ = false;  // Set first: as the focus leaves, it would be closed again
    const bool hadFocus = editor_->hasFocus();
    editor_->hide();
    if (hadFocus) setFocus();
    Q_EMIT problemChanged({});
    showLit();
}

bool StepsView::editorKey(QKeyEvent* event) {
    // Until something is typed, arrows move between the numbers.
    const bool untouched = editor_->selectedText() == editor_->text();
    const auto leaveBy = [this](int rows, int cols) {
        closeEditor(false);
        moveBy(rows, cols);
        openEditor(std::nullopt);
        return true;
    };
    switch (event->key()) {
        case Qt::Key_Escape:
            closeEditor(true);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            closeEditor(false);
            return true;
        case Qt::Key_Tab:
        case Qt::Key_Backtab:
            closeEditor(false);
            if (moveToGiven(event->key() == Qt::Key_Tab ? 1 : -1))
                openEditor(std::nullopt);
            else
                QWidget::focusNextPrevChild(event->key() == Qt::Key_Tab);
            return true;
        case Qt::Key_Up:
            return leaveBy(-1, 0);
        case Qt::Key_Down:
            return leaveBy(1, 0);
        case Qt::Key_Left:
            return untouched && leaveBy(0, -1);
        case Qt::Key_Right:
            return untouched && leaveBy(0, 1);
        default:
            return false;
    }
}

bool StepsView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == editor_) {
        if (event->type() == QEvent::KeyPress) return editorKey(static_cast<QKeyEvent*>(event));
        if (event->type() == QEvent::FocusOut) closeEditor(false);
    }
    return QWidget::eventFilter(watched, event);
}

bool StepsView::focusNextPrevChild(bool next) {
    if (hasFocus() && moveToGiven(next ? 1 : -1)) return true;
    return QWidget::focusNextPrevChild(next);
}

bool StepsView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const StepCell cell = figure_.cellAt(place(), QPointF(help->pos()));
    const int key = cell.row == columnName || cell.col < 0 ? figure_.keyOf(cell) : -1;
    if (key >= 0)
        QToolTip::showText(help->globalPos(),
                           figure_.input().masked[key]
                               ? tr("Click to unmask key %1: it can be attended to again").arg(key + 1)
                               : tr("Click to mask key %1: no query can attend to it").arg(key + 1),
                           this);
    else if (figure_.shows(cell))
        QToolTip::showText(help->globalPos(), figure_.calculation(cell), this);
    else
        QToolTip::hideText();
    return true;
}

void StepsView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    figure_.paint(painter, QRectF(rect()), FigureStyle::of(palette()));
}

void StepsView::resizeEvent(QResizeEvent*) {
    if (editing_) placeEditor();
}

void StepsView::mouseMoveEvent(QMouseEvent* event) { setHovered(figure_.cellAt(place(), event->position())); }

void StepsView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const StepCell cell = figure_.cellAt(place(), event->position());
    if (figure_.shows(cell)) {
        setCurrent(cell);
        if (isTyped(cell)) openEditor(std::nullopt);
        return;
    }
    if (const int key = figure_.keyOf(cell); key >= 0) toggleMask(key);
}

void StepsView::keyPressEvent(QKeyEvent* event) {
    const bool onGiven = isTyped(current_);
    const bool plain = !(event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier));
    static const QString starts = QStringLiteral("0123456789-+.,−");
    const QString text = event->text();
    if (!plain) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->key() == Qt::Key_Left) {
        moveBy(0, -1);
    } else if (event->key() == Qt::Key_Right) {
        moveBy(0, 1);
    } else if (event->key() == Qt::Key_Up) {
        moveBy(-1, 0);
    } else if (event->key() == Qt::Key_Down) {
        moveBy(1, 0);
    } else if (event->key() == Qt::Key_M && figure_.keyOf(current_) >= 0) {
        toggleMask(figure_.keyOf(current_));
    } else if (onGiven && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
                           event->key() == Qt::Key_F2)) {
        openEditor(std::nullopt);
    } else if (onGiven && (event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete)) {
        openEditor(QString());
    } else if (onGiven && text.size() == 1 && starts.contains(text)) {
        openEditor(text);
    } else {
        QWidget::keyPressEvent(event);  // the window's keys
    }
}

void StepsView::focusInEvent(QFocusEvent* event) {
    const bool byTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (byTab && !editing_) {
        const SmallMatrix& v = figure_.input().v;
        setCurrent(event->reason() == Qt::TabFocusReason || figure_.head()
                       ? firstCell()
                       : StepCell{Step::V, v.rows - 1, v.cols - 1});
    }
    showLit();
}

}  // namespace attx
