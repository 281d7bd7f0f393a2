#include "animation/animation_rules.hpp"
#include "sequence/sequence_rules.hpp"
#include "text/schema_printer.hpp"

#include <emoted/sequences/emote_schema.hpp>

namespace emoted {

std::string animation_schema() {
    return text::print_schema(
        {.title = "Emote animation, schema version 4",
         .description =
             "One clip: nodes that are display entities or anchors, tracks that move them, and events. Left to the "
             "checker: that names of nodes exist and no node is its own ancestor; that the times of keys rise from 0t "
             "to at most the duration and those of events stay in order and before it; SNBT, Molang and text "
             "components; "
             "what fits a node's space and type; bounds of times."},
        animation::rules::animation_object);
}

std::string sequence_schema() {
    return text::print_schema(
        {.title = "Emote sequence, schema version 4",
         .description =
             "An emote made of animations, for one player or two. Left to the checker: that the animations exist, are "
             "compatible and may be used; that weights stand behind each id and total 100 and no candidate comes "
             "twice; "
             "that waits stand between steps that play something; the length of the whole; placements; bounds of "
             "times."},
        sequence::rules::sequence_object);
}

}  // namespace emoted
