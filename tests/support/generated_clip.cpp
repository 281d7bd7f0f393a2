#include "support/generated_clip.hpp"

#include <emoted/sequences/random.hpp>

#include <string>

namespace emoted::test {
namespace {

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed, "generated clip") {}

    Clip clip() {
        Clip clip;
        clip.id = "test:generated";
        clip.duration = TickCount(1 + random_.below(60));
        const std::uint32_t count = 1 + random_.below(8);
        for (std::uint32_t i = 0; i < count; ++i) {
            clip.nodes.push_back(node(i));
            NodeTracks tracks;
            if (chance(2)) {
                tracks.position = track(clip.duration, 3.0, false);
            }
            if (chance(2)) {
                tracks.rotation = track(clip.duration, 400.0, false);
            }
            if (chance(2)) {
                tracks.scale = track(clip.duration, 2.0, true);
            }
            if (chance(2)) {
                for (const std::int32_t tick : ticks(clip.duration)) {
                    tracks.visible.ticks.push_back(tick);
                    tracks.visible.visible.push_back(static_cast<std::uint8_t>(random_.below(2)));
                }
            }
            clip.tracks.push_back(tracks);
        }
        return clip;
    }

private:
    bool chance(std::uint32_t one_in) { return random_.below(one_in) == 0; }
    double between(double least, double most) { return least + (most - least) * random_.real(); }
    Vec3d vector(double reach) { return {between(-reach, reach), between(-reach, reach), between(-reach, reach)}; }
    Vec3d scale() {
        switch (random_.below(6)) {
            case 0:
                return {0, 0, 0};
            case 1:
                return {0, 1, 1};
            case 2:
                return vector(2.0);
            default: {
                const double even = between(0.2, 2.0);
                return {even, even, even};
            }
        }
    }

    Node node(std::uint32_t index) {
        Node node;
        node.id = "node" + std::to_string(index);
        node.type = chance(3) ? NodeType::anchor : NodeType::item_display;
        node.visible = !chance(4);
        if (index > 0 && !chance(3)) {
            node.parent = NodeIndex(random_.below(index));
        }
        node.transform = {vector(2.0), vector(200.0), scale()};
        return node;
    }

    std::vector<std::int32_t> ticks(TickCount duration) {
        std::vector<std::int32_t> ticks{0};
        const std::uint32_t step = 1 + random_.below(20);
        while (ticks.back() + 1 <= duration.value() && !chance(6)) {
            const auto next = ticks.back() + 1 + static_cast<std::int32_t>(random_.below(step));
            if (next > duration.value()) {
                break;
            }
            ticks.push_back(next);
        }
        return ticks;
    }

    VectorTrack track(TickCount duration, double reach, bool scales) {
        VectorTrack track;
        track.ticks = ticks(duration);
        for (std::size_t i = 0; i < track.ticks.size(); ++i) {
            track.post.push_back(scales ? scale() : vector(reach));
            track.pre.push_back(chance(4) ? vector(reach) : track.post.back());
            track.easing.push_back(
                static_cast<Easing>(random_.below(static_cast<std::uint32_t>(Easing::in_out_bounce) + 1)));
        }
        return track;
    }

    Random random_;
};

}  // namespace

Clip generated_clip(std::uint64_t seed) {
    return Generator(seed).clip();
}

}  // namespace emoted::test
