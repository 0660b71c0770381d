#include "ui/pages/positions/positions_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QSlider>
#include <QSpinBox>

#include "ui/controls/control_row.h"
#include "ui/controls/kept_field.h"
#include "ui/figures/figures_of_run.h"
#include "ui/form/form_field.h"
#include "ui/look/theme.h"
#include "ui/state/run_model.h"
#include "ui/views/heat_map_view.h"

namespace attx {
namespace {

constexpr int mostWidth = 512, mostLength = 512;
constexpr size_t mostWaves = 8;  // more panels would be too small to read

/// A slider and a spin box that hold the same number.
QSpinBox* addNumber(ControlRow* layout, const QString& name, const QString& tip, int most, int& value) {
    auto* label = new QLabel(name);
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setRange(1, most);
    slider->setValue(value);
    fixWidth(slider, 120);
    slider->setToolTip(tip);
    slider->setAccessibleName(PositionsPage::tr("%1, slider").arg(name));
    auto* spin = new QSpinBox;
    spin->setRange(1, most);
    keepIn(value, spin);
    spin->setToolTip(tip);
    spin->setAccessibleName(name);
    label->setBuddy(spin);
    QObject::connect(slider, &QSlider::valueChanged, spin, &QSpinBox::setValue);
    QObject::connect(spin, &QSpinBox::valueChanged, slider, &QSlider::setValue);
    layout->addGroup({label, slider, spin});
    return spin;
}

}  // namespace

PositionsPage::PositionsPage(const RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept), model_(model), choice_(this->kept().of<Choice>()) {
    mapView_ = new HeatMapView(this);
    mapView_->setKeyMode(HeatMapView::KeyMode::Cells);
    wavesView_ = new CurveView(this);
    mapFrame_ = framed(mapView_);
    wavesFrame_ = framed(wavesView_);
    auto* layout = pageLayout<QVBoxLayout>();
    layout->addWidget(makeControls());
    auto* figures = new QHBoxLayout;
    figures->setSpacing(16);
    figures->addWidget(mapFrame_, 1);
    figures->addWidget(wavesFrame_, 1);
    layout->addLayout(figures, 1);

    connect(mapFrame_, &FigureFrame::resetRequested, this, &PositionsPage::showMap);
    showMap();
    showWaves();
    wavesView_->keepRangesIn(choice_.ranges);
    connect(&model_.shown(), &Shown::networkChanged, this, &PositionsPage::followNetwork);
    followNetwork();
}

QWidget* PositionsPage::makeControls() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    shows_ = new QComboBox(row);
    shows_->addItems({tr("encoding P"), tr("similarity P Pᵀ")});
    keepIn(choice_.map, shows_);
    shows_->setAccessibleName(tr("map"));
    shows_->setToolTip(tr("The encoding of each position, or how alike the encodings of two positions are"));
    layout->addLabelled(tr("map"), shows_);
    connect(shows_, &QComboBox::currentIndexChanged, this, &PositionsPage::showMap);
    width_ = addNumber(layout, tr("model dimension"), tr("How many hidden dimensions the network has"),
                       mostWidth, choice_.width);
    length_ = addNumber(layout, tr("length"), tr("How many positions are shown"), mostLength, choice_.length);
    auto* network = layout->addButton<QPushButton>(
        tr("Use the network's size"),
        tr("Model dimension and length of the network that the other pages show"));
    auto* without = layout->addButton<QPushButton>(
        tr("Train without it"),
        tr("Trains the network of the form without positional encoding; the curves of the run before stay "
           "beside"));

    connect(without, &QPushButton::clicked, this, &PositionsPage::trainWithoutRequested);
    dims_ = new QLineEdit(row);
    keepIn(choice_.dims, dims_);
    fixWidth(dims_, 112);
    dims_->setAccessibleName(tr("dimensions to plot"));
    dims_->setToolTip(
        tr("Up to %1 hidden dimensions, counted from 1, with blanks between them").arg(mostWaves));
    dimsProblem_ = new QLabel(row);
    dimsProblem_->hide();
    layout->addLabelled(tr("dimensions to plot"), dims_);
    layout->addWidget(dimsProblem_);
    connect(width_, &QSpinBox::valueChanged, this, [this] {
        if (!following_) choice_.isOwnSize = true;
        showMap();
        showWaves();
    });
    connect(length_, &QSpinBox::valueChanged, this, [this] {
        if (!following_) choice_.isOwnSize = true;
        showMap();
        showWaves();
    });
    connect(dims_, &QLineEdit::textEdited, this, &PositionsPage::showWaves);
    connect(network, &QPushButton::clicked, this, [this] {
        choice_.isOwnSize = false;
        followNetwork();
    });
    return row;
}

QString PositionsPage::reading() const {
    return tr("The pattern that tells positions apart; neighbours are most alike.");
}

bool PositionsPage::isAbout(const RunConfig& shown) const {
    return shown.network.positions == Positions::Sinusoidal;
}

QVariantMap PositionsPage::controls() const {
    return {{QStringLiteral("map"), shows_->currentIndex()},
            {QStringLiteral("width"), width_->value()},
            {QStringLiteral("length"), length_->value()},
            {QStringLiteral("dims"), dims_->text()}};
}

void PositionsPage::restoreControls(const QVariantMap& controls) {
    shows_->setCurrentIndex(controls.value(QStringLiteral("map"), 0).toInt());
    width_->setValue(controls.value(QStringLiteral("width"), width_->value()).toInt());
    length_->setValue(controls.value(QStringLiteral("length"), length_->value()).toInt());
    dims_->setText(controls.value(QStringLiteral("dims"), dims_->text()).toString());
    showWaves();
}

void PositionsPage::followNetwork() {
    if (choice_.isOwnSize || !model_.parameters()) return;
    const QScopedValueRollback following(following_, true);
    width_->setValue(model_.config().network.modelDim);
    length_->setValue(model_.config().data.positions());
}

void PositionsPage::showMap() {
    mapView_->setFigure(shows_->currentIndex() == 0
                            ? positionalEncodingFigure(length_->value(), width_->value())
                            : positionalSimilarityFigure(length_->value(), width_->value()));
    mapView_->setCursorCell(-1, -1);
}

void PositionsPage::showWaves() {
    const std::vector<int> dims = parseDims(dims_->text(), width_->value(), mostWaves);
    dimsProblem_->setVisible(dims.empty());
    if (dims.empty()) {
        dimsProblem_->setText(
            tr("expected 1 to %1 numbers from 1 to %2").arg(mostWaves).arg(width_->value()));
        QPalette colors = palette();
        colors.setColor(QPalette::WindowText, problemColor(colors));
        dimsProblem_->setPalette(colors);
        // What still fits the width stays in view.
        std::erase_if(choice_.shownDims, [this](int d) { return d > width_->value(); });
        if (choice_.shownDims.empty()) choice_.shownDims = {1};
    } else {
        choice_.shownDims = dims;
    }
    const CurveFigure figure = positionalWavesFigure(choice_.shownDims, length_->value(), width_->value());
    wavesView_->setFigure(figure);
    wavesView_->setAccessibleName(figure.title());
}

std::vector<int> parseDims(const QString& text, int largest, size_t most) {
    static const QRegularExpression separators(QStringLiteral("[\\s,;]+"));
    std::vector<int> dims;
    for (const QString& word : text.split(separators, Qt::SkipEmptyParts)) {
        bool ok = false;
        const int dim = word.toInt(&ok);
        if (!ok || dim < 1 || dim > largest) return {};
        dims.push_back(dim);
    }
    if (dims.size() > most) return {};
    return dims;
}

}  // namespace attx
