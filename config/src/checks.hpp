// What must hold between settings, and what is allowed but should be said loudly.
#pragma once

#include "report.hpp"

#include <emoted/config/settings.hpp>

namespace emoted::config {

// `settings` with absolute paths. A rule about a key that has a fault already is left out.
void check(const Settings& settings, Report& report);

}  // namespace emoted::config
