#include "molang/emitter.hpp"

#include "molang/arithmetic.hpp"

#include <algorithm>
#include <limits>

namespace emoted::molang {
namespace {

// Functions with an instruction of their own.
std::optional<Op> own_op(Function function) noexcept {
    switch (function) {
        case Function::sin:
            return Op::sin;
        case Function::cos:
            return Op::cos;
        case Function::abs:
            return Op::abs;
        case Function::floor:
            return Op::floor;
        case Function::sqrt:
            return Op::sqrt;
        case Function::min:
            return Op::min;
        case Function::max:
            return Op::max;
        case Function::clamp:
            return Op::clamp;
        case Function::lerp:
            return Op::lerp;
        default:
            return std::nullopt;
    }
}

bool gives_truth(Op op) noexcept {
    switch (op) {
        case Op::not_:
        case Op::truth:
        case Op::less:
        case Op::less_equal:
        case Op::greater:
        case Op::greater_equal:
        case Op::equal:
        case Op::not_equal:
            return true;
        default:
            return false;
    }
}

}  // namespace

Emitter::Emitter(SlotTable& slots, std::vector<Instruction>& code, bool careful)
    : slots_(slots), code_(code), first_(code.size()), careful_(careful), last_label_(code.size()) {}

Operand Emitter::reserve() {
    Operand operand;
    operand.kind = Operand::Kind::intermediate;
    operand.slot = slots_.intermediate(intermediates_++);
    return operand;
}

void Emitter::step() {
    if (in_first_block_) {
        ++steps_;
        return;
    }
    if (!charge_) {
        // A jump that is not taken charges for what follows it.
        const bool has_last = code_.size() > first_ && code_.size() > last_label_;
        const Op last = has_last ? code_.back().op : Op::finish;
        const bool follows_jump = last == Op::jump_if_zero || last == Op::jump_if_not_zero;
        charge_ = follows_jump ? code_.size() - 1 : emit(Op::charge, 0, 0, 0);
    }
    ++charged();
}

Slot& Emitter::charged() noexcept {
    Instruction& instruction = code_[*charge_];
    return instruction.op == Op::charge ? instruction.a : instruction.to;
}

// Nodes that turned out to be part of a constant; those before the last jump stay counted.
void Emitter::unstep(std::uint32_t count) noexcept {
    if (in_first_block_) {
        steps_ -= std::min(count, steps_);
    } else if (charge_) {
        charged() = static_cast<Slot>(charged() - std::min<std::uint32_t>(count, charged()));
    }
}

void Emitter::begin_block() noexcept {
    in_first_block_ = false;
    charge_.reset();
}

Operand Emitter::hold(Operand operand) {
    if (operand.kind == Operand::Kind::variable && careful_) {
        const Operand copy = reserve();
        move(copy.slot, operand);
        operand.kind = copy.kind;
        operand.slot = copy.slot;
    }
    held_.push_back(operand.kind == Operand::Kind::variable ? std::optional(operand.slot) : std::nullopt);
    return operand;
}

Operand Emitter::unary(Op op, const Operand& a, Level since) {
    if (a.kind == Operand::Kind::constant) {
        unstep(1);
        return constant(apply(op, a.value, 0.0));
    }
    if (op == Op::truth && a.is_truth) {
        return a;
    }
    const Slot from = slot_of(a);
    Operand to = result(since);
    to.is_truth = gives_truth(op);
    emit_result(op, to, from, 0);
    return to;
}

Operand Emitter::binary(Op op, const Operand& a, const Operand& b, Level since) {
    if (a.kind == Operand::Kind::constant && b.kind == Operand::Kind::constant) {
        unstep(2);
        return constant(apply(op, a.value, b.value));
    }
    Operand to;
    if (fuse(op, a, b, since, to)) {
        return to;
    }
    const Slot left = slot_of(a);
    const Slot right = slot_of(b);
    to = result(since);
    to.is_truth = gives_truth(op);
    emit_result(op, to, left, right);
    return to;
}

Operand Emitter::call(Function function, const Operand& a, const Operand& b, const Operand& c, Level since) {
    const auto is_constant = [](const Operand& operand) { return operand.kind == Operand::Kind::constant; };
    const FunctionInfo& called = info(function);
    if (!called.random && is_constant(a) && is_constant(b) && is_constant(c)) {
        unstep(called.arguments);
        return constant(molang::call(function, a.value, b.value, c.value));
    }
    const Slot first = slot_of(a);
    const Slot second = called.arguments > 1 ? slot_of(b) : first;
    const Slot third = called.arguments > 2 ? slot_of(c) : first;
    const Operand to = result(since);
    const std::optional<Op> own = own_op(function);
    if (own && called.arguments < 3) {
        emit_result(*own, to, first, second);
    } else if (function == Function::pow && is_constant(b) && b.value == 2.0) {
        emit_result(Op::multiply, to, first, first);
    } else {
        emit_result(own.value_or(called.random ? Op::draw : Op::call), to, first, second, third,
                    static_cast<Slot>(function));
    }
    return to;
}

// A product that something is added to or subtracted from, or that is multiplied again, needs one instruction.
bool Emitter::fuse(Op op, const Operand& a, const Operand& b, Level since, Operand& to) {
    if (op != Op::add && op != Op::subtract && op != Op::multiply) {
        return false;
    }
    const auto is_product = [this](const Operand& operand) {
        const Instruction* const last = just_computed(operand);
        return last != nullptr && last->op == Op::multiply;
    };
    const bool first = is_product(a);
    if (!first && (op == Op::multiply || !is_product(b))) {
        return false;
    }
    const Instruction product = code_.back();
    code_.pop_back();
    const Op subtraction = first ? Op::multiply_subtract : Op::subtract_product;
    const Op fused = op == Op::add ? Op::multiply_add : op == Op::multiply ? Op::multiply_twice : subtraction;
    const Slot other = slot_of(first ? b : a);
    to = result(since);
    emit_result(fused, to, product.a, product.b, other);
    return true;
}

Instruction* Emitter::just_computed(const Operand& operand) noexcept {
    const bool is_last = operand.kind == Operand::Kind::intermediate && last_result_end_ == code_.size() &&
                         last_result_end_ > first_ && last_result_ >= last_label_;
    return is_last && code_[last_result_].to == operand.slot ? &code_[last_result_] : nullptr;
}

void Emitter::move(Slot to, const Operand& from) {
    // What was just computed can be computed into its place.
    if (Instruction* const last = just_computed(from)) {
        last->to = to;
        return;
    }
    const Slot slot = slot_of(from);
    if (slot != to) {
        emit(Op::move, to, slot, 0);
    }
}

Operand Emitter::assign(Slot variable, const Operand& value) {
    disturbed_ = disturbed_ || std::find(held_.begin(), held_.end(), std::optional(variable)) != held_.end();
    move(variable, value);
    Operand assigned;
    assigned.kind = Operand::Kind::variable;
    assigned.slot = variable;
    assigned.is_truth = value.is_truth;
    return assigned;
}

Emitter::Jump Emitter::jump() {
    const Jump at = emit(Op::jump, 0, 0, 0);
    begin_block();
    return at;
}

Emitter::Jump Emitter::jump_if(bool zero, const Operand& condition) {
    const Slot slot = slot_of(condition);
    const Jump at = emit(zero ? Op::jump_if_zero : Op::jump_if_not_zero, 0, slot, 0);
    begin_block();
    return at;
}

void Emitter::land(Jump jump) {
    code_[jump].b = here();
    last_label_ = code_.size();
    begin_block();
}

void Emitter::land_at(Jump jump, std::size_t label) {
    code_[jump].b = static_cast<Slot>(label - first_);
}

std::size_t Emitter::label() {
    last_label_ = code_.size();
    begin_block();
    return code_.size();
}

void Emitter::jump_back(std::size_t to) {
    emit(Op::jump, 0, 0, static_cast<Slot>(to - first_));
    begin_block();
}

void Emitter::begin_count(const Operand& counter, const Operand& rounds) {
    emit(Op::begin_count, counter.slot, slot_of(rounds), 0);
}

Emitter::Jump Emitter::count_down(const Operand& counter) {
    const Jump at = emit(Op::count_down, counter.slot, 0, 0);
    begin_block();
    return at;
}

void Emitter::finish(const Operand& value) {
    emit(Op::finish, 0, slot_of(value), 0);
    begin_block();
}

Emitter::Mark Emitter::mark() const noexcept {
    const Instruction none;
    const Instruction& charge = charge_ ? code_[*charge_] : none;
    return {code_.size(), charge_,     charge.op == Op::charge ? charge.a : charge.to,
            steps_,       last_label_, in_first_block_};
}

void Emitter::rewind(const Mark& mark) noexcept {
    if (charge_ && charge_ != mark.charge && *charge_ < mark.size) {
        charged() = 0;
    }
    code_.resize(mark.size);
    charge_ = mark.charge;
    if (charge_) {
        charged() = static_cast<Slot>(mark.charged);
    }
    steps_ = mark.steps;
    last_label_ = mark.last_label;
    last_result_end_ = 0;
    in_first_block_ = mark.in_first_block;
}

bool Emitter::overflown() const noexcept {
    return code_.size() - first_ > std::numeric_limits<Slot>::max();
}

std::size_t Emitter::emit(Op op, Slot to, Slot a, Slot b) {
    code_.push_back({op, to, a, b});
    return code_.size() - 1;
}

void Emitter::emit_result(Op op, const Operand& to, Slot a, Slot b) {
    last_result_ = emit(op, to.slot, a, b);
    last_result_end_ = code_.size();
}

void Emitter::emit_result(Op op, const Operand& to, Slot a, Slot b, Slot c, Slot function) {
    last_result_ = emit(op, to.slot, a, b);
    emit(Op::call, function, c, 0);
    last_result_end_ = code_.size();
}

Slot Emitter::slot_of(const Operand& operand) {
    return operand.kind == Operand::Kind::constant ? slots_.constant(operand.value) : operand.slot;
}

Operand Emitter::result(Level since) {
    release(since);
    return reserve();
}

}  // namespace emoted::molang
