#include "animation/skin_slices.hpp"

#include <emoted/sequences/limits.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace emoted::animation {
namespace {

// Nodes of one participant and part that have the same order.
struct Group {
    std::vector<Node*> nodes;
    double height = 0.0;  // the smallest positive one of its nodes
};

double height_in_sum(const Group& group) noexcept {
    return group.height > 0.0 ? group.height : 1.0;
}

void cut(std::span<Group> groups) {
    constexpr int rows = limits::skin_side_pixels;
    const int count = static_cast<int>(groups.size());
    double total = 0.0;
    for (const Group& group : groups) {
        total += height_in_sum(group);
    }
    double sum = 0.0;
    int from = 0;
    for (int i = 0; i < count; ++i) {
        const Group& group = groups[static_cast<std::size_t>(i)];
        sum += height_in_sum(group);
        // Every region gets a row, those still to come too.
        const int rounded = static_cast<int>(std::floor(sum * rows / total + 0.5));
        const int to = i + 1 == count ? rows : std::clamp(rounded, from + 1, rows - (count - 1 - i));
        for (Node* const node : group.nodes) {
            node->skin->row_from = static_cast<std::uint8_t>(from);
            node->skin->row_to = static_cast<std::uint8_t>(to);
        }
        from = to;
    }
}

}  // namespace

void cut_skin_slices(std::span<Node> nodes) {
    std::vector<Node*> skinned;
    for (Node& node : nodes) {
        if (node.skin) {
            skinned.push_back(&node);
        }
    }
    const auto region_of = [](const Node* node) { return std::tuple(node->skin->participant, node->skin->part); };
    std::sort(skinned.begin(), skinned.end(), [&](const Node* a, const Node* b) {
        return std::tuple(region_of(a), a->skin->order, std::string_view(a->id)) <
               std::tuple(region_of(b), b->skin->order, std::string_view(b->id));
    });
    for (auto begin = skinned.begin(); begin != skinned.end();) {
        const auto end =
            std::find_if(begin, skinned.end(), [&](const Node* node) { return region_of(node) != region_of(*begin); });
        std::vector<Group> groups;
        for (auto node = begin; node != end; ++node) {
            if (node == begin || (*node)->skin->order != (*std::prev(node))->skin->order) {
                groups.emplace_back();
            }
            Group& group = groups.back();
            group.nodes.push_back(*node);
            const double height = std::abs((*node)->transform.scale.y);
            if (height > 0.0 && (group.height == 0.0 || height < group.height)) {
                group.height = height;
            }
        }
        // The head is never cut, and more regions than rows cannot be.
        if ((*begin)->skin->part != SkinPart::head && groups.size() <= std::size_t{limits::skin_side_pixels}) {
            cut(groups);
        }
        begin = end;
    }
}

}  // namespace emoted::animation
