#include "gpu/device/vulkan_session.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "model/network/ablation.h"
#include "model/network/positions.h"
#include "model/network/session_input.h"

namespace attx::gpu {
namespace {

using Seconds = std::chrono::duration<double>;

// A step that takes so many times as long as a submit may is submitted in pieces.
constexpr double longStep = 2;

// Steps of the first submit of a call at most: the device has nothing to do until they are uploaded.
constexpr size_t firstSteps = 32;

}  // namespace

VulkanSession::VulkanSession(Program program, const SessionOptions& options, const VulkanOptions& vulkan,
                             std::shared_ptr<SharedDevice> shared)
    : program_(std::move(program)),
      options_(options),
      vulkan_(vulkan),
      shared_(std::move(shared)),
      device_(shared_->device),
      slots_(slotsFor(program_, options)),
      pipelines_(shared_->pipelines),
      plan_(planFor(*shared_, program_, options_, vulkan_, slots_)),
      transfer_(device_),
      arena_(device_, plan_.arenaFloats * 4, Memory::Device, "the network"),
      results_(device_, plan_.resultFloats * 4, Memory::Device, "results"),
      read_(device_, plan_.resultFloats * 4, Memory::Readback, "results that are read"),
      stepBuffers_{
          Buffer(device_,
                 int64_t{2} * slots_ * (options.batch * program_.rowsPerSequence() + plan_.sortedRows) * 4,
                 Memory::Upload, "rows"),
          Buffer(device_, int64_t{2} * slots_ * options.batch * program_.loss().rows * 4, Memory::Upload,
                 "labels"),
          Buffer(device_, int64_t{2} * slots_ * sizeof(StepData), Memory::Upload, "steps")},
      tables_(device_, pipelines_, transfer_, stepBuffers_),
      train_(device_, pipelines_, plan_, plan_.train, arena_, results_),
      evaluate_(device_, pipelines_, plan_, plan_.evaluate, arena_, results_),
      forward_(device_, pipelines_, plan_, plan_.forward, arena_, results_),
      lossGradient_(device_, pipelines_, plan_, plan_.lossGradient, arena_, results_),
      backward_(device_, pipelines_, plan_, plan_.backward, arena_, results_),
      pool_(makePool(device_)),
      submitsLeft_(vulkan.loseDeviceAfter) {
    if (vulkan_.profile && !device_.keepsTime())
        throw inputError("The device " + device_.info().name +
                         " does not tell the time that its kernels take. Train without --profile.");
    pipelines_.save();
    shared_->tuner.save();
    transfer_.zero(arena_);
    const std::vector<float> positions = positionalEncoding(program_.length, program_.config.modelDim);
    transfer_.write(arena_, bytesAt(plan_.positions), positions.data(), int64_t(positions.size() * 4));
    if (plan_.turns >= 0) {
        Turns turns = rotaryTurns(program_);
        turns.cosines.insert(turns.cosines.end(), turns.sines.begin(), turns.sines.end());
        transfer_.write(arena_, bytesAt(plan_.turns), turns.cosines.data(),
                        int64_t(turns.cosines.size() * 4));
    }
    if (options_.train)
        transfer_.write(arena_, bytesAt(plan_.places), plan_.gradientPlaces.data(),
                        int64_t(plan_.gradientPlaces.size() * sizeof(GradientPlace)));
    if (!plan_.operations.empty())
        transfer_.write(arena_, bytesAt(plan_.operationList), plan_.operations.data(),
                        int64_t(plan_.operations.size() * sizeof(SequenceOp)));
    VulkanSession::setAblation({});
    for (Flight& flight : flights_) flight.fence = {device_.handle(), vk::FenceCreateInfo{}};
}

VulkanSession::~VulkanSession() {
    try {
        for (const Flight& flight : flights_)
            if (flight.busy) waitFor(device_, flight.fence);
    } catch (const vk::SystemError&) {  // a lost device holds nothing back
    }
}

std::string VulkanSession::device() const { return "Vulkan, " + device_.info().name; }

void VulkanSession::writePadded(int buffer, std::span<const float> values) {
    std::vector<float> padded(size_t(plan_.parameterFloats), 0.0f);
    for (size_t i = 0; i < program_.parameters.size(); ++i) {
        const ParameterInfo& p = program_.parameters[i];
        std::copy_n(values.begin() + p.offset, p.size(), padded.begin() + plan_.parameterAt[i]);
    }
    transfer_.write(arena_, bytesAt(buffer), padded.data(), plan_.parameterFloats * 4);
}

std::vector<float> VulkanSession::readPadded(int buffer) {
    const std::vector<float> padded = readBuffer(buffer, plan_.parameterFloats);
    std::vector<float> values(size_t(program_.parameterCount()));
    for (size_t i = 0; i < program_.parameters.size(); ++i) {
        const ParameterInfo& p = program_.parameters[i];
        std::copy_n(padded.begin() + plan_.parameterAt[i], p.size(), values.begin() + p.offset);
    }
    return values;
}

std::vector<float> VulkanSession::readBuffer(int buffer, int64_t floats) {
    std::vector<float> values(static_cast<size_t>(floats));
    transfer_.read(arena_, bytesAt(buffer), values.data(), floats * 4);
    return values;
}

void VulkanSession::writeParameters(std::span<const float> values) {
    requireParameters(program_, values);
    writePadded(plan_.parameters, values);
}

std::vector<float> VulkanSession::readParameters() { return readPadded(plan_.parameters); }

void VulkanSession::writeOptimiser(const OptimiserState& state) {
    requireOptimiser(program_, state);
    step_ = state.step;
    writePadded(plan_.first, state.first);
    writePadded(plan_.second, state.second);
}

OptimiserState VulkanSession::readOptimiser() {
    return {step_, readPadded(plan_.first), readPadded(plan_.second)};
}

void VulkanSession::bind(const Table& table) {
    bound_ = nullptr;
    if (!table.counts.empty())
        throw inputError("Tokens that count as several keys are the processor's alone.");
    bound_ = &tables_.get(table, program_, [this](int number) {
        std::erase_if(commands_, [&](const auto& entry) { return std::get<5>(entry.first) == number; });
    });
}

void VulkanSession::fillSlot(uint32_t slot, std::span<const int32_t> rows, std::span<const int32_t> labels,
                             const StepScalars& scalars, int64_t step, float smoothing) {
    const auto perSequence = size_t(program_.rowsPerSequence());
    const auto put = [&](const Buffer& buffer, std::span<const int32_t> values, size_t each,
                         int32_t missing) {
        int32_t* to = buffer.data<int32_t>() + slot * each;
        std::ranges::copy(values, to);
        std::fill(to + values.size(), to + each, missing);
    };
    const auto B = size_t(options_.batch);
    put(stepBuffers_.rows, rows, B * perSequence, 0);
    put(stepBuffers_.labels, labels, B * size_t(program_.loss().rows), -1);
    stepBuffers_.steps.data<StepData>()[slot] = {.learningRate = scalars.learningRate,
                                                 .correction1 = scalars.correction1,
                                                 .correction2 = scalars.correction2,
                                                 .lossScale = lossScale(labels),
                                                 .step = uint32_t(step),
                                                 .seedLow = uint32_t(options_.seed),
                                                 .seedHigh = uint32_t(options_.seed >> 32),
                                                 .smoothing = smoothing};
}

void VulkanSession::sortRows(uint32_t slot, std::span<const int32_t> rows) {
    if (plan_.sortedRows == 0) return;
    const auto T = size_t(program_.given()), N = size_t(plan_.sortedRows);
    const auto tokenOf = [&](size_t n) {
        const size_t row = n / T < rows.size() ? size_t(rows[n / T]) : 0;
        return size_t(table()->tokens[row * T + n % T]);
    };
    sortedEnd_.assign(size_t(program_.config.inputDim) + 1, 0);  // Counting sort by token
    for (size_t n = 0; n < N; ++n) ++sortedEnd_[tokenOf(n) + 1];
    std::partial_sum(sortedEnd_.begin(), sortedEnd_.end(), sortedEnd_.begin());
    int32_t* const sorted = stepBuffers_.rows.data<int32_t>() +
                            size_t{2} * slots_ * size_t(options_.batch * program_.rowsPerSequence()) +
                            slot * N;
    for (size_t n = 0; n < N; ++n) sorted[sortedEnd_[tokenOf(n)]++] = int32_t(n);
}

const vk::raii::CommandBuffer& VulkanSession::commands(const Recorder& recorder, uint32_t slot,
                                                       uint32_t count, size_t first, size_t last) {
    const CommandsKey key{&recorder, slot, count, first, last, bound_->number};
    if (const auto it = commands_.find(key); it != commands_.end()) return it->second;
    vk::raii::CommandBuffer made = makeCommands(device_, pool_);
    made.begin(vk::CommandBufferBeginInfo{});
    Recorder::begin(made);
    Hazards hazards;
    for (uint32_t i = 0; i < count; ++i) recorder.record(made, hazards, *bound_->set, slot + i, first, last);
    if (last == recorder.size()) copyResults(made, recorder, slot, count);
    Recorder::end(made);
    made.end();
    return commands_.emplace(key, std::move(made)).first->second;
}

void VulkanSession::copyResults(const vk::raii::CommandBuffer& commands, const Recorder& recorder,
                                uint32_t slot, uint32_t count) const {
    std::vector<vk::BufferCopy> copies;
    const auto copy = [&](int buffer, size_t bytesOfStep) {
        const vk::DeviceSize first = static_cast<vk::DeviceSize>(bytesAt(buffer)) + slot * bytesOfStep;
        copies.push_back({.srcOffset = first, .dstOffset = first, .size = count * bytesOfStep});
    };
    if (&recorder == &train_) {
        copy(plan_.lossParts, plan_.trainLossGroups * sizeof(LossPart));
        copy(plan_.stepResults, sizeof(StepResult));
    } else if (&recorder == &evaluate_) {
        copy(plan_.lossParts, plan_.lossGroups * sizeof(LossPart));
    } else {
        return;
    }
    Recorder::beforeCopy(commands);
    commands.copyBuffer(results_.handle(), read_.handle(), copies);
}

void VulkanSession::submit(const vk::raii::CommandBuffer& commands, const vk::raii::Fence& fence) {
    if (submitsLeft_ == 0) throw vk::DeviceLostError("as asked for");
    if (submitsLeft_ > 0) --submitsLeft_;
    device_.submit(commands, fence);
}

bool VulkanSession::runInPieces(const Recorder& recorder, size_t together) {
    const size_t alone = recorder.size() - together;
    double& dispatchSeconds = dispatchSeconds_[&recorder];
    const double inTime = dispatchSeconds > 0 ? vulkan_.submitSeconds / dispatchSeconds : 1;
    const size_t piece = size_t(std::clamp(inTime, 1.0, double(std::max<size_t>(alone, 1))));
    const Clock::time_point start = Clock::now();
    const vk::raii::Fence& fence = flights_[0].fence;
    for (size_t first = 0; first < recorder.size();) {
        if (interrupted()) return false;
        const size_t last = first < alone ? std::min(alone, first + piece) : recorder.size();
        submit(commands(recorder, 0, 1, first, last), fence);
        waitFor(device_, fence);
        first = last;
    }
    dispatchSeconds = Seconds(Clock::now() - start).count() / double(recorder.size());
    return true;
}

void VulkanSession::runWithTimestamps(const Recorder& recorder) {
    const auto count = uint32_t(recorder.size());
    const vk::raii::QueryPool queries(
        device_.handle(),
        vk::QueryPoolCreateInfo{.queryType = vk::QueryType::eTimestamp, .queryCount = count + 1});
    const vk::raii::CommandBuffer timed = makeCommands(device_, pool_);
    timed.begin(vk::CommandBufferBeginInfo{.flags = vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
    timed.resetQueryPool(*queries, 0, count + 1);
    Recorder::begin(timed);
    timed.writeTimestamp(vk::PipelineStageFlagBits::eBottomOfPipe, *queries, 0);
    for (uint32_t i = 0; i < count; ++i) {
        Hazards alone;
        recorder.record(timed, alone, *bound_->set, 0, i, i + 1);
        Recorder::begin(timed);  // nothing overlaps, so that each time is its kernel's own
        timed.writeTimestamp(vk::PipelineStageFlagBits::eBottomOfPipe, *queries, i + 1);
    }
    copyResults(timed, recorder, 0, 1);
    Recorder::end(timed);
    timed.end();
    submit(timed, flights_[0].fence);
    waitFor(device_, flights_[0].fence);
    const auto [result, ticks] =
        queries.getResults<uint64_t>(0, count + 1, (count + 1) * sizeof(uint64_t), sizeof(uint64_t),
                                     vk::QueryResultFlagBits::e64 | vk::QueryResultFlagBits::eWait);
    for (uint32_t i = 0; i < count; ++i) {
        const Dispatch& dispatch = recorder.dispatch(i);
        KernelProfile::Entry& entry = vulkan_.profile->kernels[dispatch.kernel + " " + dispatch.label];
        entry.microseconds += device_.seconds(ticks[i], ticks[i + 1]) * 1e6;
        ++entry.runs;
    }
    vulkan_.profile->dispatches = recorder.size();
    vulkan_.profile->rounds = repeatedRounds(plan_, plan_.train);
    vulkan_.profile->whyManyKernels = plan_.whyManyKernels;
    ++vulkan_.profile->steps;
}

EvaluationSums VulkanSession::lossAt(uint32_t slot, uint32_t groups) const {
    const auto* parts =
        reinterpret_cast<const LossPart*>(read_.data<float>() + plan_.buffers[plan_.lossParts].at) +
        slot * groups;
    EvaluationSums sums;
    for (uint32_t i = 0; i < groups; ++i) {
        sums.loss += parts[i].broken > 0 ? std::numeric_limits<double>::quiet_NaN() : double(parts[i].loss);
        sums.correct += parts[i].correct;
        sums.counted += parts[i].counted;
    }
    return sums;
}

StepMetrics VulkanSession::metricsAt(uint32_t slot) const {
    const auto* steps =
        reinterpret_cast<const StepResult*>(read_.data<float>() + plan_.buffers[plan_.stepResults].at);
    const EvaluationSums sums = lossAt(slot, plan_.trainLossGroups);
    return {static_cast<float>(sums.meanLoss()), float(sums.accuracy()), steps[slot].gradNorm};
}

uint32_t VulkanSession::stepsOfSubmit(double seconds, size_t left, bool idle) const {
    const auto inTime = size_t(std::max(1.0, vulkan_.submitSeconds / seconds));
    const size_t wanted = vulkan_.stepsPerCommandBuffer > 0 ? size_t(vulkan_.stepsPerCommandBuffer) : inTime;
    return uint32_t(std::bit_floor(std::min({wanted, left, size_t(slots_), idle ? firstSteps : SIZE_MAX})));
}

void VulkanSession::collect(Flight& flight, std::span<StepMetrics> results) {
    waitFor(device_, flight.fence);
    flight.busy = false;
    const Clock::time_point now = Clock::now();
    stepSeconds_ = Seconds(now - std::max(flight.submitted, collected_)).count() / double(flight.count);
    collected_ = now;
    for (size_t i = 0; i < flight.count; ++i)
        results[flight.first + i] = metricsAt(flight.slot + uint32_t(i));
    step_ += int64_t(flight.count);
}

size_t VulkanSession::train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                            std::span<StepMetrics> results) {
    const auto each = size_t(options_.batch) * size_t(program_.rowsPerSequence());
    if (!options_.train) throw inputError("The session was not made to train.");
    if (rows.size() != scalars.size() * each || results.size() != scalars.size())
        throw inputError("train: " + std::to_string(rows.size()) + " rows for " +
                         std::to_string(scalars.size()) + " steps of " + std::to_string(each) + ".");
    (void)requireRows(program_, table(), rows, int64_t(rows.size()));
    const auto fill = [&](uint32_t slot, size_t i, int64_t step) {
        const auto own = rows.subspan(i * each, each);
        fillSlot(slot, own, requireLabels(program_, *table(), own), scalars[i], step,
                 float(options_.training.labelSmoothing));
        sortRows(slot, own);
    };
    size_t submitted = 0, done = 0;
    for (size_t turn = 0; !interrupted() || done < submitted; turn = 1 - turn) {
        Flight& flight = flights_[turn];
        if (flight.busy) {
            collect(flight, results);
            done = flight.first + flight.count;
        }
        if (submitted == scalars.size() || interrupted()) {
            if (done == submitted) break;
            continue;
        }
        if (vulkan_.profile || stepSeconds_ == 0 || stepSeconds_ > longStep * vulkan_.submitSeconds) {
            if (done < submitted) continue;  // the other flight comes first
            fill(0, done, step_);
            const Clock::time_point start = Clock::now();
            if (vulkan_.profile)
                runWithTimestamps(train_);
            else if (!runInPieces(train_, plan_.updates))
                break;
            stepSeconds_ = Seconds(Clock::now() - start).count();
            results[done] = metricsAt(0);
            ++step_;
            submitted = ++done;
            continue;
        }
        const uint32_t count = stepsOfSubmit(stepSeconds_, scalars.size() - submitted, done == submitted);
        flight.slot = uint32_t(turn) * slots_;
        flight.first = submitted;
        flight.count = count;
        for (uint32_t i = 0; i < count; ++i)
            fill(flight.slot + i, submitted + i, step_ + int64_t(submitted - done) + i);
        const vk::raii::CommandBuffer& recorded = commands(train_, flight.slot, count, 0, train_.size());
        flight.submitted = Clock::now();
        submit(recorded, flight.fence);
        flight.busy = true;
        submitted += count;
    }
    return done;
}

EvaluationSums VulkanSession::evaluate(std::span<const int32_t> rows) {
    (void)requireRows(program_, table(), rows, int64_t(rows.size()));
    const auto each = size_t(options_.batch) * size_t(program_.rowsPerSequence());
    const size_t batches = (rows.size() + each - 1) / each;
    const auto fill = [&](uint32_t slot, size_t i) {
        const auto own = rows.subspan(i * each, std::min(each, rows.size() - i * each));
        fillSlot(slot, own, requireLabels(program_, *table(), own), {}, 0, 0);
    };
    EvaluationSums sums;
    size_t submitted = 0;
    for (size_t turn = 0;; turn = 1 - turn) {
        Flight& flight = flights_[turn];
        if (flight.busy) {
            waitFor(device_, flight.fence);
            flight.busy = false;
            for (uint32_t i = 0; i < flight.count; ++i) sums += lossAt(flight.slot + i, plan_.lossGroups);
            evaluationSeconds_ =
                Seconds(Clock::now() - std::max(flight.submitted, collected_)).count() / double(flight.count);
            collected_ = Clock::now();
        }
        const bool idle = !flights_[0].busy && !flights_[1].busy;
        if (submitted == batches || interrupted()) {
            if (idle) return sums;
        } else if (evaluationSeconds_ == 0 || evaluationSeconds_ > longStep * vulkan_.submitSeconds) {
            if (!idle) continue;
            fill(0, submitted++);
            const Clock::time_point start = Clock::now();
            if (!runInPieces(evaluate_, 0)) return {};
            evaluationSeconds_ = Seconds(Clock::now() - start).count();
            sums += lossAt(0, plan_.lossGroups);
        } else {
            flight.slot = uint32_t(turn) * slots_;
            flight.count = stepsOfSubmit(evaluationSeconds_, batches - submitted, idle);
            for (uint32_t i = 0; i < flight.count; ++i) fill(flight.slot + i, submitted++);
            const vk::raii::CommandBuffer& recorded =
                commands(evaluate_, flight.slot, uint32_t(flight.count), 0, evaluate_.size());
            flight.submitted = Clock::now();
            submit(recorded, flight.fence);
            flight.busy = true;
        }
    }
}

void VulkanSession::setAblation(const Ablation& ablation) {
    requireAblation(program_, ablation);
    const auto write = [&](int buffer, const std::vector<float>& values) {
        transfer_.write(arena_, bytesAt(buffer), values.data(), int64_t(values.size() * 4));
    };
    const auto heads = size_t(program_.config.numHeads);
    std::vector<float> gates(size_t(plan_.buffers[plan_.gates].floats), 1.0f);
    for (size_t i = 0; i < ablation.headGates.size(); ++i)
        gates[i / heads * size_t(aligned(program_.config.numHeads)) + i % heads] = ablation.headGates[i];
    write(plan_.gates, gates);
    std::vector<float> hidden(size_t(program_.length), 0.0f);
    for (const int32_t position : ablation.maskedTokens) hidden[position] = 1.0f;
    write(plan_.hidden, hidden);
}

void VulkanSession::forward(std::span<const int32_t> rows) {
    if (!options_.keepTensors) throw inputError("The session was not made to keep tensors.");
    keptSequences_ = requireRows(program_, table(), rows, options_.batch);
    keptRows_.assign(rows.begin(), rows.end());
    fillSlot(0, rows, {}, {}, 0, 0);
    sortRows(0, rows);
    (void)runInPieces(forward_, 0);
}

void VulkanSession::backward(std::span<const float> logitsGradient) {
    if (!options_.train || !options_.keepTensors || keptSequences_ == 0)
        throw inputError("backward() needs a forward() in a session with gradients.");
    if (logitsGradient.empty()) {
        fillSlot(0, keptRows_, requireLabels(program_, *table(), keptRows_), {}, 0, 0);
        (void)runInPieces(lossGradient_, 0);
    } else {
        requireLogitsGradient(program_, logitsGradient, keptSequences_);
        const PlanBuffer& buffer = plan_.buffers[plan_.gradients[program_.logits]];
        std::vector<float> whole(size_t(buffer.floats), 0.0f);
        std::ranges::copy(logitsGradient, whole.begin());
        transfer_.write(arena_, buffer.at * 4, whole.data(), buffer.floats * 4);
    }
    (void)runInPieces(backward_, 0);
}

std::vector<float> VulkanSession::read(TensorId tensor) {
    const int buffer = plan_.values[tensor];
    if (!options_.keepTensors) throw inputError("The session was not made to keep this.");
    requireKept(program_, tensor, buffer >= 0);
    return readBuffer(buffer, keptSequences_ * program_.tensors[tensor].size());
}

std::vector<float> VulkanSession::readGradient(TensorId tensor) {
    const int buffer = plan_.gradients[tensor];
    if (options_.keepTensors) requireKept(program_, tensor, plan_.values[tensor] >= 0);
    if (!options_.keepTensors || buffer < 0) throw inputError("The session was not made to keep this.");
    return readBuffer(buffer, keptSequences_ * program_.tensors[tensor].size());
}

std::vector<float> VulkanSession::readParameterGradient() {
    if (!options_.train) throw inputError("The session was not made to keep this.");
    return readPadded(plan_.gradient);
}

}  // namespace attx::gpu
