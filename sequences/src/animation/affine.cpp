#include "animation/affine.hpp"

#include "animation/rotation.hpp"

namespace emoted {

Affine operator*(const Affine& a, const Affine& b) noexcept {
    Affine product;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) {
            product.m[row][column] = a.m[row][0] * b.m[0][column] + a.m[row][1] * b.m[1][column] +
                                     a.m[row][2] * b.m[2][column] + (column == 3 ? a.m[row][3] : 0.0);
        }
    }
    return product;
}

Vec3d apply(const Affine& a, Vec3d point) noexcept {
    const auto row = [&](int i) { return a.m[i][0] * point.x + a.m[i][1] * point.y + a.m[i][2] * point.z + a.m[i][3]; };
    return {row(0), row(1), row(2)};
}

Affine to_affine(const Transform& transform) noexcept {
    return animation::compose(transform.position, euler_xyz_degrees(transform.rotation), transform.scale);
}

Affine animation::compose(const Vec3d& position, const Quatd& rotation, const Vec3d& scale) noexcept {
    const auto& [x, y, z] = to_rotation(rotation).column;
    return {{
        {x.x * scale.x, y.x * scale.y, z.x * scale.z, position.x},
        {x.y * scale.x, y.y * scale.y, z.y * scale.z, position.y},
        {x.z * scale.x, y.z * scale.y, z.z * scale.z, position.z},
    }};
}

}  // namespace emoted
