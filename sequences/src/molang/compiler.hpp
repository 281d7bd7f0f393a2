// Compiles one Molang text into a program, in a single pass: precedence of D20, rules of D53.
#pragma once

#include "molang/fault.hpp"
#include "molang/lexer.hpp"
#include "molang/script.hpp"
#include "molang/slot_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace emoted::molang {

enum class Access : std::uint8_t {
    read_only,  // tracks, visibility, selectors: variables may be read, temporaries assigned
    program,    // initialize and tick: variables may be assigned
};

// A variable that this text is the first one of the clip to read.
struct FirstRead {
    std::size_t variable = 0;  // in SlotTable::variables()
    std::size_t offset = 0;    // bytes into the source
};

// The number that a text has whenever it is evaluated, whatever else it does.
struct Always {
    double value = 0;
    std::size_t offset = 0;  // bytes into the source: of what makes it not finite, if it is not
};

struct CompiledText {
    std::vector<Fault> faults;
    std::vector<FirstRead> first_reads;
    Program program;                 // without its place in the code
    std::optional<double> constant;  // the text always has this value and does nothing else
    std::optional<Always> always;
};

// Appends the program to `code` unless there are faults. `tokens` is scratch.
[[nodiscard]] CompiledText compile(std::string_view source, Access access, SlotTable& slots, std::vector<Token>& tokens,
                                   std::vector<Instruction>& code);

}  // namespace emoted::molang
