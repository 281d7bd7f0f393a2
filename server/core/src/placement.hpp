// Where a playback's roots stand and how they are turned (format sections 3.1, 4.7, 5.4; D39, D40, D49).
//
// Pure; values only. Angles are degrees in Minecraft's sense; a root's byte angle is what its display entities carry:
// the yaw it faces minus 180.
#pragma once

#include <emoted/sequences/sequence.hpp>
#include <emoted/sequences/units.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace emoted::core {

[[nodiscard]] double wrap_degrees(double degrees) noexcept;  // into [-180, 180)
// Nearest of 256 steps: floor(yaw * 256 / 360 + 0.5) (D40).
[[nodiscard]] std::uint8_t byte_angle(double degrees) noexcept;
// The yaw of a root's display entities when the root faces `facing`.
[[nodiscard]] std::uint8_t root_angle(double facing) noexcept;
// The yaw a root with this byte angle faces, in [-180, 180).
[[nodiscard]] double facing_of(std::uint8_t root_angle) noexcept;

// The world offset of relative coordinates for somebody whose yaw is `yaw` (pitch 0).
[[nodiscard]] Vec3d placement_offset(const Placement& placement, double yaw) noexcept;
[[nodiscard]] double placement_yaw(const Placement& placement, double yaw) noexcept;

// How a display entity with this byte angle turns its content: by minus its yaw about +Y.
[[nodiscard]] Vec3d turn_content(std::uint8_t root_angle, const Vec3d& local) noexcept;

// The rendered yaw follows the player's only past the deadzone.
[[nodiscard]] double follow_view(double view, double player_yaw, double deadzone) noexcept;

struct PlacedRoot {
    Vec3d position;
    std::uint8_t angle = 0;
};

class SceneRoots {
public:
    SceneRoots() = default;
    // Resolves all three roots for an initiator standing at `origin`. Without participants all are the player's own.
    SceneRoots(const std::optional<Participants>& participants, const Vec3d& origin, double yaw) noexcept;

    [[nodiscard]] PlacedRoot root(Space space) const noexcept;
    [[nodiscard]] const Vec3d& origin() const noexcept { return origin_; }
    [[nodiscard]] double view() const noexcept { return view_; }

    void set_view(double view) noexcept { view_ = view; }
    void set_origin(const Vec3d& origin) noexcept { origin_ = origin; }

private:
    struct Resolved {
        Vec3d offset;  // from the origin, in world axes
        double yaw = 0;
    };
    Vec3d origin_;
    double yaw_ = 0;   // the initiator's when the roots were resolved
    double view_ = 0;  // view_ - yaw_ turns each root about its own position
    std::array<Resolved, 3> roots_{};
};

}  // namespace emoted::core
