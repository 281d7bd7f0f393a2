#include "explain/course.hpp"

#include "explain/shown_displays.hpp"

#include <emoted/protocol/codec.hpp>
#include <emoted/protocol/framing.hpp>
#include <emoted/protocol/message_table.hpp>

#include <algorithm>
#include <optional>
#include <variant>

namespace emoted::explain {
namespace {

constexpr std::uint64_t second = ticks_per_second;

// The tick of a message that has one.
[[nodiscard]] std::optional<std::uint64_t> tick_of(const protocol::Message& message) {
    return std::visit(
        [](const auto& value) -> std::optional<std::uint64_t> {
            if constexpr (requires { value.playback, value.tick; }) {
                return value.tick;
            } else {
                return std::nullopt;
            }
        },
        message);
}

class Watcher {
public:
    explicit Watcher(const Playable& playable) : displays_(playable.layout.displays.size()) {
        course_.hidden.resize(displays_);
        hidden_since_.assign(displays_, 0);
        kinds_.resize(protocol::message_table().size());
    }

    void hear(const protocol::Message& message) {
        // Messages without a tick stand beside those of theirs.
        const std::uint64_t tick = tick_of(message).value_or(tick_);
        if (tick != tick_) {
            settle();
            tick_ = tick;
        }
        count(message);
        shown_.take(message);
        if (const auto* const start = std::get_if<protocol::PlaybackStart>(&message)) {
            node_ids_.clear();
            for (const protocol::DisplayEntity& display : start->displays) {
                node_ids_.push_back(display.node_id);
            }
        } else if (const auto* const event = std::get_if<protocol::Event>(&message)) {
            list(*event);
        } else if (std::holds_alternative<protocol::PlaybackEnd>(message)) {
            ended_ = true;
        }
    }

    [[nodiscard]] Course finish(Rehearsed rehearsed) {
        if (!ended_) {
            settle();
        }
        for (std::size_t display = 0; display < displays_; ++display) {
            if (hidden_since_[display]) {
                add_span(display, {*hidden_since_[display], rehearsed.ticks});
            }
        }
        close_second();
        for (std::size_t i = 0; i < kinds_.size(); ++i) {
            if (kinds_[i].messages != 0) {
                kinds_[i].name = protocol::message_table()[i].name;
                course_.traffic.kinds.push_back(kinds_[i]);
            }
        }
        course_.rehearsed = std::move(rehearsed);
        return std::move(course_);
    }

private:
    void count(const protocol::Message& message) {
        const std::size_t bytes = protocol::frame(protocol::encode_binary(message), protocol::Encoding::binary).size();
        Traffic::Kind& kind = kinds_[message.index()];
        ++kind.messages;
        kind.bytes += bytes;
        if (std::holds_alternative<protocol::PlaybackStart>(message)) {
            course_.traffic.start_bytes += bytes;
            return;
        }
        course_.traffic.rest_bytes += bytes;
        if (tick_ / second != second_) {
            close_second();
            second_ = tick_ / second;
        }
        second_bytes_ += bytes;
    }

    void close_second() {
        if (second_bytes_ > course_.traffic.busiest_second_bytes) {
            course_.traffic.busiest_second_bytes = second_bytes_;
            course_.traffic.busiest_second = second_;
        }
        second_bytes_ = 0;
    }

    void list(const protocol::Event& event) {
        if (course_.events.size() >= max_listed_events) {
            ++course_.events_not_listed;
            return;
        }
        ListedEvent& one = course_.events.emplace_back();
        one.tick = event.tick;
        one.kind = event.kind;
        one.source = event.source;
        if (event.source_display) {
            one.node = node_ids_[*event.source_display];
        }
        one.position = event.position;
        one.commands = event.commands;
    }

    // All messages of tick_ have been heard.
    void settle() {
        const std::vector<bool>& shown = shown_.shown();
        if (shown.empty()) {
            return;
        }
        std::size_t count = 0;
        for (std::size_t display = 0; display < displays_; ++display) {
            count += shown[display] ? 1U : 0U;
            std::optional<std::uint64_t>& since = hidden_since_[display];
            if (shown[display] && since) {
                add_span(display, {*since, tick_});
                since.reset();
            } else if (!shown[display] && !since) {
                since = tick_;
            }
        }
        course_.most_shown = std::max(course_.most_shown, count);
    }

    void add_span(std::size_t display, Span span) {
        if (span.from == span.to) {
            return;
        }
        std::vector<Span>& spans = course_.hidden[display];
        if (spans.size() < max_listed_spans) {
            spans.push_back(span);
        } else {
            ++course_.spans_not_listed;
        }
    }

    std::size_t displays_;
    Course course_;
    ShownDisplays shown_;
    std::vector<std::string> node_ids_;
    std::vector<std::optional<std::uint64_t>> hidden_since_;
    std::vector<Traffic::Kind> kinds_;
    std::uint64_t tick_ = 0;
    std::uint64_t second_ = 0;
    std::uint64_t second_bytes_ = 0;
    bool ended_ = false;
};

}  // namespace

Course watch_course(const std::shared_ptr<const Library>& library, const Playable& playable,
                    const RehearsalOptions& options) {
    Watcher watcher(playable);
    Rehearsed rehearsed =
        rehearse(library, playable, options, [&watcher](const protocol::Message& message) { watcher.hear(message); });
    return watcher.finish(std::move(rehearsed));
}

}  // namespace emoted::explain
