// Heads through training: what kind of head each one was at every snapshot of a run, and what the network
// would have lost without it.
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/heads/head_patterns.h"
#include "model/inspect/subject.h"
#include "model/run/snapshots.h"

namespace attx {

/// What is drawn of a head over the snapshots.
struct HeadQuantity {
    const char* name;   ///< "entropy": on the command line
    const char* title;  ///< Title shown to the user
    const char* unit;   ///< Title of its axis, with the unit: "entropy (nats)"
};
/// Entropy, distance, importance, then the patterns in their order.
[[nodiscard]] const std::vector<HeadQuantity>& headQuantities();
/// Its number. Throws Error::Kind::Input that lists the names there are.
[[nodiscard]] size_t headQuantityNamed(const std::string& name);

struct HeadMoment {
    int64_t step = 0;
    std::vector<HeadKind> kinds;     ///< [L * NH]
    std::vector<double> importance;  ///< [L * NH], increase of the loss without the head (Michel et al. 2019)
};

struct HeadHistory {
    int layers = 0, heads = 0;
    int64_t samples = 0;              ///< Number of samples measured, the first ones of the validation data
    size_t snapshots = 0;             ///< Number of snapshots to measure
    std::vector<HeadMoment> moments;  ///< One for each snapshot measured so far, by rising step

    /// A quantity of a head, counted over all layers, at each moment; not-a-number: it has none.
    [[nodiscard]] std::vector<double> curve(size_t quantity, int head) const;
};

struct SteepestChange {
    size_t from = 0;   ///< the moment before the change, which is over at the next one
    double slope = 0;  ///< what the quantity grew by in each step; below 0: it fell
};
/// The largest change for each step between neighbouring snapshots, which lie unevenly: the first of equals;
/// nothing where no two neighbours differ. `steps` rise, and are as many as the values.
[[nodiscard]] std::optional<SteepestChange> steepestChange(const std::vector<double>& steps,
                                                           const std::vector<double>& curve);

/// Sequences of the validation data that heads through training are measured on.
inline constexpr int64_t historySamples = 64;

/// Reads each of `snapshots` of the run in `folder`, one after the other, and measures every head of it, none
/// ablated. One thread: others may be training. `progress` is told after each snapshot. Nothing once
/// `interrupt` is true. Throws Error::Kind::Input where there are no snapshots or no validation data with
/// labels, and for a snapshot of another network.
[[nodiscard]] std::optional<HeadHistory> headHistory(const Subject& subject, const std::string& folder,
                                                     const std::vector<Snapshot>& snapshots,
                                                     const std::function<void(const HeadHistory&)>& progress,
                                                     const std::atomic<bool>& interrupt);

}  // namespace attx
