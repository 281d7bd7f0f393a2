// A connection to the daemon at the level of bytes and messages, for tests that must be able to misbehave.
//
// One thread; blocking with deadlines.
#pragma once

#include "daemon_process.hpp"

#include <emoted/protocol/codec.hpp>
#include <emoted/protocol/framing.hpp>
#include <emoted/protocol/messages.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace emoted::test {

class RawLink {
public:
    static RawLink tcp(std::uint16_t port, protocol::Encoding encoding = protocol::Encoding::binary);
    static RawLink unix_socket(const std::filesystem::path& path,
                               protocol::Encoding encoding = protocol::Encoding::binary);
    RawLink(RawLink&& other) noexcept;
    RawLink& operator=(RawLink&&) = delete;
    RawLink(const RawLink&) = delete;
    RawLink& operator=(const RawLink&) = delete;
    ~RawLink();  // closes without a word

    void send_bytes(std::span<const std::uint8_t> bytes);
    void send_text(std::string_view text);
    // Framed; the preamble goes out before the first one.
    void send(const protocol::Message& message);
    // The next message, or nothing at the end of the stream. Fails the test at the deadline or on bytes that are no
    // message.
    [[nodiscard]] std::optional<protocol::Message> receive(std::chrono::seconds within = patience);
    // The next message of this kind; what comes before it is dropped. Fails the test at the end of the stream.
    template <class Wanted>
    [[nodiscard]] Wanted receive_a(std::chrono::seconds within = patience) {
        const auto deadline = std::chrono::steady_clock::now() + within;
        while (true) {
            const auto message = receive_until(deadline);
            if (!message) {
                fail_for_end();
            }
            if (const auto* wanted = std::get_if<Wanted>(&*message)) {
                return *wanted;
            }
        }
    }
    // A message that is here already, without waiting. Fails the test at the end of the stream.
    [[nodiscard]] std::optional<protocol::Message> receive_now();
    // Whether the daemon has closed the connection; messages before that are dropped.
    [[nodiscard]] bool ends(std::chrono::seconds within = patience);
    // The same for a link whose bytes need not be messages.
    [[nodiscard]] bool is_cut(std::chrono::seconds within = patience);
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

    // The whole handshake. Over a Unix socket `secret` is not used. Returns the Welcome; fails the test otherwise.
    protocol::Welcome open(const std::string& name, const std::string& secret, std::uint8_t instance = 1);
    // The same up to whatever the daemon says to it.
    [[nodiscard]] std::optional<protocol::Message> try_open(const protocol::Hello& hello, const std::string& secret);
    [[nodiscard]] static protocol::Proof proof(const std::string& secret, const protocol::Hello& hello,
                                               const protocol::Challenge& challenge);
    [[nodiscard]] static protocol::Hello hello(const std::string& name, std::uint8_t instance = 1);

private:
    RawLink(int descriptor, protocol::Encoding encoding, bool is_unix);
    [[nodiscard]] std::optional<protocol::Message> receive_until(std::chrono::steady_clock::time_point deadline);
    [[nodiscard]] std::optional<protocol::Message> next_decoded();
    // False at the end of the stream.
    [[nodiscard]] bool read_some();
    [[noreturn]] static void fail_for_end();

    int descriptor_;
    protocol::Encoding encoding_;
    bool is_unix_;
    bool began_ = false;
    protocol::FrameDecoder decoder_;
};

}  // namespace emoted::test
