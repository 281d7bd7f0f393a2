#include "molang/parser.hpp"
#include "text/printable.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace emoted::molang {

// From the lowest level of precedence to the highest; ??, || and && are the three below these.
struct BinaryOperator {
    TokenKind token;
    int level;
    Op op;
};

namespace {

constexpr int fallback_level = 0;
constexpr int either_level = 1;
constexpr int both_level = 2;
constexpr std::array<BinaryOperator, 10> binary_operators{{
    {TokenKind::equal, 3, Op::equal},
    {TokenKind::not_equal, 3, Op::not_equal},
    {TokenKind::less, 4, Op::less},
    {TokenKind::less_equal, 4, Op::less_equal},
    {TokenKind::greater, 4, Op::greater},
    {TokenKind::greater_equal, 4, Op::greater_equal},
    {TokenKind::plus, 5, Op::add},
    {TokenKind::minus, 5, Op::subtract},
    {TokenKind::times, 6, Op::multiply},
    {TokenKind::divide, 6, Op::divide},
}};

std::string counted(std::size_t arguments) {
    return std::to_string(arguments) + (arguments == 1 ? " argument" : " arguments");
}

bool is_finite(const Operand& operand) noexcept {
    return operand.kind == Operand::Kind::constant && std::isfinite(operand.value);
}

}  // namespace

// Notes where a constant is finite no more.
Operand Parser::noted(const Operand& result, bool was_finite, std::size_t offset) {
    if (was_finite && result.kind == Operand::Kind::constant && !std::isfinite(result.value) && !emitter_.skips()) {
        not_finite_at_ = offset;
    }
    return result;
}

Operand Parser::conditional() {
    const Level level = emitter_.level();
    Operand value = binary(fallback_level);
    std::optional<Operand> result;  // where the arms put theirs
    std::vector<Emitter::Jump> done;
    bool ends = false;
    while (!ends && reader_.take(TokenKind::question)) {
        const Operand condition = number(value);
        emitter_.step();
        if (condition.kind != Operand::Kind::constant) {
            const Emitter::Jump otherwise = emitter_.jump_if(true, condition);
            if (!result) {
                emitter_.release(level);
                result = emitter_.reserve();
            }
            emitter_.release(level + 1);
            emitter_.move(result->slot, number(expression()));
            done.push_back(emitter_.jump());
            emitter_.land(otherwise);
            emitter_.release(level + 1);
            ends = read_otherwise(value);
        } else if (condition.value == 0.0) {
            skip([this] { (void)number(expression()); });
            ends = read_otherwise(value);
        } else {
            value = number(expression());
            if (reader_.take(TokenKind::colon)) {
                skip([this] { (void)number(expression()); });
            }
            ends = true;
        }
    }
    if (!result) {
        return value;
    }
    emitter_.move(result->slot, number(value));
    for (const Emitter::Jump jump : done) {
        emitter_.land(jump);
    }
    emitter_.release(level + 1);
    return *result;
}

bool Parser::read_otherwise(Operand& value) {
    if (!reader_.take(TokenKind::colon)) {
        value = constant(0.0);
        return true;
    }
    if (reader_.at_assignment() || reader_.at_word()) {
        value = expression();
        return true;
    }
    value = binary(fallback_level);
    return false;
}

Operand Parser::binary(int lowest) {
    const Level since = emitter_.level();
    Operand left = unary();
    for (;;) {
        const TokenKind kind = reader_.token().kind;
        if (kind == TokenKind::fallback && lowest <= fallback_level) {
            left = fallback(left, since);
        } else if (kind == TokenKind::either && lowest <= either_level) {
            left = logic(false, left, since);
        } else if (kind == TokenKind::both && lowest <= both_level) {
            left = logic(true, left, since);
        } else {
            const auto* const found =
                std::find_if(binary_operators.begin(), binary_operators.end(),
                             [kind](const BinaryOperator& candidate) { return candidate.token == kind; });
            if (found == binary_operators.end() || found->level < lowest) {
                return left;
            }
            left = operation(*found, left, since);
        }
    }
}

Operand Parser::operation(const BinaryOperator& chosen, Operand left, Level since) {
    const std::size_t offset = reader_.token().offset;
    reader_.advance();
    const bool compares_texts = chosen.op == Op::equal || chosen.op == Op::not_equal;
    left = emitter_.hold(compares_texts ? left : number(left));
    Operand right = binary(chosen.level + 1);
    emitter_.let_go();
    emitter_.step();
    const bool left_text = left.kind == Operand::Kind::text;
    const bool right_text = right.kind == Operand::Kind::text;
    if (compares_texts && (left_text || right_text)) {
        // No number is equal to a text.
        const bool equal = left_text && right_text && left.text == right.text;
        return constant(equal == (chosen.op == Op::equal) ? 1.0 : 0.0);
    }
    right = number(right);
    return noted(emitter_.binary(chosen.op, left, right, since), is_finite(left) && is_finite(right), offset);
}

Operand Parser::fallback(const Operand& maybe, Level since) {
    reader_.advance();
    emitter_.step();
    const Operand left = number(maybe);
    if (left.kind == Operand::Kind::constant) {
        if (left.value == 0.0) {
            return number(binary(fallback_level + 1));
        }
        skip([this] { (void)number(binary(fallback_level + 1)); });
        return left;
    }
    emitter_.release(since);
    const Operand result = emitter_.reserve();
    emitter_.move(result.slot, left);
    const Emitter::Jump done = emitter_.jump_if(false, result);
    emitter_.move(result.slot, number(binary(fallback_level + 1)));
    emitter_.land(done);
    emitter_.release(since + 1);
    return result;
}

Operand Parser::logic(bool both, const Operand& maybe, Level since) {
    reader_.advance();
    emitter_.step();
    const int next_level = (both ? both_level : either_level) + 1;
    const Operand left = number(maybe);
    if (left.kind == Operand::Kind::constant) {
        if ((left.value != 0.0) == both) {
            return emitter_.unary(Op::truth, number(binary(next_level)), since);
        }
        skip([this, next_level] { (void)number(binary(next_level)); });
        return constant(both ? 0.0 : 1.0);
    }
    const Operand first = emitter_.unary(Op::truth, left, since);
    emitter_.release(since);
    Operand result = emitter_.reserve();
    emitter_.move(result.slot, first);
    const Emitter::Jump decided = emitter_.jump_if(both, result);
    const Operand right = number(binary(next_level));
    emitter_.move(result.slot, emitter_.unary(Op::truth, right, since + 1));
    emitter_.land(decided);
    emitter_.release(since + 1);
    result.is_truth = true;
    return result;
}

Operand Parser::unary() {
    const Level since = emitter_.level();
    std::vector<Op> signs;
    while (reader_.at(TokenKind::negate) || reader_.at(TokenKind::minus)) {
        signs.push_back(reader_.at(TokenKind::minus) ? Op::negate : Op::not_);
        reader_.advance();
    }
    Operand value = postfix();
    for (; !signs.empty(); signs.pop_back()) {
        emitter_.step();
        value = emitter_.unary(signs.back(), number(value), since);
    }
    return value;
}

Operand Parser::postfix() {
    Operand value = primary();
    for (;;) {
        if (reader_.take(TokenKind::dot)) {
            reader_.require(TokenKind::name, "a name");
        } else if (reader_.take(TokenKind::open_bracket)) {
            (void)number(expression());
            reader_.require(TokenKind::close_bracket, "an operator or ]");
        } else if (reader_.at(TokenKind::open_parenthesis)) {
            (void)arguments();
        } else {
            return value;
        }
        (void)number(value);
        emitter_.step();
        value = constant(0.0);
    }
}

Operand Parser::primary() {
    const Token& first = reader_.token();
    Operand value;
    switch (first.kind) {
        case TokenKind::number:
            reader_.advance();
            emitter_.step();
            value.value = first.number;
            return value;
        case TokenKind::text:
            reader_.advance();
            emitter_.step();
            value.kind = Operand::Kind::text;
            value.text = first.text;
            value.offset = first.offset;
            return value;
        case TokenKind::open_parenthesis:
            reader_.advance();
            value = expression();
            reader_.require(TokenKind::close_parenthesis, "an operator or )");
            return value;
        case TokenKind::open_brace:
            reader_.advance();
            return block();
        case TokenKind::name:
            return named();
        default:
            reader_.unexpected("a number, a name, ( or {");
            return value;
    }
}

Operand Parser::named() {
    if (reader_.at_word()) {
        const std::string word = lower(reader_.token().text);
        if (word == "loop") {
            return loop();
        }
        if (word == "for_each") {
            return for_each();
        }
    }
    const std::optional<Prefix> prefix = prefix_named(lower(reader_.token().text));
    const bool is_variable = prefix == Prefix::variable || prefix == Prefix::temporary;
    const Path name = reader_.path(is_variable ? TokenReader::all_parts : 2);
    if (!prefix || name.name.empty()) {
        // A digit after the point makes a number of both.
        const bool goes_on =
            reader_.take(TokenKind::dot) || (reader_.at(TokenKind::number) && reader_.token().text.front() == '.');
        if (prefix && goes_on) {
            reader_.unexpected("a name");
        } else {
            names_.report_bare(name);
        }
        return constant(0.0);
    }
    if (prefix == Prefix::math) {
        return math(name);
    }
    emitter_.step();
    if (prefix == Prefix::query) {
        return query(name);
    }
    return prefix == Prefix::variable ? names_.variable(name, Names::Use::read)
                                      : names_.temporary(name, Names::Use::read);
}

Operand Parser::query(const Path& name) {
    const std::optional<Operand> value = names_.query(name);
    if (!value) {
        skip_arguments();
    }
    return value.value_or(constant(0.0));
}

Operand Parser::math(const Path& name) {
    const Level since = emitter_.level();
    const bool called = reader_.at(TokenKind::open_parenthesis);
    if (name.name == "pi") {
        emitter_.step();
        if (called) {
            names_.report_call(name);
            skip_arguments();
        }
        return constant(pi);
    }
    const std::optional<Function> function = names_.function(name);
    if (!function) {
        skip_arguments();
        return constant(0.0);
    }
    const std::size_t wanted = info(*function).arguments;
    std::vector<Operand> given;
    if (called) {
        given = arguments();
    }
    emitter_.step();
    if (given.size() != wanted) {
        reader_.fault(name.offset, {.message = text::quoted(name.as_written) + " has " + counted(given.size()),
                                    .expected = counted(wanted),
                                    .found = text::printable(name.as_written)});
    }
    given.resize(3);
    const bool was_finite = std::all_of(given.begin(), given.end(), is_finite);
    return noted(emitter_.call(*function, given[0], given[1], given[2], since), was_finite, name.offset);
}

void Parser::skip_arguments() {
    if (reader_.at(TokenKind::open_parenthesis)) {
        (void)arguments();
    }
}

std::vector<Operand> Parser::arguments() {
    std::vector<Operand> given;
    reader_.advance();
    if (!reader_.take(TokenKind::close_parenthesis)) {
        do {
            given.push_back(emitter_.hold(number(expression())));
        } while (reader_.take(TokenKind::comma));
        reader_.require(TokenKind::close_parenthesis, "an operator, a comma or )");
    }
    emitter_.let_go(given.size());
    return given;
}

}  // namespace emoted::molang
