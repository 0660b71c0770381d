// The part of the page of sets that knows the images, and puts together a set of a person's own.
#include <QDrag>
#include <QMimeData>

#include "ui/figures/evaluate/figures_of_sets.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/views/set_list_view.h"

namespace attx {

QImage SetsPage::Choice::imageOf(const SampleRow& member) const {
    if (member.source != SampleSource::Own) return images ? attx::imageOf(*images, member) : QImage();
    for (const OwnSet::Member& one : own.known)
        if (one.from == member) return one.image;
    return {};
}

void SetsPage::setImages(std::shared_ptr<const SplitImages> images) {
    choice_.images = std::move(images);
    choice_.imagesOf = model_.data();
    list_->viewport()->update();
    model_.setMemberImages(
        [&choice = choice_](const SampleRow& member) { return choice.imageOf(member).copy(); });
}

std::unique_ptr<Figure> SetsPage::listFigure() const {
    auto figure = std::make_unique<SetFigure>();
    figure->setName(QStringLiteral("sets"));
    figure->setTitle(tr("Sets"));
    const auto [first, past] = list_->rowsInView();
    for (int row = first; row < past; ++row) {
        ShownSet set = shownSet(row);
        for (QImage& image : set.images) image = image.copy();  // a figure outlives the page
        figure->sets.push_back(std::move(set));
    }
    if (const auto& known = model_.data())
        figure->facts = dataFacts(known->isOnePart, study_.isTest(), std::ssize(figure->sets));
    sayAblated(*figure, study_.study().askedWith());
    return figure;
}

std::optional<SampleRow> SetsPage::memberAt(int index, int image) const {
    const SetAnswers* answers = study_.answers();
    if (!answers || !study_.table() || index < 0 || size_t(index) >= shown_.size()) return std::nullopt;
    const auto place = size_t(shown_[index]) * size_t(answers->size) + size_t(image);
    return SampleRow{split(), answers->rows[place]};
}

void SetsPage::dragImage(int index, int image) {
    const auto member = memberAt(index, image);
    if (!member) return;
    auto* drag = new QDrag(this);
    drag->setMimeData(memberData(*member));
    if (const QImage picture = choice_.imageOf(*member); !picture.isNull())
        drag->setPixmap(QPixmap::fromImage(picture.scaled(48, 48)));
    ownFrame_->show();  // a comparison hides an empty one
    drag->exec(Qt::CopyAction);
    showComparison();
}

void SetsPage::addMember(const SampleRow& member) {
    if (!study_.table() || member.row < 0 || member.row >= tableOf(*model_.data(), member.source).rows)
        return;
    const auto row = int32_t(member.row);
    const Sample one = setOf(*model_.data(), std::span(&row, 1), {member.source, -1});
    if (!own_->add({member, choice_.imageOf(member).copy(), QString::fromStdString(one.words.front()),
                    one.features}))
        Q_EMIT notice(tr("An own set holds up to %1 images.").arg(largestOwnSet), true);
}

void SetsPage::addFiles(const QStringList& files) {
    if (!study_.table() || !choice_.images || choice_.images->test.width == 0) return;
    const QStringList taken = files.mid(0, qsizetype(largestOwnSet) - own_->count());
    if (taken.isEmpty()) {
        Q_EMIT notice(tr("An own set holds up to %1 images.").arg(largestOwnSet), true);
        return;
    }
    Q_EMIT notice(taken.size() == 1 ? tr("Describing a picture …")
                                    : tr("Describing %1 pictures …").arg(taken.size()));
    Q_EMIT picturesRequested({choice_.picturesTag, model_.config().data, taken, choice_.images->test.width,
                              model_.config().network.inputDim});
}

void SetsPage::addPicture(quint64 tag, const DescribedPicture& picture) {
    if (tag != choice_.picturesTag || !study_.table() ||
        picture.features.size() != size_t(model_.config().network.inputDim))
        return;
    int64_t number = 0;  // Those of a lesson state have theirs
    for (const OwnSet::Member& known : choice_.own.known)
        if (known.from.source == SampleSource::Own) number = std::max(number, known.from.row + 1);
    own_->add({{SampleSource::Own, number}, picture.image, picture.name, picture.features});
    Q_EMIT notice({});
}

void SetsPage::answerOwnSet() {
    const Inspection& inspection = model_.inspection();
    if (own_->count() > 1 && inspection.sample == own_->sample())
        own_->setProbabilities(setProbabilities(inspection.logits));
}

void SetsPage::lookAtOwnSet() {
    if (own_->sample().length() > 0) model_.shown().chooseSample(own_->sample());
}

}  // namespace attx
