// Looks over the daemon's shoulder: every message that one proxy sends and gets, checked against the contract.
//
// Sans I/O, one thread. It does not know what should be played, only what must hold for everything that is: one answer
// for a request, one end for a start, nothing about a playback before its start or after its end, time that does not go
// back, indices that exist, poses that are poses.
#pragma once

#include <emoted/protocol/messages.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::load {

struct WatchedPlayback {
    protocol::PlaybackStart start;
    protocol::SceneState state{};
    std::vector<protocol::SegmentBegin> segments;
    std::vector<protocol::SceneChanged> changes;
    std::optional<std::uint64_t> first_pose_tick;
    std::uint64_t last_tick = 0;
    std::uint64_t pose_frames = 0;
    std::optional<protocol::PlaybackEnd> end;
};

class PlaybackWatch {
public:
    void sent(const protocol::Message& message);
    void received(const protocol::Message& message);
    // The link is gone: what was open will not be answered, and starts may come again as resumed.
    void link_lost();
    // Everything must be over now: a request without an answer or a start without an end is a breach.
    void finish();

    // One sentence each, in order of discovery.
    [[nodiscard]] const std::vector<std::string>& breaches() const noexcept { return breaches_; }
    // Null if there never was one of that id. An ended one stays until forgotten.
    [[nodiscard]] const WatchedPlayback* find(protocol::PlaybackId id) const;
    [[nodiscard]] std::size_t open_playbacks() const noexcept;
    [[nodiscard]] std::size_t open_requests() const noexcept { return open_requests_.size(); }
    // Drops what has ended, for long runs; a late message of one that was dropped is still a breach.
    void forget_ended();

private:
    void breach(std::string text);
    WatchedPlayback* known(protocol::PlaybackId id, std::string_view message);
    WatchedPlayback* at(protocol::PlaybackId id, std::uint64_t tick, std::string_view message);
    void answered(protocol::RequestId id, std::string_view message);
    void check_start(const protocol::PlaybackStart& start);
    void check_nodes(const WatchedPlayback& playback, std::uint32_t clip,
                     const std::vector<protocol::NodeUpdate>& nodes, std::string_view message);

    void on(const protocol::PlayResult& result) { answered(result.request_id, "PlayResult"); }
    void on(const protocol::StopResult& result) { answered(result.request_id, "StopResult"); }
    void on(const protocol::PlaybackStart& start);
    void on(const protocol::SegmentBegin& begin);
    void on(const protocol::SceneChanged& changed);
    void on(const protocol::RootMoved& moved);
    void on(const protocol::PoseFrame& frame);
    void on(const protocol::Keyframe& keyframe);
    void on(const protocol::DisplaysChanged& changed);
    void on(const protocol::Event& event);
    void on(const protocol::PartnerState& state);
    void on(const protocol::ViewersChanged& changed);
    void on(const protocol::PlaybackEnd& end);
    template <class Other>
    void on(const Other&) {}

    std::map<protocol::PlaybackId, WatchedPlayback> playbacks_;
    std::set<protocol::RequestId> open_requests_;
    std::set<protocol::PlayerHandle> players_;
    std::vector<std::string> breaches_;
    bool resuming_ = false;
};

}  // namespace emoted::load
