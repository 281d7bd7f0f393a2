// Threads that share the work of a load.
#pragma once

#include <emoted/sequences/pack.hpp>

#include <cstddef>

namespace emoted::app {

// Of the threads that are not counted by the operator. More do not help: they wait for memory, and other programs want
// to run too.
inline constexpr std::size_t most_loading_threads = 8;

// Runs tasks on so many threads; 0: on one for each processor, up to most_loading_threads. The calling thread works
// along; the others begin and end with each call and have its priority.
[[nodiscard]] Workers::ForEach on_loading_threads(std::size_t threads);

// Makes the calling thread, and those that it starts, yield to all others: a reload must not delay a tick.
void lower_priority() noexcept;

}  // namespace emoted::app
