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

// After a byte order mark, which the parser complains about, and white space.
bool begins_an_object(std::string_view bytes) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (bytes.starts_with(mark)) {
        bytes.remove_prefix(mark.size());
    }
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && bytes[first] == '{';
}

// Paths of what a link or a mistake has brought here: nobody who reads reports is to see what it says.
std::set<std::string> files_of_something_else(const std::vector<SourceFile>& files) {
    std::set<std::string> paths;
    for (const SourceFile& file : files) {
        if (!begins_an_object(file.bytes)) {
            paths.insert(file.path);
        }
    }
    return paths;
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

std::optional<Diagnostic> folder_fault(const config::Settings& settings) {
    const fs::path& folder = settings.emotes.directory;
    std::error_code error;
    if (!fs::exists(folder, error) && !error) {
        fs::create_directories(folder, error);
    }
    if (!error) {
        // Finds out whether it is a folder, and whether it can be read.
        const fs::directory_iterator entries(folder, error);
    }
    if (!error) {
        return std::nullopt;
    }
    Diagnostic fault;
    fault.code = DiagnosticCode::unreadable_file;
    fault.source = folder.string();
    fault.path = "$";
    fault.message = "emotes.directory is no folder that can be read: " + error.message();
    fault.expected = "a folder";
    std::error_code ignored;
    fault.found = fs::is_directory(folder, ignored) ? "a folder without the rights to read it"
                  : fs::exists(folder, ignored)     ? "something else"
                                                    : "nothing, and it cannot be made";
    fault.hint = "set emotes.directory to the folder tree of emote files";
    return fault;
}

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
    std::vector<SourceFile> files = read_pack(settings.emotes.directory);
    const std::set<std::string> not_quoted = files_of_something_else(files);
    LoadResult result = build_library(std::move(files), load_options(settings), previous.get());
    Diagnostics& diagnostics = result.report.diagnostics;
    place_related(diagnostics, [&](const std::string& source) { return text_of(settings.emotes.directory / source); });
    for (Diagnostic& diagnostic : diagnostics) {
        if (not_quoted.contains(diagnostic.source)) {
            diagnostic.source_line.clear();
            diagnostic.found.clear();
        }
    }
    const auto& playables = result.library->playables();
    if (std::ranges::none_of(playables, [](const auto& playable) { return playable->standalone; })) {
        Diagnostic& warning = diagnostics.emplace_back();
        warning.severity = Severity::warning;
        warning.code = DiagnosticCode::invalid_value;
        warning.source = settings.emotes.directory.string();
        warning.path = "$";
        warning.message = "there is not one emote to play in emotes.directory";
        warning.hint = "put emote files (*.json) there and reload";
    }
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
