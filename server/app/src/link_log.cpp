#include "link_log.hpp"

#include <string_view>

namespace emoted::app {

namespace {

using Kind = net::LinkEvent::Kind;

std::string_view message_of(Kind kind) {
    switch (kind) {
        case Kind::opened:
            return "proxy connected";
        case Kind::closed:
            return "proxy disconnected";
        case Kind::refused:
            return "handshake refused";
        case Kind::replaced:
            return "proxy taken over by a newer link";
        case Kind::frames_dropped:
            return "proxy is slow, pose frames were dropped";
        case Kind::turned_away:
            return "connection turned away";
        case Kind::accept_failed:
            return "a connection could not be accepted";
    }
    return "link event";
}

LogLevel level_of(const net::LinkEvent& event) {
    switch (event.kind) {
        case Kind::opened:
            return LogLevel::info;
        case Kind::closed:
            return event.reason == "normal" || event.reason == "shutting_down" ? LogLevel::info : LogLevel::warning;
        case Kind::accept_failed:
            return LogLevel::error;
        default:
            return LogLevel::warning;
    }
}

}  // namespace

void log_link_event(Log& log, const net::LinkEvent& event) {
    log.write(level_of(event), message_of(event.kind),
              {{"proxy", event.proxy}, {"remote", event.remote}, {"reason", event.reason}, {"text", event.text}});
}

}  // namespace emoted::app
