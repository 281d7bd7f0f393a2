#include "render.hpp"

#include <emoted/sequences/diagnostic.hpp>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace emoted::ctl {
namespace {

namespace json = boost::json;

constexpr std::int64_t ticks_per_second = 20;

std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char character) { return (static_cast<unsigned char>(character) & 0xC0U) != 0x80U; }));
}

// Names come from players and files: nothing in them may steer the terminal.
std::string text_at(const json::object& object, std::string_view name) {
    const json::value* const value = object.if_contains(name);
    if (value == nullptr || value->is_null()) {
        return {};
    }
    return value->is_string() ? safe_line(value->get_string()) : json::serialize(*value);
}

std::int64_t number_at(const json::object& object, std::string_view name) {
    const json::value* const value = object.if_contains(name);
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

bool true_at(const json::object& object, std::string_view name) {
    const json::value* const value = object.if_contains(name);
    return value != nullptr && value->is_bool() && value->get_bool();
}

std::vector<json::object> objects_at(const json::object& object, std::string_view name) {
    std::vector<json::object> objects;
    const json::value* const value = object.if_contains(name);
    if (value != nullptr && value->is_array()) {
        for (const json::value& element : value->get_array()) {
            if (element.is_object()) {
                objects.push_back(element.get_object());
            }
        }
    }
    return objects;
}

std::vector<std::string> texts_at(const json::object& object, std::string_view name) {
    std::vector<std::string> texts;
    const json::value* const value = object.if_contains(name);
    if (value != nullptr && value->is_array()) {
        for (const json::value& element : value->get_array()) {
            if (element.is_string()) {
                texts.push_back(safe_line(element.get_string()));
            }
        }
    }
    return texts;
}

// "1 fault", "2 faults".
std::string counted(const json::object& object, std::string_view member, std::string_view one) {
    const std::string number = text_at(object, member);
    return number + ' ' + std::string(one) + (number == "1" ? "" : "s");
}

class Table {
public:
    explicit Table(std::vector<std::string> head) { rows_.push_back(std::move(head)); }
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    [[nodiscard]] std::string text() const {
        std::vector<std::size_t> widths(rows_.front().size(), 0);
        for (const auto& row : rows_) {
            for (std::size_t column = 0; column < row.size(); ++column) {
                widths[column] = std::max(widths[column], width_of(row[column]));
            }
        }
        std::string text;
        for (const auto& row : rows_) {
            std::string line;
            for (std::size_t column = 0; column < row.size(); ++column) {
                line += row[column];
                line.append(widths[column] - width_of(row[column]) + 2, ' ');
            }
            line.erase(line.find_last_not_of(' ') + 1);
            text += line + '\n';
        }
        return text;
    }

private:
    std::vector<std::vector<std::string>> rows_;
};

std::string seconds_text(std::int64_t ticks) {
    const std::int64_t hundredths = ticks * 100 / ticks_per_second;
    std::string fraction = std::to_string(hundredths % 100);
    fraction.insert(0, 2 - fraction.size(), '0');
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return std::to_string(hundredths / 100) + (fraction.empty() ? "" : "." + fraction) + " s";
}

std::string duration_text(std::int64_t seconds) {
    if (seconds < 60) {
        return std::to_string(seconds) + " s";
    }
    if (seconds < 3'600) {
        return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
    }
    return std::to_string(seconds / 3'600) + " h " + std::to_string(seconds / 60 % 60) + " min";
}

std::string status(const json::object& data) {
    std::string text = "emoted " + text_at(data, "version") + ", up " +
                       duration_text(number_at(data, "uptime_seconds")) + ", tick " + text_at(data, "tick") + "\n\n";
    Table facts({"emotes", text_at(data, "emotes")});
    for (const char* const name : {"proxies", "players", "playbacks", "open_offers", "displays", "starts_total",
                                   "ends_total", "matches_total", "timeouts_total", "skipped_ticks", "reloads"}) {
        std::string label = name;
        std::ranges::replace(label, '_', ' ');
        facts.add({label, text_at(data, name)});
    }
    text += facts.text();
    if (!true_at(data, "last_reload_clean")) {
        text += "the last reload found faults; run \"emotectl reload\" to see them\n";
    }
    const auto links = objects_at(data, "links");
    if (!links.empty()) {
        Table table({"PROXY", "ADDRESS", "CONNECTED", "QUEUED BYTES"});
        for (const json::object& link : links) {
            table.add({text_at(link, "proxy"), text_at(link, "address"),
                       duration_text(number_at(link, "connected_seconds")), text_at(link, "queued_bytes")});
        }
        text += '\n' + table.text();
    }
    return text;
}

std::string list(const json::object& data) {
    Table table({"ID", "KIND", "LENGTH", "COOLDOWN", "STATE", "NAME"});
    for (const json::object& emote : objects_at(data, "emotes")) {
        const std::string_view state = true_at(emote, "disabled")      ? "disabled"
                                       : !true_at(emote, "standalone") ? "part"
                                                                       : "ready";
        std::string kind = text_at(emote, "kind");
        std::ranges::replace(kind, '_', ' ');
        table.add({text_at(emote, "id"), kind, seconds_text(number_at(emote, "duration_ticks")),
                   seconds_text(number_at(emote, "cooldown_ticks")), std::string(state), text_at(emote, "name")});
    }
    return table.text();
}

std::string players(const json::object& data) {
    const auto entries = objects_at(data, "players");
    if (entries.empty()) {
        return "no players\n";
    }
    Table table({"PLAYER", "UUID", "PROXY", "SERVER", "DIMENSION", "PLAYS"});
    for (const json::object& player : entries) {
        table.add({text_at(player, "name"), text_at(player, "uuid"), text_at(player, "proxy"),
                   text_at(player, "server"), text_at(player, "dimension"), text_at(player, "emote")});
    }
    return table.text();
}

void append_names(std::string& text, const json::object& data, std::string_view member, std::string_view label) {
    const std::vector<std::string> names = texts_at(data, member);
    if (!names.empty()) {
        text += std::string(label) + ':';
        for (const std::string& name : names) {
            text += ' ' + name;
        }
        text += '\n';
    }
}

std::string reload(const json::object& data) {
    std::string text;
    for (const json::object& diagnostic : objects_at(data, "diagnostics")) {
        // Already made for a terminal by the daemon; its line ends must stay.
        const json::value* const report = diagnostic.if_contains("text");
        if (report != nullptr && report->is_string()) {
            text += std::string_view(report->get_string());
        }
    }
    for (const json::object& omitted : objects_at(data, "truncated")) {
        text += text_at(omitted, "text") + '\n';
    }
    if (true_at(data, "configuration_taken")) {
        text += counted(data, "files", "file") + ", " + counted(data, "emotes", "emote") + " (" +
                counted(data, "animations", "animation") + ", " + counted(data, "sequences", "sequence") + ")\n";
    }
    append_names(text, data, "added", "added");
    append_names(text, data, "changed", "changed");
    append_names(text, data, "removed", "removed");
    append_names(text, data, "kept_last_good", "still served as they were before their fault");
    for (const json::object& sequence : objects_at(data, "links")) {
        text += text_at(sequence, "emote") + " uses";
        const char* before = " ";
        for (const json::object& clip : objects_at(sequence, "clips")) {
            text += before + text_at(clip, "id") + " (" + text_at(clip, "file") + ')';
            before = ", ";
        }
        text += '\n';
    }
    append_names(text, data, "need_restart", "changed settings that need a restart");
    return text + counted(data, "faults", "fault") + ", " + counted(data, "warnings", "warning") + '\n';
}

std::string play(const json::object& data) {
    std::string text = text_at(data, "outcome");
    if (data.contains("playback")) {
        text += ", playback " + text_at(data, "playback");
    }
    if (data.contains("remaining_ticks")) {
        text += ", " + seconds_text(number_at(data, "remaining_ticks")) + " left";
    }
    return text + '\n';
}

}  // namespace

std::string render(std::string_view command, const json::object& data) {
    if (command == "status") {
        return status(data);
    }
    if (command == "list") {
        return list(data);
    }
    if (command == "players") {
        return players(data);
    }
    if (command == "reload") {
        return reload(data);
    }
    if (command == "play") {
        return play(data);
    }
    return text_at(data, "stopped") + " stopped\n";
}

std::string render_error(const json::object& error) {
    std::string text = text_at(error, "text") + " (" + text_at(error, "code") + ')';
    if (error.contains("nearest")) {
        text += "; did you mean " + text_at(error, "nearest") + '?';
    }
    return text;
}

}  // namespace emoted::ctl
