#include "end_guard.hpp"

#include <catch2/catch.hpp>

#include <future>
#include <memory>

using emoted::app::EndGuard;

TEST_CASE("the end guard acts when its time is over, and not once it is gone") {
    std::promise<void> ended;
    EndGuard guard;
    guard.arm(std::chrono::milliseconds(0), [&ended] { ended.set_value(); });
    ended.get_future().wait();

    bool acted = false;
    auto disarmed = std::make_unique<EndGuard>();
    disarmed->arm(std::chrono::hours(1), [&acted] { acted = true; });
    disarmed.reset();  // does not wait for the hour
    CHECK_FALSE(acted);

    const EndGuard never_armed;
}
