// Writes the instructions of one program: where results go, what is worked out at once, how many steps are taken.
//
// Results are handed on as operands. A variable's slot is only read by the instruction that needs it, so that most
// operands cost nothing; whoever keeps one while more code is written says so with hold() (see there).
#pragma once

#include "molang/functions.hpp"
#include "molang/script.hpp"
#include "molang/slot_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace emoted::molang {

struct Operand {
    enum class Kind : std::uint8_t { constant, variable, intermediate, text };
    Kind kind = Kind::constant;
    bool is_truth = false;  // known to be 0 or 1
    Slot slot = 0;          // of a variable (or query, or temporary) or an intermediate result
    double value = 0;       // of a constant
    std::string_view text;  // of a text in quotes
    std::size_t offset = 0;
};
[[nodiscard]] constexpr Operand constant(double value) noexcept {
    Operand operand;
    operand.value = value;
    return operand;
}

class Emitter {
public:
    // Instructions are appended to `code`. `careful`: see disturbed().
    Emitter(SlotTable& slots, std::vector<Instruction>& code, bool careful);

    // Intermediate results live in a stack: what is computed after level() was asked is free after release().
    using Level = std::size_t;
    [[nodiscard]] Level level() const noexcept { return intermediates_; }
    void release(Level level) noexcept { intermediates_ = level; }
    [[nodiscard]] Operand reserve();

    // A syntax node that is evaluated where the code stands now.
    void step();

    // An operand that is still to be read after code to come. Give the result to let_go() then.
    [[nodiscard]] Operand hold(Operand operand);
    void let_go(std::size_t count = 1) noexcept { held_.resize(held_.size() - count); }
    // A variable was assigned while an older value of it was still to be read: the program must be written again, by a
    // careful emitter, which copies what is held.
    [[nodiscard]] bool disturbed() const noexcept { return disturbed_; }

    // Results take the place of what was computed since `since`.
    [[nodiscard]] Operand unary(Op op, const Operand& a, Level since);
    [[nodiscard]] Operand binary(Op op, const Operand& a, const Operand& b, Level since);
    [[nodiscard]] Operand call(Function function, const Operand& a, const Operand& b, const Operand& c, Level since);
    // Into a slot of its own.
    void move(Slot to, const Operand& from);
    [[nodiscard]] Operand assign(Slot variable, const Operand& value);

    // Jumps ahead: to be given to land() where they lead.
    using Jump = std::size_t;
    [[nodiscard]] Jump jump();
    [[nodiscard]] Jump jump_if(bool zero, const Operand& condition);
    void land(Jump jump);
    void land_at(Jump jump, std::size_t label);
    // A place to jump back to.
    [[nodiscard]] std::size_t label();
    void jump_back(std::size_t to);
    // Counts the rounds of a loop in `counter`.
    void begin_count(const Operand& counter, const Operand& rounds);
    [[nodiscard]] Jump count_down(const Operand& counter);
    void finish(const Operand& value);

    // What was emitted since the mark is taken back: it can never run.
    struct Mark {
        std::size_t size;
        std::optional<std::size_t> charge;
        std::uint32_t charged;
        std::uint32_t steps;
        std::size_t last_label;
        bool in_first_block;
    };
    [[nodiscard]] Mark mark() const noexcept;
    void rewind(const Mark& mark) noexcept;

    [[nodiscard]] std::uint32_t steps() const noexcept { return steps_; }
    // What is written now runs whenever the program does, before everything after it.
    [[nodiscard]] bool runs_always() const noexcept { return in_first_block_ && !skips(); }

    // What is written from now on is taken back (rewind()): it can never run.
    void begin_skip() noexcept { ++skips_; }
    void end_skip() noexcept { --skips_; }
    [[nodiscard]] bool skips() const noexcept { return skips_ != 0; }
    // More instructions than a jump can reach.
    [[nodiscard]] bool overflown() const noexcept;

private:
    std::size_t emit(Op op, Slot to, Slot a, Slot b);
    // One that computes an intermediate result; those with a third operand take two places.
    void emit_result(Op op, const Operand& to, Slot a, Slot b);
    void emit_result(Op op, const Operand& to, Slot a, Slot b, Slot c, Slot function = 0);
    // The instruction that has just computed this, with nothing between; null if it is none such.
    [[nodiscard]] Instruction* just_computed(const Operand& operand) noexcept;
    [[nodiscard]] bool fuse(Op op, const Operand& a, const Operand& b, Level since, Operand& to);
    [[nodiscard]] Slot& charged() noexcept;
    void unstep(std::uint32_t count) noexcept;
    void begin_block() noexcept;
    [[nodiscard]] Slot slot_of(const Operand& operand);
    [[nodiscard]] Operand result(Level since);
    [[nodiscard]] Slot here() const noexcept { return static_cast<Slot>(code_.size() - first_); }

    SlotTable& slots_;
    std::vector<Instruction>& code_;
    std::size_t first_;
    bool careful_;
    std::size_t intermediates_ = 0;
    std::vector<std::optional<Slot>> held_;
    bool disturbed_ = false;
    int skips_ = 0;

    // Steps are charged once for each stretch of code without jumps: in the first one ahead, else by an instruction.
    bool in_first_block_ = true;
    std::uint32_t steps_ = 0;
    std::optional<std::size_t> charge_;
    std::size_t last_label_ = 0;  // code from here on is reached by jumps
    std::size_t last_result_ = 0;
    std::size_t last_result_end_ = 0;
};

}  // namespace emoted::molang
