#include "ui/state/mistake_search.h"

namespace attx {

MistakeSearch::MistakeSearch(RunModel& model, QObject* parent) : QObject(parent), model_(model) {
    connect(&model_, &RunModel::networkChanged, this, &MistakeSearch::forget);
}

bool MistakeSearch::canSearch() const { return model_.data() && model_.parameters(); }

void MistakeSearch::start() {
    if (!canSearch()) return;
    state_ = State::Searching;
    mistakes_.clear();
    done_ = 0;
    parameters_ = model_.parameters();
    gates_ = model_.ablation().headGates;
    Q_EMIT requested({++tag_, model_.config(), parameters_, model_.data(), {gates_, {}}});
    Q_EMIT changed();
}

void MistakeSearch::cancel() {
    if (state_ == State::Searching) forget();
}

void MistakeSearch::forget() {
    if (state_ == State::Searching) Q_EMIT cancelled();
    ++tag_;  // an answer under way is of no use
    state_ = State::None;
    mistakes_.clear();
    parameters_.reset();
    Q_EMIT changed();
}

void MistakeSearch::setProgress(quint64 tag, qint64 done) {
    if (tag != tag_) return;
    done_ = done;
    Q_EMIT changed();
}

void MistakeSearch::setFound(quint64 tag, const std::vector<Mistake>& mistakes) {
    if (tag != tag_) return;
    state_ = State::Found;
    mistakes_ = mistakes;
    Q_EMIT changed();
}

void MistakeSearch::fail(quint64 tag) {
    if (tag == tag_) forget();
}

}  // namespace attx
