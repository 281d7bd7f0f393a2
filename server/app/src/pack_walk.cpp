#include "pack_walk.hpp"

#include <emoted/sequences/limits.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace emoted::app {
namespace {

namespace fs = std::filesystem;

char lower(char letter) noexcept {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_json_name(std::string_view name) noexcept {
    constexpr std::string_view ending = ".json";
    return name.size() > ending.size() && std::ranges::equal(name.substr(name.size() - ending.size()), ending,
                                                             [](char a, char b) { return lower(a) == b; });
}

// By lower-cased path; paths that differ only in case stand in byte order.
bool comes_before(std::string_view left, std::string_view right) noexcept {
    const std::size_t common = std::min(left.size(), right.size());
    for (std::size_t i = 0; i < common; ++i) {
        const auto a = static_cast<unsigned char>(lower(left[i]));
        const auto b = static_cast<unsigned char>(lower(right[i]));
        if (a != b) {
            return a < b;
        }
    }
    return left.size() != right.size() ? left.size() < right.size() : left < right;
}

std::string system_text(int error) {
    return std::generic_category().message(error);
}

struct CloseFolder {
    void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

std::chrono::nanoseconds since_epoch(const timespec& time) noexcept {
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

FileStamp stamp_of(const struct stat& status) noexcept {
    return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size), since_epoch(status.st_mtim),
            since_epoch(status.st_ctim)};
}

class Walker {
public:
    Walker(const fs::path& folder, const PackLimits& limits, const std::stop_token& stop)
        : root_(folder.native()), limits_(limits), stop_(stop) {}

    std::vector<FoundFile> found() {
        walk("", 0);
        const auto by_path = [](const FoundFile& a, const FoundFile& b) { return comes_before(a.path, b.path); };
        if (!std::ranges::is_sorted(found_, by_path)) {
            std::ranges::stable_sort(found_, by_path);
        }
        refuse_what_is_too_much();
        return std::move(found_);
    }

private:
    struct Name {
        std::string text;
        unsigned char type = DT_UNKNOWN;
    };

    // `relative` is empty or a path.
    void walk(const std::string& relative, std::size_t depth) {
        const std::string& shown = relative.empty() ? here : relative;
        const std::string path = relative.empty() ? root_ : root_ + '/' + relative;
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0) {
            refuse(shown, system_text(errno));
            return;
        }
        if (!walked_.emplace(status.st_dev, status.st_ino).second) {
            return;
        }
        if (depth > limits_.max_depth) {
            refuse(shown, "folders are nested deeper than " + std::to_string(limits_.max_depth));
            return;
        }
        const Folder folder(::opendir(path.c_str()));
        if (!folder) {
            refuse(shown, system_text(errno));
            return;
        }
        for (const Name& name : names_in(folder.get(), shown)) {
            if (stop_.stop_requested()) {
                return;
            }
            visit(folder.get(), name, relative.empty() ? name.text : relative + '/' + name.text, depth);
        }
    }

    std::vector<Name> names_in(DIR* folder, const std::string& shown) {
        std::vector<Name> names;
        const auto next = [folder] {
            errno = 0;  // tells an error from the end
            return ::readdir(folder);
        };
        for (const dirent* entry = next(); entry != nullptr; entry = next()) {
            const std::string_view name = static_cast<const char*>(entry->d_name);
            if (name != "." && !name.starts_with("..")) {
                names.push_back({std::string(name), entry->d_type});
            }
        }
        if (errno != 0) {
            refuse(shown, system_text(errno));
        }
        // Which of two links to one folder is walked must not depend on the file system.
        std::ranges::sort(names, comes_before, &Name::text);
        return names;
    }

    void visit(DIR* folder, const Name& name, std::string relative, std::size_t depth) {
        if (name.type == DT_DIR) {
            walk(relative, depth + 1);
            return;
        }
        const bool is_json = is_json_name(name.text);
        const bool may_be_folder = name.type == DT_LNK || name.type == DT_UNKNOWN;
        if (!is_json && !may_be_folder) {
            return;
        }
        struct stat status {};
        if (::fstatat(::dirfd(folder), name.text.c_str(), &status, 0) != 0) {
            // A link to nothing is a mistake to be told; one in a circle might have led to a folder.
            if (errno == ELOOP) {
                refuse(std::move(relative), "the link leads in a circle");
            } else if (is_json) {
                refuse(std::move(relative), system_text(errno));
            }
        } else if (S_ISDIR(status.st_mode)) {
            walk(relative, depth + 1);
        } else if (is_json && S_ISREG(status.st_mode)) {
            found_.push_back({std::move(relative), {}, stamp_of(status)});
        } else if (is_json) {
            refuse(std::move(relative), "it is a pipe, a socket or a device");  // which may never end
        }
    }

    void refuse_what_is_too_much() {
        std::size_t files = 0;
        std::uint64_t bytes = 0;
        for (FoundFile& file : found_) {
            if (!file.error.empty()) {
                continue;
            }
            // What is too large for one file is not read at all.
            const std::uint64_t size = file.stamp.size_bytes > limits::max_file_bytes ? 0 : file.stamp.size_bytes;
            if (files == limits_.max_files) {
                file.error = "more than " + std::to_string(limits_.max_files) + " files";
                continue;
            }
            ++files;
            if (size > limits_.max_bytes - bytes) {
                file.error = "all files together have more than " + std::to_string(limits_.max_bytes) + " bytes";
                continue;
            }
            bytes += size;
        }
    }

    void refuse(std::string path, std::string error) { found_.push_back({std::move(path), std::move(error), {}}); }

    static inline const std::string here = ".";

    std::string root_;
    const PackLimits& limits_;
    const std::stop_token& stop_;
    std::set<std::pair<dev_t, ino_t>> walked_;
    std::vector<FoundFile> found_;
};

}  // namespace

std::vector<FoundFile> walk_pack(const fs::path& folder, const PackLimits& limits, const std::stop_token& stop) {
    return Walker(folder, limits, stop).found();
}

}  // namespace emoted::app
