#include <emoted/app/pack_cache.hpp>

#include <tuple>
#include <utility>

namespace emoted::app {
namespace {

// What decides what is made of a file. Names every member, so that one more does not compile until it is thought of.
auto members(const LoadOptions& options) {
    const auto& [limits, allowed_commands, keep_last_good, quote_other_files] = options;
    const auto& [sequence_ticks, segments, molang_steps, molang_world_steps, data_bytes, emotes] = limits;
    static_cast<void>(keep_last_good);  // decides between files that were read
    return std::tie(sequence_ticks, segments, molang_steps, molang_world_steps, data_bytes, emotes, allowed_commands,
                    quote_other_files);
}

}  // namespace

void PackCache::begin(const LoadOptions& options, std::chrono::nanoseconds now) {
    if (members(options_) != members(options)) {
        kept_.clear();
        bytes_ = 0;
        options_ = options;
    }
    began_ = now;
    ++load_;
}

ReadFile PackCache::find(const std::string& path, const FileStamp& stamp) {
    const auto found = kept_.find(path);
    if (found == kept_.end() || found->second.stamp != stamp) {
        return nullptr;
    }
    found->second.load = load_;
    return found->second.file;
}

void PackCache::forget_unused() {
    std::erase_if(kept_, [this](const auto& entry) {
        const bool unused = entry.second.load != load_;
        bytes_ -= unused ? entry.second.bytes : 0;
        return unused;
    });
}

void PackCache::keep(const std::string& path, const FileStamp& stamp, ReadFile file, std::size_t bytes) {
    const auto settled = began_ - settling_;
    if (stamp.modified < settled && stamp.status_changed < settled && bytes <= most_bytes_ - bytes_ &&
        kept_.try_emplace(path, Kept{stamp, std::move(file), bytes, load_}).second) {
        bytes_ += bytes;
    }
}

}  // namespace emoted::app
