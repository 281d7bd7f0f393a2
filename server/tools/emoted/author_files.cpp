#include "author_files.hpp"

#include <emoted/app/pack_loader.hpp>
#include <emoted/config/loader.hpp>
#include <emoted/config/read_file.hpp>
#include <emoted/sequences/limits.hpp>

#include <istream>
#include <ostream>
#include <system_error>
#include <utility>

namespace emoted::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view standard_input = "<stdin>";

}  // namespace

void Gatherer::add(const std::string& path) {
    if (path == "-") {
        add_standard_input();
        return;
    }
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) {
        refuse(path, error ? error.message() : "there is no such file or folder");
    } else if (fs::is_directory(status)) {
        add_folder(path);
    } else {
        add_file(path);
    }
}

std::optional<std::string> Gatherer::text_of(const std::string& source) const {
    return source == standard_input ? standard_input_ : app::text_of(source);
}

void Gatherer::add_standard_input() {
    if (standard_input_) {
        return;
    }
    if (in_.bad()) {
        refuse("-", "standard input is closed, or nothing that can be read");
        return;
    }
    // One byte more than is allowed shows that there are too many.
    std::string bytes(limits::max_file_bytes + 1, '\0');
    in_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in_.gcount()));
    standard_input_ = bytes;
    SourceFile file;
    file.path = standard_input;
    file.size_bytes = bytes.size();
    file.bytes = std::move(bytes);
    files_.push_back(std::move(file));
}

void Gatherer::add_folder(const fs::path& folder) {
    for (SourceFile& file : app::read_pack(folder)) {
        const fs::path path = file.path == "." ? folder : folder / file.path;
        file.path = path.lexically_normal().generic_string();
        if (is_new(path)) {
            files_.push_back(std::move(file));
        }
    }
}

void Gatherer::add_file(const fs::path& path) {
    config::FileContent content = config::read_file(path, limits::max_file_bytes);
    if (!content.error.empty() && !content.too_large) {
        refuse(path.string(), content.error);
        return;
    }
    SourceFile file;
    file.path = path.lexically_normal().generic_string();
    file.bytes = std::move(content.bytes);
    file.read_error = std::move(content.error);
    file.size_bytes = content.size;
    if (is_new(path)) {
        files_.push_back(std::move(file));
    }
}

bool Gatherer::is_new(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return seen_.insert((error ? path : whole).lexically_normal().string()).second;
}

void Gatherer::refuse(const std::string& path, const std::string& why) {
    err_ << program_ << ": " << path << ": " << why << '\n';
    refused_any_ = true;
}

std::optional<AuthorOptions> author_options(const fs::path& config_file, const std::string& program,
                                            std::ostream& err) {
    if (config_file.empty()) {
        return AuthorOptions();
    }
    config::FileContent content = config::read_file(config_file, config::max_config_bytes);
    if (!content.error.empty()) {
        err << program << ": " << config_file.string() << ": " << content.error << '\n';
        return std::nullopt;
    }
    const config::Loaded loaded = config::parse(config_file.string(), content.bytes, config_file.parent_path(),
                                                {config::process_environment(), {}});
    if (!loaded.settings) {
        for (const Diagnostic& diagnostic : loaded.diagnostics) {
            err << to_text(diagnostic);
        }
        return std::nullopt;
    }
    return AuthorOptions{app::load_options(*loaded.settings), loaded.settings->emotes.directory};
}

}  // namespace emoted::tools
