#include "binary_writer.hpp"

#include <emoted/protocol/handshake.hpp>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace emoted::protocol {
namespace {

// The field's bytes with their length in front; a string brings no length of its own.
class TranscriptWriter {
public:
    template <DescribedStruct T>
    void fields(const T& message) {
        for_fields<T>(limits::protocol_min, [&](auto field) {
            const auto& value = message.*field.pointer;
            Bytes bytes;
            if constexpr (std::same_as<FieldType<T, decltype(field)>, std::string>) {
                bytes.assign(value.begin(), value.end());
            } else {
                BinaryWriter(bytes, limits::protocol_min).value(value);
            }
            BinaryWriter(out_, limits::protocol_min).value(static_cast<std::uint32_t>(bytes.size()));
            out_.insert(out_.end(), bytes.begin(), bytes.end());
            return true;
        });
    }
    [[nodiscard]] Bytes take() noexcept { return std::move(out_); }

private:
    Bytes out_;
};

Proof hmac_sha256(std::string_view secret, std::string_view label, std::span<const std::uint8_t> transcript) {
    Bytes text(label.begin(), label.end());
    text.insert(text.end(), transcript.begin(), transcript.end());
    Proof proof{};
    unsigned size = 0;
    // Fails only without memory or in a broken installation of the library: nothing that a peer can cause, and no
    // proof that could be given back instead would be safe.
    if (HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), text.data(), text.size(), proof.data(),
             &size) == nullptr ||
        size != proof.size()) {
        std::terminate();
    }
    return proof;
}

std::vector<std::string> acceptable(std::vector<std::string> secrets) {
    std::erase_if(secrets, [](const std::string& secret) { return secret.size() < limits::min_secret_bytes; });
    if (secrets.size() > limits::max_secrets_per_proxy) {
        secrets.resize(limits::max_secrets_per_proxy);
    }
    return secrets;
}

}  // namespace

bool is_proxy_name(std::string_view name) noexcept {
    return !name.empty() && name.size() <= limits::max_proxy_name_characters &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                      c == '.' || c == '-';
           });
}

Bytes transcript(const Hello& hello, const Challenge& challenge) {
    TranscriptWriter writer;
    writer.fields(hello);
    writer.fields(challenge);
    return writer.take();
}

Proof client_proof(std::string_view secret, std::span<const std::uint8_t> transcript) {
    return hmac_sha256(secret, "emoted-1 client", transcript);
}

Proof server_proof(std::string_view secret, std::span<const std::uint8_t> transcript) {
    return hmac_sha256(secret, "emoted-1 server", transcript);
}

bool same_proof(const Proof& a, const Proof& b) noexcept {
    return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

SecretTable::SecretTable(std::vector<Entry> entries, std::vector<std::string> shared)
    : shared_(acceptable(std::move(shared))) {
    for (Entry& entry : entries) {
        // An entry without a good secret still shuts the shared one out.
        secrets_.insert_or_assign(std::move(entry.proxy_name), acceptable(std::move(entry.secrets)));
    }
}

std::span<const std::string> SecretTable::find(std::string_view proxy_name) const noexcept {
    const auto found = secrets_.find(proxy_name);
    return found == secrets_.end() ? shared_ : found->second;
}

}  // namespace emoted::protocol
