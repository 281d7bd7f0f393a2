// Settings written out: as the commented file, and as the configuration in effect.
#include "setting_table.hpp"
#include "value_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace emoted::config {
namespace {

constexpr std::size_t line_width = 100;

constexpr std::string_view preamble =
    R"(# The configuration of emoted. Every setting is here, with its type, range and default.
#
# Each setting can also come from the environment (EMOTED_LISTEN__PROXY_TCP for listen.proxy_tcp) and from a flag
# (--set listen.proxy_tcp=127.0.0.1:25599). Flags win over the environment, the environment over this file. There, texts
# stand without quotes and lists are separated by commas.
# Relative paths count from the folder of this file, wherever they are set.
# Times have a unit: "250ms", "4t" (ticks of 50 ms), "5s", "2m".
# A key that emoted does not know stops the start, and so do settings that contradict each other.
# "emoted --check-config" checks this file without starting anything.
)";

constexpr std::string_view named_example =
    R"(# A proxy with a secret of its own, which then is the only one that proves its name. One such section each:
# [proxies.named.lobby]
# secret_file = "secrets/lobby.secret"
# previous_secret_file = "secrets/lobby-old.secret"
)";

std::string_view section_of(std::string_view key) {
    const auto dot = key.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : key.substr(0, dot);
}

std::string_view word_of(std::string_view key) {
    return key.substr(key.rfind('.') + 1);
}

void append_comment(std::string& file, std::string_view text) {
    std::string line = "#";
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (line.size() + 1 + end > line_width) {
            file += line + '\n';
            line = "#";
        }
        line += ' ';
        line += text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    file += line + '\n';
}

void append_named(std::string& file, const Settings& settings) {
    for (const auto& [name, credential] : settings.proxies.named) {
        file += fmt::format("\n[proxies.named.{}]\n", toml_string(name));
        for (const NamedMember& member : named_members()) {
            file += fmt::format("{} = {}\n", member.name, toml_string(member.read(credential)));
        }
    }
}

}  // namespace

std::vector<SettingInfo> describe_settings() {
    std::vector<SettingInfo> infos;
    for (const Setting& setting : setting_table()) {
        SettingInfo info;
        info.key = setting.key;
        info.environment = environment_name(setting.key);
        info.type = type_name(setting);
        info.accepted = accepted_text(setting);
        info.default_value = value_text(setting, Settings());
        info.help = setting.help;
        info.reloadable = setting.reload == Reload::reload;
        infos.push_back(std::move(info));
    }
    return infos;
}

std::string value_of(const Settings& settings, std::string_view key) {
    const Setting* const setting = find_setting(key);
    return setting == nullptr ? std::string() : value_text(*setting, settings);
}

std::string commented_file(const Settings& settings) {
    std::string file(preamble);
    std::string_view section;
    for (const Setting& setting : setting_table()) {
        if (section_of(setting.key) != section) {
            if (section == "proxies") {
                file += '\n';
                file += named_example;
                append_named(file, settings);
            }
            section = section_of(setting.key);
            file += fmt::format("\n[{}]\n", section);
        } else {
            file += '\n';
        }
        append_comment(file, setting.help);
        const std::string accepted = accepted_text(setting);
        append_comment(file, fmt::format("({}{}{}; default {}; {})", type_name(setting), accepted.empty() ? "" : ": ",
                                         accepted, value_text(setting, Settings()),
                                         setting.reload == Reload::reload ? "a reload takes a change over"
                                                                          : "a change needs a restart"));
        file += fmt::format("{} = {}\n", word_of(setting.key), value_text(setting, settings));
    }
    return file;
}

std::string effective_configuration(const Settings& settings) {
    std::string text;
    std::string_view section;
    for (const Setting& setting : setting_table()) {
        if (section_of(setting.key) != section) {
            if (section == "proxies") {
                append_named(text, settings);
            }
            section = section_of(setting.key);
            text += fmt::format("\n[{}]\n", section);
        }
        text += fmt::format("{} = {}\n", word_of(setting.key), value_text(setting, settings));
    }
    return text;
}

std::vector<std::string> changes_that_need_restart(const Settings& running, const Settings& loaded) {
    std::vector<std::string> keys;
    for (const Setting& setting : setting_table()) {
        if (setting.reload == Reload::restart && value_text(setting, running) != value_text(setting, loaded)) {
            keys.emplace_back(setting.key);
        }
    }
    std::string running_named;
    std::string loaded_named;
    append_named(running_named, running);
    append_named(loaded_named, loaded);
    if (running_named != loaded_named) {
        keys.emplace_back("proxies.named");
    }
    return keys;
}

}  // namespace emoted::config
