#include "bench/emotes.hpp"

#include <emoted/sequences/random.hpp>

#include <cmath>
#include <utility>

namespace emoted::bench {
namespace {

class Author {
public:
    explicit Author(std::uint64_t seed) : random_(seed, "benchmark emote") {}

    Clip levels(std::int64_t duration, std::uint32_t middle, std::uint32_t leaves) {
        Clip clip;
        clip.id = "bench:emote";
        clip.duration = TickCount(duration);
        for (std::uint32_t i = 0; i < 1 + middle + leaves; ++i) {
            Node node;
            node.id = "node" + std::to_string(i);
            node.type = NodeType::item_display;
            node.content = ItemContent{FixedItem{}, ItemDisplayContext::none};
            if (i > 0) {
                node.parent = NodeIndex(i <= middle ? 0 : 1 + i % middle);
            }
            clip.nodes.push_back(std::move(node));
        }
        clip.tracks.resize(clip.nodes.size());
        return clip;
    }

    double between(double least, double most) { return least + (most - least) * random_.real(); }
    Vec3d vector(double reach) { return {between(-reach, reach), between(-reach, reach), between(-reach, reach)}; }

private:
    Random random_;
};

void add_key(VectorTrack& track, std::int32_t tick, const Vec3d& value) {
    track.ticks.push_back(tick);
    track.pre.push_back(value);
    track.post.push_back(value);
    track.easing.push_back(Easing::linear);
}

}  // namespace

std::shared_ptr<const Clip> authored_emote(std::uint64_t seed) {
    Author author(seed);
    Clip clip = author.levels(100, 7, 24);
    for (NodeTracks& tracks : clip.tracks) {
        for (std::int32_t tick = 0; tick <= 100; tick += 5) {
            const double size = author.between(0.8, 1.2);
            add_key(tracks.position, tick, author.vector(0.5));
            add_key(tracks.rotation, tick, author.vector(60));
            add_key(tracks.scale, tick, {size, size, size});
        }
    }
    return std::make_shared<const Clip>(std::move(clip));
}

std::shared_ptr<const Clip> baked_emote(std::uint64_t seed) {
    Author author(seed);
    Clip clip = author.levels(36, 4, 8);
    for (NodeTracks& tracks : clip.tracks) {
        const Vec3d reach = author.vector(0.5);
        const Vec3d turn = author.vector(60);
        const double size = author.between(0.8, 1.2);
        const double phase = author.between(0, 6);
        for (std::int32_t tick = 0; tick <= 36; ++tick) {
            const double swing = std::sin(phase + tick * 0.35);
            add_key(tracks.position, tick, {reach.x * swing, reach.y * swing * swing, reach.z * swing});
            add_key(tracks.rotation, tick, {turn.x * swing, turn.y * swing * swing, turn.z * swing});
            add_key(tracks.scale, tick, {size, size, size});
        }
    }
    return std::make_shared<const Clip>(std::move(clip));
}

}  // namespace emoted::bench
