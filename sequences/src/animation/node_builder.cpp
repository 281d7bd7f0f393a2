#include "animation/node_builder.hpp"

#include "animation/display_options.hpp"
#include "animation/entity_data_checks.hpp"
#include "animation/skin_slices.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/snbt.hpp>

#include <array>
#include <cmath>
#include <cstdint>

namespace emoted::animation {
namespace {

// What belongs to the playback itself (format section 4.2).
constexpr std::array<std::string_view, 15> owned_by_playback{
    "id",
    "UUID",
    "Pos",
    "Motion",
    "Rotation",
    "Passengers",
    "Tags",
    "transformation",
    "interpolation_duration",
    "start_interpolation",
    "teleport_duration",
    "item",
    "item_display",
    "block_state",
    "text",
};

// One node on its way from raw to built.
class NodeBuilder {
public:
    NodeBuilder(const RawNode& raw, Space space, BuildReport& report)
        : raw_(raw), at_(Pointer() / "nodes" / raw.id), report_(report) {
        node_.id = raw.id;
        node_.space = space;
    }

    Node build() {
        node_.type = raw_.type.value_or(NodeType::anchor);
        node_.visible = raw_.visible && node_.type != NodeType::anchor;
        build_transform();
        build_entity_nbt();
        if (raw_.type) {
            build_content(*raw_.type);
        } else {
            report_.incomplete();
        }
        return std::move(node_);
    }

private:
    void build_vector(std::string_view name, const std::optional<Vec3d>& raw, Vec3d& built) {
        if (!raw) {
            report_.incomplete();
            return;
        }
        check_magnitudes(*raw, at_ / "transform" / name, report_);
        built = *raw;
    }

    void build_transform() {
        build_vector("position", raw_.transform.position, node_.transform.position);
        build_vector("rotation", raw_.transform.rotation, node_.transform.rotation);
        build_vector("scale", raw_.transform.scale, node_.transform.scale);
    }

    void build_entity_nbt() {
        const Pointer at = at_ / "entity_nbt";
        auto parsed = read_compound(raw_.entity_nbt, at, report_);
        if (!parsed) {
            return;
        }
        const EntityData data{*parsed, raw_.entity_nbt, at};
        forbid_members(data, owned_by_playback, report_);
        check_display_options(node_.type, data, Extent::whole, report_);
        node_.display = to_display_options(node_.type, *parsed);
        node_.entity_nbt = std::move(*parsed);
    }

    void build_content(NodeType type) {
        switch (type) {
            case NodeType::item_display:
                build_item();
                break;
            case NodeType::block_display:
                if (!raw_.block_state_snbt) {
                    report_.incomplete();
                } else {
                    const Pointer at = at_ / "block_state_snbt";
                    if (auto state = read_compound(*raw_.block_state_snbt, at, report_)) {
                        const EntityData data{*state, *raw_.block_state_snbt, at};
                        static_cast<void>(read_resource(data, {}, *state, "Name", Presence::required, report_));
                        check_block_state(data, {}, *state, report_);
                        node_.content = BlockContent{std::move(*state)};
                    }
                }
                break;
            case NodeType::text_display:
                if (!raw_.text) {
                    report_.incomplete();
                }
                node_.content = TextContent{raw_.text.value_or("\"\"")};
                break;
            case NodeType::anchor:
                break;
        }
    }

    void build_item() {
        ItemContent content;
        content.context = raw_.item_display.value_or(ItemDisplayContext::none);
        std::optional<std::string> item;
        if (raw_.hand) {
            content.item = HandItem{*raw_.hand};
            if (node_.space == Space::scene) {
                report_.fault(
                    at_ / "item_source", DiagnosticCode::invalid_value,
                    {.message = "the scene has no hands", .expected = "a node in the space of a participant"});
            }
        } else if (raw_.item_stack_snbt) {
            const Pointer at = at_ / "item_stack_snbt";
            if (auto stack = read_compound(*raw_.item_stack_snbt, at, report_)) {
                const EntityData data{*stack, *raw_.item_stack_snbt, at};
                item = read_resource(data, {}, *stack, "id", Presence::required, report_);
                check_item_stack(data, {}, *stack, report_);
                content.item = FixedItem{std::move(*stack)};
            }
        }
        if ((!raw_.hand && !raw_.item_stack_snbt) || !raw_.item_display) {
            report_.incomplete();
        }
        node_.content = std::move(content);
        if (raw_.skin) {
            build_skin(*raw_.skin, item);
        }
    }

    void build_skin(const RawSkin& skin, const std::optional<std::string>& item) {
        if (raw_.hand) {
            report_.fault(
                at_ / "skin", DiagnosticCode::forbidden_member,
                {.message = "an item from a hand cannot be skinned", .expected = "no skin, or a player head"});
        } else if (item && *item != "minecraft:player_head") {
            report_.fault(at_ / "skin", DiagnosticCode::invalid_value,
                          {.message = "only a player head can be skinned, this is " + text::quoted(*item),
                           .expected = "the item minecraft:player_head"});
        }
        if (skin.participant != node_.space) {
            report_.fault(at_ / "skin" / "participant", DiagnosticCode::invalid_value,
                          {.message = "the skin is of a participant whose space the node is not in",
                           .expected = "the participant of the node's space, which is " + space_name()});
        }
        if (!skin.part || !skin.order) {
            report_.incomplete();
        }
        node_.skin = SkinBinding{skin.participant, skin.part.value_or(SkinPart::head), skin.order.value_or(0)};
    }

    [[nodiscard]] std::string space_name() const {
        switch (node_.space) {
            case Space::initiator:
                return "initiator";
            case Space::partner:
                return "partner";
            case Space::scene:
                break;
        }
        return "scene (where nothing is skinned)";
    }

    const RawNode& raw_;
    Pointer at_;
    BuildReport& report_;
    Node node_;
};

}  // namespace

bool has_good_magnitude(double value) noexcept {
    return std::abs(value) <= limits::max_transform_magnitude;
}

void report_magnitude(const Pointer& at, BuildReport& report) {
    constexpr auto most = static_cast<std::int64_t>(limits::max_transform_magnitude);
    report.fault(at, DiagnosticCode::limit_exceeded,
                 {.message = "the number is too large",
                  .expected = "at most " + std::to_string(most) + " either way (max_transform_magnitude)"});
}

void check_magnitudes(const Vec3d& vector, const Pointer& at, BuildReport& report) {
    std::size_t index = 0;
    for (const double value : {vector.x, vector.y, vector.z}) {
        if (!has_good_magnitude(value)) {
            report_magnitude(at / index, report);
        }
        ++index;
    }
}

std::vector<Node> build_nodes(std::span<const RawNode> raw, const Hierarchy& hierarchy, BuildReport& report) {
    std::vector<Node> nodes;
    nodes.reserve(raw.size());
    for (const std::size_t index : hierarchy.order) {
        // Without a known space there was a report already; the node's own checks must not add to it.
        const std::optional<Space> space = hierarchy.space[index];
        if (!space) {
            report.incomplete();
        }
        const Space assumed = raw[index].skin ? raw[index].skin->participant : Space::initiator;
        Node node = NodeBuilder(raw[index], space.value_or(assumed), report).build();
        if (const auto& parent = hierarchy.parent[index]) {
            node.parent = hierarchy.clip_index[*parent];
        }
        nodes.push_back(std::move(node));
    }
    cut_skin_slices(nodes);
    return nodes;
}

}  // namespace emoted::animation
