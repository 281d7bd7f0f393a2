// A proxy as the contract describes it, in memory: applies every message as a real one would and checks itself.
//
// A message that breaks the contract throws ContractBroken with what is wrong. One thread.
#pragma once

#include <emoted/protocol/messages.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace emoted::test {

class ContractBroken : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

class ProxyModel {
public:
    struct LocalPlayer {
        Uuid uuid;
        bool bedrock = false;
    };
    struct Playing {
        protocol::PlaybackStart start;
        protocol::SceneState state{};
        std::optional<std::uint32_t> clip;
        std::vector<bool> visible;  // by display, what its own channel asks for
        std::map<Space, protocol::Root> roots;
        std::set<protocol::PlayerHandle> viewers;
        std::set<protocol::PlayerHandle> hidden;
        std::vector<protocol::Participant> participants;
        std::set<protocol::PlayerHandle> owed_keyframe;  // added as viewers, no keyframe yet
        std::optional<std::uint64_t> segment_tick;       // of the last SegmentBegin
        std::map<std::uint32_t, std::uint64_t> posed;    // by clip, the tick of the last PoseFrame since
        std::optional<std::uint64_t> last_tick;          // of what was shown last
        // What each viewer's displays show, by display; a mirror's is its source's.
        std::map<protocol::PlayerHandle, std::vector<protocol::DisplayUpdate>> data;
        mutable bool data_changed = false;  // since it was checked

        // Is this display drawn for the viewers?
        [[nodiscard]] bool shown(std::uint32_t display) const;
        [[nodiscard]] bool takes_part(const Uuid& player) const;
    };
    explicit ProxyModel(std::string name) : name_(std::move(name)) {}

    void apply(const protocol::Message& message);
    // Everything a tick or an answer made has been applied: nothing may be owed.
    void check_settled() const;
    // The link is gone, and all that the daemon has said with it.
    void link_lost();

    void player_joined(protocol::PlayerHandle handle, const Uuid& uuid, bool bedrock);
    void player_left(protocol::PlayerHandle handle);
    void asked_to_play(protocol::RequestId request);
    void asked_to_stop(protocol::RequestId request);

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const std::map<protocol::PlayerHandle, LocalPlayer>& players() const noexcept { return players_; }
    [[nodiscard]] const std::map<protocol::PlaybackId, Playing>& playing() const noexcept { return playing_; }
    [[nodiscard]] const Playing* playing(protocol::PlaybackId id) const;
    [[nodiscard]] bool hides(protocol::PlayerHandle player) const;
    [[nodiscard]] std::size_t open_questions() const noexcept { return plays_.size() + stops_.size(); }

    // What has been said, newest last; cleared by whoever reads.
    std::map<protocol::RequestId, protocol::PlayResult> play_results;
    std::map<protocol::RequestId, protocol::StopResult> stop_results;
    std::map<protocol::PlaybackId, protocol::EndReason> ends;
    std::vector<protocol::LineOfSightQuery> queries;
    std::vector<protocol::Notice> notices;
    std::vector<protocol::Event> events;
    std::vector<protocol::PartnerState> partner_states;
    std::vector<protocol::SceneChanged> scene_changes;
    std::vector<protocol::PlayerHandle> lost_players;
    std::vector<protocol::EmoteInfo> emotes;
    std::vector<std::string> permission_nodes;

private:
    void take(const protocol::PlayResult& message);
    void take(const protocol::StopResult& message);
    void take(const protocol::PlaybackStart& message);
    void take(const protocol::SegmentBegin& message);
    void take(const protocol::SceneChanged& message);
    void take(const protocol::RootMoved& message);
    void take(const protocol::PoseFrame& message);
    void take(const protocol::Keyframe& message);
    void take(const protocol::Event& message);
    void take(const protocol::PartnerState& message);
    void take(const protocol::ViewersChanged& message);
    void take(const protocol::PlaybackEnd& message);
    void take(const protocol::LineOfSightQuery& message);
    void take(const protocol::LibraryChanged& message);
    void take(const protocol::PolicyChanged& message);
    void take(const protocol::PlayerLost& message);
    void take(const protocol::Notice& message);
    void take(const protocol::DisplaysChanged& message);
    template <class Other>
    void take(const Other& message);

    void require(bool holds, const std::string& what) const;
    Playing& alive(protocol::PlaybackId id, const char* message);
    void set_people(Playing& playing, const std::vector<protocol::Participant>& participants,
                    const std::vector<protocol::PlayerHandle>& hidden) const;
    // One pose in each tick: the ticks of a playback's segments and poses rise, except that a segment which begins
    // where another one ends shares its tick with it, and that two clips have poses in one tick where a transition
    // begins.
    void shows(Playing& playing, std::uint64_t tick) const;
    void update_nodes(Playing& playing, std::uint32_t clip, const std::vector<protocol::NodeUpdate>& nodes) const;

    std::string name_;
    std::map<protocol::PlayerHandle, LocalPlayer> players_;
    std::map<protocol::PlaybackId, Playing> playing_;
    std::set<protocol::PlaybackId> begun_;  // ever
    std::set<protocol::RequestId> plays_;
    std::set<protocol::RequestId> stops_;
    std::optional<std::uint32_t> next_library_part_ = 0;
};

}  // namespace emoted::test
