#include "library/digest.hpp"
#include "library/emote_file.hpp"
#include "sequence/clip_catalogue.hpp"
#include "sequence/resolver.hpp"

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/library.hpp>
#include <emoted/sequences/pack.hpp>

#include <algorithm>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace emoted {

using library::EmoteFile;
using sequence::ClipCatalogue;
using sequence::Obstacle;

// Makes a library of files in these steps: read each file alone; resolve the sequences against the clips; drop every id
// that several good files own; resolve again if that took clips away; fall back to the last good version of what is
// faulty now.
class LibraryBuilder {
public:
    LibraryBuilder(const LoadOptions& options, const Workers& workers, const Library* previous)
        : options_(options), workers_(workers), previous_(previous) {}

    BuiltPack build(std::vector<PackFile> files) {
        read(std::move(files));
        drop_duplicates();
        resolve_all();
        // A duplicate takes a clip away or brings an older one back, which may change what resolves.
        while (!stopped() && drop_duplicates()) {
            resolve_all();
        }
        if (stopped()) {
            return {};
        }
        return {publish(), std::move(files_)};
    }

private:
    struct Entry {
        ReadFile file;
        std::shared_ptr<const Playable> playable;  // what the file as it is now gives; null if that is nothing
        Diagnostics diagnostics;                   // beside those of reading it
        Diagnostics resolve_diagnostics;
        text::Omitted resolve_omitted;
        bool is_duplicate = false;
        bool is_kept = false;  // serves its last good version
    };
    // Files that give a playable now, by its id, then by path.
    using Owner = std::pair<std::string_view, Entry*>;
    using Owners = std::vector<Owner>;
    struct ById {
        bool operator()(const Owner& a, std::string_view id) const noexcept { return a.first < id; }
        bool operator()(std::string_view id, const Owner& b) const noexcept { return id < b.first; }
    };

    [[nodiscard]] bool stopped() const noexcept { return workers_.stop.stop_requested(); }

    void read(std::vector<PackFile> files) {
        entries_.resize(files.size());
        std::vector<std::size_t> unknown;
        for (std::size_t i = 0; i < files.size(); ++i) {
            if (files[i].known) {
                entries_[i].file = std::move(files[i].known);
            } else {
                unknown.push_back(i);
            }
        }
        workers_.for_each(unknown.size(), [&](std::size_t index) {
            if (stopped()) {
                return;
            }
            const std::size_t at = unknown[index];
            SourceFile& source = files[at].source;
            if (workers_.fetch && source.bytes.empty() && source.read_error.empty()) {
                workers_.fetch(source);
            }
            entries_[at].file =
                std::make_shared<const EmoteFile>(library::read_emote_file(std::move(source), options_));
        });
        files_read_ = unknown.size();
        if (stopped()) {
            entries_.clear();
            return;
        }
        files_.reserve(entries_.size());
        for (Entry& entry : entries_) {
            entry.playable = entry.file->animation;
            has_sequences_ = has_sequences_ || entry.file->sequence;
            files_.push_back(entry.file);
        }
        const auto by_path = [](const Entry& a, const Entry& b) {
            return std::tie(a.file->sort_key, a.file->path) < std::tie(b.file->sort_key, b.file->path);
        };
        // As a rule they come in this order.
        if (!std::is_sorted(entries_.begin(), entries_.end(), by_path)) {
            std::stable_sort(entries_.begin(), entries_.end(), by_path);
        }
        find_owners();
    }

    void find_owners() {
        owners_.clear();
        for (Entry& entry : entries_) {
            if (entry.playable) {
                // The file's own text of it, which stays while playables come and go.
                const EmoteFile& file = *entry.file;
                owners_.emplace_back(file.sequence ? file.sequence->id : file.animation->id, &entry);
            }
        }
        const auto by_id = [](const Owner& a, const Owner& b) { return a.first < b.first; };
        if (!std::is_sorted(owners_.begin(), owners_.end(), by_id)) {
            std::stable_sort(owners_.begin(), owners_.end(), by_id);
        }
    }

    // The last good version that `entry`'s path served, if it may serve again (D28).
    [[nodiscard]] std::shared_ptr<const Playable> last_good(const Entry& entry) {
        if (!options_.keep_last_good || previous_ == nullptr || (entry.playable && !entry.is_duplicate)) {
            return nullptr;
        }
        if (previous_by_path_.empty()) {
            for (const auto& playable : previous_->playables()) {
                previous_by_path_.emplace(playable->source, playable);
            }
        }
        const auto found = previous_by_path_.find(entry.file->path);
        if (found == previous_by_path_.end()) {
            return nullptr;
        }
        const std::string_view id = found->second->id;
        const auto owned = std::equal_range(owners_.begin(), owners_.end(), id, ById());
        const bool owned_by_another = owned.second - owned.first == 1;
        return owned_by_another ? nullptr : found->second;
    }

    // Clips that are there to be referred to: those of animation files that alone own their id, and the last good ones
    // of files that are faulty now.
    [[nodiscard]] ClipCatalogue catalogue() {
        ClipCatalogue out;
        const std::set<std::string_view> claimed = ids_claimed_by_sequences();
        for (const Entry& entry : entries_) {
            const EmoteFile& file = *entry.file;
            const auto kept = file.sequence ? nullptr : last_good(entry);
            if (file.animation && !entry.is_duplicate) {
                add_clip(out, *file.animation);
            } else if (kept && !kept->sequence && claimed.count(kept->id) == 0) {
                add_clip(out, *kept);
            } else if (!file.claimed_id.empty()) {
                const Obstacle obstacle = entry.is_duplicate ? Obstacle::duplicate
                                          : file.sequence    ? Obstacle::is_sequence
                                                             : Obstacle::has_faults;
                out.obstruct(file.claimed_id, {obstacle, file.path});
            }
        }
        return out;
    }

    // An old clip does not stand behind an id that a sequence is about to own: references would be to nothing then.
    [[nodiscard]] std::set<std::string_view> ids_claimed_by_sequences() const {
        std::set<std::string_view> out;
        for (const Entry& entry : entries_) {
            if (entry.file->sequence && !entry.is_duplicate) {
                out.insert(entry.file->sequence->id);
            }
        }
        return out;
    }

    static void add_clip(ClipCatalogue& catalogue, const Playable& animation) {
        const auto& clip = animation.layout.clips[0].clip;
        catalogue.add(animation.id, {clip, animation.source, animation.digest, sequence::course_of(*clip)});
    }

    void resolve_all() {
        if (!has_sequences_) {
            return;
        }
        const ClipCatalogue clips = catalogue();
        for (Entry& entry : entries_) {
            const EmoteFile& file = *entry.file;
            if (stopped()) {
                return;
            }
            if (file.sequence && !entry.is_duplicate) {
                entry.resolve_diagnostics.clear();
                text::JsonReader reader(*file.document, entry.resolve_diagnostics);
                entry.playable = sequence::resolve(*file.sequence, clips, options_.limits, reader);
                entry.resolve_omitted = reader.omitted();
            }
        }
        find_owners();
    }

    // Every file of a duplicate id is dropped; nobody wins. True if there was one that was not known yet.
    bool drop_duplicates() {
        bool found = false;
        for (std::size_t first = 0, last = 0; first < owners_.size(); first = last) {
            while (last < owners_.size() && owners_[last].first == owners_[first].first) {
                ++last;
            }
            if (last - first < 2) {
                continue;
            }
            const std::span<const Owner> group(owners_.data() + first, last - first);
            for (const Owner& owner : group) {
                Entry& entry = *owner.second;
                if (std::exchange(entry.is_duplicate, true)) {
                    continue;
                }
                found = true;
                Diagnostic diagnostic = entry.file->id_place;
                diagnostic.code = DiagnosticCode::duplicate_id;
                diagnostic.message =
                    "several files own the id \"" + std::string(owner.first) + "\", so none of them is loaded";
                diagnostic.hint = "Give each file an id of its own.";
                add_others(diagnostic, entry, group);
                entry.diagnostics.push_back(std::move(diagnostic));
            }
        }
        return found;
    }

    static void add_others(Diagnostic& diagnostic, const Entry& entry, std::span<const Owner> owners) {
        constexpr std::size_t named = 8;
        for (const Owner& owner : owners) {
            if (owner.second != &entry && diagnostic.related.size() < named) {
                const Diagnostic& place = owner.second->file->id_place;
                diagnostic.related.push_back({place.source, place.path, place.position, "owns the id too"});
            }
        }
    }

    [[nodiscard]] LoadResult publish() {
        LoadResult result;
        auto library = std::make_shared<Library>();
        for (Entry* const entry : within_max_emotes(serving())) {
            library->playables_.push_back(entry->playable);
            if (entry->is_kept) {
                result.report.kept_last_good.push_back(entry->playable->id);
            }
        }
        library->digest_ = digest_of(*library);
        report(*library, result.report);
        result.library = std::move(library);
        return result;
    }

    // What serves in the end, by id; each id once.
    [[nodiscard]] std::vector<Entry*> serving() {
        std::vector<Entry*> out;
        out.reserve(entries_.size());
        for (Entry& entry : entries_) {
            if (auto kept = last_good(entry)) {
                entry.playable = std::move(kept);
                entry.is_kept = true;
                out.push_back(&entry);
            } else if (entry.playable && !entry.is_duplicate) {
                out.push_back(&entry);
            }
        }
        const auto by_id = [](const Entry* a, const Entry* b) { return a->playable->id < b->playable->id; };
        if (!std::is_sorted(out.begin(), out.end(), by_id)) {
            std::sort(out.begin(), out.end(), by_id);
        }
        return out;
    }

    // D46: what is beyond the limit, in id order, is a fault.
    [[nodiscard]] std::vector<Entry*> within_max_emotes(std::vector<Entry*> entries) const {
        const std::size_t most = options_.limits.max_emotes;
        for (std::size_t i = most; i < entries.size(); ++i) {
            const EmoteFile& file = *entries[i]->file;
            Diagnostic diagnostic = file.id_place;
            diagnostic.source = file.path;
            diagnostic.path = "$.id";
            diagnostic.pointer = "/id";
            diagnostic.code = DiagnosticCode::limit_exceeded;
            diagnostic.emote_id = entries[i]->playable->id;
            diagnostic.message = "there are " + std::to_string(entries.size()) +
                                 " emotes, more than limits.max_emotes; the last ones by id are not loaded";
            diagnostic.expected = "at most " + std::to_string(most) + " emotes";
            entries[i]->diagnostics.push_back(std::move(diagnostic));
        }
        entries.resize(std::min(entries.size(), most));
        return entries;
    }

    [[nodiscard]] static std::uint64_t digest_of(const Library& library) {
        library::Digest digest;
        for (const auto& playable : library.playables()) {
            digest.add(std::string_view(playable->id));
            digest.add(playable->digest);
        }
        return digest.value();
    }

    void report(const Library& library, LoadReport& report) {
        report.files_found = entries_.size();
        report.files_read = files_read_;
        report.emotes_loaded = library.playables().size();
        for (const auto& playable : library.playables()) {
            ++(playable->sequence ? report.sequences_loaded : report.animations_loaded);
        }
        for (Entry& entry : entries_) {
            if (entry.file->diagnostics.empty() && entry.diagnostics.empty() && entry.resolve_diagnostics.empty()) {
                continue;
            }
            Diagnostics all = entry.file->diagnostics;
            std::move(entry.diagnostics.begin(), entry.diagnostics.end(), std::back_inserter(all));
            std::move(entry.resolve_diagnostics.begin(), entry.resolve_diagnostics.end(), std::back_inserter(all));
            text::sort(all);
            std::move(all.begin(), all.end(), std::back_inserter(report.diagnostics));
            const std::size_t faults = entry.file->omitted.faults + entry.resolve_omitted.faults;
            const std::size_t warnings = entry.file->omitted.warnings + entry.resolve_omitted.warnings;
            if (faults + warnings != 0) {
                report.omitted.push_back({entry.file->path, faults, warnings});
            }
        }
        compare_with_previous(library, report);
    }

    // Both are sorted by id.
    void compare_with_previous(const Library& library, LoadReport& report) const {
        using Playables = std::vector<std::shared_ptr<const Playable>>;
        const Playables none;
        const Playables& now = library.playables();
        const Playables& before = previous_ == nullptr ? none : previous_->playables();
        auto old = before.begin();
        for (const auto& playable : now) {
            for (; old != before.end() && *old != playable && (*old)->id < playable->id; ++old) {
                report.removed.push_back((*old)->id);
            }
            if (old == before.end() || (*old != playable && (*old)->id != playable->id)) {
                report.added.push_back(playable->id);
                continue;
            }
            if ((*old)->digest != playable->digest) {
                report.changed.push_back(playable->id);
            }
            ++old;
        }
        for (; old != before.end(); ++old) {
            report.removed.push_back((*old)->id);
        }
    }

    const LoadOptions& options_;
    const Workers& workers_;
    const Library* previous_;
    // Filled on first need.
    std::unordered_map<std::string_view, std::shared_ptr<const Playable>> previous_by_path_;
    std::vector<Entry> entries_;   // by path
    std::vector<ReadFile> files_;  // as given
    Owners owners_;
    std::size_t files_read_ = 0;
    bool has_sequences_ = false;
};

std::string to_text(const OmittedFindings& omitted) {
    std::string text = safe_line(omitted.source) + ": and ";
    const auto add = [&text](std::size_t count, std::string_view what) {
        text += std::to_string(count) + " more " + std::string(what) + (count == 1 ? "" : "s");
    };
    if (omitted.faults != 0) {
        add(omitted.faults, "error");
    }
    if (omitted.warnings != 0) {
        text += omitted.faults != 0 ? " and " : "";
        add(omitted.warnings, "warning");
    }
    return text + " in this file";
}

std::shared_ptr<const Playable> Library::find(std::string_view id) const noexcept {
    const auto found = std::lower_bound(
        playables_.begin(), playables_.end(), id,
        [](const std::shared_ptr<const Playable>& playable, std::string_view wanted) { return playable->id < wanted; });
    return found == playables_.end() || (*found)->id != id ? nullptr : *found;
}

BuiltPack build_library(std::vector<PackFile> files, const LoadOptions& options, const Workers& workers,
                        const Library* previous) {
    return LibraryBuilder(options, workers, previous).build(std::move(files));
}

LoadResult build_library(std::vector<SourceFile> files, const LoadOptions& options, const Library* previous) {
    std::vector<PackFile> pack;
    pack.reserve(files.size());
    for (SourceFile& file : files) {
        pack.push_back({std::move(file)});
    }
    const Workers one_after_the_other{[](std::size_t count, const Workers::Task& task) {
                                          for (std::size_t i = 0; i < count; ++i) {
                                              task(i);
                                          }
                                      },
                                      {}};
    return build_library(std::move(pack), options, one_after_the_other, previous).result;
}

}  // namespace emoted
