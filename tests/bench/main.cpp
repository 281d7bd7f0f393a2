// Every benchmark in one program.
//
//   emoted_bench [--quick] [--rounds N] [ID...]
//
// Without ids all of them. --quick checks every result at small sizes and judges no time. Exit: 0 every result right
// and no median under its floor, 1 otherwise, 2 for arguments it does not know.
#include "bench/contests.hpp"
#include "bench/runner.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using emoted::bench::Contest;

std::vector<Contest> all_contests() {
    std::vector<Contest> all;
    for (auto* const make :
         {emoted::bench::sampler_contests, emoted::bench::decompose_contests, emoted::bench::molang_contests,
          emoted::bench::plan_contests, emoted::bench::load_contests}) {
        std::vector<Contest> made = make();
        std::move(made.begin(), made.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<Contest> contests = all_contests();
    emoted::bench::Rounds rounds;
    std::vector<std::string> wanted;
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto is_named = [&](const Contest& contest) { return contest.id == arguments[i]; };
        if (arguments[i] == "--quick") {
            rounds.size = emoted::bench::Size::quick;
        } else if (arguments[i] == "--rounds" && i + 1 < arguments.size() && std::atoi(arguments[i + 1].c_str()) > 0) {
            rounds.count = std::atoi(arguments[++i].c_str());
        } else if (std::any_of(contests.begin(), contests.end(), is_named)) {
            wanted.push_back(arguments[i]);
        } else {
            std::cerr << "emoted_bench: unknown argument '" << arguments[i] << "'\n"
                      << "usage: emoted_bench [--quick] [--rounds N] [ID...]\nids:";
            for (const Contest& contest : contests) {
                std::cerr << ' ' << contest.id;
            }
            std::cerr << '\n';
            return 2;
        }
    }
    std::erase_if(contests, [&](const Contest& contest) {
        return !wanted.empty() && std::find(wanted.begin(), wanted.end(), contest.id) == wanted.end();
    });
    return emoted::bench::run(contests, rounds, std::cout) ? 0 : 1;
}
