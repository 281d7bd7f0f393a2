#include "pose_message.hpp"

namespace emoted::core {
namespace {

constexpr std::uint8_t default_interpolation = 1;  // what an absent field means

protocol::NodeUpdate node_update(const PoseUpdate& update) {
    protocol::NodeUpdate out;
    out.node = static_cast<std::uint16_t>(update.node.value());
    if (update.interpolation_ticks != default_interpolation) {
        out.interpolation = update.interpolation_ticks;
    }
    const auto changed = [&update](PoseUpdate::Channel channel) { return (update.channels & channel) != 0; };
    if (changed(PoseUpdate::visibility)) {
        out.visible = update.pose.visible;
    }
    if (changed(PoseUpdate::translation)) {
        out.translation = update.pose.translation;
    }
    if (changed(PoseUpdate::left_rotation)) {
        out.left_rotation = update.pose.left_rotation;
    }
    if (changed(PoseUpdate::scale)) {
        out.scale = update.pose.scale;
    }
    if (changed(PoseUpdate::right_rotation)) {
        out.right_rotation = update.pose.right_rotation;
    }
    return out;
}

}  // namespace

std::vector<protocol::NodeUpdate> node_updates(std::span<const PoseUpdate> poses) {
    std::vector<protocol::NodeUpdate> updates;
    updates.reserve(poses.size());
    for (const PoseUpdate& pose : poses) {
        updates.push_back(node_update(pose));
    }
    return updates;
}

std::vector<protocol::NodeUpdate> present_pose(const ClipUse& clip, std::span<const BranchPlayer::Shown> nodes) {
    std::vector<protocol::NodeUpdate> updates;
    updates.reserve(nodes.size());
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        if (clip.display_of_node[node]) {
            const NodePose& now = nodes[node].now;
            const auto channels = now.visible ? PoseUpdate::all_channels : std::uint8_t{PoseUpdate::visibility};
            updates.push_back(node_update({NodeIndex(node), channels, now, 0}));
        }
    }
    return updates;
}

std::vector<protocol::NodeUpdate> poses_in_flight(const ClipUse& clip, std::span<const BranchPlayer::Shown> nodes) {
    std::vector<protocol::NodeUpdate> updates;
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        const BranchPlayer::Shown& shown = nodes[node];
        if (clip.display_of_node[node] && shown.now.visible && shown.remaining_ticks > 0) {
            updates.push_back(
                node_update({NodeIndex(node), PoseUpdate::transform_channels, shown.target, shown.remaining_ticks}));
        }
    }
    return updates;
}

}  // namespace emoted::core
