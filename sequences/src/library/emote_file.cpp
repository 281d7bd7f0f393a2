#include "library/emote_file.hpp"

#include "animation/animation_parser.hpp"
#include "library/digest.hpp"
#include "library/emote_rules.hpp"
#include "sequence/node_union.hpp"
#include "sequence/sequence_parser.hpp"
#include "sequence/traffic.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/limits.hpp>

#include <utility>

namespace emoted::library {
namespace {

using text::Field;
using text::JsonReader;
using text::ObjectCursor;

// False if nothing can be said about the rest of the file (D2).
[[nodiscard]] bool check_version(const Field& version) {
    if (!version.present()) {
        return true;  // reported; the rest is read as if it were there
    }
    if (!version.is_number()) {
        static_cast<void>(version.number());
        return false;
    }
    if (version.number() != static_cast<double>(rules::supported_version)) {
        version.fault(DiagnosticCode::unsupported_version,
                      {.message = "the file has schema_version " + text::printable(*version.compact_text()) +
                                  ", this server reads 4: convert it with the format's converter",
                       .expected = "4"});
        return false;
    }
    return true;
}

[[nodiscard]] std::shared_ptr<const Playable> make_playable(const std::shared_ptr<const Clip>& clip,
                                                            JsonReader& reader) {
    sequence::NodeUnion united = sequence::unite_nodes({clip}, false);
    const std::size_t bytes = sequence::playback_start_bytes(united.layout);
    if (bytes > limits::max_playback_start_bytes) {
        reader.fault_at("/nodes", DiagnosticCode::limit_exceeded,
                        {.message = "the displays of the animation take " + std::to_string(bytes) + " bytes to start",
                         .expected = "at most " + std::to_string(limits::max_playback_start_bytes) +
                                     " bytes (max_playback_start_bytes)"});
        return nullptr;
    }
    const Traffic traffic = sequence::traffic_of_animation(united.layout);
    if (traffic.per_second > limits::max_data_bytes_per_second) {
        const sequence::Burden burden = sequence::heaviest_burden(*clip);
        reader.fault_at(burden.pointer, DiagnosticCode::limit_exceeded,
                        {.message = "the animation may change " + std::to_string(traffic.per_second) +
                                    " bytes of entity data and commands in a second, most of them " + burden.what,
                         .expected = "at most " + std::to_string(limits::max_data_bytes_per_second) +
                                     " bytes in any 20 ticks (max_data_bytes_per_second)",
                         .hint = "Change less of it, or less often: each key sends the display's whole data."});
        return nullptr;
    }
    auto playable = std::make_shared<Playable>();
    playable->traffic = traffic;
    playable->id = clip->id;
    playable->metadata = clip->metadata;
    playable->cooldown = clip->cooldown;
    playable->player = clip->player;
    playable->standalone = clip->standalone;
    playable->duration = clip->duration;
    playable->digest = digest_of(*clip);
    playable->layout = std::move(united.layout);
    playable->source = reader.document().source();
    return playable;
}

// The file's only fault: there are no bytes to look into.
[[nodiscard]] Diagnostic file_fault(const SourceFile& file) {
    Diagnostic diagnostic;
    diagnostic.source = file.path;
    diagnostic.path = "$";
    if (file.size_bytes > limits::max_file_bytes) {
        diagnostic.code = DiagnosticCode::file_too_large;
        diagnostic.message = "the file is larger than max_file_bytes allows";
        diagnostic.expected = "at most " + std::to_string(limits::max_file_bytes) + " bytes";
        diagnostic.found = std::to_string(file.size_bytes) + " bytes";
    } else {
        diagnostic.code = DiagnosticCode::unreadable_file;
        diagnostic.message = "the file cannot be read: " + file.read_error;
    }
    return diagnostic;
}

void note_id(EmoteFile& out, const text::JsonDocument& document, std::string id) {
    out.id_place.source = out.path;
    out.id_place.pointer = "/id";
    out.id_place.path = "$.id";
    out.id_place.emote_id = id;
    out.claimed_id = std::move(id);
    document.place(out.id_place, document.offset_of_member("id").value_or(0));
}

void read_root(EmoteFile& out, const text::JsonDocument& document, JsonReader& reader, const LoadOptions& options) {
    ObjectCursor root = reader.root();
    if (!root) {
        return;
    }
    if (const Field id = root.optional(rules::id.name); id.is_identifier()) {
        out.claimed_id = *id.string();
        reader.set_emote_id(out.claimed_id);
    }
    const std::optional<FileKind> kind = root.word(rules::type, kind_words);
    if (!check_version(root.get(rules::schema_version)) || !kind) {
        return;
    }
    if (*kind == FileKind::sequence) {
        out.sequence = sequence::parse_sequence(reader);
    } else if (std::shared_ptr<const Clip> clip = animation::parse_animation(reader, options)) {
        out.animation = make_playable(std::move(clip), reader);
    }
    if (reader.failed()) {
        out.sequence.reset();
        out.animation.reset();
    } else if (out.sequence || out.animation) {
        note_id(out, document, out.sequence ? out.sequence->id : out.animation->id);
    }
}

}  // namespace

EmoteFile read_emote_file(SourceFile file, const LoadOptions& options) {
    EmoteFile out;
    out.path = file.path;
    if (!file.read_error.empty() || file.size_bytes > limits::max_file_bytes) {
        out.diagnostics.push_back(file_fault(file));
        return out;
    }
    std::optional<text::JsonDocument> document =
        text::JsonDocument::parse(std::move(file.path), std::move(file.bytes), out.diagnostics);
    if (!document) {
        return out;
    }
    JsonReader reader(*document, out.diagnostics);
    read_root(out, *document, reader, options);
    text::sort(out.diagnostics);
    if (out.sequence) {
        out.document = std::move(document);
    }
    return out;
}

}  // namespace emoted::library
