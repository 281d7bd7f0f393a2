// How much a playback can make a link carry that may not be left out: changes of entity data, and commands of events.
//
// Bounds from above, in little time whatever the course of a sequence: every update counts with all patches of its
// display merged in, and animations may follow each other in any order.
#pragma once

#include <emoted/sequences/playable.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emoted::sequence {

// What one clip brings, from its begin to the next one's.
struct Course {
    static constexpr std::size_t window = 20;  // ticks of a second
    using Run = std::array<std::size_t, window + 1>;
    std::int64_t period = 1;
    std::size_t data = 0;    // every display with a track, once: at the begin, or undone at the end
    std::size_t total = 0;   // the rest
    std::size_t within = 0;  // the most of the rest in any window
    Run head{}, tail{};      // the rest in the first and in the last so many ticks
};
[[nodiscard]] Course course_of(const Clip& clip);

// Of a layout of one clip that is played on its own.
[[nodiscard]] Traffic traffic_of_animation(const Layout& layout);
// Of a sequence whose clips have these courses.
[[nodiscard]] Traffic traffic_of_sequence(const Sequence& sequence, const Layout& layout,
                                          const std::vector<const Course*>& courses);

// Which track or which events of a clip bring most of its traffic, for a report.
struct Burden {
    std::string what;  // "by the nbt track of "hand""
    std::string path;  // $.timeline.nodes["hand"].nbt
    std::string pointer;
};
[[nodiscard]] Burden heaviest_burden(const Clip& clip);
// The index of the one that brings most in relation to its length.
[[nodiscard]] std::size_t heaviest_course(const std::vector<const Course*>& courses);

}  // namespace emoted::sequence
