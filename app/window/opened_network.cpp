#include "app/window/opened_network.h"

#include <QFileInfo>
#include <QLocale>

#include "app/runs/run_store.h"
#include "model/config/task.h"
#include "model/foreign/answer_layer.h"
#include "model/text/tokenizer.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

QString answerText(const OpenedRun& run) {
    const NetworkConfig& network = run.config.network;
    if (run.answers != AnswerLayer::Logits) return tr("no answer but vectors");
    if (network.output == OutputKind::Pooled)
        return network.numClasses == 1 ? tr("classifier with one answer")
                                       : tr("classifier of %1 classes").arg(network.numClasses);
    if (network.outputTransform) return tr("names masked words");
    return network.causal ? tr("names the next token") : tr("answers at each position");
}

}  // namespace

QString publishedText(const OpenedRun& run) {
    const NetworkConfig& network = run.config.network;
    QString text = tr("%1: layers: %2, heads in each: %3")
                       .arg(QFileInfo(QString::fromStdString(run.path)).fileName())
                       .arg(network.numLayers)
                       .arg(network.numHeads);
    if (const Tokenizer* const tokenizer = run.names.vocabulary.tokenizer())
        text += tr(", %1 pieces of words (%2)")
                    .arg(QLocale().toString(tokenizer->size()), QString::fromStdString(tokenizer->kind()));
    text = QStringLiteral("%1, %2; %3")
               .arg(text, answerText(run), byteText(int64_t(run.parameters->size() * sizeof(float))));
    if (!run.config.data.path.empty()) return text + QLatin1Char('.');
    return (isPictures(run.config.data)
                ? tr("%1; no data come with it: drop a picture on the page Input, or name data in the form.")
                : tr("%1; no data come with it: type a text, or name data in the form."))
        .arg(text);
}

}  // namespace attx
