// The vectors that other people's code has made: tests/vectors/data, see tests/vectors/make.mjs.
#pragma once

#include <emoted/sequences/units.hpp>

#include <boost/json/value.hpp>

#include <string_view>

namespace emoted::test {

// The file tests/vectors/data/<name>.json. Throws if there is none.
[[nodiscard]] boost::json::object read_vectors(std::string_view name);

[[nodiscard]] Vec3d vector_in(const boost::json::value& three_numbers);
[[nodiscard]] Quatd quaternion_in(const boost::json::value& x_y_z_w);

}  // namespace emoted::test
