#include <emoted/sequences/json_numbers.hpp>

#include <boost/json/value.hpp>

#include <cmath>

namespace emoted::text {

std::string_view kind_name(const boost::json::value& value) noexcept {
    switch (value.kind()) {
        case boost::json::kind::null:
            return "null";
        case boost::json::kind::bool_:
            return "a boolean";
        case boost::json::kind::int64:
        case boost::json::kind::uint64:
        case boost::json::kind::double_:
            return "a number";
        case boost::json::kind::string:
            return "a string";
        case boost::json::kind::array:
            return "an array";
        case boost::json::kind::object:
            return "an object";
    }
    return "a value";
}

std::optional<double> as_double(const boost::json::value& value) noexcept {
    if (const auto* const whole = value.if_int64()) {
        return static_cast<double>(*whole);
    }
    if (const auto* const large = value.if_uint64()) {
        return static_cast<double>(*large);
    }
    const auto* const real = value.if_double();
    return real == nullptr ? std::nullopt : std::optional(*real);
}

std::optional<std::int64_t> as_integer(const boost::json::value& value) noexcept {
    if (const auto* const whole = value.if_int64()) {
        return *whole;
    }
    const auto* const real = value.if_double();
    // The bounds are the exact doubles around the range of int64.
    if (real != nullptr && *real >= -0x1p63 && *real < 0x1p63 && std::floor(*real) == *real) {
        return static_cast<std::int64_t>(*real);
    }
    return std::nullopt;
}

}  // namespace emoted::text
