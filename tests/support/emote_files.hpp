// Small emote files for tests, made from what a test cares about; the rest is what is usual.
#pragma once

#include <emoted/sequences/library.hpp>

#include <memory>
#include <string>
#include <vector>

namespace emoted::test {

struct AnimationFile {
    std::string id;
    int duration = 20;
    std::string mode = "once";
    std::string loop_delay = "0t";
    std::string cooldown = "0t";
    bool standalone = true;
    bool hidden = true;
    double rotation_deadzone = 50;
    double movement_distance = 0.1;
    bool stop_conditions = true;  // all of the others
    std::string space = "initiator";
    int nodes = 1;       // text displays "n0", "n1", ... at y = 1; n0 moves
    std::string events;  // JSON object, or empty
    std::string molang;  // likewise
    std::string x;       // Molang that computes n0's x, or empty
    std::string nbt;     // n0's NBT track as a JSON array, or empty
};

struct PairFile {
    std::string id;
    std::string offer, matched, timed_out;  // animation ids
    std::string timeout = "40t";
    std::string cooldown = "0t";
    double movement_distance = 0.1;
    bool hidden = true;
    std::string partner_position = "^ ^ ^1.2";
    std::string partner_rotation = "~180 0";
    std::string matched_steps;  // JSON array instead of `matched`, or empty
};

[[nodiscard]] SourceFile file_of(const AnimationFile& animation);
[[nodiscard]] SourceFile file_of(const PairFile& pair);
// A linear sequence of these animations, each once.
[[nodiscard]] SourceFile linear_file(const std::string& id, const std::vector<std::string>& animations,
                                     const std::string& cooldown = "0t");
// Throws if any file has a fault.
[[nodiscard]] std::shared_ptr<const Library> library_of(std::vector<SourceFile> files);

}  // namespace emoted::test
