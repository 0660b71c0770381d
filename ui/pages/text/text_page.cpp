#include "ui/pages/text/text_page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "model/data/text_data.h"
#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/head_combos.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/plain_text_edit.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/side_table.h"
#include "ui/figures/figure.h"
#include "ui/look/model_text.h"
#include "ui/pages/mistake_list.h"
#include "ui/pages/sample_number.h"
#include "ui/views/parameter_view.h"
#include "ui/views/text_view.h"

namespace attx {
namespace {

constexpr int sideWidth = 300, ownHeight = 64;
constexpr qreal sideShare = 0.3;  // Share of the page's width, where it is narrow
constexpr int mostKeys = 12;      // Rows of the table; the first `underlined` are marked in the text
constexpr int underlined = 5;
constexpr int snippetLength = 80;

QString percent(float share) { return TextPage::tr("%1 %").arg(double(100 * share), 0, 'f', 1); }

}  // namespace

TextPage::TextPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept), model_(model), choice_(this->kept().of<Choice>()) {
    view_ = new TextView(this);
    frame_ = framed(view_, [this] { return view_->printed(); });
    own_ = new PlainTextEdit(this);
    own_->setAccessibleName(tr("Own text"));
    own_->setToolTip(tr("Type or paste a text: the network's answer follows as you type"));
    own_->setPlaceholderText(tr("Type or paste a text of your own …"));
    whenZoomed(own_, [this] { own_->setFixedHeight(zoomed(ownHeight)); });
    own_->setTabChangesFocus(true);
    own_->installEventFilter(this);
    own_->setPlainText(choice_.own);

    pair_ = new QLineEdit(choice_.second, this);
    pair_->setAccessibleName(tr("Second text"));
    pair_->setPlaceholderText(tr("Second text of a pair, or nothing …"));
    pair_->setToolTip(tr("The network reads both texts, one behind the other"));

    left_ = new QVBoxLayout;
    left_->setSpacing(8);
    left_->addWidget(frame_, 1);
    left_->addWidget(own_);
    left_->addWidget(pair_);
    auto* layout = pageLayout<QVBoxLayout>();
    layout->addWidget(makeControls());
    auto* parts = new QHBoxLayout;
    parts->addLayout(left_, 1);
    parts->addWidget(makeSide());
    layout->addLayout(parts, 1);

    connect(view_, &TextView::tokenHovered, this, &TextPage::showStrongestKeys);
    connect(view_, &TextView::tokenChosen, this, &TextPage::showText);
    connect(own_, &QPlainTextEdit::textChanged, this, &TextPage::typed);
    connect(pair_, &QLineEdit::textChanged, this, &TextPage::typed);
    connect(byWord_, &QCheckBox::toggled, this, &TextPage::showSample);
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        choice_.layer = choice_.head = 0;
        showNetwork();
    });
    connect(&model_.shown(), &Shown::sampleChanged, this, &TextPage::showSample);
    connect(&model_.shown(), &Shown::inspectionChanged, this, &TextPage::showText);
    connect(&model_.shown(), &Shown::explanationChanged, this, &TextPage::showText);
    showNetwork();
}

QWidget* TextPage::makeControls() {
    auto* row = new QWidget(this);
    auto* line = new ControlRow(row);
    number_ = new SampleNumber(model_, row);
    shade_ =
        makeCombo(tr("Shading"), tr("What the depth of colour behind a word means"),
                  {tr("attention"), tr("relevance"), tr("share in the logit"), tr("max-pool wins")}, row);
    addMethods(*shade_, shadingMethods());
    shade_->setSizeAdjustPolicy(
        QComboBox::AdjustToMinimumContentsLengthWithIcon);  // the longest is seldom chosen
    shade_->setMinimumContentsLength(11);
    keepIn(choice_.shade, shade_);
    layer_ = makeCombo(tr("Layer"), tr("The layer whose attention is shown"), {}, row);
    head_ = makeCombo(tr("Head"), tr("The head whose attention is shown, or the mean of all of the layer"),
                      {}, row);
    fillHeads(*layer_, *head_, model_.config().network, choice_.layer, choice_.head);
    keepIn(choice_.layer, layer_);
    keepIn(choice_.head, head_);

    line->addWidget(number_);
    line->addLabelled(tr("shade by"), shade_);
    line->addLabelled(tr("layer"), layer_);
    line->addLabelled(tr("head"), head_);
    byWord_ = line->addButton<QCheckBox>(
        tr("By word"),
        tr("Joins the pieces of a word: attention to it is their sum, attention from it their mean"));
    keepIn(choice_.byWord, byWord_);

    connect(shade_, &QComboBox::currentIndexChanged, this, [this] {
        ask();
        showText();
    });
    for (QComboBox* box : {layer_, head_})
        connect(box, &QComboBox::currentIndexChanged, this, &TextPage::showText);
    return row;
}

QWidget* TextPage::makeSide() {
    side_ = new QTabWidget(this);
    side_->setDocumentMode(true);
    fitSide();
    whenZoomed(side_, [this] { fitSide(); });
    side_->setAccessibleName(tr("About the text and the network"));

    auto* keys = new QWidget(side_);
    auto* column = new QVBoxLayout(keys);
    column->setContentsMargins(0, 8, 0, 0);
    keyTitle_ = new QLabel(keys);
    keyTitle_->setWordWrap(true);
    keyTitle_->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    // Room for both sentences, so that the table stays where it is.
    whenZoomed(keyTitle_,
               [this] { keyTitle_->setMinimumHeight(2 * keyTitle_->fontMetrics().lineSpacing()); });
    keyTable_ = makeTable(tr("Strongest keys"), tr("The words that this word attends to most"),
                          {tr("attends to"), tr("weight")}, 0, keys);
    column->addWidget(keyTitle_);
    column->addWidget(keyTable_, 1);

    parameterView_ = new ParameterView;
    parameterFrame_ = framed(scrolled(parameterView_), [this] { return parameterView_->figure().clone(); });

    side_->addTab(keys, tr("Keys"));
    mistakes_ = new MistakeList(
        model_, kept(),
        {tr("Asks the network about every validation text"),
         tr("%1 of %2 texts"),
         tr("Click a mistake to read its text"),
         {tr("truth"), tr("gets"), tr("text")},
         2},
        [this](QTableWidget& table, int row, const Mistake& mistake) { fillMistake(table, row, mistake); },
        side_);
    side_->addTab(mistakes_, tr("Mistakes"));
    side_->addTab(parameterFrame_, tr("Parameters"));
    keepIn(choice_.side, side_);
    return side_;
}

void TextPage::fitSide() {
    const int share = std::max(int(sideShare * width()), side_->tabBar()->sizeHint().width());
    side_->setFixedWidth(std::min(zoomed(sideWidth), share));
}

void TextPage::resizeEvent(QResizeEvent* event) {
    fitSide();
    Page::resizeEvent(event);
}

void TextPage::fillMistake(QTableWidget& table, int row, const Mistake& mistake) const {
    const auto at = size_t(mistake.sequence);
    const Table& texts = model_.data()->validation;
    setCell(&table, row, 0, className(size_t(texts.labels[at])));
    setCell(&table, row, 1, percent(mistake.truth), true);
    setCell(&table, row, 2,
            at < texts.texts.size() ? QString::fromStdString(texts.texts[at]).left(snippetLength).simplified()
                                    : QString());
}

std::vector<FigureFrame*> TextPage::frames() const {
    if (!suits(model_.config())) return {};
    if (!secondFrame_ || secondFrame_->isHidden()) return {frame_, parameterFrame_};
    return {frame_, secondFrame_, differenceFrame_, parameterFrame_};
}

bool TextPage::goBack() {
    if (view_->chosen() < 0) return false;
    view_->setChosen(-1);
    showText();
    return true;
}

QVariantMap TextPage::controls() const {
    return {{QStringLiteral("shade"), shade_->currentIndex()},
            {QStringLiteral("side"), side_->currentIndex()}};
}

void TextPage::restoreControls(const QVariantMap& controls) {
    restoreCombo(shade_, controls, "shade");
    side_->setCurrentIndex(
        std::clamp(controls.value(QStringLiteral("side"), 0).toInt(), 0, side_->count() - 1));
}

TextShade TextPage::shade() const { return static_cast<TextShade>(shade_->currentIndex()); }

bool TextPage::answered() const {
    const Inspection& inspection = model_.inspection();
    return !inspection.attention.empty() && inspection.sample == model_.sample() &&
           inspection.heads == model_.config().network.numHeads && !inspection.argmax.empty();
}

QString TextPage::className(size_t index) const {
    return classText(model_.config().data, model_.names(), index);
}

void TextPage::showNetwork() {
    fillHeads(*layer_, *head_, model_.config().network, choice_.layer, choice_.head);
    const NetworkConfig& network = model_.config().network;
    const bool isPublished = model_.names().vocabulary.tokenizer() != nullptr;
    byWord_->setVisible(isPublished);
    pair_->setVisible(isPublished);
    if (!suits(model_.config())) return;
    fitMethods(*shade_, int(TextShade::FirstMethod), shadingMethods(), model_.config(),
               model_.config().data.positions());
    parameterView_->setFigure(ParameterFigure(buildProgram(network, model_.config().data.positions())));
    showSample();
}

void TextPage::showSample() {
    dirty_ = true;
    if (!isVisible() || !suits(model_.config())) return;
    dirty_ = false;
    shown_ = shownText(currentText(), model_.names().vocabulary, model_.config().data.length,
                       model_.sample().second);
    spoken_ = joinsWords() ? joinedWords(shown_) : shown_;
    showText();
    // What was typed stays, to be taken up by a click; while another text is shown it is pale.
    QTextEdit::ExtraSelection pale{own_->textCursor(), {}};
    pale.cursor.select(QTextCursor::Document);
    pale.format.setForeground(palette().placeholderText());
    own_->setExtraSelections(showsOwn() ? QList<QTextEdit::ExtraSelection>() : QList{pale});
}

QString TextPage::answerOf(const Inspection& inspection) const {
    const std::vector<float> shares = classProbabilities(inspection.logits);
    const auto best = size_t(std::ranges::max_element(shares) - shares.begin());
    QString answer = tr("%1, %2").arg(className(best), percent(shares[best]));
    const std::vector<int32_t>& labels = model_.sample().expected;
    if (labels.empty()) return answer;
    const auto truth = size_t(labels.front());
    return tr("%1 · %2").arg(answer,
                             truth == best ? tr("right") : tr("wrong: it is %1").arg(className(truth)));
}

QString TextPage::verdict() const {
    QStringList parts;
    if (answered()) parts << answerOf(model_.inspection());
    const size_t words = spoken_.tokens.size();
    if (model_.names().vocabulary.tokenizer() && !joinsWords())
        parts << (words == 1 ? tr("1 token") : tr("%1 tokens").arg(words));
    else
        parts << (words == 1 ? tr("1 word") : tr("%1 words").arg(words));
    parts << unreadParts(shown_);
    return parts.join(QStringLiteral(" · "));
}

void TextPage::showText() {
    if (!isVisible() || !suits(model_.config())) {
        dirty_ = true;
        return;
    }
    if (!model_.data() && model_.names().vocabulary.empty()) {
        const bool isBuiltIn = model_.config().data.path.empty();  // those are made in a moment
        TextFigure figure;
        figure.setName(QStringLiteral("text"));
        figure.setTitle(isBuiltIn ? QString() : tr("No texts yet"));
        if (!isBuiltIn)
            figure.text = tr(
                "They are being read, or their place is not known: choose it in the form (files), or press "
                "Get IMDB there.");
        view_->setFigure(figure);
        showComparison();
        keyTable_->setRowCount(0);
        keyTitle_->clear();
        return;
    }
    const bool builtIn = model_.config().data.path.empty();
    const int words = int(spoken_.tokens.size());
    if (const QString& before = view_->figure().text; !before.isEmpty()) {  // A new view has none
        const bool isSame = before == spoken_.text && view_->figure().tokens.size() == spoken_.tokens.size();
        choice_.word = isSame ? view_->chosen() : -1;
        choice_.wordOf = spoken_.text;
    }
    const int chosen = choice_.wordOf == spoken_.text && choice_.word < words ? choice_.word : -1;
    TextFigure figure = textFigure(
        shown_, answered() ? model_.inspection() : Inspection(), model_.shown().explanation().get(),
        {shade(), layer_->currentIndex(), head_->currentIndex() - 1, chosen, joinsWords()});
    figure.setTitle(model_.sampleRow() < 0 ? tr("Own text")
                    : builtIn              ? tr("Generated review %1").arg(model_.sampleRow() + 1)
                                           : tr("Text %1").arg(model_.sampleRow() + 1));
    sayAblated(figure, model_.ablation(), model_.config().network, &model_.sample());
    figure.verdict = verdict();
    if (figure.values.empty() && view_->figure().text == figure.text &&
        view_->figure().tokens.size() == figure.tokens.size()) {
        figure.values = view_->figure().values;  // Old values stay until then
        figure.padding = view_->figure().padding;
    }
    const bool maps = shade() == TextShade::Attention;
    layer_->setEnabled(maps && layer_->count() > 1);
    head_->setEnabled(maps);
    view_->setFigure(figure);
    view_->setChosen(chosen);
    showComparison();
    showStrongestKeys();
}

void TextPage::showStrongestKeys() {
    const TextFigure& figure = view_->figure();
    int token = figure.hovered >= 0 ? figure.hovered : figure.chosen;
    if (token < 0 && answered() && !figure.values.empty())  // the strongest word, until one is pointed at
        token = int(std::ranges::max_element(
                        figure.values, {},
                        [](float value) { return std::isfinite(value) ? std::abs(value) : -1.0F; }) -
                    figure.values.begin());
    std::vector<int> lit;
    keyTable_->setRowCount(0);
    if (token < 0 || !answered() || token >= spoken_.words.size()) {
        keyTitle_->setText(tr("Hover a word to see what it attends to; click it to keep it."));
        view_->setStrongestKeys({});
        Q_EMIT readout({});
        return;
    }
    std::vector<float> map =
        amongWords(model_.inspection(), layer_->currentIndex(), head_->currentIndex() - 1);
    if (joinsWords()) map = amongJoined(map, shown_.wordOf);
    const auto T = int(std::lround(std::sqrt(double(map.size()))));
    const std::vector<StrongKey> found = strongestKeys(map, T, token, int(spoken_.tokens.size()), mostKeys);
    QStringList spoken;
    for (const StrongKey& key : found) {
        const int row = keyTable_->rowCount();
        keyTable_->insertRow(row);
        const QString word = spoken_.words.value(key.token);
        const QString weight = QString::number(double(key.weight), 'g', 3);
        setCell(keyTable_, row, 0, word);
        setCell(keyTable_, row, 1, weight, true);
        if (row < underlined) {
            lit.push_back(key.token);
            spoken << tr("%1 %2").arg(word, weight);
        }
    }
    if (T > spoken_.words.size()) {
        float padding = 0;
        for (int key = int(spoken_.words.size()); key < T; ++key)
            padding += map[size_t(token) * size_t(T) + size_t(key)];
        const int row = keyTable_->rowCount();
        keyTable_->insertRow(row);
        setCell(keyTable_, row, 0, tr("(padding, %1 ×)").arg(T - spoken_.words.size()));
        setCell(keyTable_, row, 1, QString::number(double(padding), 'g', 3), true);
    }
    const QString asks = spoken_.words.value(token);
    keyTitle_->setText(
        (spoken_.wordOf.empty() ? tr("Word %1, “%2”, attends to") : tr("Token %1, “%2”, attends to"))
            .arg(token + 1)
            .arg(asks));
    view_->setStrongestKeys(lit);
    const bool isPointedAt = figure.hovered >= 0 || figure.chosen >= 0;
    Q_EMIT readout(isPointedAt ? tr("%1 → %2").arg(asks, spoken.join(QStringLiteral(", "))) : QString());
}

void TextPage::ask() {
    if (!isVisible() || !suits(model_.config())) return;
    if (!needsExplanation(shade())) {
        model_.shown().wantExplanation(std::nullopt);
        askSecond(std::nullopt);
        return;
    }
    ExplainQuestion question;
    question.options.methods = {*methodOf(shade())};
    model_.shown().wantExplanation(question);
    askSecond(question);
}

void TextPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        view_->step(event->key() == Qt::Key_Left ? -1 : 1);
        return;
    }
    if (!number_->handleKey(event->key())) Page::keyPressEvent(event);
}

void TextPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    ask();
    if (dirty_) showSample();
}

void TextPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    model_.shown().wantExplanation(std::nullopt);
    askSecond(std::nullopt);
}

}  // namespace attx
