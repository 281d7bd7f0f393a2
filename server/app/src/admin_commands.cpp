#include <emoted/app/admin_commands.hpp>
#include <emoted/protocol/codec.hpp>
#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <tl/expected.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <type_traits>
#include <utility>

namespace emoted::app {
namespace {

namespace json = boost::json;

enum class Command : std::uint8_t { status, list, players, reload, play, stop, stop_all };
constexpr std::array<std::pair<std::string_view, Command>, 7> commands{{{"status", Command::status},
                                                                        {"list", Command::list},
                                                                        {"players", Command::players},
                                                                        {"reload", Command::reload},
                                                                        {"play", Command::play},
                                                                        {"stop", Command::stop},
                                                                        {"stop-all", Command::stop_all}}};

std::string accepted(json::object data) {
    return json::serialize(json::object{{"ok", true}, {"data", std::move(data)}});
}

std::string refused(std::string_view code, std::string_view text, std::string_view nearest = {},
                    json::object data = {}) {
    json::object error{{"code", code}, {"text", text}};
    if (!nearest.empty()) {
        error["nearest"] = nearest;
    }
    json::object answer{{"ok", false}, {"error", std::move(error)}};
    if (!data.empty()) {
        answer["data"] = std::move(data);
    }
    return json::serialize(answer);
}

// Seeds have 64 bits, which many readers of JSON cannot hold in a number: a text of digits serves as well.
std::optional<std::uint64_t> read_seed(const text::Field& field) {
    if (field.is_string()) {
        const std::string_view text = field.string().value_or("");
        std::uint64_t seed = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
        if (error != std::errc{} || text.empty() || end != text.data() + text.size()) {
            field.fault(DiagnosticCode::invalid_value,
                        {.message = "not a seed", .expected = "0 to 18446744073709551615"});
            return std::nullopt;
        }
        return seed;
    }
    const auto number = field.integer(0, INT64_MAX);
    return number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

std::string text_of(const text::Field& field) {
    return std::string(field.not_blank().value_or(""));
}

AdminRequest read_members(Command command, text::ObjectCursor& root) {
    switch (command) {
        case Command::status:
            return StatusRequest{};
        case Command::list:
            return ListRequest{};
        case Command::players:
            return PlayersRequest{};
        case Command::reload:
            return ReloadRequest{};
        case Command::play: {
            PlayRequest play;
            play.player = text_of(root.required("player"));
            play.emote = text_of(root.required("emote"));
            if (const text::Field seed = root.optional("seed"); seed.present()) {
                play.seed = read_seed(seed);
            }
            return play;
        }
        case Command::stop:
            return StopRequest{text_of(root.required("player"))};
        case Command::stop_all:
            return StopAllRequest{text_of(root.optional("emote"))};
    }
    return StatusRequest{};
}

std::string refusal_of(const Diagnostics& diagnostics) {
    const Diagnostic& first = diagnostics.front();
    std::string text = first.path + ": " + first.message;
    if (!first.expected.empty()) {
        text += "; expected " + first.expected;
    }
    return refused("invalid_request", text, first.nearest);
}

// The one player who is meant, or the answer that says why there is none.
tl::expected<Uuid, std::string> one_player(const core::Network& network, const std::string& asked) {
    const std::vector<core::PlayerInfo> found = network.find_players(asked);
    if (found.size() == 1) {
        return found.front().uuid;
    }
    if (found.size() > 1) {
        std::string text = std::to_string(found.size()) + " players are called " + asked + "; give the UUID of one:";
        for (const core::PlayerInfo& player : found) {
            text += (&player == &found.front() ? " " : ", ") + player.name + ' ' + protocol::to_text(player.uuid) +
                    " on " + player.server + " (proxy " + player.proxy + ')';
        }
        return tl::unexpected(refused("ambiguous_player", text));
    }
    const std::vector<core::PlayerInfo> players = network.players();
    std::vector<std::string_view> names;
    names.reserve(players.size());
    for (const core::PlayerInfo& player : players) {
        names.push_back(player.name);
    }
    return tl::unexpected(refused("unknown_player", "there is no player " + asked, text::nearest_word(asked, names)));
}

std::string unknown_emote(const core::Network& network, const std::string& asked) {
    std::vector<std::string_view> ids;
    for (const auto& playable : network.library().playables()) {
        ids.push_back(playable->id);
    }
    return refused("unknown_emote", "there is no emote " + asked, text::nearest_word(asked, ids));
}

class Runner {
public:
    Runner(core::Network& network, const DaemonFacts& facts) : network_(network), facts_(facts) {}

    std::string operator()(const StatusRequest&) const {
        const core::Counters counters = network_.counters();
        json::array links;
        for (const LinkFacts& link : facts_.links) {
            links.push_back(json::object{{"proxy", link.proxy},
                                         {"address", link.address},
                                         {"connected_seconds", link.connected_seconds},
                                         {"queued_bytes", link.queued_bytes}});
        }
        return accepted({{"version", facts_.version},
                         {"uptime_seconds", facts_.uptime_seconds},
                         {"tick", counters.tick},
                         {"skipped_ticks", facts_.skipped_ticks},
                         {"emotes", standalone_emotes()},
                         {"library_digest", std::to_string(network_.library().digest())},
                         {"proxies", counters.proxies},
                         {"players", counters.players},
                         {"playbacks", counters.playbacks},
                         {"open_offers", counters.open_offers},
                         {"displays", counters.displays},
                         {"starts_total", counters.starts_total},
                         {"ends_total", counters.ends_total},
                         {"matches_total", counters.matches_total},
                         {"timeouts_total", counters.timeouts_total},
                         {"reloads", facts_.reloads},
                         {"last_reload_clean", facts_.last_reload_clean},
                         {"links", std::move(links)}});
    }

    std::string operator()(const ListRequest&) const {
        json::array emotes;
        for (const auto& playable : network_.library().playables()) {
            const std::string_view kind = playable->two_player() ? "two_player"
                                          : playable->sequence   ? "sequence"
                                                                 : "animation";
            emotes.push_back(json::object{{"id", playable->id},
                                          {"name", playable->metadata.name},
                                          {"kind", kind},
                                          {"standalone", playable->standalone},
                                          {"disabled", facts_.policy && facts_.policy->disabled(playable->id)},
                                          {"duration_ticks", playable->duration.value()},
                                          {"cooldown_ticks", playable->cooldown.value()},
                                          {"displays", playable->layout.displays.size()},
                                          {"file", playable->source}});
        }
        return accepted({{"emotes", std::move(emotes)}});
    }

    std::string operator()(const PlayersRequest&) const {
        json::array players;
        for (const core::PlayerInfo& player : network_.players()) {
            json::object entry{{"uuid", protocol::to_text(player.uuid)},
                               {"name", player.name},
                               {"proxy", player.proxy},
                               {"server", player.server},
                               {"dimension", player.dimension}};
            if (player.playback) {
                entry["playback"] = *player.playback;
                entry["emote"] = player.emote;
            }
            players.push_back(std::move(entry));
        }
        return accepted({{"players", std::move(players)}});
    }

    std::string operator()(const PlayRequest& request) const {
        const auto player = one_player(network_, request.player);
        if (!player) {
            return player.error();
        }
        if (network_.library().find(request.emote) == nullptr) {
            return unknown_emote(network_, request.emote);
        }
        const protocol::PlayResult result = network_.admin_play(*player, request.emote, request.seed);
        const char* const outcome = boost::describe::enum_to_string(result.outcome, "unknown");
        json::object data{{"outcome", outcome}};
        if (result.playback) {
            data["playback"] = *result.playback;
        }
        if (result.remaining_ticks) {
            data["remaining_ticks"] = *result.remaining_ticks;
        }
        switch (result.outcome) {
            case protocol::PlayOutcome::started:
            case protocol::PlayOutcome::offered:
            case protocol::PlayOutcome::joined:
            case protocol::PlayOutcome::matched:
                return accepted(std::move(data));
            default:
                return refused(outcome, result.text.empty() ? outcome : result.text, {}, std::move(data));
        }
    }

    std::string operator()(const StopRequest& request) const {
        const auto player = one_player(network_, request.player);
        if (!player) {
            return player.error();
        }
        if (!network_.admin_stop(*player)) {
            return refused("nothing_playing", request.player + " plays nothing");
        }
        return accepted({{"stopped", 1}});
    }

    std::string operator()(const StopAllRequest& request) const {
        const std::size_t stopped = network_.admin_stop_all(request.emote);
        // What was removed by a reload may still play, so that only an emote which is not there at all is a mistake.
        if (stopped == 0 && !request.emote.empty() && network_.library().find(request.emote) == nullptr) {
            return unknown_emote(network_, request.emote);
        }
        return accepted({{"stopped", stopped}});
    }

    std::string operator()(const ReloadRequest&) const {
        return refused("invalid_request", "a reload is not asked of the world");
    }

private:
    [[nodiscard]] std::size_t standalone_emotes() const {
        const auto& playables = network_.library().playables();
        return static_cast<std::size_t>(
            std::ranges::count_if(playables, [](const auto& playable) { return playable->standalone; }));
    }

    core::Network& network_;
    const DaemonFacts& facts_;
};

json::array list_of(const std::vector<std::string>& texts) {
    json::array list;
    for (const std::string& text : texts) {
        list.emplace_back(text);
    }
    return list;
}

// Tools read the fields, people the text.
void append(json::array& list, const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        boost::system::error_code error;
        json::value entry = json::parse(to_json(diagnostic), error);
        if (!error && entry.is_object()) {
            entry.get_object()["text"] = to_text(diagnostic);
            list.push_back(std::move(entry));
        }
    }
}

json::array links_array(const std::vector<SequenceLinks>& links) {
    json::array list;
    for (const SequenceLinks& one : links) {
        boost::system::error_code error;
        json::value entry = json::parse(to_json(one), error);
        if (!error) {
            list.push_back(std::move(entry));
        }
    }
    return list;
}

std::size_t count(const Diagnostics& diagnostics, Severity severity) {
    return static_cast<std::size_t>(std::ranges::count(diagnostics, severity, &Diagnostic::severity));
}

}  // namespace

ReadRequest read_admin_request(std::string_view line) {
    if (line.size() > max_admin_request_bytes) {
        return {std::nullopt, refused("invalid_request",
                                      "a request has at most " + std::to_string(max_admin_request_bytes) + " bytes")};
    }
    Diagnostics diagnostics;
    const auto document = text::JsonDocument::parse("<request>", std::string(line), diagnostics);
    if (!document) {
        return {std::nullopt, refusal_of(diagnostics)};
    }
    text::JsonReader reader(*document, diagnostics);
    text::ObjectCursor root = reader.root();
    const text::Field name = root.required("command");
    const auto word = name.string();
    if (!word) {
        return {std::nullopt, refusal_of(diagnostics)};
    }
    const auto* const found = std::ranges::find(commands, *word, &std::pair<std::string_view, Command>::first);
    if (found == commands.end()) {
        std::vector<std::string_view> names;
        names.reserve(commands.size());
        for (const auto& command : commands) {
            names.push_back(command.first);
        }
        return {std::nullopt, refused("unknown_command", "there is no command " + std::string(*word),
                                      text::nearest_word(*word, names))};
    }
    AdminRequest request = read_members(found->second, root);
    root.finish(Severity::fault);
    if (reader.failed()) {
        text::sort(diagnostics);
        return {std::nullopt, refusal_of(diagnostics)};
    }
    return {std::move(request), {}};
}

std::string run_admin_request(const AdminRequest& request, core::Network& network, const DaemonFacts& facts) {
    return std::visit(Runner(network, facts), request);
}

std::string reload_answer(const ReloadReport& report) {
    const LoadReport& emotes = report.emotes;
    json::array diagnostics;
    std::size_t faults = 0;
    std::size_t warnings = 0;
    for (const Diagnostics* const part :
         {&report.configuration_diagnostics, &report.policy_diagnostics, &emotes.diagnostics}) {
        append(diagnostics, *part);
        faults += count(*part, Severity::fault);
        warnings += count(*part, Severity::warning);
    }
    json::array truncated;
    for (const OmittedFindings& omitted : emotes.omitted) {
        faults += omitted.faults;
        warnings += omitted.warnings;
        truncated.push_back(json::object{{"file", safe_line(omitted.source)},
                                         {"errors", omitted.faults},
                                         {"warnings", omitted.warnings},
                                         {"text", to_text(omitted)}});
    }
    json::object data{{"configuration_taken", report.configuration_taken},
                      {"need_restart", list_of(report.need_restart)},
                      {"policy_taken", report.policy_taken},
                      {"files", emotes.files_found},
                      {"emotes", emotes.emotes_loaded},
                      {"animations", emotes.animations_loaded},
                      {"sequences", emotes.sequences_loaded},
                      {"added", list_of(emotes.added)},
                      {"changed", list_of(emotes.changed)},
                      {"removed", list_of(emotes.removed)},
                      {"kept_last_good", list_of(emotes.kept_last_good)},
                      {"links", links_array(report.links)},
                      {"faults", faults},
                      {"warnings", warnings},
                      {"truncated", std::move(truncated)},
                      {"diagnostics", std::move(diagnostics)}};
    if (report.clean()) {
        return accepted(std::move(data));
    }
    const std::string_view text = !report.configuration_taken ? "the configuration has faults; nothing was reloaded"
                                  : !report.policy_taken
                                      ? "the policy has faults and stays as it was; the emotes were reloaded"
                                      : "there are faults; what has none was reloaded";
    return refused("faults", text, {}, std::move(data));
}

std::string error_answer(std::string_view code, std::string_view text) {
    return refused(code, text);
}

}  // namespace emoted::app
