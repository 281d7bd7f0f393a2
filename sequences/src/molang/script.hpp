// The compiled Molang of one clip: immutable, shared by every playback.
//
// All its programs work on one array of numbers, the frame: queries, variables, temporaries, constants and intermediate
// results each have a slot in it. So an instruction takes any of them as it takes another, and to begin a cycle is to
// copy the initial frame.
#pragma once

#include "molang/queries.hpp"

#include <emoted/sequences/molang.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace emoted::molang {

using Slot = std::uint16_t;

enum class Op : std::uint16_t {
    charge,  // a: steps
    move,    // to = a
    add,     // to = a + b, and so on
    subtract,
    multiply,
    divide,  // 0 if b is
    negate,
    not_,   // to = a is 0
    truth,  // to = a is not 0
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    jump,          // to the instruction `b` of the program
    jump_if_zero,  // likewise, if a is 0; else takes `to` steps
    jump_if_not_zero,
    begin_count,        // to = a, rounded, within 0 and limits::max_molang_rounds
    count_down,         // jumps to `b` if `to` is 0, else takes 1 from it
    call,               // to = function(a, b, c); function and c stand in the next instruction's `to` and `a`
    draw,               // the same for those that draw
    clamp,              // likewise, without the function
    multiply_add,       // to = a * b + c, rounded in between like two instructions
    multiply_subtract,  // to = a * b - c
    subtract_product,   // to = c - a * b
    multiply_twice,     // to = a * b * c
    lerp,
    sin,  // calls that are frequent
    cos,
    abs,
    floor,
    sqrt,
    min,
    max,
    finish,  // the program's value is a
};

struct Instruction {
    Op op = Op::finish;
    Slot to = 0;
    Slot a = 0;
    Slot b = 0;
};

struct Program {
    std::uint32_t first = 0;  // in Script::code; jumps count from here
    std::uint32_t entry = 0;  // likewise, from `first`
    std::uint32_t steps = 0;  // taken whatever happens
};

struct Script {
    std::vector<Instruction> code;
    std::vector<Program> programs;
    std::vector<std::string> sources;  // of the programs, for reports
    std::vector<double> initial_frame;
    std::vector<std::pair<Query, Slot>> timeline_queries;
    std::vector<std::pair<Query, Slot>> player_queries;
    std::vector<Slot> key_frame_lerp_time;  // at most one
};

}  // namespace emoted::molang
