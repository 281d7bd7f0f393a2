// B1, B1b, B1c: evaluation of clips, decomposed, against the plain evaluator.
#include "bench/contests.hpp"
#include "bench/emotes.hpp"
#include "bench/plain_sampler.hpp"
#include "support/naive_sampler.hpp"

#include <emoted/sequences/sampling.hpp>

#include <memory>
#include <utility>

namespace emoted::bench {
namespace {

using Clips = std::vector<std::shared_ptr<const Clip>>;

struct ProductPlaying {
    explicit ProductPlaying(const std::shared_ptr<const Clip>& clip) : sampler(clip), poses(clip->nodes.size()) {}
    void sample(std::int64_t at) { sampler.sample(TickCount(at), poses); }

    ClipSampler sampler;
    std::vector<NodePose> poses;
};

// All playings of a clip use one evaluator: it holds nothing of theirs.
struct PlainPlaying {
    PlainPlaying(std::shared_ptr<PlainSampler> shared, std::size_t nodes) : sampler(std::move(shared)), poses(nodes) {}
    void sample(std::int64_t at) { sampler->sample(at, poses); }

    std::shared_ptr<PlainSampler> sampler;
    std::vector<NodePose> poses;
};

// Many playings, each at a tick of its own, as players who began at different times.
template <class Playing>
struct Crowd {
    std::vector<Playing> playings;
    std::int64_t duration = 1;
    std::int64_t tick = 0;

    void step() {
        for (std::size_t i = 0; i < playings.size(); ++i) {
            playings[i].sample((tick + static_cast<std::int64_t>(i) * 7) % (duration + 1));
        }
        ++tick;
    }
};

void check(const std::string& side, std::span<const NodePose> poses, const Clip& clip, std::int64_t tick,
           double tolerance) {
    const auto expected = test::naive_sample(clip, tick);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        if (!(test::naive_distance(test::naive_render(poses[i]), expected[i].world) < tolerance)) {
            throw WrongResult(side + ", tick " + std::to_string(tick) + ", node " + std::to_string(i));
        }
    }
}

void check(const std::shared_ptr<const Clip>& clip) {
    ProductPlaying product(clip);
    PlainPlaying plain(std::make_shared<PlainSampler>(*clip), clip->nodes.size());
    for (std::int64_t tick = 0; tick <= clip->duration.value(); ++tick) {
        product.sample(tick);
        plain.sample(tick);
        check("the product", product.poses, *clip, tick, 1e-5);
        check("the plain evaluator", plain.poses, *clip, tick, 1e-4);
    }
}

template <class Playing>
Side side_of(std::shared_ptr<Crowd<Playing>> crowd, const Clips& clips) {
    crowd->duration = clips.front()->duration.value();
    const auto nodes = static_cast<double>(clips.front()->nodes.size());
    const auto count = static_cast<double>(crowd->playings.size());
    for (int warm = 0; warm < 20; ++warm) {
        crowd->step();
    }
    return {[crowd = std::move(crowd)] { crowd->step(); }, nodes * count};
}

Sides sides_of(const Clips& clips, std::size_t playings) {
    for (const auto& clip : clips) {
        check(clip);
    }
    std::vector<std::shared_ptr<PlainSampler>> plain;
    for (const auto& clip : clips) {
        plain.push_back(std::make_shared<PlainSampler>(*clip));
    }
    auto product_crowd = std::make_shared<Crowd<ProductPlaying>>();
    auto plain_crowd = std::make_shared<Crowd<PlainPlaying>>();
    for (std::size_t i = 0; i < playings; ++i) {
        const std::size_t which = i % clips.size();
        product_crowd->playings.emplace_back(clips[which]);
        plain_crowd->playings.emplace_back(plain[which], clips[which]->nodes.size());
    }
    return {side_of(std::move(product_crowd), clips), side_of(std::move(plain_crowd), clips)};
}

Clips authored_emotes(std::uint64_t count) {
    Clips clips;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        clips.push_back(authored_emote(seed));
    }
    return clips;
}

}  // namespace

std::vector<Contest> sampler_contests() {
    return {
        {"B1", "32-node emote, keys every 5 ticks, 500 playbacks; against the plain evaluator", "node", 2.8, 4.8,
         Measure::speed, [](Size size) { return sides_of(authored_emotes(1), size == Size::full ? 500 : 2); }},
        {"B1b", "13-node emote, a key on every tick, constant scale, 500 playbacks; against the plain evaluator",
         "node", 4, 8, Measure::speed,
         [](Size size) { return sides_of({baked_emote(1)}, size == Size::full ? 500 : 2); }},
        {"B1c", "as B1, 5,000 playbacks over 100 emotes", "node", 2.8, 5, Measure::speed,
         [](Size size) {
             return sides_of(authored_emotes(size == Size::full ? 100 : 2), size == Size::full ? 5000 : 4);
         }},
    };
}

}  // namespace emoted::bench
