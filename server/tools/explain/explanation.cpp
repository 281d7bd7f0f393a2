#include "explain/explanation.hpp"

#include <utility>

namespace emoted::explain {
namespace {

[[nodiscard]] ExplainedCourse take_course(const std::shared_ptr<const Library>& library, const Explanation& explanation,
                                          const ExplainOptions& options, std::optional<std::uint64_t> partner_at) {
    RehearsalOptions rehearsal;
    rehearsal.seed = options.seed;
    rehearsal.partner_at = partner_at;
    rehearsal.most_ticks = options.most_ticks;
    rehearsal.settings = options.settings;
    ExplainedCourse taken;
    taken.partner_at = partner_at;
    taken.course = watch_course(library, *explanation.playable, rehearsal);
    taken.branches.push_back({0, 0});
    switch (taken.course.rehearsed.last_state) {
        case protocol::SceneState::solo:
            taken.kind = BranchKind::main;
            break;
        case protocol::SceneState::offering:
        case protocol::SceneState::waiting:
            taken.kind = BranchKind::offer;
            break;
        case protocol::SceneState::matched:
            taken.kind = BranchKind::matched;
            taken.branches.push_back({1, taken.course.rehearsed.branch_tick});
            break;
        case protocol::SceneState::timed_out:
            taken.kind = BranchKind::timed_out;
            taken.branches.push_back({2, taken.course.rehearsed.branch_tick});
            break;
    }
    return taken;
}

}  // namespace

Explanation explain_emote(const std::shared_ptr<const Library>& library, std::shared_ptr<const Playable> playable,
                          const ExplainOptions& options) {
    Explanation explanation;
    explanation.plan = plan_sequence(*playable, options.seed);
    for (const PlannedBranch& planned : explanation.plan.branches) {
        explanation.lengths.push_back(branch_lengths(*playable, planned.branch.kind));
    }
    explanation.links = clip_links(*playable, *library);
    if (playable->two_player()) {
        const auto& await = std::get<AwaitPartner<ClipIndex>>(playable->sequence->content);
        explanation.partner = {static_cast<std::uint64_t>(explanation.plan.branches.front().branch.total.value()),
                               static_cast<std::uint64_t>(await.timeout.value())};
    }
    explanation.playable = std::move(playable);
    const auto add = [&](std::optional<std::uint64_t> partner_at) {
        explanation.courses.push_back(take_course(library, explanation, options, partner_at));
    };
    if (!explanation.partner) {
        add(std::nullopt);
    } else if (options.partner_at) {
        add(options.partner_at);
    } else {
        add(0);
        add(std::nullopt);
    }
    return explanation;
}

}  // namespace emoted::explain
