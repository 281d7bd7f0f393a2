#include "sequence/traffic.hpp"

#include "sequence/node_union.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/json_document.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <variant>

namespace emoted::sequence {
namespace {

constexpr std::size_t window = 20;         // ticks of a second
constexpr std::size_t update_bytes = 128;  // a display's typed fields and what frames them
constexpr std::size_t event_bytes = 96;    // position, source, tick
constexpr std::size_t command_bytes = 5;   // the length in front of one

[[nodiscard]] std::size_t bytes_of(const ClipEvent& event) {
    std::size_t bytes = event_bytes;
    for (const std::string& command : event.commands) {
        bytes += command_bytes + command.size();
    }
    return bytes;
}

[[nodiscard]] std::size_t update_of(const NbtTrack& track) noexcept {
    return track.empty() ? 0 : update_bytes + track.most_bytes;
}

// By tick, what comes with a clip's begin not counted.
using Loads = std::map<std::int64_t, std::size_t>;

[[nodiscard]] Loads loads_of(const Clip& clip) {
    Loads loads;
    for (const NodeTracks& tracks : clip.tracks) {
        for (const std::int32_t tick : tracks.nbt.ticks) {
            if (tick > 0) {
                loads[tick] += update_of(tracks.nbt);
            }
        }
    }
    for (const ClipEvent& event : clip.events) {
        const bool at_end = event.group == EventGroup::loop || event.group == EventGroup::stop;
        const std::int64_t tick = event.group == EventGroup::timeline ? event.at.value() : 0;
        loads[at_end ? clip.duration.value() : tick] += bytes_of(event);
    }
    return loads;
}

[[nodiscard]] std::size_t most_in_window(const Loads& loads) {
    std::size_t most = 0;
    std::size_t sum = 0;
    auto first = loads.begin();
    for (const auto& [tick, bytes] : loads) {
        sum += bytes;
        for (; first->first + static_cast<std::int64_t>(window) <= tick; ++first) {
            sum -= first->second;
        }
        most = std::max(most, sum);
    }
    return most;
}

// `period`: ticks from this begin to the next.
[[nodiscard]] Course course_of(const Clip& clip, std::int64_t period) {
    Course course;
    course.period = period;
    for (const NodeTracks& tracks : clip.tracks) {
        course.data += update_of(tracks.nbt);
    }
    const Loads loads = loads_of(clip);
    for (const auto& [tick, bytes] : loads) {
        course.total += bytes;
        for (auto ticks = static_cast<std::size_t>(tick) + 1; ticks <= window; ++ticks) {
            course.head[ticks] += bytes;
        }
        // The last tick of one is the first of the next.
        for (auto ticks = static_cast<std::size_t>(std::max<std::int64_t>(period - tick, 0)); ticks <= window;
             ++ticks) {
            course.tail[ticks] += bytes;
        }
    }
    course.within = most_in_window(loads);
    return course;
}

// Courses one after the other, in any order and as often as fits.
class Follow {
public:
    void add(const Course& course, std::size_t begin) {
        most_ = std::max({most_, course.within, begin + course.head[window]});
        whole_.emplace_back(course.period, begin + course.total);
        for (std::size_t ticks = 0; ticks <= window; ++ticks) {
            heads_[ticks] = std::max(heads_[ticks], ticks == 0 ? 0 : begin + course.head[ticks]);
            tails_[ticks] = std::max(tails_[ticks], course.tail[ticks]);
        }
    }

    [[nodiscard]] std::size_t most() const {
        Course::Run between{};
        for (std::size_t ticks = 1; ticks <= window; ++ticks) {
            for (const auto& [period, bytes] : whole_) {
                if (period <= static_cast<std::int64_t>(ticks)) {
                    between[ticks] =
                        std::max(between[ticks], bytes + between[ticks - static_cast<std::size_t>(period)]);
                }
            }
        }
        std::size_t most = most_;
        for (std::size_t tail = 0; tail <= window; ++tail) {
            for (std::size_t head = 0; tail + head <= window; ++head) {
                most = std::max(most, tails_[tail] + between[window - tail - head] + heads_[head]);
            }
        }
        return most;
    }

private:
    std::size_t most_ = 0;
    std::vector<std::pair<std::int64_t, std::size_t>> whole_;  // period, bytes
    Course::Run heads_{};
    Course::Run tails_{};
};

constexpr std::size_t saturated = std::numeric_limits<std::size_t>::max();

[[nodiscard]] std::size_t whole_list(const Steps<ClipIndex>& steps, const std::vector<std::size_t>& by_clip) {
    std::size_t sum = 0;
    for (const Step<ClipIndex>& step : steps) {
        const auto* const emote = std::get_if<EmoteStep<ClipIndex>>(&step);
        if (emote == nullptr) {
            continue;
        }
        std::size_t most = 0;
        for (const Candidate<ClipIndex>& candidate : emote->candidates) {
            const auto* const clip = std::get_if<ClipIndex>(&candidate.choice);
            most = std::max(most, clip == nullptr ? 0 : by_clip[clip->value()]);
        }
        if (most != 0) {
            const auto repeat = static_cast<std::size_t>(emote->repeat);
            sum = repeat > (saturated - sum) / most ? saturated : sum + repeat * most;
        }
    }
    return sum;
}

// All that the longest course of the sequence brings: of a short one this is less than what any order could bring in a
// second.
[[nodiscard]] std::size_t whole_sequence(const Sequence& sequence, const std::vector<std::size_t>& by_clip) {
    if (const auto* const steps = std::get_if<Steps<ClipIndex>>(&sequence.content)) {
        return whole_list(*steps, by_clip);
    }
    const auto& await = std::get<AwaitPartner<ClipIndex>>(sequence.content);
    const std::size_t branch = std::max(whole_list(await.matched, by_clip), whole_list(await.timed_out, by_clip));
    const std::size_t offer = by_clip[await.offer.value()];
    return branch > saturated - offer ? saturated : branch + offer;
}

}  // namespace

Course course_of(const Clip& clip) {
    return course_of(clip, clip.duration.value());
}

Traffic traffic_of_animation(const Layout& layout) {
    const Clip& clip = *layout.clips.front().clip;
    const Course course = course_of(clip, clip.duration.value() + clip.loop_delay.value());
    Traffic traffic;
    traffic.start = playback_start_bytes(layout);
    traffic.data = course.data;
    if (clip.mode == PlaybackMode::loop || clip.mode == PlaybackMode::server_sync) {
        Follow rounds;
        rounds.add(course, course.data);
        traffic.per_second = rounds.most();
    } else {
        traffic.per_second = std::max(course.within, course.data + course.head[window]);
    }
    return traffic;
}

Traffic traffic_of_sequence(const Sequence& sequence, const Layout& layout, const std::vector<const Course*>& courses) {
    Traffic traffic;
    traffic.start = playback_start_bytes(layout);
    // Where a clip begins, each display is told at most once: what it begins with, or what is undone.
    std::vector<std::size_t> by_display(layout.displays.size());
    for (const ClipUse& use : layout.clips) {
        for (std::size_t node = 0; node < use.display_of_node.size(); ++node) {
            if (const auto& display = use.display_of_node[node]) {
                std::size_t& most = by_display[display->value()];
                most = std::max(most, update_of(use.clip->tracks[node].nbt));
            }
        }
    }
    const std::size_t all_displays = std::accumulate(by_display.begin(), by_display.end(), std::size_t{0});
    for (const Course* const course : courses) {
        traffic.data = std::max(traffic.data, course->data);
    }
    Follow segments;
    std::vector<std::size_t> whole;  // by clip
    for (const Course* const course : courses) {
        const std::size_t begin = std::min(all_displays, course->data + traffic.data);
        segments.add(*course, begin);
        whole.push_back(begin + course->total);
    }
    traffic.per_second = std::min(segments.most(), whole_sequence(sequence, whole));
    return traffic;
}

Burden heaviest_burden(const Clip& clip) {
    Burden burden{"by its events", "$.timeline.events", "/timeline/events"};
    std::size_t most = 0;
    for (const ClipEvent& event : clip.events) {
        most += bytes_of(event);
    }
    for (std::size_t node = 0; node < clip.nodes.size(); ++node) {
        const NbtTrack& track = clip.tracks[node].nbt;
        const std::size_t bytes = update_of(track) * track.ticks.size();
        if (bytes > most) {
            most = bytes;
            const std::string name = text::quoted(clip.nodes[node].id);
            burden.what = "by the nbt track of " + name;
            burden.path = "$.timeline.tracks[" + name + "].nbt";
            burden.pointer = "/timeline/tracks";
            text::append_pointer_token(burden.pointer, clip.nodes[node].id);
            burden.pointer += "/nbt";
        }
    }
    return burden;
}

std::size_t heaviest_course(const std::vector<const Course*>& courses) {
    const auto rate = [](const Course* course) {
        return static_cast<double>(course->data + course->total) / static_cast<double>(course->period);
    };
    const auto heaviest = std::max_element(courses.begin(), courses.end(),
                                           [&rate](const Course* a, const Course* b) { return rate(a) < rate(b); });
    return static_cast<std::size_t>(heaviest - courses.begin());
}

}  // namespace emoted::sequence
