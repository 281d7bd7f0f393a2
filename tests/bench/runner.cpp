#include "bench/runner.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iomanip>
#include <ostream>
#include <utility>

namespace emoted::bench {
namespace {

double seconds(Clock clock) {
    timespec now{};
    clock_gettime(clock == Clock::thread    ? CLOCK_THREAD_CPUTIME_ID
                  : clock == Clock::process ? CLOCK_PROCESS_CPUTIME_ID
                                            : CLOCK_MONOTONIC,
                  &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double seconds_of(const Side& side, int calls, Clock clock) {
    const double start = seconds(clock);
    for (int i = 0; i < calls; ++i) {
        side.run();
    }
    return seconds(clock) - start;
}

// How many calls take about `wanted` seconds, at least one.
int calls_for(const Side& side, Clock clock, double wanted) {
    int calls = 1;
    while (true) {
        const double taken = seconds_of(side, calls, clock);
        if (taken >= wanted / 4) {
            return std::max(1, static_cast<int>(std::lround(calls * wanted / taken)));
        }
        calls *= 2;
    }
}

struct Part {
    Sides sides;
    int product_calls = 1;
    int reference_calls = 1;
};
struct Entry {
    const Contest* contest = nullptr;
    std::vector<Part> parts;
    std::vector<double> ratios;
    std::vector<double> product_seconds;  // per unit; of several parts the geometric mean
    std::vector<double> reference_seconds;
};

Entry prepared(const Contest& contest, Size size) {
    Entry entry;
    entry.contest = &contest;
    std::vector<Sides> all =
        contest.prepare_several ? contest.prepare_several(size) : std::vector{contest.prepare(size)};
    for (Sides& sides : all) {
        entry.parts.push_back({std::move(sides)});
    }
    return entry;
}

void play_round(Entry& entry, bool product_first) {
    const Clock clock = entry.contest->clock;
    double product_logarithm = 0.0;
    double reference_logarithm = 0.0;
    for (const Part& part : entry.parts) {
        const auto product = [&part, clock] {
            return seconds_of(part.sides.product, part.product_calls, clock) / part.product_calls /
                   part.sides.product.units;
        };
        const auto reference = [&part, clock] {
            return seconds_of(part.sides.reference, part.reference_calls, clock) / part.reference_calls /
                   part.sides.reference.units;
        };
        const double product_before = product_first ? product() : 0.0;
        reference_logarithm += std::log(reference());
        product_logarithm += std::log(product_first ? product_before : product());
    }
    const auto count = static_cast<double>(entry.parts.size());
    const double product_seconds = std::exp(product_logarithm / count);
    const double reference_seconds = std::exp(reference_logarithm / count);
    entry.product_seconds.push_back(product_seconds);
    entry.reference_seconds.push_back(reference_seconds);
    entry.ratios.push_back(entry.contest->measure == Measure::speed ? reference_seconds / product_seconds
                                                                    : product_seconds / reference_seconds);
}

double quantile(std::vector<double> values, double part) {
    std::sort(values.begin(), values.end());
    const double at = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (at - static_cast<double>(below));
}

bool passes(const Contest& contest, double ratio) {
    return contest.measure == Measure::speed ? ratio >= contest.floor : ratio <= contest.floor;
}

std::string verdict(const Contest& contest, double ratio) {
    if (!passes(contest, ratio)) {
        return "UNDER THE FLOOR";
    }
    const bool reached = contest.measure == Measure::speed ? ratio >= contest.goal : ratio <= contest.goal;
    return reached ? "goal reached" : "over the floor";
}

// Nanoseconds with a fitting unit.
std::string duration(double seconds) {
    const double nanoseconds = seconds * 1e9;
    std::string text = std::to_string(nanoseconds);
    text.resize(std::min(text.size(), text.find('.') + 2));
    return text + " ns";
}

void print_heading(std::ostream& out) {
    out << "id     measured  p10..p90        floor  goal   product, reference per unit    verdict\n";
}

bool print_row(const Entry& entry, std::ostream& out) {
    const Contest& contest = *entry.contest;
    const double ratio = quantile(entry.ratios, 0.5);
    out << std::fixed << std::setprecision(2) << std::left << std::setw(7) << contest.id << std::right << std::setw(8)
        << ratio << "  " << std::setw(6) << quantile(entry.ratios, 0.1) << ".." << std::left << std::setw(7)
        << quantile(entry.ratios, 0.9) << std::setw(7) << contest.floor << std::setw(7) << contest.goal << std::setw(31)
        << (duration(quantile(entry.product_seconds, 0.5)) + ", " + duration(quantile(entry.reference_seconds, 0.5)) +
            " per " + contest.unit)
        << verdict(contest, ratio) << '\n'
        << std::flush;
    return passes(contest, ratio);
}

}  // namespace

bool run(const std::vector<Contest>& contests, const Rounds& rounds, std::ostream& out) {
    bool right = true;
    std::vector<Entry> entries;
    for (const Contest& contest : contests) {
        out << contest.id << ": " << contest.what << (contest.measure == Measure::cost ? " (less is better)" : "")
            << '\n'
            << std::flush;
        try {
            entries.push_back(prepared(contest, rounds.size));
        } catch (const WrongResult& wrong) {
            out << contest.id << ": WRONG RESULT: " << wrong.what() << '\n';
            right = false;
        }
    }
    if (rounds.size == Size::quick) {
        for (Entry& entry : entries) {
            play_round(entry, true);
        }
        out << entries.size() << " of " << contests.size() << " contests checked, nothing judged by time\n";
        return right;
    }
    for (Entry& entry : entries) {
        for (Part& part : entry.parts) {
            part.product_calls = calls_for(part.sides.product, entry.contest->clock, rounds.seconds_per_side);
            part.reference_calls = calls_for(part.sides.reference, entry.contest->clock, rounds.seconds_per_side);
        }
    }
    for (int round = 0; round < rounds.count; ++round) {
        for (Entry& entry : entries) {
            play_round(entry, round % 2 == 0);
        }
    }
    print_heading(out);
    for (const Entry& entry : entries) {
        right = print_row(entry, out) && right;
    }
    return right;
}

}  // namespace emoted::bench
