// Messages full of random but valid values, for properties that must hold for every message.
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/random.hpp>

#include <cstddef>

namespace emoted::protocol {

// `alternative` is the index in Message. Short strings and arrays, every kind of float and character, optionals
// present and absent.
[[nodiscard]] Message random_message(std::size_t alternative, Random& random);

}  // namespace emoted::protocol
