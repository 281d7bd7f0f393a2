#include "settings_use.hpp"

#include <emoted/config/settings.hpp>

#include <catch2/catch.hpp>

#include <chrono>
#include <cstdint>
#include <utility>

using namespace emoted;
using namespace std::chrono_literals;

TEST_CASE("the last messages of a link may take as long as the grace of a shutdown, and never less than two seconds") {
    config::Settings settings;
    const std::pair<std::chrono::milliseconds, std::uint64_t> cases[] = {
        {0ms, 2'000}, {2'000ms, 2'000}, {2'001ms, 2'001}, {60'000ms, 60'000}};
    for (const auto& [grace, linger] : cases) {
        settings.shutdown_grace = grace;
        CHECK(app::link_settings(settings).linger_ms == linger);
    }
}

TEST_CASE("what the world needs of the settings reaches it") {
    config::Settings settings;
    settings.max_displays = 5;
    settings.limits.data_bytes_per_second = 77'777;
    settings.starts_per_player = 6;
    settings.starts_window = TickCount(7);
    settings.proxies.grace = TickCount(8);
    settings.viewers.range = 9;
    settings.viewers.hysteresis = 10;
    settings.matching.max_state_age = TickCount(11);
    settings.matching.line_of_sight_timeout = TickCount(12);
    settings.matching.line_of_sight_max_age = TickCount(13);
    const core::Settings world = app::world_settings(settings);
    CHECK(world.max_displays == 5);
    CHECK(world.data_bytes_per_second == 77'777);
    CHECK(world.starts.per_player == 6);
    CHECK(world.starts.window == TickCount(7));
    CHECK(world.proxy_grace == TickCount(8));
    CHECK(world.viewers.range == 9);
    CHECK(world.viewers.hysteresis == 10);
    CHECK(world.matching.max_state_age == TickCount(11));
    CHECK(world.matching.line_of_sight_timeout == TickCount(12));
    CHECK(world.matching.line_of_sight_max_age == TickCount(13));
}

TEST_CASE("a reload takes the number of loading threads over") {
    config::Settings running;
    config::Settings loaded;
    loaded.emotes.loading_threads = 3;
    app::take_reloadable(running, loaded);
    CHECK(running.emotes.loading_threads == 3);
}
