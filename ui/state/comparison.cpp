#include "ui/state/comparison.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace attx {
namespace {

constexpr qsizetype longestName = 40;  // characters: captions must not widen the window

struct Both {
    QString first, second;
};

/// What differs between two names: of settings the other ones, else all behind their common beginning.
Both differing(const QString& first, const QString& second) {
    const QString between = QStringLiteral(" · ");
    const QStringList a = first.split(between), b = second.split(between);
    if (first == second || a.size() != b.size()) return {first, second};
    QStringList ofFirst, ofSecond;
    for (qsizetype i = 0; i < a.size(); ++i)
        if (a[i] != b[i]) ofFirst << a[i], ofSecond << b[i];
    if (a.size() > 1) return {ofFirst.join(between), ofSecond.join(between)};
    qsizetype same = std::ranges::mismatch(first, second).in1 - first.begin();
    while (same > 0 && first[same - 1].isLetterOrNumber()) --same;
    if (same == 0) return {first, second};
    return {QChar(0x2026) + first.mid(same), QChar(0x2026) + second.mid(same)};
}

}  // namespace

Comparison::Comparison(Shown& first, QObject* parent) : QObject(parent), first_(first) {
    connect(&first_, &Shown::sampleChanged, this, &Comparison::follow);
    connect(&first_, &Shown::ablationChanged, this, &Comparison::follow);
    connect(&first_, &Shown::paddingChanged, this, [this] {
        if (second_) second_->setShowsPadding(first_.showsPadding());
    });
    connect(&first_, &Shown::snapshotChosen, this, &Comparison::followSnapshot);
    // Pages lay themselves out again: what fitted together may not any more.
    connect(&first_, &Shown::networkChanged, this, [this] {
        if (!second_) return;
        if (sameTask()) return Q_EMIT changed();
        const QString ended = name();
        close();
        Q_EMIT closed(tr("The comparison with %1 is closed: it is a network for another task, with no answer "
                         "to what is shown now.")
                          .arg(ended));
    });
}

/// Else the second has no answer to what the first is asked.
bool Comparison::sameTask() const {
    return second_ && first_.config().data.task == second_->config().data.task;
}

bool Comparison::reads(const Sample& sample) const {
    return sample.features.size() ==
           (sample.members.size() - (sample.classToken ? 1 : 0)) * size_t(second_->config().network.inputDim);
}

QString Comparison::whyNot(Of what) const {
    if (!second_) return {};
    if (!sameTask()) return tr("is a network for another task: it has no answer to what is shown");
    if (what == Of::Curves)
        return run_.metrics.steps.empty() ? tr("is a checkpoint: it keeps no curves of its training")
                                          : QString();
    if (!reads(first_.sample()))
        return tr("reads features of %1 numbers, which these images do not have")
            .arg(second_->config().network.inputDim);
    if (first_.sample().kind() == SampleKind::Sequence &&
        first_.names().vocabulary.empty() != second_->names().vocabulary.empty())
        return tr("reads other tokens: each of these stands there for the one that has its number");
    if (what == Of::Heads && !sameHeads())
        return tr(
            "has other layers or heads: click one head in each grid to compare the two, and once more to "
            "enlarge them");
    return {};
}

bool Comparison::sameHeads() const {
    if (!second_) return false;
    const NetworkConfig &a = first_.config().network, &b = second_->config().network;
    return a.numLayers == b.numLayers && a.numHeads == b.numHeads;
}

void Comparison::open(const ComparedRun& run) {
    run_ = run;
    second_ = std::make_unique<Shown>(study_);
    connect(second_.get(), &Shown::snapshotRequested, this, &Comparison::snapshotRequested);
    second_->setShowsPadding(first_.showsPadding());
    second_->show(run.config, run.parameters, std::make_shared<const DataNames>(run.names),
                  placeholderSample(run.config, run.names), false);
    follow();
    followSnapshot();
    Q_EMIT changed();
}

void Comparison::close() {
    if (!second_) return;
    // Its widgets let go of it before it ends.
    const std::unique_ptr<Shown> ended = std::move(second_);
    study_.forget();
    run_ = {};
    Q_EMIT changed();
}

void Comparison::follow() {
    if (!sameTask() || first_.sample().length() == 0) return;  // it keeps what it shows
    // It may see the padding where the first does not.
    const Sample sample = translated(first_.sample(), first_.names().vocabulary, second_->config(),
                                     second_->names().vocabulary);
    if (reads(sample)) second_->chooseSample(sample);
    second_->setAblation({{}, first_.ablation().maskedTokens});
}

void Comparison::followSnapshot() {
    if (!second_ || run_.snapshots.empty()) return;
    if (!first_.snapshot()) return second_->chooseNow();
    const auto away = [&](const Snapshot& snapshot) {
        return std::abs(snapshot.step - first_.snapshot()->step);
    };
    second_->chooseSnapshot(*std::ranges::min_element(
        run_.snapshots, [&](const Snapshot& a, const Snapshot& b) { return away(a) < away(b); }));
}

QString Comparison::nameAt(const QString& name, const Shown& shown) {
    return shown.snapshot() ? tr("%1, step %2").arg(name, QString::number(shown.snapshot()->step)) : name;
}

QString Comparison::shortened(const QString& name) {
    if (name.size() <= longestName) return name;
    return name.left(longestName / 3) + QChar(0x2026) + name.right(longestName / 2);
}

QString Comparison::caption() const { return second_ ? nameAt(name(), *second_) : name(); }

Comparison::Captions Comparison::names(const QString& firstName) const {
    const QString first = nameAt(firstName.isEmpty() ? tr("this network") : firstName, first_),
                  second = second_ ? nameAt(run_.name, *second_) : run_.name;
    return {first, second, tr("%1 − %2").arg(second, first)};
}

Comparison::Captions Comparison::captions(const QString& firstName) const {
    QString mine = firstName.isEmpty() ? tr("this network") : firstName, other = run_.name;
    const QString sweep = mine.section(QLatin1String(": "), 0, 0) + QLatin1String(": ");
    if (mine.startsWith(sweep) && other.startsWith(sweep))
        mine.remove(0, sweep.size()), other.remove(0, sweep.size());
    const Shown& beside = second_ ? *second_ : first_;
    const bool haveSteps = nameAt({}, first_) != nameAt({}, beside);
    const auto shorter = [&](const QString& differs, const QString& which, const Shown& shown) {
        return haveSteps ? nameAt(differs, shown) + orShorter + nameAt(which, shown)
                         : differs + orShorter + which;
    };
    const Both differ = differing(mine, other);
    const QString first = nameAt(mine, first_), second = nameAt(other, beside);
    return {first, second, tr("%1 − %2").arg(second, first),
            //: The network that is shown, where the names of two compared ones have no room.
            shorter(differ.first, tr("this"), first_),
            //: The network that is compared with the one shown.
            shorter(differ.second, tr("other"), beside)};
}

}  // namespace attx
