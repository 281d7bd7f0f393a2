// Every limit of the wire contract: name, value, reason. PROTOCOL.md lists them; passing one is a named outcome.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emoted::protocol::limits {

// The versions of the contract that this build speaks.
inline constexpr std::uint16_t protocol_min = 1;
inline constexpr std::uint16_t protocol_max = 1;

// Message id and fields, without the length in front; also the longest line to the daemon. Large enough for the whole
// pose of the largest clip and for the start of the largest playback, small enough to hold one per link in memory.
inline constexpr std::size_t max_packet_bytes = 1'048'576;
// A VarInt of a packet length: 21 bits reach beyond max_packet_bytes. Minecraft's own bound, too.
inline constexpr std::size_t max_length_prefix_bytes = 3;
// A peer that has not proved who it is gets no more memory than a Hello or an Authenticate needs, with room for white
// space in JSON lines.
inline constexpr std::size_t max_handshake_packet_bytes = 1'024;
// A line from the daemon says the same as a packet of max_packet_bytes, in more characters: names, digits, escapes.
inline constexpr std::size_t max_line_from_daemon_bytes = 8 * max_packet_bytes;
// Elements of one array. More than any real list (20,000 emotes is the default bound of a library); keeps a packet of
// tiny elements from taking many times its size in memory.
inline constexpr std::size_t max_array_elements = 32'768;
// Bytes that a proxy may send ahead of its Welcome; they are held until then.
inline constexpr std::size_t max_held_bytes = max_packet_bytes;

// Checked by the world, which answers with a Notice; the codec takes any length that fits the packet.
// Mojang's are about 1,200 bytes, value and signature together.
inline constexpr std::size_t max_textures_bytes = 16'384;
// Backend server, dimension, emote, permission node.
inline constexpr std::size_t max_identifier_bytes = 256;
// Java names have 16, Bedrock names with a prefix somewhat more.
inline constexpr std::size_t max_player_name_bytes = 64;

// Long enough to tell proxies apart in a log, short enough for one line.
inline constexpr std::size_t max_proxy_name_characters = 64;
// Rotation needs the old secret and the new one at the same time, no more.
inline constexpr std::size_t max_secrets_per_proxy = 2;
// A secret shorter than this can be guessed.
inline constexpr std::size_t min_secret_bytes = 16;
// Texts for people in Refuse and Close fit a handshake packet in both encodings, even if every character is escaped.
inline constexpr std::size_t max_close_text_bytes = 160;

// From the first byte of a connection to its Authenticate: several round trips around the world.
inline constexpr std::uint32_t default_handshake_timeout_ms = 5'000;
inline constexpr std::uint32_t default_ping_interval_ms = 5'000;
// Three lost pings: a proxy that was only busy survives.
inline constexpr std::uint32_t default_ping_timeout_ms = 15'000;
// How long a link whose name another instance claims has to answer a ping before it is taken over.
inline constexpr std::uint32_t take_over_ping_ms = 2'000;

// Per link: from here on pose frames are dropped, oldest first. A tick of a crowded server is about 100 kB.
inline constexpr std::size_t default_outbox_soft_bytes = 1'048'576;
// Over this the link is closed as slow_consumer. A proxy that reads nothing for the whole of the ping timeout must not
// get there by what is played: it is owed the data of all playbacks (30 MiB), the starts and late viewers that its link
// may carry (23 MiB), and the pose frames below the soft limit; the rest is for answers and moves.
inline constexpr std::size_t default_outbox_hard_bytes = 67'108'864;

}  // namespace emoted::protocol::limits
