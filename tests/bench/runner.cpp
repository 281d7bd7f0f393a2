#include "bench/runner.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iomanip>
#include <ostream>

namespace emoted::bench {
namespace {

// Of this thread only: what a neighbour takes does not count.
double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double seconds_of(const Side& side, int calls) {
    const double start = thread_seconds();
    for (int i = 0; i < calls; ++i) {
        side.run();
    }
    return thread_seconds() - start;
}

// How many calls take about `seconds`, at least one.
int calls_for(const Side& side, double seconds) {
    int calls = 1;
    while (true) {
        const double taken = seconds_of(side, calls);
        if (taken >= seconds / 4) {
            return std::max(1, static_cast<int>(std::lround(calls * seconds / taken)));
        }
        calls *= 2;
    }
}

struct Entry {
    const Contest* contest = nullptr;
    Sides sides;
    int product_calls = 1;
    int reference_calls = 1;
    std::vector<double> ratios;
    std::vector<double> product_seconds;  // per unit
    std::vector<double> reference_seconds;
};

void play_round(Entry& entry, bool product_first) {
    const auto product = [&] {
        return seconds_of(entry.sides.product, entry.product_calls) / entry.product_calls / entry.sides.product.units;
    };
    const auto reference = [&] {
        return seconds_of(entry.sides.reference, entry.reference_calls) / entry.reference_calls /
               entry.sides.reference.units;
    };
    double product_seconds = product_first ? product() : 0.0;
    const double reference_seconds = reference();
    product_seconds = product_first ? product_seconds : product();
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
            Entry entry;
            entry.contest = &contest;
            entry.sides = contest.prepare(rounds.size);
            entries.push_back(std::move(entry));
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
        entry.product_calls = calls_for(entry.sides.product, rounds.seconds_per_side);
        entry.reference_calls = calls_for(entry.sides.reference, rounds.seconds_per_side);
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
