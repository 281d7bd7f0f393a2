#include "value_text.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace emoted::config;

TEST_CASE("times have a unit") {
    const auto milliseconds = [](std::string_view text) { return parse_time(text).value().count(); };
    CHECK(milliseconds("250ms") == 250);
    CHECK(milliseconds("4t") == 200);
    CHECK(milliseconds("1.5s") == 1'500);
    CHECK(milliseconds("2m") == 120'000);
    CHECK(milliseconds("0s") == 0);

    const std::string_view text = GENERATE("", "5", "s", "5 s", " 5s", "5s ", "-5s", "+5s", "5d", "5h", "1e3s", ".5s",
                                           "1.2.3s", "5S", "nans", "infs", "0x5s");
    CAPTURE(text);
    CHECK_FALSE(parse_time(text));
}

TEST_CASE("times are written in their largest whole unit") {
    using std::chrono::milliseconds;
    CHECK(time_text(milliseconds(0), false) == "0s");
    CHECK(time_text(milliseconds(120'000), false) == "2m");
    CHECK(time_text(milliseconds(90'000), false) == "90s");
    CHECK(time_text(milliseconds(250), false) == "250ms");
    CHECK(time_text(milliseconds(250), true) == "5t");
    CHECK(time_text(milliseconds(1'001), true) == "1001ms");
}

TEST_CASE("what is written as a time is read as the same time") {
    const int count = GENERATE(range(0, 5'000, 7), 60'000, 60'001, 3'600'000);
    const bool in_ticks = GENERATE(false, true);
    const std::string text = time_text(std::chrono::milliseconds(count), in_ticks);
    CAPTURE(text);
    CHECK(parse_time(text).value().count() == Approx(count));
}

TEST_CASE("addresses are numeric") {
    CHECK(parse_endpoint("127.0.0.1:25599") == TcpEndpoint{"127.0.0.1", 25599});
    CHECK(parse_endpoint("0.0.0.0:0") == TcpEndpoint{"0.0.0.0", 0});
    CHECK(parse_endpoint("[::1]:65535") == TcpEndpoint{"::1", 65535});

    const std::string text =
        GENERATE(as<std::string>(), "127.0.0.1", ":25599", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
                 "127.0.0.1:+1", "127.0.0.1:1x", "localhost:25599", "::1:25599", "[127.0.0.1]:1", "[]:1", "[::1]",
                 "1.2.3:4", " 127.0.0.1:1", std::string("127.0.0.1\0x:1", 13));
    CAPTURE(text);
    CHECK_FALSE(parse_endpoint(text));
}

TEST_CASE("addresses are written as they are read") {
    const std::string text = GENERATE("127.0.0.1:25599", "[::1]:1", "[2001:db8::7]:0");
    CHECK(to_string(parse_endpoint(text).value()) == text);
}

TEST_CASE("loopback is 127.0.0.0/8 and ::1") {
    CHECK(TcpEndpoint{"127.0.0.1", 1}.loopback());
    CHECK(TcpEndpoint{"127.255.255.254", 1}.loopback());
    CHECK(TcpEndpoint{"::1", 1}.loopback());
    CHECK_FALSE(TcpEndpoint{"128.0.0.1", 1}.loopback());
    CHECK_FALSE(TcpEndpoint{"0.0.0.0", 1}.loopback());
    CHECK_FALSE(TcpEndpoint{"::", 1}.loopback());
    CHECK_FALSE(TcpEndpoint{"10.0.0.1", 1}.loopback());
}

TEST_CASE("names of environment variables") {
    CHECK(is_environment_name("A_1"));
    CHECK(is_environment_name("_a"));
    const std::string_view text = GENERATE("", "1A", "A-B", "A B", "A=B", "\xC3\xA4");
    CHECK_FALSE(is_environment_name(text));
}

TEST_CASE("proxy names are those of the protocol") {
    CHECK(is_proxy_name("a"));
    CHECK(is_proxy_name("Lobby-1.eu_west"));
    CHECK(is_proxy_name(std::string(64, 'x')));
    CHECK_FALSE(is_proxy_name(""));
    CHECK_FALSE(is_proxy_name(std::string(65, 'x')));
    CHECK_FALSE(is_proxy_name("a b"));
    CHECK_FALSE(is_proxy_name("\xC3\xA4"));
}

TEST_CASE("texts are escaped as TOML wants it") {
    CHECK(toml_string("a\"b\\c\n\x7F") == R"("a\"b\\c\u000A\u007F")");
}
