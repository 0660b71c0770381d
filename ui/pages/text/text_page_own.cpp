// The part of the page of texts that is about a text of one's own, and what of it is a word.
#include <QCheckBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <optional>

#include "model/data/text_data.h"
#include "ui/pages/text/text_page.h"
#include "ui/state/comparison.h"

namespace attx {

/// Another network cuts words elsewhere.
bool TextPage::joinsWords() const {
    return byWord_->isChecked() && model_.names().vocabulary.tokenizer() &&
           !(comparison_ && comparison_->second());
}

bool TextPage::showsOwn() const {
    const Sample& shown = model_.sample();
    return shown.from == SampleRow{} && shown.text == own_->toPlainText().toStdString();
}

bool TextPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == own_ && event->type() == QEvent::FocusIn && !showsOwn() &&
        static_cast<QFocusEvent*>(event)->reason() == Qt::MouseFocusReason && !own_->document()->isEmpty())
        typed();
    return Page::eventFilter(watched, event);
}

/// Of the sample, or what was typed; where only tokens are known, their words.
QString TextPage::currentText() const {
    const Sample& sample = model_.sample();
    if (!sample.text.empty()) return QString::fromStdString(sample.text);
    QStringList words;
    for (const int32_t token : sample.tokens)
        if (!model_.names().vocabulary.isPadding(token))
            words << QString::fromStdString(model_.names().vocabulary.word(token));
    return words.join(QLatin1Char(' '));
}

void TextPage::typed() {
    choice_.own = own_->toPlainText();
    if (!suits(model_.config())) return;
    std::string text = choice_.own.toStdString();
    const RunConfig& config = model_.config();
    if (model_.names().vocabulary.tokenizer()) {
        choice_.second = pair_->text();
        const std::string second = choice_.second.toStdString();
        if (text.empty()) text = model_.sample().text;  // the pair of what is shown
        model_.shown().chooseSample(pairedSample(config, model_.names(), text,
                                                 second.empty() ? std::nullopt : std::optional(second)));
        return;
    }
    model_.shown().chooseSample(
        typedSample(config, model_.names(), tokensOfText(config, model_.names().vocabulary, text), text));
}

}  // namespace attx
