// What playing can make a link carry: bounded for one emote, for all together and for each link, so that a proxy that
// reads nothing until its link is given up is not closed for what others play.
#include <emoted/core/limits.hpp>
#include <emoted/core/network.hpp>
#include <emoted/protocol/codec.hpp>
#include <emoted/protocol/framing.hpp>
#include <emoted/protocol/session.hpp>
#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>
#include <support/emote_files.hpp>
#include <support/stage.hpp>

#include <algorithm>
#include <map>

using namespace emoted;
using namespace emoted::test;
using protocol::PlayOutcome;

namespace {

constexpr std::uint64_t ticks_of_a_stall = 20 * protocol::limits::default_ping_timeout_ms / 1'000;

// As dear as an emote may be: its text is another one of so many bytes in each tick.
AnimationFile flashing(const std::string& id, std::size_t text_bytes) {
    AnimationFile file;
    file.id = id;
    file.mode = "loop";
    file.movement_distance = 0;
    for (int tick = 0; tick < file.duration; ++tick) {
        file.nbt += (tick == 0 ? R"([{"time": "0t", "value": "{text:)" : R"(, {"time": ")") +
                    (tick == 0 ? "" : std::to_string(tick) + R"(t", "value": "{text:)") +
                    std::string(text_bytes, tick % 2 == 0 ? 'a' : 'b') + R"(}"})";
    }
    file.nbt += "]";
    return file;
}

// The same with commands, which nothing makes needless.
AnimationFile noisy(const std::string& id, std::size_t command_bytes) {
    AnimationFile file;
    file.id = id;
    file.mode = "loop";
    file.movement_distance = 0;
    for (int tick = 0; tick < file.duration; ++tick) {
        file.events += (tick == 0 ? R"({"timeline": [)" : ", ") + std::string(R"({"time": ")") + std::to_string(tick) +
                       R"(t", "source": {"type": "server"}, "origin": {"type": "root"}, "commands": [)";
        for (int command = 0; command < 2; ++command) {
            file.events +=
                (command == 0 ? "\"" : ", \"") + ("playsound " + std::string(command_bytes - 10, 'x')) + "\"";
        }
        file.events += "]}";
    }
    file.events += "]}";
    return file;
}

AnimationFile crowded(const std::string& id) {
    AnimationFile file;
    file.id = id;
    file.duration = 4'000;
    file.nodes = 4'000;
    file.movement_distance = 0;
    return file;
}

std::shared_ptr<const Library> library() {
    return library_of({file_of(flashing("t:flashing", 52'000)), file_of(noisy("t:noisy", 26'000)),
                       file_of(flashing("t:small", 1'000)), file_of(crowded("t:crowded")), file_of([] {
                           AnimationFile file;
                           file.id = "t:plain";
                           file.duration = 400;
                           return file;
                       }())});
}

// A network with one proxy that reads nothing any more, and players on it.
class Stall {
public:
    Stall() : network_({}, library(), open_policy(), 1), session_(trusted(), 0) {
        protocol::Hello hello;
        hello.protocol_min = hello.protocol_max = 1;
        hello.proxy_name = "north";
        hello.instance_id = uuid_of(99);
        protocol::Bytes bytes(protocol::binary_preamble.begin(), protocol::binary_preamble.end());
        const protocol::Bytes packet =
            protocol::frame(protocol::encode(hello, protocol::Encoding::binary, 1), protocol::Encoding::binary);
        bytes.insert(bytes.end(), packet.begin(), packet.end());
        session_.receive(bytes, 0);
        session_.admit({}, 0);
        network_.link_opened(link, {"north", hello.instance_id});
        deliver();
    }

    protocol::PlayerHandle join() {
        protocol::PlayerJoin join;
        join.player = ++players_;
        join.uuid = uuid_of(players_);
        join.name = "P" + std::to_string(players_);
        join.server = "lobby";
        join.dimension = "minecraft:overworld";
        network_.receive(link, join);
        protocol::PlayerState state;
        state.player = players_;
        state.position.x = players_;
        network_.receive(link, protocol::PlayerStates{false, {state}});
        return players_;
    }

    PlayOutcome play(protocol::PlayerHandle player, const std::string& emote) {
        network_.receive(link, protocol::Play{1, player, emote, std::nullopt, std::nullopt});
        deliver();
        return *last_outcome_;
    }

    void step() {
        network_.step();
        deliver();
    }

    [[nodiscard]] bool closed() const { return session_.has_ended(); }
    [[nodiscard]] std::size_t waiting() const { return session_.outbox().pending_bytes(); }
    [[nodiscard]] std::size_t playing() const { return network_.counters().playbacks; }

private:
    static constexpr core::LinkId link = 1;

    static protocol::ServerSettings trusted() {
        protocol::ServerSettings settings;
        settings.trusted = true;
        return settings;
    }

    void deliver() {
        for (const core::Outgoing& one : network_.take_outgoing()) {
            if (const auto* const result = std::get_if<protocol::PlayResult>(one.message.get())) {
                last_outcome_ = result->outcome;
            }
            session_.send(protocol::EncodedMessage(one.message),
                          one.droppable ? protocol::Delivery::may_drop : protocol::Delivery::always, one.subject);
        }
    }

    core::Network network_;
    protocol::ServerSession session_;
    std::uint32_t players_ = 0;
    std::optional<PlayOutcome> last_outcome_;
};

}  // namespace

TEST_CASE("a proxy that stands still until its link is given up is not closed for the dearest emotes of many players") {
    const std::string emote = GENERATE("t:flashing", "t:noisy");
    Stall stall;
    std::map<PlayOutcome, int> outcomes;
    for (int player = 0; player < 100; ++player) {
        ++outcomes[stall.play(stall.join(), emote)];
    }
    CHECK(outcomes[PlayOutcome::started] == 2);  // of a MiB in a second each
    CHECK(outcomes[PlayOutcome::busy] == 98);
    for (std::uint64_t tick = 0; tick < ticks_of_a_stall; ++tick) {
        stall.step();
    }
    CHECK_FALSE(stall.closed());
    CHECK(stall.playing() == 2);
    // Data that is changed again is not waited for twice.
    CHECK(stall.waiting() < (emote == "t:flashing" ? 2 * 1'048'576U : 32 * 1'048'576U));
    // What sends nothing of the kind starts all the same.
    CHECK(stall.play(stall.join(), "t:plain") == PlayOutcome::started);
}

TEST_CASE("a proxy that stands still is not closed for starts, however often many players start the dearest") {
    Stall stall;
    std::vector<protocol::PlayerHandle> players;
    for (int player = 0; player < 20; ++player) {
        players.push_back(stall.join());
    }
    std::map<PlayOutcome, int> outcomes;
    for (std::uint64_t tick = 0; tick < ticks_of_a_stall; ++tick) {
        for (const protocol::PlayerHandle player : players) {
            ++outcomes[stall.play(player, "t:crowded")];
        }
        stall.step();
    }
    CHECK_FALSE(stall.closed());
    CHECK(outcomes[PlayOutcome::started] > 10);
    CHECK(outcomes[PlayOutcome::busy] > 0);
}

TEST_CASE("a start that would change too much data with what plays is busy, and an end makes room") {
    core::Settings settings;
    const auto emotes = library();
    const auto each = static_cast<std::int64_t>(emotes->find("t:small")->traffic.per_second);
    REQUIRE(each > 20'000);
    settings.data_bytes_per_second = 2 * each;  // exactly two
    Stage stage(emotes, settings);
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    auto& bert = stage.join(proxy, "Bert", {"other", "minecraft:overworld"});
    auto& carl = stage.join(proxy, "Carl");
    for (auto* const actor : {&anna, &bert, &carl}) {
        stage.stand(*actor, {}, 0);
    }
    CHECK(stage.play(anna, "t:small").outcome == PlayOutcome::started);
    CHECK(stage.play(bert, "t:small").outcome == PlayOutcome::started);  // on whatever backend server
    const auto refused = stage.play(carl, "t:small");
    CHECK(refused.outcome == PlayOutcome::busy);
    CHECK(refused.text.find("limits.data_bytes_per_second") != std::string::npos);
    CHECK_FALSE(refused.remaining_ticks);
    CHECK(stage.network.admin_play(carl.uuid, "t:small", std::nullopt).outcome == PlayOutcome::busy);
    CHECK(stage.play(anna, "t:small").outcome == PlayOutcome::started);  // in place of their own
    CHECK(stage.play(carl, "t:plain").outcome == PlayOutcome::started);
    static_cast<void>(stage.stop(bert));
    CHECK(stage.play(carl, "t:small").outcome == PlayOutcome::started);
}

TEST_CASE("a start that the player's link may not carry yet is busy, and says until when") {
    core::Settings settings;
    settings.max_displays = 0;
    settings.starts.per_player = 0;
    Stage stage(library(), settings);
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    protocol::PlayResult result;
    int started = 0;
    while ((result = stage.play(anna, "t:crowded")).outcome == PlayOutcome::started) {
        REQUIRE(++started < 100);
    }
    CHECK(started > 5);
    REQUIRE(result.outcome == PlayOutcome::busy);
    REQUIRE(result.remaining_ticks.value_or(0) > 0);
    stage.step(*result.remaining_ticks - 1);
    CHECK(stage.play(anna, "t:crowded").outcome == PlayOutcome::busy);
    stage.step();
    CHECK(stage.play(anna, "t:crowded").outcome == PlayOutcome::started);
}

TEST_CASE("who comes where more plays than their link may carry at once is shown the rest later") {
    core::Settings settings;
    settings.max_displays = 0;
    Stage stage(library(), settings);
    auto& home = stage.connect("home");
    auto& away = stage.connect("away");
    constexpr std::size_t all = 12;
    for (std::size_t i = 0; i < all; ++i) {
        auto& actor = stage.join(home, "P" + std::to_string(i));
        stage.stand(actor, {static_cast<double>(i), 0, 0}, 0);
        while (stage.play(actor, "t:crowded").outcome != PlayOutcome::started) {
            stage.step();
        }
    }
    auto& zoe = stage.join(away, "Zoe");
    stage.stand(zoe, {}, 0);
    stage.step(core::limits::viewers_every_ticks);
    const std::size_t at_once = away.model.playing().size();
    CHECK(at_once > 5);
    CHECK(at_once < all);
    stage.step(300);
    CHECK(away.model.playing().size() == all);
    CHECK(std::all_of(away.model.playing().begin(), away.model.playing().end(),
                      [](const auto& entry) { return entry.second.start.resumed; }));

    // Somebody else there waits for the displays in the same way, on a link that knows the playbacks.
    auto& yan = stage.join(away, "Yan");
    stage.stand(yan, {}, 0);
    const auto seen = [&] {
        return std::count_if(away.model.playing().begin(), away.model.playing().end(),
                             [&](const auto& entry) { return entry.second.viewers.contains(yan.handle); });
    };
    stage.step(200);
    CHECK(seen() == static_cast<std::ptrdiff_t>(all));
}

TEST_CASE("of the bytes of one tick each display says its own, so that each can be said anew") {
    Stage stage(library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    REQUIRE(stage.play(anna, "t:small").outcome == PlayOutcome::started);
    stage.network.step();
    std::size_t found = 0;
    for (const core::Outgoing& outgoing : stage.network.take_outgoing()) {
        const auto* const changed = std::get_if<protocol::DisplaysChanged>(outgoing.message.get());
        CHECK((changed != nullptr) == outgoing.subject.has_value());
        if (changed != nullptr) {
            ++found;
            CHECK(changed->displays.size() == 1);
            CHECK(outgoing.subject->display == changed->displays[0].display);
            CHECK(outgoing.subject->playback == changed->playback);
            CHECK(outgoing.subject->content);
        }
    }
    CHECK(found == 1);
}

TEST_CASE("where a root goes is said anew, so that a slow link need not write where it was") {
    Stage stage(library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    const auto id = *stage.play(anna, "t:small").playback;
    stage.step();
    std::vector<protocol::Subject> subjects;
    for (const double x : {1.0, 2.0}) {
        anna.state.position.x = x;
        stage.network.receive(*proxy.link, protocol::PlayerStates{true, {anna.state}});
        stage.network.step();
        for (const core::Outgoing& outgoing : stage.network.take_outgoing()) {
            if (std::holds_alternative<protocol::RootMoved>(*outgoing.message)) {
                REQUIRE(outgoing.subject);
                subjects.push_back(*outgoing.subject);
            }
        }
    }
    REQUIRE(subjects.size() == 2);
    CHECK(subjects[0].playback == id);
    CHECK(subjects[0].display == subjects[1].display);
    CHECK(subjects[0].display >= limits::max_playback_start_bytes);  // no display
}
