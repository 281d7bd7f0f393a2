#include "library/digest.hpp"
#include "library/emote_file.hpp"
#include "sequence/clip_catalogue.hpp"
#include "sequence/resolver.hpp"

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/library.hpp>

#include <algorithm>
#include <map>
#include <set>
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
    LibraryBuilder(const LoadOptions& options, const Library* previous) : options_(options), previous_(previous) {
        if (previous_ != nullptr) {
            for (const auto& playable : previous_->playables()) {
                previous_by_path_.emplace(playable->source, playable);
            }
        }
    }

    LoadResult build(std::vector<SourceFile> files) {
        read(std::move(files));
        drop_duplicates();
        resolve_all(catalogue());
        // A duplicate takes a clip away or brings an older one back, which may change what resolves.
        while (drop_duplicates()) {
            resolve_all(catalogue());
        }
        return publish();
    }

private:
    struct Entry {
        EmoteFile file;
        std::string sort_key;                      // the path in lower case
        std::shared_ptr<const Playable> playable;  // what the file as it is now gives; null if that is nothing
        Diagnostics resolve_diagnostics;
        bool is_duplicate = false;
        bool is_kept = false;  // serves its last good version
    };
    using Owners = std::map<std::string, std::vector<Entry*>, std::less<>>;

    void read(std::vector<SourceFile> files) {
        entries_.reserve(files.size());
        for (SourceFile& file : files) {
            Entry entry;
            entry.file = library::read_emote_file(std::move(file), options_);
            entry.sort_key = entry.file.path;
            std::transform(entry.sort_key.begin(), entry.sort_key.end(), entry.sort_key.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
            entry.playable = entry.file.animation;
            entries_.push_back(std::move(entry));
        }
        std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
            return std::tie(a.sort_key, a.file.path) < std::tie(b.sort_key, b.file.path);
        });
    }

    // Files that give a playable now, by its id.
    [[nodiscard]] Owners owners() {
        Owners out;
        for (Entry& entry : entries_) {
            if (entry.playable) {
                out[entry.playable->id].push_back(&entry);
            }
        }
        return out;
    }

    // The last good version that `entry`'s path served, if it may serve again (D28); `owners` as files are now.
    [[nodiscard]] std::shared_ptr<const Playable> last_good(const Entry& entry, const Owners& owners) const {
        if (!options_.keep_last_good || (entry.playable && !entry.is_duplicate)) {
            return nullptr;
        }
        const auto found = previous_by_path_.find(entry.file.path);
        if (found == previous_by_path_.end()) {
            return nullptr;
        }
        const auto owned = owners.find(found->second->id);
        const bool owned_by_another = owned != owners.end() && owned->second.size() == 1;
        return owned_by_another ? nullptr : found->second;
    }

    // Clips that are there to be referred to: those of animation files that alone own their id, and the last good ones
    // of files that are faulty now.
    [[nodiscard]] ClipCatalogue catalogue() {
        ClipCatalogue out;
        const Owners owners = this->owners();
        const std::set<std::string_view> claimed = ids_claimed_by_sequences();
        for (const Entry& entry : entries_) {
            const EmoteFile& file = entry.file;
            const auto kept = file.sequence ? nullptr : last_good(entry, owners);
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
            if (entry.file.sequence && !entry.is_duplicate) {
                out.insert(entry.file.sequence->id);
            }
        }
        return out;
    }

    static void add_clip(ClipCatalogue& catalogue, const Playable& animation) {
        const auto& clip = animation.layout.clips[0].clip;
        catalogue.add(animation.id, {clip, animation.source, animation.digest, sequence::course_of(*clip)});
    }

    void resolve_all(const ClipCatalogue& catalogue) {
        for (Entry& entry : entries_) {
            if (entry.file.sequence && !entry.is_duplicate) {
                entry.resolve_diagnostics.clear();
                text::JsonReader reader(*entry.file.document, entry.resolve_diagnostics);
                entry.playable = sequence::resolve(*entry.file.sequence, catalogue, options_.limits, reader);
            }
        }
    }

    // Every file of a duplicate id is dropped; nobody wins. True if there was one that was not known yet.
    bool drop_duplicates() {
        bool found = false;
        for (const auto& [id, files] : owners()) {
            if (files.size() < 2) {
                continue;
            }
            for (Entry* const entry : files) {
                if (std::exchange(entry->is_duplicate, true)) {
                    continue;
                }
                found = true;
                Diagnostic diagnostic = entry->file.id_place;
                diagnostic.code = DiagnosticCode::duplicate_id;
                diagnostic.message = "several files own the id \"" + id + "\", so none of them is loaded";
                diagnostic.hint = "Give each file an id of its own.";
                add_others(diagnostic, *entry, files);
                entry->file.diagnostics.push_back(std::move(diagnostic));
            }
        }
        return found;
    }

    static void add_others(Diagnostic& diagnostic, const Entry& entry, const std::vector<Entry*>& files) {
        constexpr std::size_t named = 8;
        for (const Entry* const other : files) {
            if (other != &entry && diagnostic.related.size() < named) {
                const Diagnostic& place = other->file.id_place;
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
        const Owners owners = this->owners();
        std::vector<Entry*> out;
        for (Entry& entry : entries_) {
            if (auto kept = last_good(entry, owners)) {
                entry.playable = std::move(kept);
                entry.is_kept = true;
                out.push_back(&entry);
            } else if (entry.playable && !entry.is_duplicate) {
                out.push_back(&entry);
            }
        }
        std::sort(out.begin(), out.end(),
                  [](const Entry* a, const Entry* b) { return a->playable->id < b->playable->id; });
        return out;
    }

    // D46: what is beyond the limit, in id order, is a fault.
    [[nodiscard]] std::vector<Entry*> within_max_emotes(std::vector<Entry*> entries) const {
        const std::size_t most = options_.limits.max_emotes;
        for (std::size_t i = most; i < entries.size(); ++i) {
            EmoteFile& file = entries[i]->file;
            Diagnostic diagnostic = file.id_place;
            diagnostic.source = file.path;
            diagnostic.path = "$.id";
            diagnostic.pointer = "/id";
            diagnostic.code = DiagnosticCode::limit_exceeded;
            diagnostic.emote_id = entries[i]->playable->id;
            diagnostic.message = "there are " + std::to_string(entries.size()) +
                                 " emotes, more than limits.max_emotes; the last ones by id are not loaded";
            diagnostic.expected = "at most " + std::to_string(most) + " emotes";
            file.diagnostics.push_back(std::move(diagnostic));
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
        report.emotes_loaded = library.playables().size();
        for (const auto& playable : library.playables()) {
            ++(playable->sequence ? report.sequences_loaded : report.animations_loaded);
        }
        for (Entry& entry : entries_) {
            Diagnostics& all = entry.file.diagnostics;
            std::move(entry.resolve_diagnostics.begin(), entry.resolve_diagnostics.end(), std::back_inserter(all));
            text::sort(all);
            std::move(all.begin(), all.end(), std::back_inserter(report.diagnostics));
        }
        compare_with_previous(library, report);
    }

    void compare_with_previous(const Library& library, LoadReport& report) const {
        for (const auto& playable : library.playables()) {
            const auto before = previous_ == nullptr ? nullptr : previous_->find(playable->id);
            if (before == nullptr) {
                report.added.push_back(playable->id);
            } else if (before->digest != playable->digest) {
                report.changed.push_back(playable->id);
            }
        }
        if (previous_ != nullptr) {
            for (const auto& before : previous_->playables()) {
                if (library.find(before->id) == nullptr) {
                    report.removed.push_back(before->id);
                }
            }
        }
    }

    const LoadOptions& options_;
    const Library* previous_;
    std::unordered_map<std::string_view, std::shared_ptr<const Playable>> previous_by_path_;
    std::vector<Entry> entries_;  // by path
};

std::shared_ptr<const Playable> Library::find(std::string_view id) const noexcept {
    const auto found = std::lower_bound(
        playables_.begin(), playables_.end(), id,
        [](const std::shared_ptr<const Playable>& playable, std::string_view wanted) { return playable->id < wanted; });
    return found == playables_.end() || (*found)->id != id ? nullptr : *found;
}

LoadResult build_library(std::vector<SourceFile> files, const LoadOptions& options, const Library* previous) {
    return LibraryBuilder(options, previous).build(std::move(files));
}

}  // namespace emoted
