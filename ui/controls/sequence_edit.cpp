#include "ui/controls/sequence_edit.h"

#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTextCharFormat>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <climits>

#include "ui/controls/flat_layout.h"
#include "ui/look/theme.h"

namespace attx {

namespace {

constexpr int longestShown = 20;  // Characters of a wrong token in the message
constexpr int lineMargin = 16;    // px beside a text in the line

QString spaced(const QString& digits) {
    QStringList words;
    for (const QChar digit : digits) words << QString(digit);
    return words.join(QLatin1Char(' '));
}

/// Of a word of digits without blanks the first part that is none of the `categories`; else the word.
QString wrongPart(const QString& word, int categories) {
    const auto isToken = [&](QChar c) { return c.isDigit() && c.digitValue() < categories; };
    const auto* begin = std::ranges::find_if_not(word, isToken);
    const auto* end = std::find_if(begin, word.end(), isToken);
    const bool isGlued = categories > 0 && categories <= 10 && begin != word.begin();
    return isGlued ? word.mid(begin - word.begin(), end - begin) : word;
}

}  // namespace

ParsedSequence parseSequence(const QString& text, int categories, int longest) {
    static const QRegularExpression word(QStringLiteral("[^\\s,;]+"));
    ParsedSequence parsed;
    // "1234": one word of digits that are all tokens. Among other words a "12" is a mistake.
    const QString whole = text.trimmed();
    if (categories <= 10 && whole.size() > 1 &&
        std::ranges::all_of(whole, [&](QChar c) { return c.isDigit() && c.digitValue() < categories; }))
        return parseSequence(spaced(whole), categories, longest);
    for (auto matches = word.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        bool ok = false;
        const int token = match.captured().toInt(&ok);
        if (ok && token >= 0 && token < categories) {
            parsed.tokens.push_back(token);
        } else if (parsed.problem.isEmpty()) {
            const QString wrong = wrongPart(match.captured(), match.captured() == whole ? categories : 0);
            parsed.wrongStart = int(match.capturedStart() + match.captured().indexOf(wrong));
            parsed.wrongLength = int(wrong.size());
            parsed.problem =
                SequenceEdit::tr("“%1” is not a token. Use digits 0–%2.")
                    .arg(wrong.size() > longestShown ? wrong.left(longestShown) + QStringLiteral("…") : wrong)
                    .arg(categories - 1);
        }
    }
    if (!parsed.problem.isEmpty()) return parsed;
    if (parsed.tokens.empty())
        parsed.problem = SequenceEdit::tr("Type tokens from 0 to %1").arg(categories - 1);
    else if (parsed.tokens.size() > size_t(longest))
        parsed.problem = SequenceEdit::tr("%1 tokens are too many; %2 are the limit")
                             .arg(parsed.tokens.size())
                             .arg(longest);
    return parsed;
}

SequenceEdit::SequenceEdit(QWidget* parent) : QWidget(parent) {
    line_ = new QLineEdit(this);
    problemLabel_ = new QLabel(this);
    setLabelFont(problemLabel_);
    problemLabel_->setTextFormat(Qt::PlainText);
    problemLabel_->setAutoFillBackground(true);
    problemLabel_->setAttribute(Qt::WA_TransparentForMouseEvents);
    problemLabel_->setMargin(2);
    problemLabel_->hide();
    flatLayout<QVBoxLayout>(this)->addWidget(line_);
    setFocusProxy(line_);
    connect(line_, &QLineEdit::textEdited, this, &SequenceEdit::readLine);
    setWords({}, {});
}

void SequenceEdit::setLimits(int categories, int longest, int usual) {
    categories_ = categories;
    longest_ = longest;
    usual_ = usual;
    showProblem(parsed(line_->text()));
}

void SequenceEdit::setWords(const Read& read, const Write& write) {
    read_ = read;
    write_ = write;
    line_->setAccessibleName(read ? tr("Own text") : tr("Own sequence"));
    line_->setToolTip(read ? tr("Type a text of your own. Attention and prediction follow as you type.")
                           : tr("Type a sequence of your own: tokens with blanks or commas between them, "
                                "digits without, too. Attention and prediction follow as you type."));
    showProblem(parsed(line_->text()));
}

ParsedSequence SequenceEdit::parsed(const QString& text) const {
    if (!read_) return parseSequence(text, categories_, longest_);
    ParsedSequence words;
    words.tokens = read_(text);
    return words;
}

void SequenceEdit::setTokens(const std::vector<int32_t>& tokens) {
    // What is being typed stays as it is, commas and cursor too.
    const ParsedSequence shown = parsed(line_->text());
    if (shown.problem.isEmpty() && shown.tokens == tokens) return;
    if (text_) text_->clear();
    QString text;
    if (write_) {
        text = write_(tokens);
    } else {
        QStringList words;
        for (int32_t token : tokens) words << QString::number(token);
        text = words.join(QLatin1Char(' '));
    }
    if (line_->text() != text) line_->setText(text);
    line_->setCursorPosition(0);
    showProblem(parsed(text));
}

void SequenceEdit::keepTextIn(QString& text) {
    text_ = &text;
    const ParsedSequence typed = parsed(text);
    if (text.isEmpty() || (typed.problem.isEmpty() && typed.tokens != parsed(line_->text()).tokens)) return;
    line_->setText(text);
    showProblem(typed);
}

/// At the end of the line, behind what is typed; where it has no room there, over what lies below the line: a
/// row of its own would move the figures as one types.
void SequenceEdit::placeProblem() {
    if (problemLabel_->text().isEmpty() || !isVisible()) return problemLabel_->hide();
    const int typed = line_->fontMetrics().horizontalAdvance(line_->text()) + zoomed(lineMargin);
    const QSize hint = problemLabel_->sizeHint();
    const bool isBehind = typed + hint.width() + zoomed(lineMargin) <= line_->width();
    problemLabel_->setParent(isBehind ? line_ : window());
    problemLabel_->setFrameShape(isBehind ? QFrame::NoFrame : QFrame::Box);
    problemLabel_->setBackgroundRole(isBehind ? QPalette::Base : QPalette::Window);
    problemLabel_->setForegroundRole(QPalette::WindowText);
    if (isBehind) {
        problemLabel_->setGeometry(line_->width() - hint.width() - zoomed(lineMargin) / 2, 3, hint.width(),
                                   line_->height() - 6);
    } else {
        const QPoint below = line_->mapTo(window(), QPoint(0, line_->height() + 1));
        const QSize room(window()->width() - below.x(), INT_MAX);
        const QSize covers(problemLabel_->sizeHint().width(), line_->height() + 2);  // a row of buttons
        problemLabel_->setGeometry(QRect(below, covers.boundedTo(room)));
    }
    problemLabel_->show();
    problemLabel_->raise();
}

bool SequenceEdit::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::Show ||
        event->type() == QEvent::Hide) {
        placeProblem();
        QTimer::singleShot(0, this, &SequenceEdit::placeProblem);  // The window may not be laid out yet
    }
    return handled;
}

SequenceEdit::~SequenceEdit() {
    delete problemLabel_;  // it may be the window's by now
}

void SequenceEdit::readLine() {
    const ParsedSequence typed = parsed(line_->text());
    if (text_) *text_ = line_->text();
    showProblem(typed);
    if (typed.problem.isEmpty()) Q_EMIT tokensEdited(typed.tokens);
}

void SequenceEdit::showProblem(const ParsedSequence& shown) {
    problem_ = shown.problem;
    QPalette colors = palette();
    QString text = problem_;
    if (!problem_.isEmpty()) {
        colors.setColor(QPalette::WindowText, problemColor(colors));
    } else if (usual_ > 0 && shown.tokens.size() != size_t(usual_)) {
        text = tr("Trained on length %1; this one has %2.").arg(usual_).arg(shown.tokens.size());
        colors.setColor(QPalette::WindowText, colors.color(QPalette::PlaceholderText));
    }
    problemLabel_->setText(text);
    problemLabel_->setPalette(colors);
    placeProblem();
    line_->setAccessibleDescription(text);
    // The way to format a part of a QLineEdit: an input method event that carries only formats.
    QList<QInputMethodEvent::Attribute> formats;
    if (shown.wrongStart >= 0) {
        QTextCharFormat format;
        format.setForeground(problemColor(palette()));
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(problemColor(palette()));
        formats << QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat,
                                                shown.wrongStart - line_->cursorPosition(), shown.wrongLength,
                                                format);
    }
    QInputMethodEvent event(QString(), formats);
    QCoreApplication::sendEvent(line_, &event);
}

}  // namespace attx
