#include "ui/window/start_page.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <algorithm>
#include <array>

#include "model/config/presets.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/scrolled.h"
#include "ui/form/preset_list.h"
#include "ui/lessons/lesson.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"
#include "ui/window/preset_picture.h"

namespace attx {
namespace {

// Those that need no file and are trained within a minute; what each is about can be seen at once.
constexpr std::array cardPresets{"reverse", "reverse-deep", "text-demo", "anomaly-shapes"};
constexpr int mostColumns = 2;
constexpr int cardWidth = 250, pictureHeight = 96, cardMargin = 10;  // px
constexpr int cardGap = 12, pageMargin = 16, lessonGap = 4;          // px at each zoom
constexpr int turnMilliseconds = 2500;

/// A preset: its picture, title, line and time. A click chooses it.
class PresetCard : public QAbstractButton {
public:
    PresetCard(const std::string& preset, QWidget* parent) : QAbstractButton(parent), preset_(preset) {
        const QString title = modelText(presetTitle(preset));
        setText(title);
        setObjectName(QString::fromStdString(preset));
        setAccessibleName(title);
        setSpeed(0);
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }

    [[nodiscard]] QSize sizeHint() const override {
        return {zoomed(cardWidth), zoomed(pictureHeight + 3 * cardMargin + 4) + 3 * fontMetrics().height()};
    }
    [[nodiscard]] QSize minimumSizeHint() const override {
        return {zoomed(cardWidth) * 2 / 3, sizeHint().height()};
    }

    void setSpeed(double flopsPerSecond) {
        cost_ = presetCost(preset_, flopsPerSecond);
        setAccessibleDescription(presetLine(preset_, flopsPerSecond));
        setToolTip(QCoreApplication::translate("attx::StartPage", "Train this network now (%1)").arg(cost_));
        update();
    }

    void turn() {
        ++example_;
        picture_ = {};
        update();
    }

protected:
    void changeEvent(QEvent* event) override {
        QAbstractButton::changeEvent(event);
        picture_ = {};
    }

    void paintEvent(QPaintEvent*) override {
        const FigureStyle style = FigureStyle::of(palette());
        const QSize room(width() - 2 * zoomed(cardMargin), zoomed(pictureHeight));
        if (picture_.size() != room * devicePixelRatioF())
            picture_ = presetPicture(preset_, example_, room, devicePixelRatioF(), style);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(underMouse() || hasFocus() ? style.accent : style.grid, hasFocus() ? 2 : 1));
        painter.setBrush(style.background);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
        painter.drawImage(QPoint(zoomed(cardMargin), zoomed(cardMargin)), picture_);
        QRect text = rect().adjusted(zoomed(cardMargin), zoomed(pictureHeight + 2 * cardMargin),
                                     -zoomed(cardMargin), -zoomed(cardMargin));
        const QFont bold = style.font(bodyPx, true), plain = style.font(labelPx);
        const int rest = text.width() - QFontMetrics(plain).horizontalAdvance(cost_) - zoomed(cardMargin);
        painter.setFont(bold);
        painter.setPen(style.foreground);
        painter.drawText(text, Qt::AlignTop | Qt::AlignLeft,
                         QFontMetrics(bold).elidedText(text_(), Qt::ElideRight, rest));
        painter.setFont(plain);
        painter.setPen(style.muted);
        painter.drawText(text, Qt::AlignTop | Qt::AlignRight, cost_);
        text.setTop(text.top() + fontMetrics().height() + 4);
        for (const PresetInfo& preset : presetList())
            if (preset.name == preset_) painter.drawText(text, Qt::TextWordWrap, modelText(preset.shows));
    }

private:
    [[nodiscard]] QString text_() const { return text(); }

    std::string preset_;
    QString cost_;
    int example_ = 0;
    QImage picture_;
};

QPushButton* makeButton(const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QLabel* heading(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setWordWrap(true);
    return label;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Start page"));
    setFocusPolicy(Qt::ClickFocus);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(pageMargin, 12, pageMargin, 12);
    layout->setSpacing(10);
    auto* close = makeButton(tr("Go to the network"),
                             tr("Close this page (Esc); Help, Start page, shows it again"), content);
    close->setObjectName(QStringLiteral("close"));

    connect(close, &QPushButton::clicked, this, &StartPage::closed);
    auto* top = new QHBoxLayout;  // A low screen hides the lessons, not this
    top->addWidget(heading(tr("Train a network and watch what it looks at: choose a task"), content), 1);
    top->addWidget(close);
    layout->addLayout(top);
    cardGrid_ = new QGridLayout;
    cardGrid_->setSpacing(cardGap);
    std::vector<PresetCard*> cards;
    for (const char* preset : cardPresets) {
        auto* card = new PresetCard(preset, content);
        connect(card, &QAbstractButton::clicked, this,
                [this, card] { Q_EMIT presetChosen(card->objectName()); });
        cards.push_back(card);
        cards_.push_back(card);
    }
    layout->addLayout(cardGrid_);
    auto* lessonsRow = new QHBoxLayout;
    lessonsRow->addWidget(heading(tr("Or learn step by step: the lessons"), content), 1);
    auto* tour = makeButton(tr("Take the tour"), tr("Begin the first lesson"), content);
    tour->setObjectName(QStringLiteral("tour"));

    connect(tour, &QPushButton::clicked, this, [this] { Q_EMIT lessonChosen(firstLesson_); });
    lessonsRow->addWidget(tour);
    layout->addLayout(lessonsRow);
    lessons_ = flatLayout<QGridLayout>(new QWidget(content), lessonGap);
    layout->addWidget(lessons_->parentWidget());
    layout->addStretch(1);
    auto* outer = flatLayout<QVBoxLayout>(this, 0);
    outer->addWidget(scrolled(content, this));
    turns_.setInterval(turnMilliseconds);
    connect(&turns_, &QTimer::timeout, this, [cards] {
        for (PresetCard* card : cards) card->turn();
    });
    connect(this, &StartPage::speedMeasured, this, [cards](double flopsPerSecond) {
        for (PresetCard* card : cards) card->setSpeed(flopsPerSecond);
    });
}

void StartPage::setLessons(const LessonShelf& shelf) {
    QWidget* list = lessons_->parentWidget();
    qDeleteAll(list->findChildren<QPushButton*>());
    lessonButtons_.clear();
    columns_ = 0;
    firstLesson_ = shelf.lessons.empty() ? QString() : shelf.lessons.front().id;
    for (int i = 0; i < int(shelf.lessons.size()); ++i) {
        const Lesson& lesson = shelf.lessons[i];
        auto* button =
            makeButton(QStringLiteral("%1: %2").arg(i + 1).arg(lesson.title), tr("Begin this lesson"), list);

        connect(button, &QPushButton::clicked, this, [this, id = lesson.id] { Q_EMIT lessonChosen(id); });
        lessonButtons_.push_back(button);
    }
    arrange();
}

void StartPage::arrange() {
    int card = 0;  // px of the widest
    const int room = width() - style()->pixelMetric(QStyle::PM_ScrollBarExtent) - 2 * pageMargin;
    for (const QWidget* each : cards_) card = std::max(card, each->minimumSizeHint().width());
    const int columns = room >= mostColumns * card + cardGap ? mostColumns : 1;
    for (QPushButton* each : lessonButtons_) {
        // A title that is cut is whole in the list of the lesson panel.
        const QFontMetrics metrics(each->font());
        const int text = (room - (columns - 1) * lessonGap) / columns - 2 * metrics.height();
        each->setText(metrics.elidedText(each->accessibleName(), Qt::ElideRight, text));
    }
    if (columns == columns_) return;
    columns_ = columns;
    for (int i = 0; i < int(cards_.size()); ++i) cardGrid_->addWidget(cards_[i], i / columns, i % columns);
    const int rows = (int(lessonButtons_.size()) + columns - 1) / columns;
    for (int i = 0; i < int(lessonButtons_.size()); ++i)
        lessons_->addWidget(lessonButtons_[i], i % rows, i / rows);
}

void StartPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void StartPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    turns_.start();
}

void StartPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    turns_.stop();
}

}  // namespace attx
