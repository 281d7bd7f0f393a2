#include "text/identifier.hpp"

#include <emoted/sequences/limits.hpp>

namespace emoted::text {
namespace {

[[nodiscard]] bool is_namespace_character(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

[[nodiscard]] std::string_view path_problem(std::string_view path) noexcept {
    if (path.empty()) {
        return "the path after the colon is empty";
    }
    for (const char c : path) {
        if (!is_namespace_character(c) && c != '/') {
            return "a path holds only a-z 0-9 _ . - /";
        }
    }
    return {};
}

[[nodiscard]] std::string_view namespace_problem(std::string_view name_space) noexcept {
    if (name_space.empty()) {
        return "the namespace before the colon is empty";
    }
    for (const char c : name_space) {
        if (!is_namespace_character(c)) {
            return "a namespace holds only a-z 0-9 _ . -";
        }
    }
    return {};
}

}  // namespace

std::string_view identifier_problem(std::string_view text) noexcept {
    if (text.find(':') == std::string_view::npos) {
        return "an identifier needs a namespace, as in example:wave";
    }
    return resource_location_problem(text);
}

std::string_view resource_location_problem(std::string_view text) noexcept {
    if (text.size() > limits::max_identifier_characters) {
        return "an identifier has at most 255 characters (max_identifier_characters)";
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        return path_problem(text);
    }
    const std::string_view problem = namespace_problem(text.substr(0, colon));
    return problem.empty() ? path_problem(text.substr(colon + 1)) : problem;
}

}  // namespace emoted::text
