// Finds the one emote that a command is about in the packs on the command line.
#pragma once

#include "author_files.hpp"
#include "explain.hpp"
#include "explain/explanation.hpp"

#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/library.hpp>
#include <emoted/sequences/playable.hpp>

#include <iosfwd>
#include <memory>
#include <string>
#include <variant>

namespace emoted::tools {

inline constexpr int done = 0;
inline constexpr int faulty = 1;
inline constexpr int cannot_look = 2;

struct ChosenEmote {
    std::shared_ptr<const Library> library;
    std::shared_ptr<const Playable> playable;
    LoadOptions load;
    Gatherer files;  // for a second look
};

struct Refusal {
    int status = cannot_look;
    Diagnostics diagnostics;  // of the emote: what keeps it out of the library
};

// The emote, or why there is none, after saying so to `err`. Warnings about the emote's own file go there too.
[[nodiscard]] std::variant<ChosenEmote, Refusal> choose_emote(const EmoteChoice& choice, const std::string& program,
                                                              std::istream& in, std::ostream& err);

// What these ask of explain and preview.
[[nodiscard]] explain::ExplainOptions explain_options(const EmoteChoice& choice, const LoadOptions& load);

}  // namespace emoted::tools
