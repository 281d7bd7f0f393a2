#include "value_text.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace emoted::config {
namespace {

struct Unit {
    std::string_view name;
    double milliseconds;
};
constexpr std::array units{Unit{"ms", 1}, Unit{"t", 1000.0 / ticks_per_second}, Unit{"s", 1000}, Unit{"m", 60'000}};

bool is_digit(char character) noexcept {
    return character >= '0' && character <= '9';
}

bool is_letter(char character) noexcept {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

bool is_numeric_address(const std::string& address, int family) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return inet_pton(family, address.c_str(), bytes.data()) == 1;
}

}  // namespace

std::optional<std::chrono::duration<double, std::milli>> parse_time(std::string_view text) noexcept {
    const auto end_of_number =
        std::ranges::find_if_not(text, [](char character) { return is_digit(character) || character == '.'; });
    const std::string_view number(text.begin(), end_of_number);
    const std::string_view unit_name(end_of_number, text.end());
    const auto* const unit = std::ranges::find(units, unit_name, &Unit::name);
    if (unit == units.end() || number.empty() || !is_digit(number.front())) {
        return std::nullopt;
    }
    double value = 0;
    const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc{} || rest != number.data() + number.size()) {
        return std::nullopt;
    }
    return std::chrono::duration<double, std::milli>(value * unit->milliseconds);
}

std::string time_text(std::chrono::milliseconds time, bool in_ticks) {
    const auto count = time.count();
    if (count != 0 && count % 60'000 == 0) {
        return fmt::format("{}m", count / 60'000);
    }
    if (count % 1000 == 0) {
        return fmt::format("{}s", count / 1000);
    }
    constexpr int milliseconds_per_tick = 1000 / ticks_per_second;
    if (in_ticks && count % milliseconds_per_tick == 0) {
        return fmt::format("{}t", count / milliseconds_per_tick);
    }
    return fmt::format("{}ms", count);
}

std::optional<TcpEndpoint> parse_endpoint(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view port_text = text.substr(colon + 1);
    TcpEndpoint endpoint;
    const auto [rest, error] = std::from_chars(port_text.data(), port_text.data() + port_text.size(), endpoint.port);
    if (port_text.empty() || error != std::errc{} || rest != port_text.data() + port_text.size()) {
        return std::nullopt;
    }
    std::string_view address = text.substr(0, colon);
    const bool bracketed = address.size() > 2 && address.front() == '[' && address.back() == ']';
    if (bracketed) {
        address = address.substr(1, address.size() - 2);
    }
    endpoint.address = std::string(address);
    // A zero byte would hide the rest of the text from the system's parser.
    if (address.find('\0') != std::string_view::npos ||
        !is_numeric_address(endpoint.address, bracketed ? AF_INET6 : AF_INET)) {
        return std::nullopt;
    }
    return endpoint;
}

bool TcpEndpoint::loopback() const {
    in_addr v4{};
    if (inet_pton(AF_INET, address.c_str(), &v4) == 1) {
        return (ntohl(v4.s_addr) >> 24U) == 127;
    }
    in6_addr v6{};
    return inet_pton(AF_INET6, address.c_str(), &v6) == 1 && std::ranges::equal(v6.s6_addr, in6addr_loopback.s6_addr);
}

std::string to_string(const TcpEndpoint& endpoint) {
    return endpoint.address.find(':') == std::string::npos ? fmt::format("{}:{}", endpoint.address, endpoint.port)
                                                           : fmt::format("[{}]:{}", endpoint.address, endpoint.port);
}

bool is_environment_name(std::string_view text) noexcept {
    return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, [](char character) {
        return is_letter(character) || is_digit(character) || character == '_';
    });
}

bool is_proxy_name(std::string_view text) noexcept {
    return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char character) {
        return is_letter(character) || is_digit(character) || character == '_' || character == '.' || character == '-';
    });
}

std::string toml_string(std::string_view text) {
    std::string result = "\"";
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (character == '"' || character == '\\') {
            result += '\\';
            result += character;
        } else if (byte < 0x20 || byte == 0x7F) {
            result += fmt::format("\\u{:04X}", byte);
        } else {
            result += character;
        }
    }
    return result + '"';
}

}  // namespace emoted::config
