#include <emoted/app/pack_loader.hpp>
#include <emoted/config/read_file.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/related_places.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace emoted::app {
namespace {

namespace fs = std::filesystem;

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char character) {
        return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
    });
    return lower;
}

bool is_json_name(std::string_view name) {
    constexpr std::string_view ending = ".json";
    return name.size() > ending.size() && lower_case(name.substr(name.size() - ending.size())) == ending;
}

// By lower-cased path; paths that differ only in case stand in byte order.
bool comes_before(const std::string& left, const std::string& right) {
    const std::string lower_left = lower_case(left);
    const std::string lower_right = lower_case(right);
    return lower_left != lower_right ? lower_left < lower_right : left < right;
}

class PackReader {
public:
    PackReader(const fs::path& folder, const PackLimits& limits) : folder_(folder), limits_(limits) {}

    std::vector<SourceFile> read() {
        walk(".", 0);
        std::ranges::sort(paths_, comes_before);
        for (const std::string& path : paths_) {
            read_one(path);
        }
        std::ranges::stable_sort(files_, comes_before, &SourceFile::path);
        return std::move(files_);
    }

private:
    // `relative` is "." or a path without a leading "./".
    void walk(const fs::path& relative, std::size_t depth) {
        struct stat status {};
        const fs::path folder = relative == "." ? folder_ : folder_ / relative;
        if (::stat(folder.c_str(), &status) != 0) {
            refuse(relative.generic_string(), std::generic_category().message(errno));
            return;
        }
        if (!walked_.emplace(status.st_dev, status.st_ino).second) {
            return;
        }
        if (depth > limits_.max_depth) {
            refuse(relative.generic_string(), "folders are nested deeper than " + std::to_string(limits_.max_depth));
            return;
        }
        std::error_code error;
        std::vector<std::string> names;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
            std::string name = entry->path().filename().string();
            if (!name.starts_with("..")) {
                names.push_back(std::move(name));
            }
        }
        if (error) {
            refuse(relative.generic_string(), error.message());
        }
        // Which of two links to one folder is walked must not depend on the file system.
        std::ranges::sort(names, comes_before);
        for (const std::string& name : names) {
            visit(relative == "." ? fs::path(name) : relative / name, depth);
        }
    }

    void visit(const fs::path& relative, std::size_t depth) {
        std::error_code error;
        const fs::file_status status = fs::status(folder_ / relative, error);
        if (fs::is_directory(status)) {
            walk(relative, depth + 1);
        } else if (is_json_name(relative.filename().string())) {
            // A link to nothing is a mistake to be told; pipes and devices are no files of ours.
            if (fs::is_regular_file(status)) {
                paths_.push_back(relative.generic_string());
            } else if (!fs::exists(status)) {
                refuse(relative.generic_string(), error ? error.message() : "the link leads nowhere");
            }
        }
    }

    void read_one(const std::string& path) {
        if (files_read_ == limits_.max_files) {
            refuse(path, "more than " + std::to_string(limits_.max_files) + " files");
            return;
        }
        ++files_read_;
        config::FileContent content = config::read_file(folder_ / path, limits::max_file_bytes);
        if (!content.error.empty()) {
            refuse(path, std::move(content.error), content.size);
            return;
        }
        if (content.bytes.size() > limits_.max_bytes - bytes_read_) {
            refuse(path, "all files together have more than " + std::to_string(limits_.max_bytes) + " bytes");
            return;
        }
        bytes_read_ += content.bytes.size();
        SourceFile file;
        file.path = path;
        file.size_bytes = content.bytes.size();
        file.bytes = std::move(content.bytes);
        files_.push_back(std::move(file));
    }

    void refuse(std::string path, std::string error, std::uint64_t size = 0) {
        SourceFile file;
        file.path = std::move(path);
        file.read_error = std::move(error);
        file.size_bytes = size;
        files_.push_back(std::move(file));
    }

    const fs::path& folder_;
    const PackLimits& limits_;
    std::set<std::pair<dev_t, ino_t>> walked_;
    std::vector<std::string> paths_;
    std::vector<SourceFile> files_;
    std::size_t files_read_ = 0;
    std::uint64_t bytes_read_ = 0;
};

}  // namespace

std::vector<SourceFile> read_pack(const fs::path& folder, const PackLimits& limits) {
    std::error_code error;
    if (!fs::exists(folder, error)) {
        fs::create_directories(folder, error);
    }
    return PackReader(folder, limits).read();
}

LoadResult load_pack(const config::Settings& settings, const std::shared_ptr<const Library>& previous) {
    std::error_code error;
    if (previous != nullptr && !fs::is_directory(settings.emotes.directory, error)) {
        LoadResult kept;
        kept.library = previous;
        Diagnostic& fault = kept.report.diagnostics.emplace_back();
        fault.code = DiagnosticCode::unreadable_file;
        fault.source = settings.emotes.directory.string();
        fault.path = "$";
        fault.message =
            "the folder of emotes (emotes.directory) is not there any more; everything loaded goes on serving";
        fault.expected = "a folder";
        fault.found = fs::exists(settings.emotes.directory, error) ? "something else" : "nothing";
        fault.hint = "if the emotes are meant to go, make the folder, leave it empty and reload";
        return kept;
    }
    LoadResult result = build_library(read_pack(settings.emotes.directory), load_options(settings), previous.get());
    place_related(result.report.diagnostics,
                  [&](const std::string& source) { return text_of(settings.emotes.directory / source); });
    return result;
}

std::optional<std::string> text_of(const fs::path& file) {
    config::FileContent content = config::read_file(file, limits::max_file_bytes);
    return content.error.empty() ? std::optional(std::move(content.bytes)) : std::nullopt;
}

LoadOptions load_options(const config::Settings& settings) {
    LoadOptions options;
    options.limits = settings.limits;
    options.allowed_commands = settings.emotes.allowed_commands;
    options.keep_last_good = settings.reload_keep_last_good;
    return options;
}

std::shared_ptr<const core::Policy> load_policy(const config::Settings& settings, Diagnostics& diagnostics) {
    const fs::path& file = settings.emotes.policy;
    config::FileContent content = config::read_file(file, limits::max_file_bytes);
    if (content.error.empty()) {
        return core::Policy::parse(file.string(), std::move(content.bytes), diagnostics);
    }
    Diagnostic diagnostic;
    diagnostic.source = file.string();
    diagnostic.path = "$";
    diagnostic.code = content.too_large ? DiagnosticCode::file_too_large : DiagnosticCode::unreadable_file;
    if (content.missing) {
        diagnostic.severity = Severity::warning;
        diagnostic.message = "there is no policy file, so nobody may play anything";
        diagnostic.hint = "write one, or set emotes.policy";
        diagnostics.push_back(std::move(diagnostic));
        return std::make_shared<const core::Policy>();
    }
    diagnostic.message = "the policy cannot be read: " + content.error;
    diagnostics.push_back(std::move(diagnostic));
    return nullptr;
}

}  // namespace emoted::app
