#include "explain.hpp"

#include "chosen_emote.hpp"
#include "explain/explanation.hpp"

#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/related_places.hpp>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

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

// For a program, in place of the explanation: the findings as `emoted check` writes them, both ends of links included.
void print_faults(std::ostream& out, const std::string& id, const Diagnostics& diagnostics) {
    const std::string head = boost::json::serialize(boost::json::object{{"version", 1}, {"id", id}});
    out << head.substr(0, head.size() - 1) << ",\"diagnostics\":[";
    const char* before = "\n";
    for (const Diagnostic& diagnostic : diagnostics) {
        out << before << to_json(diagnostic);
        before = ",\n";
    }
    out << "\n]}\n";
    out.flush();
}

}  // namespace

int explain(const EmoteChoice& choice, bool as_json, std::istream& in, std::ostream& out, std::ostream& err) {
    std::variant<ChosenEmote, Refusal> found = choose_emote(choice, "emoted explain", in, err);
    if (const Refusal* const refusal = std::get_if<Refusal>(&found)) {
        if (as_json && !refusal->diagnostics.empty()) {
            print_faults(out, choice.id, refusal->diagnostics);
        }
        return refusal->status;
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
    if (!out) {
        err << "emoted explain: the explanation cannot be written to standard output\n";
        return cannot_look;
    }
    const bool fails =
        std::any_of(explanation.courses.begin(), explanation.courses.end(),
                    [](const explain::ExplainedCourse& course) { return !course.course.rehearsed.failure.empty(); });
    return fails ? faulty : done;
}

}  // namespace emoted::tools
