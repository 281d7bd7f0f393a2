#include "text/snbt_places.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/snbt.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace emoted::nbt;

namespace {

// Canonical text of what `text` means; the error's offset and message if it means nothing.
std::string canonical(std::string_view text) {
    const auto tag = parse_snbt(text);
    return tag ? to_snbt(*tag) : "offset " + std::to_string(tag.error().offset) + ": " + tag.error().message;
}

}  // namespace

TEST_CASE("D54: values and their canonical text") {
    struct Case {
        std::string text;
        std::string canonical;
    };
    const std::vector<Case> cases{
        // whole numbers
        {"1", "1"},
        {"+1", "1"},
        {"-1", "-1"},
        {"0", "0"},
        {"-0", "0"},
        {"1b", "1b"},
        {"1B", "1b"},
        {"1s", "1s"},
        {"1i", "1"},
        {"1l", "1L"},
        {"1L", "1L"},
        {"1_000_000", "1000000"},
        {"1__0", "10"},
        {"127b", "127b"},
        {"-128b", "-128b"},
        {"255ub", "-1b"},
        {"128ub", "-128b"},
        {"127sb", "127b"},
        {"65535us", "-1s"},
        {"5ss", "5s"},
        {"4294967295u"
         "i",
         "-1"},
        {"18446744073709551615uL", "-1L"},
        {"-9223372036854775808L", "-9223372036854775808L"},
        {"2147483647", "2147483647"},
        {"-2147483648", "-2147483648"},
        {"0x1F", "31"},
        {"0X1f", "31"},
        {"0xFFFFFFFF", "-1"},
        {"0xFFub", "-1b"},
        {"0x7Fsb", "127b"},
        {"0xFFs", "255s"},
        {"0xF_F", "255"},
        {"0xFL", "15L"},
        {"0b101", "5"},
        {"0B11111111b", "-1b"},
        {"0b", "0b"},
        {"0b0_1", "1"},
        // reals
        {"1.5", "1.5d"},
        {"1.", "1d"},
        {".5", "0.5d"},
        {"-.5f", "-0.5f"},
        {"+.5f", "0.5f"},
        {"1f", "1f"},
        {"1F", "1f"},
        {"1d", "1d"},
        {"1D", "1d"},
        {"007f", "7f"},
        {"1e3", "1000d"},
        {"1E-3", "0.001d"},
        {"1e+20", "1e+20d"},
        {"1_0.2_5e1_0", "1.025e+11d"},
        {"-0.0", "-0d"},
        {"-0f", "-0f"},
        {"1e-999", "0d"},
        {"1e-60f", "0f"},
        {"3.4028235e38f", "3.4028235e+38f"},
        {"0.1f", "0.1f"},
        {"0.1", "0.1d"},
        // words and texts
        {"true", "1b"},
        {"false", "0b"},
        {"TRUE", "1b"},
        {"truely", "\"truely\""},
        {"abc_D.e+f-1", "\"abc_D.e+f-1\""},
        {"\"true\"", "\"true\""},
        {"'it'", "\"it\""},
        {"\"a'b\"", "\"a'b\""},
        {"'a\"b'", R"("a\"b")"},
        {R"('a\'b\"\\')", R"("a'b\"\\")"},
        {R"("\b\s\t\n\f\r")", R"("\x08 \t\n\x0c\r")"},
        {R"("\x41\u00e9\U0001F600")", "\"Aé😀\""},
        {R"("\uD83D\uDE00")", "\"😀\""},
        {"\"\"", "\"\""},
        {"\"new\nline\"", R"("new\nline")"},
        // compounds
        {"{}", "{}"},
        {" { a : 1 , \"b c\" : 'x' , } ", R"({a:1,"b c":"x"})"},
        {"{0:1,-a:2,true:3}", R"({"0":1,"-a":2,true:3})"},
        {"{+1.5f:1,.:2,minecraft.x:3}", R"({"+1.5f":1,".":2,minecraft.x:3})"},
        {"{a:1,b:2,a:3}", "{a:3,b:2}"},
        {"{a:1,'a':2,\"a\":3}", "{a:3}"},
        {"{\t\na\r:\f1\v,\x1c}", "{a:1}"},
        // white space as Java has it, beyond ASCII
        {"\u2003[\u1680 1\u205f,\u30002\u2028]\u2029", "[1,2]"},
        {"{a:{b:{c:[]}}}", "{a:{b:{c:[]}}}"},
        // lists and arrays
        {"[]", "[]"},
        {"[1,2b,'x',{},[]]", R"([1,2b,"x",{},[]])"},
        {"[1, 2, ]", "[1,2]"},
        {"[B]", "[\"B\"]"},
        {"[B;]", "[B;]"},
        {"[B; 1, -2b, 0xFFub,]", "[B;1b,-2b,-1b]"},
        {"[ I ; 1, 2b, 3s, 4i]", "[I;1,2,3,4]"},
        {"[I;0xFFFFFFFF]", "[I;-1]"},
        {"[L;1,2b,3s,4i,5L]", "[L;1L,2L,3L,4L,5L]"},
        // functions
        {"bool(1)", "1b"},
        {"bool(0.0)", "0b"},
        {"bool( true , )", "1b"},
        {"bool (0b)", "0b"},
        {"{a:uuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6')}", "{a:[I;-132296786,2112623056,-1486552928,-920753162]}"},
        {"uuid", "\"uuid\""},
        {"uuid(\"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6\")", "[I;-132296786,2112623056,-1486552928,-920753162]"},
        {"uuid('1-2-3-4-5')", "[I;1,131075,262144,5]"},
        {"uuid('100000001-0-0-0-0')", "[I;1,0,0,0]"},
        {"bool(bool(3))", "1b"},
        {"[bool(0),bool]", "[0b,\"bool\"]"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(canonical(c.text) == c.canonical);
        // What is printed reads back as the same value.
        const auto tag = parse_snbt(c.text);
        REQUIRE(tag);
        const auto again = parse_snbt(to_snbt(*tag));
        REQUIRE(again);
        CHECK(*again == *tag);
    }
}

TEST_CASE("D54: what is refused, and at which byte") {
    struct Case {
        std::string text;
        std::size_t offset;
    };
    const std::vector<Case> cases{
        {"", 0},
        {"  ", 2},
        {"1 2", 2},
        {"{} x", 3},
        {"1abc", 1},
        {"01", 0},
        {"-01b", 1},
        {"_1", 3},  // a bare word, then nothing: see below
        {"1_", 1},
        {"1_.5", 1},
        {"1._5", 2},
        {"0x", 2},
        {"0x_1", 2},
        {"0xG", 2},
        {"0b2", 2},
        {"-0x1", 0},
        {"-1ub", 0},
        {"128b", 0},
        {"-129b", 0},
        {"256ub", 0},
        {"32768s", 0},
        {"65536us", 0},
        {"2147483648", 0},
        {"4294967296ui", 0},
        {"9223372036854775808L", 0},
        {"18446744073709551616uL", 0},
        {"99999999999999999999999", 0},
        {"1u", 1},
        {"1uu", 1},
        {"1bs", 1},
        {"1.5b", 3},
        {"1e", 2},
        {"1e+", 3},
        {".", 1},
        {"+", 1},
        {"-", 1},
        {"-a", 1},
        {"1e999", 0},
        {"1e39f", 0},
        {"1.2.3", 3},
        {"{", 0},
        {"{a", 2},
        {"{a 1}", 3},
        {"{a:}", 3},
        {"{a:1", 0},
        {"{a:1 b:2}", 5},
        {"{,}", 1},
        {"{a:1,,}", 5},
        {"{:1}", 1},
        {"{'':1}", 1},
        {"{\"\":1}", 1},
        {"{a:1,'':1}", 5},
        {"{[]:1}", 1},
        {"{a:1;b:2}", 4},
        {"{a::1}", 3},
        {"[", 0},
        {"[,]", 1},
        {"[1 2]", 3},
        {"[1,,2]", 3},
        {"[1", 0},
        {"]", 0},
        {"[B;128]", 3},
        {"[B;1s]", 3},
        {"[I;1L]", 3},
        {"[I;1.5]", 3},
        {"[I;x]", 3},
        {"[I;true]", 3},
        {"[I;[]]", 3},
        {"[I;1 2]", 5},
        {"[L;", 0},
        {"[S;1]", 2},
        {"[b;1]", 2},
        {"[I:1]", 2},
        {"[I;,]", 3},
        {"[I;1,,2]", 5},
        {"[B;256ub]", 3},
        {"[B;-129]", 3},
        {"[B;1i]", 3},
        {"[I;2147483648]", 3},
        {"[I;bool(1)]", 3},
        {"[L;1.0]", 3},
        {"[L;1f]", 3},
        {"[L;'1']", 3},
        {"\"abc", 0},
        {"'abc\"", 0},
        {R"("\q")", 1},
        {R"("a\N{Snowman}")", 2},
        {R"("\x4")", 1},
        {R"("\u12")", 1},
        {R"("\U00110000")", 1},
        {R"("\uD800")", 1},
        {R"("\uD800A")", 1},
        {R"("\)", 1},
        {"\"\xFF\"", 1},
        {"\xC3\xA9", 0},
        {"a b", 2},
        {"a:b", 1},
        {"bool()", 5},
        {"bool('x')", 5},
        {"bool(1,2)", 7},
        {"bool(1", 0},
        {"uuid(1)", 5},
        {"uuid('')", 5},
        {"uuid('1-2-3-4')", 5},
        {"uuid('1-2-3-4-5-6')", 5},
        {"uuid('1-2--4-5')", 5},
        {"uuid('1-2-3-4-')", 5},
        {"uuid('-1-2-3-4-5')", 5},
        {"uuid('1-2-3-4-+5')", 5},
        {"uuid('00000000000000000000000000001-0-0-0-0')", 5},
        {"uuid()", 5},
        {"BOOL(1)", 0},
        {"uuid('f81d4fae7dec11d0a76500a0c91e6bf6')", 5},
        {"uuid('f81d4fae-7dec-11d0-a765-00a0c91e6bfx')", 5},
        {"sqrt(1)", 0},
    };
    for (const Case& c : cases) {
        if (c.text == "_1") {
            continue;
        }
        INFO(c.text);
        const auto tag = parse_snbt(c.text);
        REQUIRE_FALSE(tag);
        CHECK(tag.error().offset == c.offset);
        CHECK_FALSE(tag.error().message.empty());
    }
    // An underscore begins a word, not a number.
    CHECK(canonical("_1") == "\"_1\"");
    CHECK(canonical(R"("a\N{Snowman}")").find("\\N") != std::string::npos);
}

TEST_CASE("D54: depth up to 64 at the edge") {
    constexpr auto most = emoted::limits::max_snbt_depth;
    const auto lists = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK(parse_snbt(lists(most)));
    const auto deep = parse_snbt(lists(most + 1));
    REQUIRE_FALSE(deep);
    CHECK(deep.error().offset == most);
    CHECK(deep.error().message.find("max_snbt_depth") != std::string::npos);
    std::string compounds;
    for (std::size_t i = 0; i < most; ++i) {
        compounds += "{a:";
    }
    CHECK(parse_snbt(compounds + "1" + std::string(most, '}')));
    CHECK_FALSE(parse_snbt("{a:" + compounds + "1" + std::string(most + 1, '}')));
    CHECK_FALSE(parse_snbt(std::string(100'000, '[')));
    std::string calls;
    for (int i = 0; i < 100'000; ++i) {
        calls += "bool(";
    }
    CHECK_FALSE(parse_snbt(calls));
}

TEST_CASE("a text or name is as long as binary NBT can hold, at the edge") {
    constexpr auto most = emoted::limits::max_snbt_string_bytes;
    const std::string longest(most, 'a');
    CHECK(parse_snbt('"' + longest + '"'));
    CHECK(parse_snbt(longest));
    CHECK(parse_snbt("{" + longest + ":1}"));
    for (const std::string& text :
         {"[\"" + longest + "a\"]", "[" + longest + "a]", "{" + longest + "a:1}", "{'" + longest + "a':1}"}) {
        const auto found = parse_snbt(text);
        REQUIRE_FALSE(found);
        CHECK(found.error().offset == 1);
        CHECK(found.error().expected.find("max_snbt_string_bytes") != std::string::npos);
    }
    // Java's UTF-8: two bytes for NUL, six beyond U+FFFF.
    CHECK(parse_snbt('"' + longest.substr(2) + R"(\x00")"));
    CHECK_FALSE(parse_snbt('"' + longest.substr(1) + R"(\x00")"));
    CHECK(parse_snbt('"' + longest.substr(6) + "\U0001F600\""));
    CHECK_FALSE(parse_snbt('"' + longest.substr(5) + "\U0001F600\""));
    CHECK(parse_snbt('"' + longest.substr(3) + "\u20ac\""));
    CHECK_FALSE(parse_snbt('"' + longest.substr(2) + "\u20ac\""));
}

TEST_CASE("an SNBT text is at most max_snbt_bytes long, at the edge") {
    const auto list = [](std::size_t bytes) { return "[" + std::string(bytes - 2, ' ') + "]"; };
    CHECK(parse_snbt(list(emoted::limits::max_snbt_bytes)));
    const auto found = parse_snbt(list(emoted::limits::max_snbt_bytes + 1));
    REQUIRE_FALSE(found);
    CHECK(found.error().expected.find("max_snbt_bytes") != std::string::npos);
}

TEST_CASE("compounds merge as the game merges them") {
    const auto merged = [](std::string_view into, std::string_view patch) {
        Compound result = *parse_compound(into);
        merge(result, *parse_compound(patch));
        return to_snbt(result);
    };
    CHECK(merged("{}", "{}") == "{}");
    CHECK(merged("{a:1}", "{}") == "{a:1}");
    CHECK(merged("{a:1,b:2}", "{b:3s,c:4}") == "{a:1,b:3s,c:4}");
    CHECK(merged("{a:{x:1,y:{p:1}}}", "{a:{y:{q:2},z:3}}") == "{a:{x:1,y:{p:1,q:2},z:3}}");
    // A list is replaced as a whole, and so is whatever is a compound on one side only.
    CHECK(merged("{a:[1,2,3]}", "{a:[4]}") == "{a:[4]}");
    CHECK(merged("{a:[{x:1}]}", "{a:[{y:1}]}") == "{a:[{y:1}]}");
    CHECK(merged("{a:{x:1}}", "{a:1}") == "{a:1}");
    CHECK(merged("{a:1}", "{a:{x:1}}") == "{a:{x:1}}");
}

TEST_CASE("large compounds merge in time") {
    std::string text = "{";
    std::string other = "{";
    for (int i = 0; i < 50'000; ++i) {
        text += "k" + std::to_string(i) + ":1,";
        other += "k" + std::to_string(i + 25'000) + ":2,";
    }
    Compound a = *parse_compound(text + "}");
    merge(a, *parse_compound(other + "}"));
    CHECK(a.members.size() == 75'000);
    CHECK(*a.members[24'999].second.as<std::int32_t>() == 1);
    CHECK(*a.members[25'000].second.as<std::int32_t>() == 2);
    CHECK(a.members[74'999].first == "k74999");
}

TEST_CASE("D54: every cut of a text is refused or a value of its own") {
    const std::string text = R"({a:[B;1b,2],"b":'x\u00e9',c:{d:-1.5e3f,e:[true,uuid]}})";
    REQUIRE(parse_compound(text));
    for (std::size_t length = 0; length < text.size(); ++length) {
        CHECK_FALSE(parse_snbt(text.substr(0, length)));
    }
}

TEST_CASE("a compound is asked for where only one will do") {
    CHECK(parse_compound("{a:1}"));
    const auto list = parse_compound("[1]");
    REQUIRE_FALSE(list);
    CHECK(list.error().offset == 0);
    CHECK_FALSE(parse_compound("{"));
}

TEST_CASE("compounds are compared without order, number types count") {
    const auto same = [](std::string_view a, std::string_view b) { return *parse_snbt(a) == *parse_snbt(b); };
    CHECK(same("{a:1,b:2}", "{b:2,a:1}"));
    CHECK(same("{a:{x:1,y:[{p:1,q:2}]}}", "{a:{y:[{q:2,p:1}],x:1}}"));
    CHECK_FALSE(same("{a:1}", "{a:1b}"));
    CHECK_FALSE(same("{a:1.0}", "{a:1.0f}"));
    CHECK_FALSE(same("{a:1}", "{a:1,b:2}"));
    CHECK_FALSE(same("{a:1}", "{b:1}"));
    CHECK_FALSE(same("[1,2]", "[2,1]"));
    CHECK_FALSE(same("[I;1]", "[1]"));
    CHECK_FALSE(same("[I;1]", "[L;1]"));
    CHECK(same("true", "1b"));
    CHECK_FALSE(same("0.0", "-0.0"));
    CHECK(same("[B;1,2]", "[B;1b,2b]"));
}

TEST_CASE("large compounds are read and compared in time, repeated names keep the last value") {
    std::string text = "{";
    std::string reversed = "{";
    for (int i = 0; i < 50'000; ++i) {
        text += "k" + std::to_string(i) + ":" + std::to_string(i) + ",";
        reversed += "k" + std::to_string(49'999 - i) + ":" + std::to_string(49'999 - i) + ",";
    }
    const auto a = parse_compound(text + "k7:70}");
    const auto b = parse_compound(reversed + "k7:70}");
    REQUIRE(a);
    REQUIRE(b);
    CHECK(a->members.size() == 50'000);
    CHECK(*a == *b);
    CHECK(*a->find("k7")->as<std::int32_t>() == 70);
    CHECK_FALSE(*a == *parse_compound(text + "}"));
}

TEST_CASE("members are found, set and erased") {
    Compound compound = *parse_compound("{a:1,b:2s}");
    CHECK(compound.find("c") == nullptr);
    double number = 0;
    CHECK(compound.find("b")->number(number));
    CHECK(number == 2);
    CHECK_FALSE(Tag(std::string("x")).number(number));
    compound.set("a", std::string("y"));
    compound.set("c", Compound{});
    CHECK(to_snbt(compound) == R"({a:"y",b:2s,c:{}})");
    CHECK(compound.erase("b"));
    CHECK_FALSE(compound.erase("b"));
    CHECK(to_snbt(compound) == R"({a:"y",c:{}})");
}

namespace {

Tag random_tag(std::mt19937& random, int depth) {
    const auto draw = [&random](unsigned n) { return random() % n; };
    const auto text = [&] {
        static constexpr const char* words[] = {"a",  "",  "1",  "true", "a b",   "\"",
                                                "\\", "é", "\n", "-",    "x.y+z", "\x7f"};
        return std::string(words[draw(12)]) + words[draw(12)];
    };
    const auto name = [&] { return text() + "n"; };  // never empty
    switch (draw(depth > 4 ? 10 : 12)) {
        case 0:
            return static_cast<std::int8_t>(random());
        case 1:
            return static_cast<std::int16_t>(random());
        case 2:
            return static_cast<std::int32_t>(random());
        case 3:
            return static_cast<std::int64_t>((std::uint64_t{random()} << 32U) | random());
        case 4:
            return static_cast<float>(
                std::ldexp(static_cast<double>(random()) - 2e9, static_cast<int>(draw(150)) - 110));
        case 5:
            return std::ldexp(static_cast<double>(random()) - 2e9, static_cast<int>(draw(1900)) - 1050);
        case 6:
            return text();
        case 7:
            return ByteArray{static_cast<std::int8_t>(random()), 0};
        case 8:
            return IntArray{static_cast<std::int32_t>(random())};
        case 9:
            return LongArray{static_cast<std::int64_t>(random()), -1};
        case 10: {
            List list;
            for (auto i = draw(4); i > 0; --i) {
                list.push_back(random_tag(random, depth + 1));
            }
            return list;
        }
        default: {
            Compound compound;
            for (auto i = draw(4); i > 0; --i) {
                compound.set(name(), random_tag(random, depth + 1));
            }
            return compound;
        }
    }
}

}  // namespace

TEST_CASE("what is printed reads back as the same value") {
    std::mt19937 random(1);
    for (int i = 0; i < 5'000; ++i) {
        const Tag tag = random_tag(random, 0);
        const std::string text = to_snbt(tag);
        INFO(text);
        const auto again = parse_snbt(text);
        REQUIRE(again);
        REQUIRE(*again == tag);
        REQUIRE(to_snbt(*again) == text);
    }
}

TEST_CASE("members of compounds are found where they stand in the text") {
    struct Case {
        std::string text;  // the marks < and > stand at name and value
        std::vector<std::string_view> path;
    };
    const Case cases[] = {
        {"{<a:>1}", {"a"}},
        {" { b : 2 , <a : >1b , c:3}", {"a"}},
        {"{\"b\":{a:1},<'a' :>[1]}", {"a"}},
        {"{b:[{a:1}],<a:>2}", {"a"}},
        {"{b:{<a:>{}}}", {"b", "a"}},
        {"{a:{b:{a:1,<c:>{d:1}}}}", {"a", "b", "c"}},
        // The last one of a name counts, here and further out.
        {"{a:1,<a:>2}", {"a"}},
        {"{a:{b:1},a:{<b:>2}}", {"a", "b"}},
        {"{<'\\x61':>1}", {"a"}},
    };
    for (const Case& each : cases) {
        CAPTURE(each.text);
        std::string text = each.text;
        const std::size_t name = text.find('<');
        text.erase(name, 1);
        const std::size_t value = text.find('>');
        text.erase(value, 1);
        const auto place = find_member(text, each.path);
        REQUIRE(place);
        CHECK(place->name == name);
        CHECK(place->value == value);
    }
    const std::string_view path[] = {"a", "b"};
    for (const char* const text :
         {"{}", "{b:1}", "{a:1}", "{a:[{b:1}]}", "{a:{c:1}}", "{a:{b:1},a:2}", "[]", "1", "{a:"}) {
        CAPTURE(text);
        CHECK_FALSE(find_member(text, path));
    }
}
