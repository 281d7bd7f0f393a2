// Who a peer is: names, secrets and the two proofs of the handshake.
//
// Pure functions and immutable values; any thread. The rule is in PROTOCOL.md, section "Handshake".
#pragma once

#include <emoted/protocol/codec.hpp>
#include <emoted/protocol/messages.hpp>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::protocol {

// 1 to limits::max_proxy_name_characters of a-z A-Z 0-9 _ . -
[[nodiscard]] bool is_proxy_name(std::string_view name) noexcept;

// T: every field of Hello, then of Challenge, in order, as in the binary encoding (strings without their length), each
// with its length in front as 4 bytes, big-endian.
[[nodiscard]] Bytes transcript(const Hello& hello, const Challenge& challenge);
// HMAC-SHA-256(secret, "emoted-1 client" || T)
[[nodiscard]] Proof client_proof(std::string_view secret, std::span<const std::uint8_t> transcript);
// HMAC-SHA-256(secret, "emoted-1 server" || T)
[[nodiscard]] Proof server_proof(std::string_view secret, std::span<const std::uint8_t> transcript);
// Takes the same time wherever they differ.
[[nodiscard]] bool same_proof(const Proof& a, const Proof& b) noexcept;

// Which secrets a daemon takes from whom. Replaced as a whole on reload; links that are open stay.
class SecretTable {
public:
    struct Entry {
        std::string proxy_name;
        // At most limits::max_secrets_per_proxy, so that a secret can be changed without a gap. Those beyond it and
        // those shorter than limits::min_secret_bytes are never accepted (the configuration refuses them by name).
        std::vector<std::string> secrets;
    };
    SecretTable() = default;
    // `shared` is for every name without an entry of its own (same rules); empty: only the named ones may connect.
    explicit SecretTable(std::vector<Entry> entries, std::vector<std::string> shared = {});

    // Empty for a name that nobody may use.
    [[nodiscard]] std::span<const std::string> find(std::string_view proxy_name) const noexcept;

private:
    std::map<std::string, std::vector<std::string>, std::less<>> secrets_;
    std::vector<std::string> shared_;
};

}  // namespace emoted::protocol
