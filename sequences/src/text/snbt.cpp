#include <emoted/sequences/snbt.hpp>

#include <algorithm>
#include <bit>
#include <type_traits>

namespace emoted::nbt {
namespace {

// Bits, not values: 0.0 and -0.0 are different tags, as in the game.
[[nodiscard]] bool same(float a, float b) noexcept {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}
[[nodiscard]] bool same(double a, double b) noexcept {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

using Member = std::pair<std::string, Tag>;

[[nodiscard]] std::vector<const Member*> by_name(const Compound& compound) {
    std::vector<const Member*> out;
    out.reserve(compound.members.size());
    for (const Member& member : compound.members) {
        out.push_back(&member);
    }
    std::sort(out.begin(), out.end(), [](const Member* a, const Member* b) { return a->first < b->first; });
    return out;
}

}  // namespace

const Tag* Compound::find(std::string_view name) const noexcept {
    const auto found =
        std::find_if(members.begin(), members.end(), [name](const Member& member) { return member.first == name; });
    return found == members.end() ? nullptr : &found->second;
}

void Compound::set(std::string name, Tag value) {
    const auto found =
        std::find_if(members.begin(), members.end(), [&name](const Member& member) { return member.first == name; });
    if (found != members.end()) {
        found->second = std::move(value);
    } else {
        members.emplace_back(std::move(name), std::move(value));
    }
}

bool Compound::erase(std::string_view name) {
    const auto found =
        std::find_if(members.begin(), members.end(), [name](const Member& member) { return member.first == name; });
    if (found == members.end()) {
        return false;
    }
    members.erase(found);
    return true;
}

bool Tag::number(double& out) const noexcept {
    return std::visit(
        [&out](const auto& content) {
            if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(content)>>) {
                out = static_cast<double>(content);
                return true;
            } else {
                return false;
            }
        },
        value_);
}

bool operator==(const Compound& a, const Compound& b) noexcept {
    if (a.members.size() != b.members.size()) {
        return false;
    }
    const auto equal = [](const Member* x, const Member* y) { return x->first == y->first && x->second == y->second; };
    const auto left = by_name(a);
    const auto right = by_name(b);
    return std::equal(left.begin(), left.end(), right.begin(), equal);
}

bool operator==(const Tag& a, const Tag& b) noexcept {
    if (a.value().index() != b.value().index()) {
        return false;
    }
    return std::visit(
        [&b](const auto& left) {
            using T = std::remove_cvref_t<decltype(left)>;
            const T& right = *std::get_if<T>(&b.value());
            if constexpr (std::is_floating_point_v<T>) {
                return same(left, right);
            } else {
                return left == right;
            }
        },
        a.value());
}

}  // namespace emoted::nbt
