#include "ui/pages/write/write_page.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>

#include "model/config/task.h"
#include "model/inspect/subject.h"
#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/head_combos.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/plain_text_edit.h"
#include "ui/figures/text/written_figure.h"
#include "ui/look/theme.h"
#include "ui/pages/write/likely_table.h"
#include "ui/views/text_view.h"

namespace attx {
namespace {

constexpr int choiceWidth = 280, promptHeight = 56;  // px at zoom 1
constexpr int mostTokens = 1000;                     // the maps of all heads are kept for each
constexpr double mostWritingTemperature = 5, temperatureStep = 0.1;
constexpr int mostTopK = 100'000, mostSeed = 1'000'000'000;
constexpr size_t suggestedTokens = 12;

}  // namespace

WritePage::WritePage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept),
      model_(model),
      choice_(this->kept().of<Choice>()),
      study_(&this->kept().of<Study<WrittenText>>()) {
    view_ = new TextView(this);
    frame_ = framed(view_, [this] { return view_->printed(); });
    prompt_ = new PlainTextEdit(this);
    prompt_->setAccessibleName(tr("Prompt"));
    prompt_->setToolTip(tr("The text that the network goes on from"));
    prompt_->setPlaceholderText(tr("Type the beginning of a text …"));
    prompt_->setTabChangesFocus(true);
    prompt_->setPlainText(choice_.prompt);
    whenZoomed(prompt_, [this] { prompt_->setFixedHeight(zoomed(promptHeight)); });

    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(prompt_);
    left->addWidget(makeControls());
    left->addWidget(frame_, 1);
    auto* layout = pageLayout<QHBoxLayout>();
    layout->addLayout(left, 1);
    layout->addWidget(makeSide());

    connect(prompt_, &QPlainTextEdit::textChanged, this, [this] {
        choice_.prompt = prompt_->toPlainText();
        const bool could = write_->isEnabled();
        write_->setEnabled(model_.parameters() && !choice_.prompt.isEmpty());
        if (could != write_->isEnabled() && !study_->answer()) showText();  // says what there is to do
    });
    for (auto signal : {&TextView::tokenHovered, &TextView::tokenChosen})
        connect(view_, signal, this, [this] { showsAttention() ? showText() : showToken(); });
    connect(likely_, &LikelyTable::tokenChosen, this, [this](int32_t id) {
        const WrittenText* written = study_->answer();
        const int token = view_->chosen();  // the pointer is on the table
        if (written) goOnFrom(token < 0 ? written->tokens.size() : size_t(token), id);
    });
    connect(study_, &StudyBase::changed, this, &WritePage::showText);
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        study_->forget();
        choice_.layer = choice_.head = 0;
        fillHeads(*layer_, *head_, model_.config().network, choice_.layer, choice_.head);
        suggestPrompt();
        writeIfIdle();
    });
    connect(&model_.shown(), &Shown::sampleChanged, this, &WritePage::suggestPrompt);
    for (auto signal : {&Shown::parametersChosen, &Shown::inspectionChanged})
        connect(&model_.shown(), signal, this, &WritePage::writeIfIdle);
    connect(&model_, &RunModel::stateChanged, this, &WritePage::writeIfIdle);
    showText();
}

QString WritePage::reading() const {
    return tr(
        "The deeper the colour of a token, the more it surprised the network; click a token to see "
        "what else was likely.");
}

bool WritePage::leads(const RunConfig& config) const { return isLanguage(config.data); }

QString WritePage::likelyTitle() const { return likelyTitle_->text(); }

bool WritePage::showsAttention() const { return shade_->currentIndex() == 1; }

QWidget* WritePage::makeControls() {
    auto* row = new QWidget(this);
    auto* line = new ControlRow(row);
    write_ = new QPushButton(tr("Write"), row);
    temperature_ = new QDoubleSpinBox(row);
    temperature_->setRange(0, mostWritingTemperature);
    temperature_->setSingleStep(temperatureStep);
    temperature_->setAccessibleName(tr("Temperature"));
    temperature_->setToolTip(
        tr("Divides the logits: 0 takes the likeliest token each time, above 1 is more random"));
    const auto makeSpin = [row](int least, int most, const QString& name, const QString& tip) {
        auto* spin = new QSpinBox(row);
        spin->setRange(least, most);
        spin->setAccessibleName(name);
        spin->setToolTip(tip);
        return spin;
    };
    count_ = makeSpin(1, mostTokens, tr("Tokens"), tr("How many tokens are written"));
    topK_ = makeSpin(0, mostTopK, tr("Top-k"), tr("Draws among so many of the likeliest tokens only"));
    topK_->setSpecialValueText(tr("all"));
    seed_ = makeSpin(0, mostSeed, tr("Seed"), tr("The same seed writes the same text"));
    shade_ = makeCombo(tr("Shading"), tr("What the depth of colour behind a token means"),
                       {tr("surprise"), tr("attention")}, row);
    layer_ = makeCombo(tr("Layer"), tr("The layer whose attention is shown"), {}, row);
    head_ = makeCombo(tr("Head"), tr("The head whose attention is shown, or the mean of all of the layer"),
                      {}, row);
    for (QAbstractSpinBox* box : std::initializer_list<QAbstractSpinBox*>{count_, temperature_, topK_, seed_})
        box->setKeyboardTracking(false);
    keepIn(choice_.temperature, temperature_);
    keepIn(choice_.topK, topK_);
    keepIn(choice_.seed, seed_);
    keepIn(choice_.count, count_);
    keepIn(choice_.shade, shade_);
    fillHeads(*layer_, *head_, model_.config().network, choice_.layer, choice_.head);
    keepIn(choice_.layer, layer_);
    keepIn(choice_.head, head_);
    line->addWidget(write_);
    line->addLabelled(tr("tokens"), count_);
    line->addLabelled(tr("temperature"), temperature_);
    line->addLabelled(tr("top-k"), topK_);
    line->addLabelled(tr("seed"), seed_);
    line->addLabelled(tr("shade by"), shade_);
    line->addLabelled(tr("layer"), layer_);
    line->addLabelled(tr("head"), head_);
    connect(write_, &QPushButton::clicked, this,
            [this] { study_->isAsking() ? study_->cancel() : writeFromPrompt(); });
    for (QSpinBox* box : {count_, topK_, seed_})
        connect(box, &QSpinBox::valueChanged, this, &WritePage::writeFromPrompt);
    connect(temperature_, &QDoubleSpinBox::valueChanged, this, &WritePage::writeFromPrompt);
    for (QComboBox* box : {shade_, layer_, head_})
        connect(box, &QComboBox::currentIndexChanged, this, &WritePage::showText);
    return row;
}

QWidget* WritePage::makeSide() {
    auto* side = new QWidget(this);
    fixWidth(side, choiceWidth);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    likelyTitle_ = new QLabel(side);
    likelyTitle_->setWordWrap(true);
    likelyTitle_->setTextFormat(Qt::PlainText);
    likelyTitle_->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    // Room for the longest sentence, so that the table stays where it is.
    whenZoomed(likelyTitle_,
               [this] { likelyTitle_->setMinimumHeight(4 * likelyTitle_->fontMetrics().lineSpacing()); });
    likely_ = new LikelyTable(side);
    about_ = new QLabel(side);
    about_->setWordWrap(true);
    about_->setTextFormat(Qt::PlainText);
    about_->setAccessibleName(tr("About the text"));
    column->addWidget(likelyTitle_);
    column->addWidget(likely_, 1);
    column->addWidget(about_);
    return side;
}

/// The first tokens of the sample that is shown, where the user has typed nothing.
void WritePage::suggestPrompt() {
    const std::vector<int32_t>& tokens = model_.sample().tokens;
    const bool isNamed = !isLanguage(model_.config().data) || !model_.names().vocabulary.empty();
    if (!isVisible() || !prompt_->document()->isEmpty() || !suits(model_.config()) || tokens.empty() ||
        !isNamed || model_.sample().from == SampleRow{})
        return;
    const TokenText text = tokenTextOf(model_.path().toStdString(), model_.config(), model_.names());
    prompt_->setPlainText(QString::fromStdString(
        textOfTokens(text, std::span(tokens).first(std::min(tokens.size(), suggestedTokens)), false)));
}

void WritePage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    suggestPrompt();
    writeIfIdle();
}

/// Writing takes a moment, and comes by itself where nothing trains and nothing is written yet.
void WritePage::writeIfIdle() {
    if (!isVisible()) return;
    const bool canWrite = model_.parameters() && suits(model_.config()) && !prompt_->document()->isEmpty();
    write_->setEnabled(canWrite);
    if (canWrite && !model_.isBusy() && !study_->isAsking() && choice_.writtenWith != model_.parameters())
        writeFromPrompt();
    else
        showText();
}

void WritePage::writeFromPrompt() {
    WritingQuestion question;
    question.prompt = prompt_->toPlainText().toStdString();
    question.count = size_t(count_->value());
    if (!question.prompt.empty()) ask(std::move(question));
}

void WritePage::goOnFrom(size_t place, int32_t id) {
    const WrittenText* written = study_->answer();
    if (!written || place > written->tokens.size()) return;
    WritingQuestion question;
    for (size_t i = 0; i < place; ++i) question.chosen.push_back(written->tokens[i].id);
    question.chosen.push_back(id);
    question.promptTokens = std::min(written->promptTokens, place);
    if (place < written->tokens.size()) question.length = written->tokens.size();
    question.count = size_t(count_->value());
    ask(std::move(question));
}

void WritePage::ask(WritingQuestion question) {
    if (!model_.parameters() || !suits(model_.config())) return;
    question.path = model_.path().toStdString();
    question.names = model_.names();
    question.sampling = {temperature_->value(), topK_->value(), uint64_t(seed_->value())};
    choice_.writtenWith = model_.parameters();
    view_->setChosen(-1);
    study_->ask(model_.subject(), [question = std::move(question)](const Subject& subject,
                                                                   const Study<WrittenText>::Report& report,
                                                                   const std::atomic<bool>& interrupt) {
        return writeText(subject, question, report, interrupt);
    });
}

QString WritePage::stateText(const WrittenText& written) const {
    QStringList parts;
    double bits = 0;
    int measured = 0;
    for (size_t i = written.promptTokens; i < written.tokens.size(); ++i)
        if (const auto surprise = written.tokens[i].surprise(); surprise && std::isfinite(*surprise))
            bits += *surprise, ++measured;
    const size_t behind = written.tokens.size() - written.promptTokens;
    parts << (behind == 1 ? tr("1 token behind a prompt of %1")
                          : tr("%1 tokens behind a prompt of %2").arg(behind))
                 .arg(written.promptTokens);
    if (measured > 0) parts << tr("surprise %1 bits on average").arg(bits / measured, 0, 'f', 2);
    if (study_->isAsking()) parts << tr("writing …");
    if (written.isAtEnd) parts << tr("the network ended the text");
    if (!written.dropped.empty())
        parts << tr("it reads %1 tokens at most: from token %2 on without the oldest half")
                     .arg(written.context)
                     .arg(written.dropped.back().at + 1);
    if (isOfEarlierState()) parts << tr("of another state of the network");
    if (!written.note.empty()) parts << QString::fromStdString(written.note);
    return parts.join(QStringLiteral(" · "));
}

bool WritePage::isOfEarlierState() const { return choice_.writtenWith != model_.parameters(); }

void WritePage::showText() {
    write_->setText(study_->isAsking() ? tr("Stop") : tr("Write"));
    write_->setAccessibleName(write_->text());
    layer_->setEnabled(showsAttention() && layer_->count() > 1);
    head_->setEnabled(showsAttention());
    if (!isVisible()) return;
    const WrittenText* written = study_->answer();
    TextFigure figure;
    figure.setName(QStringLiteral("written"));
    if (written) {
        const TextFigure& before = view_->figure();
        const int last = int(written->tokens.size()) - 1,
                  asked = before.hovered >= 0 ? before.hovered : before.chosen;
        std::optional<WrittenAttention> attention;
        if (showsAttention() && last >= 0)
            attention = {asked >= 0 && asked <= last ? asked : last, layer_->currentIndex(),
                         head_->currentIndex() - 1};
        figure = writtenFigure(*written, attention);
        about_->setText(stateText(*written));
    } else {
        figure.text = model_.parameters()
                          ? write_->isEnabled()
                                ? tr("Nothing is written yet: press Write.")
                                : tr("Nothing is written yet: type a beginning above, then press Write.")
                          : tr("There is no network yet that could write.");
        about_->clear();
    }
    figure.setTitle(tr("What the network writes"));
    if (written) sayAblated(figure, study_->askedWith());
    view_->setFigure(figure);
    showToken();
}

void WritePage::showToken() {
    const WrittenText* written = study_->answer();
    const TextFigure& figure = view_->figure();
    const int token = figure.hovered >= 0 ? figure.hovered : figure.chosen;
    if (!written || token >= int(written->tokens.size())) {
        likely_->setRowCount(0);
        likelyTitle_->clear();
        Q_EMIT readout({});
        return;
    }
    if (token < 0) {
        likelyTitle_->setText(
            tr("The next token: click one, and the text goes on from it. Click a token of "
               "the text to see what else was likely there."));
        likely_->showTokens(*written, written->next, std::nullopt);
        Q_EMIT readout({});
        return;
    }
    const WrittenToken& shown = written->tokens[token];
    QString said = tr("Token %1, “%2”").arg(token + 1).arg(shownPiece(*written, shown.id));
    if (shown.probability)
        said += tr(": probability %1 %, surprise %2 bits")
                    .arg(100 * *shown.probability, 0, 'g', 3)
                    .arg(*shown.surprise(), 0, 'f', 2);
    likelyTitle_->setText(said);
    likely_->showTokens(*written, shown.likeliest, shown.id);
    Q_EMIT readout(said);
}

bool WritePage::goBack() {
    if (view_->chosen() < 0) return false;
    view_->setChosen(-1);
    showText();
    return true;
}

QVariantMap WritePage::controls() const {
    return {{QStringLiteral("prompt"), prompt_->toPlainText()},
            {QStringLiteral("temperature"), temperature_->value()},
            {QStringLiteral("top_k"), topK_->value()},
            {QStringLiteral("seed"), seed_->value()},
            {QStringLiteral("tokens"), count_->value()},
            {QStringLiteral("shade"), shade_->currentIndex()},
            {QStringLiteral("layer"), layer_->currentIndex()},
            {QStringLiteral("head"), head_->currentIndex()}};
}

void WritePage::restoreControls(const QVariantMap& controls) {
    const Choice usual;
    prompt_->setPlainText(controls.value(QStringLiteral("prompt")).toString());
    temperature_->setValue(controls.value(QStringLiteral("temperature"), usual.temperature).toDouble());
    topK_->setValue(controls.value(QStringLiteral("top_k"), usual.topK).toInt());
    seed_->setValue(controls.value(QStringLiteral("seed"), usual.seed).toInt());
    count_->setValue(controls.value(QStringLiteral("tokens"), usual.count).toInt());
    for (const auto& [name, combo] :
         {std::pair("shade", shade_), std::pair("layer", layer_), std::pair("head", head_)})
        restoreCombo(combo, controls, name);
    suggestPrompt();
}

}  // namespace attx
