// Where a client shows the displays of a playback, followed from its messages: poses with their interpolation, roots.
//
// One playback; one thread; messages in order, then any tick from the last one on.
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/sampling.hpp>
#include <emoted/sequences/units.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace emoted::explain {

class ShownPoses {
public:
    explicit ShownPoses(const protocol::PlaybackStart& start);

    // Messages of other kinds change nothing. `tick` is the one that the message is in.
    void take(std::uint64_t tick, const protocol::Message& message);

    // World matrix of a display at a tick, its own or, of a mirror, its source's under the mirror's root.
    [[nodiscard]] Affine world(std::size_t display, std::uint64_t tick) const;

private:
    struct Moving {
        NodePose from;
        NodePose to;
        std::uint64_t start = 0;
        std::uint8_t ticks = 0;
        [[nodiscard]] NodePose at(std::uint64_t tick) const;
    };
    void take_roots(const std::vector<protocol::Root>& roots);

    const protocol::PlaybackStart& start_;  // the caller's
    std::vector<Moving> displays_;
    std::array<protocol::Root, 3> roots_{};  // where they are going; a still picture needs no more
};

}  // namespace emoted::explain
