#include <emoted/sequences/utf8.hpp>

#include <catch2/catch.hpp>

#include <string>

namespace emoted::text {
namespace {

TEST_CASE("UTF-8: what is well-formed") {
    for (const std::string_view text : {"", "plain", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
                                        "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
        CHECK(is_utf8(text));
    }
    CHECK(is_utf8(std::string_view("a\0b", 3)));
}

TEST_CASE("UTF-8: what is not") {
    for (const std::string_view text :
         {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x41", "\xE0\x9F\xBF", "\xE2\x82", "\xED\xA0\x80",
          "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xF0\x9F\x91"}) {
        CHECK_FALSE(is_utf8(text));
        CHECK_FALSE(is_utf8("ok " + std::string(text)));
    }
}

}  // namespace
}  // namespace emoted::text
