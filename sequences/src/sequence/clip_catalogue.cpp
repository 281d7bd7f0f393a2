#include "sequence/clip_catalogue.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <utility>

namespace emoted::sequence {

void ClipCatalogue::add(std::string id, CatalogueClip clip) {
    clips_.insert_or_assign(std::move(id), std::move(clip));
}

void ClipCatalogue::obstruct(std::string id, Obstruction obstruction) {
    obstructions_.emplace(std::move(id), std::move(obstruction));
}

const CatalogueClip* ClipCatalogue::find(std::string_view id) const {
    const auto found = clips_.find(id);
    return found == clips_.end() ? nullptr : &found->second;
}

const Obstruction* ClipCatalogue::obstruction(std::string_view id) const {
    const auto found = obstructions_.find(id);
    return found == obstructions_.end() ? nullptr : &found->second;
}

std::string ClipCatalogue::nearest(std::string_view id) const {
    if (!suggestions_.any_left()) {
        return {};
    }
    std::vector<std::string_view> ids;
    ids.reserve(clips_.size());
    for (const auto& entry : clips_) {
        ids.push_back(entry.first);
    }
    return suggestions_.nearest(id, ids);
}

}  // namespace emoted::sequence
