#include "decoding.hpp"
#include "described.hpp"

#include <emoted/protocol/message_table.hpp>
#include <emoted/sequences/limits.hpp>

#include <array>
#include <variant>

namespace emoted::protocol {
namespace {

constexpr std::uint8_t bit(Phase phase) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(phase));
}
constexpr std::uint8_t greeting = bit(Phase::greeting);
constexpr std::uint8_t challenged = bit(Phase::challenged);
constexpr std::uint8_t open = bit(Phase::open);

// What is said before the link is open must fit the small packet of a peer that is not known yet.
template <class T>
constexpr MessageInfo entry(std::uint8_t id, std::string_view name, Direction direction, std::uint8_t phases) {
    const bool before_open = (phases & (greeting | challenged)) != 0 && direction != Direction::to_proxy;
    const std::size_t limit = before_open ? limits::max_handshake_packet_bytes : limits::max_packet_bytes;
    const std::size_t most = most_bytes<T>(limits::protocol_max);
    return {id, name, direction, phases, 1 + least_bytes<T>(limits::protocol_max), most < limit ? 1 + most : limit};
}

constexpr auto to_daemon = Direction::to_daemon;
constexpr auto to_proxy = Direction::to_proxy;
constexpr auto both = Direction::both;

// In the order of Message's alternatives. 1..15 the link itself, from 16 proxy to daemon, from 64 daemon to proxy.
constexpr std::array table{
    entry<Hello>(1, "Hello", to_daemon, greeting),
    entry<Challenge>(2, "Challenge", to_proxy, greeting),
    entry<Authenticate>(3, "Authenticate", to_daemon, challenged),
    entry<Welcome>(4, "Welcome", to_proxy, greeting | challenged),
    entry<Refuse>(5, "Refuse", to_proxy, greeting | challenged),
    entry<Ping>(6, "Ping", both, open),
    entry<Pong>(7, "Pong", both, open),
    entry<Close>(8, "Close", both, greeting | challenged | open),
    entry<PlayerJoin>(16, "PlayerJoin", to_daemon, open),
    entry<PlayerUpdate>(17, "PlayerUpdate", to_daemon, open),
    entry<PlayerLeave>(18, "PlayerLeave", to_daemon, open),
    entry<PlayerStates>(19, "PlayerStates", to_daemon, open),
    entry<PlayerAction>(20, "PlayerAction", to_daemon, open),
    entry<Play>(21, "Play", to_daemon, open),
    entry<Stop>(22, "Stop", to_daemon, open),
    entry<LineOfSightAnswer>(23, "LineOfSightAnswer", to_daemon, open),
    entry<PlayResult>(64, "PlayResult", to_proxy, open),
    entry<StopResult>(65, "StopResult", to_proxy, open),
    entry<PlaybackStart>(66, "PlaybackStart", to_proxy, open),
    entry<SegmentBegin>(67, "SegmentBegin", to_proxy, open),
    entry<SceneChanged>(68, "SceneChanged", to_proxy, open),
    entry<RootMoved>(69, "RootMoved", to_proxy, open),
    entry<PoseFrame>(70, "PoseFrame", to_proxy, open),
    entry<Keyframe>(71, "Keyframe", to_proxy, open),
    entry<Event>(72, "Event", to_proxy, open),
    entry<PartnerState>(73, "PartnerState", to_proxy, open),
    entry<ViewersChanged>(74, "ViewersChanged", to_proxy, open),
    entry<PlaybackEnd>(75, "PlaybackEnd", to_proxy, open),
    entry<LineOfSightQuery>(76, "LineOfSightQuery", to_proxy, open),
    entry<LibraryChanged>(77, "LibraryChanged", to_proxy, open),
    entry<PolicyChanged>(78, "PolicyChanged", to_proxy, open),
    entry<PlayerLost>(79, "PlayerLost", to_proxy, open),
    entry<Notice>(80, "Notice", to_proxy, open),
    entry<DisplaysChanged>(81, "DisplaysChanged", to_proxy, open),
};
static_assert(table.size() == std::variant_size_v<Message>);

// The largest pose must fit, with room for the other fields and for every viewer that an array can hold.
static_assert(emoted::limits::max_nodes_per_clip * most_bytes<NodeUpdate>(limits::protocol_max) +
                  limits::max_array_elements * sizeof(PlayerHandle) + 64 <=
              limits::max_packet_bytes);
static_assert(emoted::limits::max_nodes_per_clip <= limits::max_array_elements);
// A start's content is checked at load; what the world adds to it (participants with textures, roots, viewers) must fit
// into the rest.
static_assert(emoted::limits::max_playback_start_bytes + 2 * limits::max_textures_bytes + 65'536 <=
              limits::max_packet_bytes);
// Text takes at most twice as much in JSON as in SNBT; the world fills packets up to the largest display.
static_assert(2 * emoted::limits::max_entity_data_bytes + limits::max_array_elements * sizeof(PlayerHandle) + 1'024 <=
              limits::max_packet_bytes);
static_assert(emoted::limits::max_event_bytes + 1'024 <= limits::max_packet_bytes);
static_assert(emoted::limits::max_metadata_bytes + 1'024 <= limits::max_packet_bytes);

constexpr std::array<std::uint8_t, 128> index_by_id = [] {
    std::array<std::uint8_t, 128> index{};
    index.fill(0xFF);
    for (std::size_t i = 0; i < table.size(); ++i) {
        index[table[i].id] = static_cast<std::uint8_t>(i);
    }
    return index;
}();

template <class... Ts>
constexpr auto least_by_version(std::variant<Ts...>*) {
    std::array<std::array<std::size_t, sizeof...(Ts)>, limits::protocol_max> least{};
    for (std::uint16_t version = 1; version <= limits::protocol_max; ++version) {
        least[version - 1U] = {(1 + least_bytes<Ts>(version))...};
    }
    return least;
}
constexpr auto least = least_by_version(static_cast<Message*>(nullptr));

}  // namespace

std::span<const MessageInfo> message_table() noexcept {
    return table;
}

const MessageInfo& info_of(const Message& message) noexcept {
    return table[message.index()];
}

const MessageInfo* find_message(std::uint32_t id) noexcept {
    return id < index_by_id.size() && index_by_id[id] != 0xFF ? &table[index_by_id[id]] : nullptr;
}

const MessageInfo* find_message(std::string_view name) noexcept {
    for (const MessageInfo& info : table) {
        if (info.name == name) {
            return &info;
        }
    }
    return nullptr;
}

std::size_t table_index(const MessageInfo& info) noexcept {
    return static_cast<std::size_t>(&info - table.data());
}

std::size_t least_packet_bytes(const MessageInfo& info, std::uint16_t protocol) noexcept {
    return least[protocol - 1U][table_index(info)];
}

std::optional<CodecError> check_legal(const MessageInfo& info, const std::optional<Legal>& legal) {
    if (!legal) {
        return std::nullopt;
    }
    const std::string name(info.name);
    if (info.direction != Direction::both && info.direction != legal->direction) {
        return CodecError{
            CodecErrorCode::illegal_message, name,
            legal->direction == Direction::to_daemon ? "only the daemon sends this" : "only a proxy sends this", 0};
    }
    if (!info.legal_in(legal->phase)) {
        return CodecError{
            CodecErrorCode::illegal_message, name,
            legal->phase == Phase::open ? "not once the link is open" : "not at this point of the handshake", 0};
    }
    return std::nullopt;
}

}  // namespace emoted::protocol
