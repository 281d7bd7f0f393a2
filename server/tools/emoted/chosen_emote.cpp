#include "chosen_emote.hpp"

#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/related_places.hpp>

#include <algorithm>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

namespace emoted::tools {
namespace {

[[nodiscard]] std::string nearest_id(const Library& library, std::string_view id) {
    std::vector<std::string_view> ids;
    for (const auto& playable : library.playables()) {
        ids.push_back(playable->id);
    }
    return text::nearest_word(id, ids);
}

// What the load says about the emote.
[[nodiscard]] Diagnostics about(const std::string& id, const LoadReport& report, const Gatherer& files) {
    Diagnostics found;
    std::copy_if(report.diagnostics.begin(), report.diagnostics.end(), std::back_inserter(found),
                 [&](const Diagnostic& diagnostic) { return diagnostic.emote_id == id; });
    place_related(found, [&](const std::string& source) { return files.text_of(source); });
    return found;
}

}  // namespace

std::variant<ChosenEmote, Refusal> choose_emote(const EmoteChoice& choice, const std::string& program, std::istream& in,
                                                std::ostream& err) {
    std::optional<AuthorOptions> author = author_options(choice.config_file, program, err);
    if (!author) {
        return Refusal{};
    }
    Gatherer files(in, err, program);
    if (choice.packs.empty()) {
        files.add(author->pack.string());
    }
    for (const std::string& pack : choice.packs) {
        files.add(pack);
    }
    if (files.refused_any()) {
        return Refusal{};
    }
    const LoadResult loaded = build_library(files.take_files(), author->load, nullptr);
    Diagnostics own = about(choice.id, loaded.report, files);
    for (const Diagnostic& diagnostic : own) {
        err << to_text(diagnostic);
    }
    std::shared_ptr<const Playable> playable = loaded.library->find(choice.id);
    if (playable == nullptr) {
        if (has_faults(own)) {
            return Refusal{faulty, std::move(own)};
        }
        err << program << ": there is no emote \"" << safe_line(choice.id) << "\" among the "
            << loaded.report.emotes_loaded << " good ones of " << loaded.report.files_found << " files\n";
        if (const std::string nearest = nearest_id(*loaded.library, choice.id); !nearest.empty()) {
            err << "  did you mean \"" << nearest << "\"?\n";
        }
        if (has_faults(loaded.report.diagnostics)) {
            err << "  some files have faults: emoted check says which\n";
        }
        return Refusal{};
    }
    if (choice.partner_at && !playable->two_player()) {
        err << program << ": --partner-at: " << playable->id << " is no two-player sequence\n";
        return Refusal{};
    }
    return ChosenEmote{loaded.library, std::move(playable), author->load, std::move(files)};
}

explain::ExplainOptions explain_options(const EmoteChoice& choice, const LoadOptions& load) {
    explain::ExplainOptions options;
    options.seed = choice.seed;
    options.partner_at = choice.partner_at;
    options.most_ticks = static_cast<std::uint64_t>(load.limits.max_sequence_ticks);
    options.settings.molang_steps = load.limits.molang_steps;
    options.settings.molang_world_steps = load.limits.molang_world_steps;
    return options;
}

}  // namespace emoted::tools
