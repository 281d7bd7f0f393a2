// Reads the configuration: the file, then the environment, then the flags; each wins over the one before.
//
// Every fault is reported at once, with file, line, column, key, what was expected, what was found and the nearest key.
// An unknown key, a contradiction or a missing secret is a fault, and with any fault there are no settings: a daemon
// must not run with something else than what its operator wrote. No exception leaves these functions. Call from one
// thread at a time (the environment is read once, by process_environment()).
#pragma once

#include <emoted/config/settings.hpp>
#include <emoted/sequences/diagnostic.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::config {

// Larger files are refused before they are read: a configuration has some ten kilobytes.
inline constexpr std::size_t max_config_bytes = 1'048'576;
// Shorter secrets can be guessed; also the length of the proof's half.
inline constexpr std::size_t min_secret_bytes = 16;
// Longer than any key in use; bounds what is read from a wrong file.
inline constexpr std::size_t max_secret_bytes = 4'096;

using Environment = std::map<std::string, std::string, std::less<>>;
[[nodiscard]] Environment process_environment();

struct Overrides {
    Environment environment;         // EMOTED_<PATH> with "__" between levels; others are where secrets may come from
    std::vector<std::string> flags;  // "listen.proxy_tcp=127.0.0.1:0", in the order given
};

struct Loaded {
    std::optional<Settings> settings;  // absent if there is any fault
    Diagnostics diagnostics;           // sorted; warnings are worth a loud line even when all is well
};

// The whole way: reads `file`, applies `overrides`, resolves paths, reads secrets.
[[nodiscard]] Loaded load(const std::filesystem::path& file, const Overrides& overrides);

// The same on a text in memory, without the secrets: touches no file. `folder` is what relative paths count from.
[[nodiscard]] Loaded parse(std::string_view source, std::string_view text, const std::filesystem::path& folder,
                           const Overrides& overrides);

}  // namespace emoted::config
