#include "author_commands.hpp"

#include <emoted/sequences/emote_schema.hpp>

#include <iostream>

namespace emoted::tools {
namespace {

constexpr const char* check_footer =
    R"(All PATHs together are one pack: files, folders (every *.json below them), and - for standard input. What is
found is what a reload of the daemon would find, all faults of all files at once, by file and position.

With --format json, one object: version (1), files, emotes, animations, sequences, errors, warnings, affected (objects
with emote, file, because: emotes that are out because another file has faults) and diagnostics. Each of these has
severity ("error" or "warning"), code and pointer (RFC 6901), and where there is one: file, emote, path, line, column (in
code points, from 1), offset (in bytes, from 0), text_column (inside a text of SNBT or Molang, from 1), message, expected,
found, nearest, hint, and related (objects with file, path, line, column, offset, message). More members may come; a code
keeps its meaning.

Exit status:
  0  no faults (warnings are fine, unless --warnings-as-errors)
  1  faults
  2  bad arguments, or something could not be read)";

constexpr const char* schema_footer =
    R"(Save it and let your editor use it, for example with "$schema": "./emote-animation.schema.json" at the top of a
file. The schema is made from the tables that the daemon reads by: what the daemon accepts, the schema accepts. What a
schema cannot say (references, orders, sums, SNBT, Molang) is left to `emoted check`.)";

}  // namespace

AuthorCommands::AuthorCommands(CLI::App& command)
    : check_(command.add_subcommand("check", "Check emote files without a daemon")),
      schema_(command.add_subcommand("schema", "Print a JSON Schema (draft 2020-12) of emote files")) {
    check_->footer(check_footer);
    check_->add_option("PATH", options_.paths, "Files, folders, or - for standard input")->required();
    check_->add_option("--format", format_, "How findings are printed")->check(CLI::IsMember({"text", "json"}));
    check_->add_flag("--warnings-as-errors", options_.warnings_as_errors, "Warnings fail the check too");
    check_->add_option("--config", options_.config_file,
                       "Take limits and allowed commands from this configuration, instead of the defaults");
    schema_->footer(schema_footer);
    schema_->add_option("KIND", kind_, "animation or sequence")
        ->required()
        ->check(CLI::IsMember({"animation", "sequence"}));
}

std::optional<int> AuthorCommands::run(const std::filesystem::path& config_file) {
    if (check_->parsed()) {
        options_.json = format_ == "json";
        if (options_.config_file.empty()) {
            options_.config_file = config_file;
        }
        return check(options_, std::cin, std::cout, std::cerr);
    }
    if (schema_->parsed()) {
        std::cout << (kind_ == "animation" ? animation_schema() : sequence_schema()) << std::flush;
        return std::cout ? 0 : 2;
    }
    return std::nullopt;
}

}  // namespace emoted::tools
