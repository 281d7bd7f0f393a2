// What every world and desk of one network uses. Owned by Network; outlives them.
#pragma once

#include "cooldowns.hpp"
#include "directory.hpp"
#include "line_of_sight.hpp"
#include "link_allowance.hpp"
#include "outbox.hpp"
#include "start_limit.hpp"

#include <emoted/core/network.hpp>

#include <cstdint>
#include <memory>
#include <set>
#include <utility>

namespace emoted::core {

struct Shared {
    Shared(const Settings& use_settings, std::shared_ptr<const Library> use_library,
           std::shared_ptr<const Policy> use_policy, std::uint64_t use_seed)
        : settings(use_settings),
          library(std::move(use_library)),
          policy(std::move(use_policy)),
          seed(use_seed),
          start_limit(settings.starts),
          sight(settings.matching, outbox) {}

    const Settings settings;
    std::shared_ptr<const Library> library;
    std::shared_ptr<const Policy> policy;
    const std::uint64_t seed;
    std::uint64_t tick = 0;  // last completed; inside step() the one being made
    bool shutting_down = false;

    Outbox outbox;
    Directory directory;
    Cooldowns cooldowns;
    StartLimit start_limit;
    LinkAllowance allowance;
    // Of all that plays, each counted with the most that it can come to (Traffic).
    std::uint64_t data_bytes_per_second = 0;
    // Taken since the last step by what began: bounds the time between two steps as molang_world_steps bounds that in
    // one.
    std::int64_t molang_steps_of_starts = 0;
    QueriedSight sight;
    protocol::PlaybackId next_playback = 1;
    // Links that get keyframes instead of pose frames in the next step.
    std::set<LinkId> owed_keyframes;

    std::uint64_t starts_total = 0, ends_total = 0, matches_total = 0, timeouts_total = 0;
};

}  // namespace emoted::core
