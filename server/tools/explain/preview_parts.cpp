#include "explain/preview_parts.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace emoted::explain {
namespace {

// What moves a picture.
[[nodiscard]] std::optional<std::uint64_t> shown_tick(const protocol::Message& message) {
    return std::visit(
        [](const auto& value) -> std::optional<std::uint64_t> {
            using M = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<M, protocol::SegmentBegin> || std::is_same_v<M, protocol::SceneChanged> ||
                          std::is_same_v<M, protocol::PoseFrame> || std::is_same_v<M, protocol::DisplaysChanged> ||
                          std::is_same_v<M, protocol::RootMoved> || std::is_same_v<M, protocol::Event>) {
                return value.tick;
            } else {
                return std::nullopt;
            }
        },
        message);
}

// Listens to one course and sorts what it hears into its first branch and the one after it.
class Recorder {
public:
    Recorder(Preview& preview, PreviewPart* first, PreviewPart* second)
        : preview_(preview), first_(first), second_(second) {}

    void hear(const protocol::Message& message) {
        if (const auto* const start = std::get_if<protocol::PlaybackStart>(&message)) {
            preview_.start = *start;
            return;
        }
        const std::optional<std::uint64_t> tick = shown_tick(message);
        if (!tick) {
            return;
        }
        if (std::holds_alternative<protocol::SceneChanged>(message)) {
            began_ = *tick;
        }
        if (const auto* const frame = std::get_if<protocol::PoseFrame>(&message)) {
            poses_ += frame->nodes.size();
            if (poses_ > max_preview_poses) {
                preview_.cut_at = preview_.cut_at ? std::min(*preview_.cut_at, *tick) : *tick;
                return;
            }
        }
        if (PreviewPart* const part = began_ ? second_ : first_) {
            part->messages.push_back({*tick - began_.value_or(0), message});
        }
    }

private:
    Preview& preview_;
    PreviewPart* first_;  // null: it is there already
    PreviewPart* second_;
    std::optional<std::uint64_t> began_;
    std::size_t poses_ = 0;
};

void add_entries(PreviewPart& part, const Preview& preview, const ExplainedCourse& course, const PlacedBranch& placed) {
    for (TimeLineEntry entry : time_line(preview.explanation, course)) {
        if (entry.branch == placed.branch && entry.kind != TimeLineEntry::Kind::partner) {
            entry.from -= placed.begins;
            entry.to -= placed.begins;
            part.entries.push_back(entry);
        }
    }
}

}  // namespace

Preview make_preview(const std::shared_ptr<const Library>& library, std::shared_ptr<const Playable> playable,
                     ExplainOptions options) {
    options.partner_at.reset();
    Preview preview;
    preview.explanation = explain_emote(library, std::move(playable), options);
    for (const ExplainedCourse& course : preview.explanation.courses) {
        if (preview.failure.empty()) {
            preview.failure = course.course.rehearsed.failure;
        }
        PreviewPart first;
        PreviewPart second;
        const bool new_first = preview.parts.empty();
        Recorder recorder(preview, new_first ? &first : nullptr, &second);
        RehearsalOptions rehearsal;
        rehearsal.seed = options.seed;
        rehearsal.partner_at = course.partner_at;
        rehearsal.most_ticks = options.most_ticks;
        rehearsal.settings = options.settings;
        const Rehearsed again = rehearse(library, *preview.explanation.playable, rehearsal,
                                         [&recorder](const protocol::Message& message) { recorder.hear(message); });
        const bool went_on = course.branches.size() > 1;
        if (new_first) {
            first.kind = preview.explanation.partner ? BranchKind::offer : BranchKind::main;
            first.ticks = preview.explanation.partner ? std::min(preview.explanation.partner->offer_ticks, again.ticks)
                                                      : again.ticks;
            add_entries(first, preview, course, course.branches.front());
            preview.parts.push_back(std::move(first));
        }
        if (went_on) {
            second.kind = course.kind;
            second.ticks = again.ticks - course.branches.back().begins;
            add_entries(second, preview, course, course.branches.back());
            preview.parts.push_back(std::move(second));
        }
    }
    return preview;
}

ComposedCourse compose(const Preview& preview, std::optional<std::uint64_t> partner_at) {
    ComposedCourse composed;
    composed.messages = preview.parts.front().messages;
    composed.ticks = preview.parts.front().ticks;
    if (!preview.explanation.partner) {
        return composed;
    }
    const PartnerWindow& window = *preview.explanation.partner;
    const bool matches = partner_at && *partner_at < window.end();
    const std::uint64_t begins = matches ? std::max(*partner_at, window.offer_ticks) : window.end();
    const BranchKind kind = matches ? BranchKind::matched : BranchKind::timed_out;
    const auto part = std::find_if(preview.parts.begin(), preview.parts.end(),
                                   [kind](const PreviewPart& one) { return one.kind == kind; });
    if (part == preview.parts.end()) {
        return composed;
    }
    for (const PreviewPart::Timed& timed : part->messages) {
        composed.messages.push_back({timed.tick + begins, timed.message});
    }
    composed.ticks = begins + part->ticks;
    return composed;
}

}  // namespace emoted::explain
