// The files that the commands for authors read: packs given on the command line, and the limits of a configuration.
//
// Touches the files it is given, standard input, and nothing else; one call at a time.
#pragma once

#include <emoted/sequences/library.hpp>

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace emoted::tools {

// The files that the paths name, each once, under the names that a person would type.
class Gatherer {
public:
    // `program` begins every line about what could not be read, which goes to `err`.
    Gatherer(std::istream& in, std::ostream& err, std::string program)
        : in_(in), err_(err), program_(std::move(program)) {}

    // A file, a folder (every *.json below it), or "-" for standard input.
    void add(const std::string& path);

    [[nodiscard]] std::vector<SourceFile> take_files() { return std::move(files_); }
    [[nodiscard]] bool refused_any() const noexcept { return refused_any_; }
    // For a second look.
    [[nodiscard]] std::optional<std::string> text_of(const std::string& source) const;

private:
    void add_standard_input();
    void add_folder(const std::filesystem::path& folder);
    void add_file(const std::filesystem::path& path);
    bool is_new(const std::filesystem::path& path);
    void refuse(const std::string& path, const std::string& why);

    std::istream& in_;
    std::ostream& err_;
    std::string program_;
    std::vector<SourceFile> files_;
    std::set<std::string> seen_;
    std::optional<std::string> standard_input_;
    bool refused_any_ = false;
};

struct AuthorOptions {
    LoadOptions load;
    std::filesystem::path pack = ".";  // of the configuration; the current folder without one
};
// What this configuration says, without its secrets: whoever writes emotes need not hold them. The defaults if
// `config_file` is empty; nothing if it has faults, which then go to `err`.
[[nodiscard]] std::optional<AuthorOptions> author_options(const std::filesystem::path& config_file,
                                                          const std::string& program, std::ostream& err);

}  // namespace emoted::tools
