// The texts of values that TOML has no type for: times, addresses, names. And TOML's own strings, written.
#pragma once

#include <emoted/config/settings.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace emoted::config {

// "1.5s", "250ms", "4t" (ticks of 50 ms), "2m". A unit is required: a bare number would be ticks in an emote file and
// milliseconds elsewhere. There is no "d": in emote files it is a day of the game, 20 minutes.
inline constexpr std::string_view time_grammar = "a number and a unit: ms, t (tick of 50 ms), s or m";
[[nodiscard]] std::optional<std::chrono::duration<double, std::milli>> parse_time(std::string_view text) noexcept;
// The shortest text that parse_time() gives back exactly; ticks only if `in_ticks`.
[[nodiscard]] std::string time_text(std::chrono::milliseconds time, bool in_ticks);

[[nodiscard]] std::optional<TcpEndpoint> parse_endpoint(std::string_view text);

// A letter or "_", then letters, digits and "_".
[[nodiscard]] bool is_environment_name(std::string_view text) noexcept;

// 1 to 64 characters of a-z A-Z 0-9 _ . - as in the protocol's Hello.
[[nodiscard]] bool is_proxy_name(std::string_view text) noexcept;

// A TOML basic string, quoted and escaped.
[[nodiscard]] std::string toml_string(std::string_view text);

}  // namespace emoted::config
