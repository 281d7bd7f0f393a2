#include "explain.hpp"

#include "chosen_emote.hpp"
#include "explain/explanation.hpp"

#include <emoted/sequences/related_places.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

namespace emoted::tools {
namespace {

void place_links(std::vector<ClipLink>& links, const Gatherer& files) {
    std::vector<RelatedPlace*> places;
    for (ClipLink& link : links) {
        places.push_back(&link.owner);
        for (RelatedPlace& use : link.uses) {
            places.push_back(&use);
        }
    }
    place_each(places, [&](const std::string& source) { return files.text_of(source); });
}

}  // namespace

int explain(const EmoteChoice& choice, bool as_json, std::istream& in, std::ostream& out, std::ostream& err) {
    std::variant<ChosenEmote, int> found = choose_emote(choice, "emoted explain", in, err);
    if (const int* const status = std::get_if<int>(&found)) {
        return *status;
    }
    const ChosenEmote& emote = std::get<ChosenEmote>(found);
    explain::Explanation explanation =
        explain::explain_emote(emote.library, emote.playable, explain_options(choice, emote.load));
    place_links(explanation.links, emote.files);
    if (as_json) {
        explain::print_json(out, explanation);
    } else {
        explain::print_text(out, explanation);
    }
    const bool fails =
        std::any_of(explanation.courses.begin(), explanation.courses.end(),
                    [](const explain::ExplainedCourse& course) { return !course.course.rehearsed.failure.empty(); });
    return !out ? cannot_look : fails ? faulty : done;
}

}  // namespace emoted::tools
