#include "support/naive_molang.hpp"

#include <cctype>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace emoted::test {
namespace {

using Node = NaiveMolang::Node;
using Value = NaiveMolang::Value;
using Numbers = std::vector<double>;

struct Return {
    double value;
};
struct Break {};
struct Continue {};

constexpr double pi = 3.14159265358979323846;

double number(const Value& value) {
    return std::get<double>(value);
}
Node of(std::function<double(NaiveMolang&)> plain) {
    return [plain = std::move(plain)](NaiveMolang& self) { return Value(plain(self)); };
}

double out_bounce(double x) {
    if (x < 1 / 2.75) {
        return 7.5625 * x * x;
    }
    if (x < 2 / 2.75) {
        x -= 1.5 / 2.75;
        return 7.5625 * x * x + 0.75;
    }
    if (x < 2.5 / 2.75) {
        x -= 2.25 / 2.75;
        return 7.5625 * x * x + 0.9375;
    }
    x -= 2.625 / 2.75;
    return 7.5625 * x * x + 0.984375;
}

// easings.net, one by one.
const std::map<std::string, std::function<double(double)>>& easings() {
    static const double c1 = 1.70158, c2 = c1 * 1.525, c3 = c1 + 1, c4 = 2 * pi / 3, c5 = 2 * pi / 4.5;
    const auto power = [](double n) {
        return std::vector<std::function<double(double)>>{
            [n](double x) { return std::pow(x, n); }, [n](double x) { return 1 - std::pow(1 - x, n); },
            [n](double x) { return x < 0.5 ? std::pow(2, n - 1) * std::pow(x, n) : 1 - std::pow(-2 * x + 2, n) / 2; }};
    };
    static const std::map<std::string, std::function<double(double)>> all = [&] {
        std::map<std::string, std::function<double(double)>> made;
        const std::vector<std::pair<std::string, double>> powers{{"quad", 2}, {"cubic", 3}, {"quart", 4}, {"quint", 5}};
        for (const auto& [name, n] : powers) {
            const auto three = power(n);
            made["in_" + name] = three[0];
            made["out_" + name] = three[1];
            made["in_out_" + name] = three[2];
        }
        made["in_sine"] = [](double x) { return 1 - std::cos(x * pi / 2); };
        made["out_sine"] = [](double x) { return std::sin(x * pi / 2); };
        made["in_out_sine"] = [](double x) { return -(std::cos(pi * x) - 1) / 2; };
        made["in_expo"] = [](double x) { return x == 0 ? 0 : std::pow(2, 10 * x - 10); };
        made["out_expo"] = [](double x) { return x == 1 ? 1 : 1 - std::pow(2, -10 * x); };
        made["in_out_expo"] = [](double x) {
            return x == 0    ? 0
                   : x == 1  ? 1
                   : x < 0.5 ? std::pow(2, 20 * x - 10) / 2
                             : (2 - std::pow(2, -20 * x + 10)) / 2;
        };
        made["in_circ"] = [](double x) { return 1 - std::sqrt(1 - x * x); };
        made["out_circ"] = [](double x) { return std::sqrt(1 - (x - 1) * (x - 1)); };
        made["in_out_circ"] = [](double x) {
            return x < 0.5 ? (1 - std::sqrt(1 - 4 * x * x)) / 2 : (std::sqrt(1 - (-2 * x + 2) * (-2 * x + 2)) + 1) / 2;
        };
        made["in_back"] = [](double x) { return c3 * x * x * x - c1 * x * x; };
        made["out_back"] = [](double x) { return 1 + c3 * std::pow(x - 1, 3) + c1 * std::pow(x - 1, 2); };
        made["in_out_back"] = [](double x) {
            return x < 0.5 ? std::pow(2 * x, 2) * ((c2 + 1) * 2 * x - c2) / 2
                           : (std::pow(2 * x - 2, 2) * ((c2 + 1) * (x * 2 - 2) + c2) + 2) / 2;
        };
        made["in_elastic"] = [](double x) {
            return x == 0 ? 0 : x == 1 ? 1 : -std::pow(2, 10 * x - 10) * std::sin((x * 10 - 10.75) * c4);
        };
        made["out_elastic"] = [](double x) {
            return x == 0 ? 0 : x == 1 ? 1 : std::pow(2, -10 * x) * std::sin((x * 10 - 0.75) * c4) + 1;
        };
        made["in_out_elastic"] = [](double x) {
            if (x == 0 || x == 1) {
                return x;
            }
            return x < 0.5 ? -(std::pow(2, 20 * x - 10) * std::sin((20 * x - 11.125) * c5)) / 2
                           : std::pow(2, -20 * x + 10) * std::sin((20 * x - 11.125) * c5) / 2 + 1;
        };
        made["in_bounce"] = [](double x) { return 1 - out_bounce(1 - x); };
        made["out_bounce"] = out_bounce;
        made["in_out_bounce"] = [](double x) {
            return x < 0.5 ? (1 - out_bounce(1 - 2 * x)) / 2 : (1 + out_bounce(2 * x - 1)) / 2;
        };
        return made;
    }();
    return all;
}

double wrapped(double degrees) {
    while (degrees >= 180) {
        degrees -= 360;
    }
    while (degrees < -180) {
        degrees += 360;
    }
    return degrees;
}

double random_real(NaiveMolang& self, double low, double high) {
    // The largest that a real can be stands for the upper end.
    return low + (high - low) * (self.random.real() / 0x1.fffffffffffffp-1);
}
double random_integer(NaiveMolang& self, double low, double high) {
    low = std::ceil(low);
    high = std::floor(high);
    return high < low ? 0 : low + self.random.below(static_cast<std::uint32_t>(high - low + 1));
}

double call(const std::string& name, const Numbers& a, NaiveMolang& self) {
    const auto is = [&name](std::string_view wanted) { return name == wanted; };
    if (is("abs"))
        return a[0] < 0 ? -a[0] : a[0];
    if (is("acos"))
        return std::acos(a[0]) * 180 / pi;
    if (is("asin"))
        return std::asin(a[0]) * 180 / pi;
    if (is("atan"))
        return std::atan(a[0]) * 180 / pi;
    if (is("atan2"))
        return std::atan2(a[0], a[1]) * 180 / pi;
    if (is("ceil"))
        return std::ceil(a[0]);
    if (is("clamp"))
        return a[0] > a[2] ? std::fmax(a[2], a[1]) : a[0] < a[1] ? a[1] : a[0];
    if (is("copy_sign"))
        return std::copysign(a[0], a[1]);
    if (is("cos"))
        return std::cos(a[0] * pi / 180);
    if (is("exp"))
        return std::exp(a[0]);
    if (is("floor"))
        return std::floor(a[0]);
    if (is("hermite_blend"))
        return 3 * a[0] * a[0] - 2 * a[0] * a[0] * a[0];
    if (is("inverse_lerp"))
        return a[1] == a[0] ? 0 : (a[2] - a[0]) / (a[1] - a[0]);
    if (is("lerp"))
        return a[0] + (a[1] - a[0]) * a[2];
    if (is("lerprotate")) {
        const double way = wrapped(a[1] - a[0]);
        return a[0] + (way == -180 && a[1] > a[0] ? 180 : way) * a[2];
    }
    if (is("ln"))
        return std::log(a[0]);
    if (is("max"))
        return a[0] > a[1] ? a[0] : a[1];
    if (is("min"))
        return a[0] < a[1] ? a[0] : a[1];
    if (is("min_angle"))
        return wrapped(a[0]);
    if (is("mod"))
        return a[1] == 0 ? 0 : std::fmod(a[0], a[1]);
    if (is("pow"))
        return std::pow(a[0], a[1]);
    if (is("round"))
        return std::floor(a[0] + 0.5);
    if (is("sign"))
        return a[0] > 0 ? 1 : -1;
    if (is("sin"))
        return std::sin(a[0] * pi / 180);
    if (is("sqrt"))
        return std::sqrt(a[0]);
    if (is("trunc"))
        return a[0] < 0 ? std::ceil(a[0]) : std::floor(a[0]);
    if (is("random"))
        return random_real(self, a[0], a[1]);
    if (is("random_integer"))
        return random_integer(self, a[0], a[1]);
    if (is("die_roll") || is("die_roll_integer")) {
        double sum = 0;
        for (double i = 0; i < std::ceil(a[0]); ++i) {
            sum += is("die_roll") ? random_real(self, a[1], a[2]) : random_integer(self, a[1], a[2]);
        }
        return sum;
    }
    if (name.rfind("ease_", 0) == 0) {
        const double t = a[2] < 0 ? 0 : a[2] > 1 ? 1 : a[2];
        return a[0] + (a[1] - a[0]) * easings().at(name.substr(5))(t);
    }
    throw std::logic_error("no function " + name);
}

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Node whole() {
        Node node = statements();
        space();
        if (at_ < text_.size()) {
            throw std::logic_error("unread: " + std::string(text_.substr(at_)));
        }
        return node;
    }

private:
    void space() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
            ++at_;
        }
    }
    bool peek(std::string_view symbol) {
        space();
        return text_.substr(at_).substr(0, symbol.size()) == symbol;
    }
    bool take(std::string_view symbol) {
        if (!peek(symbol)) {
            return false;
        }
        at_ += symbol.size();
        return true;
    }
    void need(std::string_view symbol) {
        if (!take(symbol)) {
            throw std::logic_error("no " + std::string(symbol) + " before " + std::string(text_.substr(at_)));
        }
    }
    std::string name() {
        space();
        std::string word;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' ||
                                      (text_[at_] == '.' && at_ + 1 < text_.size() &&
                                       std::isalpha(static_cast<unsigned char>(text_[at_ + 1])) != 0))) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_++])));
        }
        return word;
    }
    // A word that the text goes on with, not taken.
    std::string next_name() {
        const std::size_t before = at_;
        std::string word;
        space();
        if (at_ < text_.size() && (std::isalpha(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
            word = name();
        }
        at_ = before;
        return word;
    }

    Node statements() {
        std::vector<Node> all;
        for (;;) {
            while (take(";")) {
            }
            if (peek("}") || (space(), at_ == text_.size())) {
                break;
            }
            all.push_back(expression());
            if (!peek(";")) {
                break;
            }
        }
        return [all](NaiveMolang& self) {
            Value last = 0.0;
            for (const Node& one : all) {
                last = one(self);
            }
            return last;
        };
    }

    Node expression() {
        const std::string word = next_name();
        if (word == "return") {
            name();
            if (peek(";") || peek("}") || peek(")") || peek(":") || (space(), at_ == text_.size())) {
                return [](NaiveMolang&) -> Value { throw Return{0}; };
            }
            Node value = expression();
            return [value](NaiveMolang& self) -> Value { throw Return{number(value(self))}; };
        }
        if (word == "break") {
            name();
            return [](NaiveMolang&) -> Value { throw Break{}; };
        }
        if (word == "continue") {
            name();
            return [](NaiveMolang&) -> Value { throw Continue{}; };
        }
        if (!word.empty()) {
            const std::size_t before = at_;
            const std::string target = name();
            if (peek("=") && !peek("==")) {
                take("=");
                Node value = expression();
                return of([target, value](NaiveMolang& self) { return place(self, target) = number(value(self)); });
            }
            at_ = before;
        }
        return conditional();
    }

    static double& place(NaiveMolang& self, const std::string& path) {
        const std::string rest = path.substr(path.find('.') + 1);
        return path[0] == 'v' ? self.variables[rest] : self.temporaries[rest];
    }

    Node conditional() {
        Node condition = level(0);
        if (peek("??") || !take("?")) {
            return condition;
        }
        Node yes = expression();
        if (!take(":")) {
            return of(
                [condition, yes](NaiveMolang& self) { return number(condition(self)) != 0 ? number(yes(self)) : 0; });
        }
        Node no = expression();
        return of([condition, yes, no](NaiveMolang& self) {
            return number(condition(self)) != 0 ? number(yes(self)) : number(no(self));
        });
    }

    // The operators of one level; longer spellings first.
    Node level(std::size_t which) {
        static const std::vector<std::vector<std::string>> levels{
            {"??"}, {"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/"}};
        if (which == levels.size()) {
            return unary();
        }
        Node left = level(which + 1);
        for (bool found = true; found;) {
            found = false;
            for (const std::string& symbol : levels[which]) {
                if (take(symbol)) {
                    left = binary(symbol, left, level(which + 1));
                    found = true;
                    break;
                }
            }
        }
        return left;
    }

    static Node binary(const std::string& symbol, const Node& left, const Node& right) {
        return [=](NaiveMolang& self) -> Value {
            const Value first = left(self);
            if (symbol == "??") {
                return number(first) != 0 ? first : right(self);
            }
            if (symbol == "||") {
                return number(first) != 0 || number(right(self)) != 0 ? 1.0 : 0.0;
            }
            if (symbol == "&&") {
                return number(first) != 0 && number(right(self)) != 0 ? 1.0 : 0.0;
            }
            const Value second = right(self);
            if (symbol == "==" || symbol == "!=") {
                return (first == second) == (symbol == "==") ? 1.0 : 0.0;
            }
            const double a = number(first);
            const double b = number(second);
            if (symbol == "+")
                return a + b;
            if (symbol == "-")
                return a - b;
            if (symbol == "*")
                return a * b;
            if (symbol == "/")
                return b == 0 ? 0 : a / b;
            if (symbol == "<")
                return a < b ? 1.0 : 0.0;
            if (symbol == ">")
                return a > b ? 1.0 : 0.0;
            if (symbol == "<=")
                return a <= b ? 1.0 : 0.0;
            return a >= b ? 1.0 : 0.0;
        };
    }

    Node unary() {
        if (take("-")) {
            Node inner = unary();
            return of([inner](NaiveMolang& self) { return -number(inner(self)); });
        }
        if (!peek("!=") && take("!")) {
            Node inner = unary();
            return of([inner](NaiveMolang& self) { return number(inner(self)) == 0 ? 1 : 0; });
        }
        return postfix();
    }

    Node postfix() {
        Node base = primary();
        for (;;) {
            std::vector<Node> inside;
            if (take("[")) {
                inside.push_back(expression());
                need("]");
            } else if (take("(")) {
                while (!take(")")) {
                    inside.push_back(expression());
                    take(",");
                }
            } else if (take(".")) {
                name();
            } else {
                return base;
            }
            base = of([base, inside](NaiveMolang& self) {
                base(self);
                for (const Node& each : inside) {
                    each(self);
                }
                return 0;
            });
        }
    }

    Node primary() {
        space();
        if (take("(")) {
            Node inner = expression();
            need(")");
            return inner;
        }
        if (take("{")) {
            Node inner = statements();
            need("}");
            return inner;
        }
        if (take("'")) {
            const std::size_t end = text_.find('\'', at_);
            const std::string quoted(text_.substr(at_, end - at_));
            at_ = end + 1;
            return [quoted](NaiveMolang&) { return Value(quoted); };
        }
        if (next_name().empty()) {
            std::size_t length = 0;
            const double value = std::stod(std::string(text_.substr(at_)), &length);
            at_ += length;
            return of([value](NaiveMolang&) { return value; });
        }
        return named(name());
    }

    Node named(const std::string& word) {
        if (word == "loop") {
            need("(");
            Node rounds = expression();
            need(",");
            Node body = expression();
            need(")");
            return of([rounds, body](NaiveMolang& self) {
                const double count = std::floor(number(rounds(self)) + 0.5);
                for (int i = 0; i < 1024 && i < count; ++i) {
                    try {
                        body(self);
                    } catch (const Continue&) {
                    } catch (const Break&) {
                        break;
                    }
                }
                return 0;
            });
        }
        if (word == "for_each") {
            need("(");
            name();
            need(",");
            Node array = expression();
            need(",");
            expression();
            need(")");
            return of([array](NaiveMolang& self) { return array(self), 0; });
        }
        if (word == "math.pi") {
            return of([](NaiveMolang&) { return pi; });
        }
        if (word.rfind("math.", 0) == 0) {
            std::vector<Node> arguments;
            need("(");
            while (!take(")")) {
                arguments.push_back(expression());
                take(",");
            }
            return of([word, arguments](NaiveMolang& self) {
                Numbers values;
                for (const Node& each : arguments) {
                    values.push_back(number(each(self)));
                }
                return call(word.substr(5), values, self);
            });
        }
        if (word[0] == 'q') {
            return of([rest = word.substr(word.find('.') + 1)](NaiveMolang& self) { return self.queries[rest]; });
        }
        return of([word](NaiveMolang& self) { return place(self, word); });
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

double NaiveMolang::run(std::string_view source) {
    auto known = parsed_.find(source);
    if (known == parsed_.end()) {
        known = parsed_.emplace(std::string(source), Parser(source).whole()).first;
    }
    temporaries.clear();
    try {
        return number(known->second(*this));
    } catch (const Return& result) {
        return result.value;
    }
}

}  // namespace emoted::test
