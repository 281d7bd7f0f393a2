// Strong types for what gets mixed up: moments and lengths of time, indices, and the plain vectors of the format.
//
// Values only; safe to use from any thread. Construction is explicit and there is no conversion between them:
// Tick - Tick is a TickCount, Tick + TickCount is a Tick, Tick + Tick does not compile.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace emoted {

// Minecraft's clock: every time in the core is a whole tick.
inline constexpr int ticks_per_second = 20;
inline constexpr int ticks_per_day = 24'000;

// A length of time in ticks. May be negative only as the result of a subtraction.
class TickCount {
public:
    constexpr TickCount() noexcept = default;
    constexpr explicit TickCount(std::int64_t ticks) noexcept : ticks_(ticks) {}
    [[nodiscard]] constexpr std::int64_t value() const noexcept { return ticks_; }

    friend constexpr auto operator<=>(TickCount, TickCount) noexcept = default;
    friend constexpr TickCount operator+(TickCount a, TickCount b) noexcept { return TickCount(a.ticks_ + b.ticks_); }
    friend constexpr TickCount operator-(TickCount a, TickCount b) noexcept { return TickCount(a.ticks_ - b.ticks_); }
    constexpr TickCount& operator+=(TickCount other) noexcept {
        ticks_ += other.ticks_;
        return *this;
    }

private:
    std::int64_t ticks_ = 0;
};

// A moment: ticks since the origin of the clock it belongs to (the daemon's start, a playback's start, a clip's start).
class Tick {
public:
    constexpr Tick() noexcept = default;
    constexpr explicit Tick(std::int64_t tick) noexcept : tick_(tick) {}
    [[nodiscard]] constexpr std::int64_t value() const noexcept { return tick_; }

    friend constexpr auto operator<=>(Tick, Tick) noexcept = default;
    friend constexpr Tick operator+(Tick at, TickCount by) noexcept { return Tick(at.tick_ + by.value()); }
    friend constexpr Tick operator-(Tick at, TickCount by) noexcept { return Tick(at.tick_ - by.value()); }
    friend constexpr TickCount operator-(Tick a, Tick b) noexcept { return TickCount(a.tick_ - b.tick_); }

private:
    std::int64_t tick_ = 0;
};

// An index into one kind of array; Tag keeps the kinds apart.
template <class Tag>
class Index {
public:
    constexpr Index() noexcept = default;
    constexpr explicit Index(std::uint32_t value) noexcept : value_(value) {}
    [[nodiscard]] constexpr std::uint32_t value() const noexcept { return value_; }
    friend constexpr auto operator<=>(Index, Index) noexcept = default;

private:
    std::uint32_t value_ = 0;
};

using NodeIndex = Index<struct NodeTag>;        // a node of one clip
using DisplayIndex = Index<struct DisplayTag>;  // a display of a playback's node union (anchors have none)
using ClipIndex = Index<struct ClipTag>;        // a clip of a playback's clip list

// Blocks, world or local axes; double because Minecraft's positions are.
struct Vec3d {
    double x = 0, y = 0, z = 0;
    friend constexpr bool operator==(const Vec3d&, const Vec3d&) noexcept = default;
};

struct Vec3f {
    float x = 0, y = 0, z = 0;
    friend constexpr bool operator==(const Vec3f&, const Vec3f&) noexcept = default;
};

// A unit quaternion, in Minecraft's wire order x y z w.
struct Quatf {
    float x = 0, y = 0, z = 0, w = 1;
    friend constexpr bool operator==(const Quatf&, const Quatf&) noexcept = default;
};

struct Quatd {
    double x = 0, y = 0, z = 0, w = 1;
    friend constexpr bool operator==(const Quatd&, const Quatd&) noexcept = default;
};

// An RFC 4122 id as its 16 bytes in text order.
struct Uuid {
    std::array<std::uint8_t, 16> bytes{};
    friend constexpr auto operator<=>(const Uuid&, const Uuid&) noexcept = default;
};

}  // namespace emoted
