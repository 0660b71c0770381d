#include "ui/pages/sample_bar.h"

#include <QCheckBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>

#include "model/config/task.h"
#include "model/data/language_tokens.h"
#include "model/data/pair_data.h"
#include "model/data/text_data.h"
#include "ui/controls/control_row.h"
#include "ui/controls/sequence_edit.h"
#include "ui/figures/figures_of_run.h"
#include "ui/figures/picture/picture_shading.h"
#include "ui/figures/text/text_shading.h"
#include "ui/look/model_text.h"
#include "ui/pages/sample_number.h"
#include "ui/state/run_model.h"
#include "ui/views/token_strip.h"

namespace attx {

namespace {

constexpr int leastSequence = 176;  // px
constexpr QChar lineEnd(u'⏎');      // a line has no room for an end of its own

/// "2 unknown", "the rest is not read": what of a typed input of a pair the network does not see.
QStringList unreadOfPair(const RunModel& model, const std::string& text) {
    const DataConfig& data = model.config().data;
    ShownText read;
    for (const std::string& token : pairTokens(data.tokens, text)) {
        read.cut = std::ssize(read.tokens) >= data.length;
        if (read.cut) break;
        const bool isKnown = model.names().vocabulary.id(token) != Vocabulary::unknown;
        read.unknown += isKnown ? 0 : 1;
        read.tokens.push_back({0, 0, isKnown});
    }
    return unreadParts(read);
}

}  // namespace

void fitSequenceEdit(SequenceEdit& edit, const RunModel& model, const std::function<const Sample&()>& shown) {
    const RunConfig& config = model.config();
    if (!model.names().vocabulary.empty())
        edit.setWords(
            [&model](const QString& text) {
                QString written = text;
                if (isLanguage(model.config().data)) written.replace(lineEnd, QLatin1Char('\n'));
                return tokensOfText(model.config(), model.names().vocabulary, written.toStdString());
            },
            [&model, shown](const std::vector<int32_t>& tokens) {
                if (const std::string& text = shown().text; !text.empty())
                    return QString::fromStdString(text).simplified();
                if (isLanguage(model.config().data)) {
                    std::string bytes;
                    for (const int32_t token : tokens) bytes += bytesOfToken(model.names().vocabulary, token);
                    return QString::fromStdString(bytes).replace(QLatin1Char('\n'), lineEnd);
                }
                QStringList words;
                for (const int32_t token : tokens) {
                    if (model.names().vocabulary.isPadding(token)) break;
                    words << QString::fromStdString(model.names().vocabulary.word(token));
                }
                return words.join(QLatin1Char(' '));
            });
    else
        edit.setWords({}, {});
    // Texts, and pairs of a file, may have any length.
    edit.setLimits(config.network.inputDim, Inspector::longestSequence,
                   isDrawnByRule(config.data) ? config.data.length : 0);
}

SampleBar::SampleBar(RunModel& model, QString& typed, QWidget* parent) : QWidget(parent), model_(model) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    strip_ = new TokenStrip(parent);
    strip_->installEventFilter(this);  // a presentation shows it alone
    makeLine();
    connect(strip_, &TokenStrip::positionHovered, this, &SampleBar::positionHovered);
    connect(strip_, &TokenStrip::tokenClicked, &model_.shown(), &Shown::toggleToken);
    connect(&model_.shown(), &Shown::networkChanged, this, &SampleBar::setSequenceLimits);
    connect(&model_.shown(), &Shown::sampleChanged, this, &SampleBar::showSample);
    connect(&model_.shown(), &Shown::inspectionChanged, this, &SampleBar::showPrediction);
    connect(&model_.shown(), &Shown::ablationChanged, this, &SampleBar::showPrediction);
    connect(&model_.shown(), &Shown::paddingChanged, this, &SampleBar::showPrediction);
    setSequenceLimits();
    showSample();
    sequence_->keepTextIn(typed);
    showPrediction();
}

void SampleBar::makeLine() {
    auto* layout = new ControlRow(this);
    layout->setSpacing(8);
    number_ = new SampleNumber(model_, this);
    sequence_ = new SequenceEdit(this);
    sequence_->setMinimumWidth(leastSequence);
    sequence_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    padding_ = new QCheckBox(this);
    padding_->setAccessibleName(tr("Padding"));
    padding_->setToolTip(
        tr("Show the positions behind the text too: this network attends to padding as it does to words, so "
           "the weights of a row add up to 1 only with them"));
    score_ = new QLabel(this);
    score_->setAccessibleName(tr("Score"));
    for (QWidget* widget : std::initializer_list<QWidget*>{number_, sequence_, padding_, score_})
        layout->addWidget(widget);
    whenZoomed(this, [this] {
        for (QWidget* widget : std::initializer_list<QWidget*>{padding_, score_, sequence_->line()})
            widget->setFixedHeight(number_->sizeHint().height());
    });

    connect(sequence_, &SequenceEdit::tokensEdited, this, &SampleBar::typed);
    connect(padding_, &QCheckBox::clicked, &model_.shown(), &Shown::setShowsPadding);
}

void SampleBar::setSequenceLimits() {
    fitSequenceEdit(*sequence_, model_, [this]() -> const Sample& { return model_.sample(); });
}

void SampleBar::showSample() {
    sequence_->setTokens(model_.sample().tokens);
    // The prediction follows with the inspection, a moment later; till then the last one stays.
}

void SampleBar::showPrediction() {
    if (!isVisible() && !strip_->isVisible()) return;  // what is shown later catches up
    const Inspection& inspection = model_.inspection();
    const Sample sample = seenBy(model_.config().network, model_.sample());
    const bool current = inspection.sample == sample;
    const bool isPicture = sample.kind() == SampleKind::Picture;
    const bool isSet = sample.kind() == SampleKind::Set || isPicture;  // images have no tokens to type
    strip_->setVisible(!isSet);
    sequence_->setVisible(!isSet);
    showPadding();
    TokenStrip::Answers answers{{}, sample.expected, {}};
    if (current) {
        answers.prediction = inspection.prediction;
        answers.probabilities = predictionProbabilities(inspection);
    }
    const auto nameOf = [this](int32_t answer) {
        return classText(model_.config().data, model_.names(), size_t(answer));
    };
    if (sample.kind() == SampleKind::Text || model_.names().vocabulary.tokenizer())
        strip_->setText(positionLabels(sample).mid(0, model_.shown().shownPositions(sample)), answers,
                        nameOf);
    else if (sample.kind() == SampleKind::Sequence &&
             model_.config().network.output == OutputKind::Pooled)  // one answer for all tokens
        strip_->setText(positionLabels(sample), answers,
                        [](int32_t answer) { return QString::number(answer); });
    else if (!model_.names().vocabulary.empty())
        strip_->setNamed(positionLabels(sample), answers, nameOf);
    else
        strip_->setSequence(sample.tokens, answers);
    strip_->setHidden(model_.ablation().maskedTokens);
    QStringList said;
    if (sample.kind() == SampleKind::Text && !sample.text.empty() && !model_.names().vocabulary.empty())
        said << unreadParts(shownText(QString::fromStdString(sample.text), model_.names().vocabulary,
                                      model_.config().data.length));
    if (isPairs(model_.config().data) && !sample.text.empty()) said << unreadOfPair(model_, sample.text);
    score_->setText(said.join(QStringLiteral(" · ")));
    score_->setVisible(isSet || !said.isEmpty());
    if (!isSet) return;
    if (isPicture) {
        score_->setText(pictureVerdict(model_.config().data, model_.names(), sample, inspection));
        return;
    }
    QString text;
    if (!inspection.prediction.empty() && current)
        text = answersTask(model_.config()) ? tr("predicted: image %1").arg(inspection.prediction[0] + 1)
                                            : tr("predicted: %1").arg(nameOf(inspection.prediction[0]));
    if (!sample.expected.empty())
        text = tr("odd one: image %1%2")
                   .arg(sample.expected[0] + 1)
                   .arg(text.isEmpty() ? QString() : QStringLiteral(", ") + text);
    score_->setText(text);
}

void SampleBar::showPadding() {
    const int padding = model_.shown().paddingOf(model_.sample());
    padding_->setVisible(padding > 0);
    padding_->setText(tr("%1 × padding").arg(padding));
    padding_->setChecked(model_.shown().showsPadding());
}

void SampleBar::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showPrediction();
}

bool SampleBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == strip_ && event->type() == QEvent::Show && !isVisible()) showPrediction();
    return QWidget::eventFilter(watched, event);
}

void SampleBar::typed(const std::vector<int32_t>& tokens) {
    const bool isText = !model_.names().vocabulary.empty();
    const std::string text = isText ? sequence_->line()->text().toStdString() : std::string();
    const Sample& shown = model_.sample();
    if (shown.from == SampleRow{} && shown.tokens == tokens && shown.text == text) return;
    model_.shown().chooseSample(typedSample(model_.config(), model_.names(), tokens, text));
}

void SampleBar::setCursorCell(int query, int key) { strip_->setCursorCell(query, key); }

bool SampleBar::handleKey(int key) { return number_->handleKey(key); }

}  // namespace attx
