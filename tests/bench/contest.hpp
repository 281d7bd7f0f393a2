// A benchmark is a contest: the product against a reference, in one run, told as the ratio of the two.
//
// Absolute times of a shared machine move by a factor of two within minutes; ratios of two sides that take turns do
// not. To add one: write a function that returns contests, declare it in contests.hpp and name it in main.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace emoted::bench {

// One side of a contest. `run` does the same work at every call; a call should take between a microsecond and 30 ms.
struct Side {
    std::function<void()> run;
    double units = 1;  // of the contest's unit, per call
};
struct Sides {
    Side product;
    Side reference;
};

enum class Size { quick, full };  // quick: just enough that the results can be checked

// What `prepare` throws if a side gives wrong results: nothing is timed then.
class WrongResult : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

enum class Measure {
    speed,  // units per second of the product over those of the reference: more is better
    cost,   // seconds per unit of the product over those of the reference: less is better
};

enum class Clock {
    thread,   // processor time of the thread that runs the side: what a neighbour takes does not count
    process,  // processor time of all threads
    wall,
};

struct Contest {
    std::string id;
    std::string what;  // one line: the product's work, and what it is measured against
    std::string unit;  // what is counted
    double floor = 0;  // a median on the wrong side of it fails
    double goal = 0;
    Measure measure = Measure::speed;
    // Makes both sides and checks their results against something slow and plain.
    std::function<Sides(Size)> prepare = {};
    // In its place for a contest of several parts: what counts is the geometric mean of their ratios.
    std::function<std::vector<Sides>(Size)> prepare_several = {};
    Clock clock = Clock::thread;
};

}  // namespace emoted::bench
