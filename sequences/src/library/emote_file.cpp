#include "library/emote_file.hpp"

#include "animation/animation_parser.hpp"
#include "animation/plain_tracks.hpp"
#include "library/digest.hpp"
#include "library/emote_rules.hpp"
#include "sequence/node_union.hpp"
#include "sequence/sequence_parser.hpp"
#include "sequence/traffic.hpp"
#include "text/identifier.hpp"
#include "text/json_index.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/pack.hpp>

#include <algorithm>
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

[[nodiscard]] std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

// After a byte order mark, which the parser complains about, and white space.
[[nodiscard]] bool begins_an_object(std::string_view bytes) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (bytes.substr(0, mark.size()) == mark) {
        bytes.remove_prefix(mark.size());
    }
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && bytes[first] == '{';
}

void take_quotes_away(Diagnostics& diagnostics) {
    for (Diagnostic& diagnostic : diagnostics) {
        diagnostic.source_line.clear();
        diagnostic.found.clear();
    }
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

// The id that a file seems to have which is no JSON, so that what refers to it can say why it is not there.
[[nodiscard]] std::string seeming_id(std::string_view text) {
    constexpr std::string_view name = "\"id\"";
    constexpr std::size_t reach = 4'096;  // it stands near the top, and good files pay for the look as well
    text = text.substr(0, reach);
    std::size_t at = text.find(name);
    if (at == std::string_view::npos) {
        return {};
    }
    at = text::skip_json_space(text, at + name.size());
    if (at == text.size() || text[at] != ':') {
        return {};
    }
    at = text::skip_json_space(text, at + 1);
    if (at == text.size() || text[at] != '"') {
        return {};
    }
    const std::string_view id = text.substr(at + 1, text.find('"', at + 1) - at - 1);
    return text::is_identifier(id) ? std::string(id) : std::string();
}

void note_id(EmoteFile& out, const text::JsonDocument& document, std::string id) {
    out.id_place.source = out.path;
    out.id_place.pointer = "/id";
    out.id_place.path = "$.id";
    out.id_place.emote_id = id;
    out.claimed_id = std::move(id);
    document.place(out.id_place, document.offset_of_member("id").value_or(0));
}

void read_root(EmoteFile& out, const text::JsonDocument& document, const animation::PlainTracks* plain,
               JsonReader& reader, const LoadOptions& options) {
    ObjectCursor root = reader.root();
    if (!root) {
        return;
    }
    out.claimed_id.clear();
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
    } else if (const std::shared_ptr<const Clip> clip = animation::parse_animation(reader, options, plain)) {
        out.animation = make_playable(clip, reader);
    }
    if (reader.failed()) {
        out.sequence.reset();
        out.animation.reset();
    } else if (out.sequence || out.animation) {
        note_id(out, document, out.sequence ? out.sequence->id : out.animation->id);
    }
}

[[nodiscard]] EmoteFile empty_file(const SourceFile& file) {
    EmoteFile out;
    out.path = file.path;
    out.sort_key = lower_case(file.path);
    out.text_bytes = file.bytes.size();
    return out;
}

void read_text(EmoteFile& out, std::string text, const animation::PlainTracks* plain, const LoadOptions& options) {
    std::optional<text::JsonDocument> document = text::JsonDocument::parse(out.path, std::move(text), out.diagnostics);
    if (document) {
        JsonReader reader(*document, out.diagnostics);
        read_root(out, *document, plain, reader, options);
        out.omitted = reader.omitted();
        text::sort(out.diagnostics);
    }
    if (out.sequence) {
        out.document = std::move(document);
    }
}

}  // namespace

EmoteFile read_emote_file(SourceFile file, const LoadOptions& options, Way way) {
    if (!file.read_error.empty() || file.size_bytes > limits::max_file_bytes) {
        EmoteFile out = empty_file(file);
        out.diagnostics.push_back(file_fault(file));
        return out;
    }
    if (auto plain = way == Way::whole ? std::nullopt : animation::take_plain_tracks(file.bytes)) {
        EmoteFile out = empty_file(file);
        read_text(out, std::move(plain->rest), &*plain, options);
        if (out.animation && out.diagnostics.empty()) {
            return out;
        }
        // There is something to say, for which the whole text is needed.
    }
    EmoteFile out = empty_file(file);
    out.claimed_id = seeming_id(file.bytes);
    const bool may_quote = options.quote_other_files || begins_an_object(file.bytes);
    read_text(out, std::move(file.bytes), nullptr, options);
    if (!may_quote) {
        take_quotes_away(out.diagnostics);
    }
    return out;
}

}  // namespace emoted::library

namespace emoted {

std::size_t bytes_beside(const Library& library, const ReadFile& file) {
    std::size_t bytes = sizeof(library::EmoteFile) + file->path.size() + file->sort_key.size();
    for (const Diagnostic& diagnostic : file->diagnostics) {
        bytes += sizeof diagnostic + diagnostic.source.size() + diagnostic.pointer.size() + diagnostic.path.size() +
                 diagnostic.message.size() + diagnostic.expected.size() + diagnostic.found.size() +
                 diagnostic.hint.size() + diagnostic.source_line.size();
    }
    if (file->document) {
        // The text, its values and their places.
        constexpr std::size_t bytes_per_text_byte = 8;
        bytes += bytes_per_text_byte * file->text_bytes;
    } else if (file->animation && library.find(file->animation->id) != file->animation) {
        bytes += file->text_bytes;  // what is made of keys takes about as much as they do
    }
    return bytes;
}

}  // namespace emoted
