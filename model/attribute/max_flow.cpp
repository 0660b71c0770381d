#include "model/attribute/max_flow.h"

#include <algorithm>
#include <limits>

namespace attx {
namespace {

// Residuals below this are rounding, not room; what they could carry together is far below the float
// that a result becomes.
constexpr double negligible = 1e-13;

}  // namespace

FlowNetwork::FlowNetwork(int nodes) : outgoing_(size_t(nodes)), level_(size_t(nodes)), next_(size_t(nodes)) {}

void FlowNetwork::addEdge(int from, int to, double capacity) {
    const int arc = int(arcs_.size());
    arcs_.push_back({to, capacity, capacity});
    arcs_.push_back({from, 0, 0});
    outgoing_[from].push_back(arc);
    outgoing_[to].push_back(arc + 1);
}

bool FlowNetwork::findLevels(int source, int sink) {
    std::ranges::fill(level_, -1);
    queue_.assign(1, source);
    level_[source] = 0;
    for (size_t head = 0; head < queue_.size(); ++head) {
        const auto node = size_t(queue_[head]);
        for (const int index : outgoing_[node]) {
            const Arc& arc = arcs_[index];
            int& level = level_[arc.to];
            if (level >= 0 || arc.residual <= negligible) continue;
            level = level_[node] + 1;
            if (arc.to == sink) return true;  // nodes at the sink's level or behind lead to no shorter path
            queue_.push_back(arc.to);
        }
    }
    return false;
}

// Sends up to `atMost` from `node` to the sink over rising levels; returns what arrived. Recursion is as
// deep as a path is long.
double FlowNetwork::push(int node, int sink, double atMost) {
    if (node == sink) return atMost;
    const auto self = size_t(node);
    double sent = 0;
    for (size_t& i = next_[self]; i < outgoing_[self].size(); ++i) {
        const auto index = size_t(outgoing_[self][i]);
        Arc& arc = arcs_[index];
        if (arc.residual <= negligible || level_[arc.to] != level_[self] + 1) continue;
        const double part = push(arc.to, sink, std::min(atMost - sent, arc.residual));
        arc.residual -= part;
        arcs_[index ^ 1].residual += part;
        sent += part;
        if (atMost - sent <= negligible) break;  // this arc may have room left: stay at it
    }
    return sent;
}

double FlowNetwork::maxFlow(int source, int sink) {
    for (Arc& arc : arcs_) arc.residual = arc.capacity;
    double total = 0;
    while (findLevels(source, sink)) {
        std::ranges::fill(next_, 0);
        const double sent = push(source, sink, std::numeric_limits<double>::infinity());
        if (sent <= negligible) break;
        total += sent;
    }
    return total;
}

}  // namespace attx
