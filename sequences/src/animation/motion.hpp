// A clip made ready for sampling: what never changes is worked out, what changes stands as flat arrays.
//
// * A channel without keys, or with one value in all of them, is a constant.
// * Tracks with the same key times form a group with one schedule. Their segments lie together, time by time, so that a
//   tick reads one stretch of memory.
// * A node is `plain` if its world matrix can never be sheared nor leave limits::max_world_magnitude, whatever the
// tick:
//   no parent's uneven scale, or no rotation behind it. Its pose is composed of rotations and scales; there are no
//   matrices and nothing to take apart. All other nodes, dynamic ones among them, go the general way.
//
// Immutable once made. Memory is bounded by what the file holds: motion_bytes_per_key for each key of a track,
// motion_bytes_per_node for each node.
#pragma once

#include "animation/schedule.hpp"
#include "animation/segments.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace emoted {
namespace animation {

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

inline constexpr std::size_t motion_bytes_per_key = 512;
inline constexpr std::size_t motion_bytes_per_node = 8192;

// The tracks that share a schedule. Each writes its value into the scratch of a sampler: first all linear ones from
// `first_value` on, then all turns.
struct Group {
    Schedule schedule;
    std::uint32_t first_value = 0;
    std::uint32_t linear_count = 0;
    std::uint32_t turn_count = 0;
    std::uint32_t angle_stride = 0;  // turn_count, rounded up to whole Fours
    // All by segment, then by track.
    std::vector<LinearSegment> linear;
    std::vector<Four> turns;     // from and aside, in turns
    std::vector<double> angles;  // zero where there is no track
};

// Where a channel's value stands in the scratch: the constants first, then the values of the groups.
using Channel = std::uint32_t;

// Records of nodes are in the order of nodes, so parents come first.
struct PlainNode {
    std::uint32_t node = 0;
    std::uint32_t parent_place = 0;  // place 0: the root
    std::uint32_t own_place = none;  // only parents have one
    Channel position = 0;
    Channel rotation = 0;
    Channel scale = 0;
    bool visible = true;
};
struct GeneralNode {
    std::uint32_t node = 0;
    std::uint32_t plain_parent_place = 0;  // valid if there is no general parent; place 0: the root
    std::uint32_t general_parent = none;   // index of its record
    Channel position = 0;
    Channel rotation = 0;
    Channel scale = 0;
    bool dynamic = false;
};

struct Visibility {
    std::uint32_t node = 0;
    VisibleTrack track;
};

}  // namespace animation

struct Motion {
    std::vector<animation::Group> groups;
    std::vector<animation::Four> constants;
    std::uint32_t value_count = 0;  // of all channels, constants included
    std::vector<animation::PlainNode> plain;
    std::uint32_t place_count = 1;
    std::vector<animation::GeneralNode> general;
    std::vector<std::uint32_t> general_of_node;  // index of the record, or none
    std::vector<std::uint32_t> plain_of_node;
    std::vector<std::uint32_t> parent_of_node;
    std::vector<animation::Visibility> visibility;
    // Nodes that jump by their own keys: jumping[jump_begin[i]] up to jump_begin[i + 1] do at jump_ticks[i].
    std::vector<std::int32_t> jump_ticks;
    std::vector<std::uint32_t> jump_begin;
    std::vector<std::uint32_t> jumping;
};

namespace animation {

[[nodiscard]] std::unique_ptr<const Motion> make_motion(const Clip& clip);
[[nodiscard]] std::size_t memory_bytes(const Motion& motion) noexcept;

// What a channel shows at `at`, straight from its keys.
[[nodiscard]] Four value_at(const Motion& motion, Channel channel, std::int64_t at) noexcept;

}  // namespace animation
}  // namespace emoted
