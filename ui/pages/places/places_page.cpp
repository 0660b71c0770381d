#include "ui/pages/places/places_page.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "model/config/task.h"
#include "model/heads/spectrum.h"
#include "model/run/checkpoint.h"
#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/figures/network/places_figure.h"
#include "ui/look/model_text.h"
#include "ui/views/figure_view.h"
#include "ui/views/places_view.h"

namespace attx {
namespace {

constexpr size_t neighbours = 5;
constexpr size_t mostImages = 1000;  // far more than have room
constexpr int imageSide = 48;        // px, for screens and print of twice the resolution

/// Those of the snapshot; null where it is not of this network.
std::shared_ptr<const std::vector<float>> parametersOf(const std::string& path,
                                                       const NetworkConfig& network) {
    Checkpoint checkpoint = openCheckpoint(path);
    if (checkpoint.config.network != network) return nullptr;
    return std::make_shared<const std::vector<float>>(std::move(checkpoint.parameters));
}

}  // namespace

PlacesPage::PlacesPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept),
      model_(model),
      choice_(this->kept().of<Choice>()),
      study_(&this->kept().of<Study<Places>>()) {
    auto* layout = pageLayout<QVBoxLayout>();
    layout->addWidget(makeControls());
    view_ = new PlacesView(this);
    frame_ = framed(view_, [this] { return view_->figure().clone(); });
    layout->addWidget(frame_, 2);
    spectrum_ = new FigureView(this);
    spectrumFrame_ = framed(spectrum_, [this] {
        return spectrumFrame_->isHidden() ? std::unique_ptr<Figure>() : spectrum_->figure()->clone();
    });
    layout->addWidget(spectrumFrame_, 1);
    fillControls();
    connect(study_, &StudyBase::changed, this, &PlacesPage::showState);
    connect(study_, &StudyBase::answered, this, [this] {
        showPlaces();
        if (!model_.isRunning() || choice_.asked != question()) askIfOutdated();
    });
    connect(study_, &StudyBase::failed, this, [this] {
        study_->forget();  // asked again once something changes
        showPlaces();
    });
    connect(&model_, &RunModel::memberImagesChanged, this, &PlacesPage::showPlaces);
    connect(view_, &PlacesView::dotHovered, this, &PlacesPage::hovered);
    connect(view_, &PlacesView::dotClicked, this, &PlacesPage::openExample);
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        study_->forget();
        fillControls();
        showPlaces();
        askIfOutdated();
    });
    for (auto signal : {&Shown::parametersChosen, &Shown::ablationChanged})
        connect(&model_.shown(), signal, this, &PlacesPage::askIfOutdated);
    connect(&model_, &RunModel::stateChanged, this, &PlacesPage::askIfOutdated);
    connect(&model_, &RunModel::epochAdded, this, &PlacesPage::askIfOutdated);
    connect(&model_, &RunModel::snapshotsChanged, this, [this] {
        if (!model_.isRunning()) askIfOutdated();
    });
    showPlaces();
}

QWidget* PlacesPage::makeControls() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    kind_ = makeCombo(tr("Vectors"), tr("Which vectors of the network are shown"), {}, row);
    layer_ = makeCombo(tr("Layer"), tr("Whose hidden states, or queries and keys"), {}, row);
    head_ = makeCombo(tr("Head"), tr("Whose queries and keys"), {}, row);
    color_ = makeCombo(tr("Colour"), tr("What the colour of a dot stands for"), {}, row);

    const std::pair<QComboBox*, QVariant*> kept[] = {
        {kind_, &choice_.kind}, {layer_, &choice_.layer}, {head_, &choice_.head}, {color_, &choice_.color}};
    for (const auto& [combo, value] : kept)
        connect(combo, &QComboBox::currentIndexChanged, this,
                [combo = combo, value = value] { *value = combo->currentData(); });
    layout->addLabelled(tr("vectors"), kind_);
    for (QComboBox* combo : {layer_, head_}) layout->addWidget(combo);
    for (QComboBox* combo : {kind_, layer_, head_}) {
        connect(combo, &QComboBox::currentIndexChanged, this, [this] {
            fillControls();
            showPlaces();
            askIfOutdated();
        });
    }
    layout->addLabelled(tr("colour"), color_);
    summary_ = layout->addText(tr("What is shown"));
    connect(color_, &QComboBox::currentIndexChanged, this, &PlacesPage::showPlaces);
    return row;
}

QVariantMap PlacesPage::controls() const {
    return {{QStringLiteral("kind"), kind_->currentData()}, {QStringLiteral("color"), color_->currentData()}};
}

void PlacesPage::restoreControls(const QVariantMap& controls) {
    for (const auto& [name, combo] : {std::pair("kind", kind_), std::pair("color", color_)})
        if (const int at = combo->findData(controls.value(QLatin1String(name))); at >= 0)
            combo->setCurrentIndex(at);
}

CloudQuestion PlacesPage::question() const {
    CloudQuestion question;
    question.kind = static_cast<CloudKind>(kind_->currentData().toInt());
    if (!layer_->isHidden()) question.layer = std::max(layer_->currentIndex(), 0);
    if (!head_->isHidden()) question.head = std::max(head_->currentIndex(), 0);
    return question;
}

/// What the network has; what was chosen stays if it is there.
void PlacesPage::fillControls() {
    const NetworkConfig& network = model_.config().network;
    const auto fill = [](QComboBox* combo, QVariant& chosen, const QStringList& texts,
                         const QVariantList& values) {
        const QSignalBlocker blocker(combo);
        combo->clear();
        for (qsizetype i = 0; i < texts.size(); ++i) combo->addItem(texts[i], values[i]);
        combo->setCurrentIndex(std::max(combo->findData(chosen), 0));
        chosen = combo->currentData();
    };
    QStringList texts;
    QVariantList values;
    for (const CloudKindInfo& info : cloudKinds()) {
        if (info.whyNot(model_.config())) continue;
        texts << modelText(info.title);
        values << int(info.kind);
    }
    fill(kind_, choice_.kind, texts, values);
    const auto kind = static_cast<CloudKind>(kind_->currentData().toInt());
    texts.clear(), values.clear();
    for (int layer = 0; layer < network.numLayers + (kind == CloudKind::Hidden ? 1 : 0); ++layer) {
        texts << (kind != CloudKind::Hidden   ? tr("layer %1").arg(layer + 1)
                  : layer < network.numLayers ? tr("before layer %1").arg(layer + 1)
                                              : tr("behind layer %1").arg(layer));
        values << layer;
    }
    fill(layer_, choice_.layer, texts, values);
    texts.clear(), values.clear();
    for (int head = 0; head < network.numHeads; ++head) texts << tr("head %1").arg(head + 1), values << head;
    fill(head_, choice_.head, texts, values);
    texts.clear(), values.clear();
    // Features are no tokens, a set has no order, and a table has one row for each token or position.
    for (const PlaceColorName& color : placeColors()) {
        const bool ofRows = color.color == PlaceColor::Token || color.color == PlaceColor::Position;
        if (ofRows && sampleKind(model_.config().data) == SampleKind::Set) continue;
        if (kind == CloudKind::Embeddings && color.color != PlaceColor::Token) continue;
        if (kind == CloudKind::Positions && color.color != PlaceColor::Position) continue;
        texts << modelText(color.title);
        values << int(color.color);
    }
    fill(color_, choice_.color, texts, values);
    layer_->setVisible(kind == CloudKind::Hidden || kind == CloudKind::QueriesAndKeys);
    head_->setVisible(kind == CloudKind::QueriesAndKeys);
}

void PlacesPage::askIfOutdated() {
    if (!isVisible() || !model_.parameters() || !model_.data() || study_->isAsking()) return;
    const auto& snapshots = model_.snapshots();
    const std::string folder = model_.folder().toStdString();
    std::optional<Snapshot> axes;
    if (!snapshots.empty() && !folder.empty()) axes = snapshots.back();
    const CloudQuestion now = question();
    if (study_->answer() && !study_->isOutdated(model_.subject()) && choice_.asked == now &&
        choice_.axes == axes)
        return;
    choice_.asked = now, choice_.axes = axes;
    const std::string path = axes ? snapshotPath(folder, *axes) : std::string();
    study_->ask(model_.subject(),
                [path, now](const Subject& subject, const auto&, const std::atomic<bool>& interrupt) {
                    const auto last = path.empty() ? nullptr : parametersOf(path, subject.config.network);
                    return whereThingsLie(subject, last, now, interrupt);
                });
}

void PlacesPage::showState() {
    const Places* answer = study_->answer();
    QString text;
    if (!model_.data())
        text = tr("There are no data whose vectors could be shown.");
    else if (answer && answer->question == question())
        text =
            tr("%1 vectors of %2 dimensions")
                .arg(countText(std::ssize(answer->cloud.points)))
                .arg(answer->cloud.dim) +
            (answer->ownAxes ? tr(" · plane fitted to these vectors") : tr(" · plane of the last snapshot"));
    else if (study_->isAsking())
        text = tr("computing …");
    summary_->setText(text);
}

void PlacesPage::showPlaces() {
    showState();
    const Places* answer = study_->answer();
    if (answer && answer->question != question()) answer = nullptr;  // an answer to what was chosen before
    const auto color = static_cast<PlaceColor>(color_->currentData().toInt());
    Places none;
    none.question = question();
    ScatterFigure figure =
        placesFigure(answer ? *answer : none, color, model_.names(), &model_.config().data);
    if (answer && answer->question.kind == CloudKind::Members) figure.images = imagesOf(answer->cloud);
    if (answer && !isOfTables(answer->question.kind)) sayAblated(figure, study_->askedWith());
    view_->setFigure(figure);
    const bool hasSpectrum =
        answer && answer->question.kind == CloudKind::Embeddings && !whyNoSpectrum(model_.config());
    if (hasSpectrum)
        spectrum_->setFigure(std::make_unique<BarFigure>(spectrumFigure(answer->cloud, model_.config())));
    spectrumFrame_->setVisible(hasSpectrum);
}

/// Of the first members; null where the image is not known (yet).
QList<QImage> PlacesPage::imagesOf(const VectorCloud& cloud) const {
    QList<QImage> images;
    for (size_t i = 0; i < std::min(cloud.points.size(), mostImages); ++i) {
        const QImage image = model_.imageOf({SampleSource::Validation, cloud.points[i].row});
        images << (image.isNull()
                       ? image
                       : image.scaled(imageSide, imageSide, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    }
    return images;
}

void PlacesPage::hovered(int dot) {
    const Places* answer = study_->answer();
    if (!answer || dot < 0 || size_t(dot) >= answer->cloud.points.size()) {
        view_->setRinged({});
        Q_EMIT readout({});
        return;
    }
    const auto point = size_t(dot);
    std::vector<size_t> ringed = nearestVectors(answer->cloud, point, neighbours);
    QStringList near;
    for (const size_t other : ringed)
        near << placeText(answer->cloud.points[other], model_.names(), &model_.config().data);
    ringed.insert(ringed.begin(), point);
    view_->setRinged(ringed);
    Q_EMIT readout(tr("%1 · nearest: %2")
                       .arg(placeText(answer->cloud.points[point], model_.names(), &model_.config().data),
                            near.join(QStringLiteral(" | "))));
}

void PlacesPage::openExample(int dot) {
    const Places* answer = study_->answer();
    if (!answer || size_t(dot) >= answer->cloud.points.size()) return;
    const int64_t example = answer->cloud.points[dot].example;
    if (example < 0) return;
    model_.chooseRow(example);
    Q_EMIT readout(tr("Example %1 is shown on the other pages").arg(example + 1));
}

void PlacesPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    showPlaces();  // images may have come meanwhile
    askIfOutdated();
}

}  // namespace attx
