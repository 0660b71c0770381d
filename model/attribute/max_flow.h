// The maximum flow through a network of edges with capacities.
//
// Terms: an edge (u, v) lets 0 … capacity through, in its direction. The residual of an edge is what more
// it would take; that of its reverse is what may be taken back. Dinic 1970, "Algorithm for solution of a
// problem of maximum flow in networks with power estimation":
//   1. the level of a node is its distance from the source over edges with a residual;
//   2. send flow along paths that climb one level at each edge, until none is left (a blocking flow);
//   3. begin again, until the sink has no level. Levels only grow, so this ends after at most V rounds.
// Chosen over push-relabel: on the shallow layered graphs of attention a round or two suffice, and flows
// are exact sums of bottlenecks.
#pragma once
#include <cstddef>
#include <vector>

namespace attx {

class FlowNetwork {
public:
    explicit FlowNetwork(int nodes);

    /// Several may join the same nodes. `capacity` >= 0.
    void addEdge(int from, int to, double capacity);
    /// The largest flow from `source` to another node `sink`, no flow on any edge at first.
    [[nodiscard]] double maxFlow(int source, int sink);

private:
    bool findLevels(int source, int sink);
    double push(int node, int sink, double atMost);

    /// Edge i and its reverse stand at 2 i and 2 i + 1: `x ^ 1` is the reverse of x.
    struct Arc {
        int to;
        double capacity, residual;
    };
    std::vector<Arc> arcs_;
    std::vector<std::vector<int>> outgoing_;  ///< Indices into arcs_ of each node's outgoing arcs
    // Of the search under way
    std::vector<int> level_, queue_;
    std::vector<std::size_t> next_;  ///< First outgoing arc of each node that may lead on in this round
};

}  // namespace attx
