#include "ui/pages/features/features_page.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFontDatabase>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/data/new_sets.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/inspect/inspector.h"
#include "ui/controls/control_row.h"
#include "ui/controls/plain_text_edit.h"
#include "ui/controls/side_table.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

constexpr int answersWidth = 320;  // px
constexpr size_t mostNumbersShown = 50'000;

}  // namespace

ParsedVectors parseVectors(const QString& text, int width) {
    ParsedVectors parsed;
    int number = 0;
    static const QRegularExpression between(QStringLiteral("[\\s,;]+"));
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        ++number;
        const QStringList fields = line.split(between, Qt::SkipEmptyParts);
        if (fields.isEmpty()) continue;
        if (fields.size() != width) {
            parsed.problem = FeaturesPage::tr("Line %1: expected %2 numbers, found %3.")
                                 .arg(number)
                                 .arg(width)
                                 .arg(fields.size());
            return parsed;
        }
        for (const QString& field : fields) {
            bool isNumber = false;
            const float value = field.toFloat(&isNumber);
            if (!isNumber || !std::isfinite(value)) {
                parsed.problem = FeaturesPage::tr("Line %1: expected a number, found \"%2\".")
                                     .arg(number)
                                     .arg(field.left(20));
                return parsed;
            }
            parsed.values.push_back(value);
        }
        ++parsed.count;
    }
    if (parsed.count == 0)
        parsed.problem = FeaturesPage::tr("Type a vector of %1 numbers, or open a file of them.").arg(width);
    if (parsed.count > Inspector::longestSequence)
        parsed.problem = FeaturesPage::tr("Expected at most %1 vectors, found %2.")
                             .arg(Inspector::longestSequence)
                             .arg(parsed.count);
    return parsed;
}

FeaturesPage::FeaturesPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept), model_(model), choice_(this->kept().of<Choice>()) {
    setAcceptDrops(true);
    makeControls();
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        choice_ = {};
        showNetwork();
    });
    connect(&model_.shown(), &Shown::sampleChanged, this, &FeaturesPage::showSample);
    for (const auto signal : {&Shown::inspectionChanged, &Shown::ablationChanged})
        connect(&model_.shown(), signal, this, &FeaturesPage::showAnswer);
    showNetwork();
}

void FeaturesPage::makeControls() {
    auto* row = new QWidget(this);
    auto* line = new ControlRow(row);
    auto* open = line->addButton<QPushButton>(
        tr("Open a file…"),
        tr("Vectors in an .npz, .npy or table: [sets, vectors, numbers], or a vector in each row"));

    number_ = new QSpinBox(row);
    number_->setAccessibleName(tr("Set"));
    number_->setToolTip(tr("Which set of the file is shown"));
    line->addWidget(number_);
    asked_ = line->addText(tr("What the network reads"));

    vectors_ = new PlainTextEdit(this);
    vectors_->setAccessibleName(tr("Vectors"));
    vectors_->setLineWrapMode(QPlainTextEdit::NoWrap);
    vectors_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    said_ = new QLabel(this);
    said_->setAccessibleName(tr("Message"));
    said_->setWordWrap(true);
    answers_ = makeTable(tr("Answers"), tr("What the network answers to these vectors"),
                         {tr("vector"), tr("class"), tr("probability")}, 1, this);
    answers_->setFixedWidth(answersWidth);
    auto* layout = pageLayout<QVBoxLayout>();
    auto* both = new QHBoxLayout;
    auto* left = new QVBoxLayout;
    left->addWidget(vectors_, 1);
    left->addWidget(said_);
    both->addLayout(left, 1);
    both->addWidget(answers_);
    layout->addWidget(row);
    layout->addLayout(both, 1);
    connect(open, &QPushButton::clicked, this, &FeaturesPage::chooseFile);
    connect(number_, &QSpinBox::valueChanged, this, [this](int value) { showSet(value - 1); });
    connect(vectors_, &QPlainTextEdit::textChanged, this, &FeaturesPage::readVectors);
}

void FeaturesPage::showNetwork() {
    if (!suits(model_.config())) return;
    const NetworkConfig& network = model_.config().network;
    asked_->setText(tr("The network reads vectors of %1 numbers and answers with one of %2 classes.")
                        .arg(network.inputDim)
                        .arg(std::max(network.numClasses, 2)));
    const auto sets = int(choice_.file.table.rows > 0 ? choice_.file.table.samples() : 0);
    const QSignalBlocker blocker(number_);
    number_->setRange(1, std::max(sets, 1));
    number_->setPrefix(tr("set "));
    number_->setSuffix(tr(" of %1").arg(sets));
    number_->setValue(choice_.set + 1);
    number_->setVisible(sets > 1);
    answers_->setColumnHidden(0, !answersEachPosition(network));
    showSample();
    showAnswer();
}

void FeaturesPage::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Open a file…"), QString(),
                                   tr("Vectors (*.npz *.npy *.csv *.tsv *.tab *.txt *.gz)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &FeaturesPage::openFile);
    dialog->open();
}

void FeaturesPage::openFile(const QString& file) {
    if (!suits(model_.config())) return;
    RunConfig config = model_.config();
    config.data.skipBadLines = true;  // The message says which were left out
    try {
        choice_ = {newSets(config, QFile::encodeName(file).toStdString())};
    } catch (const Error& problem) {
        say(QString::fromUtf8(problem.what()), true);
        return;
    }
    showNetwork();
    showSet(0);
    const NewRows& found = choice_.file;
    say(QString::fromStdString(found.recognised + (found.note.empty() ? "" : " ") + found.note),
        !found.note.empty());
}

void FeaturesPage::showSet(int number) {
    const Table& table = choice_.file.table;
    if (number < 0 || table.rows == 0 || number >= table.samples()) return;
    choice_.set = number;
    const auto size = ptrdiff_t(table.rowsPerSample) * table.featureDim;
    const auto begin = table.features.begin() + number * size;
    choose(std::vector<float>(begin, begin + size), table.rowsPerSample);
}

void FeaturesPage::readVectors() {
    ParsedVectors parsed = parseVectors(vectors_->toPlainText(), model_.config().network.inputDim);
    say(parsed.problem, true);
    if (!parsed.problem.isEmpty() || parsed.values == model_.sample().features) return;
    choose(std::move(parsed.values), parsed.count);
}

void FeaturesPage::choose(std::vector<float> values, int count) {
    Sample sample = setOf(std::move(values), count);
    for (int i = 1; i <= count; ++i) sample.words.push_back("vector " + std::to_string(i));
    model_.shown().chooseSample(sample);
}

/// In the text, unless that says the same already.
void FeaturesPage::showSample() {
    const Sample& sample = model_.sample();
    if (!suits(model_.config()) || sample.kind() != SampleKind::Set) return;
    const auto width = size_t(model_.config().network.inputDim);
    const bool isLarge = sample.features.size() > mostNumbersShown;
    vectors_->setReadOnly(isLarge);
    if (!isLarge && parseVectors(vectors_->toPlainText(), int(width)).values == sample.features) return;
    QString text = isLarge ? tr("%1 vectors, too many numbers to be shown").arg(sample.length()) : QString();
    for (size_t i = 0; i < sample.features.size() && !isLarge; ++i)
        text += QString::fromStdString(shortest(sample.features[i])) +
                QLatin1Char(i % width + 1 == width ? '\n' : ' ');
    const QSignalBlocker blocker(vectors_);
    vectors_->setPlainText(text);
    const bool isDrawn = !sample.words.empty() && sample.words.front().starts_with("drawn");
    say(isDrawn
            ? tr("These numbers are drawn, to begin with: no data come with this network. Type others, or "
                 "open or drop a file.")
            : QString(),
        false);
}

void FeaturesPage::showAnswer() {
    if (!suits(model_.config())) return;
    const Inspection& inspection = model_.inspection();
    answers_->setRowCount(0);
    if (inspection.sample != seenBy(model_.config().network, model_.sample()) ||
        inspection.prediction.empty())
        return;
    const auto add = [this](const QString& vector, int32_t answer, float probability) {
        const int row = answers_->rowCount();
        answers_->insertRow(row);
        setCell(answers_, row, 0, vector, true);
        setCell(answers_, row, 1, classText(model_.config().data, model_.names(), size_t(answer)));
        setCell(answers_, row, 2, QString::number(double(probability), 'f', 3), true);
    };
    if (!answers_->isColumnHidden(0)) {  // each vector has one
        const std::vector<float> probabilities = predictionProbabilities(inspection);
        for (size_t i = 0; i < inspection.prediction.size(); ++i)
            add(QString::number(i + 1), inspection.prediction[i], probabilities[i]);
        return;
    }
    const std::vector<float> probabilities = classProbabilities(inspection.logits);
    std::vector<int32_t> order(probabilities.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order,
                             [&](int32_t a, int32_t b) { return probabilities[a] > probabilities[b]; });
    constexpr size_t mostAnswers = 100;
    order.resize(std::min(order.size(), mostAnswers));
    for (const int32_t answer : order) add({}, answer, probabilities[answer]);
}

void FeaturesPage::say(const QString& text, bool isProblem) {
    said_->setText(text.isEmpty() || !isProblem ? text : QStringLiteral("⚠ ") + text);
    said_->setVisible(!text.isEmpty());
}

void FeaturesPage::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile())
        event->acceptProposedAction();  // The window answers the others
}

void FeaturesPage::dropEvent(QDropEvent* event) { openFile(event->mimeData()->urls().first().toLocalFile()); }

}  // namespace attx
