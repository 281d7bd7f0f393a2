// Fetches the secrets that the settings point to.
#pragma once

#include "report.hpp"

#include <emoted/config/loader.hpp>

namespace emoted::config {

// Fills in every credential from its source, except those whose source is faulty. A trailing line end is not part of a
// secret. Warns of a file that everybody may read or write.
void read_secrets(Settings& settings, const Environment& environment, Report& report);

}  // namespace emoted::config
