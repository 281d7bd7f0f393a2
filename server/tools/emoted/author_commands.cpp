#include "author_commands.hpp"

#include "whole_number.hpp"

#include <emoted/app/standard_streams.hpp>
#include <emoted/sequences/emote_schema.hpp>

#include <iostream>

namespace emoted::tools {
namespace {

constexpr const char* check_footer =
    R"(All PATHs together are one pack: files, folders (every *.json below them), and - for standard input. What is
found is what a reload of the daemon would find, all faults of all files at once, by file and position.

A report shows the first 100 errors and 100 warnings of a file and says how many more there are.

With --format json, one object: version (1), files, emotes, animations, sequences, errors and warnings (all of them),
affected (objects with emote, file, because: emotes that are out because another file has faults), truncated (objects with
file, errors, warnings: how many of a file are not among the diagnostics), links (of each good sequence: emote, file and
clips, with id, file, uses and used_by, the paths of the mentions) and diagnostics. Each of the last has
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

constexpr const char* explain_footer =
    R"(Plays the emote in a world of its own, as the daemon would, and says what happens: which clips are chosen and by
which draws, when each plays, waits, delays, transitions and events, which displays are hidden when, how long it can get,
and how many bytes of messages one viewer is sent. Of a two-player sequence both branches, or with --partner-at the one
that is taken if a partner asks to join in that tick.

The same seed makes the same choices here and in the daemon, whose log and wire tell the seed of every playback
(emotectl play --seed plays one again).

With --format json, one object: version (1), id, name, kind, two_player, standalone, file, seed (a text), clips (id,
duration, mode, loop_delay, mirrored, dynamic_nodes, owner and used_by: places with file, path, pointer, line, column,
offset), branches (branch, ticks, shortest, expected, longest), partner (offer, timeout, end) and courses: course, ticks,
partner_at, branch_at, endless, broken_off, failure, time_line (kind, from, to, branch, clip, control, path, draw), events,
most_shown, displays (node, type, space, mirror_of, hidden: pairs of ticks) and bytes. All times are ticks. Of an
emote with faults: version, id and diagnostics, as check writes them. More members may come.

Exit status:
  0  done
  1  the emote has faults, or fails when it is played
  2  bad arguments, no such emote, or something could not be read)";

constexpr const char* preview_footer =
    R"(A page (*.html) holds all it needs: open it in any browser, offline, or send it to somebody. It has the time line of
the playback, both bodies of a two-player sequence, and a slider for the tick in which a partner asks to join. What moves
is what the daemon would send; skins and models are drawn as boxes.

A contact sheet (*.png) shows ticks spread over the course, above from a corner and below from the side; of a two-player
sequence with a partner who comes at once, unless --partner-at says otherwise.

Exit status:
  0  done
  1  the emote has faults, or fails when it is played
  2  bad arguments, no such emote, or something could not be read or written)";

}  // namespace

AuthorCommands::AuthorCommands(CLI::App& command)
    : check_(command.add_subcommand("check", "Check emote files without a daemon")),
      schema_(command.add_subcommand("schema", "Print a JSON Schema (draft 2020-12) of emote files")),
      explain_(command.add_subcommand("explain", "Say what an emote becomes when it is played")),
      preview_(command.add_subcommand("preview", "Show what an emote becomes when it is played")) {
    check_->footer(check_footer);
    check_->add_option("PATH", options_.paths, "Files, folders, or - for standard input")->required();
    check_->add_option("--format", format_, "How findings are printed")->check(CLI::IsMember({"text", "json"}));
    check_->add_flag("--links", options_.links, "Print which animations each sequence uses, and where it says so");
    check_->add_flag("--warnings-as-errors", options_.warnings_as_errors, "Warnings fail the check too");
    check_->add_option("--config", options_.config_file,
                       "Take limits and allowed commands from this configuration, instead of the defaults");
    schema_->footer(schema_footer);
    schema_->add_option("KIND", kind_, "animation or sequence")
        ->required()
        ->check(CLI::IsMember({"animation", "sequence"}));
    explain_->footer(explain_footer);
    add_choice(*explain_);
    explain_->add_option("--format", format_, "How it is said")->check(CLI::IsMember({"text", "json"}));
    preview_->footer(preview_footer);
    add_choice(*preview_);
    preview_->add_option("-o,--output", preview_options_.output, "The file to write: *.html or *.png")->required();
    preview_->add_option("--pictures", preview_options_.pictures, "How many ticks a contact sheet shows")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    preview_->add_option("--size", preview_options_.size, "Pixels of each of its pictures")
        ->check(CLI::Range(32, 512))
        ->capture_default_str();
}

void AuthorCommands::add_choice(CLI::App& command) {
    command.add_option("ID", choice_.id, "The emote: an animation or a sequence")->required();
    command.add_option(
        "--pack", choice_.packs,
        "Files and folders to look in, together one pack; without, that of --config, or the current folder");
    command.add_option("--seed", choice_.seed, "Of the random choices")
        ->transform(whole_number())
        ->capture_default_str();
    command
        .add_option("--partner-at", choice_.partner_at,
                    "Two-player sequences: the tick in which a partner asks to join")
        ->transform(whole_number());
    command.add_option("--config", choice_.config_file,
                       "Take limits, allowed commands and the folder of emotes from this configuration");
}

std::optional<int> AuthorCommands::run(const std::filesystem::path& config_file) {
    if (!app::standard_input_is_readable()) {
        std::cin.setstate(std::ios::badbit);
    }
    if (check_->parsed()) {
        options_.json = format_ == "json";
        if (options_.config_file.empty()) {
            options_.config_file = config_file;
        }
        return check(options_, std::cin, std::cout, std::cerr);
    }
    if (choice_.config_file.empty()) {
        choice_.config_file = config_file;
    }
    if (explain_->parsed()) {
        return explain(choice_, format_ == "json", std::cin, std::cout, std::cerr);
    }
    if (preview_->parsed()) {
        return preview(choice_, preview_options_, std::cin, std::cerr);
    }
    if (schema_->parsed()) {
        std::cout << (kind_ == "animation" ? animation_schema() : sequence_schema()) << std::flush;
        return std::cout ? 0 : 2;
    }
    return std::nullopt;
}

}  // namespace emoted::tools
