#include "sequence/places.hpp"

#include <boost/json/value.hpp>

#include <algorithm>

namespace emoted::sequence {

std::string pointer_to(const StepPlace& place) {
    std::string pointer = "/steps/";
    if (place.list == StepList::matched) {
        pointer += "0/matched/";
    } else if (place.list == StepList::timed_out) {
        pointer += "0/timeout/";
    }
    return pointer + std::to_string(place.step);
}

std::string pointer_to_member(const StepPlace& place, std::string_view member) {
    std::string pointer = pointer_to(place);
    text::append_pointer_token(pointer, member);
    return pointer;
}

std::string pointer_to_candidate(const StepPlace& place, std::size_t candidate, bool weighted,
                                 const text::JsonDocument& document) {
    std::string pointer = pointer_to_member(place, "emote");
    const auto* const emote = document.find(pointer);
    if (emote != nullptr && emote->is_array()) {
        text::append_pointer_token(pointer, std::to_string(weighted ? 2 * candidate : candidate));
    }
    return pointer;
}

std::string pointer_to_candidate(const StepPlace& place, std::size_t candidate, const EmoteStep<ClipIndex>& step) {
    std::string pointer = pointer_to_member(place, "emote");
    if (step.candidates.size() > 1) {
        text::append_pointer_token(pointer, std::to_string(step.weighted ? 2 * candidate : candidate));
    }
    return pointer;
}

std::string path_of(std::string_view pointer) {
    std::string path = "$";
    std::size_t from = 0;
    while (from < pointer.size()) {
        const std::size_t to = std::min(pointer.find('/', from + 1), pointer.size());
        const std::string_view token = pointer.substr(from + 1, to - from - 1);
        // Members of steps are words; what begins with a digit is an index.
        const bool index = token.front() >= '0' && token.front() <= '9';
        path.append(index ? "[" : ".").append(token).append(index ? "]" : "");
        from = to;
    }
    return path;
}

std::string pointer_to_repeat(const StepPlace& place, const text::JsonDocument& document) {
    std::string pointer = pointer_to_member(place, "repeat");
    const auto* const repeat = document.find(pointer);
    return repeat != nullptr && !repeat->is_null() ? pointer : pointer_to_member(place, "emote");
}

}  // namespace emoted::sequence
