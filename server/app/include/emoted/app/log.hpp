// The daemon's log: one line per fact, text or JSON, time in UTC, each with proxy, player and emote where known.
//
// Any thread may log. No secret and no message content ever goes in here.
//
//   text: 2026-11-30T15:25:26.123Z info  playback ended proxy=lobby player=8f3c... emote=starter:wave reason=finished
//   json: {"time":"2026-11-30T15:25:26.123Z","level":"info","message":"playback ended","proxy":"lobby",...}
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace spdlog {
class logger;
}

namespace emoted::app {

enum class LogLevel : std::uint8_t { debug, info, warning, error };
enum class LogFormat : std::uint8_t { text, json };

// A name and a value of a line. Numbers are written as numbers in JSON.
struct LogField {
    LogField(std::string_view field_name, std::string_view text) : name(field_name), value(text) {}
    LogField(std::string_view field_name, const std::string& text) : name(field_name), value(text) {}
    LogField(std::string_view field_name, const char* text) : name(field_name), value(text) {}
    LogField(std::string_view field_name, std::uint64_t number)
        : name(field_name), value(std::to_string(number)), is_number(true) {}
    std::string_view name;  // a literal
    std::string value;      // left out of the line when empty
    bool is_number = false;
};
using LogFields = std::vector<LogField>;

struct LogOptions {
    LogFormat format = LogFormat::text;
    LogLevel level = LogLevel::info;
    std::string file;  // empty: standard error
};

class Log {
public:
    // Throws std::runtime_error if the file cannot be opened.
    explicit Log(LogOptions options);
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    void write(LogLevel level, std::string_view message, const LogFields& fields = {});
    void debug(std::string_view message, const LogFields& fields = {}) { write(LogLevel::debug, message, fields); }
    void info(std::string_view message, const LogFields& fields = {}) { write(LogLevel::info, message, fields); }
    void warning(std::string_view message, const LogFields& fields = {}) { write(LogLevel::warning, message, fields); }
    void error(std::string_view message, const LogFields& fields = {}) { write(LogLevel::error, message, fields); }

    void set_level(LogLevel level);
    // Opens the file anew by its name, after a rotation. The old one goes on if that fails.
    void reopen();

private:
    LogOptions options_;
    std::shared_ptr<spdlog::logger> current() const;
    std::shared_ptr<spdlog::logger> logger_;  // read and replaced atomically
};

// Without time and level; what write() gives to the sink. Control characters and quotes are escaped, so that a line
// stays a line whatever a peer sends.
[[nodiscard]] std::string format_line(LogFormat format, std::string_view message, const LogFields& fields);

}  // namespace emoted::app
