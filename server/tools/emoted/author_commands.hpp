// The commands of emoted for authors of emotes, which need no daemon: check and schema.
#pragma once

#include "check.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace emoted::tools {

class AuthorCommands {
public:
    // Adds the commands to `command`, which must outlive this.
    explicit AuthorCommands(CLI::App& command);

    // Once the arguments are read: does what was asked for and returns the exit status; nothing if neither command was
    // given. `config_file` stands for a --config of check, if that has none.
    [[nodiscard]] std::optional<int> run(const std::filesystem::path& config_file);

private:
    CheckOptions options_;
    std::string format_ = "text";
    std::string kind_;
    CLI::App* check_;
    CLI::App* schema_;
};

}  // namespace emoted::tools
