#include "text/time_text.hpp"

#include "text/real_number.hpp"

#include <cmath>
#include <limits>

namespace emoted::text {
namespace {

using Problem = tl::unexpected<std::string_view>;

[[nodiscard]] double round_half_up(double value) noexcept {
    const double whole = std::floor(value);
    return value - whole >= 0.5 ? whole + 1 : whole;
}

}  // namespace

tl::expected<TickCount, std::string_view> parse_time(std::string_view text) noexcept {
    const std::size_t length = plain_number_length(text);
    const std::string_view number = text.substr(0, length);
    const std::string_view unit = text.substr(length);
    if (!is_plain_number(number)) {
        return Problem("a time starts with a number of digits and at most one point");
    }
    int ticks_per_unit = 1;
    if (unit == "s") {
        ticks_per_unit = ticks_per_second;
    } else if (unit == "d") {
        ticks_per_unit = ticks_per_day;
    } else if (!unit.empty() && unit != "t") {
        return Problem("the unit after the number is t, s, d or nothing, and nothing follows it");
    }
    const double value = read_double(number).value_or(std::numeric_limits<double>::infinity());
    const double ticks = round_half_up(value * ticks_per_unit);
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    if (!(ticks >= -most && ticks <= most)) {
        return Problem("a time is at most 2147483647 ticks");
    }
    return TickCount(static_cast<std::int64_t>(ticks));
}

}  // namespace emoted::text
