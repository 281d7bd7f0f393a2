// Plays a short piece over a real connection and holds the daemon to the rules while it does: what must happen at which
// tick is worked out from the emote files and the seed, independently of what the daemon says.
#pragma once

#include "load_client.hpp"

#include <filesystem>
#include <iosfwd>

namespace emoted::load {

struct DemoOptions {
    Target target;
    std::filesystem::path emotes;        // the folder that the daemon serves; changed for the reload, then put back
    std::filesystem::path admin_socket;  // for the reload
};

// Prints to `out`. 0: everything went by the rules; 1: it did not, and the lines that begin with "WRONG" say what was
// expected. Throws std::runtime_error if the daemon cannot be reached.
int run_demo(const DemoOptions& options, std::ostream& out);

}  // namespace emoted::load
