// Long runs and replays of the simulation:
//   network_simulation --seeds 1000 --ticks 5000      seeds 1 to 1000
//   network_simulation --seed 17 --ticks 600 --trace  one seed, every message on a line
#include "simulation.hpp"

#include <emoted/protocol/codec.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

struct Options {
    std::uint64_t first = 1, last = 50, ticks = 600;
    bool trace = false;
    bool good = true;
};

Options read(int count, char** arguments) {
    Options options;
    for (int index = 1; index < count; ++index) {
        const std::string_view name = arguments[index];
        if (name == "--trace") {
            options.trace = true;
            continue;
        }
        const std::uint64_t value = index + 1 < count ? std::strtoull(arguments[index + 1], nullptr, 10) : 0;
        options.good = options.good && value > 0;
        ++index;
        if (name == "--seeds") {
            options.last = value;
        } else if (name == "--seed") {
            options.first = options.last = value;
        } else if (name == "--ticks") {
            options.ticks = value;
        } else {
            options.good = false;
        }
    }
    return options;
}

void print(std::uint64_t tick, const std::string& proxy, const emoted::protocol::Message& message) {
    std::printf("%llu %s %s\n", static_cast<unsigned long long>(tick), proxy.c_str(),
                emoted::protocol::encode_json(message).c_str());
}

}  // namespace

int main(int count, char** arguments) {
    const Options options = read(count, arguments);
    if (!options.good) {
        std::fputs("usage: network_simulation [--seeds N | --seed S] [--ticks T] [--trace]\n", stderr);
        return 2;
    }
    emoted::test::SimulationCount all;
    for (std::uint64_t seed = options.first; seed <= options.last; ++seed) {
        try {
            emoted::test::Simulation simulation(seed, options.trace ? print : emoted::test::Simulation::Listener());
            const emoted::test::SimulationCount one = simulation.run(options.ticks);
            all.starts += one.starts;
            all.matches += one.matches;
            all.timeouts += one.timeouts;
            all.messages += one.messages;
        } catch (const emoted::test::ContractBroken& broken) {
            std::printf("broken: %s\nreplay with: %s --seed %llu --ticks %llu --trace\n", broken.what(), arguments[0],
                        static_cast<unsigned long long>(seed), static_cast<unsigned long long>(options.ticks));
            return 1;
        }
    }
    std::printf("%llu seeds of %llu ticks: %llu starts, %llu matches, %llu time-outs, %llu messages\n",
                static_cast<unsigned long long>(options.last - options.first + 1),
                static_cast<unsigned long long>(options.ticks), static_cast<unsigned long long>(all.starts),
                static_cast<unsigned long long>(all.matches), static_cast<unsigned long long>(all.timeouts),
                static_cast<unsigned long long>(all.messages));
    return 0;
}
