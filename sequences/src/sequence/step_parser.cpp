#include "sequence/step_parser.hpp"

#include "sequence/sequence_rules.hpp"
#include "text/printable.hpp"

#include <boost/json/value.hpp>

#include <optional>
#include <unordered_set>

namespace emoted::sequence {
namespace {

using text::ArrayCursor;
using text::Field;
using text::ObjectCursor;

using RawCandidate = Candidate<std::string>;

[[nodiscard]] std::optional<Control> control_of(std::string_view id) noexcept {
    if (id == library::continue_id) {
        return Control::continue_repeat;
    }
    if (id == library::break_id) {
        return Control::break_repeat;
    }
    return std::nullopt;
}

[[nodiscard]] std::optional<RawCandidate> read_candidate(const Field& field) {
    std::optional<std::string> id = field.identifier();
    if (!id) {
        return std::nullopt;
    }
    const std::optional<Control> control = control_of(*id);
    return control ? RawCandidate{*control, 0} : RawCandidate{std::move(*id), 0};
}

[[nodiscard]] std::optional<std::int32_t> read_weight(const Field& field) {
    constexpr std::string_view expected = "a whole number from 1 to 100";
    constexpr double least = rules::weight.least;
    constexpr double most = rules::weight.most;
    if (!field.is_number()) {
        field.fault(
            DiagnosticCode::invalid_weights,
            {.message = "a weight should stand here: ids and weights alternate", .expected = std::string(expected)});
        return std::nullopt;
    }
    const double weight = field.raw()->to_number<double>();
    if (!(weight >= least && weight <= most) || weight != static_cast<std::int32_t>(weight)) {
        field.fault(DiagnosticCode::invalid_weights,
                    {.message = "the weight is out of range", .expected = std::string(expected)});
        return std::nullopt;
    }
    return static_cast<std::int32_t>(weight);
}

void check_total(const ArrayCursor& array, const std::vector<RawCandidate>& candidates) {
    std::int64_t total = 0;
    for (const RawCandidate& candidate : candidates) {
        total += candidate.weight;
    }
    if (total != weight_total) {
        array.fault(DiagnosticCode::invalid_weights,
                    {.message = "the weights total " + std::to_string(total), .expected = "weights that total 100"});
    }
}

// The candidates in the ids at every `stride`-th element. Complete unless something was reported.
[[nodiscard]] std::vector<RawCandidate> read_candidate_array(const ArrayCursor& array, bool weighted) {
    std::vector<RawCandidate> candidates;
    std::unordered_set<std::string_view> seen;
    bool all_weights_good = weighted;
    const std::size_t stride = weighted ? 2 : 1;
    for (std::size_t i = 0; i < array.size(); i += stride) {
        const Field element = array.element(i, "an identifier");
        std::optional<RawCandidate> candidate = read_candidate(element);
        if (candidate && !seen.insert(*element.string()).second) {
            element.fault(DiagnosticCode::duplicate_candidate,
                          {.message = "the candidate " + text::quoted(*element.string()) + " is listed twice",
                           .expected = "each candidate once",
                           .hint = "give it a larger weight instead"});
        }
        if (weighted && i + 1 < array.size()) {
            const std::optional<std::int32_t> weight = read_weight(array[i + 1]);
            all_weights_good = all_weights_good && weight;
            if (candidate) {
                candidate->weight = weight.value_or(1);
            }
        }
        all_weights_good = all_weights_good && candidate;
        if (candidate) {
            candidates.push_back(std::move(*candidate));
        }
    }
    if (weighted && array.size() % 2 != 0) {
        array.fault(DiagnosticCode::invalid_weights,
                    {.message = "the last id has no weight", .expected = "ids and weights that alternate"});
    } else if (all_weights_good) {
        check_total(array, candidates);
    }
    return candidates;
}

void read_candidates(const Field& field, EmoteStep<std::string>& step) {
    if (field.is_string()) {
        if (std::optional<RawCandidate> candidate = read_candidate(field)) {
            step.candidates.push_back(std::move(*candidate));
        }
        return;
    }
    if (!field.is_array()) {
        field.fault(DiagnosticCode::wrong_type, {.message = "an identifier or an array of them should stand here",
                                                 .expected = "a string or an array"});
        return;
    }
    const ArrayCursor array = field.array();
    if (array.size() == 0) {
        field.fault(DiagnosticCode::invalid_value,
                    {.message = "the list of candidates is empty", .expected = "at least one identifier"});
        return;
    }
    step.weighted = array.size() > 1 && array[1].is_number();
    step.candidates = read_candidate_array(array, step.weighted);
}

[[nodiscard]] EmoteStep<std::string> read_emote_step(ObjectCursor& object) {
    EmoteStep<std::string> step;
    read_candidates(object.get(rules::emote), step);
    step.repeat = object.integer(rules::repeat).value_or(step.repeat);
    step.transition = object.time(rules::transition).value_or(step.transition);
    return step;
}

[[nodiscard]] WaitStep read_wait_step(ObjectCursor& object) {
    object.check_against(rules::no_repeated_wait);
    object.check_against(rules::no_blended_wait);
    return WaitStep{object.time(rules::wait).value_or(TickCount(1))};
}

// What a step's members make it.
enum class StepKind : std::uint8_t { emote, wait, await_partner, none };

[[nodiscard]] StepKind kind_of(ObjectCursor& object) {
    const bool emote = object.optional(rules::emote.name).present();
    const bool wait = object.optional(rules::wait.name).present();
    const bool await_partner = object.optional(rules::await_partner.name).present();
    const int kinds = (emote ? 1 : 0) + (wait ? 1 : 0) + (await_partner ? 1 : 0);
    if (kinds != 1) {
        object.fault(DiagnosticCode::invalid_steps,
                     {.message = kinds == 0 ? "the step says nothing to do" : "the step says more than one thing to do",
                      .expected = R"(exactly one of "emote", "wait" and "await_partner")"});
        return StepKind::none;
    }
    return emote ? StepKind::emote : wait ? StepKind::wait : StepKind::await_partner;
}

[[nodiscard]] bool is_wait(const Field& step) {
    return step.is_object() && step.object().optional(rules::wait.name).present();
}

void check_wait_place(const ArrayCursor& steps, std::size_t index, const Field& wait) {
    const char* problem = nullptr;
    if (index == 0) {
        problem = "a wait cannot be the first step";
    } else if (index + 1 == steps.size()) {
        problem = "a wait cannot be the last step";
    } else if (is_wait(steps[index - 1])) {
        problem = "a wait cannot follow another wait";
    }
    if (problem != nullptr) {
        wait.fault(DiagnosticCode::misplaced_wait, {.message = problem, .expected = "a wait between two emote steps"});
    }
}

[[nodiscard]] Steps<std::string> read_branch(const Field& field) {
    return field.present() ? read_steps(field.array()) : Steps<std::string>{};
}

}  // namespace

Steps<std::string> read_steps(const ArrayCursor& steps) {
    Steps<std::string> out;
    if (steps && steps.size() == 0) {
        steps.fault(DiagnosticCode::invalid_steps,
                    {.message = "the list of steps is empty", .expected = "at least one step"});
    }
    out.reserve(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        ObjectCursor object = steps.element(i, "an object").object(rules::step_object);
        if (!object) {
            continue;
        }
        switch (kind_of(object)) {
            case StepKind::emote:
                out.emplace_back(read_emote_step(object));
                break;
            case StepKind::wait:
                check_wait_place(steps, i, object.get(rules::wait));
                out.emplace_back(read_wait_step(object));
                break;
            case StepKind::await_partner:
                object.check_against(rules::no_await_partner);
                object.accept({rules::matched.name, rules::timeout_branch.name});
                break;
            case StepKind::none:
                object.accept(
                    {rules::repeat.name, rules::transition.name, rules::matched.name, rules::timeout_branch.name});
                break;
        }
        object.finish();
    }
    return out;
}

AwaitPartner<std::string> read_await_partner(const Field& field) {
    AwaitPartner<std::string> out;
    ObjectCursor step = field.object(rules::await_step_object);
    static_cast<void>(kind_of(step));
    step.check_against(rules::no_repeated_await);
    step.check_against(rules::no_blended_await);
    ObjectCursor await = step.object(rules::await_partner);
    const Field emote = await.get(rules::offer);
    if (std::optional<std::string> offer = emote.identifier()) {
        if (control_of(*offer)) {
            emote.fault(DiagnosticCode::invalid_value, {.message = "the offer is an animation, not a control id",
                                                        .expected = "the identifier of an animation"});
        }
        out.offer = std::move(*offer);
    }
    out.timeout = await.time(rules::timeout).value_or(out.timeout);
    await.finish();
    out.matched = read_branch(step.get(rules::matched));
    out.timed_out = read_branch(step.get(rules::timeout_branch));
    step.finish();
    return out;
}

}  // namespace emoted::sequence
