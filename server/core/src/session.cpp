#include "session.hpp"

namespace emoted::core {

std::vector<Uuid> Session::participants() const {
    std::vector<Uuid> all{initiator};
    if (partner) {
        all.push_back(*partner);
    }
    return all;
}

std::vector<LinkId> Session::links() const {
    std::vector<LinkId> all;
    all.reserve(audience.size());
    for (const auto& entry : audience) {
        all.push_back(entry.first);
    }
    return all;
}

protocol::Root Session::wire_root(Space space) const {
    const PlacedRoot placed = roots.root(space);
    protocol::Root root;
    root.space = space;
    root.position = placed.position;
    root.yaw = placed.angle;
    root.active = space_active(space);
    return root;
}

}  // namespace emoted::core
