// Asks the admin socket of a running daemon one thing: what emotectl and tests do. Blocking, up to a deadline.
#pragma once

#include <tl/expected.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace emoted::net {

// Sends one line and returns the line that comes back, both without their end. The error is a sentence that names the
// socket. More than `max_answer_bytes` are not taken.
[[nodiscard]] tl::expected<std::string, std::string> ask_admin(const std::filesystem::path& socket,
                                                               std::string_view line,
                                                               std::chrono::milliseconds timeout);

inline constexpr std::size_t max_answer_bytes = 67'108'864;  // 64 MiB

}  // namespace emoted::net
