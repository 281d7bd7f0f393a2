#include <emoted/app/event_log.hpp>
#include <emoted/protocol/codec.hpp>

namespace emoted::app {

using Kind = core::WorldEvent::Kind;

std::string_view message_of(Kind kind) noexcept {
    switch (kind) {
        case Kind::player_joined:
            return "player joined";
        case Kind::player_left:
            return "player left";
        case Kind::player_moved_proxy:
            return "player joined on another proxy";
        case Kind::play_answered:
            return "play answered";
        case Kind::playback_started:
            return "playback started";
        case Kind::playback_ended:
            return "playback ended";
        case Kind::playback_failed:
            return "playback failed";
        case Kind::partner_reserved:
            return "partner reserved";
        case Kind::partner_released:
            return "partner released";
        case Kind::partner_matched:
            return "partner matched";
        case Kind::partner_timed_out:
            return "partner timed out";
        case Kind::proxy_grace_began:
            return "proxy lost, its playbacks go on for the grace time";
        case Kind::proxy_grace_ended:
            return "lost proxy did not come back in time";
        case Kind::proxy_resumed:
            return "proxy came back in time";
    }
    return "event";
}

LogLevel level_of(Kind kind) noexcept {
    switch (kind) {
        case Kind::player_joined:
        case Kind::player_left:
        case Kind::play_answered:
            return LogLevel::debug;  // one for every player and request: the playbacks tell the story
        case Kind::playback_failed:
        case Kind::proxy_grace_began:
        case Kind::proxy_grace_ended:
            return LogLevel::warning;
        default:
            return LogLevel::info;
    }
}

LogFields fields_of(const core::WorldEvent& event) {
    LogFields fields;
    fields.emplace_back("proxy", event.proxy);
    if (event.player) {
        fields.emplace_back("player", protocol::to_text(*event.player));
    }
    fields.emplace_back("name", event.player_name);
    fields.emplace_back("emote", event.emote);
    if (event.playback) {
        fields.emplace_back("playback", *event.playback);
    }
    fields.emplace_back("detail", event.detail);
    if (event.seed) {
        fields.emplace_back("seed", *event.seed);
    }
    fields.emplace_back("tick", event.tick);
    return fields;
}

void log_event(Log& log, const core::WorldEvent& event) {
    log.write(level_of(event.kind), message_of(event.kind), fields_of(event));
}

}  // namespace emoted::app
