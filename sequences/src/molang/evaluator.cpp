#include "molang/evaluator.hpp"

#include "molang/arithmetic.hpp"
#include "molang/functions.hpp"

#include <emoted/sequences/limits.hpp>

#include <algorithm>
#include <cmath>
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

double count_of(double rounds) noexcept {
    // Not a number is no rounds.
    return rounds > 0.0 ? std::min(rounded(rounds), static_cast<double>(limits::max_molang_rounds)) : 0.0;
}

double evaluate(const Instruction* const program, std::uint32_t entry, double* const frame, Random& random,
                StepBudget& budget) noexcept {
    const Instruction* next = program + entry;
    for (;;) {
        const Instruction& now = *next++;
        // Not all instructions have all of these.
        const auto a = [&] { return frame[now.a]; };
        const auto b = [&] { return frame[now.b]; };
        const auto set = [&](double value) { frame[now.to] = value; };
        switch (now.op) {
            case Op::charge:
                budget.left -= now.a;
                if (budget.left < 0) {
                    return 0.0;
                }
                break;
            case Op::move:
                set(a());
                break;
            case Op::add:
                set(a() + b());
                break;
            case Op::subtract:
                set(a() - b());
                break;
            case Op::multiply:
                set(a() * b());
                break;
            case Op::divide:
                set(quotient(a(), b()));
                break;
            case Op::negate:
                set(-a());
                break;
            case Op::not_:
                set(truth(a() == 0.0));
                break;
            case Op::truth:
                set(truth(a() != 0.0));
                break;
            case Op::less:
                set(truth(a() < b()));
                break;
            case Op::less_equal:
                set(truth(a() <= b()));
                break;
            case Op::greater:
                set(truth(a() > b()));
                break;
            case Op::greater_equal:
                set(truth(a() >= b()));
                break;
            case Op::equal:
                set(truth(a() == b()));
                break;
            case Op::not_equal:
                set(truth(a() != b()));
                break;
            case Op::jump:
                next = program + now.b;
                break;
            case Op::jump_if_zero:
                if (a() == 0.0) {
                    next = program + now.b;
                }
                break;
            case Op::jump_if_not_zero:
                if (a() != 0.0) {
                    next = program + now.b;
                }
                break;
            case Op::begin_count:
                set(count_of(a()));
                break;
            case Op::count_down:
                if (frame[now.to] == 0.0) {
                    next = program + now.b;
                } else {
                    frame[now.to] -= 1.0;
                }
                break;
            case Op::call: {
                const Instruction& more = *next++;
                set(call(static_cast<Function>(more.to), a(), b(), frame[more.a]));
                break;
            }
            case Op::draw: {
                const Instruction& more = *next++;
                set(draw(static_cast<Function>(more.to), a(), b(), frame[more.a], random, budget));
                if (budget.left < 0) {
                    return 0.0;
                }
                break;
            }
            case Op::sin:
                set(call(Function::sin, a(), 0.0, 0.0));
                break;
            case Op::cos:
                set(call(Function::cos, a(), 0.0, 0.0));
                break;
            case Op::abs:
                set(std::abs(a()));
                break;
            case Op::floor:
                set(std::floor(a()));
                break;
            case Op::sqrt:
                set(std::sqrt(a()));
                break;
            case Op::min:
                set(call(Function::min, a(), b(), 0.0));
                break;
            case Op::max:
                set(call(Function::max, a(), b(), 0.0));
                break;
            case Op::finish:
                return a();
        }
    }
}

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
    return evaluate(&script_->code[chosen.first], chosen.entry, frame_.data(), random_, budget);
}

}  // namespace emoted::molang
