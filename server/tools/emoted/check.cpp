#include "check.hpp"

#include "check_report.hpp"

#include <emoted/app/pack_loader.hpp>
#include <emoted/config/loader.hpp>
#include <emoted/config/read_file.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/related_places.hpp>

#include <algorithm>
#include <istream>
#include <optional>
#include <ostream>
#include <set>
#include <system_error>
#include <utility>

namespace emoted::tools {
namespace {

namespace fs = std::filesystem;

constexpr int clean = 0;
constexpr int faulty = 1;
constexpr int cannot_look = 2;

constexpr std::string_view standard_input = "<stdin>";

// The files that the paths name, each once, under the names that a person would type.
class Gatherer {
public:
    Gatherer(std::istream& in, std::ostream& err) : in_(in), err_(err) {}

    void add(const std::string& path) {
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

    [[nodiscard]] std::vector<SourceFile> take_files() { return std::move(files_); }
    [[nodiscard]] bool refused_any() const noexcept { return refused_any_; }

    // For a second look.
    [[nodiscard]] std::optional<std::string> text_of(const std::string& source) const {
        return source == standard_input ? standard_input_ : app::text_of(source);
    }

private:
    void add_standard_input() {
        if (standard_input_) {
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

    void add_folder(const fs::path& folder) {
        for (SourceFile& file : app::read_pack(folder)) {
            const fs::path path = file.path == "." ? folder : folder / file.path;
            file.path = path.lexically_normal().generic_string();
            if (is_new(path)) {
                files_.push_back(std::move(file));
            }
        }
    }

    void add_file(const fs::path& path) {
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

    bool is_new(const fs::path& path) {
        std::error_code error;
        const fs::path whole = fs::absolute(path, error);
        return seen_.insert((error ? path : whole).lexically_normal().string()).second;
    }

    void refuse(const std::string& path, const std::string& why) {
        err_ << "emoted check: " << path << ": " << why << '\n';
        refused_any_ = true;
    }

    std::istream& in_;
    std::ostream& err_;
    std::vector<SourceFile> files_;
    std::set<std::string> seen_;
    std::optional<std::string> standard_input_;
    bool refused_any_ = false;
};

// Nothing if the configuration has faults, which are then printed.
std::optional<LoadOptions> options_from(const fs::path& config_file, std::ostream& err) {
    if (config_file.empty()) {
        return LoadOptions();
    }
    config::FileContent content = config::read_file(config_file, config::max_config_bytes);
    if (!content.error.empty()) {
        err << "emoted check: " << config_file.string() << ": " << content.error << '\n';
        return std::nullopt;
    }
    // Without its secrets: whoever checks emotes need not hold them.
    const config::Loaded loaded = config::parse(config_file.string(), content.bytes, config_file.parent_path(),
                                                {config::process_environment(), {}});
    if (!loaded.settings) {
        for (const Diagnostic& diagnostic : loaded.diagnostics) {
            err << to_text(diagnostic);
        }
        return std::nullopt;
    }
    return app::load_options(*loaded.settings);
}

}  // namespace

int check(const CheckOptions& options, std::istream& in, std::ostream& out, std::ostream& err) {
    std::optional<LoadOptions> load_options = options_from(options.config_file, err);
    if (!load_options) {
        return cannot_look;
    }
    Gatherer gatherer(in, err);
    for (const std::string& path : options.paths) {
        gatherer.add(path);
    }
    LoadResult result = build_library(gatherer.take_files(), *load_options, nullptr);
    place_related(result.report.diagnostics, [&](const std::string& source) { return gatherer.text_of(source); });
    const CheckSummary summary = summarize(result.report);
    if (options.json) {
        print_json(out, result.report, summary);
    } else {
        print_text(out, result.report, summary);
    }
    out.flush();
    if (gatherer.refused_any() || summary.unreadable != 0) {
        return cannot_look;
    }
    return summary.errors != 0 || (options.warnings_as_errors && summary.warnings != 0) ? faulty : clean;
}

}  // namespace emoted::tools
