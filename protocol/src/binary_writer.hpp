// Writes described values in the binary encoding. The reader is binary_reader.hpp; keep the two alike.
#pragma once

#include "described.hpp"

#include <emoted/protocol/codec.hpp>

#include <bit>
#include <string_view>

namespace emoted::protocol {

class BinaryWriter {
public:
    BinaryWriter(Bytes& out, std::uint16_t protocol) noexcept : out_(&out), protocol_(protocol) {}

    void varint(std::uint32_t value) {
        for (; value >= 0x80U; value >>= 7U) {
            out_->push_back(static_cast<std::uint8_t>(value | 0x80U));
        }
        out_->push_back(static_cast<std::uint8_t>(value));
    }

    template <class T>
    void value(const T& value) {
        if constexpr (std::same_as<T, bool>) {
            out_->push_back(value ? 1 : 0);
        } else if constexpr (DescribedEnum<T>) {
            static_assert(counts_from_zero<T>());
            out_->push_back(static_cast<std::uint8_t>(value));
        } else if constexpr (std::same_as<T, float>) {
            big_endian(std::bit_cast<std::uint32_t>(value));
        } else if constexpr (std::same_as<T, double>) {
            big_endian(std::bit_cast<std::uint64_t>(value));
        } else if constexpr (Number<T>) {
            big_endian(static_cast<std::make_unsigned_t<T>>(value));
        } else if constexpr (is_raw_bytes<T>) {
            out_->insert(out_->end(), value.begin(), value.end());
        } else if constexpr (std::same_as<T, Uuid>) {
            this->value(value.bytes);
        } else if constexpr (std::same_as<T, std::string>) {
            varint(static_cast<std::uint32_t>(value.size()));
            out_->insert(out_->end(), value.begin(), value.end());
        } else if constexpr (is_vector<T>) {
            varint(static_cast<std::uint32_t>(value.size()));
            for (const auto& element : value) {
                this->value(element);
            }
        } else {
            structure(value);
        }
    }

private:
    template <class T>
    void big_endian(T value) {
        for (std::size_t left = sizeof(T); left > 0; --left) {
            out_->push_back(static_cast<std::uint8_t>(value >> (8U * (left - 1))));
        }
    }

    template <DescribedStruct T>
    void structure(const T& value) {
        presence_mask(value);
        for_fields<T>(protocol_, [&](auto field) {
            const auto& member = value.*field.pointer;
            if constexpr (is_optional<FieldType<T, decltype(field)>>) {
                if (member) {
                    this->value(*member);
                }
            } else {
                this->value(member);
            }
            return true;
        });
    }

    // One bit per optional field in field order, least significant first.
    template <DescribedStruct T>
    void presence_mask(const T& value) {
        const std::size_t mask_at = out_->size();
        out_->resize(mask_at + (optional_fields<T>(protocol_) + 7) / 8);
        std::size_t bit = 0;
        for_fields<T>(protocol_, [&](auto field) {
            if constexpr (is_optional<FieldType<T, decltype(field)>>) {
                if (value.*field.pointer) {
                    std::uint8_t& byte = (*out_)[mask_at + bit / 8];
                    byte = static_cast<std::uint8_t>(byte | (1U << (bit % 8)));
                }
                ++bit;
            }
            return true;
        });
    }

    Bytes* out_;
    std::uint16_t protocol_;
};

}  // namespace emoted::protocol
