// Roots turned as the format's reference implementation and three turn them (tests/vectors/roots.mjs).
#include "placement.hpp"
#include "support/vectors.hpp"

#include <boost/json/value.hpp>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace json = boost::json;
namespace t = emoted::test;
using emoted::Vec3d;

namespace {

double apart(const Vec3d& a, const Vec3d& b) {
    return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

}  // namespace

TEST_CASE("the four cases of the format's reference: a root turns its content by 180 minus the yaw it faces") {
    const json::object vectors = t::read_vectors("roots");
    CHECK(vectors.at("reference").as_array().size() == 4);
    for (const json::value& entry : vectors.at("reference").as_array()) {
        CAPTURE(entry);
        // A scene of one player: all roots are their own.
        const emoted::core::SceneRoots roots({}, t::vector_in(entry.at("origin")), entry.at("yaw").to_number<double>());
        const emoted::core::PlacedRoot root = roots.root(emoted::Space::scene);
        const Vec3d turned = emoted::core::turn_content(root.angle, t::vector_in(entry.at("local")));
        CHECK(apart({root.position.x + turned.x, root.position.y + turned.y, root.position.z + turned.z},
                    t::vector_in(entry.at("point"))) < 1e-9);
    }
}

TEST_CASE("three turns points by 180 minus the yaw as our roots do") {
    const json::object vectors = t::read_vectors("roots");
    CHECK(vectors.at("turned").as_array().size() > 50);
    for (const json::value& entry : vectors.at("turned").as_array()) {
        CAPTURE(entry);
        const auto angle = emoted::core::root_angle(entry.at("yaw").to_number<double>());
        CHECK(apart(emoted::core::turn_content(angle, t::vector_in(entry.at("local"))),
                    t::vector_in(entry.at("point"))) < 1e-8);
    }
}
