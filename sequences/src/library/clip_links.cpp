#include "sequence/places.hpp"

#include <emoted/sequences/clip_links.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace emoted {
namespace {

using sequence::StepList;
using sequence::StepPlace;

[[nodiscard]] RelatedPlace place_at(const std::string& source, std::string pointer) {
    RelatedPlace place;
    place.source = source;
    place.pointer = std::move(pointer);
    place.path = sequence::path_of(place.pointer);
    return place;
}

void add_uses(std::vector<ClipLink>& links, const Playable& playable, StepList list, const Steps<ClipIndex>& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto* const step = std::get_if<EmoteStep<ClipIndex>>(&steps[i]);
        for (std::size_t c = 0; step != nullptr && c < step->candidates.size(); ++c) {
            if (const auto* const clip = std::get_if<ClipIndex>(&step->candidates[c].choice)) {
                links[clip->value()].uses.push_back(
                    place_at(playable.source, sequence::pointer_to_candidate(StepPlace{list, i}, c, *step)));
            }
        }
    }
}

}  // namespace

std::vector<ClipLink> clip_links(const Playable& playable, const Library& library) {
    std::vector<ClipLink> links;
    links.reserve(playable.layout.clips.size());
    for (std::size_t i = 0; i < playable.layout.clips.size(); ++i) {
        const std::shared_ptr<const Clip>& clip = playable.layout.clips[i].clip;
        const std::shared_ptr<const Playable> owner = library.find(clip->id);
        // Another clip may own the id by now.
        const bool known = owner != nullptr && !owner->sequence && owner->layout.clips.front().clip == clip;
        ClipLink& link = links.emplace_back();
        link.clip = ClipIndex(static_cast<std::uint32_t>(i));
        link.id = clip->id;
        link.owner = place_at(known ? owner->source : std::string(), "/id");
    }
    if (!playable.sequence) {
        return links;
    }
    if (const auto* const steps = std::get_if<Steps<ClipIndex>>(&playable.sequence->content)) {
        add_uses(links, playable, StepList::linear, *steps);
        return links;
    }
    const auto& await = std::get<AwaitPartner<ClipIndex>>(playable.sequence->content);
    links[await.offer.value()].uses.push_back(place_at(playable.source, std::string(sequence::offer_pointer)));
    add_uses(links, playable, StepList::matched, await.matched);
    add_uses(links, playable, StepList::timed_out, await.timed_out);
    return links;
}

std::vector<SequenceLinks> sequence_links(const Library& library, const std::function<bool(const Playable&)>& wanted) {
    std::vector<SequenceLinks> all;
    for (const std::shared_ptr<const Playable>& playable : library.playables()) {
        if (playable->sequence && wanted(*playable)) {
            all.push_back({playable->id, playable->source, clip_links(*playable, library)});
        }
    }
    return all;
}

std::string to_json(const SequenceLinks& links) {
    boost::json::array clips;
    for (const ClipLink& link : links.clips) {
        boost::json::array paths;
        for (std::size_t i = 0; i < std::min(link.uses.size(), max_reported_uses); ++i) {
            paths.emplace_back(link.uses[i].path);
        }
        boost::json::object clip{{"id", link.id}, {"file", safe_line(link.owner.source)}};
        clip["used_by"] = std::move(paths);
        clip["uses"] = link.uses.size();
        clips.push_back(std::move(clip));
    }
    return boost::json::serialize(
        boost::json::object{{"emote", links.emote}, {"file", safe_line(links.source)}, {"clips", std::move(clips)}});
}

}  // namespace emoted
