// protocol/PROTOCOL.md against the code: the message table is generated, the field and enumeration tables are compared.
#include "described.hpp"
#include "hex.hpp"
#include "support/approved_file.hpp"
#include "support/source_folder.hpp"

#include <emoted/protocol/codec.hpp>
#include <emoted/protocol/framing.hpp>
#include <emoted/protocol/handshake.hpp>

#include <boost/core/demangle.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <catch2/catch.hpp>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

namespace emoted::protocol {
namespace {

const std::filesystem::path document = emoted::test::source_folder() / "protocol/PROTOCOL.md";

// ------------------------------------------------------------------------------------------------------ message table

std::string phases(const MessageInfo& info) {
    std::string text;
    for (const Phase phase : {Phase::greeting, Phase::challenged, Phase::open}) {
        if (info.legal_in(phase)) {
            text += (text.empty() ? "" : ", ") + std::string(boost::describe::enum_to_string(phase, ""));
        }
    }
    return text;
}

std::string generated_table() {
    std::ostringstream table;
    table << "| id | message | from | phase | least bytes | most bytes |\n| --- | --- | --- | --- | --- | --- |\n";
    for (const MessageInfo& info : message_table()) {
        const char* from = info.direction == Direction::to_daemon  ? "proxy"
                           : info.direction == Direction::to_proxy ? "daemon"
                                                                   : "both";
        table << "| " << unsigned{info.id} << " | [" << info.name << "](#";
        for (const char c : info.name) {
            table << static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        }
        table << ") | " << from << " | " << phases(info) << " | " << info.least_bytes << " | " << info.most_bytes
              << " |\n";
    }
    return table.str();
}

TEST_CASE("Document: the message table is the code's", "[golden]") {
    const std::string begin = "<!-- generated: message table -->\n";
    const std::string end = "<!-- end -->";
    const std::string text = test::read_file(document);
    const std::size_t from = text.find(begin);
    REQUIRE(from != std::string::npos);
    const std::size_t to = text.find(end, from);
    REQUIRE(to != std::string::npos);
    CHECK(test::is_approved(document, text.substr(0, from + begin.size()) + generated_table() + text.substr(to)));
}

// ------------------------------------------------------------------------------------------- fields and enumerations

// The name of a type as the document writes it.
template <class T>
std::string type_name() {
    if constexpr (std::same_as<T, bool>) {
        return "bool";
    } else if constexpr (std::same_as<T, std::string>) {
        return "string";
    } else if constexpr (std::same_as<T, Uuid>) {
        return "uuid";
    } else if constexpr (is_raw_bytes<T>) {
        return "bytes[" + std::to_string(sizeof(T)) + "]";
    } else if constexpr (is_optional<T>) {
        return type_name<typename T::value_type>() + "?";
    } else if constexpr (is_vector<T>) {
        return "array of " + type_name<typename T::value_type>();
    } else if constexpr (Number<T>) {
        const char* kind = std::is_floating_point_v<T> ? "f" : std::is_signed_v<T> ? "i" : "u";
        return kind + std::to_string(8 * sizeof(T));
    } else {
        const std::string name = boost::core::demangle(typeid(T).name());
        return name.substr(name.rfind(':') + 1);
    }
}

// Heading -> the rows that must stand below it, without the last column.
using Tables = std::map<std::string, std::vector<std::string>>;

template <class T>
void describe(Tables& tables) {
    if constexpr (is_optional<T> || is_vector<T>) {
        describe<typename T::value_type>(tables);
    } else if constexpr (DescribedEnum<T>) {
        std::vector<std::string> rows;
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto enumerator) {
            rows.push_back("| " + std::to_string(static_cast<unsigned>(enumerator.value)) + " | `" + enumerator.name +
                           "` |");
        });
        tables[type_name<T>()] = rows;
    } else if constexpr (DescribedStruct<T> && !Tuple<T> && !std::same_as<T, Uuid>) {
        std::vector<std::string> rows;
        for_fields<T>(limits::protocol_max, [&](auto field) {
            using Field = FieldType<T, decltype(field)>;
            rows.push_back(std::string("| `") + field.name + "` | " + type_name<Field>() + " |");
            describe<Field>(tables);
            return true;
        });
        tables[type_name<T>()] = rows;
    }
}

template <class... Ts>
Tables described_tables(const std::variant<Ts...>* /*messages*/) {
    Tables tables;
    (describe<Ts>(tables), ...);
    return tables;
}

Tables documented_tables() {
    Tables tables;
    std::istringstream lines(test::read_file(document));
    std::string heading;
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("### ", 0) == 0) {
            heading = line.substr(4);
        } else if (line.rfind("## ", 0) == 0) {
            heading.clear();
        } else if (!heading.empty() && line.rfind("| ", 0) == 0 && line.rfind("| ---", 0) != 0 &&
                   line.find('`') != std::string::npos) {
            const std::size_t second = line.find(" | ", 2);
            tables[heading].push_back(line.substr(0, line.find(" |", second + 3) + 2));
        }
    }
    return tables;
}

TEST_CASE("Document: every field and enumerator stands in its table, in order, with its type") {
    const Tables documented = documented_tables();
    const Tables described = described_tables(static_cast<const Message*>(nullptr));
    for (const auto& [heading, rows] : described) {
        CAPTURE(heading);
        const auto found = documented.find(heading);
        REQUIRE(found != documented.end());
        CHECK(found->second == rows);
    }
    for (const auto& [heading, rows] : documented) {
        CAPTURE(heading);
        CHECK(described.count(heading) == 1);
    }
}

// ----------------------------------------------------------------------------------------------------------- examples

// The content of the first fenced block with this info string.
std::string block(const std::string& info) {
    const std::string text = test::read_file(document);
    const std::string fence = "\n```" + info + "\n";
    const std::size_t from = text.find(fence);
    REQUIRE(from != std::string::npos);
    return text.substr(from + fence.size(), text.find("\n```\n", from + fence.size()) - from - fence.size());
}

std::string without_spaces(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

TEST_CASE("Document: the handshake in bytes is the code's") {
    Hello hello{1, 1, "lobby-1", *uuid_from_text("00010203-0405-0607-0809-0a0b0c0d0e0f"), {}};
    hello.nonce.fill(0x11);
    Challenge challenge{{}, *uuid_from_text("33333333-3333-3333-3333-333333333333")};
    challenge.nonce.fill(0x22);
    CHECK(without_spaces(block("hello-bytes")) == "454d5401" + to_hex(frame(encode_binary(hello), Encoding::binary)));
    CHECK(without_spaces(block("challenge-bytes")) == to_hex(frame(encode_binary(challenge), Encoding::binary)));
    const Bytes t = transcript(hello, challenge);
    const std::string secret = "correct-horse-battery-staple";
    CHECK(block("openssl-proof-output") == to_hex(client_proof(secret, t)) + "\n" + to_hex(server_proof(secret, t)));
}

TEST_CASE("Document: the lines to paste are messages") {
    std::istringstream lines(block("nc-unix-session"));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        const auto message = decode_json(line, limits::protocol_max,
                                         Legal{Direction::to_daemon, count == 0 ? Phase::greeting : Phase::open});
        INFO((message ? std::string() : message.error().to_string()));
        REQUIRE(message);
        CHECK(encode_json(*message) == line);
    }
    CHECK(count == 3);
}

TEST_CASE("Document: the limits are the code's") {
    const std::string text = test::read_file(document);
    for (const std::string row : {"packet, id and fields | 1,048,576 bytes", "packet before Welcome | 1,024 bytes",
                                  "line from the daemon | 8,388,608 bytes", "elements of an array | 32,768",
                                  "proxy name | 64 characters", "text of Refuse and Close | 160 bytes"}) {
        CHECK(text.find("| " + row + " |") != std::string::npos);
    }
    STATIC_REQUIRE(limits::max_packet_bytes == 1'048'576);
    STATIC_REQUIRE(limits::max_handshake_packet_bytes == 1'024);
    STATIC_REQUIRE(limits::max_line_from_daemon_bytes == 8'388'608);
    STATIC_REQUIRE(limits::max_held_bytes == limits::max_packet_bytes);
    STATIC_REQUIRE(limits::max_array_elements == 32'768);
    STATIC_REQUIRE(limits::max_proxy_name_characters == 64);
    STATIC_REQUIRE(limits::min_secret_bytes == 16);
    STATIC_REQUIRE(limits::max_close_text_bytes == 160);
    STATIC_REQUIRE(limits::max_textures_bytes == 16'384);
    STATIC_REQUIRE(limits::max_identifier_bytes == 256);
    STATIC_REQUIRE(limits::max_player_name_bytes == 64);
}

}  // namespace
}  // namespace emoted::protocol
