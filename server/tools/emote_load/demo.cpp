#include "demo.hpp"

#include "expectation.hpp"

#include <emoted/app/pack_loader.hpp>
#include <emoted/config/read_file.hpp>
#include <emoted/net/admin_client.hpp>
#include <emoted/sequences/library.hpp>
#include <emoted/sequences/limits.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace emoted::load {

namespace {

using namespace std::chrono_literals;
using protocol::PlaybackId;

constexpr const char* server = "lobby";
constexpr const char* new_emote = "starter:added_by_demo";
constexpr const char* changed_description = "Changed while it was playing.";

std::string read_text(const std::filesystem::path& path) {
    config::FileContent content = config::read_file(path, limits::max_file_bytes);
    if (!content.error.empty()) {
        throw std::runtime_error("cannot read " + path.string() + ": " + content.error);
    }
    return std::move(content.bytes);
}

void write_text(const std::filesystem::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    if (!file.flush()) {
        throw std::runtime_error("cannot write " + path.string());
    }
}

// Changes files and puts everything back at its end.
class Edits {
public:
    Edits() = default;
    ~Edits() {
        for (auto edit = undo_.rbegin(); edit != undo_.rend(); ++edit) {
            std::error_code ignored;
            if (edit->second) {
                std::ofstream(edit->first, std::ios::binary | std::ios::trunc) << *edit->second;
            } else {
                std::filesystem::remove(edit->first, ignored);
            }
        }
    }
    Edits(const Edits&) = delete;
    Edits& operator=(const Edits&) = delete;

    void change(const std::filesystem::path& path, const std::string& text) {
        undo_.emplace_back(path, read_text(path));
        write_text(path, text);
    }
    void add(const std::filesystem::path& path, const std::string& text) {
        if (std::filesystem::exists(path)) {
            throw std::runtime_error(path.string() + " is there already");
        }
        undo_.emplace_back(path, std::nullopt);
        write_text(path, text);
    }

private:
    std::vector<std::pair<std::filesystem::path, std::optional<std::string>>> undo_;
};

std::vector<std::string> texts_at(const boost::json::value& answer, std::string_view member) {
    std::vector<std::string> texts;
    for (const boost::json::value& text : answer.at("data").at(member).as_array()) {
        texts.emplace_back(text.as_string());
    }
    return texts;
}

std::shared_ptr<const Library> load_emotes(const std::filesystem::path& folder) {
    LoadResult result = build_library(app::read_pack(folder), LoadOptions{}, nullptr);
    if (has_faults(result.report.diagnostics)) {
        throw std::runtime_error("the emotes in " + folder.string() + " have faults");
    }
    return result.library;
}

class Demo {
public:
    Demo(const DemoOptions& options, std::ostream& out)
        : options_(options), out_(out), client_(options.target), library_(load_emotes(options.emotes)) {}

    int run();

private:
    // One line of the story, at a tick counted from the start of the playback that is being told.
    void tell(std::uint64_t tick, const std::string& text) {
        out_ << fmt::format("  {:>5}  {}\n", tick, text) << std::flush;
    }
    void say(const std::string& text) { out_ << text << '\n' << std::flush; }
    void expect(bool holds, const std::string& what) {
        say((holds ? "         ok: " : "         WRONG: expected ") + what);
        wrong_ += holds ? 0 : 1;
    }
    const Playable& playable(const std::string& id) const;
    void follow(PlaybackId playback) { followed_ = playback; }
    void narrate(const protocol::Message& message);
    bool wait(const std::function<bool()>& done, std::chrono::seconds patience, const std::string& what);
    protocol::PlayResult answer(protocol::RequestId request);
    // Waits for the end and returns everything that was seen.
    const WatchedPlayback* until_end(PlaybackId playback, std::uint64_t expected_ticks);
    // The segments seen in ticks of the branch that began at `branch_start`, from segment number `from` on.
    void expect_segments(const WatchedPlayback& seen, std::size_t from, std::uint64_t branch_start,
                         const ExpectedBranch& expected);
    void expect_end(const WatchedPlayback& seen, std::uint64_t tick, const std::string& why);

    void solo();
    void handshake();
    void nobody_comes();
    void reload();

    const DemoOptions& options_;
    std::ostream& out_;
    LoadClient client_;
    std::shared_ptr<const Library> library_;
    SimulatedProxy* proxy_ = nullptr;
    protocol::PlayerHandle alice_ = 0, bob_ = 0, carol_ = 0;
    std::map<Uuid, std::string> names_;
    std::optional<PlaybackId> followed_;
    std::uint64_t followed_start_ = 0;
    int wrong_ = 0;
};

const Playable& Demo::playable(const std::string& id) const {
    const auto found = library_->find(id);
    if (found == nullptr) {
        throw std::runtime_error("no emote " + id + " in " + options_.emotes.string());
    }
    return *found;
}

void Demo::narrate(const protocol::Message& message) {
    const auto at = [this](std::uint64_t tick) { return tick - followed_start_; };
    const auto ours = [this](PlaybackId playback) { return followed_ == playback; };
    const auto name = [this](const Uuid& uuid) {
        const auto found = names_.find(uuid);
        return found == names_.end() ? protocol::to_text(uuid) : found->second;
    };
    if (const auto* start = std::get_if<protocol::PlaybackStart>(&message)) {
        followed_ = start->playback;
        followed_start_ = start->tick;
        tell(0, fmt::format("{} starts {}: {} displays, {} clips, seed {}", name(start->participants.at(0).uuid),
                            start->emote, start->displays.size(), start->clips.size(), start->seed));
    } else if (const auto* begin = std::get_if<protocol::SegmentBegin>(&message); begin && ours(begin->playback)) {
        const WatchedPlayback* seen = proxy_->watch().find(begin->playback);
        tell(at(begin->tick),
             begin->clip ? "segment " + seen->start.clips.at(*begin->clip).clip_id : "nothing on show");
    } else if (const auto* event = std::get_if<protocol::Event>(&message); event && ours(event->playback)) {
        tell(at(event->tick), "event: " + fmt::format("{}", fmt::join(event->commands, "; ")));
    } else if (const auto* partner = std::get_if<protocol::PartnerState>(&message);
               partner && ours(partner->playback)) {
        if (partner->phase == protocol::PartnerPhase::waiting && partner->remaining_ticks) {
            tell(proxy_->watch().find(partner->playback)->last_tick - followed_start_,
                 fmt::format("waits for a partner, at most {} ticks from here", *partner->remaining_ticks));
        } else if (partner->phase == protocol::PartnerPhase::reserved && partner->role == protocol::Role::initiator &&
                   partner->partner) {
            tell(proxy_->watch().find(partner->playback)->last_tick - followed_start_,
                 name(*partner->partner) + " is reserved as the partner");
        }
    } else if (const auto* changed = std::get_if<protocol::SceneChanged>(&message);
               changed && ours(changed->playback)) {
        if (changed->state == protocol::SceneState::matched) {
            tell(at(changed->tick), fmt::format("MATCHED: {} and {}", name(changed->participants.at(0).uuid),
                                                name(changed->participants.at(1).uuid)));
        } else if (changed->state == protocol::SceneState::timed_out) {
            tell(at(changed->tick), "TIMED OUT: nobody came");
        }
    } else if (const auto* end = std::get_if<protocol::PlaybackEnd>(&message); end && ours(end->playback)) {
        const std::uint64_t frames = proxy_->watch().find(end->playback)->pose_frames;
        tell(at(end->tick),
             fmt::format("end, {} after {} pose frames", boost::describe::enum_to_string(end->reason, "?"), frames));
    }
}

bool Demo::wait(const std::function<bool()>& done, std::chrono::seconds patience, const std::string& what) {
    if (client_.run_until(done, LoadClient::Clock::now() + patience)) {
        return true;
    }
    expect(false, what + fmt::format(" within {} s; nothing came", patience.count()));
    return false;
}

protocol::PlayResult Demo::answer(protocol::RequestId request) {
    (void)wait([&] { return proxy_->result_of(request).has_value(); }, 5s, "an answer to a play request");
    return proxy_->result_of(request).value_or(protocol::PlayResult{});
}

const WatchedPlayback* Demo::until_end(PlaybackId playback, std::uint64_t expected_ticks) {
    const auto ended = [&] {
        const WatchedPlayback* seen = proxy_->watch().find(playback);
        return seen != nullptr && seen->end.has_value();
    };
    const auto patience = std::chrono::seconds(expected_ticks / ticks_per_second + 5);
    return wait(ended, patience, "the end of the playback") ? proxy_->watch().find(playback) : nullptr;
}

void Demo::expect_segments(const WatchedPlayback& seen, std::size_t from, std::uint64_t branch_start,
                           const ExpectedBranch& expected) {
    std::vector<ExpectedSegment> found;
    for (std::size_t i = from; i < seen.segments.size(); ++i) {
        if (seen.segments[i].clip) {
            ExpectedSegment segment;
            segment.tick = seen.segments[i].tick - branch_start;
            segment.clip = seen.start.clips.at(*seen.segments[i].clip).clip_id;
            found.push_back(std::move(segment));
        }
    }
    std::string text = fmt::format("{} segments", expected.segments.size());
    for (const ExpectedSegment& segment : expected.segments) {
        text += fmt::format(", {} at {}", segment.clip, segment.tick);
    }
    expect(found == expected.segments, text + " (chosen by the seed, in ticks of the branch)");
}

void Demo::expect_end(const WatchedPlayback& seen, std::uint64_t tick, const std::string& why) {
    expect(seen.end->tick == seen.start.tick + tick && seen.end->reason == protocol::EndReason::finished,
           fmt::format("it finishes at tick {}: {}", tick, why));
}

void Demo::solo() {
    say("1. A solo sequence with random and repeat steps: starter:sit");
    const Playable& sit = playable("starter:sit");
    constexpr std::uint64_t seed = 12;
    const protocol::PlayResult result = answer(proxy_->play(alice_, sit.id, seed));
    expect(result.outcome == protocol::PlayOutcome::started, "the answer is started");
    if (!result.playback) {
        return;
    }
    const ExpectedBranch branch = expected_branch(sit, BranchKind::main, seed);
    if (const WatchedPlayback* seen = until_end(*result.playback, branch.length)) {
        expect_segments(*seen, 0, seen->start.tick, branch);
        expect_end(*seen, branch.length, "the length of what was chosen");
    }
}

void Demo::handshake() {
    say("2. A two-player sequence that matches: starter:handshake");
    const Playable& shake = playable("starter:handshake");
    constexpr std::uint64_t seed = 21;
    const ExpectedBranch offer = expected_branch(shake, BranchKind::offer, seed);
    const ExpectedBranch matched = expected_branch(shake, BranchKind::matched, seed);
    const protocol::PlayResult offered = answer(proxy_->play(alice_, shake.id, seed));
    expect(offered.outcome == protocol::PlayOutcome::offered, "the answer to Alice is offered");
    expect(offered.remaining_ticks == offer.length + timeout_ticks(shake),
           fmt::format("her offer runs {} ticks and waits {} more", offer.length, timeout_ticks(shake)));
    const protocol::PlayResult joined = answer(proxy_->play(bob_, shake.id));
    expect(joined.outcome == protocol::PlayOutcome::joined && joined.playback == offered.playback,
           "Bob, who asks during the offer, has joined it");
    if (!offered.playback) {
        return;
    }
    const WatchedPlayback* seen = until_end(*offered.playback, offer.length + matched.length);
    if (seen == nullptr) {
        return;
    }
    const bool one_match = seen->changes.size() == 1 && seen->changes[0].state == protocol::SceneState::matched;
    expect(one_match && seen->changes[0].tick == seen->start.tick + offer.length,
           fmt::format("they match at tick {}, where the offer ends", offer.length));
    expect_segments(*seen, offer.segments.size(), seen->start.tick + offer.length, matched);
    expect_end(*seen, offer.length + matched.length,
               fmt::format("{} of the offer and {} of the matched branch", offer.length, matched.length));
}

void Demo::nobody_comes() {
    say("3. A two-player sequence that times out: starter:high_five");
    const Playable& five = playable("starter:high_five");
    constexpr std::uint64_t seed = 22;
    const ExpectedBranch offer = expected_branch(five, BranchKind::offer, seed);
    const ExpectedBranch after = expected_branch(five, BranchKind::timed_out, seed);
    const std::uint64_t deadline = offer.length + timeout_ticks(five);
    const protocol::PlayResult offered = answer(proxy_->play(carol_, five.id, seed));
    expect(offered.outcome == protocol::PlayOutcome::offered, "the answer to Carol is offered");
    if (!offered.playback) {
        return;
    }
    const WatchedPlayback* seen = until_end(*offered.playback, deadline + after.length);
    if (seen == nullptr) {
        return;
    }
    // Entering the time of waiting may be told as a change of the scene; the branch begins with the last one.
    expect(!seen->changes.empty() && seen->changes.back().state == protocol::SceneState::timed_out &&
               seen->changes.back().tick == seen->start.tick + deadline,
           fmt::format("the time-out branch begins at tick {}: {} of the offer and {} of waiting", deadline,
                       offer.length, timeout_ticks(five)));
    expect_segments(*seen, offer.segments.size(), seen->start.tick + deadline, after);
    expect_end(*seen, deadline + after.length, fmt::format("{} more for the time-out branch", after.length));
}

void Demo::reload() {
    say("4. A reload while Alice plays starter:bow, whose file has changed meanwhile; another emote is new");
    const Playable& bow = playable("starter:bow");
    const Playable& wave = playable("starter:wave");
    const protocol::PlayResult result = answer(proxy_->play(alice_, bow.id));
    expect(result.outcome == protocol::PlayOutcome::started, "the answer is started");
    if (!result.playback) {
        return;
    }
    Edits edits;
    boost::json::value changed = boost::json::parse(read_text(options_.emotes / bow.source));
    changed.at("metadata").at("description") = changed_description;
    edits.change(options_.emotes / bow.source, boost::json::serialize(changed));
    boost::json::value added = boost::json::parse(read_text(options_.emotes / wave.source));
    added.at("id") = new_emote;
    edits.add((options_.emotes / wave.source).replace_filename("added_by_demo.json"), boost::json::serialize(added));

    const auto reloaded = net::ask_admin(options_.admin_socket, R"({"command":"reload"})", 30s);
    const boost::json::value report = reloaded ? boost::json::parse(*reloaded) : boost::json::value();
    expect(reloaded && report.at("ok").as_bool(), "the reload reports success");
    if (!reloaded || !report.at("ok").as_bool()) {
        say("         it says: " + (reloaded ? *reloaded : reloaded.error()));
        return;
    }
    tell(proxy_->watch().find(*result.playback)->last_tick - followed_start_,
         fmt::format("RELOADED: added {}; changed {}", fmt::join(texts_at(report, "added"), ", "),
                     fmt::join(texts_at(report, "changed"), ", ")));
    expect(texts_at(report, "added") == std::vector<std::string>{new_emote} &&
               texts_at(report, "changed") == std::vector<std::string>{bow.id},
           "it names what was added and what has changed, and nothing else");

    const auto length = static_cast<std::uint64_t>(bow.duration.value());
    if (const WatchedPlayback* seen = until_end(*result.playback, length)) {
        expect_end(*seen, length, "what plays goes on as it began");
    }
    const auto listed = [this](std::string_view id, std::string_view description) {
        return std::ranges::any_of(proxy_->emotes(), [&](const protocol::EmoteInfo& emote) {
            return emote.id == id && (description.empty() || emote.description == description);
        });
    };
    (void)wait([&] { return listed(new_emote, {}); }, 5s, "the new list of emotes");
    expect(listed(bow.id, changed_description), "the proxy has the changed description");
    const protocol::PlayResult again = answer(proxy_->play(alice_, new_emote));
    expect(again.outcome == protocol::PlayOutcome::started, "the new emote plays at once");
    if (again.playback) {
        const auto wave_length = static_cast<std::uint64_t>(wave.duration.value());
        if (const WatchedPlayback* seen = until_end(*again.playback, wave_length)) {
            expect_end(*seen, wave_length, "the length of the file that it was made of");
        }
    }
}

int Demo::run() {
    proxy_ = &client_.connect("demo");
    client_.on_message = [this](SimulatedProxy&, const protocol::Message& message) { narrate(message); };
    if (!wait([this] { return proxy_->knows_emotes(); }, 5s, "the list of emotes")) {
        return 1;
    }
    say(fmt::format("Connected over TCP; the daemon offers {} emotes.", proxy_->emotes().size()));
    // Alice looks south at Bob, who stands a good step away and looks back; Carol is out of everybody's reach.
    alice_ = proxy_->join("Alice", server, Vec3d{0, 64, 0}, 0);
    bob_ = proxy_->join("Bob", server, Vec3d{0, 64, 1.3}, 180);
    carol_ = proxy_->join("Carol", server, Vec3d{40, 64, 0}, 90);
    for (const auto& [handle, player] : proxy_->players()) {
        names_[player.uuid] = player.name;
    }
    solo();
    handshake();
    nobody_comes();
    reload();
    proxy_->watch().finish();
    for (const std::string& breach : proxy_->watch().breaches()) {
        expect(false, "no breach of the contract, but: " + breach);
    }
    say(wrong_ == 0 ? "Everything went by the rules." : fmt::format("{} things went wrong.", wrong_));
    return wrong_ == 0 ? 0 : 1;
}

}  // namespace

int run_demo(const DemoOptions& options, std::ostream& out) {
    return Demo(options, out).run();
}

}  // namespace emoted::load
