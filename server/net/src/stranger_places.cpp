#include "stranger_places.hpp"

#include <algorithm>

namespace emoted::net {

void StrangerPlaces::add(core::LinkId id, const std::string& address) {
    taken_ += of_address_[address].insert(id).second ? 1U : 0U;
}

void StrangerPlaces::remove(core::LinkId id, const std::string& address) {
    const auto found = of_address_.find(address);
    if (found == of_address_.end()) {
        return;
    }
    taken_ -= found->second.erase(id);
    if (found->second.empty()) {
        of_address_.erase(found);
    }
}

std::optional<core::LinkId> StrangerPlaces::must_go() const {
    if (taken_ < most_) {
        return std::nullopt;
    }
    // Of several with equally many the one whose oldest has waited longest.
    const auto greediest = std::max_element(of_address_.begin(), of_address_.end(), [](const auto& a, const auto& b) {
        return a.second.size() != b.second.size() ? a.second.size() < b.second.size()
                                                  : *a.second.begin() > *b.second.begin();
    });
    return *greediest->second.begin();
}

}  // namespace emoted::net
