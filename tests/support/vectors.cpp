#include "support/vectors.hpp"

#include "support/source_folder.hpp"

#include <boost/json/parse.hpp>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace emoted::test {

boost::json::object read_vectors(std::string_view name) {
    const auto path = source_folder() / "tests" / "vectors" / "data" / (std::string(name) + ".json");
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error("no vectors " + path.string());
    }
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return boost::json::parse(text).as_object();
}

Vec3d vector_in(const boost::json::value& three_numbers) {
    return {three_numbers.at(0).to_number<double>(), three_numbers.at(1).to_number<double>(),
            three_numbers.at(2).to_number<double>()};
}

Quatd quaternion_in(const boost::json::value& x_y_z_w) {
    return {x_y_z_w.at(0).to_number<double>(), x_y_z_w.at(1).to_number<double>(), x_y_z_w.at(2).to_number<double>(),
            x_y_z_w.at(3).to_number<double>()};
}

}  // namespace emoted::test
