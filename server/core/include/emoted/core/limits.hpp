// Every fixed limit of the world: name, value, reason. Hitting one is a named answer or a Notice, never a crash.
//
// What an operator may change is in Settings.
#pragma once

#include <emoted/protocol/limits.hpp>
#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/limits.hpp>

#include <cstddef>
#include <cstdint>

namespace emoted::core::limits {

// A Java name; Minecraft's own rule is letters, digits and underscore.
inline constexpr std::size_t max_java_name = 16;
// A Bedrock name may have a prefix and spaces; bounds a log line.
inline constexpr std::size_t max_bedrock_name = 64;
// A proxy's own name of a backend server.
inline constexpr std::size_t max_server_name = 64;
// An identifier; nothing longer is in use, and it is a key of ours.
inline constexpr std::size_t max_dimension_name = 255;
inline constexpr std::size_t max_permissions_per_player = 1'024;
inline constexpr std::size_t max_permission_node = 255;
// More than any proxy serves; bounds memory for one link.
inline constexpr std::size_t max_players_per_link = 10'000;
// A playback start carries its displays and clips, the textures of two participants, and every viewer of the link.
inline constexpr std::size_t max_playback_start_bytes = emoted::limits::max_playback_start_bytes +
                                                        2 * protocol::limits::max_textures_bytes +
                                                        max_players_per_link * sizeof(protocol::PlayerHandle) + 4'096;
static_assert(max_playback_start_bytes <= protocol::limits::max_packet_bytes);

// Starts of playbacks, and the displays that late viewers get, on one link: so many bytes at once, and so many more in
// every tick. What a start takes is some kilobytes, so that a thousand may come at once; and a link that reads nothing
// until it is given up (15 s) is owed 23 MiB, which its outbox holds beside the rest.
inline constexpr std::size_t link_shows_burst_bytes = 8'388'608;
inline constexpr std::size_t link_shows_tick_bytes = 52'428;  // 1 MiB in a second
static_assert(link_shows_burst_bytes > max_playback_start_bytes);
static_assert(protocol::limits::default_outbox_soft_bytes + link_shows_burst_bytes +
                  protocol::limits::default_ping_timeout_ms / 1'000 *
                      (20 * link_shows_tick_bytes + static_cast<std::size_t>(Limits{}.data_bytes_per_second)) <=
              protocol::limits::default_outbox_hard_bytes);

// Minecraft's own world border and build limits, with room.
inline constexpr double max_horizontal_position = 3.2e7;
inline constexpr double max_vertical_position = 1e5;
// A client's yaw is not wrapped and grows as it turns; beyond this a float has no fraction of a degree left.
inline constexpr float max_yaw = 1e6F;
inline constexpr float max_pitch = 90.0F;
inline constexpr float max_eye_height = 16.0F;  // the largest scale attribute of the game
inline constexpr float max_health = 1e6F;

// One bad batch must not make a flood of notices.
inline constexpr std::size_t max_notices_per_message = 16;

// Matching (format section 3.4).
inline constexpr double match_horizontal = 2.0;
inline constexpr double match_vertical = 1.0;
inline constexpr double match_same_spot_squared = 1e-8;
inline constexpr double match_facing_degrees = 45.0;
// Exactly 45 degrees must pass whatever the rounding of its sine.
inline constexpr double match_facing_epsilon = 1e-9;
// A refusal names the nearest offer within this (D8).
inline constexpr double refused_offer_radius = 16.0;
// A join asks for at most so many candidates (D38).
inline constexpr std::size_t max_join_candidates = 8;

// Each playback looks for new viewers every so many ticks, in turn: a walk of a quarter second shifts nobody far.
inline constexpr std::uint64_t viewers_every_ticks = 4;

// Bytes of emotes in one LibraryChanged, by estimate; room is left for one more emote, whatever its metadata.
inline constexpr std::size_t library_part_bytes = 786'432;
static_assert(library_part_bytes + emoted::limits::max_metadata_bytes <= protocol::limits::max_packet_bytes);

// Start counters kept of players who are not here; beyond it those are forgotten (and count from 0 again).
inline constexpr std::size_t max_remembered_counters = 1'000'000;
// Cooldowns that have run out are dropped this often.
inline constexpr std::uint64_t cooldown_sweep_ticks = 1'200;

}  // namespace emoted::core::limits
