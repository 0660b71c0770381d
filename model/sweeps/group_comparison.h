// Two groups of runs compared over their seeds: by how much their means differ, and how sure that is.
#pragma once
#include <optional>
#include <string>

#include "model/sweeps/counted_runs.h"
#include "model/sweeps/run_groups.h"

namespace attx {

struct GroupComparison {
    /// A value for each seed of the group: the best validation accuracy, averaged over the runs of the seed
    /// where the group has several.
    std::vector<double> a, b;
    CountedRuns runsA, runsB;
    double meanA = 0, meanB = 0;
    bool paired = false;  ///< Both groups have the same seeds: a[i] and b[i] are of the same one.
    struct Interval {
        double low = 0, high = 0;  ///< Ends of the 95 % confidence interval of meanA - meanB
        double freedom = 0;        ///< degrees of freedom of Student's t
        std::optional<double> p;   ///< two-sided; nothing where the runs do not vary at all
    };
    /// Of the difference meanA - meanB: nothing where a group has fewer than two seeds.
    std::optional<Interval> interval;
    std::string data;  ///< Difference between the data that the runs learned from; empty: none is known
    [[nodiscard]] double difference() const { return meanA - meanB; }
};
/// Where seeds pair, Student's t-test of the differences, otherwise Welch's (1947).
[[nodiscard]] GroupComparison compareGroups(const RunTable& table, const RunGroup& a, const RunGroup& b);

/// P(T <= t) for Student's t with `freedom` > 0 degrees of freedom.
[[nodiscard]] double studentProbability(double t, double freedom);
/// The t whose probability is `share`, in (0, 1).
[[nodiscard]] double studentQuantile(double share, double freedom);

}  // namespace attx
