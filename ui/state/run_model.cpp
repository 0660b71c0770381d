#include "ui/state/run_model.h"

#include <algorithm>
#include <utility>

#include "model/data/set_task.h"

namespace attx {
namespace {

struct Sample {
    std::vector<int32_t> tokens, expected;
};

/// A row of a table as tokensOfRow gives it, with as many labels as the network has answers.
Sample sampleOf(const NetworkConfig& network, const Table& table, int64_t row) {
    if (table.tokens.empty()) return {};  // vectors are not looked at row by row
    Sample sample{tokensOfRow(network, table, row), {}};
    const bool one = network.output == OutputKind::Pooled;
    const auto begin = table.labels.begin() + (one ? row : row * table.length);
    sample.expected.assign(begin, begin + (one ? 1 : static_cast<std::ptrdiff_t>(sample.tokens.size())));
    return sample;
}

/// Something to look at before there are data: 0 1 2 … and again from 0.
std::vector<int32_t> countedTokens(const DataConfig& data) {
    std::vector<int32_t> tokens(static_cast<size_t>(std::max(data.length, 1)));
    for (size_t i = 0; i < tokens.size(); ++i)
        tokens[i] = static_cast<int32_t>(i % static_cast<size_t>(std::max(data.numCategories, 1)));
    return tokens;
}

}  // namespace

SetSample setOf(const Table& table, const DataNames& names, std::span<const int32_t> rows,
                int32_t firstNumber) {
    SetSample set;
    std::vector<int32_t> classes;
    for (const int32_t row : rows) {
        const auto from = table.features.begin() + int64_t{row} * table.featureDim;
        set.members.push_back(firstNumber + row);
        set.features.insert(set.features.end(), from, from + table.featureDim);
        classes.push_back(table.classes[static_cast<size_t>(row)]);
        set.names.push_back(names.classes[static_cast<size_t>(classes.back())]);
    }
    set.odd = oddOneOut(classes);
    return set;
}

RunModel::RunModel(QObject* parent) : QObject(parent) {}

void RunModel::showNetwork(const RunConfig& config, std::shared_ptr<const std::vector<float>> parameters,
                           std::shared_ptr<const DataSet> data, const DataNames& names) {
    const bool sameData = data && data == data_ && sameTables(config.data, config_.data);
    const bool sameMask = config.network.maskPadding == config_.network.maskPadding;
    const Ablation before = ablation_;
    const auto [layers, heads] = std::pair(config_.network.numLayers, config_.network.numHeads);
    if (config.network.numLayers != layers || config.network.numHeads != heads) ablation_.headGates.clear();
    keepCurves();
    config_ = config;
    parameters_ = latest_ = std::move(parameters);
    data_ = std::move(data);
    names_ = names;
    result_.reset();
    progress_ = {};
    metrics_ = {};
    name_.clear();
    if (!sameData)
        validationSets_ = data_ && config_.data.task == TaskKind::Sets
                              ? evaluationRows(data_->validation, config_.data)
                              : std::vector<int32_t>();
    if (!sameData || tokens_.empty()) {
        takeSampleThatFits();
        ablation_.hiddenTokens.clear();
    } else if (const auto valid = validPositions(); valid && !sameMask) {
        if (sample_ >= 0)
            takeSample(sample_);
        else
            tokens_ = paddedFor(config_, std::move(tokens_), *valid);
        ablation_.hiddenTokens.clear();
    }
    explanation_.reset();
    inTheAir_ = false;  // what is asked about another network is of no use: its answer is ignored
    snapshots_.clear();
    moment_.reset();
    momentWaits_ = false;
    Q_EMIT networkChanged();
    Q_EMIT metricsReset();
    Q_EMIT progressChanged();
    Q_EMIT sampleChanged();
    Q_EMIT snapshotsChanged();
    Q_EMIT momentChanged();
    if (ablation_ != before) Q_EMIT ablationChanged();
    requestInspection();
}

void RunModel::beginRun(const QString& name, const QString& device) {
    keepCurves();
    name_ = name;
    device_ = device;
    metrics_ = {};
    resumedStep_ = 0;
    result_.reset();
    progress_ = {};
    chooseNow();
    setSnapshots({});
    Q_EMIT metricsReset();
    Q_EMIT progressChanged();
}

void RunModel::forgetName() {
    name_.clear();
    Q_EMIT progressChanged();
}

void RunModel::setDevice(const QString& device) {
    device_ = device;
    Q_EMIT progressChanged();
}

void RunModel::setState(RunState state) {
    if (state == state_) return;
    const bool ran = isRunning();
    state_ = state;
    if (!ran && isRunning()) chooseNow();
    Q_EMIT stateChanged(state);
}

void RunModel::setLearningRate(double rate) { config_.training.learningRate = rate; }

void RunModel::setMetrics(const RunMetrics& metrics) {
    metrics_ = metrics;
    resumedStep_ = metrics.steps.empty() ? 0 : metrics.steps.back().step;
    Q_EMIT metricsReset();
}

void RunModel::addProgress(const TrainProgress& progress) {
    metrics_.steps.insert(metrics_.steps.end(), progress.steps.begin(), progress.steps.end());
    if (progress.epoch) metrics_.epochs.push_back(*progress.epoch);
    progress_ = progress;
    progress_.steps.clear();
    if (!progress.steps.empty()) Q_EMIT stepsAdded();
    if (progress.epoch) Q_EMIT epochAdded(*progress.epoch);
    Q_EMIT progressChanged();
    if (!progress.parameters) return;
    latest_ = progress.parameters;
    if (moment_) return;
    parameters_ = latest_;
    requestInspection();
}

void RunModel::setSnapshots(const std::vector<Snapshot>& snapshots) {
    snapshots_ = snapshots;
    Q_EMIT snapshotsChanged();
}

void RunModel::chooseMoment(const Snapshot& snapshot) {
    if (moment_ == snapshot) return;
    moment_ = snapshot;
    momentWaits_ = true;
    Q_EMIT momentChanged();
    Q_EMIT momentRequested(snapshot);
}

void RunModel::chooseNow() {
    if (!moment_) return;
    moment_.reset();
    momentWaits_ = false;
    parameters_ = latest_;
    Q_EMIT momentChanged();
    Q_EMIT parametersChosen();
    requestInspection();
}

void RunModel::setMomentParameters(const Snapshot& snapshot,
                                   std::shared_ptr<const std::vector<float>> parameters) {
    if (moment_ != snapshot) return;
    momentWaits_ = false;
    parameters_ = std::move(parameters);
    Q_EMIT parametersChosen();
    requestInspection();
}

void RunModel::failMoment(const Snapshot& snapshot) {
    if (moment_ == snapshot) chooseNow();
}

void RunModel::setResult(const RunResult& result) {
    result_ = result;
    if (!result.device.empty()) device_ = QString::fromStdString(result.device);
    Q_EMIT resultChanged();
}

void RunModel::setInspection(quint64 tag, const Inspection& inspection,
                             std::shared_ptr<const Explanation> explanation) {
    if (!inTheAir_ || tag != tag_) return;
    inTheAir_ = false;
    // An answer about older parameters of this sample is worth showing until the next one is there; one
    // about another sample is not.
    const bool wanted = inspection.tokens == tokens_;
    const bool explained = wanted && explanation;
    if (wanted) inspection_ = inspection;
    if (explained) explanation_ = std::move(explanation);
    if (requestWaits_) requestInspection();
    if (wanted) Q_EMIT inspectionChanged();
    if (explained) Q_EMIT explanationChanged();
}

void RunModel::failInspection(quint64 tag) {
    if (!inTheAir_ || tag != tag_) return;
    inTheAir_ = false;
    if (requestWaits_) requestInspection();
    Q_EMIT inspectionFailed();
}

void RunModel::chooseTokens(const std::vector<int32_t>& tokens, const std::vector<int32_t>& expected,
                            const QString& text) {
    if (tokens == tokens_ && expected == expected_ && text == text_ && sample_ < 0) return;
    tokens_ = tokens;
    expected_ = expected;
    text_ = text;
    sample_ = -1;
    showTokens();
}

void RunModel::chooseSample(qint64 row) {
    if (sampleCount() == 0) return;
    takeSample(std::clamp<int64_t>(row, 0, sampleCount() - 1));
    showTokens();
}

void RunModel::showTokens() {
    const bool hid = !ablation_.hiddenTokens.empty();
    ablation_.hiddenTokens.clear();
    Q_EMIT sampleChanged();
    if (hid) Q_EMIT ablationChanged();
    requestInspection();
}

std::optional<int> RunModel::validPositions() const {
    if (config_.data.task == TaskKind::Text) return std::ssize(tokens_) - paddingOf(tokens_);
    if (config_.data.task == TaskKind::Sets || sample_ < 0 || !data_ || data_->validation.lengths.empty())
        return std::nullopt;
    return data_->validation.lengths[static_cast<size_t>(sample_)];
}

int RunModel::paddingOf(const std::vector<int32_t>& tokens) const {
    if (config_.data.task != TaskKind::Text) return 0;
    return paddingBehind(tokens);
}

int RunModel::shownPositions(const std::vector<int32_t>& tokens) const {
    const auto all = static_cast<int>(tokens.size());
    return std::max(all - (showsPadding_ ? 0 : paddingOf(tokens)), std::min(all, 1));
}

void RunModel::setShowsPadding(bool shows) {
    if (shows == showsPadding_) return;
    showsPadding_ = shows;
    Q_EMIT paddingChanged();
    Ablation ablation = ablation_;  // what is hidden can be clicked back
    std::erase_if(ablation.hiddenTokens,
                  [&](int32_t position) { return position >= shownPositions(tokens_); });
    setAblation(ablation);
}

bool RunModel::isHidden(int position) const {
    const std::vector<int32_t>& hidden = ablation_.hiddenTokens;
    return std::find(hidden.begin(), hidden.end(), position) != hidden.end();
}

int RunModel::headsOff() const {
    return static_cast<int>(std::count(ablation_.headGates.begin(), ablation_.headGates.end(), 0.0F));
}

void RunModel::setAblation(const Ablation& ablation) {
    if (ablation == ablation_) return;
    ablation_ = ablation;
    Q_EMIT ablationChanged();
    requestInspection();
}

void RunModel::toggleToken(int position) {
    const int shown = shownPositions(tokens_);
    if (position < 0 || position >= shown) return;
    Ablation ablation = ablation_;
    if (std::erase(ablation.hiddenTokens, position) == 0) ablation.hiddenTokens.push_back(position);
    if (std::ssize(ablation.hiddenTokens) < shown) setAblation(ablation);
}

void RunModel::wantExplanation(const std::optional<ExplainQuestion>& question) {
    question_ = question;
    if (question_) requestInspection();
}

void RunModel::requestInspection() {
    if (!parameters_ || tokens_.empty()) return;
    requestWaits_ = inTheAir_;
    if (inTheAir_) return;
    inTheAir_ = true;
    Q_EMIT inspectRequested(
        {++tag_, config_.network, parameters_, tokens_, question_, ablation_, features_, labels()});
}

void RunModel::keepCurves() {
    if (metrics_.steps.empty()) return;
    earlierRuns_.push_back({name_, config_.data.task, metrics_});
    if (earlierRuns_.size() > keptEarlierRuns) earlierRuns_.erase(earlierRuns_.begin());
}

void RunModel::takeSet(const SetSample& set) {
    tokens_ = set.members;
    text_.clear();
    features_ = set.features;
    labels_ = set.names;
    expected_.clear();
    if (set.odd >= 0) expected_.push_back(set.odd);
}

QList<QImage> RunModel::imagesOf(const std::vector<int32_t>& members) const {
    QList<QImage> images;
    if (!memberImages_ || config_.data.task != TaskKind::Sets) return images;
    for (const int32_t member : members) {
        images << memberImages_(member);
        if (images.back().isNull()) return {};
    }
    return images;
}

void RunModel::setMemberImages(std::function<QImage(int32_t)> source) {
    memberImages_ = std::move(source);
    Q_EMIT inspectionChanged();
}

void RunModel::chooseSet(const SetSample& set) {
    if (config_.data.task != TaskKind::Sets) return;
    takeSet(set);
    sample_ = -1;
    showTokens();
}

void RunModel::takeSample(int64_t row) {
    if (config_.data.task == TaskKind::Sets) {
        const auto size = static_cast<size_t>(config_.data.setSize);
        takeSet(setOf(data_->validation, data_->names,
                      std::span(validationSets_).subspan(static_cast<size_t>(row) * size, size)));
        sample_ = row;
        return;
    }
    features_.clear();
    labels_.clear();
    Sample sample = sampleOf(config_.network, data_->validation, row);
    tokens_ = std::move(sample.tokens);
    expected_ = std::move(sample.expected);
    const std::vector<std::string>& texts = data_->validation.texts;
    const auto at = static_cast<size_t>(row);
    text_ = at < texts.size() ? QString::fromStdString(texts[at]) : QString();
    sample_ = row;
}

void RunModel::takeSampleThatFits() {
    if (sampleCount() > 0) {
        takeSample(std::clamp<int64_t>(sample_, 0, sampleCount() - 1));
        return;
    }
    sample_ = -1;
    if (config_.data.task == TaskKind::Sets) {  // before there are images: what blank ones would give
        SetSample blank;
        for (int i = 0; i < config_.data.setSize; ++i) {
            blank.members.push_back(-1 - i);
            blank.names.push_back("blank " + std::to_string(i + 1));
        }
        blank.features.resize(blank.members.size() * static_cast<size_t>(config_.network.inputDim));
        takeSet(blank);
        return;
    }
    features_.clear();
    labels_.clear();
    tokens_ = countedTokens(config_.data);
    text_.clear();
    const bool known = config_.data.task == TaskKind::Sequences && config_.data.rule != LabelRule::Csv;
    expected_ = known ? applyRule(config_.data, tokens_) : std::vector<int32_t>();
}

}  // namespace attx
