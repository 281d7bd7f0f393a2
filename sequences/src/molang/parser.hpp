// Reads the tokens of one Molang text by the precedence of D20 and has the emitter write what they mean, in one pass.
//
// Expressions are in expression_parser.cpp, statements and loops in statement_parser.cpp.
#pragma once

#include "molang/compiler.hpp"
#include "molang/emitter.hpp"
#include "molang/names.hpp"
#include "molang/token_reader.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace emoted::molang {

struct BinaryOperator;

class Parser {
public:
    // Code is appended to `code`. `careful`: see Emitter::disturbed().
    Parser(std::string_view source, Access access, SlotTable& slots, const std::vector<Token>& tokens,
           std::vector<Instruction>& code, bool careful)
        : slots_(slots),
          code_(code),
          emitter_(slots, code, careful),
          reader_(source, tokens, result_.faults),
          names_(reader_, access, slots, emitter_) {}

    // Once.
    [[nodiscard]] CompiledText run();
    [[nodiscard]] bool disturbed() const noexcept { return emitter_.disturbed(); }

private:
    using Level = Emitter::Level;

    // Where a number is needed: a text in quotes is none.
    [[nodiscard]] Operand number(const Operand& operand);

    // Up to `end`, which stays. The value is that of the last one.
    [[nodiscard]] Operand statements(TokenKind end);
    [[nodiscard]] Operand block();
    // All that may stand where an assignment may.
    [[nodiscard]] Operand expression();
    [[nodiscard]] Operand leave();
    [[nodiscard]] Operand loop_control(bool breaks);
    [[nodiscard]] Operand assignment();

    struct Loop {
        std::vector<Emitter::Jump> breaks;
        std::vector<Emitter::Jump> continues;
    };
    [[nodiscard]] Operand loop();
    [[nodiscard]] Operand for_each();

    // a ? b : c and a ? b; they may follow each other in any number without being nested.
    [[nodiscard]] Operand conditional();
    // What follows a colon, if there is one, up to a further question mark. True if it is no condition.
    [[nodiscard]] bool read_otherwise(Operand& value);
    // Operators of `lowest` level and higher ones, left to right.
    [[nodiscard]] Operand binary(int lowest);
    [[nodiscard]] Operand operation(const BinaryOperator& chosen, Operand left, Level since);
    // a ?? b: by truth, as the reference has it (D19).
    [[nodiscard]] Operand fallback(const Operand& maybe, Level since);
    // && or ||: 0 or 1, the second only if the first does not decide.
    [[nodiscard]] Operand logic(bool both, const Operand& maybe, Level since);
    [[nodiscard]] Operand unary();
    // Numbers have no members, elements or calls: all of these are 0 (D19, D53).
    [[nodiscard]] Operand postfix();
    [[nodiscard]] Operand primary();
    [[nodiscard]] Operand named();
    [[nodiscard]] Operand noted(const Operand& result, bool was_finite, std::size_t offset);
    [[nodiscard]] Operand query(const Path& name);
    [[nodiscard]] Operand math(const Path& name);
    // What stands in the parentheses that begin here.
    [[nodiscard]] std::vector<Operand> arguments();
    void skip_arguments();

    // Reads on without writing code: what is read can never run.
    template <class Read>
    void skip(Read read) {
        const Emitter::Mark mark = emitter_.mark();
        const Level level = emitter_.level();
        const Loop outer = loops_.empty() ? Loop{} : loops_.back();
        emitter_.begin_skip();
        read();
        emitter_.end_skip();
        if (!loops_.empty()) {
            loops_.back() = outer;
        }
        emitter_.release(level);
        emitter_.rewind(mark);
    }

    void clear_temporaries(std::size_t first);

    SlotTable& slots_;
    std::vector<Instruction>& code_;
    CompiledText result_;
    Emitter emitter_;
    TokenReader reader_;
    Names names_;
    std::vector<Loop> loops_;
    bool returns_ = false;             // there is a return that may run
    std::optional<Operand> returned_;  // by the first one, if that always runs
    std::size_t not_finite_at_ = 0;    // where the last constant became so
};

}  // namespace emoted::molang
