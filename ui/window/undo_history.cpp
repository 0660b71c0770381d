#include "ui/window/undo_history.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <algorithm>
#include <set>
#include <utility>

#include "model/config/presets.h"
#include "model/config/settings.h"
#include "ui/form/config_form.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

constexpr size_t mostSteps = 200;

bool isTypedIn(const QWidget* widget) {
    return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
           qobject_cast<const QPlainTextEdit*>(widget);
}

/// Those that the form has.
std::vector<const KeyInfo*> changedKeys(UndoHistory::Change<RunConfig> change) {
    std::vector<const KeyInfo*> keys;
    for (const KeyInfo& key : runConfigKeys())
        if ((key.form.label || key.path == "device") &&
            valueText(key, change.before) != valueText(key, change.after))
            keys.push_back(&key);
    return keys;
}

// Whether a change goes on with the last one, so that both are undone together; `typed`: in one field.

bool continues(const UndoHistory::Change<UndoHistory::Looked>& last,
               const UndoHistory::Change<UndoHistory::Looked>& next, bool typed) {
    const auto isOwnSet = [](const Sample& sample) {
        return sample.from.source == SampleSource::Own && !sample.members.empty();
    };
    // An image that is taken from a set is clicked first, which shows that set for a moment.
    const std::vector<SampleRow>& was = last.before.sample.members;
    if (isOwnSet(last.before.sample) && !isOwnSet(last.after.sample) && isOwnSet(next.after.sample) &&
        next.after.sample.members.size() == was.size() + 1 &&
        std::ranges::equal(was, std::span(next.after.sample.members).first(was.size())))
        return true;
    return typed && last.before.sample != last.after.sample && next.before.sample != next.after.sample;
}

bool continues(const UndoHistory::Change<RunConfig>& last, const UndoHistory::Change<RunConfig>& next,
               bool typed) {
    return typed && changedKeys(last) == changedKeys(next);
}

/// To where something else was done, however many pages were looked at since.
bool continues(const UndoHistory::Change<QString>&, const UndoHistory::Change<QString>&, bool) {
    return true;
}

std::set<int> ablatedIn(const Ablation& ablation) {
    std::set<int> heads;
    for (size_t i = 0; i < ablation.headGates.size(); ++i)
        if (ablation.headGates[i] == 0.0F) heads.insert(int(i));
    return heads;
}

std::vector<int> without(const std::set<int>& from, const std::set<int>& others) {
    std::vector<int> left;
    std::set_difference(from.begin(), from.end(), others.begin(), others.end(), std::back_inserter(left));
    return left;
}

}  // namespace

UndoHistory::UndoHistory(RunModel& model, TitleOf titleOf, QObject* parent)
    : QObject(parent),
      model_(model),
      titleOf_(std::move(titleOf)),
      looked_{model.sample(), model.ablation()} {
    connect(&model_.shown(), &Shown::networkChanged, this, &UndoHistory::followNetwork);
    connect(&model_.shown(), &Shown::sampleChanged, this, &UndoHistory::look);
    connect(&model_.shown(), &Shown::ablationChanged, this, &UndoHistory::look);
    connect(&model_, &RunModel::stateChanged, this, &UndoHistory::changed);
    connect(qApp, &QApplication::focusChanged, this, [this] { ++typing_; });
}

template <class State>
void UndoHistory::add(State& now, const State& next) {
    if (next == now) return;
    Change<State> change{std::exchange(now, next), next};
    if (applies_) return;
    undone_.clear();
    const int typing = isTypedIn(QApplication::focusWidget()) ? typing_ : 0;
    auto* last = done_.empty() ? nullptr : std::get_if<Change<State>>(&done_.back().change);
    if (last && continues(*last, change, typing > 0 && typing == done_.back().typing)) {
        last->after = next;
        if (last->after == last->before) done_.pop_back();
    } else {
        done_.push_back({std::move(change), typing});
        if (done_.size() > mostSteps) done_.erase(done_.begin());
    }
    Q_EMIT changed();
}

template <class State>
void UndoHistory::forget(const std::function<bool(const Change<State>&)>& isForgotten) {
    for (Steps* steps : {&done_, &undone_})
        std::erase_if(*steps, [&](const Step& step) {
            const auto* change = std::get_if<Change<State>>(&step.change);
            return change && isForgotten(*change);
        });
    Q_EMIT changed();
}

void UndoHistory::look() { add(looked_, {model_.sample(), model_.ablation()}); }

void UndoHistory::followNetwork() {
    looked_ = {model_.sample(), model_.ablation()};
    forget<Looked>([](const auto&) { return true; });
    forget<QString>([this](const Change<QString>& change) {
        return titleOf_(change.before).isEmpty() || titleOf_(change.after).isEmpty();
    });
}

void UndoHistory::formEdited(const RunConfig& config) { add(form_, config); }

void UndoHistory::formShown(const RunConfig& config) {
    if (config == form_) return;
    form_ = config;
    forget<RunConfig>([](const auto&) { return true; });
}

void UndoHistory::pageTurned(const QString& id, bool byPerson) {
    if (byPerson)
        add(page_, id);
    else
        page_ = id;
}

void UndoHistory::clear() {
    done_.clear();
    undone_.clear();
    Q_EMIT changed();
}

bool UndoHistory::canApply(const Steps& steps) const {
    return !steps.empty() &&
           !(std::holds_alternative<Change<RunConfig>>(steps.back().change) && model_.isBusy());
}

void UndoHistory::apply(Steps& from, Steps& to) {
    if (!canApply(from)) return;
    const QScopedValueRollback applies(applies_, true);
    to.push_back(std::move(from.back()));
    from.pop_back();
    const auto change = to.back().change;  // the steps may go with the network that follows
    std::visit([&](const auto& of) { show(&to == &undone_ ? of.before : of.after); }, change);
    ++typing_;
    Q_EMIT changed();
}

void UndoHistory::show(const Looked& looked) {
    model_.shown().chooseSample(looked.sample);
    model_.shown().setAblation(looked.ablation);
}

QString UndoHistory::textOf(const Steps& steps) const {
    return steps.empty()
               ? QString()
               : std::visit([this](const auto& change) { return textOf(change); }, steps.back().change);
}

QString UndoHistory::textOf(const Change<Looked>& change) const {
    const Sample& sample = change.after.sample;
    if (change.before.sample != sample)
        return sample.from.source == SampleSource::Own ? tr("own input")
                                                       : tr("sample %1").arg(sample.from.row + 1);
    const Ablation &old = change.before.ablation, &now = change.after.ablation;
    const std::set<int> headsOld = ablatedIn(old), headsNow = ablatedIn(now),
                        tokensOld(old.maskedTokens.begin(), old.maskedTokens.end()),
                        tokensNow(now.maskedTokens.begin(), now.maskedTokens.end());
    const std::vector<int> ablated = without(headsNow, headsOld), restored = without(headsOld, headsNow),
                           masked = without(tokensNow, tokensOld), unmasked = without(tokensOld, tokensNow);
    const size_t all = ablated.size() + restored.size() + masked.size() + unmasked.size();
    if (all > 1) return now.empty() ? tr("restore all") : tr("ablated heads and masked tokens");
    const int heads = model_.config().network.numHeads;
    const auto ofHead = [heads](const QString& text, int head) {
        return text.arg(head % heads + 1).arg(head / heads + 1);
    };
    if (!ablated.empty()) return ofHead(tr("ablate head %1 of layer %2"), ablated.front());
    if (!restored.empty()) return ofHead(tr("restore head %1 of layer %2"), restored.front());
    if (!masked.empty()) return tr("mask token %1").arg(masked.front() + 1);
    return unmasked.empty() ? tr("ablated heads and masked tokens")
                            : tr("unmask token %1").arg(unmasked.front() + 1);
}

QString UndoHistory::textOf(const Change<RunConfig>& change) const {
    RunConfig before = change.before, after = change.after;
    const std::string preset = presetOf(after);
    if (preset != presetOf(before) &&
        std::ranges::any_of(presets(), [&](const auto& known) { return known.first == preset; }))
        return tr("preset %1").arg(modelText(presetTitle(preset)));
    const std::vector<const KeyInfo*> keys = changedKeys(change);
    if (keys.size() != 1) return tr("%1 settings").arg(keys.size());
    const KeyInfo& key = *keys.front();
    return tr("%1: %2 → %3")
        .arg(keyText(key), valueText(key, valueText(key, before)), valueText(key, valueText(key, after)));
}

QString UndoHistory::textOf(const Change<QString>& change) const {
    return tr("page %1").arg(titleOf_(change.after));
}

}  // namespace attx
