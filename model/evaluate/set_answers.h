// What a network answers to many sets: who the odd one is, how sure, how wrong.
#pragma once
#include <functional>
#include <optional>

#include "model/inspect/subject.h"

namespace attx {

struct SetAnswers {
    int size = 0;                      ///< T, members of a set
    std::vector<int32_t> rows;         ///< [N, T] into the table
    std::vector<float> probabilities;  ///< [N, T], softmax over the set; of the sets answered so far
    std::vector<int32_t> odd;          ///< [N], place of the odd one; -1: unknown

    [[nodiscard]] int64_t count() const { return int64_t(odd.size()); }
    /// Sets that have an answer; the first ones.
    [[nodiscard]] int64_t answered() const { return size == 0 ? 0 : int64_t(probabilities.size()) / size; }
    [[nodiscard]] int32_t predicted(int64_t set) const;  ///< the most likely place
    /// -log of the odd one's probability; 0 if it is not known.
    [[nodiscard]] float loss(int64_t set) const;
};

/// The sets `rows` of `table`, still without answers.
[[nodiscard]] SetAnswers setsWithoutAnswers(const Table& table, std::vector<int32_t> rows, int size);

/// Answers all sets. `session`: keepTensors, parameters set; its batch is used. `progress` (may be empty) is
/// called after each batch with what there is; false ends it. Returns whether it came to the end.
bool answerSets(Session& session, const Table& table, int batch, SetAnswers& answers,
                const std::function<bool(const SetAnswers&)>& progress = {});

/// Answers all sets of the test or the validation data of a network that is looked at. `progress` as above.
/// Nothing if that ended it.
[[nodiscard]] std::optional<SetAnswers> answerSplit(const Subject& subject, bool test,
                                                    const std::function<bool(const SetAnswers&)>& progress);

/// The same set in two orders.
struct Equivariance {
    std::vector<int32_t> order;        ///< [T]: place i shows the member of place order[i]
    std::vector<float> before, after;  ///< [T] probabilities; `after` in the new order
    float error = 0;                   ///< largest difference, member by member
};
/// Asks about the set `features` [T, D] as it is and in the order `order`.
[[nodiscard]] Equivariance checkEquivariance(const Subject& subject, const std::vector<float>& features,
                                             const std::vector<int32_t>& order);

/// Largest difference of the probabilities between a set [T, D] and the same set in the order `order`, put
/// back: without positional encoding it is rounding only. Needs an Inspector's answers to both.
[[nodiscard]] float equivarianceError(std::span<const float> logits, std::span<const float> permutedLogits,
                                      std::span<const int32_t> order);

/// Which sets to show, and in which order.
struct SetFilter {
    enum class Order { AsDrawn, ByLoss, ByConfidence };  ///< the largest loss first; the least sure first
    bool mistakesOnly = false;
    int32_t cls = -1;     ///< the odd one or the others are of this class; -1: any
    float leastSure = 0;  ///< probability of the predicted one, from
    float mostSure = 1;   ///< ... to
    Order order = Order::AsDrawn;
    bool operator==(const SetFilter&) const = default;
};
/// Numbers of the sets that pass; with a filter or an order that needs answers, only sets that have one.
[[nodiscard]] std::vector<int32_t> filteredSets(const SetAnswers& answers, std::span<const int32_t> classes,
                                                const SetFilter& filter);

/// [K, K]: among the answered sets whose odd one is of class k and whose others are of class j, the share
/// that the network got wrong; not-a-number where there are none.
[[nodiscard]] std::vector<float> setConfusion(const SetAnswers& answers, std::span<const int32_t> classes,
                                              int classCount);

}  // namespace attx
