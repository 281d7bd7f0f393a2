// What was read of each emote file, kept from one load to the next, so that a reload reads only what has changed.
//
// A file counts as unchanged while its path and stamp are the same. Emotes are shared with the library, so that the
// cache adds little to what that holds; sequences, which are small, keep their texts. One thread at a time.
#pragma once

#include <emoted/sequences/pack.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace emoted::app {

// What the system says of a file; whoever writes to it changes this, as far as the clock of the file system can tell.
struct FileStamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size_bytes = 0;
    std::chrono::nanoseconds modified{};        // since the epoch; a program may set it
    std::chrono::nanoseconds status_changed{};  // likewise, and no program may
    friend bool operator==(const FileStamp&, const FileStamp&) noexcept = default;
};

class PackCache {
public:
    // A file that was changed so shortly before it was read may change again without another stamp: file systems keep
    // times in steps of up to two seconds.
    static constexpr std::chrono::seconds settling_time{2};

    // For what the cache alone holds: ten thousands of sequences or reports. Files beyond it, by path, are read in each
    // load.
    static constexpr std::size_t usual_most_bytes = 268'435'456;

    explicit PackCache(std::chrono::nanoseconds settling = settling_time,
                       std::size_t most_bytes = usual_most_bytes) noexcept
        : settling_(settling), most_bytes_(most_bytes) {}

    // Before the files are looked at, with the time of the system. Forgets everything if other options make something
    // else of the same files.
    void begin(const LoadOptions& options, std::chrono::nanoseconds now);
    // Null if the file has changed or is not known.
    [[nodiscard]] ReadFile find(const std::string& path, const FileStamp& stamp);
    // Forgets the files that were not found since begin().
    void forget_unused();
    // Remembers what a file gave, if its stamp can be relied on and there is room for its `bytes`.
    void keep(const std::string& path, const FileStamp& stamp, ReadFile file, std::size_t bytes);

    [[nodiscard]] std::size_t size() const noexcept { return kept_.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    struct Kept {
        FileStamp stamp;
        ReadFile file;
        std::size_t bytes = 0;
        std::uint64_t load = 0;  // the last one that used it
    };

    std::chrono::nanoseconds settling_;
    std::size_t most_bytes_;
    std::chrono::nanoseconds began_{};
    std::uint64_t load_ = 0;
    LoadOptions options_;
    std::unordered_map<std::string, Kept> kept_;
    std::size_t bytes_ = 0;  // of all that are kept
};

}  // namespace emoted::app
