// Where things lie: vectors of a network (embeddings, positions, hidden states, queries and keys, members of
// sets), laid into a plane that stays the same through the training.
#pragma once
#include <array>
#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/inspect/subject.h"

namespace attx {

enum class CloudKind {
    Embeddings,      ///< Every token's embedding, before positions are added
    Positions,       ///< what is added for each position
    Hidden,          ///< what a layer reads, or what the last one writes
    QueriesAndKeys,  ///< Queries and keys of one head, in one plane
    Members,         ///< What the input net makes of each image of the sets, once
};

struct CloudKindInfo {
    CloudKind kind;
    const char* name;   ///< Name on the command line
    const char* title;  ///< Title shown to the user
    /// Why a network has no such vectors; null: it has.
    const char* (*whyNot)(const RunConfig& config);
};
[[nodiscard]] std::span<const CloudKindInfo> cloudKinds();
/// Throws Error::Kind::Input that lists the names there are.
[[nodiscard]] CloudKind cloudKindNamed(const std::string& name);
/// Whether the vectors are rows of a table, the same whatever the network reads.
[[nodiscard]] inline bool isOfTables(CloudKind kind) {
    return kind == CloudKind::Embeddings || kind == CloudKind::Positions;
}

struct CloudQuestion {
    CloudKind kind = CloudKind::Hidden;
    int layer = 0;  ///< Layer from 0; Hidden: its input, or at numLayers the last output
    int head = 0;   ///< Head of QueriesAndKeys, from 0
    bool operator==(const CloudQuestion&) const = default;
};

/// What is known of a vector; -1: nothing.
struct CloudPoint {
    int32_t token = -1, position = -1;
    int32_t label = -1;    ///< the right answer there, of a text its class, of a set's member what it shows
    int32_t correct = -1;  ///< whether the network's answer there is right: 0 or 1
    int32_t key = -1;      ///< QueriesAndKeys: 0 for a query, 1 for a key
    int64_t example = -1;  ///< Index from 0 in the order of evaluationRows
    int64_t row = -1;      ///< Row of the table that holds a member of a set or a patch of a picture
};

inline constexpr size_t mostCloudPoints = 10'000;

struct VectorCloud {
    int dim = 0;                 ///< D
    std::vector<float> vectors;  ///< [n, D]
    std::vector<CloudPoint> points;
};
/// Of the first sequences or sets of the validation data, as many as make mostCloudPoints; padding is left
/// out. On one thread. Nothing once `interrupt` is true. Throws Error::Kind::Input for what the network does
/// not have, and without validation data.
[[nodiscard]] std::optional<VectorCloud> vectorCloud(const Subject& subject, const CloudQuestion& question,
                                                     const std::atomic<bool>& interrupt);

struct Places {
    CloudQuestion question;
    VectorCloud cloud;
    std::vector<float> at;             ///< [n, 2], in the plane
    std::array<double, 2> variance{};  ///< share of the plane's own points that its axes hold
    std::array<float, 4> range{};      ///< Range of the plane's own points: least and most of x, then of y
    bool ownAxes = true;               ///< the plane is that of these very points
};
/// The plane is that of the first two principal components of the points that the network has with
/// `axesParameters` (those of the last snapshot), so that points move and axes stay. Null: with its own.
[[nodiscard]] std::optional<Places> whereThingsLie(
    const Subject& subject, const std::shared_ptr<const std::vector<float>>& axesParameters,
    const CloudQuestion& question, const std::atomic<bool>& interrupt);

/// The points whose vectors are nearest to that of a point (Euclid), without itself, the nearest first.
[[nodiscard]] std::vector<size_t> nearestVectors(const VectorCloud& cloud, size_t point, size_t count);

}  // namespace attx
