// The part of the page Attention that says what kind of head each is, and what can be done with one.
#include <QMenu>

#include "ui/pages/attention/attention_page.h"
#include "ui/state/ablation_study.h"

namespace attx {

const std::vector<HeadKind>& AttentionPage::kinds() const {
    const Inspection& inspection = model_.inspection();
    if (kinds_.empty())
        kinds_ = headKinds(LayerMaps(inspection.attention, inspection.heads),
                           patternInput(inspection.sample, model_.config().network.causal));
    return kinds_;
}

QString AttentionPage::statisticsOf(int head) const {
    const Inspection& inspection = model_.inspection();
    const int heads = model_.config().network.numHeads;
    const auto layer = static_cast<size_t>(head / heads);
    if (head < 0 || inspection.heads != heads || layer >= inspection.attention.size()) return {};
    const LayerMaps maps(inspection.attention, heads);
    QString text = statisticsText(kinds()[static_cast<size_t>(head)]);
    const int queries = inspection.sample.valid.value_or(0);
    if (const std::vector<SimilarHead> similar = similarHeads(maps, head, queries); !similar.empty())
        text += tr(" · most similar: layer %1, head %2 (%3 of the attention shared)")
                    .arg(similar.front().head / heads + 1)
                    .arg(similar.front().head % heads + 1)
                    .arg(static_cast<double>(similar.front().shared), 0, 'f', 2);
    return text;
}

void AttentionPage::openHeadMenu(int map, QPoint at) {
    const int head = headAt(map), layer = head / model_.config().network.numHeads;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QString name =
        tr("layer %1, head %2").arg(layer + 1).arg(head % model_.config().network.numHeads + 1);
    menu->addAction(study_->isOff(head) ? tr("Restore %1").arg(name) : tr("Ablate %1").arg(name), study_,
                    [this, head] { study_->toggleHead(head); });
    menu->addAction(tr("Ablate or restore layer %1").arg(layer + 1), study_,
                    [this, layer] { study_->toggleLayer(layer); });
    menu->addAction(tr("Keep only this head of layer %1").arg(layer + 1), study_,
                    [this, head] { study_->keepOnly(head); });
    menu->addAction(tr("Restore all"), study_, &AblationStudy::reset)->setEnabled(!model_.ablation().empty());
    menu->addSeparator();
    menu->addAction(tr("Enlarge %1").arg(name), this, [this, head] { chooseHead(head); });
    menu->addAction(tr("Show %1 in Step by step").arg(name), this, [this, head] { requestSteps(head); });
    menu->popup(at);
}

void AttentionPage::requestSteps(int head) {
    const int heads = model_.config().network.numHeads;
    Q_EMIT stepsRequested(head / heads, head % heads);
    Q_EMIT pageRequested(QStringLiteral("steps"));
}

}  // namespace attx
