#include "ui/state/comparison.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <cstdlib>

namespace attx {
namespace {

constexpr qsizetype longestName = 40;  // characters: captions must not widen the window
constexpr int generationBit = 32;      // of a tag: more questions than this are asked of no network

/// The second's own tag, 0 (which no question has) if it is of another generation.
quint64 ownTag(quint64 tag, quint64 generation) {
    return tag >> generationBit == generation ? tag - (generation << generationBit) : 0;
}

}  // namespace

Comparison::Comparison(RunModel& first, QObject* parent) : QObject(parent), first_(first) {
    connect(&first_, &RunModel::sampleChanged, this, &Comparison::follow);
    connect(&first_, &RunModel::ablationChanged, this, &Comparison::follow);
    connect(&first_, &RunModel::paddingChanged, this, [this] {
        if (second_) second_->setShowsPadding(first_.showsPadding());
    });
    connect(&first_, &RunModel::momentChanged, this, &Comparison::followMoment);
    // Pages lay themselves out anew: what fitted together may not any more.
    connect(&first_, &RunModel::networkChanged, this, [this] {
        if (second_) Q_EMIT changed();
    });
}

bool Comparison::sameHeads() const {
    if (!second_) return false;
    const NetworkConfig &a = first_.config().network, &b = second_->config().network;
    return a.numLayers == b.numLayers && a.numHeads == b.numHeads;
}

void Comparison::open(const QString& name, const RunConfig& config,
                      std::shared_ptr<const std::vector<float>> parameters, const DataNames& names,
                      const std::vector<Snapshot>& snapshots) {
    name_ = name.size() <= longestName
                ? name
                : name.left(longestName / 3) + QChar(0x2026) + name.right(longestName / 2);
    second_ = std::make_unique<RunModel>();
    // Answers about the one before must not pass for answers about this one.
    ++generation_;
    connect(second_.get(), &RunModel::inspectRequested, this, [this](InspectRequest request) {
        request.tag += generation_ << generationBit;
        Q_EMIT inspectRequested(request);
    });
    connect(second_.get(), &RunModel::momentRequested, this, &Comparison::momentRequested);
    second_->showNetwork(config, std::move(parameters), nullptr, names);
    second_->setSnapshots(snapshots);
    second_->setShowsPadding(first_.showsPadding());
    follow();
    followMoment();
    Q_EMIT changed();
}

void Comparison::close() {
    if (!second_) return;
    // Its widgets let go of it before it ends.
    const std::unique_ptr<RunModel> ended = std::move(second_);
    name_.clear();
    Q_EMIT changed();
}

void Comparison::follow() {
    if (!second_ || first_.sample().length() == 0) return;
    if (second_->config().data.task != first_.config().data.task) return;  // it keeps what it shows
    // It may see the padding where the first does not.
    const Sample sample = translated(first_.sample(), first_.names().vocabulary, second_->config(),
                                     second_->names().vocabulary);
    const auto numbers = sample.members.size() * static_cast<size_t>(second_->config().network.inputDim);
    if (sample.features.size() == numbers) second_->chooseSample(sample);
    second_->setAblation({{}, first_.ablation().hiddenTokens});
}

void Comparison::followMoment() {
    if (!second_ || second_->snapshots().empty()) return;
    if (!first_.moment()) {
        second_->chooseNow();
        return;
    }
    const auto away = [&](const Snapshot& snapshot) {
        return std::abs(snapshot.step - first_.moment()->step);
    };
    second_->chooseMoment(
        *std::min_element(second_->snapshots().begin(), second_->snapshots().end(),
                          [&](const Snapshot& a, const Snapshot& b) { return away(a) < away(b); }));
}

QString Comparison::caption() const {
    if (!second_ || !second_->moment()) return name_;
    return tr("%1, step %2").arg(name_, QString::number(second_->moment()->step));
}

void Comparison::setInspection(quint64 tag, const Inspection& inspection,
                               std::shared_ptr<const Explanation> explanation) {
    if (second_) second_->setInspection(ownTag(tag, generation_), inspection, std::move(explanation));
}

void Comparison::failInspection(quint64 tag) {
    if (second_) second_->failInspection(ownTag(tag, generation_));
}

HeatMapGridFigure differenceFigure(const HeatMapGridFigure& first, const HeatMapGridFigure& second) {
    HeatMapGridFigure figure = first;
    figure.setName(first.name() + QStringLiteral("-difference"));
    figure.setTitle(QObject::tr("Difference of two networks"));
    figure.valueLabel = QObject::tr("second − first");
    figure.scale.map = ColorMap::RedGrey;
    figure.scale.symmetric = true;
    if (figure.scale.mode != ScaleMode::PerMap) figure.scale.mode = ScaleMode::Shared;
    figure.wholeRange.reset();
    bool fits = first.maps.size() == second.maps.size();
    for (size_t i = 0; fits && i < figure.maps.size(); ++i) {
        HeatMap& map = figure.maps[i];
        fits = map.values.size() == second.maps[i].values.size();
        map.off = map.numbers = false;
        for (size_t k = 0; fits && k < map.values.size(); ++k)
            map.values[k] = second.maps[i].values[k] - map.values[k];
    }
    if (!fits) figure.maps.clear();
    return figure;
}

void shareRange(HeatMapGridFigure& first, HeatMapGridFigure& second) {
    if (first.scale.mode != ScaleMode::Shared && first.scale.mode != ScaleMode::Logarithmic) return;
    if (first.maps.empty() || second.maps.empty()) return;
    const auto rangeOf = [](const HeatMapGridFigure& figure) {
        return figure.wholeRange ? *figure.wholeRange : colorRange(figure.scale, figure.maps, 0);
    };
    ColorRange range = rangeOf(first);
    const ColorRange other = rangeOf(second);
    range.lo = std::min(range.lo, other.lo);
    range.hi = std::max(range.hi, other.hi);
    first.wholeRange = second.wholeRange = range;
}

ComparisonBar::ComparisonBar(Comparison& comparison, QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    label_ = new QLabel(this);
    label_->setAccessibleName(tr("What stands beside"));
    auto* close = new QPushButton(tr("close it"), this);
    close->setAccessibleName(tr("Close what stands beside"));
    close->setToolTip(tr("Show one network again"));
    close->setFocusPolicy(Qt::TabFocus);
    layout->addWidget(label_);
    layout->addWidget(close);
    layout->addStretch(1);
    connect(close, &QPushButton::clicked, &comparison, &Comparison::close);
    const auto refresh = [this, &comparison] {
        setVisible(comparison.second() != nullptr);
        label_->setText(comparison.sameHeads()
                            ? tr("beside: %1").arg(comparison.name())
                            : tr("beside: %1 · other layers or heads: click one head in each grid to compare "
                                 "the two")
                                  .arg(comparison.name()));
    };
    connect(&comparison, &Comparison::changed, this, refresh);
    refresh();
}

}  // namespace attx
