// Gives every number that a clip's programs know its place in the frame. Used while compiling.
#pragma once

#include "molang/script.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace emoted::molang {

class SlotTable {
public:
    struct Variable {
        std::string name;  // as first written
        Slot slot = 0;
        bool read = false;
        bool assigned = false;
    };

    [[nodiscard]] Slot constant(double value);
    // By their number within a program; programs share them, for none outlives its evaluation.
    [[nodiscard]] Slot temporary(std::size_t number);
    [[nodiscard]] Slot intermediate(std::size_t number);
    [[nodiscard]] Slot query(Query query);
    // `name` in lower case, without the prefix. The result is an index into variables().
    [[nodiscard]] std::size_t variable(std::string_view name, std::string_view as_written);
    [[nodiscard]] Variable& variable_at(std::size_t index) noexcept { return variables_[index]; }
    [[nodiscard]] const std::vector<Variable>& variables() const noexcept { return variables_; }

    // More numbers were asked for than a frame holds (limits::max_molang_slots): some share a slot.
    [[nodiscard]] bool overflown() const noexcept { return overflown_; }
    // Hands over frame and queries.
    void move_into(Script& script);

private:
    [[nodiscard]] Slot add(double initial);
    [[nodiscard]] Slot numbered(std::vector<Slot>& slots, std::size_t number);

    std::vector<double> frame_;
    bool overflown_ = false;
    std::unordered_map<std::uint64_t, Slot> constants_;  // by their bits
    std::vector<Slot> temporaries_;
    std::vector<Slot> intermediates_;
    std::map<Query, Slot> queries_;
    std::unordered_map<std::string, std::size_t> variable_by_name_;
    std::vector<Variable> variables_;
};

}  // namespace emoted::molang
