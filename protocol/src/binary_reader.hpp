// Reads described values in the binary encoding, believing nothing: every length is checked against what is left before
// anything is taken for it. On a fault value() returns false and error() tells which; the path is put together while
// the calls unwind, so reading what is right costs nothing for it.
#pragma once

#include "described.hpp"

#include <emoted/protocol/codec.hpp>
#include <emoted/sequences/utf8.hpp>

#include <bit>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

namespace emoted::protocol {

class BinaryReader {
public:
    BinaryReader(std::span<const std::uint8_t> bytes, std::uint16_t protocol) noexcept
        : bytes_(bytes), protocol_(protocol) {}

    [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - at_; }
    [[nodiscard]] std::size_t offset() const noexcept { return at_; }
    [[nodiscard]] CodecError take_error() noexcept { return std::move(error_); }

    bool fail(CodecErrorCode code, std::string text) {
        error_.code = code;
        error_.text = std::move(text);
        error_.offset = at_;
        return false;
    }

    // At most 5 bytes, 32 bits, in the shortest form.
    bool varint(std::uint32_t& value) {
        std::uint64_t read = 0;
        for (unsigned i = 0; i < 5; ++i) {
            if (at_ + i >= bytes_.size()) {
                return fail(CodecErrorCode::truncated, "the packet ends inside a VarInt");
            }
            const std::uint8_t byte = bytes_[at_ + i];
            read |= static_cast<std::uint64_t>(byte & 0x7FU) << (7U * i);
            if ((byte & 0x80U) == 0) {
                if ((i > 0 && byte == 0) || read > 0xFFFF'FFFFU) {
                    break;
                }
                at_ += i + 1;
                value = static_cast<std::uint32_t>(read);
                return true;
            }
        }
        return fail(CodecErrorCode::bad_varint, "a VarInt must be in its shortest form, of at most 32 bits");
    }

    template <class T>
    bool value(T& value) {
        if constexpr (std::same_as<T, bool>) {
            return boolean(value);
        } else if constexpr (DescribedEnum<T>) {
            return enumeration(value);
        } else if constexpr (std::same_as<T, float>) {
            std::uint32_t bits = 0;
            return big_endian(bits) && finite(value = std::bit_cast<float>(bits));
        } else if constexpr (std::same_as<T, double>) {
            std::uint64_t bits = 0;
            return big_endian(bits) && finite(value = std::bit_cast<double>(bits));
        } else if constexpr (Number<T>) {
            std::make_unsigned_t<T> bits = 0;
            const bool read = big_endian(bits);
            value = static_cast<T>(bits);
            return read;
        } else if constexpr (is_raw_bytes<T>) {
            return raw(value);
        } else if constexpr (std::same_as<T, Uuid>) {
            return raw(value.bytes);
        } else if constexpr (std::same_as<T, std::string>) {
            return string(value);
        } else if constexpr (is_vector<T>) {
            return array(value);
        } else {
            return structure(value);
        }
    }

private:
    bool need(std::size_t count) {
        return count <= left() || fail(CodecErrorCode::truncated, "the packet ends inside this field");
    }

    template <class T>
    bool big_endian(T& value) {
        if (!need(sizeof(T))) {
            return false;
        }
        std::uint64_t read = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            read = (read << 8U) | bytes_[at_ + i];
        }
        at_ += sizeof(T);
        value = static_cast<T>(read);
        return true;
    }

    template <class T>
    bool finite(T value) {
        return std::isfinite(value) || fail(CodecErrorCode::not_finite, "not a finite number");
    }

    bool boolean(bool& value) {
        std::uint8_t byte = 0;
        if (!big_endian(byte)) {
            return false;
        }
        value = byte == 1;
        return byte <= 1 || fail(CodecErrorCode::bad_bool, "a boolean must be 0 or 1, found " + std::to_string(byte));
    }

    template <DescribedEnum T>
    bool enumeration(T& value) {
        static_assert(counts_from_zero<T>());
        std::uint8_t byte = 0;
        if (!big_endian(byte)) {
            return false;
        }
        if (byte >= enumerator_count<T>) {
            return fail(CodecErrorCode::bad_enum, "expected a number below " + std::to_string(enumerator_count<T>) +
                                                      ", found " + std::to_string(byte));
        }
        value = static_cast<T>(byte);
        return true;
    }

    template <std::size_t N>
    bool raw(std::array<std::uint8_t, N>& value) {
        if (!need(N)) {
            return false;
        }
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), N, value.begin());
        at_ += N;
        return true;
    }

    bool string(std::string& value) {
        std::uint32_t size = 0;
        if (!varint(size) || !need(size)) {
            return false;
        }
        value.assign(bytes_.begin() + static_cast<std::ptrdiff_t>(at_),
                     bytes_.begin() + static_cast<std::ptrdiff_t>(at_ + size));
        if (!text::is_utf8(value)) {
            return fail(CodecErrorCode::bad_utf8, "not valid UTF-8");
        }
        at_ += size;
        return true;
    }

    template <class T>
    bool array(std::vector<T>& value) {
        static_assert(least_bytes<T>(limits::protocol_min) > 0, "an element without bytes would make counts free");
        std::uint32_t count = 0;
        if (!varint(count)) {
            return false;
        }
        if (count > limits::max_array_elements || count > left() / least_bytes<T>(protocol_)) {
            return fail(CodecErrorCode::too_many_elements,
                        std::to_string(count) + " elements are more than the packet can hold or the limit of " +
                            std::to_string(limits::max_array_elements));
        }
        value.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            if (!this->value(value.emplace_back())) {
                error_.path = "[" + std::to_string(i) + "]" + error_.path;
                return false;
            }
        }
        return true;
    }

    template <DescribedStruct T>
    bool structure(T& value) {
        constexpr std::size_t most_mask_bytes = 4;
        static_assert(optional_fields<T>(limits::protocol_max) <= 8 * most_mask_bytes);
        std::uint32_t mask = 0;
        if (!presence_mask(optional_fields<T>(protocol_), mask)) {
            return false;
        }
        return for_fields<T>(protocol_, [&](auto field) {
            auto& member = value.*field.pointer;
            bool read = true;
            if constexpr (is_optional<FieldType<T, decltype(field)>>) {
                if ((mask & 1U) != 0) {
                    read = this->value(member.emplace());
                }
                mask >>= 1U;
            } else {
                read = this->value(member);
            }
            if (!read) {
                error_.path = std::string(".") + field.name + error_.path;
            }
            return read;
        });
    }

    bool presence_mask(std::size_t bits, std::uint32_t& mask) {
        const std::size_t bytes = (bits + 7) / 8;
        if (!need(bytes)) {
            return false;
        }
        for (std::size_t i = 0; i < bytes; ++i) {
            mask |= std::uint32_t{bytes_[at_ + i]} << (8U * i);
        }
        if (bits < 32 && (mask >> bits) != 0) {
            return fail(CodecErrorCode::bad_presence_mask,
                        "the presence mask has only " + std::to_string(bits) + " bits in use, the others must be 0");
        }
        at_ += bytes;
        return true;
    }

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    std::uint16_t protocol_;
    CodecError error_;
};

}  // namespace emoted::protocol
