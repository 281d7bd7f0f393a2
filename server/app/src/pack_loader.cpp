#include "loading_threads.hpp"
#include "pack_walk.hpp"

#include <emoted/app/pack_loader.hpp>
#include <emoted/config/read_file.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/related_places.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace emoted::app {
namespace {

namespace fs = std::filesystem;

SourceFile source_of(const FoundFile& found) {
    SourceFile file;
    file.path = found.path;
    file.read_error = found.error;
    file.size_bytes = found.stamp.size_bytes;
    return file;
}

void fetch(const fs::path& folder, SourceFile& file) {
    config::FileContent content = config::read_file(folder / file.path, limits::max_file_bytes, std::move(file.bytes));
    file.size_bytes = content.size;
    file.read_error = std::move(content.error);
    file.bytes = std::move(content.bytes);
}

void make_if_missing(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) {
        fs::create_directories(folder, error);
    }
}

// Reads what `cache` does not know. Without a library if it was stopped; what the cache knew it still knows then.
LoadResult load(const config::Settings& settings, const Library* previous, PackCache& cache,
                const std::stop_token& stop) {
    const fs::path& folder = settings.emotes.directory;
    const LoadOptions options = load_options(settings);
    cache.begin(options, std::chrono::system_clock::now().time_since_epoch());
    make_if_missing(folder);
    const std::vector<FoundFile> found = walk_pack(folder, {}, stop);
    std::vector<PackFile> files;
    files.reserve(found.size());
    std::vector<std::size_t> unknown;  // those that can be read and must be
    for (const FoundFile& file : found) {
        if (ReadFile known = file.error.empty() ? cache.find(file.path, file.stamp) : nullptr) {
            files.push_back({{}, std::move(known)});
            continue;
        }
        if (file.error.empty()) {
            unknown.push_back(files.size());
        }
        files.push_back({source_of(file), nullptr});
    }
    std::mutex mutex;
    std::set<std::string, std::less<>> unreadable;
    const auto fetch_one = [&](SourceFile& file) {
        fetch(folder, file);
        if (!file.read_error.empty()) {
            const std::lock_guard lock(mutex);
            unreadable.insert(file.path);
        }
    };
    BuiltPack built = build_library(std::move(files), options,
                                    {on_loading_threads(settings.emotes.loading_threads), fetch_one, stop}, previous);
    if (built.result.library == nullptr) {
        return {};
    }
    cache.forget_unused();
    for (const std::size_t i : unknown) {
        // Why a file could not be read may pass without a trace in its stamp.
        if (!unreadable.contains(found[i].path)) {
            const std::size_t bytes = bytes_beside(*built.result.library, built.files[i]);
            cache.keep(found[i].path, found[i].stamp, std::move(built.files[i]), bytes);
        }
    }
    return std::move(built.result);
}

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
    make_if_missing(folder);
    std::vector<SourceFile> files;
    for (const FoundFile& found : walk_pack(folder, limits, {})) {
        files.push_back(source_of(found));
        if (files.back().read_error.empty()) {
            fetch(folder, files.back());
        }
    }
    return files;
}

LoadResult load_pack(const config::Settings& settings, const std::shared_ptr<const Library>& previous, PackCache& cache,
                     const std::stop_token& stop) {
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
    LoadResult result = load(settings, previous.get(), cache, stop);
    if (result.library == nullptr) {
        return result;
    }
    Diagnostics& diagnostics = result.report.diagnostics;
    place_related(diagnostics, [&](const std::string& source) { return text_of(settings.emotes.directory / source); });
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
    options.quote_other_files = false;
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
