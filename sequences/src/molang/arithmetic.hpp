// What the operators compute, for evaluation and for constants alike.
#pragma once

#include "molang/script.hpp"

namespace emoted::molang {

[[nodiscard]] constexpr double quotient(double a, double b) noexcept {
    return b == 0.0 ? 0.0 : a / b;
}
[[nodiscard]] constexpr double truth(bool value) noexcept {
    return value ? 1.0 : 0.0;
}

// An operator of one or two operands; the second is ignored if there is one only.
[[nodiscard]] constexpr double apply(Op op, double a, double b) noexcept {
    switch (op) {
        case Op::add:
            return a + b;
        case Op::subtract:
            return a - b;
        case Op::multiply:
            return a * b;
        case Op::divide:
            return quotient(a, b);
        case Op::negate:
            return -a;
        case Op::not_:
            return truth(a == 0.0);
        case Op::truth:
            return truth(a != 0.0);
        case Op::less:
            return truth(a < b);
        case Op::less_equal:
            return truth(a <= b);
        case Op::greater:
            return truth(a > b);
        case Op::greater_equal:
            return truth(a >= b);
        case Op::equal:
            return truth(a == b);
        case Op::not_equal:
            return truth(a != b);
        default:
            return a;
    }
}

}  // namespace emoted::molang
