// The commands of emoted for authors of emotes, which need no daemon: check, schema, explain and preview.
#pragma once

#include "check.hpp"
#include "explain.hpp"
#include "preview.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace emoted::tools {

class AuthorCommands {
public:
    // Adds the commands to `command`, which must outlive this.
    explicit AuthorCommands(CLI::App& command);

    // Once the arguments are read: does what was asked for and returns the exit status; nothing if none of the commands
    // was given. `config_file` stands for the --config of a command that has none.
    [[nodiscard]] std::optional<int> run(const std::filesystem::path& config_file);

private:
    void add_choice(CLI::App& command);

    CheckOptions options_;
    EmoteChoice choice_;
    PreviewOptions preview_options_;
    std::string format_ = "text";
    std::string kind_;
    CLI::App* check_;
    CLI::App* schema_;
    CLI::App* explain_;
    CLI::App* preview_;
};

}  // namespace emoted::tools
