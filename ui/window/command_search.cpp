#include "ui/window/command_search.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>
#include <utility>

#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr int widest = 680, margin = 16, top = 40;  // px at zoom 1
constexpr int placeWidth = 230, shortcutWidth = 96;
constexpr int rowHeight = 24, mostRows = 14, leastRows = 4;
constexpr size_t mostOfSomeWords = 8;  // entries shown where none has every word
constexpr int leastInside = 4;         // characters of a word that is looked for inside of others

/// Without case, accents and typographic apostrophes.
QString folded(const QString& text) {
    QString plain;
    for (const QChar c : text.normalized(QString::NormalizationForm_D))
        if (c.category() != QChar::Mark_NonSpacing) plain += c == QChar(0x2019) ? QLatin1Char('\'') : c;
    return plain.toCaseFolded();
}

QStringList wordsOf(const QString& foldedText) {
    static const QRegularExpression between(QStringLiteral("[^\\w'.+-]+"),
                                            QRegularExpression::UseUnicodePropertiesOption);
    QStringList words = foldedText.split(between, Qt::SkipEmptyParts);
    words.removeDuplicates();
    return words;
}

/// How well an entry fits: the smaller, the better.
struct Fit {
    int missing = 0;  ///< Number of typed words that the entry does not have
    int distance = 0;
    bool operator<(const Fit& other) const {
        return std::tie(missing, distance) < std::tie(other.missing, other.distance);
    }
};

Fit fitOf(const SearchEntry& entry, const QStringList& typed) {
    enum { Whole, InName, InsideName, InOther, InsideOther };
    const QString name = folded(entry.name), other = folded(entry.place + QLatin1Char(' ') + entry.words);
    const QStringList names = wordsOf(name), others = wordsOf(other);
    Fit fit{0, names.size() == typed.size() ? 0 : 1};
    for (const QString& word : typed) {
        const auto begins = [&word](const QString& text) { return text.startsWith(word); };
        const bool isLong = word.size() >= leastInside;
        if (names.contains(word))
            fit.distance += 2 * Whole;
        else if (std::ranges::any_of(names, begins))
            fit.distance += 2 * InName;
        else if (name.contains(word) && isLong)
            fit.distance += 2 * InsideName;
        else if (std::ranges::any_of(others, begins))
            fit.distance += 2 * InOther;
        else if (other.contains(word) && isLong)
            fit.distance += 2 * InsideOther;
        else
            ++fit.missing;
    }
    return fit;
}

}  // namespace

std::vector<const SearchEntry*> found(const std::vector<SearchEntry>& entries, const QString& typed) {
    const QString wanted = folded(typed.trimmed());
    const QStringList words = wordsOf(wanted);
    std::vector<std::pair<Fit, const SearchEntry*>> fitting;
    for (const SearchEntry& entry : entries) {
        const bool isKey = !wanted.isEmpty() && folded(entry.shortcut) == wanted,
                   isPath = wanted.contains(QChar(0x203A)) && folded(entry.place).endsWith(wanted);
        if (isKey || isPath)
            fitting.emplace_back(Fit{0, -1}, &entry);
        else if (words.isEmpty() && wanted.isEmpty())
            fitting.emplace_back(Fit{}, &entry);
        else if (const Fit fit = fitOf(entry, words); fit.missing < words.size())
            fitting.emplace_back(fit, &entry);
    }
    std::ranges::stable_sort(fitting, [](const auto& a, const auto& b) { return a.first < b.first; });
    std::erase_if(fitting, [least = fitting.empty() ? 0 : fitting.front().first.missing](const auto& one) {
        return one.first.missing > least;
    });
    std::vector<const SearchEntry*> result;
    for (const auto& [fit, entry] : fitting) result.push_back(entry);
    return result;
}

CommandSearch::CommandSearch(std::vector<SearchEntry> entries, QWidget* parent)
    : QFrame(parent),
      entries_(std::move(entries)),
      line_(new QLineEdit(this)),
      list_(new QTreeWidget(this)),
      before_(QApplication::focusWidget()) {
    setFrameShape(QFrame::Box);
    QPalette colors = palette();  // A line that stands out from the page below in both themes
    colors.setColor(QPalette::WindowText,
                    mixed(colors.color(QPalette::WindowText), colors.color(QPalette::Window), 0.4));
    setPalette(colors);
    setAutoFillBackground(true);
    setAccessibleName(tr("Command search"));
    line_->setPlaceholderText(tr("Commands, pages, settings, methods, lessons, manual"));
    line_->setAccessibleName(tr("Search for"));
    line_->setToolTip(tr("Some words of what is looked for, in any order"));
    line_->installEventFilter(this);
    list_->setAccessibleName(tr("Found"));
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setColumnCount(3);
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(QHeaderView::Fixed);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(line_);
    layout->addWidget(list_);
    connect(line_, &QLineEdit::textChanged, this, &CommandSearch::showFound);
    connect(list_, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { choose(list_->indexOfTopLevelItem(item)); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
        if (isClosing_ || !now || now == this || isAncestorOf(now)) return;
        before_ = nullptr;  // The keyboard is elsewhere by now
        close();
    });
    parent->installEventFilter(this);
    whenZoomed(this, [this] { showFound(); });
    show();
    raise();
    line_->setFocus();
}

void CommandSearch::close() {
    if (std::exchange(isClosing_, true)) return;
    if (before_) before_->setFocus();
    hide();
    deleteLater();
}

void CommandSearch::place() {
    const QSize room = parentWidget()->size();
    const int around = zoomed(margin), width = std::min(zoomed(widest), room.width() - 2 * around);
    list_->header()->resizeSection(1, std::min(zoomed(placeWidth), width / 3));
    list_->header()->resizeSection(2, zoomed(shortcutWidth));
    const int row = zoomed(rowHeight),
              others = zoomed(top) + line_->sizeHint().height() + 3 * layout()->spacing() + around;
    const int rows = std::clamp((room.height() - others) / row, leastRows, mostRows);
    list_->setFixedHeight(std::min(rows, list_->topLevelItemCount()) * row);
    setGeometry((room.width() - width) / 2, zoomed(top), width, sizeHint().height());
}

void CommandSearch::showFound() {
    shown_ = found(entries_, line_->text());
    const bool some = !shown_.empty() && fitOf(*shown_.front(), wordsOf(folded(line_->text()))).missing > 0;
    if (some) shown_.resize(std::min(shown_.size(), mostOfSomeWords));
    list_->clear();
    QList<QTreeWidgetItem*> items;
    const QColor faint = palette().color(QPalette::PlaceholderText);
    for (const SearchEntry* entry : shown_) {
        auto* item = new QTreeWidgetItem({entry->name, entry->place, entry->shortcut});
        for (int column = entry->choose ? 1 : 0; column < 3; ++column) item->setForeground(column, faint);
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        item->setSizeHint(0, QSize(0, zoomed(rowHeight)));
        item->setToolTip(0, entry->name);
        item->setToolTip(1, entry->place);
        items << item;
    }
    if (items.isEmpty() || some) {
        items << new QTreeWidgetItem({some ? tr("Nothing has all of these words; these have some of them.")
                                           : tr("Nothing was found for these words.")});
        items.back()->setFlags(Qt::NoItemFlags);
        items.back()->setSizeHint(0, QSize(0, zoomed(rowHeight)));
    }
    list_->addTopLevelItems(items);
    if (!shown_.empty()) list_->setCurrentItem(items.front());
    place();
}

void CommandSearch::move(int rows) {
    if (shown_.empty()) return;
    const int now = list_->indexOfTopLevelItem(list_->currentItem()), last = int(shown_.size()) - 1;
    const int wanted = std::clamp(now + rows, 0, last);
    const bool turns = now == wanted && std::abs(rows) == 1;  // past an end
    list_->setCurrentItem(list_->topLevelItem(!turns ? wanted : now == 0 ? last : 0));
}

void CommandSearch::choose(int row) {
    if (row < 0 || size_t(row) >= shown_.size()) return;
    const std::function<void()> act = shown_[row]->choose;
    if (!act) return;
    close();
    act();
}

bool CommandSearch::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize) place();
    if (watched != line_ || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Down:
        case Qt::Key_Tab:
            move(1);
            return true;
        case Qt::Key_Up:
        case Qt::Key_Backtab:
            move(-1);
            return true;
        case Qt::Key_PageDown:
            move(mostRows);
            return true;
        case Qt::Key_PageUp:
            move(-mostRows);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose(list_->indexOfTopLevelItem(list_->currentItem()));
            return true;
        case Qt::Key_Escape:
            close();
            return true;
        default:
            return QFrame::eventFilter(watched, event);
    }
}

}  // namespace attx
