// Every message of the wire contract, one described struct each. The binary codec, the JSON codec, the message table of
// PROTOCOL.md and the golden vectors come from these descriptions; field order is wire order.
//
// Values; no behaviour. Times are ticks of 50 ms unless the name says otherwise; positions are blocks in world axes;
// angles are degrees in Minecraft's sense (yaw 0 looks to +Z, 90 to -X; pitch positive looks down).
//
// "Answers": a message with a request_id is a request and gets exactly one message with the same request_id back.
#pragma once

#include <emoted/protocol/described_domain.hpp>
#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/units.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace emoted::protocol {

using Nonce = std::array<std::uint8_t, 32>;
using Proof = std::array<std::uint8_t, 32>;  // HMAC-SHA-256

// A proxy's own number for one of its players; unique on that proxy while the player is there.
using PlayerHandle = std::uint32_t;
using RequestId = std::uint32_t;   // chosen by the requester; echoed
using PlaybackId = std::uint64_t;  // unique while the daemon instance lives; never reused
using QueryId = std::uint32_t;

// ---------------------------------------------------------------------------------------------------------- handshake

struct Hello {  // proxy -> daemon, first
    std::uint16_t protocol_min = 0;
    std::uint16_t protocol_max = 0;
    std::string proxy_name;  // 1..64 characters of a-z A-Z 0-9 _ . -
    Uuid instance_id;        // of this run of the proxy
    Nonce nonce{};
};
BOOST_DESCRIBE_STRUCT(Hello, (), (protocol_min, protocol_max, proxy_name, instance_id, nonce))

struct Challenge {  // daemon -> proxy, over TCP
    Nonce nonce{};
    Uuid daemon_instance;
};
BOOST_DESCRIBE_STRUCT(Challenge, (), (nonce, daemon_instance))

struct Authenticate {  // proxy -> daemon
    Proof proof{};
};
BOOST_DESCRIBE_STRUCT(Authenticate, (), (proof))

struct Welcome {                         // daemon -> proxy; the link is open
    std::uint16_t protocol = 0;          // the version both speak from now on
    Uuid daemon_instance;                // another one than before: drop everything older
    Proof proof{};                       // zero over a Unix socket
    std::uint64_t tick = 0;              // the daemon's last completed tick
    std::uint32_t ping_interval_ms = 0;  // the daemon pings this often
    std::uint32_t ping_timeout_ms = 0;   // silence longer than this closes the link, either way
    std::uint32_t max_packet_bytes = 0;
    std::vector<std::string> permission_nodes;  // answer each for every player
};
BOOST_DESCRIBE_STRUCT(Welcome, (),
                      (protocol, daemon_instance, proof, tick, ping_interval_ms, ping_timeout_ms, max_packet_bytes,
                       permission_nodes))

enum class RefuseCode : std::uint8_t {
    not_authorized,       // wrong secret or unknown name: one code on the wire for both
    unsupported_version,  // the ranges do not meet; the text names both
    name_in_use,
    too_many_attempts,  // back off; the text says how long
    shutting_down,
    too_many_proxies,
};
BOOST_DESCRIBE_ENUM(RefuseCode, not_authorized, unsupported_version, name_in_use, too_many_attempts, shutting_down,
                    too_many_proxies)

struct Refuse {  // daemon -> proxy; the daemon closes after it
    RefuseCode code = RefuseCode::not_authorized;
    std::string text;
};
BOOST_DESCRIBE_STRUCT(Refuse, (), (code, text))

// --------------------------------------------------------------------------------------------------- link, either way

struct Ping {
    std::uint32_t sequence = 0;
};
BOOST_DESCRIBE_STRUCT(Ping, (), (sequence))

struct Pong {
    std::uint32_t sequence = 0;
};
BOOST_DESCRIBE_STRUCT(Pong, (), (sequence))

enum class CloseReason : std::uint8_t {
    normal,
    protocol_error,  // unknown or illegal message, malformed packet; the text says which
    packet_too_large,
    handshake_timeout,
    ping_timeout,
    replaced,       // a newer link of the same proxy took over
    slow_consumer,  // the outbox passed its hard limit
    shutting_down,
    internal_error,
};
BOOST_DESCRIBE_ENUM(CloseReason, normal, protocol_error, packet_too_large, handshake_timeout, ping_timeout, replaced,
                    slow_consumer, shutting_down, internal_error)

struct Close {  // the last message of a side that ends the link in order
    CloseReason reason = CloseReason::normal;
    std::string text;
};
BOOST_DESCRIBE_STRUCT(Close, (), (reason, text))

// --------------------------------------------------------------------------------------------- proxy -> daemon:
// players

enum class PermissionState : std::uint8_t { undefined, granted, denied };
BOOST_DESCRIBE_ENUM(PermissionState, undefined, granted, denied)

struct PermissionAnswer {
    std::string node;
    PermissionState state = PermissionState::undefined;
};
BOOST_DESCRIBE_STRUCT(PermissionAnswer, (), (node, state))

struct Textures {
    std::string value;      // base64 as Mojang's session server gives it
    std::string signature;  // may be empty
};
BOOST_DESCRIBE_STRUCT(Textures, (), (value, signature))

struct PlayerJoin {
    PlayerHandle player = 0;
    Uuid uuid;
    std::string name;
    std::string server;     // backend server
    std::string dimension;  // identifier, e.g. minecraft:overworld
    bool bedrock = false;   // cannot see display entities
    std::vector<PermissionAnswer> permissions;
    std::optional<Textures> textures;
};
BOOST_DESCRIBE_STRUCT(PlayerJoin, (), (player, uuid, name, server, dimension, bedrock, permissions, textures))

struct PlayerUpdate {  // only what changed
    PlayerHandle player = 0;
    std::optional<std::string> server;
    std::optional<std::string> dimension;
    std::optional<std::vector<PermissionAnswer>> permissions;  // replaces all
    std::optional<Textures> textures;
};
BOOST_DESCRIBE_STRUCT(PlayerUpdate, (), (player, server, dimension, permissions, textures))

struct PlayerLeave {
    PlayerHandle player = 0;
};
BOOST_DESCRIBE_STRUCT(PlayerLeave, (), (player))

struct Vitals {
    float health = 20;
    float max_health = 20;
    std::uint16_t hurt_time = 0;
    std::uint16_t death_ticks = 0;
    std::uint16_t invulnerable_ticks = 0;
    std::uint32_t level = 0;
    std::uint32_t item_in_use_duration = 0;
    std::uint32_t item_remaining_use_duration = 0;
    std::uint32_t item_max_use_duration = 0;
    float sleep_rotation = 0;
};
BOOST_DESCRIBE_STRUCT(Vitals, (),
                      (health, max_health, hurt_time, death_ticks, invulnerable_ticks, level, item_in_use_duration,
                       item_remaining_use_duration, item_max_use_duration, sleep_rotation))

// Bits of PlayerState::flags.
namespace player_flag {
inline constexpr std::uint32_t alive = 1U << 0;
inline constexpr std::uint32_t on_ground = 1U << 1;
inline constexpr std::uint32_t sneaking = 1U << 2;
inline constexpr std::uint32_t sprinting = 1U << 3;
inline constexpr std::uint32_t swimming = 1U << 4;
inline constexpr std::uint32_t gliding = 1U << 5;
inline constexpr std::uint32_t riding = 1U << 6;
inline constexpr std::uint32_t using_item = 1U << 7;
inline constexpr std::uint32_t sleeping = 1U << 8;
inline constexpr std::uint32_t on_fire = 1U << 9;
inline constexpr std::uint32_t in_water = 1U << 10;
inline constexpr std::uint32_t eyes_in_water = 1U << 11;  // stops an emote with the submerge condition
inline constexpr std::uint32_t in_lava = 1U << 12;
inline constexpr std::uint32_t in_water_or_rain = 1U << 13;
inline constexpr std::uint32_t spectator = 1U << 14;
inline constexpr std::uint32_t item_charged = 1U << 15;
inline constexpr std::uint32_t invisible = 1U << 16;
inline constexpr std::uint32_t all = (1U << 17) - 1;  // a bit beyond is a protocol error
}  // namespace player_flag

struct PlayerState {
    PlayerHandle player = 0;
    Vec3d position;                   // feet; |x|, |z| <= 3.2e7, |y| <= 1e5
    float head_yaw = 0;               // where the player looks
    float pitch = 0;                  // -90..90
    std::optional<float> body_yaw;    // absent: head_yaw
    std::optional<float> eye_height;  // absent: 1.62; 0..16
    std::uint32_t flags = player_flag::alive | player_flag::on_ground;
    std::uint16_t age_ms = 0;  // how old this already is at the proxy
    std::optional<Vitals> vitals;
};
BOOST_DESCRIBE_STRUCT(PlayerState, (), (player, position, head_yaw, pitch, body_yaw, eye_height, flags, age_ms, vitals))

struct PlayerStates {
    bool complete = false;  // players of this proxy that are not listed are confirmed unchanged
    std::vector<PlayerState> states;
};
BOOST_DESCRIBE_STRUCT(PlayerStates, (), (complete, states))

enum class ActionKind : std::uint8_t { jump, ride, damage, attack, game_mode_change, death };
BOOST_DESCRIBE_ENUM(ActionKind, jump, ride, damage, attack, game_mode_change, death)

struct PlayerAction {
    PlayerHandle player = 0;
    ActionKind kind = ActionKind::jump;
    std::optional<float> amount;  // damage: what was really taken; only > 0 counts. Absent counts
};
BOOST_DESCRIBE_STRUCT(PlayerAction, (), (player, kind, amount))

// -------------------------------------------------------------------------------------------- proxy -> daemon:
// requests

struct Play {
    RequestId request_id = 0;
    PlayerHandle player = 0;
    std::string emote;
    std::optional<PlayerState> state;   // applied first
    std::optional<std::uint64_t> seed;  // absent: the daemon's
};
BOOST_DESCRIBE_STRUCT(Play, (), (request_id, player, emote, state, seed))

struct Stop {
    RequestId request_id = 0;
    PlayerHandle player = 0;
};
BOOST_DESCRIBE_STRUCT(Stop, (), (request_id, player))

enum class Sight : std::uint8_t { visible, blocked, unknown };
BOOST_DESCRIBE_ENUM(Sight, visible, blocked, unknown)

struct LineOfSightAnswer {  // to LineOfSightQuery
    QueryId query = 0;
    Sight sight = Sight::unknown;
};
BOOST_DESCRIBE_STRUCT(LineOfSightAnswer, (), (query, sight))

// --------------------------------------------------------------------------------------------- daemon -> proxy:
// answers

enum class PlayOutcome : std::uint8_t {
    started,  // an animation or linear sequence plays
    offered,  // a two-player sequence: the player waits for a partner
    joined,   // reserved: the match is decided when the offer animation ends
    matched,  // joined an offer that was already waiting: plays now
    unknown_player,
    unknown_emote,
    not_standalone,  // only usable inside a sequence
    disabled,
    no_permission,
    cooldown,  // remaining_ticks says how long
    display_limit,
    not_alive,
    no_state,      // the daemon has never had a state of this player
    cancelled,     // a later request, stop or leave of the player came first
    rate_limited,  // too many starts of this player in a short time; remaining_ticks says when the next one may be
    shutting_down,
    internal_error,
    invalid_state,  // the state in the request is another player's, or out of range: nothing was done
    busy,  // the daemon carries all that it may of such emotes; with remaining_ticks: until it may be tried again
};
BOOST_DESCRIBE_ENUM(PlayOutcome, started, offered, joined, matched, unknown_player, unknown_emote, not_standalone,
                    disabled, no_permission, cooldown, display_limit, not_alive, no_state, cancelled, rate_limited,
                    shutting_down, internal_error, invalid_state, busy)

// Why the nearest open offer could not be joined, in the order in which the conditions are checked (D8).
enum class JoinFailure : std::uint8_t {
    dead,
    older_version,
    reserved,
    stale_state,
    too_high,
    too_far,
    same_spot,
    facing,
    line_of_sight,
    line_of_sight_unknown,
};
BOOST_DESCRIBE_ENUM(JoinFailure, dead, older_version, reserved, stale_state, too_high, too_far, same_spot, facing,
                    line_of_sight, line_of_sight_unknown)

struct RefusedOffer {
    Uuid initiator;
    JoinFailure failure = JoinFailure::dead;
    double horizontal_distance = 0;  // blocks
};
BOOST_DESCRIBE_STRUCT(RefusedOffer, (), (initiator, failure, horizontal_distance))

struct PlayResult {
    RequestId request_id = 0;
    PlayOutcome outcome = PlayOutcome::internal_error;
    std::optional<PlaybackId> playback;  // of the playback started or joined
    std::optional<std::uint32_t>
        remaining_ticks;  // cooldown, rate_limited, busy: until it may be played; offered: until the time-out
    std::optional<RefusedOffer> refused_offer;  // offered: the nearest offer within 16 blocks and why not that one
    std::string text;                           // for a person; empty on success
};
BOOST_DESCRIBE_STRUCT(PlayResult, (), (request_id, outcome, playback, remaining_ticks, refused_offer, text))

enum class StopOutcome : std::uint8_t { stopped, released_reservation, nothing_playing, unknown_player };
BOOST_DESCRIBE_ENUM(StopOutcome, stopped, released_reservation, nothing_playing, unknown_player)

struct StopResult {
    RequestId request_id = 0;
    StopOutcome outcome = StopOutcome::nothing_playing;
};
BOOST_DESCRIBE_STRUCT(StopResult, (), (request_id, outcome))

// -------------------------------------------------------------------------------------------- daemon -> proxy:
// playback

enum class Role : std::uint8_t { initiator, partner };
BOOST_DESCRIBE_ENUM(Role, initiator, partner)

struct Participant {
    Role role = Role::initiator;
    Uuid uuid;
    bool hidden = false;                 // the emote hides this player's own body until the end, whoever owns them
    std::optional<PlayerHandle> player;  // if it is one of the receiving proxy's
    std::optional<Textures> textures;
};
BOOST_DESCRIBE_STRUCT(Participant, (), (role, uuid, hidden, player, textures))

// An entity root. The client turns a display's content by minus the entity's yaw and a root must turn it by 180 minus
// the player's, so `yaw` is already the player's (or placement's) minus 180, as Minecraft's byte angle (256 steps).
struct Root {
    Space space = Space::scene;
    Vec3d position;
    std::uint8_t yaw = 0;
    bool active = true;  // an inactive space hides its displays
};
BOOST_DESCRIBE_STRUCT(Root, (), (space, position, yaw, active))

struct SkinRows {
    Role participant = Role::initiator;
    SkinPart part = SkinPart::head;
    std::uint8_t row_from = 0;  // of the 12-pixel side face, [from, to)
    std::uint8_t row_to = 12;
};
BOOST_DESCRIBE_STRUCT(SkinRows, (), (participant, part, row_from, row_to))

struct BrightnessOverride {
    std::uint8_t block = 15;
    std::uint8_t sky = 15;
};
BOOST_DESCRIBE_STRUCT(BrightnessOverride, (), (block, sky))

struct TextOptions {
    std::string component_json;
    std::optional<std::int32_t> line_width;
    std::optional<std::int32_t> background;
    std::optional<std::uint8_t> opacity;
    std::optional<bool> shadow;
    std::optional<bool> see_through;
    std::optional<bool> default_background;
    std::optional<TextAlignment> alignment;
};
BOOST_DESCRIBE_STRUCT(TextOptions, (),
                      (component_json, line_width, background, opacity, shadow, see_through, default_background,
                       alignment))

struct HeldItem {  // the item the participant holds
    Role participant = Role::initiator;
    Arm arm = Arm::right;
};
BOOST_DESCRIBE_STRUCT(HeldItem, (), (participant, arm))

struct DisplayEntity {
    NodeType type = NodeType::item_display;  // never anchor
    Space space = Space::scene;
    std::string node_id;
    std::optional<std::uint32_t> mirror_of;  // index of the display whose poses and visibility this one repeats
    // Exactly one of these four.
    std::optional<std::string> item_snbt;
    std::optional<HeldItem> held_item;
    std::optional<std::string> block_state_snbt;
    std::optional<TextOptions> text;
    std::optional<ItemDisplayContext> item_context;  // items only
    std::optional<SkinRows> skin;
    std::optional<Billboard> billboard;
    std::optional<BrightnessOverride> brightness;
    std::optional<float> view_range;
    std::optional<float> shadow_radius;
    std::optional<float> shadow_strength;
    std::optional<float> width;
    std::optional<float> height;
    std::optional<bool> glowing;
    std::optional<std::int32_t> glow_color_override;
    std::string remaining_snbt;  // entity NBT without a typed field; "{}" if none
};
BOOST_DESCRIBE_STRUCT(DisplayEntity, (),
                      (type, space, node_id, mirror_of, item_snbt, held_item, block_state_snbt, text, item_context,
                       skin, billboard, brightness, view_range, shadow_radius, shadow_strength, width, height, glowing,
                       glow_color_override, remaining_snbt))

struct ClipTable {
    std::string clip_id;
    bool mirrored = false;  // while this clip plays, mirror displays repeat their source; otherwise they are hidden
    std::vector<std::int32_t> display_of_node;  // by node index of the clip; -1 for an anchor
};
BOOST_DESCRIBE_STRUCT(ClipTable, (), (clip_id, mirrored, display_of_node))

enum class SceneState : std::uint8_t { solo, offering, waiting, matched, timed_out };
BOOST_DESCRIBE_ENUM(SceneState, solo, offering, waiting, matched, timed_out)

// Spawn the displays, all hidden; what is on show follows in SegmentBegin and PoseFrame (or Keyframe if `resumed`).
struct PlaybackStart {
    PlaybackId playback = 0;
    std::string emote;
    std::uint64_t seed = 0;
    std::uint64_t tick = 0;  // the daemon's tick that is tick 0 of the playback
    bool resumed = false;    // it has been playing: a late viewer's proxy, or a proxy that came back
    SceneState state = SceneState::solo;
    std::string server;
    std::string dimension;
    std::vector<Participant> participants;
    std::vector<PlayerHandle> hidden;   // players of the receiving proxy to hide from everyone until the end
    std::vector<PlayerHandle> viewers;  // players of the receiving proxy who get the displays
    std::vector<Root> roots;
    std::vector<DisplayEntity> displays;
    std::vector<ClipTable> clips;
};
BOOST_DESCRIBE_STRUCT(PlaybackStart, (),
                      (playback, emote, seed, tick, resumed, state, server, dimension, participants, hidden, viewers,
                       roots, displays, clips))

// From now on poses are of this clip. Displays that the clip has not are hidden; mirrors follow or hide (ClipTable).
struct SegmentBegin {
    PlaybackId playback = 0;
    std::uint64_t tick = 0;
    std::optional<std::uint32_t> clip;  // index into PlaybackStart::clips; absent: nothing is on show
};
BOOST_DESCRIBE_STRUCT(SegmentBegin, (), (playback, tick, clip))

// At a match or time-out: replaces participants, hidden players and roots.
struct SceneChanged {
    PlaybackId playback = 0;
    std::uint64_t tick = 0;
    SceneState state = SceneState::solo;
    std::vector<Participant> participants;
    std::vector<PlayerHandle> hidden;
    std::vector<Root> roots;
};
BOOST_DESCRIBE_STRUCT(SceneChanged, (), (playback, tick, state, participants, hidden, roots))

struct RootMoved {
    PlaybackId playback = 0;
    std::uint64_t tick = 0;
    Root root;
    std::uint8_t interpolation_ticks = 3;  // of position and rotation
};
BOOST_DESCRIBE_STRUCT(RootMoved, (), (playback, tick, root, interpolation_ticks))

// Absent fields are unchanged. Every update restarts the interpolation (start 0) with `interpolation`.
struct NodeUpdate {
    std::uint16_t node = 0;                     // index in the clip
    std::optional<std::uint8_t> interpolation;  // ticks; absent: 1
    std::optional<bool> visible;
    std::optional<Vec3f> translation;
    std::optional<Quatf> left_rotation;
    std::optional<Vec3f> scale;
    std::optional<Quatf> right_rotation;
};
BOOST_DESCRIBE_STRUCT(NodeUpdate, (), (node, interpolation, visible, translation, left_rotation, scale, right_rotation))

struct PoseFrame {
    PlaybackId playback = 0;
    std::uint64_t tick = 0;
    std::uint32_t clip = 0;
    std::vector<NodeUpdate> nodes;
};
BOOST_DESCRIBE_STRUCT(PoseFrame, (), (playback, tick, clip, nodes))

// The whole present pose, for the viewers named (late ones, or all after dropped frames or a reconnect).
struct Keyframe {
    PlaybackId playback = 0;
    std::uint64_t tick = 0;
    std::vector<PlayerHandle> viewers;
    std::optional<std::uint32_t> clip;  // absent: nothing is on show
    std::vector<NodeUpdate> nodes;      // all fields present
};
BOOST_DESCRIBE_STRUCT(Keyframe, (), (playback, tick, viewers, clip, nodes))

enum class EventKind : std::uint8_t { start, timeline, loop, stop };
BOOST_DESCRIBE_ENUM(EventKind, start, timeline, loop, stop)
enum class EventSource : std::uint8_t { player, server, node };
BOOST_DESCRIBE_ENUM(EventSource, player, server, node)

struct Event {
    PlaybackId playback = 0;
    std::uint64_t tick = 0;
    EventKind kind = EventKind::timeline;
    EventSource source = EventSource::server;
    std::optional<std::uint32_t> source_display;  // for EventSource::node
    Vec3d position;                               // where the commands run
    float yaw = 0;
    bool home = false;  // the receiver is the initiator's proxy; who runs commands on a backend does so only then
    std::vector<std::string> commands;  // allow-listed, without a slash
};
BOOST_DESCRIBE_STRUCT(Event, (), (playback, tick, kind, source, source_display, position, yaw, home, commands))

enum class PartnerPhase : std::uint8_t { waiting, reserved, matched, released, timed_out };
BOOST_DESCRIBE_ENUM(PartnerPhase, waiting, reserved, matched, released, timed_out)

struct PartnerState {  // to the proxies of the two players
    PlaybackId playback = 0;
    PlayerHandle player = 0;  // the receiving proxy's player this tells
    Role role = Role::initiator;
    PartnerPhase phase = PartnerPhase::waiting;
    std::optional<std::uint32_t> remaining_ticks;  // waiting and released: until the time-out
    std::optional<Uuid> partner;                   // the other player, when there is one
};
BOOST_DESCRIBE_STRUCT(PartnerState, (), (playback, player, role, phase, remaining_ticks, partner))

struct ViewersChanged {
    PlaybackId playback = 0;
    std::vector<PlayerHandle> added;    // each gets a Keyframe
    std::vector<PlayerHandle> removed;  // remove the displays for them
};
BOOST_DESCRIBE_STRUCT(ViewersChanged, (), (playback, added, removed))

enum class EndReason : std::uint8_t {
    finished,
    manual,
    replaced,
    moved,
    submerged,
    jumped,
    mounted,
    damaged,
    attacked,
    game_mode_changed,
    player_unavailable,  // dead, or in another server or dimension
    disconnected,
    stopped_by_admin,
    server_stopping,
    error,
    out_of_view,  // plays on, but nobody of the receiving proxy sees it any more
};
BOOST_DESCRIBE_ENUM(EndReason, finished, manual, replaced, moved, submerged, jumped, mounted, damaged, attacked,
                    game_mode_changed, player_unavailable, disconnected, stopped_by_admin, server_stopping, error,
                    out_of_view)

struct PlaybackEnd {  // exactly one for each PlaybackStart: remove the displays, show the hidden players again
    PlaybackId playback = 0;
    std::uint64_t tick = 0;
    EndReason reason = EndReason::finished;
};
BOOST_DESCRIBE_STRUCT(PlaybackEnd, (), (playback, tick, reason))

// ---------------------------------------------------------------------------------------------- daemon -> proxy:
// others

struct LineOfSightQuery {
    QueryId query = 0;
    PlayerHandle from = 0;  // the receiving proxy's player
    Uuid to;                // may be on another proxy
    std::string server;
    std::string dimension;
    Vec3d from_eyes;
    Vec3d to_eyes;
    std::uint8_t deadline_ticks = 4;  // later answers do not count
};
BOOST_DESCRIBE_STRUCT(LineOfSightQuery, (), (query, from, to, server, dimension, from_eyes, to_eyes, deadline_ticks))

struct EmoteInfo {
    std::string id;
    std::string name;
    std::string description;
    std::string metadata_json;  // the other metadata members
    bool two_player = false;
    std::uint32_t duration_ticks = 0;
    std::uint32_t cooldown_ticks = 0;
};
BOOST_DESCRIBE_STRUCT(EmoteInfo, (), (id, name, description, metadata_json, two_player, duration_ticks, cooldown_ticks))

// After Welcome and after every reload that changed something; in as many parts as the packet limit asks for.
struct LibraryChanged {
    std::uint64_t digest = 0;
    std::uint32_t part = 0;  // from 0: 0 replaces the list, others add to it
    bool last = true;
    std::vector<EmoteInfo> emotes;  // those that can be started; by id
};
BOOST_DESCRIBE_STRUCT(LibraryChanged, (), (digest, part, last, emotes))

struct PolicyChanged {
    std::vector<std::string> permission_nodes;  // answer each for every player with PlayerUpdate
};
BOOST_DESCRIBE_STRUCT(PolicyChanged, (), (permission_nodes))

enum class PlayerLostReason : std::uint8_t { joined_elsewhere };
BOOST_DESCRIBE_ENUM(PlayerLostReason, joined_elsewhere)

struct PlayerLost {  // the handle is free again
    PlayerHandle player = 0;
    PlayerLostReason reason = PlayerLostReason::joined_elsewhere;
};
BOOST_DESCRIBE_STRUCT(PlayerLost, (), (player, reason))

enum class NoticeCode : std::uint8_t {
    unknown_player,    // a report about a handle that did not join
    duplicate_player,  // a join with a handle in use; the old player stays
    invalid_value,     // out of range; the report was dropped
    unknown_query,     // a line-of-sight answer nobody waits for
    frames_dropped,    // this link is slow; a keyframe follows
};
BOOST_DESCRIBE_ENUM(NoticeCode, unknown_player, duplicate_player, invalid_value, unknown_query, frames_dropped)

struct Notice {
    NoticeCode code = NoticeCode::invalid_value;
    std::optional<PlayerHandle> player;
    std::string text;
};
BOOST_DESCRIBE_STRUCT(Notice, (), (code, player, text))

// A display as it is from now on. Fields mean what they mean in DisplayEntity.
struct DisplayUpdate {
    std::uint32_t display = 0;  // index into PlaybackStart::displays; never a mirror, which repeats its source
    // Content. Absent: as it was.
    std::optional<std::string> item_snbt;
    std::optional<std::string> block_state_snbt;
    std::optional<TextOptions> text;
    std::optional<ItemDisplayContext> item_context;
    // Options. Absent: the game's default, whatever was sent before.
    std::optional<Billboard> billboard;
    std::optional<BrightnessOverride> brightness;
    std::optional<float> view_range;
    std::optional<float> shadow_radius;
    std::optional<float> shadow_strength;
    std::optional<float> width;
    std::optional<float> height;
    std::optional<bool> glowing;
    std::optional<std::int32_t> glow_color_override;
    std::string remaining_snbt;  // replaces what was sent before
};
BOOST_DESCRIBE_STRUCT(DisplayUpdate, (),
                      (display, item_snbt, block_state_snbt, text, item_context, billboard, brightness, view_range,
                       shadow_radius, shadow_strength, width, height, glowing, glow_color_override, remaining_snbt))

// Content or options of displays change, or are what they were in PlaybackStart again. Never dropped. Hidden displays
// change too.
struct DisplaysChanged {  // daemon -> proxy
    PlaybackId playback = 0;
    std::uint64_t tick = 0;
    // Absent: for all. Present: late viewers, whose displays are made as PlaybackStart says; a Keyframe follows.
    std::optional<std::vector<PlayerHandle>> viewers;
    std::vector<DisplayUpdate> displays;
};
BOOST_DESCRIBE_STRUCT(DisplaysChanged, (), (playback, tick, viewers, displays))

// The order is the message table's; ids are assigned there (message_table.hpp) and never change.
using Message = std::variant<Hello, Challenge, Authenticate, Welcome, Refuse, Ping, Pong, Close, PlayerJoin,
                             PlayerUpdate, PlayerLeave, PlayerStates, PlayerAction, Play, Stop, LineOfSightAnswer,
                             PlayResult, StopResult, PlaybackStart, SegmentBegin, SceneChanged, RootMoved, PoseFrame,
                             Keyframe, Event, PartnerState, ViewersChanged, PlaybackEnd, LineOfSightQuery,
                             LibraryChanged, PolicyChanged, PlayerLost, Notice, DisplaysChanged>;

}  // namespace emoted::protocol
