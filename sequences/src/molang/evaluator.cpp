#include "molang/evaluator.hpp"

#include "molang/arithmetic.hpp"
#include "molang/functions.hpp"

#include <emoted/sequences/limits.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace emoted::molang {
namespace {

// Uniform over both ends.
double draw_real(Random& random, double low, double high) noexcept {
    constexpr double largest = 1.0 - 0x1p-53;
    return low + (high - low) * (random.real() / largest);
}

double draw_integer(Random& random, double low, double high) noexcept {
    low = std::ceil(low);
    high = std::floor(high);
    const double count = high - low + 1.0;
    if (!(count >= 1.0) || !std::isfinite(count)) {
        return 0.0;
    }
    if (count <= 4'294'967'295.0) {
        return low + random.below(static_cast<std::uint32_t>(count));
    }
    return low + std::floor(random.real() * count);
}

// Takes a step for each of the dice; no dice for what is no count.
double roll(bool integers, Random& random, double count, double low, double high, StepBudget& budget) noexcept {
    const double dice = std::ceil(count);
    if (!(dice >= 1.0)) {
        return 0.0;
    }
    // Compared as it is: what is too large for the budget may be too large for an integer as well.
    if (dice > static_cast<double>(budget.left)) {
        budget.left = -1;
        return 0.0;
    }
    const auto rolls = static_cast<std::int64_t>(dice);
    budget.left -= rolls;
    double sum = 0.0;
    for (std::int64_t i = 0; i < rolls; ++i) {
        sum += integers ? draw_integer(random, low, high) : draw_real(random, low, high);
    }
    return sum;
}

double draw(Function function, double a, double b, double c, Random& random, StepBudget& budget) noexcept {
    switch (function) {
        case Function::random:
            return draw_real(random, a, b);
        case Function::random_integer:
            return draw_integer(random, a, b);
        default:
            return roll(function == Function::die_roll_integer, random, a, b, c, budget);
    }
}

// Steps that mod takes besides its own: the remainder of a quotient of many bits takes the processor as many turns.
std::int64_t steps_of_remainder(double a, double b) noexcept {
    constexpr int bits_for_nothing = 64;
    constexpr int bits_of_a_step = 8;
    if (!std::isfinite(a) || !std::isfinite(b) || a == 0.0 || b == 0.0) {
        return 0;
    }
    return std::max(std::ilogb(a) - std::ilogb(b) - bits_for_nothing, 0) / bits_of_a_step;
}

double count_of(double rounds) noexcept {
    // Not a number is no rounds.
    return rounds > 0.0 ? std::min(rounded(rounds), static_cast<double>(limits::max_molang_rounds)) : 0.0;
}

// Every instruction jumps to the next one by itself: a processor learns where each of many jumps leads, but not where a
// single one of a loop does. Labels as values are an extension that both compilers have.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

double evaluate(const Instruction* const program, std::uint32_t entry, double* const frame, Random& random,
                StepBudget& budget) noexcept {
    // In the order of Op.
    static constexpr const void* const labels[] = {&&charge,
                                                   &&move,
                                                   &&add,
                                                   &&subtract,
                                                   &&multiply,
                                                   &&divide,
                                                   &&negate,
                                                   &&not_,
                                                   &&truth,
                                                   &&less,
                                                   &&less_equal,
                                                   &&greater,
                                                   &&greater_equal,
                                                   &&equal,
                                                   &&not_equal,
                                                   &&jump,
                                                   &&jump_if_zero,
                                                   &&jump_if_not_zero,
                                                   &&begin_count,
                                                   &&count_down,
                                                   &&call,
                                                   &&draw,
                                                   &&clamp,
                                                   &&multiply_add,
                                                   &&multiply_subtract,
                                                   &&subtract_product,
                                                   &&multiply_twice,
                                                   &&lerp,
                                                   &&sin,
                                                   &&cos,
                                                   &&abs,
                                                   &&floor,
                                                   &&sqrt,
                                                   &&min,
                                                   &&max,
                                                   &&finish};
    static_assert(std::size(labels) == static_cast<std::size_t>(Op::finish) + 1);
    const Instruction* now = program + entry;
    const auto a = [&] { return frame[now->a]; };
    const auto b = [&] { return frame[now->b]; };
    const auto set = [&](double value) { frame[now->to] = value; };
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): a goto cannot be put into a function
#define EMOTED_GO_TO(instruction) \
    now = (instruction);          \
    goto* labels[static_cast<std::size_t>(now->op)]

    EMOTED_GO_TO(now);
charge:
    budget.left -= now->a;
    if (budget.left < 0) {
        return 0.0;
    }
    EMOTED_GO_TO(now + 1);
move:
    set(a());
    EMOTED_GO_TO(now + 1);
add:
    set(a() + b());
    EMOTED_GO_TO(now + 1);
subtract:
    set(a() - b());
    EMOTED_GO_TO(now + 1);
multiply:
    set(a() * b());
    EMOTED_GO_TO(now + 1);
divide:
    set(quotient(a(), b()));
    EMOTED_GO_TO(now + 1);
negate:
    set(-a());
    EMOTED_GO_TO(now + 1);
not_:
    set(molang::truth(a() == 0.0));
    EMOTED_GO_TO(now + 1);
truth:
    set(molang::truth(a() != 0.0));
    EMOTED_GO_TO(now + 1);
less:
    set(molang::truth(a() < b()));
    EMOTED_GO_TO(now + 1);
less_equal:
    set(molang::truth(a() <= b()));
    EMOTED_GO_TO(now + 1);
greater:
    set(molang::truth(a() > b()));
    EMOTED_GO_TO(now + 1);
greater_equal:
    set(molang::truth(a() >= b()));
    EMOTED_GO_TO(now + 1);
equal:
    set(molang::truth(a() == b()));
    EMOTED_GO_TO(now + 1);
not_equal:
    set(molang::truth(a() != b()));
    EMOTED_GO_TO(now + 1);
jump:
    EMOTED_GO_TO(program + now->b);
jump_if_zero:
    if (a() == 0.0) {
        EMOTED_GO_TO(program + now->b);
    }
    budget.left -= now->to;
    if (budget.left < 0) {
        return 0.0;
    }
    EMOTED_GO_TO(now + 1);
jump_if_not_zero:
    if (a() != 0.0) {
        EMOTED_GO_TO(program + now->b);
    }
    budget.left -= now->to;
    if (budget.left < 0) {
        return 0.0;
    }
    EMOTED_GO_TO(now + 1);
begin_count:
    set(count_of(a()));
    EMOTED_GO_TO(now + 1);
count_down:
    if (frame[now->to] == 0.0) {
        EMOTED_GO_TO(program + now->b);
    }
    frame[now->to] -= 1.0;
    EMOTED_GO_TO(now + 1);
call:
    if (static_cast<Function>(now[1].to) == Function::mod) {
        budget.left -= steps_of_remainder(a(), b());
        if (budget.left < 0) {
            return 0.0;
        }
    }
    set(molang::call(static_cast<Function>(now[1].to), a(), b(), frame[now[1].a]));
    EMOTED_GO_TO(now + 2);
draw:
    set(molang::draw(static_cast<Function>(now[1].to), a(), b(), frame[now[1].a], random, budget));
    if (budget.left < 0) {
        return 0.0;
    }
    EMOTED_GO_TO(now + 2);
clamp:
    set(clamped(a(), b(), frame[now[1].a]));
    EMOTED_GO_TO(now + 2);
multiply_add:
    set(a() * b() + frame[now[1].a]);
    EMOTED_GO_TO(now + 2);
multiply_subtract:
    set(a() * b() - frame[now[1].a]);
    EMOTED_GO_TO(now + 2);
subtract_product:
    set(frame[now[1].a] - a() * b());
    EMOTED_GO_TO(now + 2);
multiply_twice:
    set(a() * b() * frame[now[1].a]);
    EMOTED_GO_TO(now + 2);
lerp:
    set(a() + (b() - a()) * frame[now[1].a]);
    EMOTED_GO_TO(now + 2);
sin:
    set(sine(a()));
    EMOTED_GO_TO(now + 1);
cos:
    set(cosine(a()));
    EMOTED_GO_TO(now + 1);
abs:
    set(std::abs(a()));
    EMOTED_GO_TO(now + 1);
floor:
    set(std::floor(a()));
    EMOTED_GO_TO(now + 1);
sqrt:
    set(std::sqrt(a()));
    EMOTED_GO_TO(now + 1);
min:
    set(least(a(), b()));
    EMOTED_GO_TO(now + 1);
max:
    set(greatest(a(), b()));
    EMOTED_GO_TO(now + 1);
finish:
    return a();

#undef EMOTED_GO_TO
}

#pragma GCC diagnostic pop

}  // namespace

Evaluator::Evaluator(std::shared_ptr<const Script> script)
    : script_(std::move(script)), frame_(script_->initial_frame), random_(0, {}) {}

void Evaluator::begin(const Random& random) {
    std::copy(script_->initial_frame.begin(), script_->initial_frame.end(), frame_.begin());
    random_ = random;
}

void Evaluator::set(const TimelineQueries& timeline) noexcept {
    for (const auto& [query, slot] : script_->timeline_queries) {
        frame_[slot] = value_of(query, timeline);
    }
}

void Evaluator::set(const PlayerQueries& player) noexcept {
    for (const auto& [query, slot] : script_->player_queries) {
        frame_[slot] = value_of(query, player);
    }
}

void Evaluator::set_key_frame_lerp_time(double progress) noexcept {
    for (const Slot slot : script_->key_frame_lerp_time) {
        frame_[slot] = progress;
    }
}

double Evaluator::run(ProgramIndex program, StepBudget& budget) noexcept {
    const Program& chosen = script_->programs[program.value()];
    budget.left -= chosen.steps;
    if (budget.left < 0) {
        return 0.0;
    }
    const Instruction* const code = &script_->code[chosen.first];
    const Instruction& first = code[chosen.entry];
    if (first.op == Op::finish) {
        return frame_[first.a];
    }
    return evaluate(code, chosen.entry, frame_.data(), random_, budget);
}

}  // namespace emoted::molang
