#include <emoted/app/world_thread.hpp>

#include <utility>

namespace emoted::app {

namespace {
template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;
}  // namespace

WorldThread::WorldThread(std::unique_ptr<core::Network> network, std::uint32_t max_catch_up, WorldInbox::Bounds bounds,
                         Handlers handlers)
    : network_(std::move(network)), max_catch_up_(max_catch_up), inbox_(bounds), handlers_(std::move(handlers)) {}

WorldThread::~WorldThread() {
    stop();
}

void WorldThread::start() {
    thread_ = std::thread([this] { loop(); });
}

void WorldThread::stop() {
    if (!thread_.joinable()) {
        return;
    }
    run([this](core::Network&) { stopping_ = true; });
    thread_.join();
}

void WorldThread::loop() {
    TickSchedule schedule(TickSchedule::Clock::now(), max_catch_up_);
    while (!stopping_) {
        std::vector<InboxItem> items = inbox_.take_until(schedule.next());
        for (InboxItem& item : items) {
            handle(item);
        }
        if (!items.empty()) {
            flush();
        }
        if (!stopping_ && schedule.take(TickSchedule::Clock::now())) {
            network_->step();
            tick_.store(network_->tick(), std::memory_order_relaxed);
            flush();
            if (schedule.skipped() != skipped_.load(std::memory_order_relaxed)) {
                skipped_.store(schedule.skipped(), std::memory_order_relaxed);
                handlers_.late(schedule.skipped());
            }
        }
    }
}

void WorldThread::handle(InboxItem& item) {
    std::visit(Overloaded{
                   [this](const LinkOpened& opened) { network_->link_opened(opened.link, opened.proxy); },
                   [this](const LinkMessage& message) { network_->receive(message.link, message.message); },
                   [this](const LinkClosed& closed) { network_->link_closed(closed.link); },
                   [this](const FramesDropped& dropped) { network_->owe_keyframes(dropped.link); },
                   [this](const WorldTask& task) { task(*network_); },
               },
               item);
}

void WorldThread::flush() {
    std::vector<core::Outgoing> outgoing = network_->take_outgoing();
    if (!outgoing.empty()) {
        handlers_.send(std::move(outgoing));
    }
    for (const core::WorldEvent& event : network_->take_events()) {
        handlers_.event(event);
    }
}

}  // namespace emoted::app
