// Which displays of a playback are on show, followed from its messages as PROTOCOL.md says.
//
// One playback; one thread.
#pragma once

#include <emoted/protocol/messages.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace emoted::explain {

class ShownDisplays {
public:
    // Messages of other kinds change nothing.
    void take(const protocol::Message& message);

    // By display, after the messages taken so far; false for all before a PlaybackStart.
    [[nodiscard]] const std::vector<bool>& shown();

private:
    void take_updates(std::uint32_t clip, const std::vector<protocol::NodeUpdate>& nodes);
    void take_roots(const std::vector<protocol::Root>& roots);

    std::vector<protocol::DisplayEntity> displays_;
    std::vector<protocol::ClipTable> clips_;
    std::vector<std::vector<bool>> used_by_;  // [clip][display]
    std::vector<bool> visible_;               // what each display's own channel asks for
    std::array<bool, 3> active_{};            // by space
    std::optional<std::uint32_t> clip_;
    std::vector<bool> shown_;
    bool changed_ = false;
};

}  // namespace emoted::explain
