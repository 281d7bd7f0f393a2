#include "cooldowns.hpp"

namespace emoted::core {

void Cooldowns::start(const Uuid& player, std::string_view emote, std::uint64_t now, TickCount length) {
    if (length.value() > 0) {
        until_[{player, std::string(emote)}] = now + static_cast<std::uint64_t>(length.value());
    }
}

TickCount Cooldowns::remaining(const Uuid& player, std::string_view emote, std::uint64_t now) const {
    const auto found = until_.find({player, std::string(emote)});
    if (found == until_.end() || found->second <= now) {
        return TickCount(0);
    }
    return TickCount(static_cast<std::int64_t>(found->second - now));
}

void Cooldowns::sweep(std::uint64_t now) {
    std::erase_if(until_, [now](const auto& entry) { return entry.second <= now; });
}

}  // namespace emoted::core
