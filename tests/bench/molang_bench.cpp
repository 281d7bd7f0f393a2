// B9: Molang programs against the same formulas written in C++ and compiled in place.
#include "bench/contests.hpp"
#include "molang/evaluator.hpp"
#include "molang/script_builder.hpp"
#include "support/naive_molang.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emoted::bench {
namespace {

// What the formulas read, of one playback.
struct Inputs {
    double anim_time = 0;
    double is_on_ground = 1;
    double is_alive = 1;
    double phase = 0;
    double t = 0;
    double dx = 0;
    double dz = 0;
    double hand_bob = 0;
};

double wave(Inputs& in) {
    return std::sin((in.anim_time * 180.0 + 30.0) * (3.141592653589793 / 180.0)) * 12.0 + in.phase;
}
double hand_bob(Inputs& in) {
    const double speed = in.is_on_ground != 0.0 && in.is_alive != 0.0
                             ? std::clamp(std::sqrt(in.dx * in.dx + in.dz * in.dz), 0.0, 0.1)
                             : 0.0;
    in.hand_bob = in.anim_time < 0.01 ? 0.0 : in.hand_bob + (speed - in.hand_bob) * 0.02;
    return in.hand_bob;
}
double smooth(Inputs& in) {
    return 3.0 * in.t * in.t - 2.0 * in.t * in.t * in.t;
}
double phase(Inputs& in) {
    return in.phase;
}

constexpr std::string_view wave_text = "math.sin(q.anim_time * 180 + 30) * 12 + v.phase";
constexpr std::string_view hand_bob_text =
    "v.hand_bob = q.life_time < 0.01 ? 0 : v.hand_bob + ((q.is_on_ground && q.is_alive ? "
    "math.clamp(math.sqrt(math.pow(v.dx, 2) + math.pow(v.dz, 2)), 0, 0.1) : 0) - v.hand_bob) * 0.02";
constexpr std::string_view smooth_text = "3 * v.t * v.t - 2 * v.t * v.t * v.t";
constexpr std::string_view phase_text = "v.phase";

std::vector<Inputs> all_inputs(std::size_t count) {
    std::vector<Inputs> all(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto share = static_cast<double>(i) / static_cast<double>(count);
        all[i] = {share * 8, 1, 1, share - 0.5, share, share * 0.2, 0.1 - share * 0.1, share * 0.05};
    }
    return all;
}

// One playback of the product: a frame of its own, on a script that all share.
class Program {
public:
    explicit Program(std::string_view text) {
        molang::ScriptBuilder builder;
        // The variables come in by way of queries.
        const auto initialize = builder.compile(
            "v.phase = q.health; v.t = q.max_health; v.dx = q.hurt_time; v.dz = q.death_ticks; "
            "v.hand_bob = q.player_level",
            molang::Access::program);
        const auto program = builder.compile(text, molang::Access::program);
        if (!initialize || !program) {
            throw WrongResult("the program does not compile");
        }
        initialize_ = initialize->program;
        program_ = program->program;
        script_ = builder.finish();
    }

    [[nodiscard]] molang::Evaluator playback(const Inputs& in) const {
        molang::Evaluator evaluator(script_);
        molang::TimelineQueries timeline;
        timeline.anim_time = in.anim_time;
        timeline.life_time = in.anim_time;
        evaluator.set(timeline);
        molang::PlayerQueries player;
        player.is_on_ground = in.is_on_ground;
        player.is_alive = in.is_alive;
        player.health = in.phase;
        player.max_health = in.t;
        player.hurt_time = in.dx;
        player.death_ticks = in.dz;
        player.player_level = in.hand_bob;
        evaluator.set(player);
        molang::StepBudget budget{1'000};
        (void)evaluator.run(initialize_, budget);
        return evaluator;
    }
    [[nodiscard]] molang::ProgramIndex index() const noexcept { return program_; }

private:
    molang::ProgramIndex initialize_;
    molang::ProgramIndex program_;
    std::shared_ptr<const molang::Script> script_;
};

void check(const Program& program, std::string_view text, double (*formula)(Inputs&), const Inputs& in) {
    molang::Evaluator product = program.playback(in);
    Inputs reference = in;
    test::NaiveMolang naive;
    naive.queries = {{"anim_time", in.anim_time},
                     {"life_time", in.anim_time},
                     {"is_on_ground", in.is_on_ground},
                     {"is_alive", in.is_alive}};
    naive.variables = {{"phase", in.phase}, {"t", in.t}, {"dx", in.dx}, {"dz", in.dz}, {"hand_bob", in.hand_bob}};
    molang::StepBudget budget{1'000};
    const double expected = naive.run(text);
    const double found = product.run(program.index(), budget);
    if (!(std::abs(found - expected) < 1e-9) || !(std::abs(formula(reference) - expected) < 1e-9)) {
        throw WrongResult(std::string(text));
    }
}

// Of the same inputs as the formula, and with the same results.
Side product_side(std::string_view text, double (*formula)(Inputs&), const std::vector<Inputs>& inputs) {
    struct Job {
        molang::ProgramIndex program;
        std::vector<molang::Evaluator> playbacks;
        double sum = 0;
    };
    const Program program(text);
    auto job = std::make_shared<Job>();
    job->program = program.index();
    for (const Inputs& in : inputs) {
        check(program, text, formula, in);
        job->playbacks.push_back(program.playback(in));
    }
    return {[job] {
                molang::StepBudget budget{1'000'000};
                for (molang::Evaluator& each : job->playbacks) {
                    job->sum += each.run(job->program, budget);
                }
            },
            static_cast<double>(inputs.size())};
}

// The formula is a constant of the instance, so that it is compiled into the loop.
template <double (*formula)(Inputs&)>
Sides contest(std::string_view text, Size size) {
    auto inputs = std::make_shared<std::vector<Inputs>>(all_inputs(size == Size::full ? 64 : 4));
    auto sum = std::make_shared<double>(0);
    Side reference{[inputs, sum] {
                       for (Inputs& in : *inputs) {
                           *sum += formula(in);
                       }
                   },
                   static_cast<double>(inputs->size())};
    return {product_side(text, formula, *inputs), std::move(reference)};
}

std::vector<Sides> all_sides(Size size) {
    return {contest<wave>(wave_text, size), contest<hand_bob>(hand_bob_text, size), contest<smooth>(smooth_text, size),
            contest<phase>(phase_text, size)};
}

}  // namespace

std::vector<Contest> molang_contests() {
    Contest contest;
    contest.id = "B9";
    contest.what = "four Molang programs over 64 playbacks, geometric mean; against C++ compiled in place";
    contest.unit = "evaluation";
    contest.floor = 0.10;
    contest.goal = 0.18;
    contest.prepare_several = all_sides;
    return {contest};
}

}  // namespace emoted::bench
