// Runs the programs of a clip for one playing of it. One thread; allocates when made and never after.
#pragma once

#include "molang/script.hpp"

#include <emoted/sequences/molang.hpp>
#include <emoted/sequences/random.hpp>

#include <memory>
#include <vector>

namespace emoted::molang {

class Evaluator {
public:
    explicit Evaluator(std::shared_ptr<const Script> script);

    // A new cycle: every variable is 0 again, and draws come from `random` on.
    void begin(const Random& random);
    // What queries answer until told otherwise. Only those that the script asks are copied.
    void set(const TimelineQueries& timeline) noexcept;
    void set(const PlayerQueries& player) noexcept;
    void set_key_frame_lerp_time(double progress) noexcept;

    // The program's value. Takes its steps from `budget`; once that is exhausted, the value means nothing.
    [[nodiscard]] double run(ProgramIndex program, StepBudget& budget) noexcept;

    [[nodiscard]] const Script& script() const noexcept { return *script_; }

private:
    std::shared_ptr<const Script> script_;
    std::vector<double> frame_;
    Random random_;
};

}  // namespace emoted::molang
