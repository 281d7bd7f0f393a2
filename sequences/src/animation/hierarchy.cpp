#include "animation/hierarchy.hpp"

#include "text/printable.hpp"

#include <algorithm>
#include <cstdint>

namespace emoted::animation {
namespace {

enum class Visit : std::uint8_t { none, under_way, done };

Pointer parent_of(const RawNode& node) {
    return Pointer() / "nodes" / node.id / "parent";
}

// Cuts the loop that goes through `start` at its first node in file order and reports it there.
void report_cycle(Hierarchy& hierarchy, std::span<const RawNode> nodes, std::size_t start, BuildReport& report) {
    std::size_t first = start;
    for (std::size_t at = *hierarchy.parent[start]; at != start; at = *hierarchy.parent[at]) {
        first = std::min(first, at);
    }
    std::string way = text::printable(nodes[first].id);
    for (std::size_t at = *hierarchy.parent[first]; at != first; at = *hierarchy.parent[at]) {
        way += way.size() < 200 ? " -> " + text::printable(nodes[at].id) : "";
    }
    report.fault(parent_of(nodes[first]), DiagnosticCode::cyclic_parent,
                 {.message = "the node is its own ancestor: " + way, .expected = "a parent that is no descendant"});
    hierarchy.parent[first].reset();
}

// Walks up from `node` until something known is reached, then writes down the way from the top.
void place(Hierarchy& hierarchy, std::span<const RawNode> nodes, std::vector<Visit>& visited, std::size_t node,
           BuildReport& report) {
    std::vector<std::size_t> way;
    std::optional<std::size_t> at = node;
    while (at && visited[*at] == Visit::none) {
        visited[*at] = Visit::under_way;
        way.push_back(*at);
        at = hierarchy.parent[*at];
        if (at && visited[*at] == Visit::under_way) {
            report_cycle(hierarchy, nodes, *at, report);
            break;
        }
    }
    for (auto step = way.rbegin(); step != way.rend(); ++step) {
        const std::optional<std::size_t>& parent = hierarchy.parent[*step];
        hierarchy.space[*step] = parent ? hierarchy.space[*parent] : nodes[*step].space;
        hierarchy.clip_index[*step] = NodeIndex(static_cast<std::uint32_t>(hierarchy.order.size()));
        hierarchy.order.push_back(*step);
        visited[*step] = Visit::done;
    }
}

}  // namespace

Hierarchy resolve_hierarchy(std::span<const RawNode> nodes, BuildReport& report) {
    Hierarchy hierarchy;
    hierarchy.parent.resize(nodes.size());
    hierarchy.space.resize(nodes.size());
    hierarchy.clip_index.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        hierarchy.by_id.emplace(nodes[i].id, i);
        hierarchy.names.push_back(nodes[i].id);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent) {
            hierarchy.parent[i] = find_node(hierarchy, *nodes[i].parent, parent_of(nodes[i]), report);
        }
    }
    std::vector<Visit> visited(nodes.size(), Visit::none);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        place(hierarchy, nodes, visited, i, report);
    }
    return hierarchy;
}

std::optional<std::size_t> find_node(const Hierarchy& hierarchy, std::string_view id, const Pointer& at,
                                     BuildReport& report) {
    const auto found = hierarchy.by_id.find(id);
    if (found != hierarchy.by_id.end()) {
        return found->second;
    }
    if (hierarchy.by_id.empty()) {
        // That there are no nodes was reported; each name of one would only repeat it.
        report.incomplete();
        return std::nullopt;
    }
    report.fault(at, DiagnosticCode::unknown_node,
                 {.message = "there is no node " + text::quoted(id),
                  .expected = "the name of a node of this file",
                  .nearest = hierarchy.suggestions.nearest(id, hierarchy.names)});
    return std::nullopt;
}

}  // namespace emoted::animation
