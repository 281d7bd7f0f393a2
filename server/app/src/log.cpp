#include <emoted/app/log.hpp>
#include <emoted/sequences/utf8.hpp>

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace emoted::app {

namespace {

spdlog::level::level_enum to_spdlog(LogLevel level) {
    switch (level) {
        case LogLevel::debug:
            return spdlog::level::debug;
        case LogLevel::info:
            return spdlog::level::info;
        case LogLevel::warning:
            return spdlog::level::warn;
        case LogLevel::error:
            break;
    }
    return spdlog::level::err;
}

std::shared_ptr<spdlog::logger> open(const LogOptions& options) {
    std::shared_ptr<spdlog::sinks::sink> sink;
    if (options.file.empty()) {
        sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    } else {
        try {
            sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(options.file);
        } catch (const spdlog::spdlog_ex& error) {
            throw std::runtime_error(error.what());
        }
    }
    auto logger = std::make_shared<spdlog::logger>("emoted", std::move(sink));
    const char* pattern = options.format == LogFormat::json ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})"
                                                            : "%Y-%m-%dT%H:%M:%S.%eZ %-7l %v";
    logger->set_formatter(std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::utc));
    logger->set_level(to_spdlog(options.level));
    logger->flush_on(spdlog::level::debug);
    return logger;
}

// Terminals obey U+0080 to U+009F as they obey what is below a space.
bool is_high_control(std::string_view sequence) {
    return sequence.size() == 2 && sequence[0] == '\xC2' && static_cast<unsigned char>(sequence[1]) < 0xA0;
}

// The escapes of JSON; text values use the same ones. Names of files need not be UTF-8, lines are.
void append_escaped(std::string& out, std::string_view text) {
    for (std::size_t at = 0, length = 0; at < text.size(); at += length) {
        length = text::utf8_sequence_length(text.substr(at));
        if (length == 0) {
            text::append_utf8(out, U'\uFFFD');
            length = 1;
            continue;
        }
        const char c = text[at];
        const auto byte = static_cast<unsigned char>(c);
        if (length > 1) {
            const std::string_view sequence = text.substr(at, length);
            if (is_high_control(sequence)) {
                out += fmt::format("\\u{:04x}", static_cast<unsigned char>(sequence[1]));
            } else {
                out += sequence;
            }
            continue;
        }
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (byte < 0x20 || byte == 0x7F) {
            out += fmt::format("\\u{:04x}", byte);
        } else {
            out += c;
        }
    }
}

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    append_escaped(out, text);
    out += '"';
}

// A value that needs no quotes to be told from its neighbours.
bool is_bare(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '"' && c != '\\' && c != '='; });
}

}  // namespace

std::string format_line(LogFormat format, std::string_view message, const LogFields& fields) {
    std::string line;
    if (format == LogFormat::json) {
        line += R"("message":)";
        append_quoted(line, message);
    } else {
        append_escaped(line, message);
    }
    for (const LogField& field : fields) {
        if (field.value.empty()) {
            continue;
        }
        if (format == LogFormat::json) {
            line += ',';
            append_quoted(line, field.name);
            line += ':';
        } else {
            line += ' ';
            line += field.name;
            line += '=';
        }
        if (field.is_number) {
            line += field.value;
        } else if (format == LogFormat::json || !is_bare(field.value)) {
            append_quoted(line, field.value);
        } else {
            append_escaped(line, field.value);
        }
    }
    return line;
}

Log::Log(LogOptions options) : options_(std::move(options)), logger_(open(options_)) {}

Log::~Log() = default;

std::shared_ptr<spdlog::logger> Log::current() const {
    return std::atomic_load(&logger_);
}

void Log::write(LogLevel level, std::string_view message, const LogFields& fields) {
    const auto logger = current();
    const auto at = to_spdlog(level);
    if (logger->should_log(at)) {
        // As an argument: braces in the line are not placeholders.
        logger->log(at, "{}", format_line(options_.format, message, fields));
    }
}

void Log::set_level(LogLevel level) {
    current()->set_level(to_spdlog(level));
}

void Log::reopen() {
    if (options_.file.empty()) {
        return;
    }
    try {
        auto fresh = open(options_);
        fresh->set_level(current()->level());
        std::atomic_store(&logger_, std::move(fresh));
    } catch (const std::runtime_error& error_) {
        error("the log file could not be opened anew", {{"file", options_.file}, {"error", error_.what()}});
    }
}

}  // namespace emoted::app
