// The order of what one tick says (format sections 5.1 to 5.3).
#include <emoted/core/network.hpp>

#include <catch2/catch.hpp>
#include <support/emote_files.hpp>
#include <support/stage.hpp>

#include <memory>
#include <string>
#include <variant>
#include <vector>

using namespace emoted;
using namespace emoted::test;
using Words = std::vector<std::string>;

namespace {

const std::string every_event = R"({
    "start": [{"source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound start"]}],
    "timeline": [{"time": "0t", "source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound zero"]},
                 {"time": "1t", "source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound one"]}],
    "loop": [{"source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound loop"]}],
    "stop": [{"source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound stop"]}]})";

std::shared_ptr<const Library> library() {
    const auto animation = [](const std::string& id, const std::string& mode, const std::string& delay) {
        AnimationFile file;
        file.id = id;
        file.duration = 2;
        file.mode = mode;
        file.loop_delay = delay;
        file.events = every_event;
        file.nbt = R"([{"time": "0t", "value": "{text:a}"}, {"time": "1t", "value": "{text:b}"}])";
        return file_of(file);
    };
    AnimationFile broken;
    broken.id = "t:broken";
    broken.x = "math.sqrt(-1)";
    return library_of({animation("t:once", "once", "0t"), animation("t:loop", "loop", "0t"),
                       animation("t:pausing", "loop", "2t"), file_of(broken)});
}

struct Watch {
    Stage stage{library()};
    Stage::Proxy& proxy = stage.connect("one");
    Stage::Actor& anna = stage.join(proxy, "Anna");
    Words said;

    Watch() {
        stage.stand(anna, {}, 0);
        stage.listener = [this](const Stage::Proxy&, const protocol::Message& message) { hear(message); };
    }
    void hear(const protocol::Message& message) {
        if (std::holds_alternative<protocol::PlaybackStart>(message)) {
            said.emplace_back("start");
        } else if (std::holds_alternative<protocol::SegmentBegin>(message)) {
            said.emplace_back("segment");
        } else if (std::holds_alternative<protocol::DisplaysChanged>(message)) {
            said.emplace_back("data");
        } else if (std::holds_alternative<protocol::PoseFrame>(message)) {
            said.emplace_back("pose");
        } else if (const auto* const event = std::get_if<protocol::Event>(&message)) {
            said.push_back(event->commands.front().substr(10) + "!");
        } else if (std::holds_alternative<protocol::PlaybackEnd>(message)) {
            said.emplace_back("end");
        } else if (std::holds_alternative<protocol::PlayResult>(message)) {
            said.emplace_back("answer");
        }
    }
    Words step() {
        said.clear();
        stage.step();
        return said;
    }
};

}  // namespace

TEST_CASE("format 5.1: what played ends, then the start, its pose, start events, tick-0 events, and the answer") {
    Watch watch;
    static_cast<void>(watch.stage.play(watch.anna, "t:loop"));
    CHECK(watch.said == Words{"start", "segment", "data", "pose", "start!", "zero!", "answer"});
    watch.said.clear();
    static_cast<void>(watch.stage.play(watch.anna, "t:once"));
    CHECK(watch.said == Words{"stop!", "end", "start", "segment", "data", "pose", "start!", "zero!", "answer"});
}

TEST_CASE("format 5.1: a start that fails cleans up: no event, one end, no display, and an error as the answer") {
    Watch watch;
    const auto result = watch.stage.play(watch.anna, "t:broken");
    CHECK(result.outcome == protocol::PlayOutcome::internal_error);
    CHECK(watch.said == Words{"start", "end", "answer"});
    CHECK(watch.stage.network.counters().displays == 0);
    CHECK(watch.stage.network.counters().playbacks == 0);
}

TEST_CASE("format 5.2: in each tick the pose, then that tick's events, and the end right behind the last of them") {
    Watch watch;
    static_cast<void>(watch.stage.play(watch.anna, "t:once"));
    CHECK(watch.step() == Words{"data", "pose", "one!"});
    CHECK(watch.step() == Words{"pose", "stop!", "end"});
}

TEST_CASE("format 5.3: a loop without delay ends and begins again in one tick, with one pose") {
    Watch watch;
    static_cast<void>(watch.stage.play(watch.anna, "t:loop"));
    CHECK(watch.step() == Words{"data", "pose", "one!"});
    CHECK(watch.step() == Words{"segment", "data", "pose", "loop!", "zero!"});
    CHECK(watch.step() == Words{"data", "pose", "one!"});
}

TEST_CASE("format 5.3: a loop with a delay holds its end pose and begins again on the last tick of the delay") {
    Watch watch;
    static_cast<void>(watch.stage.play(watch.anna, "t:pausing"));
    CHECK(watch.step() == Words{"data", "pose", "one!"});
    CHECK(watch.step() == Words{"pose", "loop!"});
    CHECK(watch.step().empty());
    CHECK(watch.step() == Words{"segment", "data", "pose", "zero!"});
}

TEST_CASE("format 5.2: what stops in a tick ends after everybody's pose of that tick, on every server") {
    Watch watch;
    auto& bert = watch.stage.join(watch.proxy, "Bert");
    auto& zoe = watch.stage.join(watch.proxy, "Zoe", {"zoo", "minecraft:overworld"});
    watch.stage.stand(bert, {1, 0, 0}, 0);
    watch.stage.stand(zoe, {}, 0);
    static_cast<void>(watch.stage.play(watch.anna, "t:loop"));
    static_cast<void>(watch.stage.play(bert, "t:loop"));
    static_cast<void>(watch.stage.play(zoe, "t:loop"));
    watch.stage.stand(watch.anna, {5, 0, 0}, 0);  // walked away
    CHECK(watch.step() == Words{"data", "pose", "one!", "data", "pose", "one!", "stop!", "end"});
}
