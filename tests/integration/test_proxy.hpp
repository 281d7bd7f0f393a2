// A simulated proxy on a raw link, with everything that it was sent.
#pragma once

#include "emote_load/simulated_proxy.hpp"
#include "raw_link.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace emoted::test {

class TestProxy {
public:
    // Opens the link.
    TestProxy(RawLink link, const std::string& name, const std::string& secret, std::uint8_t instance = 1);

    [[nodiscard]] RawLink& link() noexcept { return *link_; }
    [[nodiscard]] load::SimulatedProxy& simulated() noexcept { return simulated_; }
    [[nodiscard]] const protocol::Welcome& welcome() const noexcept { return welcome_; }
    [[nodiscard]] const std::vector<protocol::Message>& received() const noexcept { return received_; }
    // The last one of its kind, if there was any.
    template <class Wanted>
    [[nodiscard]] const Wanted* last() const {
        for (auto message = received_.rbegin(); message != received_.rend(); ++message) {
            if (const auto* wanted = std::get_if<Wanted>(&*message)) {
                return wanted;
            }
        }
        return nullptr;
    }
    // Takes what is here, without waiting; answers pings.
    void take_all();

private:
    std::unique_ptr<RawLink> link_;
    load::SimulatedProxy simulated_;
    protocol::Welcome welcome_;
    std::vector<protocol::Message> received_;
    protocol::RequestId last_request_ = 0;
};

// Runs all of them until `done`. Fails the test at the deadline, naming `what`.
void run_until(const std::vector<TestProxy*>& proxies, const std::string& what, const std::function<bool()>& done,
               std::chrono::seconds within = patience);

}  // namespace emoted::test
