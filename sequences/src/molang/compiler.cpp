#include "molang/compiler.hpp"

#include "molang/emitter.hpp"
#include "molang/functions.hpp"
#include "molang/queries.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/utf8.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

namespace emoted::molang {
namespace {

// Binary operators from the lowest level of precedence to the highest; ??, || and && are the three below these.
struct BinaryOperator {
    TokenKind token;
    int level;
    Op op;
};
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

// More faults of one text help nobody.
constexpr std::size_t max_faults = 20;

enum class Prefix : std::uint8_t { math, query, variable, temporary };
constexpr std::array<std::pair<std::string_view, Prefix>, 7> prefixes{{
    {"math", Prefix::math},
    {"query", Prefix::query},
    {"q", Prefix::query},
    {"variable", Prefix::variable},
    {"v", Prefix::variable},
    {"temp", Prefix::temporary},
    {"t", Prefix::temporary},
}};

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return result;
}

std::string counted(std::size_t arguments) {
    return std::to_string(arguments) + (arguments == 1 ? " argument" : " arguments");
}

std::optional<Prefix> prefix_named(std::string_view lower_name) {
    for (const auto& [name, prefix] : prefixes) {
        if (name == lower_name) {
            return prefix;
        }
    }
    return std::nullopt;
}

class Compiler {
public:
    Compiler(std::string_view source, Access access, SlotTable& slots, const std::vector<Token>& tokens,
             std::vector<Instruction>& code, bool careful)
        : source_(source),
          access_(access),
          slots_(slots),
          tokens_(tokens),
          code_(code),
          emitter_(slots, code, careful) {}

    CompiledText run() {
        const std::size_t first = code_.size();
        const Operand value = number(statements(TokenKind::end));
        if (!at(TokenKind::end)) {
            unexpected("an operator or ;");
        }
        const bool nothing_else = code_.size() == first;
        emitter_.finish(value);
        result_.program.steps = emitter_.steps();
        clear_temporaries(first);
        if (nothing_else && value.kind == Operand::Kind::constant) {
            result_.constant = value.value;
        }
        if (emitter_.overflown() || slots_.overflown()) {
            fault(0, DiagnosticCode::limit_exceeded,
                  {.message = "the animation's Molang knows too many different numbers",
                   .expected = "at most " + std::to_string(limits::max_molang_slots) +
                               " variables, constants and intermediate results (max_molang_slots)"});
        }
        return std::move(result_);
    }

    [[nodiscard]] bool disturbed() const noexcept { return emitter_.disturbed(); }

private:
    using Level = Emitter::Level;

    // --- tokens ---

    [[nodiscard]] const Token& token() const noexcept { return tokens_[at_]; }
    [[nodiscard]] bool at(TokenKind kind) const noexcept { return token().kind == kind; }
    [[nodiscard]] TokenKind kind_after(std::size_t count) const noexcept {
        return tokens_[std::min(at_ + count, tokens_.size() - 1)].kind;
    }
    bool take(TokenKind kind) noexcept {
        if (!at(kind)) {
            return false;
        }
        if (kind != TokenKind::end) {
            ++at_;
        }
        return true;
    }
    void require(TokenKind kind, std::string_view spelling) {
        if (!take(kind)) {
            unexpected(std::string(spelling));
        }
    }

    // --- reports ---

    void fault(std::size_t offset, DiagnosticCode code, text::FaultText text) {
        if (stopped_) {
            return;
        }
        result_.faults.push_back({offset, code, std::move(text)});
        if (result_.faults.size() == max_faults) {
            stop();
        }
    }
    void fault(std::size_t offset, text::FaultText text) {
        fault(offset, DiagnosticCode::invalid_molang, std::move(text));
    }

    // Reading on makes no sense: to the end, which everything accepts in silence from now on.
    void stop() noexcept {
        stopped_ = true;
        at_ = tokens_.size() - 1;
    }

    void unexpected(std::string expected) {
        if (stopped_) {
            return;
        }
        const Token& found = token();
        text::FaultText text{.message = "unexpected " + text::quoted(found.text),
                             .expected = std::move(expected),
                             .found = text::printable(found.text)};
        if (found.kind == TokenKind::end) {
            text.message = "the expression ends too early";
            text.found = "the end";
        } else if (found.kind == TokenKind::arrow) {
            text.message = "the operator -> is not supported";
            text.expected.clear();
            text.hint = "queries are always about the player who started the emote";
        } else if (found.kind == TokenKind::assign) {
            text.message = "only a variable can be assigned";
            text.expected = "a name with v. or t. before the =, or == to compare";
        }
        fault(found.offset, std::move(text));
        stop();
    }

    // One bracket, block or arm deeper, as long as it lives.
    class Deeper {
    public:
        explicit Deeper(Compiler& compiler) : compiler_(compiler) {
            if (++compiler_.depth_ > limits::max_molang_depth) {
                compiler_.fault(
                    compiler_.token().offset, DiagnosticCode::limit_exceeded,
                    {.message = "the expression is nested too deeply",
                     .expected = "at most " + std::to_string(limits::max_molang_depth) + " levels (max_molang_depth)",
                     .found = text::printable(compiler_.token().text)});
                compiler_.stop();
            }
        }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        ~Deeper() { --compiler_.depth_; }

    private:
        Compiler& compiler_;
    };

    // --- values ---

    // Where a number is needed: a text in quotes is none.
    Operand number(const Operand& operand) {
        if (operand.kind != Operand::Kind::text) {
            return operand;
        }
        fault(operand.offset, {.message = "a text may only be compared with == or !=",
                               .expected = "a number",
                               .found = text::printable(operand.text)});
        return constant(0.0);
    }

    // --- statements ---

    // Up to `end`, which stays. The value is that of the last one.
    Operand statements(TokenKind end) {
        Operand value = constant(0.0);
        const Level level = emitter_.level();
        for (;;) {
            while (take(TokenKind::semicolon)) {
            }
            if (at(end) || at(TokenKind::end)) {
                return value;
            }
            emitter_.release(level);
            value = number(expression());
            if (!at(TokenKind::semicolon)) {
                return value;
            }
        }
    }

    Operand block() {
        emitter_.step();
        const Operand value = statements(TokenKind::close_brace);
        require(TokenKind::close_brace, "an operator, ; or }");
        return value;
    }

    // All that may stand where an assignment may.
    Operand expression() {
        const Deeper deeper(*this);
        const Token& first = token();
        if (first.kind == TokenKind::name && kind_after(1) != TokenKind::dot) {
            const std::string word = lower(first.text);
            if (word == "return") {
                return leave();
            }
            if (word == "break" || word == "continue") {
                return loop_control(word == "break");
            }
        }
        return is_assignment() ? assignment() : conditional();
    }

    Operand leave() {
        emitter_.step();
        ++at_;
        const bool bare = at(TokenKind::semicolon) || at(TokenKind::close_brace) || at(TokenKind::end) ||
                          at(TokenKind::close_parenthesis) || at(TokenKind::colon);
        emitter_.finish(bare ? constant(0.0) : number(expression()));
        return constant(0.0);
    }

    Operand loop_control(bool breaks) {
        const Token& word = token();
        ++at_;
        if (loops_.empty()) {
            fault(word.offset,
                  {.message = text::quoted(word.text) + " stands outside a loop", .found = text::printable(word.text)});
            return constant(0.0);
        }
        emitter_.step();
        (breaks ? loops_.back().breaks : loops_.back().continues).push_back(emitter_.jump());
        return constant(0.0);
    }

    // --- names ---

    struct Path {
        std::size_t offset = 0;
        std::string prefix;  // lower case
        std::string name;    // what follows the first dot, lower case
        std::string_view as_written;
    };

    // How many tokens a name with its parts takes, at least one.
    [[nodiscard]] std::size_t path_length() const noexcept {
        std::size_t length = 1;
        while (kind_after(length) == TokenKind::dot && kind_after(length + 1) == TokenKind::name) {
            length += 2;
        }
        return length;
    }

    [[nodiscard]] bool is_assignment() const noexcept {
        return at(TokenKind::name) && kind_after(path_length()) == TokenKind::assign;
    }

    // Takes the first `parts` parts of a name at most.
    Path path(std::size_t parts) {
        Path path;
        const Token& first = token();
        path.offset = first.offset;
        path.prefix = lower(first.text);
        const std::size_t length = std::min(path_length(), 2 * parts - 1);
        for (std::size_t i = 2; i < length; i += 2) {
            if (i > 2) {
                path.name += '.';
            }
            path.name += lower(tokens_[at_ + i].text);
        }
        const Token& last = tokens_[at_ + length - 1];
        path.as_written = source_.substr(path.offset, last.offset + last.text.size() - path.offset);
        at_ += length;
        return path;
    }

    void report_bare(const Path& path) {
        if (prefix_named(path.prefix)) {
            fault(path.offset, {.message = text::quoted(path.as_written) + " is only the beginning of a name",
                                .expected = "a point and a name after it",
                                .found = text::printable(path.as_written)});
            return;
        }
        std::vector<std::string_view> words{"loop", "for_each", "return", "break", "continue"};
        for (const auto& [name, prefix] : prefixes) {
            words.push_back(name);
        }
        text::FaultText text{.message = text::quoted(path.as_written) + " has no known prefix",
                             .expected = "math., q. or query., v. or variable., t. or temp.",
                             .nearest = text::nearest_word(path.prefix, words),
                             .found = text::printable(path.as_written)};
        if (path.prefix == "true" || path.prefix == "false") {
            text.hint = "write 1 for true and 0 for false";
        }
        fault(path.offset, std::move(text));
    }

    Operand variable_operand(const Path& path, bool assigned) {
        Operand operand;
        operand.kind = Operand::Kind::variable;
        operand.offset = path.offset;
        const std::size_t index = slots_.variable(path.name, path.as_written);
        SlotTable::Variable& variable = slots_.variable_at(index);
        operand.slot = variable.slot;
        if (assigned) {
            variable.assigned = true;
        } else if (!std::exchange(variable.read, true)) {
            result_.first_reads.push_back({index, path.offset});
        }
        return operand;
    }

    Operand temporary_operand(const Path& path, bool assigned) {
        Operand operand;
        operand.kind = Operand::Kind::variable;
        operand.offset = path.offset;
        const auto [entry, is_new] = temporaries_.try_emplace(path.name, temporaries_.size());
        operand.slot = slots_.temporary(entry->second);
        if (is_new && (!assigned || skipping_ > 0 || !emitter_.runs_always())) {
            to_clear_.push_back(operand.slot);
        }
        return operand;
    }

    // The target of an assignment; nothing after a report.
    std::optional<Slot> target(const Path& path) {
        const std::optional<Prefix> prefix = prefix_named(path.prefix);
        if (prefix == Prefix::temporary && !path.name.empty()) {
            return temporary_operand(path, true).slot;
        }
        if (prefix == Prefix::variable && !path.name.empty()) {
            if (access_ == Access::program) {
                return variable_operand(path, true).slot;
            }
            fault(path.offset, {.message = text::quoted(path.as_written) + " cannot be assigned here",
                                .hint = "assign it in molang.tick or molang.initialize, or use a t. variable",
                                .found = text::printable(path.as_written)});
        } else if (prefix == Prefix::query || prefix == Prefix::math) {
            fault(path.offset, {.message = text::quoted(path.as_written) + " cannot be assigned",
                                .expected = "a name with v. or t.",
                                .found = text::printable(path.as_written)});
        } else {
            report_bare(path);
        }
        return std::nullopt;
    }

    Operand assignment() {
        const Path assigned = path(tokens_.size());
        ++at_;  // =
        const Operand value = number(expression());
        emitter_.step();
        const std::optional<Slot> slot = target(assigned);
        return slot ? emitter_.assign(*slot, value) : constant(0.0);
    }

    // --- operators ---

    // Reads on without writing code: what is read can never run.
    template <class Read>
    void skip(Read read) {
        const Emitter::Mark mark = emitter_.mark();
        const Level level = emitter_.level();
        const Loop outer = loops_.empty() ? Loop{} : loops_.back();
        ++skipping_;
        read();
        --skipping_;
        if (!loops_.empty()) {
            loops_.back() = outer;
        }
        emitter_.release(level);
        emitter_.rewind(mark);
    }

    // a ? b : c and a ? b; they may follow each other in any number without being nested.
    Operand conditional() {
        const Level level = emitter_.level();
        Operand value = binary(fallback_level);
        std::optional<Operand> result;  // where the arms put theirs
        std::vector<Emitter::Jump> done;
        bool ends = false;
        while (!ends && take(TokenKind::question)) {
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
                if (take(TokenKind::colon)) {
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

    // What follows a colon, if there is one, up to a further question mark. True if it is no condition.
    bool read_otherwise(Operand& value) {
        if (!take(TokenKind::colon)) {
            value = constant(0.0);
            return true;
        }
        const bool is_word = at(TokenKind::name) && kind_after(1) != TokenKind::dot;
        if (is_assignment() || is_word) {
            value = expression();
            return true;
        }
        value = binary(fallback_level);
        return false;
    }

    // Operators of `lowest` level and higher ones, left to right.
    Operand binary(int lowest) {
        const Level since = emitter_.level();
        Operand left = unary();
        for (;;) {
            const TokenKind kind = token().kind;
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

    Operand operation(const BinaryOperator& chosen, Operand left, Level since) {
        ++at_;
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
        return emitter_.binary(chosen.op, left, number(right), since);
    }

    // a ?? b: by truth, as the reference has it (D19).
    Operand fallback(const Operand& maybe, Level since) {
        ++at_;
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

    // && or ||: 0 or 1, the second only if the first does not decide.
    Operand logic(bool both, const Operand& maybe, Level since) {
        ++at_;
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

    Operand unary() {
        const Level since = emitter_.level();
        const std::size_t first = at_;
        while (at(TokenKind::negate) || at(TokenKind::minus)) {
            ++at_;
        }
        const std::size_t end = at_;
        Operand value = postfix();
        for (std::size_t i = end; i > first; --i) {
            emitter_.step();
            const Op op = tokens_[i - 1].kind == TokenKind::minus ? Op::negate : Op::not_;
            value = emitter_.unary(op, number(value), since);
        }
        return value;
    }

    // Numbers have no members, elements or calls: all of these are 0 (D19, D53).
    Operand postfix() {
        Operand value = primary();
        for (;;) {
            if (take(TokenKind::dot)) {
                require(TokenKind::name, "a name");
            } else if (take(TokenKind::open_bracket)) {
                (void)number(expression());
                require(TokenKind::close_bracket, "an operator or ]");
            } else if (at(TokenKind::open_parenthesis)) {
                (void)arguments();
            } else {
                return value;
            }
            (void)number(value);
            emitter_.step();
            value = constant(0.0);
        }
    }

    Operand primary() {
        const Token& first = token();
        Operand value;
        switch (first.kind) {
            case TokenKind::number:
                ++at_;
                emitter_.step();
                value.value = first.number;
                return value;
            case TokenKind::text:
                ++at_;
                emitter_.step();
                value.kind = Operand::Kind::text;
                value.text = first.text;
                value.offset = first.offset;
                return value;
            case TokenKind::open_parenthesis:
                ++at_;
                value = expression();
                require(TokenKind::close_parenthesis, "an operator or )");
                return value;
            case TokenKind::open_brace:
                ++at_;
                return block();
            case TokenKind::name:
                return named();
            default:
                unexpected("a number, a name, ( or {");
                return value;
        }
    }

    Operand named() {
        if (kind_after(1) != TokenKind::dot) {
            const std::string word = lower(token().text);
            if (word == "loop") {
                return loop();
            }
            if (word == "for_each") {
                return for_each();
            }
        }
        const std::optional<Prefix> prefix = prefix_named(lower(token().text));
        const bool is_variable = prefix == Prefix::variable || prefix == Prefix::temporary;
        const Path name = path(is_variable ? tokens_.size() : 2);
        if (!prefix || name.name.empty()) {
            // A digit after the point makes a number of both.
            const bool goes_on = take(TokenKind::dot) || (at(TokenKind::number) && token().text.front() == '.');
            if (prefix && goes_on) {
                unexpected("a name");
            } else {
                report_bare(name);
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
        return prefix == Prefix::variable ? variable_operand(name, false) : temporary_operand(name, false);
    }

    Operand query(const Path& name) {
        const std::optional<Query> known = query_named(name.name);
        if (!known) {
            text::FaultText text{.message = "unknown query " + text::quoted(name.as_written),
                                 .nearest = nearest_query(name.name),
                                 .found = text::printable(name.as_written)};
            if (is_later_query(name.name)) {
                text.message = text::quoted(name.as_written) + " belongs to a later format and is not supported";
                text.nearest.clear();
            }
            fault(name.offset, std::move(text));
        } else if (at(TokenKind::open_parenthesis)) {
            report_call(name);
        }
        if (!known || at(TokenKind::open_parenthesis)) {
            skip_arguments();
            return constant(0.0);
        }
        Operand operand;
        operand.kind = Operand::Kind::variable;
        operand.slot = slots_.query(*known);
        operand.offset = name.offset;
        return operand;
    }

    void report_call(const Path& value) {
        fault(value.offset, {.message = text::quoted(value.as_written) + " is a value and takes no arguments",
                             .hint = "leave out the parentheses",
                             .found = text::printable(value.as_written)});
    }

    void skip_arguments() {
        if (at(TokenKind::open_parenthesis)) {
            (void)arguments();
        }
    }

    Operand math(const Path& name) {
        const Level since = emitter_.level();
        const bool called = at(TokenKind::open_parenthesis);
        if (name.name == "pi") {
            emitter_.step();
            if (called) {
                report_call(name);
                skip_arguments();
            }
            return constant(pi);
        }
        const std::optional<Function> function = function_named(name.name);
        if (!function) {
            fault(name.offset, {.message = "unknown function " + text::quoted(name.as_written),
                                .nearest = nearest_function(name.name),
                                .found = text::printable(name.as_written)});
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
            fault(name.offset, {.message = text::quoted(name.as_written) + " has " + counted(given.size()),
                                .expected = counted(wanted),
                                .found = text::printable(name.as_written)});
        }
        given.resize(3);
        return emitter_.call(*function, given[0], given[1], given[2], since);
    }

    // What stands in the parentheses that begin here.
    std::vector<Operand> arguments() {
        std::vector<Operand> given;
        ++at_;
        if (!take(TokenKind::close_parenthesis)) {
            do {
                given.push_back(emitter_.hold(number(expression())));
            } while (take(TokenKind::comma));
            require(TokenKind::close_parenthesis, "an operator, a comma or )");
        }
        emitter_.let_go(given.size());
        return given;
    }

    // --- loops ---

    struct Loop {
        std::vector<Emitter::Jump> breaks;
        std::vector<Emitter::Jump> continues;
    };

    Operand loop() {
        ++at_;
        require(TokenKind::open_parenthesis, "(");
        const Level since = emitter_.level();
        const Operand rounds = number(expression());
        require(TokenKind::comma, "an operator or a comma");
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
        require(TokenKind::close_parenthesis, "an operator or )");
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
    Operand for_each() {
        ++at_;
        require(TokenKind::open_parenthesis, "(");
        if (!at(TokenKind::name)) {
            unexpected("a variable with v. or t.");
            return constant(0.0);
        }
        (void)target(path(tokens_.size()));
        require(TokenKind::comma, "a comma");
        (void)number(expression());
        require(TokenKind::comma, "an operator or a comma");
        emitter_.step();
        loops_.emplace_back();
        skip([this] { (void)number(expression()); });
        loops_.pop_back();
        require(TokenKind::close_parenthesis, "an operator or )");
        return constant(0.0);
    }

    // --- the end ---

    // Temporaries are 0 at the beginning of every evaluation; those that are surely assigned first need no clearing.
    void clear_temporaries(std::size_t first) {
        if (to_clear_.empty()) {
            return;
        }
        result_.program.entry = static_cast<std::uint32_t>(code_.size() - first);
        for (const Slot slot : to_clear_) {
            emitter_.move(slot, constant(0.0));
        }
        emitter_.jump_back(first);
    }

    std::string_view source_;
    Access access_;
    SlotTable& slots_;
    const std::vector<Token>& tokens_;
    std::vector<Instruction>& code_;
    Emitter emitter_;
    CompiledText result_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    bool stopped_ = false;
    int skipping_ = 0;
    std::vector<Loop> loops_;
    std::unordered_map<std::string, std::size_t> temporaries_;
    std::vector<Slot> to_clear_;
};

}  // namespace

CompiledText compile(std::string_view source, Access access, SlotTable& slots, std::vector<Token>& tokens,
                     std::vector<Instruction>& code) {
    CompiledText refused;
    if (text::count_code_points(source) > limits::max_molang_characters) {
        refused.faults.push_back(
            {0,
             DiagnosticCode::limit_exceeded,
             {.message = "the expression is " + std::to_string(text::count_code_points(source)) + " characters long",
              .expected =
                  "at most " + std::to_string(limits::max_molang_characters) + " characters (max_molang_characters)"}});
        return refused;
    }
    if (std::optional<Fault> fault = tokenize(source, tokens)) {
        refused.faults.push_back(std::move(*fault));
        return refused;
    }
    const std::size_t size = code.size();
    std::vector<FirstRead> first_reads;
    for (const bool careful : {false, true}) {
        Compiler compiler(source, access, slots, tokens, code, careful);
        CompiledText result = compiler.run();
        if (!result.faults.empty()) {
            code.resize(size);
            return result;
        }
        if (careful) {
            // The first time has seen them first.
            result.first_reads = std::move(first_reads);
            return result;
        }
        if (!compiler.disturbed()) {
            return result;
        }
        first_reads = std::move(result.first_reads);
        code.resize(size);
    }
    return refused;
}

}  // namespace emoted::molang
