#include "sequence/placement_text.hpp"

#include "text/real_number.hpp"

#include <emoted/sequences/limits.hpp>

#include <array>
#include <cmath>

namespace emoted::sequence {
namespace {

struct Component {
    char kind = '\0';  // ~ or ^, or none for an absolute number
    double value = 0;
};

using Failure = tl::unexpected<PlacementError>;

// The components of a text, separated by one space each.
class ComponentReader {
public:
    explicit ComponentReader(std::string_view text) : text_(text) {}

    [[nodiscard]] tl::expected<Component, PlacementError> next(bool is_first) {
        if (!is_first) {
            if (at_ == text_.size() || text_[at_] != ' ') {
                return fail(at_ == text_.size() ? "a component is missing" : "unexpected character");
            }
            ++at_;
        }
        start_ = at_;
        Component component;
        if (at_ < text_.size() && (text_[at_] == '~' || text_[at_] == '^')) {
            component.kind = text_[at_++];
        }
        const std::string_view number = text_.substr(at_, text::plain_number_length(text_.substr(at_)));
        if (number.empty() && component.kind != '\0') {
            return component;
        }
        if (!text::is_plain_number(number)) {
            return fail("a number or a ~ or ^ should stand here");
        }
        const auto value = text::read_double(number);
        if (!value || std::abs(*value) > limits::max_transform_magnitude) {
            return fail("the number is larger than 30000000 (max_transform_magnitude)");
        }
        at_ += number.size();
        component.value = *value;
        return component;
    }

    [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
    // At the character that could not be read.
    [[nodiscard]] Failure fail(std::string message) const { return Failure(PlacementError{at_, std::move(message)}); }
    // At the start of the component read last.
    [[nodiscard]] Failure refuse(std::string message) const {
        return Failure(PlacementError{start_, std::move(message)});
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;
};

}  // namespace

tl::expected<PositionText, PlacementError> parse_position(std::string_view text) {
    ComponentReader reader(text);
    std::array<Component, 3> components;
    for (std::size_t i = 0; i < components.size(); ++i) {
        const auto component = reader.next(i == 0);
        if (!component) {
            return Failure(component.error());
        }
        if (component->kind == '\0') {
            return reader.refuse("absolute coordinates cannot place a participant");
        }
        if (i > 0 && component->kind != components[0].kind) {
            return reader.refuse("~ and ^ cannot be mixed");
        }
        components.at(i) = *component;
    }
    if (!reader.at_end()) {
        return reader.fail("there is text after the third component");
    }
    return PositionText{components[0].kind == '^', {components[0].value, components[1].value, components[2].value}};
}

tl::expected<RotationText, PlacementError> parse_rotation(std::string_view text) {
    ComponentReader reader(text);
    std::array<Component, 2> components;
    for (std::size_t i = 0; i < components.size(); ++i) {
        const auto component = reader.next(i == 0);
        if (!component) {
            return Failure(component.error());
        }
        if (component->kind == '^') {
            return reader.refuse("a rotation has no ^");
        }
        components.at(i) = *component;
    }
    if (!reader.at_end()) {
        return reader.fail("there is text after the second component");
    }
    return RotationText{components[0].kind == '~', components[0].value};
}

}  // namespace emoted::sequence
