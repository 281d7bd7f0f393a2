// A whole network under faults, from one seed: proxies that come and go, players who walk, turn, join each other, stop,
// die and switch server, lines of sight answered late or never. Checks after everything that happens.
//
// Same seed and ticks: same run, on every machine.
#pragma once

#include <emoted/sequences/random.hpp>

#include <support/stage.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace emoted::test {

struct SimulationCount {
    std::uint64_t starts = 0, matches = 0, timeouts = 0, messages = 0;
    // Over every byte of every message in order.
    std::uint64_t fingerprint = 0;
};

class Simulation {
public:
    // Called for every message, for those who want to read along.
    using Listener = std::function<void(std::uint64_t tick, const std::string& proxy, const protocol::Message&)>;

    explicit Simulation(std::uint64_t seed, Listener listener = {});

    // Faults and play for so many ticks, then calm until everything has come to its end. Throws ContractBroken.
    SimulationCount run(std::uint64_t ticks);

private:
    struct Doing {
        bool present = false;
        std::string server;
        std::optional<std::uint64_t> asked_tick;  // of the open play request
        protocol::RequestId request = 0;
    };
    struct Reserved {
        protocol::PlaybackId offer = 0;
    };

    [[nodiscard]] bool chance(double probability) { return random_.real() < probability; }
    template <class T>
    [[nodiscard]] const T& pick(const std::vector<T>& from) {
        return from[random_.below(static_cast<std::uint32_t>(from.size()))];
    }
    [[nodiscard]] Stage::Actor& somebody();
    void appear(Stage::Actor& actor);
    void vanish(Stage::Actor& actor);
    void act(Stage::Actor& actor);
    void walk(Stage::Actor& actor);
    void face(Stage::Actor& actor, Stage::Actor& other);
    void ask(Stage::Actor& actor, const std::string& emote);
    void move_elsewhere(Stage::Actor& actor);
    void break_links();
    void answer_sights(bool calm);
    void calm_down();

    void hear(const Stage::Proxy& proxy, const protocol::Message& message);
    void check_requests();
    void check_playbacks();
    void check_content(const std::string& proxy, const ProxyModel::Playing& playing) const;
    void check_drained();
    [[noreturn]] void broken(const std::string& what) const;

    Random random_;
    std::uint64_t seed_;
    Listener listener_;
    Stage stage_;
    std::map<const Stage::Actor*, Doing> doing_;
    std::map<Uuid, protocol::PlaybackId> reserved_;  // as the partners were told
    std::map<protocol::PlaybackId, protocol::SceneChanged> branches_;
    struct LateAnswer {
        std::uint64_t tick = 0;
        core::LinkId link = 0;
        Stage::Proxy* proxy = nullptr;
        protocol::LineOfSightAnswer answer;
    };
    std::deque<LateAnswer> late_answers_;
    SimulationCount count_;
    // Drawn from the seed, so that every run is another kind of bad day.
    double break_rate_, leave_rate_, play_rate_, silence_rate_;
};

}  // namespace emoted::test
