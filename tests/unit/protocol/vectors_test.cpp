// protocol/vectors/: what every message looks like in both encodings, for implementations in other languages.
#include "hex.hpp"
#include "support/approved_file.hpp"
#include "support/source_folder.hpp"

#include <emoted/protocol/codec.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <sstream>
#include <string>

namespace emoted::protocol {
namespace {

const std::filesystem::path folder = emoted::test::source_folder() / "protocol/vectors";

TEST_CASE("Golden: the vectors say what the codecs say", "[golden]") {
    for (const MessageInfo& info : message_table()) {
        const std::filesystem::path file = folder / (std::string(info.name) + ".txt");
        CAPTURE(file.string());
        std::istringstream lines(test::read_file(file));
        std::string actual;
        std::size_t messages = 0;
        for (std::string line; std::getline(lines, line);) {
            if (line.empty() || line.front() != '{') {
                continue;  // the bytes; made anew below
            }
            const auto message = decode_json(line);
            INFO(line);
            INFO((message ? std::string() : message.error().to_string()));
            REQUIRE(message);
            CHECK(info_of(*message).name == info.name);
            const Bytes bytes = encode_binary(*message);
            const auto again = decode_binary(bytes);
            REQUIRE(again);
            CHECK(encode_json(*again) == encode_json(*message));
            actual += encode_json(*message) + "\n" + to_hex(bytes) + "\n";
            ++messages;
        }
        CHECK(messages > 0);
        CHECK(test::is_approved(file, actual));
    }
}

TEST_CASE("Golden: there is a vector for every message, and none for anything else", "[golden]") {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".txt") {
            CHECK(find_message(entry.path().stem().string()) != nullptr);
            ++files;
        }
    }
    CHECK(files == message_table().size());
}

}  // namespace
}  // namespace emoted::protocol
