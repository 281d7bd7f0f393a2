#include <emoted/sequences/snbt.hpp>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <unordered_map>

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

Tag* Compound::find(std::string_view name) noexcept {
    return const_cast<Tag*>(std::as_const(*this).find(name));  // the members are this compound's own
}

void Compound::set(std::string name, Tag value) {
    if (Tag* const present = find(name)) {
        *present = std::move(value);
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

void merge(Compound& into, const Compound& patch) {
    // Names looked up one by one are faster where there are few, and too slow where there are many.
    constexpr std::size_t few = 16;
    std::unordered_map<std::string_view, std::size_t> places;
    const std::size_t before = into.members.size();
    if (before > few && patch.members.size() > few) {
        into.members.reserve(before + patch.members.size());  // the names must stay where they are
        for (std::size_t i = 0; i < before; ++i) {
            places.emplace(into.members[i].first, i);
        }
    }
    const auto find = [&](const std::string& name) -> Tag* {
        if (places.empty()) {
            return into.find(name);
        }
        const auto place = places.find(name);
        return place == places.end() ? nullptr : &into.members[place->second].second;
    };
    for (const auto& [name, tag] : patch.members) {
        Tag* const present = find(name);
        if (present == nullptr) {
            into.members.emplace_back(name, tag);
            continue;
        }
        Compound* const inner = present->as<Compound>();
        const auto* const inner_patch = tag.as<Compound>();
        if (inner != nullptr && inner_patch != nullptr) {
            merge(*inner, *inner_patch);
        } else {
            *present = tag;
        }
    }
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
