// A second evaluator of Molang, written straight from the format's description in the plainest way: it walks a tree of
// functions over maps of names, shares no code with the product but the generator of random numbers, and throws to
// leave a loop. Slow on purpose; it judges the real one. Only for texts that the product accepts.
#pragma once

#include <emoted/sequences/random.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace emoted::test {

class NaiveMolang {
public:
    std::map<std::string, double> variables;  // v.: "a", "a.b"
    std::map<std::string, double> queries;    // "anim_time"
    Random random{0, ""};

    // Throws std::logic_error for a text that is no Molang.
    double run(std::string_view source);

    using Value = std::variant<double, std::string>;
    using Node = std::function<Value(NaiveMolang&)>;
    std::map<std::string, double> temporaries;

private:
    std::map<std::string, Node, std::less<>> parsed_;
};

}  // namespace emoted::test
