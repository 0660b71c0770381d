#include "ui/pages/network/network_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/scrolled.h"
#include "ui/figures/network/weights_figure.h"
#include "ui/look/theme.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/parameter_view.h"

namespace attx {
namespace {

constexpr int tableWidth = 320;

}  // namespace

ArchitectureView::ArchitectureView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setMinimumSize(240, 240);
    setAccessibleName(tr("Architecture"));
    setToolTip(
        tr("The parts of the network, from the input to the answer; click one for its weights or its page"));
}

void ArchitectureView::setFigure(const ArchitectureFigure& figure) {
    figure_ = figure;
    QStringList parts;
    for (const ArchitecturePart& part : figure_.parts) parts << part.title;
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
    update();
}

int ArchitectureView::partAt(QPointF point) const {
    for (int i = 0; i < int(figure_.parts.size()); ++i) {
        const ArchitecturePart& part = figure_.parts[i];
        if ((!part.page.isEmpty() || !part.learned.empty()) && rectOfPart(i).contains(point)) return i;
    }
    return -1;
}

void ArchitectureView::light(int part) {
    setCursor(part >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (part == figure_.lit) return;
    figure_.lit = part;
    update();
}

void ArchitectureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    figure_.paint(painter, rect(), FigureStyle::of(palette()));
}

void ArchitectureView::mouseMoveEvent(QMouseEvent* event) { light(partAt(event->position())); }

void ArchitectureView::mouseReleaseEvent(QMouseEvent* event) {
    if (const int part = partAt(event->position()); part >= 0) Q_EMIT partClicked(part);
}

NetworkPage::NetworkPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept), model_(model), choice_(this->kept().of<Choice>()) {
    picture_ = new ArchitectureView(this);
    pictureFrame_ = framed(picture_, [this] { return picture_->figure().clone(); });
    table_ = new ParameterView;
    tableFrame_ = framed(scrolled(table_), [this] { return table_->figure().clone(); });
    side_ = new QStackedWidget(this);
    side_->addWidget(tableFrame_);
    side_->addWidget(makeWeights());
    auto* layout = pageLayout<QHBoxLayout>();
    layout->addWidget(pictureFrame_, 1);
    layout->addWidget(side_);
    connect(picture_, &ArchitectureView::partClicked, this, &NetworkPage::choosePart);
    connect(&model_.shown(), &Shown::networkChanged, this, &NetworkPage::refresh);
    connect(&model_.shown(), &Shown::sampleChanged, this, &NetworkPage::refresh);
    connect(&model_.shown(), &Shown::inspectionChanged, this, &NetworkPage::showWeights);
    refresh();
}

QWidget* NetworkPage::makeWeights() {
    auto* panel = new QWidget(this);
    auto* column = flatLayout<QVBoxLayout>(panel, 8);
    auto* row = new QWidget(panel);
    auto* controls = new ControlRow(row);
    title_ = new QLabel(row);
    layer_ = new QSpinBox(row);
    layer_->setAccessibleName(tr("Layer"));
    layer_->setToolTip(tr("The encoder layer whose weights are shown"));
    layer_->setPrefix(tr("layer "));
    matrix_ = makeCombo(tr("Weights"), tr("The weights and biases of this part"), {}, row);
    for (QWidget* widget : std::initializer_list<QWidget*>{title_, layer_, matrix_})
        controls->addWidget(widget);
    open_ =
        controls->addButton<QPushButton>(tr("Open its page"), tr("The page that shows what this part does"));
    auto* back =
        controls->addButton<QPushButton>(tr("Parameters"), tr("Back to the table of all parameters"));

    weights_ = new HeatMapView(panel);
    weightsFrame_ = framed(weights_);
    column->addWidget(row);
    column->addWidget(weightsFrame_, 1);
    connect(layer_, &QSpinBox::valueChanged, this, [this](int layer) {
        choice_.layer = layer;
        showWeights();
    });
    connect(matrix_, &QComboBox::activated, this, [this](int matrix) {
        choice_.matrix = matrix;
        showWeights();
    });
    connect(open_, &QPushButton::clicked, this, [this] {
        if (part()) Q_EMIT pageRequested(part()->page);
    });
    connect(back, &QPushButton::clicked, this, &NetworkPage::goBack);
    return panel;
}

std::vector<FigureFrame*> NetworkPage::frames() const {
    return {pictureFrame_, part() ? weightsFrame_ : tableFrame_};
}

bool NetworkPage::goBack() {
    if (!part()) return false;
    choosePart(-1);
    return true;
}

const ArchitecturePart* NetworkPage::part() const {
    const auto& parts = picture_->figure().parts;
    const auto at = size_t(choice_.part);
    return choice_.part >= 0 && at < parts.size() && !parts[at].learned.empty() ? &parts[at] : nullptr;
}

void NetworkPage::refresh() {
    const int shown = model_.sample().length();
    program_ = buildProgram(model_.config().network, shown > 0 ? shown : model_.config().data.positions());
    picture_->setFigure(ArchitectureFigure(*program_));
    table_->setFigure(ParameterFigure(*program_));
    layer_->setRange(1, std::max(1, model_.config().network.numLayers));
    layer_->setValue(choice_.layer);
    showWeights();
}

/// What it learned, or where it has nothing, the page that shows it.
void NetworkPage::choosePart(int chosen) {
    const auto& parts = picture_->figure().parts;
    if (chosen >= 0 && parts[chosen].learned.empty()) {
        Q_EMIT pageRequested(parts[chosen].page);
        return;
    }
    choice_.part = chosen;
    choice_.matrix = 0;
    showWeights();
    Q_EMIT readingChanged();
}

void NetworkPage::showWeights() {
    const ArchitecturePart* shown = part();
    side_->setCurrentIndex(shown ? 1 : 0);
    // The table needs no more than its width; weights take half of the page.
    static_cast<QHBoxLayout*>(layout())->setStretchFactor(side_, shown ? 1 : 0);
    side_->setMaximumWidth(shown ? QWIDGETSIZE_MAX : zoomed(tableWidth));
    side_->setMinimumWidth(shown ? 0 : zoomed(tableWidth));
    if (!shown) return;
    title_->setText(shown->title);
    layer_->setVisible(shown->inLayer && layer_->maximum() > 1);
    open_->setVisible(!shown->page.isEmpty());
    QStringList titles;
    for (const size_t which : shown->learned) titles << weightsTitle(program_->parameters[which]);
    const QSignalBlocker blocker(matrix_);
    matrix_->clear();
    matrix_->addItems(titles);
    choice_.matrix = std::clamp(choice_.matrix, 0, int(titles.size()) - 1);
    matrix_->setCurrentIndex(choice_.matrix);
    const auto parameters = model_.parameters();
    if (!parameters || std::ssize(*parameters) != program_->parameterCount()) {
        weights_->setFigure(HeatMapFigure());
        return;
    }
    const size_t which =
        ofLayer(*program_, shown->learned[choice_.matrix], shown->inLayer ? layer_->value() - 1 : 0);
    weights_->setFigure(weightsFigure(*program_, *parameters, which));
}

QString NetworkPage::reading() const {
    return part() ? tr("Rows are what comes out, columns what goes in; red is positive, blue negative.")
                  : tr("From the input at the top to the answer below; click a part for its weights.");
}

}  // namespace attx
