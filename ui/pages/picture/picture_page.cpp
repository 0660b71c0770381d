#include "ui/pages/picture/picture_page.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QImageReader>
#include <QKeyEvent>
#include <QPushButton>
#include <QSlider>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "model/data/picture_data.h"
#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/head_combos.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/side_table.h"
#include "ui/figures/figure.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"
#include "ui/pages/mistake_list.h"
#include "ui/pages/sample_number.h"
#include "ui/views/picture_view.h"

namespace attx {
namespace {

constexpr int pictureSideWidth = 300, opacityWidth = 110, iconSide = 28;
constexpr size_t mostAnswers = 12;  // rows of the table

}  // namespace

PicturePage::PicturePage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept), model_(model), choice_(this->kept().of<Choice>()) {
    view_ = new PictureView(this);
    frame_ = framed(view_, [this] { return view_->printed(); });
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(makeControls());
    left->addWidget(frame_, 1);
    auto* layout = pageLayout<QHBoxLayout>();
    layout->addLayout(left, 1);
    layout->addWidget(makeSide());

    connect(view_, &PictureView::patchChosen, this, [this](int patch) {
        choice_.asking = patch;
        refresh();
    });
    connect(view_, &PictureView::patchHovered, this, &PicturePage::readOut);
    connect(view_, &PictureView::fileDropped, this, &PicturePage::openFile);
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        choice_.layer = choice_.head = 0;
        choice_.asking = -1;
        ++choice_.ownTag;
        showNetwork();
    });
    for (const auto signal : {&Shown::sampleChanged, &Shown::inspectionChanged, &Shown::explanationChanged})
        connect(&model_.shown(), signal, this, &PicturePage::refresh);
    showNetwork();
}

QWidget* PicturePage::makeControls() {
    auto* row = new QWidget(this);
    auto* line = new ControlRow(row);
    number_ = new SampleNumber(model_, row);
    shown_ = makeCombo(tr("Shown over the picture"), tr("What the colours over the patches mean"),
                       {tr("attention")}, row, QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addMethods(*shown_, mapMethods());
    shown_->setMinimumContentsLength(14);
    keepIn(choice_.shown, shown_);
    layer_ = makeCombo(tr("Layer"), tr("The layer whose attention is shown"), {}, row);
    head_ = makeCombo(tr("Head"), tr("The head whose attention is shown, or the mean of all of the layer"),
                      {}, row);
    fillHeads(*layer_, *head_, model_.config().network, choice_.layer, choice_.head);
    keepIn(choice_.layer, layer_);
    keepIn(choice_.head, head_);
    opacity_ = new QSlider(Qt::Horizontal, row);
    opacity_->setRange(0, 100);
    opacity_->setAccessibleName(tr("Opacity"));
    opacity_->setToolTip(tr("How much of the picture the colours cover"));
    fixWidth(opacity_, opacityWidth);
    keepIn(choice_.opacity, opacity_);
    grid_ = new QCheckBox(tr("&Grid"), row);
    grid_->setAccessibleName(tr("Grid"));
    grid_->setToolTip(tr("Lines between the patches"));
    keepIn(choice_.grid, grid_);
    auto* own = new QPushButton(tr("&Own picture …"), row);
    own->setAccessibleName(tr("Own picture"));
    own->setToolTip(
        tr("A picture from the disk, or dropped here: scaled until its shorter side fits, and "
           "cropped to its middle"));

    line->addWidget(number_);
    line->addLabelled(tr("show"), shown_);
    line->addLabelled(tr("layer"), layer_);
    line->addLabelled(tr("head"), head_);
    line->addLabelled(tr("opacity"), opacity_);
    line->addWidget(grid_);
    line->addWidget(own);

    connect(shown_, &QComboBox::currentIndexChanged, this, [this] {
        ask();
        refresh();
    });
    for (QComboBox* box : {layer_, head_})
        connect(box, &QComboBox::currentIndexChanged, this, &PicturePage::refresh);
    connect(opacity_, &QSlider::valueChanged, this, &PicturePage::refresh);
    connect(grid_, &QCheckBox::toggled, this, &PicturePage::refresh);
    connect(own, &QPushButton::clicked, this, &PicturePage::chooseFile);
    return row;
}

QWidget* PicturePage::makeSide() {
    side_ = new QTabWidget(this);
    side_->setDocumentMode(true);
    fixWidth(side_, pictureSideWidth);
    side_->setAccessibleName(tr("About the picture and the network"));
    auto* page = new QWidget(side_);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 0, 0);
    answers_ =
        makeTable(tr("Answers"), tr("The likeliest classes"), {tr("class"), tr("probability")}, 0, page);
    column->addWidget(answers_, 1);
    side_->addTab(page, tr("Answers"));
    makeMistakes();
    side_->addTab(mistakes_, tr("Mistakes"));
    keepIn(choice_.side, side_);
    return side_;
}

void PicturePage::makeMistakes() {
    mistakes_ = new MistakeList(
        model_, kept(),
        {tr("Asks the network about every validation picture"),
         tr("%1 of %2 pictures"),
         tr("Click a mistake to look at its picture"),
         {tr("picture"), tr("truth"), tr("gets")},
         1},
        [this](QTableWidget& table, int row, const Mistake& mistake) { fillMistake(table, row, mistake); },
        side_);
    mistakes_->table()->setIconSize(QSize(iconSide, iconSide));
    auto* confusion = new QPushButton(tr("Confusion …"), mistakes_);
    confusion->setAccessibleName(tr("Confusion"));
    confusion->setToolTip(tr("Which class is taken for which, on the page Evaluate"));
    mistakes_->layout()->addWidget(confusion);
    connect(confusion, &QPushButton::clicked, this,
            [this] { Q_EMIT pageRequested(QStringLiteral("evaluate")); });
}

void PicturePage::fillMistake(QTableWidget& table, int row, const Mistake& mistake) const {
    const Sample sample =
        sampleOf(model_.config(), *model_.data(), {SampleSource::Validation, mistake.sequence});
    setCell(&table, row, 0, QString::number(mistake.sequence + 1), true);
    table.item(row, 0)->setIcon(QIcon(QPixmap::fromImage(pictureImage(model_.config().data, sample))));
    setCell(&table, row, 1, className(sample.expected.front()));
    setCell(&table, row, 2, tr("%1 %").arg(100 * double(mistake.truth), 0, 'f', 1), true);
}

std::vector<FigureFrame*> PicturePage::frames() const {
    return suits(model_.config()) ? std::vector{frame_} : std::vector<FigureFrame*>();
}

bool PicturePage::goBack() {
    if (choice_.asking < 0) return false;
    choice_.asking = -1;
    refresh();
    return true;
}

QVariantMap PicturePage::controls() const {
    return {{QStringLiteral("shown"), shown_->currentIndex()},
            {QStringLiteral("patch"), choice_.asking + 1},
            {QStringLiteral("opacity"), opacity_->value()},
            {QStringLiteral("grid"), grid_->isChecked()},
            {QStringLiteral("side"), side_->currentIndex()}};
}

void PicturePage::restoreControls(const QVariantMap& controls) {
    restoreCombo(shown_, controls, "shown");
    const int patches = model_.config().data.patchesAcross() * model_.config().data.patchesAcross();
    choice_.asking = std::clamp(controls.value(QStringLiteral("patch"), 0).toInt(), 0, patches) - 1;
    refresh();
    opacity_->setValue(controls.value(QStringLiteral("opacity"), Choice().opacity).toInt());
    grid_->setChecked(controls.value(QStringLiteral("grid"), true).toBool());
    side_->setCurrentIndex(
        std::clamp(controls.value(QStringLiteral("side"), 0).toInt(), 0, side_->count() - 1));
}

PictureShading PicturePage::shading() const {
    PictureShading shading{
        {}, std::max(layer_->currentIndex(), 0), head_->currentIndex() - 1, choice_.asking};
    if (const int method = shown_->currentIndex() - 1; method >= 0)
        shading.method = mapMethods()[size_t(method)].method;
    return shading;
}

QString PicturePage::className(int32_t label) const {
    return classText(model_.config().data, model_.names(), size_t(label));
}

QString PicturePage::sampleTitle() const {
    if (const int64_t row = model_.sampleRow(); row >= 0) return tr("Picture %1").arg(row + 1);
    const Own* own = ownOf(model_.sample());
    return own ? own->name : tr("No picture yet");
}

const PicturePage::Own* PicturePage::ownOf(const Sample& sample) const {
    const auto found = std::ranges::find(choice_.own, sample, &Own::sample);
    return found == choice_.own.end() ? nullptr : &*found;
}

Sample PicturePage::keepOwn(const QString& name, std::span<const uint8_t> pixels) {
    choice_.own.push_back({name, {pixels.begin(), pixels.end()}, pictureOf(model_.config().data, pixels)});
    return choice_.own.back().sample;
}

void PicturePage::showNetwork() {
    fillHeads(*layer_, *head_, model_.config().network, choice_.layer, choice_.head);
    fitMethods(*shown_, 1, mapMethods(), model_.config(), model_.config().data.positions());
    ask();
    refresh();
}

void PicturePage::refresh() {
    if (!isVisible() || !suits(model_.config())) return;
    const Sample& sample = model_.sample();
    if (sample.kind() != SampleKind::Picture) return;
    const PictureShading shown = shading();
    PictureFigure figure = pictureFigure(model_.config(), model_.names(), sample, model_.inspection(),
                                         model_.shown().explanation().get(), shown);
    figure.setTitle(sampleTitle());
    sayAblated(figure, model_.ablation(), model_.config().network, &model_.sample());
    if (!hasPicture()) {  // What is asked about until there is one is no picture
        figure.values.clear();
        figure.verdict = model_.data() ? tr("The pictures are being made.")
                                       : tr("There are no data: drop a picture here, or choose one.");
    }
    figure.opacity = opacity_->value() / 100.0;
    figure.showsGrid = grid_->isChecked();
    if (hasPicture() && figure.values.empty() &&
        view_->figure().across == figure.across) {  // Old values stay until then
        figure.values = view_->figure().values;
        figure.diverging = view_->figure().diverging;
    }
    const ExplainShape shape = shown.method ? infoOf(*shown.method).shape : ExplainShape::HeadMap;
    layer_->setEnabled(layer_->count() > 1 &&
                       (shape == ExplainShape::HeadMap || shape == ExplainShape::LayerMap));
    head_->setEnabled(shape == ExplainShape::HeadMap);
    view_->setFigure(figure);
    showAnswers();
}

bool PicturePage::hasPicture() const { return model_.sample().from.row >= 0 || ownOf(model_.sample()); }

void PicturePage::showAnswers() {
    if (!hasPicture()) return answers_->setRowCount(0);
    const Inspection& inspection = model_.inspection();
    if (inspection.sample != model_.sample() || inspection.logits.empty()) return;
    const std::vector<float> shares = classProbabilities(inspection.logits);
    std::vector<int32_t> order(shares.size());
    std::iota(order.begin(), order.end(), 0);
    const auto most = ptrdiff_t(std::min(order.size(), mostAnswers));
    std::partial_sort(order.begin(), order.begin() + most, order.end(),
                      [&](int32_t a, int32_t b) { return shares[a] > shares[b]; });
    answers_->setRowCount(int(most));
    for (int row = 0; row < int(most); ++row) {
        const int32_t label = order[row];
        setCell(answers_, row, 0, className(label));
        setCell(answers_, row, 1, tr("%1 %").arg(100 * double(shares[label]), 0, 'f', 1), true);
    }
}

void PicturePage::readOut(int patch) {
    const PictureFigure& figure = view_->figure();
    if (patch < 0) {
        Q_EMIT readout({});
        return;
    }
    QString text =
        tr("patch in row %1, column %2").arg(patch / figure.across + 1).arg(patch % figure.across + 1);
    if (size_t(patch) < figure.values.size())
        text += QStringLiteral("  ") + withMinus(QString::number(double(figure.values[patch]), 'g', 3));
    Q_EMIT readout(text);
}

void PicturePage::chooseFile() {
    QStringList patterns;
    for (const QByteArray& format : QImageReader::supportedImageFormats())
        if (!format.startsWith("svg")) patterns << QStringLiteral("*.") + QString::fromLatin1(format);
    auto* dialog = new QFileDialog(this, tr("Own picture"), QString(),
                                   tr("Pictures (%1)").arg(patterns.join(QLatin1Char(' '))));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &PicturePage::openFile);
    dialog->open();
}

void PicturePage::openFile(const QString& file) {
    if (suits(model_.config()))
        Q_EMIT pictureRequested({++choice_.ownTag, file, model_.config().data.pictureSize});
}

void PicturePage::showPicture(const OwnPicture& picture) {
    const DataConfig& form = model_.config().data;
    if (picture.tag != choice_.ownTag || !suits(model_.config()) || picture.side != form.pictureSize) return;
    model_.shown().chooseSample(keepOwn(picture.name, picture.pixels));
    if (!picture.note.isEmpty()) Q_EMIT notice(picture.note);
}

void PicturePage::ask() {
    if (!isVisible() || !suits(model_.config())) return;
    const PictureShading shown = shading();
    if (!shown.method) {
        model_.shown().wantExplanation(std::nullopt);
        return;
    }
    ExplainQuestion question;
    question.options.methods = {*shown.method};
    model_.shown().wantExplanation(question);
}

void PicturePage::keyPressEvent(QKeyEvent* event) {
    if (!number_->handleKey(event->key())) Page::keyPressEvent(event);
}

void PicturePage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    ask();
    refresh();
}

void PicturePage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    model_.shown().wantExplanation(std::nullopt);
}

}  // namespace attx
