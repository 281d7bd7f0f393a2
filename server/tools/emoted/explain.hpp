// `emoted explain`: says what an emote becomes when it is played.
//
// Touches the files it is given and nothing else; one call at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace emoted::tools {

// What explain and preview are asked about.
struct EmoteChoice {
    std::string id;
    std::vector<std::string> packs;     // files and folders; together they are one pack; none: the configuration's
    std::filesystem::path config_file;  // where limits and allowed commands come from; empty: the defaults
    std::uint64_t seed = 0;
    std::optional<std::uint64_t> partner_at;
};

// Returns the exit status: 0 done, 1 the emote has faults or fails when it is played, 2 there is no such emote, or
// something could not be looked at. What is not the explanation goes to `err`.
[[nodiscard]] int explain(const EmoteChoice& choice, bool as_json, std::istream& in, std::ostream& out,
                          std::ostream& err);

}  // namespace emoted::tools
