// What a preview shows: the messages of a playback, cut where a partner may come or the time be up, so that every
// course can be put together from them.
//
// Sans I/O.
#pragma once

#include "explain/explanation.hpp"
#include "explain/time_line.hpp"

#include <emoted/protocol/messages.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace emoted::explain {

// Poses of nodes in one preview; each takes some hundred bytes of a page. More than half an hour of a whole body in
// motion.
inline constexpr std::size_t max_preview_poses = 500'000;

// A branch, with ticks of its own: 0 is where it begins, whenever that is.
struct PreviewPart {
    BranchKind kind = BranchKind::main;
    std::uint64_t ticks = 0;
    // SegmentBegin, SceneChanged, PoseFrame, DisplaysChanged, RootMoved and Event, each with the tick it is in.
    struct Timed {
        std::uint64_t tick = 0;
        protocol::Message message;
    };
    std::vector<Timed> messages;
    std::vector<TimeLineEntry> entries;  // likewise in ticks of the branch
};

struct Preview {
    Explanation explanation;
    protocol::PlaybackStart start;
    std::vector<PreviewPart> parts;       // main; or offer, matched and timed_out, those that are reached
    std::optional<std::uint64_t> cut_at;  // poses from this tick of a course on are left out: there are too many
    std::string failure;                  // of a course that cannot go on
};

// Options as for explain_emote(); partner_at does not count, since every tick of a partner is in it.
[[nodiscard]] Preview make_preview(const std::shared_ptr<const Library>& library,
                                   std::shared_ptr<const Playable> playable, ExplainOptions options);

// One course put together: what happens if a partner asks to join in this tick (absent, or too late: nobody), in ticks
// of the playback. Of anything but a two-player sequence: the only one.
struct ComposedCourse {
    std::uint64_t ticks = 0;
    std::vector<PreviewPart::Timed> messages;
};
[[nodiscard]] ComposedCourse compose(const Preview& preview, std::optional<std::uint64_t> partner_at);

// The self-contained page (HTML, UTF-8): nothing is loaded from anywhere. `partner_at`: where its partner stands first.
[[nodiscard]] std::string preview_page(const Preview& preview, std::optional<std::uint64_t> partner_at);

struct SheetOptions {
    std::size_t pictures = 12;  // 1..64, spread over the course; two rows: from a corner and from the side
    std::size_t size = 160;     // pixels of a picture's side, 32..512
    std::optional<std::uint64_t> partner_at;
};
// A contact sheet as a PNG file.
[[nodiscard]] std::vector<std::uint8_t> preview_sheet(const Preview& preview, const SheetOptions& options);

}  // namespace emoted::explain
