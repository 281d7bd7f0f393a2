#include "random_message.hpp"

#include "described.hpp"

#include <bit>
#include <cmath>
#include <utility>
#include <variant>

namespace emoted::protocol {
namespace {

class Filler {
public:
    explicit Filler(Random& random) : random_(&random) {}

    template <class T>
    void fill(T& value) {
        if constexpr (std::same_as<T, bool>) {
            value = random_->below(2) == 1;
        } else if constexpr (DescribedEnum<T>) {
            value = static_cast<T>(random_->below(static_cast<std::uint32_t>(enumerator_count<T>)));
        } else if constexpr (std::same_as<T, float>) {
            do {
                value = std::bit_cast<float>(random_->next());
            } while (!std::isfinite(value));
        } else if constexpr (std::same_as<T, double>) {
            do {
                value = std::bit_cast<double>(bits());
            } while (!std::isfinite(value));
        } else if constexpr (Number<T>) {
            // Edges are where integers break.
            const std::uint64_t edges[] = {0, 1, std::numeric_limits<T>::max(), bits()};
            value = static_cast<T>(edges[random_->below(4)]);
        } else if constexpr (is_raw_bytes<T>) {
            for (auto& byte : value) {
                byte = static_cast<std::uint8_t>(random_->below(256));
            }
        } else if constexpr (std::same_as<T, Uuid>) {
            fill(value.bytes);
        } else if constexpr (std::same_as<T, std::string>) {
            string(value);
        } else if constexpr (is_vector<T>) {
            value.resize(random_->below(4));
            for (auto& element : value) {
                fill(element);
            }
        } else if constexpr (is_optional<T>) {
            if (random_->below(2) == 1) {
                fill(value.emplace());
            }
        } else {
            for_fields<T>(limits::protocol_max, [&](auto field) {
                fill(value.*field.pointer);
                return true;
            });
        }
    }

private:
    std::uint64_t bits() { return (std::uint64_t{random_->next()} << 32U) | random_->next(); }

    void string(std::string& value) {
        static constexpr std::string_view pieces[] = {"a",
                                                      "Z",
                                                      "0",
                                                      "\"",
                                                      "\\",
                                                      "\n",
                                                      "\x01",
                                                      "\x7F",
                                                      "/",
                                                      "\xC3\xA9",
                                                      "\xE2\x82\xAC",
                                                      "\xF0\x9F\x91\x8B",
                                                      std::string_view("\0", 1)};
        for (std::uint32_t left = random_->below(8); left > 0; --left) {
            value += pieces[random_->below(std::size(pieces))];
        }
    }

    Random* random_;
};

template <std::size_t... I>
Message fill_alternative(std::size_t alternative, Random& random, std::index_sequence<I...> /*alternatives*/) {
    Message message;
    const auto fill_if = [&](auto index) {
        if (index == alternative) {
            Filler(random).fill(message.emplace<index>());
        }
    };
    (fill_if(std::integral_constant<std::size_t, I>()), ...);
    return message;
}

}  // namespace

Message random_message(std::size_t alternative, Random& random) {
    return fill_alternative(alternative, random, std::make_index_sequence<std::variant_size_v<Message>>());
}

}  // namespace emoted::protocol
