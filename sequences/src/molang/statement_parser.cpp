#include "molang/parser.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/limits.hpp>

#include <cmath>
#include <string>
#include <utility>

namespace emoted::molang {

CompiledText Parser::run() {
    const std::size_t first = code_.size();
    const Operand value = number(statements(TokenKind::end));
    if (!reader_.at(TokenKind::end)) {
        reader_.unexpected("an operator or ;");
    }
    const bool nothing_else = code_.size() == first;
    emitter_.finish(value);
    result_.program.steps = emitter_.steps();
    clear_temporaries(first);
    if (nothing_else && value.kind == Operand::Kind::constant) {
        result_.constant = value.value;
    }
    if (const Operand result = returned_.value_or(value);
        result.kind == Operand::Kind::constant && (returned_ || !returns_)) {
        result_.always = Always{result.value, std::isfinite(result.value) ? 0 : not_finite_at_};
    }
    if (emitter_.overflown() || slots_.overflown()) {
        reader_.fault(0, DiagnosticCode::limit_exceeded,
                      {.message = "the animation's Molang knows too many different numbers",
                       .expected = "at most " + std::to_string(limits::max_molang_slots) +
                                   " variables, constants and intermediate results (max_molang_slots)"});
    }
    result_.first_reads = std::move(names_.first_reads());
    return std::move(result_);
}

Operand Parser::number(const Operand& operand) {
    if (operand.kind != Operand::Kind::text) {
        return operand;
    }
    reader_.fault(operand.offset, {.message = "a text may only be compared with == or !=",
                                   .expected = "a number",
                                   .found = text::printable(operand.text)});
    return constant(0.0);
}

Operand Parser::statements(TokenKind end) {
    Operand value = constant(0.0);
    const Level level = emitter_.level();
    for (;;) {
        while (reader_.take(TokenKind::semicolon)) {
        }
        if (reader_.at(end) || reader_.at(TokenKind::end)) {
            return value;
        }
        emitter_.release(level);
        value = number(expression());
        if (!reader_.at(TokenKind::semicolon)) {
            return value;
        }
    }
}

Operand Parser::block() {
    emitter_.step();
    const Operand value = statements(TokenKind::close_brace);
    reader_.require(TokenKind::close_brace, "an operator, ; or }");
    return value;
}

Operand Parser::expression() {
    const TokenReader::Deeper deeper(reader_);
    if (reader_.at_word()) {
        const std::string word = lower(reader_.token().text);
        if (word == "return") {
            return leave();
        }
        if (word == "break" || word == "continue") {
            return loop_control(word == "break");
        }
    }
    return reader_.at_assignment() ? assignment() : conditional();
}

Operand Parser::leave() {
    emitter_.step();
    reader_.advance();
    const bool is_bare = reader_.at(TokenKind::semicolon) || reader_.at(TokenKind::close_brace) ||
                         reader_.at(TokenKind::end) || reader_.at(TokenKind::close_parenthesis) ||
                         reader_.at(TokenKind::colon);
    const bool is_sure = !returns_ && emitter_.runs_always();
    const Operand value = is_bare ? constant(0.0) : number(expression());
    if (is_sure && !returns_) {
        returned_ = value;
    }
    returns_ = returns_ || !emitter_.skips();
    emitter_.finish(value);
    return constant(0.0);
}

Operand Parser::loop_control(bool breaks) {
    const Token& word = reader_.token();
    reader_.advance();
    if (loops_.empty()) {
        reader_.fault(word.offset, {.message = text::quoted(word.text) + " stands outside a loop",
                                    .found = text::printable(word.text)});
        return constant(0.0);
    }
    emitter_.step();
    (breaks ? loops_.back().breaks : loops_.back().continues).push_back(emitter_.jump());
    return constant(0.0);
}

Operand Parser::assignment() {
    const Path assigned = reader_.path(TokenReader::all_parts);
    reader_.advance();  // =
    const Operand value = number(expression());
    emitter_.step();
    const std::optional<Slot> slot = names_.target(assigned);
    return slot ? emitter_.assign(*slot, value) : constant(0.0);
}

Operand Parser::loop() {
    reader_.advance();
    reader_.require(TokenKind::open_parenthesis, "(");
    const Level since = emitter_.level();
    const Operand rounds = number(expression());
    reader_.require(TokenKind::comma, "an operator or a comma");
    emitter_.step();
    emitter_.release(since);
    const Operand counter = emitter_.reserve();
    emitter_.begin_count(counter, rounds);
    const std::size_t top = emitter_.label();
    const Emitter::Jump out = emitter_.count_down(counter);
    loops_.emplace_back();
    (void)number(expression());
    const Loop ended = std::move(loops_.back());
    loops_.pop_back();
    reader_.require(TokenKind::close_parenthesis, "an operator or )");
    emitter_.jump_back(top);
    for (const Emitter::Jump jump : ended.continues) {
        emitter_.land_at(jump, top);
    }
    emitter_.land(out);
    for (const Emitter::Jump jump : ended.breaks) {
        emitter_.land(jump);
    }
    emitter_.release(since);
    return constant(0.0);
}

// There are no arrays to go through yet: the body never runs (D53).
Operand Parser::for_each() {
    reader_.advance();
    reader_.require(TokenKind::open_parenthesis, "(");
    if (!reader_.at(TokenKind::name)) {
        reader_.unexpected("a variable with v. or t.");
        return constant(0.0);
    }
    (void)names_.target(reader_.path(TokenReader::all_parts));
    reader_.require(TokenKind::comma, "a comma");
    (void)number(expression());
    reader_.require(TokenKind::comma, "an operator or a comma");
    emitter_.step();
    loops_.emplace_back();
    skip([this] { (void)number(expression()); });
    loops_.pop_back();
    reader_.require(TokenKind::close_parenthesis, "an operator or )");
    return constant(0.0);
}

// Once for every evaluation, before it: the program is entered here.
void Parser::clear_temporaries(std::size_t first) {
    const std::vector<Slot>& temporaries = names_.temporaries_to_clear();
    if (temporaries.empty()) {
        return;
    }
    result_.program.entry = static_cast<std::uint32_t>(code_.size() - first);
    for (const Slot slot : temporaries) {
        emitter_.move(slot, constant(0.0));
    }
    emitter_.jump_back(first);
}

}  // namespace emoted::molang
