#include "ui/views/own_set.h"
#include "ui/look/model_text.h"

#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QUrl>
#include <algorithm>
#include <optional>
#include <utility>

namespace attx {
namespace {

constexpr int placesAtLeast = 10;  // Least places laid out: few images do not change in size

// Its value: the source's number and the row, in decimal digits, with a blank between them.
constexpr const char* memberMimeType = "application/x-attention-explorer-image";

std::optional<SampleRow> memberIn(const QMimeData& data) {
    const QList<QByteArray> numbers = data.data(QLatin1String(memberMimeType)).split(' ');
    if (numbers.size() != 2) return std::nullopt;
    bool isSource = false, isRow = false;
    const int source = numbers[0].toInt(&isSource);
    const SampleRow member{static_cast<SampleSource>(source), numbers[1].toLongLong(&isRow)};
    const bool isOfData = member.source == SampleSource::Validation || member.source == SampleSource::Test;
    return isSource && isRow && isOfData ? std::optional(member) : std::nullopt;
}

QStringList localFiles(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile()) files << url.toLocalFile();
    return files;
}

}  // namespace

QMimeData* memberData(const SampleRow& member) {
    auto* data = new QMimeData;
    data->setData(QLatin1String(memberMimeType),
                  QByteArray::number(int(member.source)) + ' ' + QByteArray::number(qlonglong{member.row}));
    return data;
}

OwnSet::OwnSet(Content& content, QWidget* parent) : QWidget(parent), content_(content) {
    setAcceptDrops(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Own set"));
    setToolTip(
        tr("Drag images here, from the rows above or picture files, and see the answer; or double-click an "
           "image above. Click one here to take it out."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

bool OwnSet::add(const Member& member) {
    if (content_.members.size() >= largestOwnSet) return false;
    content_.members.push_back(member);
    membersChanged();
    return true;
}

void OwnSet::setMembers(std::vector<Member> members) {
    members.resize(std::min(members.size(), largestOwnSet));
    content_.members = std::move(members);
    membersChanged();
}

void OwnSet::follow(const Sample& sample) {
    if (sample.from.source != SampleSource::Own || sample.members.empty() || sample == content_.sample)
        return;
    std::vector<Member> members;
    for (const SampleRow& from : sample.members) {
        const auto found = std::ranges::find(content_.known, from, &Member::from);
        if (found == content_.known.end()) return;
        members.push_back(*found);
    }
    content_.members = std::move(members);
    content_.sample = sample;
    content_.probabilities.clear();
    update();
}

void OwnSet::removeAt(int place) {
    if (place < 0 || place >= count()) return;
    content_.members.erase(content_.members.begin() + place);
    membersChanged();
}

void OwnSet::clear() {
    if (content_.members.empty()) return;
    content_.members.clear();
    membersChanged();
}

void OwnSet::forget() {
    clear();
    content_.known.clear();
}

void OwnSet::setProbabilities(std::span<const float> probabilities) {
    content_.probabilities.assign(probabilities.begin(), probabilities.end());
    update();
}

void OwnSet::membersChanged() {
    for (const Member& member : content_.members)
        if (!std::ranges::count(content_.known, member.from, &Member::from)) content_.known.push_back(member);
    content_.sample = Sample(SampleKind::Set);
    if (content_.members.size() > 1)
        for (const Member& member : content_.members) {
            content_.sample.members.push_back(member.from);
            content_.sample.features.insert(content_.sample.features.end(), member.features.begin(),
                                            member.features.end());
            content_.sample.words.push_back(member.name.toStdString());
        }
    content_.probabilities.clear();
    update();
    Q_EMIT changed();
}

ShownSet OwnSet::shown() const {
    ShownSet set;
    set.caption = tr("Own set");
    for (const Member& member : content_.members) {
        set.images << member.image;
        set.names << member.name;
    }
    set.probabilities = content_.probabilities;
    if (const int odd = set.predicted(); odd >= 0)
        set.caption += tr(" · the odd one: %1, image %2").arg(drawnText(set.names[odd])).arg(odd + 1);
    else if (content_.members.size() == 1)
        set.caption += tr(" · one more, and the network answers");
    return set;
}

int OwnSet::heightForWidth(int width) const {
    return int(setRowHeight(std::max(placesAtLeast, count()), width, FigureStyle::of(palette())));
}

/// A layout would take height from a widget that asks for it by its width.
void OwnSet::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (const int wanted = heightForWidth(width()); wanted != height()) setFixedHeight(wanted);
}

QRectF OwnSet::imageRect(int place) const {
    return setImageRect(rect(), std::max(placesAtLeast, count()), place, FigureStyle::of(palette()));
}

void OwnSet::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const FigureStyle style = FigureStyle::of(palette());
    painter.fillRect(rect(), style.background);
    if (content_.members.empty()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(style.grid, 1, Qt::DashLine));
        painter.drawRoundedRect(QRectF(rect()).adjusted(8, 8, -8, -8), 4, 4);
        painter.setPen(style.muted);
        painter.drawText(rect().adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Own set: drag images here, from the rows above or picture files"));
        return;
    }
    paintSet(painter, rect(), shown(), style, placesAtLeast);
}

void OwnSet::mousePressEvent(QMouseEvent* event) {
    for (int place = 0; place < count(); ++place)
        if (event->button() == Qt::LeftButton && imageRect(place).contains(event->position()))
            return removeAt(place);
    if (count() > 1) Q_EMIT changed();  // it is looked at again
}

void OwnSet::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete)
        removeAt(count() - 1);
    else
        QWidget::keyPressEvent(event);
}

void OwnSet::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasFormat(QLatin1String(memberMimeType)) ||
        !localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void OwnSet::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    if (const auto member = memberIn(*event->mimeData()))
        Q_EMIT memberDropped(*member);
    else
        Q_EMIT filesDropped(localFiles(*event->mimeData()));
}

}  // namespace attx
