#include "worlds.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace emoted::core {

void Worlds::step() {
    visit([](World& world) { world.tick_sessions(); });
    end_dearest();
    visit([](World& world) { world.finish_step(); });
    std::erase_if(worlds_, [](const auto& entry) { return entry.second.idle(); });
}

// The Molang of all playbacks together is bounded as well: beyond that the dearest end, of equals the newest (D21). One
// bound for all worlds, since they share one tick.
void Worlds::end_dearest() {
    std::int64_t sum = 0;
    visit([&sum](const World& world) {
        for (const auto& [id, session] : world.sessions()) {
            sum += session->molang_steps;
        }
    });
    const std::int64_t most = shared_.settings.molang_world_steps;
    if (sum <= most) {
        return;
    }
    std::vector<std::pair<Session*, World*>> dearest;
    visit([&dearest](World& world) {
        for (const auto& [id, session] : world.sessions()) {
            dearest.emplace_back(session.get(), &world);
        }
    });
    std::sort(dearest.begin(), dearest.end(), [](const auto& a, const auto& b) {
        return a.first->molang_steps != b.first->molang_steps ? a.first->molang_steps > b.first->molang_steps
                                                              : a.first->id > b.first->id;
    });
    for (const auto& [session, world] : dearest) {
        if (sum <= most) {
            return;
        }
        sum -= session->molang_steps;
        world->end_for_molang(*session);
    }
}

}  // namespace emoted::core
