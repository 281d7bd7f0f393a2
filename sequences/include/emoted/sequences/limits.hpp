// Every limit of the domain: name, default, reason. Hitting one is a named outcome, never a crash.
//
// Fixed limits are constants; those an operator may change are members of Limits and appear in the configuration as
// limits.<name>.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emoted::limits {

// The format's own bound on one file, inclusive.
inline constexpr std::size_t max_file_bytes = 8'388'608;
// Deeper JSON has no meaning in the format; bounds the reader's stack.
inline constexpr std::size_t max_json_depth = 128;
inline constexpr std::size_t max_snbt_depth = 64;
// One SNBT text. More could not be sent, and a value takes many times its text in memory.
inline constexpr std::size_t max_snbt_bytes = 1'048'576;
// Binary NBT has 16 bits for the length of a text or name.
inline constexpr std::size_t max_snbt_string_bytes = 65'535;
// A file with more faults than this is wrong as a whole; more lines help nobody.
inline constexpr std::size_t max_diagnostics_per_file = 100;
// Files that are read a second time to tell where the other end of a link between files stands: bounds the time that
// a report of many broken links takes.
inline constexpr std::size_t max_related_files = 256;
// Longer identifiers name nothing in the game; they travel in every message that names an emote.
inline constexpr std::size_t max_identifier_characters = 255;
// Ten minutes: the format's bound on one animation, inclusive.
inline constexpr std::int64_t max_clip_ticks = 12'000;
// The format's bound on one Molang source text, in characters.
inline constexpr std::size_t max_molang_characters = 16'384;
// Brackets, blocks and arms within each other; bounds the compiler's stack.
inline constexpr std::size_t max_molang_depth = 128;
// Variables, constants and intermediate results of all programs of a clip: every playback carries as many numbers.
inline constexpr std::size_t max_molang_slots = 65'536;
// The format's own bound on the rounds of one loop.
inline constexpr int max_molang_rounds = 1'024;
// A pose frame of every node, all channels, must fit one packet (protocol/limits.hpp asserts it).
inline constexpr std::size_t max_nodes_per_clip = 4'096;
// One playback start lists every display with its content and every clip's table: it must fit one packet.
inline constexpr std::size_t max_playback_start_bytes = 917'504;
// All entity data of one display, with every patch that its NBT track can merge in, travels in one packet beside the
// viewers it is for; as JSON, text takes up to twice as much as in SNBT.
inline constexpr std::size_t max_entity_data_bytes = 262'144;
// Entity data that changes and commands of events, of one playback in any second (20 ticks): neither may be left out on
// the way to a slow proxy. A proxy that stands still until its link is given up, for 15 s, is owed 15 MiB of it, which
// its outbox holds (protocol/limits.hpp). The largest display may still change more than three times a second.
inline constexpr std::size_t max_data_bytes_per_second = 1'048'576;
// Positions, rotations, scales and offsets in files: as far as Minecraft's world reaches, and small enough that
// products of matrices stay finite.
inline constexpr double max_transform_magnitude = 30'000'000.0;
// Entries of a world matrix are held within this, so that a long chain of huge scales stays finite.
inline constexpr double max_world_magnitude = 1e30;
// Minecraft itself refuses longer commands (32,500 in a command block).
inline constexpr std::size_t max_command_characters = 32'500;
// All commands of one event travel in one packet.
inline constexpr std::size_t max_event_bytes = 524'288;
// Name, description and further metadata of one emote travel in one packet, with others beside it.
inline constexpr std::size_t max_metadata_bytes = 262'144;
// The client bound on an interpolated update in this product; also the range of display_interpolation.
inline constexpr std::int64_t max_display_interpolation_ticks = 20;
// One 12-pixel side face cannot be cut into more slices.
inline constexpr int skin_side_pixels = 12;

}  // namespace emoted::limits

namespace emoted {

struct Limits {
    // Worst case of a compiled sequence: one day.
    std::int64_t max_sequence_ticks = 1'728'000;
    // Worst case of chosen segments, every repetition counted: bounds the memory of a playback.
    std::int64_t max_segments = 10'000;
    // Molang steps (evaluated syntax nodes, rolled dice) of one playback in one tick, over all its programs: far above
    // what animations need, and 0.3 to 2.5 ms. Where a loop ends and begins again in one tick (no loop delay), the
    // programs of its last tick and of its next first one are all that tick's.
    std::int64_t molang_steps = 50'000;
    // The same of all playbacks of all worlds in one tick. A step takes 5 to 12 ns in what animations compute, up to 50
    // ns in the dearest functions (release build, one core of 2 GHz): 3 to 25 ms of the 50 ms of a tick, which leaves
    // room for everything else.
    std::int64_t molang_world_steps = 500'000;
    // What max_data_bytes_per_second bounds, of all playbacks together, each counted with what it can come to: a start
    // beyond it is refused as busy. Of the outbox of a proxy that stands still for 15 s this takes 30 MiB of 64.
    std::int64_t data_bytes_per_second = 2'097'152;
    // Emotes in the library; files beyond it, in id order, are faults.
    std::size_t max_emotes = 20'000;
};

}  // namespace emoted
