#include "test_proxy.hpp"

#include <catch2/catch.hpp>
#include <poll.h>

#include <utility>

namespace emoted::test {

TestProxy::TestProxy(RawLink link, const std::string& name, const std::string& secret, std::uint8_t instance)
    : link_(std::make_unique<RawLink>(std::move(link))), simulated_(name, [this](protocol::Message& message) {
          if (auto* play = std::get_if<protocol::Play>(&message)) {
              play->request_id = ++last_request_;
          } else if (auto* stop = std::get_if<protocol::Stop>(&message)) {
              stop->request_id = ++last_request_;
          }
          link_->send(message);
      }) {
    welcome_ = link_->open(name, secret, instance);
    simulated_.opened(welcome_.permission_nodes);
}

void TestProxy::take_all() {
    while (auto message = link_->receive_now()) {
        if (const auto* ping = std::get_if<protocol::Ping>(&*message)) {
            protocol::Pong pong;
            pong.sequence = ping->sequence;
            link_->send(pong);
            continue;
        }
        simulated_.received(*message);
        received_.push_back(std::move(*message));
    }
}

void run_until(const std::vector<TestProxy*>& proxies, const std::string& what, const std::function<bool()>& done,
               std::chrono::seconds within) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + within;
    // A complete batch of states once a second, as every proxy sends it.
    auto next_report = Clock::now() + std::chrono::seconds(1);
    while (true) {
        for (TestProxy* proxy : proxies) {
            proxy->take_all();
        }
        if (done()) {
            return;
        }
        const auto now = Clock::now();
        if (now >= deadline) {
            FAIL("before the deadline there was no " << what);
        }
        if (now >= next_report) {
            next_report += std::chrono::seconds(1);
            for (TestProxy* proxy : proxies) {
                proxy->simulated().report_states(true);
            }
        }
        std::vector<pollfd> waits;
        for (TestProxy* proxy : proxies) {
            pollfd wait{};
            wait.fd = proxy->link().descriptor();
            wait.events = POLLIN;
            waits.push_back(wait);
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(std::min(deadline, next_report) - now);
        (void)::poll(waits.data(), waits.size(), static_cast<int>(left.count()) + 1);
    }
}

}  // namespace emoted::test
