// Small packs of emote files for tests, as texts.
#pragma once

#include <emoted/sequences/library.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace emoted::test {

// An animation file. Every part has a default that is good.
struct AnimationText {
    std::string id = "t:a";
    std::string duration = "10t";
    std::string mode = "once";
    std::string loop_delay = "0t";
    std::string standalone = "true";
    std::string name = "Name";
    // The members of `nodes` and of `timeline.events`.
    std::string nodes = R"("body": {"type": "text_display", "space": "initiator", "text": "x", "transform":
        {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}})";
    std::string events;

    [[nodiscard]] std::string text() const;
};

// A node `id` of a file; `members` as in R"("type": "anchor", "space": "scene")".
[[nodiscard]] std::string node_text(std::string_view id, std::string_view members);
// A skinned item display in `space`.
[[nodiscard]] std::string skin_text(std::string_view id, std::string_view part, int order = 0,
                                    std::string_view space = "initiator");

// A sequence file with these steps (the elements of the array), two-player if `participants`.
[[nodiscard]] std::string sequence_text(std::string_view id, std::string_view steps, bool participants = false);

[[nodiscard]] SourceFile file(std::string path, std::string bytes);

}  // namespace emoted::test
