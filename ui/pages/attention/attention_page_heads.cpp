// The part of the page Attention that says which heads are in the grid, what kind of head each is, and what
// can be done with one.
#include <QComboBox>
#include <QKeyEvent>
#include <QMenu>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "ui/pages/attention/attention_page.h"
#include "ui/pages/sample_bar.h"
#include "ui/state/ablation_study.h"
#include "ui/views/heat_map_view.h"

namespace attx {

const std::vector<HeadKind>& AttentionPage::kinds(int layer) const {
    const Inspection& inspection = model_.inspection();
    std::vector<HeadKind>& kinds = kinds_[layer];
    if (!kinds.empty()) return kinds;
    std::span<const std::vector<float>> layers = inspection.attention;
    if (layer >= 0) layers = layers.subspan(layer, 1);
    kinds = headKinds(LayerMaps(layers, inspection.heads),
                      patternInput(inspection.sample, model_.config().network.causal));
    return kinds;
}

QString AttentionPage::statisticsOf(int head) const {
    const Inspection& inspection = model_.inspection();
    const int heads = model_.config().network.numHeads;
    const auto layer = size_t(head / heads);
    if (head < 0 || inspection.heads != heads || layer >= inspection.attention.size()) return {};
    if (layerShown() >= 0) {  // Only this head: all heads of a large network take seconds
        const std::vector<float>& maps = inspection.attention[layer];
        const auto cells = ptrdiff_t(maps.size()) / heads;
        const auto first = maps.begin() + head % heads * cells;
        const std::vector<std::vector<float>> one{{first, first + cells}};
        const std::vector<HeadKind> kind =
            headKinds(LayerMaps(one, 1), patternInput(inspection.sample, model_.config().network.causal));
        return statisticsText(kind.front());
    }
    const LayerMaps maps(inspection.attention, heads);
    QString text = statisticsText(kinds(-1)[head]);
    const int queries = inspection.sample.valid.value_or(0);
    if (const std::vector<SimilarHead> similar = similarHeads(maps, head, queries); !similar.empty())
        text += tr(" · most similar: layer %1, head %2 (%3\u00a0% overlap)")
                    .arg(similar.front().head / heads + 1)
                    .arg(similar.front().head % heads + 1)
                    .arg(std::lround(100 * similar.front().shared));
    return text;
}

int AttentionPage::layerShown() const { return headCount() > manyHeads ? layer_->currentIndex() - 1 : -1; }

std::vector<ShownHead> AttentionPage::headsOf(int layer) const {
    std::vector<ShownHead> heads;
    const int count = model_.config().network.numHeads;
    for (int head = 0; head < count; ++head) heads.push_back({layer * count + head, {}});
    return heads;
}

void AttentionPage::fillLayers() {
    const QSignalBlocker quiet(layer_);
    layer_->clear();
    layer_->addItem(tr("all"));
    for (int layer = 1; layer <= model_.config().network.numLayers; ++layer)
        layer_->addItem(QString::number(layer));
    if (headCount() > manyHeads && choice_.layer == 0) choice_.layer = 1;
    layer_->setCurrentIndex(std::min(choice_.layer, layer_->count() - 1));
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

void AttentionPage::keyPressEvent(QKeyEvent* event) {
    if (sample_->handleKey(event->key())) return;
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
            if (headCount() > 1) {
                const int step = event->key() == Qt::Key_Left ? -1 : 1;
                const int last = int(grid_->figure().maps.size()) - 1;
                const int next = std::clamp(grid_->selectedMap() + step, 0, std::max(last, 0));
                selectMap(next);
                grid_->setFocus();  // shows which head the keys have reached
                if (choice_.chosen >= 0) chooseHead(headAt(next));
                return;
            }
            break;
        default:
            break;
    }
    Page::keyPressEvent(event);
}

void AttentionPage::requestSteps(int head) {
    const int heads = model_.config().network.numHeads;
    Q_EMIT stepsRequested(head / heads, head % heads);
    Q_EMIT pageRequested(QStringLiteral("steps"));
}

}  // namespace attx
