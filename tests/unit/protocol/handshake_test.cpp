#include "hex.hpp"

#include <emoted/protocol/handshake.hpp>

#include <catch2/catch.hpp>

#include <string>

namespace emoted::protocol {
namespace {

// The example of PROTOCOL.md, section "The proof, step by step".
Hello example_hello() {
    Hello hello{1, 1, "lobby-1", {}, {}};
    for (std::size_t i = 0; i < 16; ++i) {
        hello.instance_id.bytes[i] = static_cast<std::uint8_t>(i);
    }
    hello.nonce.fill(0x11);
    return hello;
}
Challenge example_challenge() {
    Challenge challenge;
    challenge.nonce.fill(0x22);
    challenge.daemon_instance.bytes.fill(0x33);
    return challenge;
}

TEST_CASE("Handshake: T is every field with its length in front") {
    const std::string nonce_a(64, '1');
    const std::string nonce_b(64, '2');
    CHECK(to_hex(transcript(example_hello(), example_challenge())) ==
          "00000002"
          "0001"
          "00000002"
          "0001"
          "00000007"
          "6c6f6262792d31"
          "00000010"
          "000102030405060708090a0b0c0d0e0f"
          "00000020" +
              nonce_a + "00000020" + nonce_b +
              "00000010"
              "33333333333333333333333333333333");
}

TEST_CASE("Handshake: proofs are what openssl computes") {
    // printf 'emoted-1 client' | cat - t.bin | openssl dgst -sha256 -mac HMAC -macopt key:correct-horse-battery-staple
    const Bytes t = transcript(example_hello(), example_challenge());
    CHECK(to_hex(client_proof("correct-horse-battery-staple", t)) ==
          "a4feef8354b3b091d79fba7836a1e9e93ab15c532932c6247040b65f25ec774f");
    CHECK(to_hex(server_proof("correct-horse-battery-staple", t)) ==
          "17721fd2ce8a50f0fbb44d37f3a78b4e2dbc208b531bbba84a153a681a20ce5c");
}

TEST_CASE("Handshake: every field of both messages changes the proof") {
    const Proof original = client_proof("0123456789abcdef", transcript(example_hello(), example_challenge()));
    const auto differs = [&](const auto& change) {
        Hello hello = example_hello();
        Challenge challenge = example_challenge();
        change(hello, challenge);
        return !same_proof(original, client_proof("0123456789abcdef", transcript(hello, challenge)));
    };
    CHECK(differs([](Hello& hello, Challenge&) { hello.protocol_min = 0; }));
    CHECK(differs([](Hello& hello, Challenge&) { hello.protocol_max = 2; }));
    CHECK(differs([](Hello& hello, Challenge&) { hello.proxy_name = "lobby-2"; }));
    CHECK(differs([](Hello& hello, Challenge&) { hello.instance_id.bytes[15] = 0; }));
    CHECK(differs([](Hello& hello, Challenge&) { hello.nonce[31] = 0; }));
    CHECK(differs([](Hello&, Challenge& challenge) { challenge.nonce[0] = 0; }));
    CHECK(differs([](Hello&, Challenge& challenge) { challenge.daemon_instance.bytes[0] = 0; }));
    CHECK_FALSE(differs([](Hello&, Challenge&) {}));
}

TEST_CASE("Handshake: proofs differ in any bit") {
    Proof a{};
    for (std::size_t bit = 0; bit < 256; ++bit) {
        Proof b{};
        b[bit / 8] = static_cast<std::uint8_t>(1U << (bit % 8));
        CHECK_FALSE(same_proof(a, b));
    }
    CHECK(same_proof(a, Proof{}));
}

TEST_CASE("Handshake: proxy names") {
    for (const std::string& name : {std::string("a"), std::string("Lobby_1.eu-west"), std::string(64, 'x')}) {
        CHECK(is_proxy_name(name));
    }
    for (const std::string& name : {std::string(), std::string(65, 'x'), std::string("a b"), std::string("a/b"),
                                    std::string("\xC3\xA9"), std::string("a\n"), std::string("a\0b", 3)}) {
        CHECK_FALSE(is_proxy_name(name));
    }
}

TEST_CASE("Handshake: short secrets and a third one are never accepted") {
    const std::string good_a(16, 'a');
    const std::string good_b(16, 'b');
    const SecretTable table({{"short", {std::string(15, 'a')}},
                             {"empty", {""}},
                             {"two", {good_a, good_b}},
                             {"three", {good_a, good_b, std::string(16, 'c')}},
                             {"mixed", {"short", good_b}}});
    CHECK(table.find("short").empty());
    CHECK(table.find("empty").empty());
    CHECK(table.find("unknown").empty());
    CHECK(table.find("two").size() == 2);
    CHECK(table.find("three").size() == limits::max_secrets_per_proxy);
    REQUIRE(table.find("mixed").size() == 1);
    CHECK(table.find("mixed")[0] == good_b);
}

TEST_CASE("Handshake: the shared secrets serve every name without an entry of its own") {
    const std::string shared(16, 's');
    const SecretTable table({{"own", {std::string(16, 'o')}}, {"broken", {"short"}}}, {shared, "short"});
    CHECK(table.find("own")[0] == std::string(16, 'o'));
    CHECK(table.find("own").size() == 1);
    CHECK(table.find("broken").empty());
    REQUIRE(table.find("anybody").size() == 1);
    CHECK(table.find("anybody")[0] == shared);
}

}  // namespace
}  // namespace emoted::protocol
