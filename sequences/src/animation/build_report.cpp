#include "animation/build_report.hpp"

namespace emoted::animation {

Pointer Pointer::operator/(std::string_view member) const {
    Pointer longer = *this;
    text::append_pointer_token(longer.text_, member);
    return longer;
}

Pointer Pointer::operator/(std::size_t index) const {
    return *this / std::string_view(std::to_string(index));
}

}  // namespace emoted::animation
