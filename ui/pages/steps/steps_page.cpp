#include "ui/pages/steps/steps_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/data/philox.h"
#include "model/files/error.h"
#include "ui/controls/control_row.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/scrolled.h"
#include "ui/look/model_text.h"
#include "ui/views/steps_view.h"

namespace attx {
namespace {

constexpr int mostSize = 6;
constexpr double mostTemperature = 10;
constexpr uint64_t drawSeed = 42;  // Seed of the reference notebooks
// The slider is logarithmic: 40 positions a decade, 1 at position 80; its left end is 0.
constexpr int sliderEnd = 120, sliderOne = 80;
constexpr double sliderDecade = 40;

double sliderTemperature(int position) {
    if (position == 0) return 0;
    const double exact = std::pow(10.0, (position - sliderOne) / sliderDecade);
    return std::round(exact * 100) / 100;  // Rounded as the box shows it
}

int sliderPosition(double temperature) {
    if (temperature <= 0) return 0;
    const double position = sliderOne + sliderDecade * std::log10(temperature);
    return std::clamp(int(std::lround(position)), 1, sliderEnd);
}

QVariantList numbersOf(const SmallMatrix& m) {
    QVariantList list;
    for (double x : m.values) list << x;
    return list;
}

/// What was stored under a key; empty if it does not fit.
SmallMatrix storedMatrix(const QVariantMap& controls, const QString& key, int rows, int cols) {
    SmallMatrix m{rows, cols, {}};
    for (const QVariant& x : controls.value(key).toList())
        m.values.push_back(std::clamp(x.toDouble(), -largestInput, largestInput));
    return m;
}

/// The first query whose keys are all masked; -1: none.
int firstWithoutKeys(const AttentionSteps& steps) {
    const SmallMatrix& weights = steps.of(Step::Weights);
    for (int query = 0; query < weights.rows; ++query)
        if (std::isnan(weights.at(query, 0))) return query;
    return -1;
}

/// The number of the example with these Q, K and V, as many as there are if it is none: one with another
/// scaling, mask or temperature is still that example.
size_t exampleOf(const AttentionInput& input) {
    const auto& examples = attentionExamples();
    const auto same = std::ranges::find_if(examples, [&](const AttentionExample& example) {
        return example.input.q == input.q && example.input.k == input.k && example.input.v == input.v;
    });
    return size_t(same - examples.begin());
}

}  // namespace

StepsPage::Choice::Choice() : input(attentionExamples().front().input), own(input) {}

StepsPage::StepsPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept),
      model_(model),
      choice_(this->kept().of<Choice>()),
      dirty_(choice_.wanted.has_value()),
      study_(&this->kept().of<Study<HeadSteps>>()) {
    const int example = choice_.example;
    // In the order in which Tab goes through them.
    QWidget* numbers = makeNumbers();
    QWidget* softmax = makeSoftmax();
    view_ = new StepsView(this);
    // Numbers are not smaller than can be read: where there is no room for them they scroll to both sides,
    // and the page up and down.
    QScrollArea* wide = scrolled(view_, this);
    wide->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    wide->setMinimumHeight(view_->minimumSizeHint().height() +
                           style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    frame_ = framed(wide, [this] {
        auto figure = std::make_unique<StepsFigure>(view_->figure());
        figure->lit = {};  // the pointer is not part of the figure
        if (choice_.wanted) sayAblated(*figure, study_->askedWith());
        return figure;
    });
    calculationLabel_ = new QLabel(this);
    calculationLabel_->setWordWrap(true);
    calculationLabel_->setAccessibleName(tr("Calculation"));
    calculationLabel_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    calculationLabel_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* content = new QWidget;
    auto* column = flatLayout<QVBoxLayout>(content, 8);
    column->addWidget(numbers);
    column->addWidget(softmax);
    column->addWidget(frame_, 1);
    auto* layout = pageLayout<QVBoxLayout>();
    layout->addWidget(scrolled(content, this), 1);
    layout->addWidget(calculationLabel_);

    connect(frame_, &FigureFrame::resetRequested, this, &StepsPage::goBack);
    connect(view_, &StepsView::edited, this, &StepsPage::setOwn);
    connect(view_, &StepsView::cellLit, this, [this](const StepCell& cell) {
        const QString text = view_->figure().calculation(cell);
        calculationLabel_->setText(text.isEmpty() ? tr("Point at a number to see what it is computed from.")
                                                  : text);
        Q_EMIT readout(view_->figure().readout(cell));
    });
    connect(view_, &StepsView::problemChanged, this, [this](const QString& problem) {
        if (problem.isEmpty())
            showNote();
        else
            noteLabel_->setText(problem);
    });
    connect(study_, &StudyBase::answered, this, &StepsPage::takeHead);
    connect(study_, &StudyBase::failed, this, &StepsPage::leaveHead);
    connect(&model_.shown(), &Shown::inspectionChanged, this, &StepsPage::askHead);
    connect(&model_.shown(), &Shown::networkChanged, this, &StepsPage::askHead);
    showInput();
    exampleBox_->setCurrentIndex(choice_.example = example);  // own numbers may be an example's
}

// A field in which a number is being typed is left when it goes, and says so: by then this is no page any
// more.
StepsPage::~StepsPage() { view_->disconnect(this); }

QSpinBox* StepsPage::addSize(QWidget* row, const QString& name, const QString& tip) {
    auto* label = new QLabel(name, row);
    auto* spin = new QSpinBox(row);
    spin->setRange(1, mostSize);
    spin->setToolTip(tip);
    spin->setAccessibleName(name);
    label->setBuddy(spin);
    static_cast<ControlRow*>(row->layout())->addGroup({label, spin});
    typedOnly_.insert(typedOnly_.end(), {label, spin});
    connect(spin, &QSpinBox::valueChanged, this, &StepsPage::resizeMatrices);
    return spin;
}

QWidget* StepsPage::makeNumbers() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    exampleBox_ = new QComboBox(row);
    exampleBox_->setAccessibleName(tr("example"));
    exampleBox_->setToolTip(tr("Q, K and V as notebooks print them, or your own"));
    for (const AttentionExample& example : attentionExamples()) {
        exampleBox_->addItem(modelText(example.name));
        exampleBox_->setItemData(exampleBox_->count() - 1, QString::fromStdString(example.source),
                                 Qt::ToolTipRole);
    }
    exampleBox_->addItem(tr("Own numbers"));
    layout->addLabelled(tr("example"), exampleBox_);
    queries_ = addSize(row, tr("queries"), tr("How many queries: the rows of Q"));
    keys_ = addSize(row, tr("keys"), tr("How many keys and values: the rows of K and V"));
    width_ =
        addSize(row, tr("width d"), tr("How many numbers a query and a key have: the columns of Q and K"));
    valueWidth_ = addSize(row, tr("of values"), tr("How many numbers a value has: the columns of V"));
    drawButton_ = new QPushButton(tr("Random"), row);
    drawButton_->setToolTip(tr("Draw all numbers of Q, K and V again, with mean 0 and variance 1"));
    drawButton_->setAccessibleName(tr("Random numbers"));
    layout->addWidget(drawButton_);
    typedOnly_.push_back(drawButton_);
    addHeadControls(row);
    connect(exampleBox_, &QComboBox::activated, this, &StepsPage::chooseExample);
    connect(drawButton_, &QPushButton::clicked, this, &StepsPage::drawNumbers);
    return row;
}

QWidget* StepsPage::makeSoftmax() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    scaledBox_ = layout->addButton<QCheckBox>(
        tr("Scale by 1/√d"),
        tr("Divide the products by √d, as attention does. Without it wide queries and keys give a softmax "
           "that is almost one-hot, and no gradient."));
    causalBox_ = new QCheckBox(tr("Causal mask"), row);
    causalBox_->setAccessibleName(causalBox_->text());
    causalBox_->setToolTip(
        tr("Mask every key after its query (j > i), as models that write text do: nobody attends to what "
           "comes later"));

    auto* label = new QLabel(tr("temperature"), row);
    temperatureSlider_ = new QSlider(Qt::Horizontal, row);
    temperatureSlider_->setRange(0, sliderEnd);
    fixWidth(temperatureSlider_, 120);
    temperatureSlider_->setAccessibleName(tr("temperature, slider"));
    temperatureBox_ = new QDoubleSpinBox(row);
    temperatureBox_->setRange(0, mostTemperature);
    temperatureBox_->setDecimals(2);
    temperatureBox_->setSingleStep(0.1);
    temperatureBox_->setAccessibleName(tr("temperature"));
    label->setBuddy(temperatureBox_);
    const QString tip =
        tr("Of the softmax: below 1 the largest logit takes more, above 1 all get more alike");
    for (QWidget* widget : {static_cast<QWidget*>(label), static_cast<QWidget*>(temperatureSlider_),
                            static_cast<QWidget*>(temperatureBox_)})
        widget->setToolTip(tip);
    unmaskButton_ = new QPushButton(tr("Unmask all keys"), row);
    unmaskButton_->setToolTip(tr("Let every key be attended to again. Click a key's name to mask it."));
    unmaskButton_->setAccessibleName(unmaskButton_->text());
    auto* note = new ElidedLabel(row);
    note->setElision(Qt::ElideRight);
    note->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    note->setMinimumWidth(1);
    noteLabel_ = note;
    noteLabel_->setAccessibleName(tr("Note"));
    noteLabel_->setForegroundRole(QPalette::PlaceholderText);
    layout->addGroup({label, temperatureSlider_, temperatureBox_});
    layout->addWidget(causalBox_);
    layout->addWidget(unmaskButton_);
    layout->addWidget(noteLabel_);
    const auto change = [this](auto assign) {
        AttentionInput input = choice_.input;
        assign(input);
        setOwn(input);
    };
    connect(scaledBox_, &QCheckBox::toggled, this,
            [change](bool on) { change([on](AttentionInput& input) { input.scaled = on; }); });
    connect(causalBox_, &QCheckBox::toggled, this,
            [change](bool on) { change([on](AttentionInput& input) { input.causal = on; }); });
    connect(temperatureBox_, &QDoubleSpinBox::valueChanged, this, [change](double value) {
        change([value](AttentionInput& input) { input.temperature = value; });
    });
    connect(temperatureSlider_, &QSlider::valueChanged, temperatureBox_,
            [this](int position) { temperatureBox_->setValue(sliderTemperature(position)); });
    connect(unmaskButton_, &QPushButton::clicked, this, [change] {
        change([](AttentionInput& input) { input.masked.assign(input.masked.size(), false); });
    });
    return row;
}

QString StepsPage::reading() const {
    return choice_.wanted ? tr("One head, number by number, for the sample shown.")
                          : tr("One attention computed number by number; every number can be edited.");
}

bool StepsPage::goBack() {
    if (!view_->hasFocus()) return false;
    setFocus();
    return true;
}

void StepsPage::chooseExample(int index) {
    const auto& examples = attentionExamples();
    if (index > int(examples.size())) return;  // the head that is shown
    if (choice_.wanted) leaveHead();
    choice_.input = index < int(examples.size()) ? examples[index].input : choice_.own;
    showInput();
    exampleBox_->setCurrentIndex(choice_.example = index);  // own numbers may be an example's
}

void StepsPage::resizeMatrices() {
    // New cells get numbers, not zeros: zeros would be the one special case.
    PhiloxSequence random(drawSeed, RandomStream::Data, ++choice_.draws);
    const auto draw = [&random] {
        // Box and Muller 1958; rounded to what a cell shows.
        const double u = 1 - double(random.uniform(0, 1));
        const double angle = 2 * std::numbers::pi * double(random.uniform(0, 1));
        return std::round(std::sqrt(-2 * std::log(u)) * std::cos(angle) * 100) / 100;
    };
    AttentionInput input = choice_.input;
    input.q = resized(input.q, queries_->value(), width_->value(), draw);
    input.k = resized(input.k, keys_->value(), width_->value(), draw);
    input.v = resized(input.v, keys_->value(), valueWidth_->value(), draw);
    input.masked.resize(keys_->value(), false);
    setOwn(input);
}

void StepsPage::drawNumbers() {
    for (SmallMatrix* m : {&choice_.input.q, &choice_.input.k, &choice_.input.v}) *m = {};
    resizeMatrices();
}

void StepsPage::setOwn(const AttentionInput& input) {
    choice_.input = input;
    if (!choice_.network.head && exampleOf(input) == attentionExamples().size()) choice_.own = input;
    showInput();
}

void StepsPage::showInput() {
    const QSignalBlocker blocked[]{
        QSignalBlocker(partBox_),    QSignalBlocker(firstQuery_),     QSignalBlocker(firstKey_),
        QSignalBlocker(firstDim_),   QSignalBlocker(firstModel_),     QSignalBlocker(queries_),
        QSignalBlocker(keys_),       QSignalBlocker(width_),          QSignalBlocker(valueWidth_),
        QSignalBlocker(scaledBox_),  QSignalBlocker(temperatureBox_), QSignalBlocker(temperatureSlider_),
        QSignalBlocker(exampleBox_), QSignalBlocker(causalBox_)};
    const AttentionInput& typed = choice_.network.head ? choice_.typed : choice_.input;
    queries_->setValue(typed.q.rows);
    keys_->setValue(typed.k.rows);
    width_->setValue(typed.q.cols);
    valueWidth_->setValue(typed.v.cols);
    showHeadControls();
    scaledBox_->setChecked(choice_.input.scaled);
    causalBox_->setChecked(choice_.input.causal);
    temperatureBox_->setValue(choice_.input.temperature);
    if (sliderTemperature(temperatureSlider_->value()) != choice_.input.temperature)
        temperatureSlider_->setValue(sliderPosition(choice_.input.temperature));
    unmaskButton_->setEnabled(std::ranges::any_of(choice_.input.masked, [](bool m) { return m; }));
    choice_.example = choice_.network.head ? exampleBox_->count() - 1 : int(exampleOf(choice_.input));
    exampleBox_->setCurrentIndex(choice_.example);
    view_->setInput(choice_.input, choice_.network.head);
    view_->setCutOut(static_cast<StepsPart>(choice_.part), cut());
    showNote();
}

void StepsPage::showNote() {
    QString text;
    const auto& examples = attentionExamples();
    const auto index = size_t(exampleBox_->currentIndex());
    if (view_->figure().steps().allMasked) {
        text = tr("Every key is masked: weights and output have no value.");
    } else if (const int query = firstWithoutKeys(view_->figure().steps()); query >= 0) {
        text = tr("No key is left for query %1: its weights and output have no value.").arg(query + 1);
    } else if (choice_.network.head) {
        text = headNote();
    } else if (index < examples.size() && examples[index].input == choice_.input) {
        text = tr("Weights and output agree with the notebook's to %1.")
                   .arg(powerOfTen(largestDifference(view_->figure().steps(), examples[index])));
    }
    noteLabel_->setText(text);
    // Where the numbers are from.
    const QString source =
        index < examples.size() ? QString::fromStdString(examples[index].source) : QString();
    noteLabel_->setToolTip(source);
    exampleBox_->setToolTip(source.isEmpty() ? tr("Q, K and V as notebooks print them, or your own")
                                             : source);
}

QVariantMap StepsPage::controls() const {
    const AttentionInput& input = choice_.network.head ? choice_.typed : choice_.input;
    QVariantList masked;
    for (const bool m : input.masked) masked << m;
    QVariantMap controls{
        {QStringLiteral("queries"), input.q.rows}, {QStringLiteral("keys"), input.k.rows},
        {QStringLiteral("width"), input.q.cols},   {QStringLiteral("valueWidth"), input.v.cols},
        {QStringLiteral("q"), numbersOf(input.q)}, {QStringLiteral("k"), numbersOf(input.k)},
        {QStringLiteral("v"), numbersOf(input.v)}, {QStringLiteral("masked"), masked},
        {QStringLiteral("scaled"), input.scaled},  {QStringLiteral("temperature"), input.temperature},
        {QStringLiteral("causal"), input.causal}};
    if (choice_.wanted) {
        controls[QStringLiteral("head")] = QVariantList{choice_.wanted->layer, choice_.wanted->head};
        controls[QStringLiteral("part")] = choice_.part;
    }
    return controls;
}

void StepsPage::restoreControls(const QVariantMap& controls) {
    if (const QVariant example = controls.value(QStringLiteral("example")); example.isValid())
        return chooseExample(example.toInt());
    const auto size = [&controls](const char* key) {
        return std::clamp(controls.value(QLatin1String(key)).toInt(), 1, mostSize);
    };
    AttentionInput input;
    input.q = storedMatrix(controls, QStringLiteral("q"), size("queries"), size("width"));
    input.k = storedMatrix(controls, QStringLiteral("k"), size("keys"), size("width"));
    input.v = storedMatrix(controls, QStringLiteral("v"), size("keys"), size("valueWidth"));
    for (const QVariant& m : controls.value(QStringLiteral("masked")).toList())
        input.masked.push_back(m.toBool());
    input.scaled = controls.value(QStringLiteral("scaled"), true).toBool();
    input.temperature =
        std::clamp(controls.value(QStringLiteral("temperature"), 1.0).toDouble(), 0.0, mostTemperature);
    input.causal = controls.value(QStringLiteral("causal")).toBool();
    try {
        (void)attentionSteps(input);
    } catch (const Error&) {
        return;  // State of another version: the page stays as it is
    }
    leaveHead();
    setOwn(input);
    const QVariantList head = controls.value(QStringLiteral("head")).toList();
    if (head.size() != 2) return;
    partBox_->setCurrentIndex(
        std::clamp(controls.value(QStringLiteral("part"), 1).toInt(), 0, partBox_->count() - 1));
    showHead(head[0].toInt(), head[1].toInt());
}

SmallMatrix resized(const SmallMatrix& matrix, int rows, int cols, const std::function<double()>& fill) {
    SmallMatrix result{rows, cols, std::vector<double>(size_t(rows) * cols)};
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
            result.at(row, col) = row < matrix.rows && col < matrix.cols ? matrix.at(row, col) : fill();
    return result;
}

}  // namespace attx
