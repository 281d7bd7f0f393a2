// Runs the Molang of one playing of a clip: its programs, then the channels that expressions drive, node by node
// (format sections 4.4 and 7). One thread; allocates when made and never after, but for the text of a failure.
#pragma once

#include "animation/build_report.hpp"
#include "molang/evaluator.hpp"

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/random.hpp>
#include <emoted/sequences/sampling.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emoted {

// What a tick's Molang may ask and cost.
struct MolangContext {
    const molang::PlayerQueries* player = nullptr;
    molang::StepBudget* budget = nullptr;
};

class ComputedChannels {
public:
    // The clip must have a script and live as long.
    explicit ComputedChannels(const Clip& clip);

    // A cycle begins at tick `at` of the clip, after so many finished rounds: `initialize`, `tick` without time passed,
    // then all channels. False if the playback must end; failure() then says why.
    [[nodiscard]] bool begin(TickCount at, std::int64_t rounds, const Random& random, const MolangContext& context);
    // The same one tick later: `tick`, then all channels.
    [[nodiscard]] bool step(TickCount at, const MolangContext& context);

    // Of the clip's dynamic nodes, after begin() or step().
    [[nodiscard]] std::span<const NodeOverride> overrides() const noexcept { return overrides_; }
    // The option that the choice at this key of a dynamic node's NBT track came to, once the key is passed.
    [[nodiscard]] std::uint32_t chosen(NodeIndex node, std::size_t key) const noexcept;
    // Names clip, place and expression.
    [[nodiscard]] const std::string& failure() const noexcept { return failure_; }

private:
    // The active key of each channel of a dynamic node.
    struct Cursors {
        std::uint32_t position = 0, rotation = 0, scale = 0, visible = 0;
        std::uint32_t next_nbt = 0;  // the first key not passed yet
    };
    // Where an expression stands, for reports.
    struct Place {
        NodeIndex node;
        std::string_view channel;
        std::size_t key = 0;
        std::string_view member = "value";
        std::size_t component = 0;
        [[nodiscard]] Place at(std::size_t its_key, std::string_view its_member) const noexcept {
            return {node, channel, its_key, its_member, 0};
        }
    };

    void set_timeline(TickCount at, double delta);
    bool run_program(const std::optional<molang::ProgramIndex>& program, std::string_view name);
    bool set_channels();
    std::uint32_t seek(const std::vector<std::int32_t>& ticks, std::uint32_t& cursor);
    // Each false after a failure.
    bool vector(const VectorTrack& track, std::uint32_t& cursor, const Place& place, std::optional<Vec3d>& out,
                bool& jumps);
    bool rotation(const VectorTrack& track, std::uint32_t& cursor, const Place& place, NodeOverride& out);
    bool visible(const VisibleTrack& track, std::uint32_t& cursor, const Place& place, std::optional<bool>& out);
    bool choices(const NbtTrack& track, Cursors& cursors, std::vector<std::uint32_t>& chosen, const Place& place);
    bool ends(const VectorTrack& track, std::uint32_t key, const Place& place, Vec3d& from, Vec3d& to);
    bool components(const Vec3d& numbers, const VectorPrograms::Components& programs, Place place, Vec3d& out);
    bool run(molang::ProgramIndex program, const Place& place, double& out);
    bool fail_steps(const animation::Pointer& at, molang::ProgramIndex program);
    bool fail(const animation::Pointer& at, molang::ProgramIndex program, std::string_view what);
    [[nodiscard]] animation::Pointer pointer_to(const Place& place) const;

    const Clip& clip_;
    molang::Evaluator evaluator_;
    molang::StepBudget* budget_ = nullptr;
    std::int64_t rounds_ = 0;
    std::int64_t at_ = 0;
    double progress_ = 0.0;         // to the next key of the channel at hand
    std::vector<Cursors> cursors_;  // of each dynamic node
    std::vector<NodeOverride> overrides_;
    std::vector<std::vector<std::uint32_t>> chosen_;  // by dynamic node and key of its NBT track
    std::string failure_;
};

}  // namespace emoted
