// The contact sheet: some ticks of a course from two sides.
#include "explain/display_look.hpp"
#include "explain/picture.hpp"
#include "explain/preview_parts.hpp"
#include "explain/shown_displays.hpp"
#include "explain/shown_poses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace emoted::explain {
namespace {

constexpr Colour background{245, 245, 240};
constexpr Colour ground{222, 222, 210};
constexpr Colour ink{60, 60, 60};
constexpr std::size_t gap = 2;

// Right and up of the picture, and towards the viewer, in world axes.
struct View {
    Vec3d right, up, near;
};
// The initiator looks along +Z: from before, above and to the side; and from the side.
constexpr double half = 0.70710678118654752;  // of a right angle
constexpr double sine = 0.34202014332566871;  // of 20 degrees
constexpr double cosine = 0.93969262078590838;
constexpr std::array<View, 2> views{
    View{{half, 0, -half}, {-sine * half, cosine, -sine* half}, {cosine * half, sine, cosine* half}},
    View{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};

[[nodiscard]] double dot(const Vec3d& a, const Vec3d& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[nodiscard]] Vec3d minus(const Vec3d& a, const Vec3d& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] Vec3d cross(const Vec3d& a, const Vec3d& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

[[nodiscard]] std::array<Vec3d, 8> corners_of(const DisplayLook& look, const Affine& world) {
    std::array<Vec3d, 8> corners;
    for (unsigned i = 0; i < 8; ++i) {
        corners[i] = apply(world, {(i & 4U) != 0 ? look.to.x : look.from.x, (i & 2U) != 0 ? look.to.y : look.from.y,
                                   (i & 1U) != 0 ? look.to.z : look.from.z});
    }
    return corners;
}

[[nodiscard]] Colour lit(Colour colour, double light) {
    Colour out;
    std::transform(colour.begin(), colour.end(), out.begin(), [light](std::uint8_t channel) {
        return static_cast<std::uint8_t>(std::clamp(channel * light, 0.0, 255.0));
    });
    return out;
}

// Where the bodies are at all times, so that all pictures have one measure.
struct Bounds {
    Vec3d low{std::numeric_limits<double>::max(), std::numeric_limits<double>::max(),
              std::numeric_limits<double>::max()};
    Vec3d high{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest(),
               std::numeric_limits<double>::lowest()};
    void add(const Vec3d& p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
};

struct Box {
    std::array<Vec3d, 8> corners;
    Colour colour;
};

class Tile {
public:
    Tile(Picture& picture, const Picture::Area& area, const View& view, const Vec3d& centre, double pixels_per_block)
        : picture_(picture), area_(area), view_(view), centre_(centre), zoom_(pixels_per_block) {}

    void draw(const Box& box) {
        constexpr std::array<std::array<std::size_t, 4>, 6> faces{
            {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}}};
        Vec3d middle{(box.corners[0].x + box.corners[7].x) / 2, (box.corners[0].y + box.corners[7].y) / 2,
                     (box.corners[0].z + box.corners[7].z) / 2};
        for (const auto& face : faces) {
            const Vec3d& a = box.corners[face[0]];
            Vec3d normal = cross(minus(box.corners[face[1]], a), minus(box.corners[face[3]], a));
            const double length = std::sqrt(dot(normal, normal));
            if (!(length > 1e-12)) {
                continue;
            }
            const double sign = dot(normal, minus(a, middle)) < 0 ? -1 / length : 1 / length;
            normal = {normal.x * sign, normal.y * sign, normal.z * sign};
            quad({a, box.corners[face[1]], box.corners[face[2]], box.corners[face[3]]},
                 lit(box.colour, 0.78 + 0.24 * normal.y + 0.1 * normal.x + 0.05 * normal.z));
        }
    }

    void quad(const std::array<Vec3d, 4>& corners, Colour colour) {
        std::array<Vec3d, 4> p;
        std::transform(corners.begin(), corners.end(), p.begin(),
                       [this](const Vec3d& corner) { return project(corner); });
        picture_.triangle(area_, p[0], p[1], p[2], colour);
        picture_.triangle(area_, p[0], p[2], p[3], colour);
    }

private:
    [[nodiscard]] Vec3d project(const Vec3d& point) const {
        const Vec3d p = minus(point, centre_);
        return {static_cast<double>(area_.left) + static_cast<double>(area_.width) / 2 + dot(p, view_.right) * zoom_,
                static_cast<double>(area_.top) + static_cast<double>(area_.height) / 2 - dot(p, view_.up) * zoom_,
                dot(p, view_.near)};
    }

    Picture& picture_;
    Picture::Area area_;
    const View& view_;
    Vec3d centre_;
    double zoom_;
};

// The boxes on show in each of these ticks, which rise.
[[nodiscard]] std::vector<std::vector<Box>> boxes_at(const Preview& preview, const ComposedCourse& course,
                                                     const std::vector<std::uint64_t>& ticks) {
    std::vector<DisplayLook> looks;
    looks.reserve(preview.start.displays.size());
    for (const protocol::DisplayEntity& display : preview.start.displays) {
        looks.push_back(look_of(display));
    }
    ShownDisplays visible;
    visible.take(preview.start);
    ShownPoses poses(preview.start);
    std::vector<std::vector<Box>> all;
    auto next = course.messages.begin();
    for (const std::uint64_t tick : ticks) {
        for (; next != course.messages.end() && next->tick <= tick; ++next) {
            visible.take(next->message);
            poses.take(next->tick, next->message);
        }
        std::vector<Box>& boxes = all.emplace_back();
        const std::vector<bool>& shown = visible.shown();
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (shown[i]) {
                boxes.push_back(
                    {corners_of(looks[i], poses.world(i, tick)), {looks[i].red, looks[i].green, looks[i].blue}});
            }
        }
    }
    return all;
}

[[nodiscard]] std::vector<std::uint64_t> spread(std::uint64_t last, std::size_t count) {
    std::vector<std::uint64_t> ticks;
    for (std::size_t i = 0; i < count; ++i) {
        ticks.push_back(count == 1 ? 0 : last * i / (count - 1));
    }
    ticks.erase(std::unique(ticks.begin(), ticks.end()), ticks.end());
    return ticks;
}

}  // namespace

std::vector<std::uint8_t> preview_sheet(const Preview& preview, const SheetOptions& options) {
    const ComposedCourse course = compose(preview, options.partner_at);
    // The last tick is the end's: the displays are gone in it.
    const std::vector<std::uint64_t> ticks =
        spread(course.ticks == 0 ? 0 : course.ticks - 1, std::clamp<std::size_t>(options.pictures, 1, 64));
    const std::size_t size = std::clamp<std::size_t>(options.size, 32, 512);
    const std::vector<std::vector<Box>> all = boxes_at(preview, course, ticks);

    Bounds bounds;
    const Vec3d& origin = preview.start.roots.front().position;
    bounds.add({origin.x - 0.5, origin.y, origin.z - 0.5});
    bounds.add({origin.x + 0.5, origin.y + 1, origin.z + 0.5});
    for (const std::vector<Box>& boxes : all) {
        for (const Box& box : boxes) {
            std::for_each(box.corners.begin(), box.corners.end(),
                          [&bounds](const Vec3d& corner) { bounds.add(corner); });
        }
    }
    const Vec3d centre{(bounds.low.x + bounds.high.x) / 2, (bounds.low.y + bounds.high.y) / 2,
                       (bounds.low.z + bounds.high.z) / 2};
    const Vec3d extent = minus(bounds.high, bounds.low);
    const double zoom = static_cast<double>(size) / (std::sqrt(dot(extent, extent)) * 1.05);

    Picture picture(ticks.size() * (size + gap), views.size() * (size + gap), background);
    for (std::size_t column = 0; column < ticks.size(); ++column) {
        for (std::size_t row = 0; row < views.size(); ++row) {
            Tile tile(picture, {column * (size + gap), row * (size + gap), size, size}, views[row], centre, zoom);
            const double y = origin.y - 0.002;
            tile.quad({Vec3d{origin.x - 1, y, origin.z - 1}, Vec3d{origin.x + 1, y, origin.z - 1},
                       Vec3d{origin.x + 1, y, origin.z + 2}, Vec3d{origin.x - 1, y, origin.z + 2}},
                      ground);
            for (const Box& box : all[column]) {
                tile.draw(box);
            }
        }
        picture.number(column * (size + gap) + 4, 4, std::to_string(ticks[column]), ink);
    }
    return picture.png();
}

}  // namespace emoted::explain
