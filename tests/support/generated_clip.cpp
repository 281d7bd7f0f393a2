#include "support/generated_clip.hpp"

#include <emoted/sequences/random.hpp>

#include <algorithm>
#include <cmath>

namespace emoted::test {
namespace {

constexpr auto easings = static_cast<std::uint32_t>(Easing::in_out_bounce) + 1;

class Generator {
public:
    Generator(std::uint64_t seed, ClipKind kind) : random_(seed, "generated clip"), kind_(kind) {}

    Clip clip() {
        Clip clip;
        clip.id = "test:generated";
        clip.duration = TickCount(duration());
        const std::uint32_t count = node_count();
        for (std::uint32_t i = 0; i < count; ++i) {
            clip.nodes.push_back(node(i));
            NodeTracks tracks;
            if (chance(2)) {
                tracks.position = track(clip.duration, Channel::position);
            }
            if (chance(2)) {
                tracks.rotation = track(clip.duration, Channel::rotation);
            }
            if (chance(2)) {
                tracks.scale = track(clip.duration, Channel::scale);
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
    enum class Channel : std::uint8_t { position, rotation, scale };

    bool chance(std::uint32_t one_in) { return random_.below(one_in) == 0; }
    double between(double least, double most) { return least + (most - least) * random_.real(); }
    Vec3d vector(double reach) { return {between(-reach, reach), between(-reach, reach), between(-reach, reach)}; }
    double sign() { return chance(2) ? 1.0 : -1.0; }
    // A power of ten times something, of either sign.
    double wide() { return sign() * std::pow(10.0, between(-3, 3)); }
    double multiple(double step, std::int32_t most) {
        return step * (static_cast<std::int32_t>(random_.below(static_cast<std::uint32_t>(2 * most + 1))) - most);
    }

    std::int64_t duration() {
        switch (kind_) {
            case ClipKind::mixed:
                return 1 + random_.below(60);
            case ClipKind::eased:
                return easings * 3;
            case ClipKind::deep:
                return 1 + random_.below(8);
            case ClipKind::baked:
                return 20 + random_.below(40);
            default:
                return 1 + random_.below(24);
        }
    }
    std::uint32_t node_count() {
        switch (kind_) {
            case ClipKind::eased:
                return 2;
            case ClipKind::deep:
                return 8 + random_.below(16);
            case ClipKind::mixed:
                return 1 + random_.below(8);
            default:
                return 1 + random_.below(5);
        }
    }

    Vec3d scale() {
        switch (kind_) {
            case ClipKind::sheared:
                return {between(0.3, 2.0), between(0.3, 2.0), between(0.3, 2.0)};
            case ClipKind::mirrored: {
                const double even = chance(8) ? 0.0 : between(0.3, 2.0);
                return {sign() * even, sign() * even, sign() * even};
            }
            case ClipKind::redundant: {
                const double even = multiple(0.25, 4);
                return chance(2) ? Vec3d{1, 1, 1} : Vec3d{even, even, even};
            }
            case ClipKind::huge:
                return {wide(), wide(), wide()};
            default:
                break;
        }
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
    Vec3d position() {
        if (kind_ == ClipKind::redundant) {
            return {multiple(0.0625, 16), multiple(0.0625, 16), multiple(0.0625, 16)};
        }
        return kind_ == ClipKind::huge ? Vec3d{wide(), wide(), wide()} : vector(3.0);
    }
    Vec3d rotation() {
        if (kind_ == ClipKind::redundant) {
            return chance(3) ? Vec3d{} : Vec3d{multiple(90, 8), multiple(90, 8), multiple(22.5, 32)};
        }
        return vector(400.0);
    }
    Vec3d value(Channel channel) {
        switch (channel) {
            case Channel::position:
                return position();
            case Channel::rotation:
                return rotation();
            default:
                return scale();
        }
    }

    Node node(std::uint32_t index) {
        Node node;
        node.id = "node" + std::to_string(index);
        node.type = chance(3) ? NodeType::anchor : NodeType::item_display;
        node.visible = !chance(4);
        if (index > 0 && kind_ == ClipKind::deep) {
            node.parent = NodeIndex(index - 1);
        } else if (index > 0 && !chance(3)) {
            node.parent = NodeIndex(random_.below(index));
        }
        node.transform = {position(), rotation(), scale()};
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

    VectorTrack track(TickCount duration, Channel channel) {
        if (kind_ == ClipKind::eased) {
            return eased_track(channel);
        }
        if (kind_ == ClipKind::baked) {
            return baked_track(static_cast<std::int32_t>(duration.value()), channel);
        }
        VectorTrack track;
        track.ticks = ticks(duration);
        for (std::size_t i = 0; i < track.ticks.size(); ++i) {
            track.post.push_back(next_value(track, channel));
            const bool jumps = chance(kind_ == ClipKind::jumping ? 2 : 4);
            track.pre.push_back(jumps && kind_ != ClipKind::redundant ? value(channel) : track.post.back());
            track.easing.push_back(next_easing());
        }
        return track;
    }
    // Every easing once, from key to key, the shapes in another order for each channel.
    VectorTrack eased_track(Channel channel) {
        VectorTrack track;
        const std::uint32_t first = random_.below(easings);
        for (std::uint32_t i = 0; i <= easings; ++i) {
            track.ticks.push_back(static_cast<std::int32_t>(3 * i));
            track.post.push_back(value(channel));
            track.pre.push_back(track.post.back());
            track.easing.push_back(static_cast<Easing>((first + i) % easings));
        }
        return track;
    }

    // From key to key by the same step, which changes now and then. A rotation turns about one axis, so that it is on
    // a line too. What strays from the line does so on one side of a key only, or between two keys.
    VectorTrack baked_track(std::int32_t duration, Channel channel) {
        VectorTrack track;
        Vec3d value = channel == Channel::rotation ? Vec3d{} : this->value(channel);
        Vec3d step = baked_step(channel);
        const auto apart = static_cast<std::int32_t>(1 + random_.below(3));
        for (std::int32_t tick = 0; tick <= duration; tick += apart) {
            const bool strays = chance(20);
            track.ticks.push_back(tick);
            track.post.push_back(value);
            track.pre.push_back(strays ? this->value(channel) : value);
            track.easing.push_back(chance(20) ? next_easing() : Easing::linear);
            step = chance(20) ? baked_step(channel) : step;
            value = {value.x + step.x, value.y + step.y, value.z + step.z};
        }
        return track;
    }
    Vec3d baked_step(Channel channel) {
        if (channel == Channel::scale) {
            const double even = between(-0.05, 0.05);
            return {even, even, even};
        }
        return channel == Channel::rotation ? Vec3d{0, between(-9, 9), 0} : vector(0.1);
    }

    Easing next_easing() {
        if ((kind_ == ClipKind::redundant && !chance(4)) || kind_ == ClipKind::deep) {
            return Easing::linear;
        }
        return kind_ == ClipKind::jumping && chance(2) ? Easing::step : static_cast<Easing>(random_.below(easings));
    }
    // Redundant tracks often repeat the last value, or go on along the line of the last two keys.
    Vec3d next_value(const VectorTrack& track, Channel channel) {
        const std::size_t count = track.post.size();
        if (kind_ != ClipKind::redundant || count == 0) {
            return value(channel);
        }
        const Vec3d& last = track.post[count - 1];
        switch (random_.below(4)) {
            case 0:
                return last;
            case 1:
                return channel == Channel::rotation ? Vec3d{last.x, last.y + 360, last.z} : last;
            case 2:
                if (count > 1) {
                    const Vec3d& before = track.post[count - 2];
                    const double way = static_cast<double>(track.ticks[count] - track.ticks[count - 1]) /
                                       (track.ticks[count - 1] - track.ticks[count - 2]);
                    return {last.x + (last.x - before.x) * way, last.y + (last.y - before.y) * way,
                            last.z + (last.z - before.z) * way};
                }
                [[fallthrough]];
            default:
                return value(channel);
        }
    }

    Random random_;
    ClipKind kind_;
};

}  // namespace

Clip generated_clip(std::uint64_t seed, ClipKind kind) {
    return Generator(seed, kind).clip();
}

}  // namespace emoted::test
