#include "sequence/skin_layout.hpp"

#include "text/printable.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

namespace emoted::sequence {
namespace {

[[nodiscard]] std::vector<const Node*> skinned_nodes(const Clip& clip) {
    std::vector<const Node*> nodes;
    for (const Node& node : clip.nodes) {
        if (node.skin) {
            nodes.push_back(&node);
        }
    }
    std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return a->id < b->id; });
    return nodes;
}

// The region, not the order it was derived from.
[[nodiscard]] auto region(const SkinBinding& skin) {
    return std::tuple(skin.participant, skin.part, skin.row_from, skin.row_to);
}

[[nodiscard]] std::string_view name_of(SkinPart part) noexcept {
    switch (part) {
        case SkinPart::head:
            return "head";
        case SkinPart::body:
            return "body";
        case SkinPart::left_arm:
            return "left_arm";
        case SkinPart::right_arm:
            return "right_arm";
        case SkinPart::left_leg:
            return "left_leg";
        case SkinPart::right_leg:
            break;
    }
    return "right_leg";
}

[[nodiscard]] std::string describe(const SkinBinding& skin) {
    return "rows " + std::to_string(skin.row_from) + " to " + std::to_string(skin.row_to) + " of the " +
           (skin.participant == Space::partner ? "partner's " : "initiator's ") + std::string(name_of(skin.part));
}

}  // namespace

std::optional<SkinConflict> compare_skin_layouts(const Clip& first, const Clip& other) {
    const auto missing = [](const Node& node, const Clip& there, const Clip& gone) {
        return SkinConflict{node.id, "the skinned node " + text::quoted(node.id) + " of " + there.id +
                                         " has no skinned counterpart in " + gone.id};
    };
    const auto a = skinned_nodes(first);
    const auto b = skinned_nodes(other);
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        if (i == b.size() || (i < a.size() && a[i]->id < b[i]->id)) {
            return missing(*a[i], first, other);
        }
        if (i == a.size() || b[i]->id < a[i]->id) {
            return missing(*b[i], other, first);
        }
        if (region(*a[i]->skin) != region(*b[i]->skin)) {
            return SkinConflict{a[i]->id, "the node " + text::quoted(a[i]->id) + " shows " + describe(*a[i]->skin) +
                                              " in " + first.id + " and " + describe(*b[i]->skin) + " in " + other.id};
        }
    }
    return std::nullopt;
}

}  // namespace emoted::sequence
