#include "load_run.hpp"

#include "latency.hpp"

#include <emoted/sequences/random.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace emoted::load {

namespace {

using namespace std::chrono_literals;
using Clock = LoadClient::Clock;
using protocol::PlaybackId;

// Pairs stand this far apart: farther than partners are matched, near enough for a crowd that sees itself.
constexpr double pair_spacing = 5;
constexpr double partner_distance = 1.2;
// Between two actions of a pair, on average.
constexpr double mean_pause_seconds = 8;

struct Someone {
    SimulatedProxy* proxy = nullptr;
    protocol::PlayerHandle handle = 0;
};

class LoadRun {
public:
    LoadRun(const LoadOptions& options, std::ostream& out)
        : options_(options), out_(out), client_(options.target), random_(options.seed, "load") {}
    int run();

private:
    struct Pair {
        Someone first, second;
        Vec3d home;
        Clock::time_point still_until;  // both stand and face each other until then
        double phase = 0;               // of their walk
    };
    struct Planned {
        Clock::time_point planned;
        protocol::PlayerHandle player = 0;
    };
    struct Seen {
        std::size_t viewers = 0;
        Clock::time_point since;
        std::optional<Clock::time_point> planned;  // until the first pose
    };
    using Key = std::pair<const SimulatedProxy*, PlaybackId>;

    double real() { return random_.real(); }
    void join_players();
    void plan_actions(Clock::time_point start);
    void plan_action(std::size_t pair, Clock::time_point when);
    void request(const Someone& who, const std::string& emote, Clock::time_point planned);
    void face_each_other(Pair& pair);
    void walk();
    void received(SimulatedProxy& proxy, const protocol::Message& message);
    void count_viewers(Seen& seen, std::size_t now_viewers, Clock::time_point now);
    int report();

    const LoadOptions& options_;
    std::ostream& out_;
    LoadClient client_;
    Random random_;
    std::vector<SimulatedProxy*> proxies_;
    std::vector<Pair> pairs_;
    std::vector<std::string> solo_, two_player_;
    std::map<std::pair<const SimulatedProxy*, protocol::RequestId>, Planned> requests_;
    // The planned moment of a player's request without an answer: what starts comes before the answer.
    std::map<std::pair<const SimulatedProxy*, protocol::PlayerHandle>, Clock::time_point> asking_;
    std::map<Key, Seen> seen_;
    std::map<PlaybackId, Clock::time_point> joining_;  // until the match
    std::map<std::string, std::uint64_t> outcomes_, ends_;
    Latency first_pose_, matched_, answered_, slip_;
    double viewer_seconds_ = 0;
    std::uint64_t bytes_at_start_ = 0;
};

void LoadRun::join_players() {
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(options_.players / 2.0)));
    for (std::uint32_t i = 0; i + 1 < options_.players; i += 2) {
        Pair pair;
        const std::uint32_t number = i / 2;
        pair.home.x = (number % side) * pair_spacing;
        pair.home.y = 64;
        const std::uint32_t row = number / side;
        pair.home.z = row * pair_spacing;
        pair.phase = real();
        // The two of a pair are on different proxies where there are two.
        pair.first.proxy = proxies_[number % proxies_.size()];
        pair.second.proxy = proxies_[(number + 1) % proxies_.size()];
        pair.first.handle = pair.first.proxy->join(fmt::format("Load{}", i), "load", pair.home, 0);
        pair.second.handle = pair.second.proxy->join(fmt::format("Load{}", i + 1), "load", pair.home, 180);
        pairs_.push_back(pair);
    }
}

void LoadRun::face_each_other(Pair& pair) {
    pair.first.proxy->place(pair.first.handle, pair.home, 0);
    Vec3d opposite = pair.home;
    opposite.z += partner_distance;
    pair.second.proxy->place(pair.second.handle, opposite, 180);
}

void LoadRun::walk() {
    const auto now = Clock::now();
    for (Pair& pair : pairs_) {
        if (now < pair.still_until) {
            continue;
        }
        // A round of one block in about four seconds, the second one turning on the spot.
        pair.phase += 1.0 / 80;
        const double angle = pair.phase * 2 * 3.14159265358979;
        Vec3d at = pair.home;
        at.x += 0.5 * std::cos(angle);
        at.z += 0.5 * std::sin(angle);
        const auto yaw = static_cast<float>(std::fmod(pair.phase * 360, 360) - 180);
        pair.first.proxy->place(pair.first.handle, at, yaw);
        Vec3d opposite = pair.home;
        opposite.z += partner_distance;
        pair.second.proxy->place(pair.second.handle, opposite, -yaw);
    }
}

void LoadRun::request(const Someone& who, const std::string& emote, Clock::time_point planned) {
    slip_.add(Clock::now() - planned);
    const protocol::RequestId id = who.proxy->play(who.handle, emote);
    Planned entry;
    entry.planned = planned;
    entry.player = who.handle;
    requests_[{who.proxy, id}] = entry;
    asking_[{who.proxy, who.handle}] = planned;
}

void LoadRun::plan_action(std::size_t index, Clock::time_point when) {
    // Everything is drawn now, so that the schedule depends on the seed alone.
    const double kind = real();
    const bool together = !two_player_.empty() && (kind < 0.4 || solo_.empty());
    const std::vector<std::string>& choice = together ? two_player_ : solo_;
    const std::string emote = choice[random_.below(static_cast<std::uint32_t>(choice.size()))];
    // One in five walks on, and so stops what it plays.
    const bool stands = together || real() < 0.8;
    const bool second_plays = real() < 0.5;
    const auto join_after = std::chrono::milliseconds(200 + random_.below(1'000));
    client_.at(when, [this, index, when, emote, together, stands, second_plays] {
        Pair& pair = pairs_[index];
        if (stands) {
            pair.still_until = std::max(pair.still_until, when + 6s);
            face_each_other(pair);
            pair.first.proxy->report_states(false);
            pair.second.proxy->report_states(false);
        }
        request(second_plays && !together ? pair.second : pair.first, emote, when);
    });
    if (together) {
        client_.at(when + join_after,
                   [this, index, when, join_after, emote] { request(pairs_[index].second, emote, when + join_after); });
    }
}

void LoadRun::plan_actions(Clock::time_point start) {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        double at = 0;
        while (true) {
            at += -mean_pause_seconds * std::log(1 - real());
            if (at >= static_cast<double>(options_.duration.count())) {
                break;
            }
            plan_action(i, start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(at)));
        }
    }
}

void LoadRun::count_viewers(Seen& seen, std::size_t now_viewers, Clock::time_point now) {
    viewer_seconds_ += static_cast<double>(seen.viewers) * std::chrono::duration<double>(now - seen.since).count();
    seen.viewers = now_viewers;
    seen.since = now;
}

void LoadRun::received(SimulatedProxy& proxy, const protocol::Message& message) {
    const auto now = Clock::now();
    if (const auto* result = std::get_if<protocol::PlayResult>(&message)) {
        const auto found = requests_.find({&proxy, result->request_id});
        if (found == requests_.end()) {
            return;  // the watch has noticed
        }
        const Planned planned = found->second;
        requests_.erase(found);
        asking_.erase({&proxy, planned.player});
        answered_.add(now - planned.planned);
        ++outcomes_[boost::describe::enum_to_string(result->outcome, "?")];
        if (!result->playback) {
            return;
        }
        if (result->outcome == protocol::PlayOutcome::joined) {
            joining_[*result->playback] = planned.planned;
        } else if (result->outcome == protocol::PlayOutcome::matched) {
            matched_.add(now - planned.planned);
        }
    } else if (const auto* start = std::get_if<protocol::PlaybackStart>(&message)) {
        Seen& seen = seen_[{&proxy, start->playback}];
        seen.viewers = 0;
        count_viewers(seen, start->viewers.size(), now);
        const auto& initiator = start->participants.empty() ? std::nullopt : start->participants.front().player;
        if (const auto asked = initiator ? asking_.find({&proxy, *initiator}) : asking_.end();
            asked != asking_.end() && !start->resumed) {
            seen.planned = asked->second;
        }
    } else if (const auto* frame = std::get_if<protocol::PoseFrame>(&message)) {
        const auto seen = seen_.find({&proxy, frame->playback});
        if (seen != seen_.end() && seen->second.planned) {
            first_pose_.add(now - *std::exchange(seen->second.planned, std::nullopt));
        }
    } else if (const auto* changed = std::get_if<protocol::ViewersChanged>(&message)) {
        if (const auto seen = seen_.find({&proxy, changed->playback}); seen != seen_.end()) {
            const std::size_t viewers = seen->second.viewers + changed->added.size();
            count_viewers(seen->second, viewers - std::min(viewers, changed->removed.size()), now);
        }
    } else if (const auto* scene = std::get_if<protocol::SceneChanged>(&message)) {
        const auto found = joining_.find(scene->playback);
        if (found != joining_.end() && scene->state == protocol::SceneState::matched) {
            matched_.add(now - found->second);
            joining_.erase(found);
        }
    } else if (const auto* end = std::get_if<protocol::PlaybackEnd>(&message)) {
        ++ends_[boost::describe::enum_to_string(end->reason, "?")];
        if (const auto seen = seen_.find({&proxy, end->playback}); seen != seen_.end()) {
            count_viewers(seen->second, 0, now);
            seen_.erase(seen);
        }
    }
}

int LoadRun::run() {
    client_.on_message = [this](SimulatedProxy& proxy, const protocol::Message& message) { received(proxy, message); };
    for (std::uint32_t i = 0; i < options_.proxies; ++i) {
        proxies_.push_back(&client_.connect(fmt::format("load-{}", i + 1)));
    }
    const auto all_know = [this] {
        return std::all_of(proxies_.begin(), proxies_.end(), [](const auto* proxy) { return proxy->knows_emotes(); });
    };
    if (!client_.run_until(all_know, Clock::now() + 10s)) {
        throw std::runtime_error("the daemon did not send its list of emotes within 10 s");
    }
    for (const protocol::EmoteInfo& emote : proxies_.front()->emotes()) {
        (emote.two_player ? two_player_ : solo_).push_back(emote.id);
    }
    if (solo_.empty() && two_player_.empty()) {
        throw std::runtime_error("the daemon has no emotes to play");
    }
    join_players();
    client_.on_tick = [this] { walk(); };
    bytes_at_start_ = client_.bytes_received();
    const auto start = Clock::now() + 100ms;
    plan_actions(start);
    (void)client_.run_until([] { return false; }, start + options_.duration);

    // The storm is over: everybody stops, and everything must end.
    for (const Pair& pair : pairs_) {
        for (const Someone& who : {pair.first, pair.second}) {
            (void)who.proxy->stop(who.handle);
        }
    }
    const auto all_over = [this] {
        return std::all_of(proxies_.begin(), proxies_.end(), [](const auto* proxy) {
            return proxy->watch().open_playbacks() == 0 && proxy->watch().open_requests() == 0;
        });
    };
    (void)client_.run_until(all_over, Clock::now() + 10s);
    for (SimulatedProxy* proxy : proxies_) {
        proxy->watch().finish();
    }
    return report();
}

int LoadRun::report() {
    const auto table = [](const std::map<std::string, std::uint64_t>& counts) {
        std::string text;
        for (const auto& [name, count] : counts) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
        }
        return text.empty() ? std::string("none") : text;
    };
    const double bytes = static_cast<double>(client_.bytes_received() - bytes_at_start_);
    const double seconds = static_cast<double>(options_.duration.count());
    out_ << fmt::format("{} players on {} proxies for {} s, seed {}\n", pairs_.size() * 2, proxies_.size(),
                        options_.duration.count(), options_.seed);
    out_ << "start to first pose   " << first_pose_.summary() << '\n';
    out_ << "join to matched       " << matched_.summary() << '\n';
    out_ << "request to answer     " << answered_.summary() << '\n';
    out_ << "own schedule slip     " << slip_.summary() << '\n';
    out_ << fmt::format("received              {:.0f} kB, {:.1f} kB/s for each proxy\n", bytes / 1000,
                        bytes / 1000 / seconds / static_cast<double>(proxies_.size()));
    out_ << (viewer_seconds_ > 0 ? fmt::format("bytes a viewer second {:.1f} ({:.0f} viewer seconds; a viewer of two "
                                               "playbacks counts twice)\n",
                                               bytes / viewer_seconds_, viewer_seconds_)
                                 : std::string("bytes a viewer second no viewers\n"));
    out_ << "answers               " << table(outcomes_) << '\n';
    out_ << "ends                  " << table(ends_) << '\n';
    std::size_t breaches = 0;
    for (const SimulatedProxy* proxy : proxies_) {
        for (const std::string& breach : proxy->watch().breaches()) {
            if (++breaches <= 20) {
                out_ << "BREACH                " << proxy->name() << ": " << breach << '\n';
            }
        }
        for (const protocol::Notice& notice : proxy->notices()) {
            out_ << "notice                " << proxy->name() << ": " << notice.text << '\n';
        }
    }
    const std::uint64_t internal = outcomes_.count("internal_error") + ends_.count("error");
    out_ << fmt::format("breaches of the rules {}\n", breaches);
    return breaches + internal == 0 ? 0 : 1;
}

}  // namespace

int run_load(const LoadOptions& options, std::ostream& out) {
    return LoadRun(options, out).run();
}

}  // namespace emoted::load
